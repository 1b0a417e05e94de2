// Entries within entries, such as skills within skills: a line each, with its number, its price and its roll.

import { useState } from "preact/hooks";
import { Adding, AnyField, NameInput, RemoveButton } from "./entries";
import { NumberInput, setField } from "./fields";
import { Findings, SurpriseButton } from "./help";
import type { Entries, Field, FormContext, LayoutOf, Single } from "./types";

export function Outline({ layout, field, context }: { layout: LayoutOf<"outline">; field: Entries; context: FormContext }) {
  return (
    <>
      <ul class="outline">
        {field.entries.map((entry) => (
          <Line key={entry.path.join("/")} entry={entry} depth={0} layout={layout} context={context} />
        ))}
      </ul>
      <Adding field={field} context={context} />
    </>
  );
}

function Line(props: { entry: Field; depth: number; layout: LayoutOf<"outline">; context: FormContext }) {
  const { entry, depth, layout, context } = props;
  const [isOpen, setOpen] = useState(false);
  const listed = "fields" in entry ? entry.fields : [];
  const inner = entry.kind === "entries" ? entry.entries : [];
  const number = listed.find((field) => field.label === layout.numbers[depth]) as Single | undefined;
  // The keys of other heights and other methods would only confuse.
  const details = listed.filter((field) => field !== number && !layout.numbers.includes(field.label) && isUsed(field));
  const mayHold = entry.kind === "entries";
  return (
    <li aria-label={entry.label}>
      <div class="outline-line">
        <NameInput entry={entry} context={context} />
        {number && <NumberInput field={number} label={entry.label} context={context} onSet={(value) => setField(context, number, value)} />}
        <span class="about">{entry.fact}</span>
        {entry.chance && <output title={entry.dice}>{entry.chance}</output>}
        {entry.dice && <small class="dice">{entry.dice}</small>}
        <button type="button" aria-expanded={isOpen} aria-label={`More of ${entry.label}`} onClick={() => setOpen(!isOpen)}>
          …
        </button>
      </div>
      {isOpen && (
        <div class="row details">
          {details.map((field) => (
            <AnyField field={field} context={context} />
          ))}
          {mayHold && <Adding field={entry as Entries} context={context} />}
          <SurpriseButton path={entry.path} label={entry.label} context={context} />
          <RemoveButton entry={entry} context={context} />
        </div>
      )}
      <Findings findings={[...entry.findings, ...listed.flatMap((field) => (isOpen && details.includes(field) ? [] : field.findings))]} context={context} />
      {inner.length > 0 && (
        <ul>
          {inner.map((child) => (
            <Line key={child.path.join("/")} entry={child} depth={depth + 1} layout={layout} context={context} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A number of another method is not offered, but shown where the file has it. */
const isUsed = (field: Field) => field.kind !== "number" || field.value !== null;
