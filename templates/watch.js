// The page of `chargen watch`: the last valid sheet in a frame, and below it the diagnostics of the file.

const [nav, main, report] = ["nav", "main", "section"].map((name) => document.querySelector(name));
const empty = main.querySelector("p");
const scrolled = new Map(); // the scroll position of each sheet
let files = [];
let news = null;
let sheet = ""; // the address of the sheet that is shown or loading

const create = (tag, className, text = "") => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};
const current = () => files.find(({ file }) => file === decodeURIComponent(location.hash.slice(1))) ?? files[0];

const link = (file) => {
  const element = create("a", file.ok ? "" : "wrong", file.name || file.file);
  element.href = `#${encodeURIComponent(file.file)}`;
  if (file.name) element.append(create("small", "", file.file));
  if (file === current()) element.setAttribute("aria-current", "page");
  return element;
};

// The next sheet loads behind the current one, and replaces it when it is complete: nothing flickers.
const show = (address) => {
  if (address === sheet) return;
  sheet = address;
  const before = [...main.querySelectorAll("iframe")];
  if (!address) return before.forEach((frame) => frame.remove());
  const frame = create("iframe", "coming");
  frame.title = "The sheet";
  frame.src = address;
  frame.addEventListener("load", async () => {
    await frame.contentDocument.fonts.ready;
    if (address !== sheet) return;
    const [path] = address.split("?");
    for (const old of before) {
      if (old.className === "") scrolled.set(old.dataset.path, old.contentWindow.scrollY);
      old.remove();
    }
    frame.dataset.path = path;
    frame.contentWindow.scrollTo({ top: scrolled.get(path) ?? 0, behavior: "instant" });
    frame.className = "";
  });
  main.insertBefore(frame, report);
};

const draw = () => {
  const file = current();
  if (!file) return;
  nav.hidden = files.length < 2;
  nav.replaceChildren(...files.map(link));
  document.title = `${file.ok ? "" : "✗ "}${file.name || file.file} – chargen watch`;
  report.hidden = !file.findings.length;
  report.className = file.ok ? "" : "wrong";
  report.replaceChildren(
    create("h1", "", file.ok || !file.sheet ? file.summary : `${file.summary}. The sheet above is the last valid one.`),
    ...file.findings.map(({ severity, text }) => create("pre", severity, text)));
  empty.textContent = file.sheet ? "" : file.ok ? file.summary : "There is no sheet until the file has no errors.";
  show(file.sheet);
};

// A hidden page closes its connection: browsers allow few connections to one server.
const listen = () => {
  news?.close();
  news = document.hidden ? null : new EventSource("/news");
  news?.addEventListener("message", ({ data }) => { files = JSON.parse(data); draw(); });
  news?.addEventListener("error", () => { document.title = "chargen watch has ended"; });
};

addEventListener("hashchange", draw);
document.addEventListener("visibilitychange", listen);
listen();
