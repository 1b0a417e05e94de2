
// ---- writing: the ruled lines and empty cells take text, which the studio writes into the file; without it, this browser
// keeps the text, and a button copies it for the file

const writtenKey = ["chargen", ownName, "written"].join("/");
const headingOf = (element) => element.closest("section")?.querySelector("h2, h3")?.firstChild.textContent.trim() ?? "";
const places = new Map(); // by the name of each place: where one writes, and the words before it in a note

const makeWritable = (element, label) => {
  if (marks === "none") return;
  const heading = headingOf(element);
  const alike = [...places.keys()].filter((name) => name.startsWith(`${heading}/`)).length;
  places.set(`${heading}/${alike}`, { element, label, heading });
  element.dataset.place = `${heading}/${alike}`;
  try { element.contentEditable = "plaintext-only"; } catch { element.contentEditable = "true"; }
  element.classList.add("written");
  element.setAttribute("role", "textbox");
  element.setAttribute("aria-label", [heading, label, alike ? alike + 1 : ""].filter(Boolean).join(", "));
};
const makeLineWritable = (line) => {
  const label = line.querySelector(".write-label");
  makeWritable(label ? line.appendChild(create("span", "beside")) : line, label?.textContent.trim() ?? "");
};
for (const line of document.querySelectorAll("main .line")) makeLineWritable(line);
for (const tick of document.querySelectorAll(".to-write-beside .tick")) {
  const label = tick.textContent.trim();
  const beside = tick.appendChild(create("span", "beside"));
  beside.addEventListener("click", (event) => event.preventDefault()); // which would tick the box
  makeWritable(beside, label);
}
for (const cell of document.querySelectorAll(".blank > *, .to-write")) {
  if (!cell.textContent.trim() && !cell.children.length) makeWritable(cell, cell.dataset.heading ?? "");
}

const textOf = ({ element }) => element.textContent.replace(/\s+/g, " ").trim();
const writeBack = () => {
  const saved = JSON.parse(memory.get(writtenKey) ?? "{}");
  // Notes grow by a line at a time: as many as were written are there again.
  for (const name of Object.keys(saved)) if (!places.has(name)) addLine(name.split("/")[0]);
  for (const [name, place] of places) if (place.element !== document.activeElement) place.element.textContent = saved[name] ?? "";
};
const addLine = (heading) => {
  const last = [...places.values()].filter((place) => place.heading === heading && place.element.matches(".line")).at(-1)?.element;
  if (!last) return null;
  const line = create("div", "line spare");
  last.after(line);
  makeLineWritable(line);
  return line;
};
const keepWritten = () => {
  const texts = [...places].map(([name, place]) => [name, textOf(place)]).filter(([name, text]) => text && !places.get(name).isKept);
  if (texts.length) memory.set(writtenKey, JSON.stringify(Object.fromEntries(texts)));
  else memory.remove(writtenKey);
};
document.addEventListener("input", (event) => { if (event.target.matches?.(".written")) keepWritten(); });
window.addEventListener("storage", (event) => { if (event.key === writtenKey || event.key === null) writeBack(); });
document.addEventListener("taken-over", writeBack); // a studio shows this version in place of another
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.(".written")) return;
  event.preventDefault();
  const lines = [...document.querySelectorAll(".written")];
  const next = lines[lines.indexOf(event.target) + 1];
  const isLast = event.target.matches(".line") && headingOf(next ?? document.body) !== headingOf(event.target);
  (isLast ? addLine(headingOf(event.target)) : next)?.focus();
});
writeBack();

// In a studio, what is written goes into the file once it is left: the cells of a row together, words beside a box with it.
const commit = (element) => {
  const row = element.closest("tr");
  const together = [...places.values()].filter((place) => textOf(place) && !place.isKept && (row ? row.contains(place.element) : place.element === element));
  // A version of the sheet that is replaced leaves what is being written to the next one.
  if (!together.length || studio.dataset.marks !== "kept") return;
  const box = element.closest(".tick")?.querySelector(".check[data-entry]");
  const fieldOf = ({ element: { dataset }, heading, label }) => dataset.write ?? element.closest("[data-write]")?.dataset.write ?? (label || heading);
  const mark = box
    ? { key: box.closest("[data-key]").dataset.key, entry: box.dataset.entry, ticked: true, words: textOf(together[0]) }
    : { written: Object.fromEntries(together.map((place) => [fieldOf(place), textOf(place)])) };
  const set = (isKept) => {
    for (const place of together) {
      place.isKept = isKept;
      place.element.classList.toggle("written", !isKept); // until the next version of the sheet has it in print
      if (isKept) place.element.contentEditable = "false";
      else place.element.contentEditable = "plaintext-only";
    }
    keepWritten();
  };
  set(true);
  keepMark(mark, (isKept) => { if (!isKept) set(false); });
};
if (marks === "kept") {
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const row = target.closest?.("tr");
    if (target.matches?.(".written") && !(row && row.contains(relatedTarget))) commit(target);
  });
}

// The file's own state and notes come first, so that what is copied can replace both keys of the file.
const playState = () => {
  const now = new Map(state);
  for (const { values, usual } of counts) {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (now.has(nameOf(name)) || value !== usual[name]) now.set(nameOf(name), value);
    }
  }
  return now;
};
const noteLines = () => {
  const isNotes = ({ heading, element }) => heading === "Notes" && !element.matches(".beside");
  return [...places.values()].filter(textOf).map((place) =>
    `${isNotes(place) ? "" : `${place.label || place.heading}: `}${textOf(place)}`);
};
const asYaml = () => {
  const plain = (key) => (/^\p{L}[\p{L}\p{N}_ ]*$/u.test(key) ? key : JSON.stringify(key));
  const marked = [...playState()].map(([key, value]) => `${plain(key)}: ${JSON.stringify(value)}`);
  const [own, lines] = [document.body.dataset.notes?.trim() ?? "", noteLines()];
  const notes = lines.length ? [...(own ? [...own.split(/\r?\n/), ""] : []), ...lines.flatMap((line) => [line, ""]).slice(0, -1)] : [];
  return [
    ...(marked.length ? [`state: {${marked.join(", ")}}`] : []),
    ...(notes.length ? ["notes: |-", ...notes.map((line) => (line.trim() ? `  ${line}` : ""))] : []),
  ].join("\n");
};

// Return a button that copies a text; the output beside it shows the text, to be copied by hand where that is forbidden.
const copyButton = (label, makeText, output) => {
  const button = create("button", "clear", label);
  button.type = "button";
  button.addEventListener("click", async () => {
    const text = makeText();
    output.textContent = text;
    try {
      await navigator.clipboard.writeText(text);
      output.append(create("b", "", "  copied"));
    } catch { /* the text is shown */ }
  });
  return button;
};

if (marks === "browser" && (counts.some(({ none }) => none) || places.size)) {
  const copied = create("output", "copied");
  const copy = copyButton("Copy what I marked and wrote", () => asYaml() || "# nothing is marked or written yet", copied);
  const why = create("p", "caption", "As YAML: put it in place of state: and notes: in the character’s file, and the next sheet has it all.");
  const change = () => { copied.textContent = ""; };
  document.addEventListener("change", change);
  document.addEventListener("input", change);
  const place = create("section", "block screen-only");
  place.append(copy, why, copied);
  (document.querySelector(".on-screen") ?? document.querySelector("main").lastElementChild).before(place);
}
