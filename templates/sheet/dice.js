
// ---- dice: a tap on a chance throws its dice; the throws are kept in this browser, as a log of the evening

const MOST_KEPT = 500; // throws in the log
const startDice = (list) => {
  const logKey = ["chargen", ownName, "throws"].join("/");
  const log = JSON.parse(memory.get(logKey) ?? "[]");
  const button = (label, press) => {
    const made = create("button", "clear", label);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };

  const tray = create("aside", "tray screen-only");
  tray.setAttribute("aria-label", "Dice");
  const thrown = create("div", "thrown");
  thrown.setAttribute("role", "status");
  const lines = create("ol", "log");
  lines.reversed = true;
  const copied = create("output", "copied");
  const shelf = create("div", "shelf");
  // By its name, which the next version of the sheet has, too.
  const again = button("Throw again", () => throwFrom(lastCell()));
  again.classList.add("again");
  const count = button("", () => { shelf.hidden = !shelf.hidden; count.setAttribute("aria-expanded", !shelf.hidden); });
  const close = button("×", () => { tray.classList.remove("open"); open.focus(); });
  const open = button("Dice", () => { tray.classList.add("open"); (again.disabled ? count : again).focus(); });
  open.classList.add("opener");
  close.setAttribute("aria-label", "Close the dice");
  const copy = copyButton("Copy the log", () => logText(), copied);
  const empty = button("Empty it", () => { log.length = 0; keep(); });
  const row = create("p", "presses");
  row.append(again, count, close);
  const below = create("p", "presses");
  below.append(copy, empty);
  shelf.append(lines, below, copied);
  shelf.hidden = true;
  tray.append(thrown, row, shelf);
  document.body.append(tray);
  // In the bar at the top it lies on nothing; a sheet of few parts has no bar.
  (bar.isConnected ? bar : tray).append(open);
  thrown.append(create("p", "thrown-name", "Tap a chance, or the name in its row, to throw its dice."));

  const clock = (time) => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const day = (time) => new Date(time).toLocaleDateString([], { dateStyle: "long" });
  const logText = () => {
    const name = document.querySelector("h1")?.textContent.trim() ?? "";
    return log.map(([time, text], index) => {
      const isNewDay = !index || day(log[index - 1][0]) !== day(time);
      return `${isNewDay ? `${index ? "\n" : ""}${name}, ${day(time)}\n` : ""}${clock(time)} ${text}`;
    }).join("\n");
  };
  const keep = () => {
    if (log.length) memory.set(logKey, JSON.stringify(log.slice(-MOST_KEPT)));
    else memory.remove(logKey);
    showLog();
  };
  const showLog = () => {
    lines.replaceChildren(...log.slice().reverse().map(([time, text]) => {
      const line = create("li", "", text);
      line.prepend(create("time", "", clock(time)), " ");
      return line;
    }));
    lines.start = log.length;
    count.textContent = `Log (${log.length})`;
    copied.textContent = "";
    for (const press of [copy, empty]) press.disabled = !log.length;
    again.disabled = !tray.dataset.last;
  };

  // ---- a throw: what is thrown, the faces, and the outcome with the chance that it had

  const lastCell = () => [...document.querySelectorAll("[data-roll]")].find((cell) => nameOfRoll(cell) === tray.dataset.last);
  const nameOfRoll = (cell) => {
    const row = cell.closest("tr");
    if (!row) return cell.querySelector(".highlight-label").textContent.trim();
    const own = ownText(row.cells[0]);
    const name = /\p{L}/u.test(own) ? own : `${headingOf(cell)} ${own}`.trim(); // some rows are numbers
    const { heading = "", against = "" } = cell.dataset;
    if (cell.matches(".heat")) return [`${ownText(row.closest("table").tHead.rows[0].cells[cell.cellIndex])} ${name}`, against].filter(Boolean).join(", ");
    // A cell with dice, such as damage, is called by them; its outcome says what they are for.
    const damage = /^\d+d\d+\S*/.exec(ownText(cell));
    if (damage) return `${name}, ${damage[0]}`;
    const isMain = cell.matches(".charted") && (against || /^(chance|success)/i.test(heading));
    return [name, isMain ? "" : heading.replace(/^\d+$/, "against $&"), against].filter(Boolean).join(", ");
  };
  // The name in a cell, without the small words below it.
  const ownText = (cell) => [...(cell?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE || node.matches?.(".why"))
    .map((node) => node.textContent).join(" ").trim();

  const throwFrom = (cell) => {
    if (!cell) return;
    tray.dataset.last = nameOfRoll(cell);
    const roll = readRoll(list, Number(cell.dataset.roll));
    const { dice, sum, outcome, wanted } = throwRoll(roll);
    const chance = `${percent(chancesOf(roll).get(outcome), 0)}${THIN_SPACE}%`;
    const name = nameOfRoll(cell);
    const faces = create("p", "faces");
    for (const die of dice) faces.append(dieOf(die, roll.measures), " ");
    const total = / = (\S+)$/.exec(sum)?.[1];
    const bonus = roll.measures?.[0].bonus;
    if (total) faces.append(create("span", "total", `${bonus ? `${bonus < 0 ? "−" : "+"} ${Math.abs(bonus)} ` : ""}= ${total}`));
    const result = create("p", wanted ? "outcome wanted" : "outcome");
    result.append(create("b", "", outcome), ` ${chance}`);
    thrown.replaceChildren(create("p", "thrown-name", name), faces, result);
    tray.classList.add("open");
    log.push([Date.now(), `${name}: ${sum}${sum ? ": " : ""}${outcome} (${chance})`]);
    keep();
    hide();
  };
  const dieOf = ({ shown, number, counts, name }, measures) => {
    const isGood = counts && measures.some(({ worth }) => worth.length && worth[number - 1] > 0);
    const die = create("span", `die${counts ? "" : " unkept"}${isGood ? " good" : ""}${name ? " other" : ""}`, shown.replace(/[()]/g, ""));
    if (name) die.append(create("span", "spoken", ` ${name}`));
    return die;
  };

  // Each roll is a button: its chance, or what is in its cell.
  for (const cell of document.querySelectorAll("[data-roll]")) {
    if (cell.querySelector(".why")) continue;
    const press = create("span", "why");
    press.append(...cell.childNodes);
    press.tabIndex = 0;
    press.setAttribute("role", "button");
    cell.append(press);
  }
  const rollOf = (target) => {
    if (target.closest("input, button, a, label, .written")) return null;
    return target.closest("[data-roll]") ?? target.closest("th")?.closest("tr")?.querySelector(".charted[data-roll], [data-roll]");
  };
  document.addEventListener("click", (event) => { const cell = rollOf(event.target); if (cell) throwFrom(cell); });
  document.addEventListener("keydown", (event) => {
    const cell = event.target.matches?.(".why") && event.target.closest("[data-roll]");
    if (event.key === "Escape") tray.classList.remove("open");
    if (!cell || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    throwFrom(cell);
  });
  window.addEventListener("storage", (event) => {
    if (event.key === logKey || event.key === null) { log.splice(0, log.length, ...JSON.parse(event.newValue ?? "[]")); showLog(); }
  });
  showLog();
};
const rollData = document.querySelector("#rolls");
if (rollData) startDice(JSON.parse(rollData.textContent));
