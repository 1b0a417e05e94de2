// What a sheet can do on a screen: boxes are ticked and kept, chances are explained, and sliders ask "what if".
// Without this script the page is the printed sheet. It asks nothing of any network.

const THIN_SPACE = "\u202f";
const BAR = 260; // the length of a bar at 100 %, as in drawing.py

// ---- boxes: what differs from the file is kept in this browser, by system, character and track

const memory = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* this browser keeps nothing */ } },
  remove(key) { try { localStorage.removeItem(key); } catch { /* the same */ } },
};

for (const track of document.querySelectorAll("[data-track]")) {
  const key = ["chargen", document.body.dataset.sheet, track.dataset.track].join("/");
  const boxes = [...track.querySelectorAll("input")];
  const printed = boxes.map((box) => box.defaultChecked);
  const clear = document.createElement("button");
  clear.type = "button";
  clear.className = "clear screen-only";
  clear.textContent = "Clear";
  clear.setAttribute("aria-label", `Clear my ticks: ${track.getAttribute("aria-label")}`);
  track.append(clear);

  const isChanged = () => boxes.some((box, index) => box.checked !== printed[index]);
  const show = (kept) => {
    boxes.forEach((box, index) => { box.checked = kept && index < kept.length ? kept[index] === "1" : printed[index]; });
    clear.hidden = !isChanged();
  };
  const keep = () => {
    if (isChanged()) memory.set(key, boxes.map((box) => (box.checked ? "1" : "0")).join(""));
    else memory.remove(key);
    clear.hidden = !isChanged();
  };
  track.addEventListener("change", keep);
  clear.addEventListener("click", () => { show(null); keep(); boxes[0].focus(); });
  window.addEventListener("storage", (event) => { if (event.key === key || event.key === null) show(event.newValue); });
  show(memory.get(key));
}

// ---- what if: a slider chooses among exact chances, such as 19/36, that stand in the page

// Rounded half up; never 0 % or 100 % where it is not quite: as percent() in roll.py.
const percent = (chance, places) => {
  const [above, below] = chance;
  const scale = 10n ** BigInt(places);
  const decimal = (whole) => (places ? `${whole / scale}.${String(whole % scale).padStart(places, "0")}` : `${whole}`);
  const whole = (200n * above * scale + below) / (2n * below);
  if (whole === 0n && above > 0n) return `<${decimal(1n)}`;
  if (whole >= 100n * scale && above < below) return `>${decimal(100n * scale - 1n)}`;
  return decimal(whole);
};
const parsed = (text) => { const [above, below = "1"] = text.split("/"); return [BigInt(above), BigInt(below)]; };
const exactly = ([above, below], outOf) =>
  outOf && outOf % below === 0n ? `${(above * outOf) / below} in ${outOf}` : `${above} in ${below}`;

for (const section of document.querySelectorAll("[data-what-if]")) {
  const slider = section.querySelector(".slider");
  const steps = [...slider.list.options].map((notch) => notch.label);
  const cells = [...section.querySelectorAll("[data-chances]")].map((cell) => ({
    cell,
    chances: cell.dataset.chances.split(" "),
    outOf: cell.dataset.outOf ? BigInt(cell.dataset.outOf) : null,
    name: cell.parentElement.querySelector("th").textContent.trim(),
    shown: cell.querySelector(".why"),
    sure: cell.querySelector(".sure"),
    count: cell.querySelector(".count"),
  }));
  const show = () => {
    const at = slider.valueAsNumber;
    slider.setAttribute("aria-valuetext", steps[at]);
    section.querySelector(".step").textContent = steps[at];
    for (const { cell, chances, outOf, name, shown, sure, count } of cells) {
      const chance = parsed(chances[at]);
      const exact = exactly(chance, outOf);
      shown.textContent = percent(chance, sure && !outOf ? 1 : 0) + THIN_SPACE + "%";
      shown.dataset.why = `${name}, ${cell.dataset.heading}, ${steps[at]}. Exactly ${exact}, or ${percent(chance, 2)}${THIN_SPACE}%.`;
      if (sure) {
        const end = (2n * BigInt(BAR) * chance[0] + chance[1]) / (2n * chance[1]);
        sure.setAttribute("d", end ? `M0 5H${end}V23H0z` : "");
        count.textContent = exact.length <= 16 ? exact : "";
      }
    }
  };
  slider.addEventListener("input", show);
  section.hidden = false;
  show();
}

// ---- why: a chance is explained while a pointer rests on it, or when it has the focus

const words = document.createElement("div");
words.id = "why";
words.className = "words screen-only";
words.setAttribute("role", "tooltip");
words.hidden = true;
document.body.append(words);
let asked = null;

const hide = () => {
  asked?.removeAttribute("aria-describedby");
  words.hidden = true;
  asked = null;
};
const explain = (element) => {
  if (!element?.dataset.why) return;
  hide();
  asked = element;
  words.textContent = element.dataset.why;
  words.hidden = false;
  element.setAttribute("aria-describedby", words.id);
  const place = element.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(place.left, room - words.offsetWidth - 8));
  const above = place.top - words.offsetHeight - 6;
  words.style.left = `${left + window.scrollX}px`;
  words.style.top = `${(above >= 0 ? above : place.bottom + 6) + window.scrollY}px`;
};

// A table is one stop of the Tab key; the arrow keys go from chance to chance within it.
for (const table of document.querySelectorAll("table")) {
  const chances = [...table.querySelectorAll(".why, .heading[title]")];
  chances.forEach((chance, index) => {
    if (chance.title) chance.dataset.why = chance.title;
    chance.removeAttribute("title");
    chance.tabIndex = index ? -1 : 0;
    if (chance.tagName === "SPAN") chance.setAttribute("role", "button");
  });
  table.addEventListener("keydown", (event) => {
    const here = chances.indexOf(event.target);
    if (here < 0) return;
    const column = event.target.closest("td, th").cellIndex;
    const alike = (chance) => chance.closest("td, th").cellIndex === column;
    const next = {
      ArrowRight: () => chances[here + 1],
      ArrowLeft: () => chances[here - 1],
      ArrowDown: () => chances.slice(here + 1).find(alike),
      ArrowUp: () => chances.slice(0, here).reverse().find(alike),
    }[event.key]?.();
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

const chanceOf = (event) => event.target.closest?.("[data-why]");
document.addEventListener("focusin", (event) => { if (chanceOf(event)) explain(chanceOf(event)); else hide(); });
document.addEventListener("focusout", hide);
document.addEventListener("click", (event) => { if (chanceOf(event)) explain(chanceOf(event)); });
document.addEventListener("mouseover", (event) => { if (chanceOf(event)) explain(chanceOf(event)); });
document.addEventListener("mouseout", (event) => {
  if (chanceOf(event) && !words.contains(event.relatedTarget)) hide();
});
words.addEventListener("mouseleave", hide);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
document.addEventListener("input", hide);

// ---- what is too wide scrolls in its own box, and by the keyboard too

const scrolls = () => {
  for (const box of document.querySelectorAll(".grid-block, .list-block, .chart-block")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
scrolls();
window.addEventListener("resize", scrolls);
