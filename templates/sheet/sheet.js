// The script of a sheet on a screen: boxes to tick, explanations of chances, and sliders for "what if".
// Without it the page is the printed sheet. It makes no network requests.

const THIN_SPACE = "\u202f";
const BAR = 260; // the length of a bar at 100 %, as in drawing.py

const create = (tag, className, text = "") => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

// ---- boxes: the studio writes a tick into the file; without it, ticks that differ from the file are saved in this
// browser, by system, character, track and what they count

const studio = window.frameElement; // the frame of a studio or a site; a sheet of its own is in none
const marks = studio?.dataset.marks ?? "browser"; // where they go: "kept" in the file, in the "browser", or "none" are made
const ownName = studio?.dataset.of || document.body.dataset.sheet;
const keepMark = (mark, then) => studio.dispatchEvent(new CustomEvent("mark", { detail: { mark, then } }));

const memory = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* storage is blocked or full */ } },
  remove(key) { try { localStorage.removeItem(key); } catch { /* storage is blocked */ } },
};

// Names are compared as in Python: without case, spaces and hyphens.
const fold = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
const wordsOf = (key) => { const words = key.replaceAll("_", " ").toLowerCase(); return words[0].toUpperCase() + words.slice(1); };
const signed = (number) => String(number).replace("-", "−");
const state = new Map(Object.entries(JSON.parse(document.body.dataset.state ?? "{}")));
const nameOf = (tracker) => [...state.keys()].find((name) => fold(name) === fold(tracker)) ?? tracker;
const highlights = new Map([...document.querySelectorAll(".highlight-label")].map((label) =>
  [fold(label.textContent), { shown: label.parentElement.querySelector(".number"), most: label.parentElement.querySelector(".number")?.textContent }]));

// The numbers of the header that change in play are in the bar at the top, too, which stays in sight; so is what is marked.
const changing = create("p", "changing");
const inBar = (label, number) => {
  const known = [...changing.children].find(({ dataset }) => dataset.label === label);
  if (!number) return known?.remove();
  const place = known ?? changing.appendChild(create("span", ""));
  place.dataset.label = label;
  place.replaceChildren(`${label} `, create("b", "", number));
};

// Boxes that show the same trackers are one count: a tap ticks the box and all before it, or unticks those after it.
class Count {
  constructor(kind, boxes, track) {
    this.kind = kind;
    this.boxes = "backwards" in track.dataset ? [...boxes].reverse() : boxes;
    this.shows = this.boxes.map((box) => (box.dataset.shows ? JSON.parse(box.dataset.shows) : null));
    const unticked = JSON.parse(track.dataset.unticked ?? "{}");
    const usual = ([name, value]) => [name, unticked[name] ?? (typeof value === "boolean" ? false : 0)];
    this.none = this.shows[0] && Object.fromEntries(Object.entries(this.shows[0]).map(usual));
    // What the file says without play state, such as the damage of a resistance: less than that has to be written, too.
    this.usual = this.none && Object.fromEntries(Object.entries(this.values).map(([name, value]) => [name, state.has(nameOf(name)) ? this.none[name] : value]));
  }
  get ticked() { return this.boxes.filter((box) => box.checked).length; }
  get values() { return this.ticked ? this.shows[this.ticked - 1] : this.none; }
  // What the studio is to write; nothing for a box that the file has no place for, such as one that only counts.
  markOf(box, track) {
    if (this.none) return { state: Object.fromEntries(Object.entries(this.values).map(([name, value]) => [nameOf(name), value === this.usual[name] ? null : value])) };
    const { key } = track.dataset;
    if (box?.dataset.entry) return { key, entry: box.dataset.entry, ticked: box.checked };
    const points = this.ticked - this.boxes.filter((one) => one.defaultChecked).length;
    return key === "advancement" ? { points } : null;
  }
  // What is marked is what the next tick begins from.
  settle() { for (const box of this.boxes) box.defaultChecked = box.checked; }
  get isChanged() { return this.boxes.some((box) => box.checked !== box.defaultChecked); }
  // What is saved is the play state, or how many are ticked, as the next version of the sheet may have other boxes.
  get saved() { return this.none ? this.values : this.ticked; }
  restore(saved) {
    const at = JSON.stringify(saved);
    const alike = () => this.shows.findLastIndex((values) => JSON.stringify(values) === at) + 1;
    const ticked = !this.none ? saved : at === JSON.stringify(this.none) ? 0 : alike() || undefined;
    this.boxes.forEach((box, index) => { box.checked = Number.isInteger(ticked) ? index < ticked : box.defaultChecked; });
  }
  tap(box) {
    const at = this.boxes.indexOf(box);
    const before = this.boxes.map((other) => (other === box ? !other.checked : other.checked)).lastIndexOf(true);
    const filled = at === before ? at : at + 1;
    this.boxes.forEach((other, index) => { other.checked = index < filled; });
  }
  // The text beside the title, such as 7 / 14, which is also in the number of that name in the header of the sheet.
  get label() {
    if (this.boxes.length < 2) return "";
    if (!this.none) return `${this.ticked} / ${this.boxes.length}`;
    const [name, ...others] = Object.keys(this.none);
    const most = Math.max(this.none[name], ...this.shows.map((values) => values[name]));
    return others.length || typeof this.none[name] === "boolean" ? "" : `${signed(this.values[name])} / ${most}`;
  }
}

const counts = [];
const followers = []; // what follows from the ticks of several tracks
for (const track of document.querySelectorAll("[data-track]")) {
  const alike = [...document.querySelectorAll(`[data-track="${track.dataset.track}"]`)].indexOf(track);
  const key = ["chargen", ownName, track.dataset.track, ...(alike ? [alike + 1] : [])].join("/");
  const boxes = [...track.querySelectorAll("input")];
  const groups = new Map();
  for (const box of boxes) {
    const kind = box.dataset.shows ? Object.keys(JSON.parse(box.dataset.shows)).join() : box.dataset.kind ?? "";
    groups.set(kind, [...(groups.get(kind) ?? []), box]);
  }
  const own = [...groups].map(([kind, some]) => new Count(kind, some, track));
  counts.push(...own);
  const clear = create("button", "clear screen-only", "Clear");
  clear.type = "button";
  clear.setAttribute("aria-label", `Clear my ticks: ${track.getAttribute("aria-label")}`);
  const back = create("button", "clear screen-only", "Undo");
  back.type = "button";
  back.setAttribute("aria-label", `Undo: ${track.getAttribute("aria-label")}`);
  track.append(clear, back);
  const earlier = [];
  const summary = create("output", "summary screen-only");
  // Nothing of a blank sheet is counted: it has boxes for any character.
  if (!document.querySelector("h1.game")) track.closest("section").querySelector("h2, h3")?.after(summary);

  const update = () => {
    clear.hidden = !own.some((count) => count.isChanged);
    back.hidden = !earlier.length;
    summary.textContent = "kind" in boxes[0].dataset || track.tagName === "SECTION" ? "" : own.map((count) => count.label).filter(Boolean).join(" · ");
    for (const count of own.filter(({ none, label }) => none && label)) {
      const { shown, most } = highlights.get(fold(Object.keys(count.none)[0])) ?? {};
      const value = signed(Object.values(count.values)[0]);
      shown?.replaceChildren(value, create("span", "of", value === most ? "" : ` / ${most}`));
      if (shown) inBar(shown.parentElement.querySelector(".highlight-label").textContent.trim(), value);
      else inBar(wordsOf(Object.keys(count.none)[0]), count.values === count.none ? "" : count.label);
    }
    for (const follow of followers) follow();
  };
  const restore = (saved) => {
    const kept = saved ? JSON.parse(saved) : {};
    for (const count of own) count.restore(kept[count.kind]);
    update();
  };
  const changed = () => {
    const some = own.filter((count) => count.isChanged).map((count) => [count.kind, count.saved]);
    return some.length ? JSON.stringify(Object.fromEntries(some)) : "";
  };
  const save = () => {
    if (changed()) memory.set(key, changed());
    else memory.remove(key);
    update();
  };
  track.addEventListener("change", (event) => {
    const count = own.find(({ boxes }) => boxes.includes(event.target));
    if (!count) return;
    event.target.checked = !event.target.checked;
    const before = changed();
    event.target.checked = !event.target.checked;
    count.tap(event.target);
    const mark = marks === "kept" && count.markOf(event.target, track);
    if (mark) {
      const fromFile = count.boxes.map((box) => box.defaultChecked);
      count.settle();
      keepMark(mark, (isKept) => {
        if (!isKept) count.boxes.forEach((box, index) => { box.checked = box.defaultChecked = fromFile[index]; });
        update();
      });
      update();
      return;
    }
    earlier.push(before);
    save();
  });
  clear.addEventListener("click", () => { earlier.push(changed()); restore(null); save(); (back.hidden ? boxes[0] : back).focus(); });
  back.addEventListener("click", () => { restore(earlier.pop()); save(); (back.hidden ? boxes[0] : back).focus(); });
  window.addEventListener("storage", (event) => { if (event.key === key || event.key === null) { earlier.length = 0; restore(event.newValue); } });
  // What hits cost is beside the title, of several tracks together.
  if (track.dataset.sum) {
    const [words, trackers] = JSON.parse(track.dataset.sum);
    const title = track.closest("section").querySelector(".title");
    const aside = title.querySelector(".aside") ?? title.appendChild(create("span", "aside"));
    followers.push(() => {
      const sum = counts.reduce((all, { values }) => trackers.reduce((more, name) => more + (values?.[name] ?? 0), all), 0);
      aside.textContent = sum ? `${words}${sum}` : "";
    });
  }
  restore(memory.get(key));
  // A box that shows nothing, beside others that do, is the end of a scale, such as dead: no file can say more by it.
  const isEnd = ({ dataset }) => !dataset.shows && !dataset.kind && !dataset.entry && boxes.some((other) => other.dataset.shows);
  for (const box of boxes) box.disabled = marks === "none" || isEnd(box);
}

// ---- links to the parts of the sheet

const parts = [...document.querySelectorAll("main h2")].filter((heading) => !heading.closest(".small, .colophon, [data-of]"));
const bar = create("div", "parts screen-only");
const jumps = create("nav", "jumps");
jumps.setAttribute("aria-label", "Parts of this sheet");
bar.append(changing, jumps);
parts.forEach((heading, index) => {
  heading.id = `part-${index + 1}`;
  const link = create("a", "jump", heading.firstChild.textContent.trim());
  link.href = `#${heading.id}`;
  // In a frame of another page, such a link would open that page.
  link.addEventListener("click", (event) => {
    if (location.protocol !== "about:") return;
    event.preventDefault();
    heading.scrollIntoView();
  });
  jumps.append(link);
});
if (parts.length > 3) document.querySelector("main").prepend(bar);

for (const cell of document.querySelectorAll("[data-roll]")) cell.dataset.own = cell.dataset.roll;

// ---- what if: a slider chooses among exact chances in the page, such as 19/36

// Round half up, but not to 0 % or 100 % where that is not exact: as percent() in roll.py.
const percent = (chance, places) => {
  const [above, below] = chance;
  const scale = 10n ** BigInt(places);
  const decimal = (whole) => (places ? `${whole / scale}.${String(whole % scale).padStart(places, "0")}` : `${whole}`);
  const whole = (200n * above * scale + below) / (2n * below);
  if (whole === 0n && above > 0n) return `<${decimal(1n)}`;
  if (whole >= 100n * scale && above < below) return `>${decimal(100n * scale - 1n)}`;
  return decimal(whole);
};
const exactly = ([above, below], outOf) =>
  outOf && outOf % below === 0n ? `${(above * outOf) / below} in ${outOf}` : `${above} in ${below}`;

// Return the numbers of the rolls at each notch: 7*3 is 7, 8, 9.
const readRolls = ({ dataset: { rolls = "" } }) => rolls.split(" ").flatMap((run) => {
  const [first, length = 1] = run.split("*");
  return [...Array(Number(length)).keys()].map((more) => (first > "" && first !== "-" ? `${Number(first) + more}` : ""));
});

// Set or remove the number of the roll that a tap on a cell throws, with what the slider says that it is against.
const setRoll = (cell, roll, against) => {
  if (roll) Object.assign(cell.dataset, { roll, against });
  else delete cell.dataset.roll;
};

// Return a function that copies the chances of one row to the bar of another, or restores the printed ones.
const mirror = (row, from) => {
  const cell = row.querySelector(".charted");
  if (!cell) return () => {};
  const [shown, sure, helped, count] = [".percent", ".sure", ".helped", ".count"].map((part) => cell.querySelector(part));
  const counter = count ?? cell.querySelector(".odds").appendChild(create("span", "count"));
  const printed = { text: shown.textContent, why: shown.title, sure: sure?.getAttribute("d"), count: counter.textContent };
  const others = [...from.querySelectorAll(".cell.right")].map((other) => {
    const alike = [...row.cells].find(({ dataset }) => dataset.heading === other.dataset.heading);
    const place = alike?.querySelector(".why") ?? alike;
    return { other, alike, place, text: place?.textContent, why: place?.title };
  });
  return (isPrinted) => {
    const first = from.querySelector(".charted");
    const rest = others.filter(({ place }) => !place).map(({ other }) => `${other.dataset.heading} ${other.textContent.trim()}`);
    for (const { other, alike, place, text, why } of others.filter(({ place }) => place)) {
      if (other.dataset.roll) setRoll(alike, isPrinted ? alike.dataset.own : other.dataset.roll, other.dataset.against);
      place.textContent = isPrinted ? text : other.textContent.trim();
      place.dataset.why = isPrinted ? why : other.querySelector(".why").dataset.why;
    }
    shown.textContent = isPrinted ? printed.text : first.querySelector(".percent").textContent;
    shown.dataset.why = isPrinted ? printed.why : first.querySelector(".percent").dataset.why;
    setRoll(cell, isPrinted ? cell.dataset.own : first.dataset.roll, first.dataset.against);
    sure?.setAttribute("d", isPrinted ? printed.sure : first.querySelector(".sure").getAttribute("d"));
    if (helped) helped.style.visibility = isPrinted ? "" : "hidden";
    counter.textContent = isPrinted ? printed.count : [first.querySelector(".count").textContent, ...rest].filter(Boolean).map((part) => part.replaceAll(" ", "\u00a0")).join(" · ");
    cell.classList.toggle("moved", !isPrinted);
  };
};

// Return the same for a cell of a heat map, whose text is the name of the other row; without such a row, nothing changes.
const tint = (cell, from) => {
  const [why, below] = [cell.querySelector(".why"), cell.querySelector(".below")];
  if (!from || !below) return () => {};
  const printed = { kind: cell.className, text: below.textContent, why: why.title };
  return (isPrinted) => {
    const [above, whole] = parse(from.querySelector(".charted").dataset.now);
    const part = (of) => Number((of * above) / whole);
    const kind = `heat-${Math.min(part(5n), 4)} fill-${part(1n) ? 20 : above ? Math.min(Math.max(part(20n), 1), 19) : 0}`;
    const { roll, against } = from.querySelector(".charted").dataset;
    setRoll(cell, isPrinted ? cell.dataset.own : roll, against);
    cell.className = isPrinted ? printed.kind : printed.kind.replace(/heat-\d+ fill-\d+/, kind);
    below.textContent = isPrinted ? printed.text : `${percent([above, whole], 0)}${THIN_SPACE}%`;
    why.dataset.why = isPrinted ? printed.why : from.querySelector(".charted .why").dataset.why;
  };
};

// Return a function that shows the range of a notch in a cell: its text, and the stroke and bold numbers of its drawing.
const stretch = (cell, ranges) => {
  const text = cell.querySelector(".range") ?? cell.firstChild;
  const [drawing, stroke, numbers] = [cell.querySelector("svg"), cell.querySelector(".inked"), [...cell.querySelectorAll("text")]];
  const [, top, thick] = /^M\S+ (\S+)h\S+v(\S+)h/.exec(stroke?.getAttribute("d")) ?? [];
  const number = drawing?.viewBox.baseVal.width / numbers.length;
  return (notch) => {
    const range = ranges[notch];
    const [low, high = low] = range.split("–").map(Number);
    text.textContent = range;
    if (!stroke) return;
    const picked = numbers.map(({ textContent }) => low <= Number(textContent) && Number(textContent) <= high);
    const width = number * picked.filter(Boolean).length;
    stroke.setAttribute("d", width ? `M${number * picked.indexOf(true)} ${top}h${width}v${thick}h-${width}z` : "");
    numbers.forEach((drawn, index) => {
      drawn.setAttribute("class", picked[index] ? "picked" : "under");
      drawn.setAttribute("font-weight", picked[index] ? "600" : "400");
    });
    drawing.setAttribute("aria-label", drawing.getAttribute("aria-label").replace(/^.*(?= of )/, width ? `${low} to ${high}` : "none"));
  };
};

// Return a function that replaces the number and the name of the first notch in a title or heading by the current ones.
const rename = (element, start) => {
  const textNode = [...(element?.childNodes ?? [])].find((node) => node.nodeType === Node.TEXT_NODE);
  const [printed, parts] = [textNode?.data, start.map((part) => new RegExp(`\\b${part}\\b`))];
  return (now) => { if (textNode) textNode.data = parts.reduce((text, part, index) => text.replace(part, now[index]), printed); };
};

for (const section of document.querySelectorAll("[data-what-if]")) {
  const slider = section.querySelector(".slider");
  const step = section.querySelector(".step");
  const steps = [...slider.list.options].map((notch) => notch.label);
  const cells = [...section.querySelectorAll("[data-chances]")].map((cell) => ({
    cell,
    chances: cell.dataset.chances.split(" "),
    rolls: readRolls(cell),
    outOf: cell.dataset.outOf ? BigInt(cell.dataset.outOf) : null,
    name: cell.parentElement.querySelector("th").textContent.trim(),
    shown: cell.querySelector(".why"),
    sure: cell.querySelector(".sure"),
    count: cell.querySelector(".count"),
  }));
  // A slider that belongs to a table is above it and moves its bars; at its first step they are as printed.
  const table = section.dataset.of && document.querySelector(`[data-table="${section.dataset.of}"] table`);
  const own = section.querySelector("tbody").rows;
  const rowOf = (cell) => [...own].find((row) => row.cells[0].textContent.trim() === cell.querySelector(".why")?.textContent);
  const moved = table
    ? [...table.querySelectorAll(".heat")].map((cell) => tint(cell, rowOf(cell)))
      .concat([...table.tBodies[0].rows].slice(0, own.length).map((row, index) => mirror(row, own[index])))
    : [];
  const numbered = steps.map((notch) => /^(\d+) (.+)$/.exec(notch)?.slice(1) ?? [/\d+/.exec(notch)?.[0] ?? notch]);
  const stretched = [...own].flatMap((row, index) => {
    const cell = row.dataset.ranges && table?.tBodies[0].rows[index].querySelector("[data-heading=Range]");
    return cell ? [stretch(cell, row.dataset.ranges.split(" "))] : [];
  });
  const bars = table?.querySelector(".charted")?.cellIndex;
  const heads = table
    ? [table.closest("section").querySelector("h2"), table.tHead?.rows[0].cells[bars]]
      .map((head) => rename(head, numbered[section.dataset.start]))
    : [];
  const column = cells[0].cell.dataset.heading;
  const controls = section.querySelector(".asked");
  if (table) {
    controls.classList.add("screen-only");
    table.closest("section").prepend(controls);
  }
  // What is thrown at the notch is named by the slider, such as "target number 15"; at 0, nothing is changed.
  const called = section.dataset.whatIf.replace(`-${section.dataset.of}`, "").replaceAll("-", " ");
  const show = () => {
    const at = slider.valueAsNumber;
    const against = steps[at] === "0" ? "" : `${called} ${steps[at]}`;
    slider.setAttribute("aria-valuetext", steps[at]);
    step.textContent = steps[at];
    for (const { cell, chances, rolls, outOf, name, shown, sure, count } of cells) {
      setRoll(cell, rolls[at], against);
      const chance = parse(chances[at]);
      const exact = exactly(chance, outOf);
      cell.dataset.now = chances[at];
      shown.textContent = percent(chance, sure && !outOf ? 1 : 0) + THIN_SPACE + "%";
      shown.dataset.why = `Exactly ${exact}, or ${percent(chance, 2)}${THIN_SPACE}%. ${name}, ${cell.dataset.heading}, ${steps[at]}.`;
      if (sure) {
        const end = (2n * BigInt(BAR) * chance[0] + chance[1]) / (2n * chance[1]);
        sure.setAttribute("d", end ? `M0 5H${end}V23H0z` : "");
        count.textContent = exact.length <= 16 ? exact : "";
      }
    }
  };
  show();
  // Where the slider shows another chance than the paper, such as success without trouble, it does so from its start.
  const percents = (rows) => [...rows].slice(0, own.length).map((row) => row.querySelector(".percent")?.textContent.trim());
  const isAsPrinted = !table || bars === undefined || String(percents(table.tBodies[0].rows)) === String(percents(own));
  if (table && isAsPrinted && bars !== undefined && column !== table.querySelector(".charted").dataset.heading) {
    controls.querySelector(".setting").append(create("span", "below", column));
  }
  const showAll = () => {
    show();
    for (const move of moved) move(isAsPrinted && slider.value === section.dataset.start);
    for (const move of stretched) move(slider.valueAsNumber);
    for (const name of heads) name(numbered[slider.valueAsNumber]);
    if (bars === undefined) return;
    if (!isAsPrinted) table.tHead.rows[0].cells[bars].textContent = column;
    table.querySelector(".charted").dataset.heading = table.tHead.rows[0].cells[bars].textContent;
  };
  slider.addEventListener("input", showAll);
  section.hidden = Boolean(table);
  showAll();
}

// ---- wounds: the range of a resistance in the head follows its damage and all wounds, and so does what skills throw

const rolls = JSON.parse(document.querySelector("#rolls")?.textContent ?? "null");
const rangeOf = (number) => {
  const roll = readRoll(rolls, Number(number));
  const [, low, high] = roll.results.find(({ wanted }) => wanted)?.bounds[0] ?? [];
  const chances = chancesOf(roll);
  const names = new Set(roll.results.filter(({ wanted }) => wanted).map(({ name }) => name));
  const [, [, total]] = [...chances][0];
  const chance = [[...names].reduce((sum, name) => sum + chances.get(name)[0], 0n), total];
  return [low === undefined ? "none" : low < high ? `${low}–${high}` : `${low}`, `${percent(chance, 0)}${THIN_SPACE}%`];
};
const rollAt = (numbers, place) => numbers[Math.min(Math.max(place, 0), numbers.length - 1)];
const woundsOf = ({ none, values }) => Object.entries(none ?? {}).reduce((sum, [key]) => sum + (/ wounds$/.test(key) ? values[key] : 0), 0);
const wounds = () => counts.reduce((sum, count) => sum + woundsOf(count), 0);
const heads = [...document.querySelectorAll(".highlight-label")];

for (const track of document.querySelectorAll("[data-track][data-rolls]")) {
  const name = track.getAttribute("aria-label");
  const own = counts.find(({ none }) => none && name in none);
  const head = heads.find((label) => label.textContent.trim() === name)?.parentElement;
  if (!head || !own) continue;
  const [number, below, numbers] = [head.querySelector(".number"), head.querySelector(".highlight-below"), readRolls(track)];
  const why = create("span", "why");
  why.tabIndex = 0;
  why.setAttribute("role", "button");
  number.replaceChildren(why);
  followers.push(() => {
    const box = own.boxes[own.ticked - 1];
    const isOut = box && !box.dataset.lowers;
    const roll = rollAt(numbers, Number(box?.dataset.lowers ?? 0) + wounds() - woundsOf(own));
    [why.textContent, below.textContent] = isOut ? ["–", ""] : rangeOf(roll);
    why.setAttribute("aria-label", `${name} ${why.textContent}`);
    setRoll(head, isOut ? "" : roll, "");
    inBar(name, why.textContent);
  });
}

for (const row of document.querySelectorAll("[data-table] tr:has(> [data-rolls])")) {
  const [cells, shown] = [row.querySelectorAll("[data-rolls]"), row.querySelector("[data-heading=Range]")];
  const usual = shown.querySelector(".range").textContent;
  const below = shown.querySelector(".below") ?? shown.appendChild(create("span", "below under-figure"));
  const others = below.textContent.trim().split(" · ").filter((part) => part && !part.startsWith("now "));
  followers.push(() => {
    for (const cell of cells) {
      cell.dataset.own = rollAt(readRolls(cell), wounds());
      if (!row.querySelector(".moved")) setRoll(cell, cell.dataset.own, "");
    }
    const [range, chance] = rangeOf(row.querySelector(".charted").dataset.own);
    below.textContent = ` ${[...(range === usual ? [] : [`now ${range}, ${chance}`]), ...others].join(" · ")}`;
  });
}

// The penalty is the first of the head while there is one.
if (heads.length && document.querySelector("[data-track][data-rolls]")) {
  const printed = heads.find((label) => label.textContent.trim() === "Wounds" && !label.parentElement.dataset.roll)?.parentElement;
  const penalty = printed ?? heads[0].parentElement.cloneNode(true);
  const next = printed?.nextElementSibling ?? heads[0].parentElement;
  delete penalty.dataset.roll;
  penalty.querySelector(".highlight-label").textContent = "Wounds";
  penalty.querySelector(".number").className = "number";
  penalty.querySelector(".highlight-below").textContent = "on every roll";
  followers.push(() => {
    if (wounds()) next.before(penalty);
    else penalty.remove(); // from a print, too
    penalty.querySelector(".number").textContent = signed(-wounds());
    inBar("Wounds", wounds() ? signed(-wounds()) : "");
  });
}
for (const follow of followers) follow();

// ---- why: a tooltip explains a chance while the pointer is over it, or while it has the focus

const tooltip = document.createElement("div");
tooltip.id = "why";
tooltip.className = "words screen-only";
tooltip.setAttribute("role", "tooltip");
tooltip.hidden = true;
document.body.append(tooltip);
let explained = null;

const hide = () => {
  explained?.removeAttribute("aria-describedby");
  tooltip.hidden = true;
  explained = null;
};
const explain = (element) => {
  if (!element?.dataset.why) return;
  hide();
  explained = element;
  tooltip.textContent = element.dataset.why;
  tooltip.hidden = false;
  element.setAttribute("aria-describedby", tooltip.id);
  const place = element.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = Math.max(8, Math.min(place.left, room - tooltip.offsetWidth - 8));
  const below = place.bottom + 6; // above it, it would hide the name of the row
  const fits = below + tooltip.offsetHeight <= document.documentElement.clientHeight;
  tooltip.style.left = `${left + window.scrollX}px`;
  tooltip.style.top = `${(fits ? below : place.top - tooltip.offsetHeight - 6) + window.scrollY}px`;
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
  const stays = explained === document.activeElement || tooltip.contains(event.relatedTarget);
  if (chanceOf(event) && !stays) hide();
});
tooltip.addEventListener("mouseleave", hide);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
document.addEventListener("input", hide);

// ---- blocks that are too wide scroll, by the keyboard too

const updateScrolling = () => {
  for (const box of document.querySelectorAll(".grid-block, .list-block, .chart-block")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
updateScrolling();
window.addEventListener("resize", updateScrolling);
