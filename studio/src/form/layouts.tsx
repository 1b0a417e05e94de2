// Layouts that games declare: a ranking, a grid, sliders, bars.

import { useState } from "preact/hooks";
import { draggable } from "./drag";
import { AnyField, EntriesList, Fields, NameInput, RemoveButton } from "./entries";
import { Effects, NumberInput, setField, useEffects } from "./fields";
import { Findings, SurpriseButton } from "./help";
import { signed, titled, type Change, type Entries, type Field, type FormContext, type Group, type LayoutOf, type Single, type Value } from "./types";

/** Return the field that holds the value of an entry. */
function valueOf(entry: Field): Single | null {
  if (entry.kind === "group") return (entry.fields.find((field) => field.label === entry.main) as Single) ?? null;
  return entry.kind === "entries" ? null : entry;
}

// ---------------------------------------------------------------- ranking

interface Card {
  label: string;
  field: Single;
  entry: Field;
}

/** Names and further values in the order of their importance; each place has its value. */
export function Ranking(props: { layout: LayoutOf<"ranking">; fields: Field[]; context: FormContext }) {
  const { layout, fields, context } = props;
  const entries = fields.find((field) => field.path[0] === layout.key) as Entries;
  const cards: Card[] = [];
  for (const entry of entries.entries) {
    const field = valueOf(entry);
    if (field) cards.push({ label: entry.label, field, entry });
  }
  for (const key of layout.also) {
    const field = fields.find((other) => other.path[0] === key) as Single;
    cards.push({ label: field.label, field, entry: field });
  }
  const number = (card: Card) => (typeof card.field.value === "number" ? card.field.value : -Infinity);
  cards.sort((one, other) => number(other) - number(one));

  // A new entry gets the first value that no other one has.
  const left = [...layout.values];
  for (const card of cards) {
    const place = left.indexOf(number(card));
    if (place >= 0) left.splice(place, 1);
  }
  const free = left[0];
  const main = entries.entries.map((entry) => (entry.kind === "group" ? entry.main : "")).find(Boolean);
  const inFreePlace = (idea: Value): Value =>
    main && free !== undefined && idea !== null && typeof idea === "object" && !Array.isArray(idea) ? { ...idea, [main]: free } : (free ?? idea);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= cards.length || from === to) return;
    const order = [...cards];
    order.splice(to, 0, ...order.splice(from, 1));
    const changes: Change[] = [];
    // What has no value yet gets none where another card is moved.
    const ranked = order.filter((card) => card === cards[from] || card.field.value !== null);
    ranked.forEach((card, place) => {
      const value = layout.values[place];
      if (value !== undefined && card.field.value !== value) {
        changes.push({ path: card.field.path, value });
      }
    });
    context.change(...changes);
  };

  /** Move a card to the next place of another value: among equal values the order says nothing. */
  const step = (place: number, by: 1 | -1) => {
    let to = place + by;
    while (to > 0 && to < cards.length - 1 && layout.values[to] === layout.values[place]) to += by;
    move(place, to);
  };

  return (
    <>
      <p class="about">Put what matters most at the top: drag, or use the arrows.</p>
      <ol class="ranking">
        {cards.map((card, place) => (
          <li
            key={card.entry.path.join("/")}
            aria-label={card.label}
            data-drop={place}
            onPointerDown={draggable((target) => move(place, Number(target)))}
          >
            <span class="grip" aria-hidden="true">
              ⠿
            </span>
            <b class="slot">{typeof card.field.value === "number" ? signed(card.field.value) : "–"}</b>
            <span class="arrows">
              <button type="button" aria-label={`${card.label}: up`} disabled={place === 0} onClick={() => step(place, -1)}>
                ▲
              </button>
              <button
                type="button"
                aria-label={`${card.label}: down`}
                disabled={place === cards.length - 1}
                onClick={() => step(place, 1)}
              >
                ▼
              </button>
            </span>
            <RankedEntry card={card} layout={layout} context={context} isFixed={layout.also.includes(String(card.entry.path[0]))} />
            {card.field.value === null && free !== undefined && (
              <button type="button" onClick={() => context.change({ path: card.field.path, value: free })}>
                Give it {signed(free)}
              </button>
            )}
            <output>{card.entry.chance}</output>
            <Findings findings={[...card.field.findings, ...(card.entry === card.field ? [] : card.entry.findings)]} context={context} />
          </li>
        ))}
      </ol>
      {free === undefined ? (
        <p class="about">All places are taken: remove a line to add another, or write over a name.</p>
      ) : (
        <EntriesList field={{ ...entries, entries: [], blank: free }} context={context} adapt={inFreePlace} />
      )}
    </>
  );
}

function RankedEntry(props: { card: Card; layout: LayoutOf<"ranking">; context: FormContext; isFixed: boolean }) {
  const { card, layout, context, isFixed } = props;
  if (isFixed) return <span class="name">{titled(card.label)}</span>;
  const marks = card.entry.kind === "group" ? card.entry.fields.filter((field) => field.kind === "choice") : [];
  return (
    <>
      <NameInput entry={card.entry} context={context} />
      {marks.slice(0, 1).map((field) => (
        <AnyField field={{ ...field, label: layout.improves || field.label }} context={context} />
      ))}
      <SurpriseButton path={card.entry.path} label={card.label} context={context} />
      <RemoveButton entry={card.entry} context={context} />
    </>
  );
}

// ---------------------------------------------------------------- grid

/** Two mappings of numbers crossed: every cell is a roll. */
export function Grid(props: { layout: LayoutOf<"grid">; columns: Group; rows: Group; context: FormContext }) {
  const { layout, context } = props;
  const columns = props.columns.fields as Single[];
  const rows = props.rows.fields as Single[];
  const difficulties = [...new Set(Object.values(layout.cells).flatMap((cell) => Object.keys(cell.chances)))].sort(
    (one, other) => numberIn(one) - numberIn(other),
  );
  const [place, setPlace] = useState<number | null>(null);
  const index = place ?? Math.max(difficulties.indexOf(layout.usual), 0);
  const difficulty = difficulties[index] ?? "";
  const set = (single: Single) => (value: Value) => setField(context, single, value);
  return (
    <>
      {difficulties.length > 1 && (
        <label class="difficulty">
          {difficulty.replace("_", " ").toUpperCase()}
          <input
            type="range"
            min={0}
            max={difficulties.length - 1}
            value={index}
            onInput={(event) => setPlace(Number(event.currentTarget.value))}
          />
        </label>
      )}
      <div class="scrolling">
        <table class="grid">
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th scope="col" title={column.about}>
                  {titled(column.label)}
                  <NumberInput field={column} context={context} onSet={set(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row" title={row.about}>
                  {titled(row.label)}
                  <NumberInput field={row} context={context} onSet={set(row)} />
                </th>
                {columns.map((column) => {
                  const cell = layout.cells[`${column.label} ${row.label}`.toLowerCase()];
                  const chance = cell?.chances[difficulty];
                  return (
                    <td style={{ "--chance": `${(chance ?? 0) * 100}%` }}>
                      {chance !== undefined && <b>{percent(chance)}</b>} <small>{cell?.dice}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Findings findings={[...[...columns, ...rows].flatMap(({ findings }) => findings), ...props.rows.findings]} context={context} />
    </>
  );
}

const numberIn = (name: string) => Number(name.match(/\d+/)?.[0] ?? 0);
const percent = (chance: number) => `${Math.round(chance * 100)} %`;

// ---------------------------------------------------------------- sliders

/** Groups of numbers as sliders, with the price of each step. */
export function Sliders({ layout, field, context }: { layout: LayoutOf<"sliders">; field: Group; context: FormContext }) {
  const highest = layout.costs.length - 1;
  return (
    <div class="sliders">
      {(field.fields as Group[]).map((group) => (
        <section aria-label={group.label}>
          <h3 title={group.about}>
            {titled(group.label)} <b>{(group.fields as Single[]).reduce((sum, single) => sum + Number(single.value ?? 0), 0)}</b>{" "}
            <SurpriseButton path={group.path} label={group.label} context={context} />
          </h3>
          {(group.fields as Single[]).map((single) => (
            <Slider single={single} highest={highest} costs={layout.costs} context={context} />
          ))}
          <Findings findings={group.findings} context={context} />
        </section>
      ))}
    </div>
  );
}

function Slider(props: { single: Single; highest: number; costs: number[]; context: FormContext }) {
  const { single, highest, costs, context } = props;
  const value = Number(single.value ?? 0);
  const step = (costs[value + 1] ?? 0) - (costs[value] ?? 0);
  const steps = [value - 1, value + 1].filter((other) => other >= 0 && other <= highest);
  const { effects, watched } = useEffects(context, single.path, steps);
  const set = (next: Value) => setField(context, single, next);
  return (
    <div class="slider" {...watched}>
      <label>
        <span>
          {titled(single.label)} <b>{value}</b>
        </span>
        <input
          type="range"
          min={0}
          max={highest}
          value={value}
          title={single.about}
          onChange={(event) => set(Number(event.currentTarget.value))}
        />
      </label>
      <small>
        costs {costs[value]}
        {value < highest && `, next +${step}`}
      </small>
      <Effects effects={effects} present={value} context={context} onSet={set} />
      <Findings findings={single.findings} context={context} />
    </div>
  );
}

// ---------------------------------------------------------------- bars

/** Entries whose level is a range of sums; a tap on a sum makes the range end there. */
export function Bars({ layout, field, context }: { layout: LayoutOf<"bars">; field: Entries; context: FormContext }) {
  return (
    <>
      <ul class="bars">
        {field.entries.map((entry) => (
          <BarEntry key={entry.label} layout={layout} entry={entry} context={context} />
        ))}
      </ul>
      <EntriesList field={{ ...field, entries: [] }} context={context} />
    </>
  );
}

function BarEntry({ layout, entry, context }: { layout: LayoutOf<"bars">; entry: Field; context: FormContext }) {
  const [all, setAll] = useState(false);
  const single = valueOf(entry);
  const levels = Object.entries(layout.ranges);
  const set = (sum: number) => {
    const level = levels.find(([, range]) => range[1] === sum)?.[0];
    if (single && level !== undefined) context.change({ path: single.path, value: Number(level) });
  };
  return (
    <li aria-label={entry.label}>
      <NameInput entry={entry} context={context} />
      <Bar layout={layout} label={entry.label} onSet={set} ends={levels.map(([, range]) => range[1])} />
      <output title={entry.dice}>{entry.chance}</output>
      <button type="button" aria-expanded={all} aria-label={`More of ${entry.label}`} onClick={() => setAll(!all)}>
        …
      </button>
      <RemoveButton entry={entry} context={context} />
      {entry.fact && <span class="about">{entry.fact}</span>}
      {all && entry.kind === "group" && (
        <div class="row">
          <Fields fields={entry.fields} context={context} />
          <SurpriseButton path={entry.path} label={entry.label} context={context} />
        </div>
      )}
      <Findings findings={[...entry.findings, ...(single && single !== entry ? single.findings : [])]} context={context} />
    </li>
  );
}

function Bar(props: { layout: LayoutOf<"bars">; label: string; ends: number[]; onSet: (sum: number) => void }) {
  const { low, high, rolled } = props.layout;
  const [start = 0, end = -1] = rolled[props.label] ?? [];
  const sums = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  return (
    <span class="sums" role="group" aria-label={`Range of ${props.label}: ${end < start ? "none" : `${start} to ${end}`}`}>
      {sums.map((sum) => (
        <button
          type="button"
          class={sum >= start && sum <= end ? "in" : ""}
          disabled={!props.ends.includes(sum)}
          aria-label={`up to ${sum}`}
          onClick={() => props.onSet(sum)}
        >
          {sum}
        </button>
      ))}
    </span>
  );
}
