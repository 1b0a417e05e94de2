// Groups of fields, and entries that can be added, named and taken away: skills within skills, weapons, gear.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { SingleField } from "./fields";
import { Findings, Help, SurpriseButton } from "./help";
import { Tray } from "./ideas";
import { titled, type Change, type Entries, type Field, type FormContext, type Group, type Value } from "./types";

/** The sections that nothing can be drawn for: what the table decides, and what play changes. */
export const OF_THE_TABLE = ["rules", "waive", "stated", "state"];

/** The number of fields of one kind that are all shown, filled or not. */
const FEW = 6;

export function AnyField({ field, context }: { field: Field; context: FormContext }) {
  if (field.kind === "group") return <GroupField field={field} context={context} />;
  if (field.kind === "entries") return <EntriesField field={field} context={context} />;
  return <SingleField field={field} context={context} />;
}

export function GroupField({ field, context }: { field: Group; context: FormContext }) {
  return (
    <fieldset>
      <legend>
        {titled(field.label)} {field.chance && <output>{field.chance}</output>} <Help field={field} context={context} />
      </legend>
      <div class="row">
        <Fields fields={field.fields} context={context} />
      </div>
      <Findings findings={field.findings} context={context} />
    </fieldset>
  );
}

/** Fields of which those that are empty, and not the first two, wait behind a button. */
export function Fields({ fields, context }: { fields: Field[]; context: FormContext }) {
  const [all, setAll] = useState(false);
  const isShown = (field: Field, index: number) =>
    all || index < 2 || isFilled(field) || (fields.length <= FEW && fields.every((other) => other.kind === field.kind));
  const shown = fields.filter(isShown);
  return (
    <>
      {shown.map((field) => (
        <AnyField key={field.path.join("/")} field={field} context={context} />
      ))}
      {shown.length < fields.length && (
        <button type="button" class="more" onClick={() => setAll(true)}>
          more …
        </button>
      )}
    </>
  );
}

export function isFilled(field: Field): boolean {
  if (field.findings.some(({ severity }) => severity !== "note")) return true;
  if (field.kind === "group") return field.fields.some(isFilled);
  if (field.kind === "entries") return field.entries.length > 0 || field.fields.some(isFilled);
  if (field.kind === "switch") return field.value !== (field.usual ?? false);
  return field.value !== null && field.value !== undefined && field.value !== "" && field.value !== false;
}

export function EntriesField({ field, context }: { field: Entries; context: FormContext }) {
  return (
    <fieldset class="entries">
      <legend>
        {titled(field.label)} {field.chance && <output>{field.chance}</output>} <Help field={field} context={context} />
      </legend>
      <Findings findings={field.findings} context={context} />
      <EntriesList field={field} context={context} />
    </fieldset>
  );
}

interface ListProps {
  field: Entries;
  context: FormContext;
  /** What is shown after each entry. */
  after?: (entry: Field, index: number) => ComponentChildren;
  /** What a drawn entry becomes before it is added. */
  adapt?: (idea: Value) => Value;
}

export function EntriesList({ field, context, after, adapt }: ListProps) {
  return (
    <>
      {field.fields.length > 0 && (
        <div class="row">
          <Fields fields={field.fields} context={context} />
        </div>
      )}
      {field.entries.map((entry, index) => (
        <Entry key={entry.path.join("/")} entry={entry} isNamed={!field.list} context={context}>
          {after?.(entry, index)}
        </Entry>
      ))}
      {(!field.closed || !!field.options?.length) && <Adding field={field} context={context} {...(adapt ? { adapt } : {})} />}
    </>
  );
}

function Entry(props: { entry: Field; isNamed: boolean; context: FormContext; children?: ComponentChildren }) {
  const { entry, isNamed, context, children } = props;
  return (
    // Its fields are called as those of its neighbours are: the group says whose they are.
    <div class="entry" role="group" aria-label={entry.label}>
      {isNamed && (
        <div class="entry-head">
          <NameInput entry={entry} context={context} />
          {entry.kind !== "number" && entry.chance && <output>{entry.chance}</output>}
        </div>
      )}
      <div class="row">
        {entry.kind === "group" ? (
          <Fields fields={entry.fields} context={context} />
        ) : entry.kind === "entries" ? (
          <EntriesList field={entry} context={context} />
        ) : (
          <SingleField field={{ ...entry, label: isNamed ? "value" : entry.label || "name", fact: "" }} context={context} />
        )}
        {entry.fact && <span class="fact">{entry.fact}</span>}
      </div>
      {children}
      <span class="entry-end">
        {entry.path.length === 2 && !OF_THE_TABLE.includes(String(entry.path[0])) && <SurpriseButton path={entry.path} label={entry.label} context={context} />}
        <RemoveButton entry={entry} context={context} />
      </span>
      {(entry.kind === "group" || entry.kind === "entries") && <Findings findings={entry.findings} context={context} />}
    </div>
  );
}

export function NameInput({ entry, context }: { entry: Field; context: FormContext }) {
  return (
    <input
      class="name"
      aria-label={`Name of ${entry.label}`}
      key={entry.label}
      defaultValue={entry.label}
      onChange={(event) => {
        const name = event.currentTarget.value.trim();
        if (name) context.change({ path: entry.path, rename: name });
        else event.currentTarget.value = entry.label; // an entry without a name could not be found again
      }}
    />
  );
}

export function RemoveButton({ entry, context }: { entry: Field; context: FormContext }) {
  return (
    <button
      type="button"
      class="remove"
      aria-label={`Remove ${entry.label}`}
      title={`Remove ${entry.label}`}
      onClick={() => context.change({ path: entry.path, remove: true })}
    >
      ×
    </button>
  );
}

/** Add an entry of one's own, one of the book's table, or one of the drawn ideas. */
export function Adding({ field, context, adapt = (idea) => idea }: Omit<ListProps, "after">) {
  const [name, setName] = useState("");
  const typed = name.trim();
  // Where words of one's own are errors, only a name of the list is taken.
  const taken = field.closed ? field.options?.find(({ value }) => String(value).toLowerCase() === typed.toLowerCase())?.value : typed;
  const add = (value: Value) => {
    context.change(addition(field, value, adapt));
    setName("");
  };
  return (
    <form
      class="adding"
      onSubmit={(event) => {
        event.preventDefault();
        if (taken) add(taken);
      }}
    >
      <input
        aria-label={`New in ${field.label}`}
        placeholder={field.closed ? "look for …" : "your own words …"}
        value={name}
        autocomplete="off"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={!taken}>
        Add
      </button>
      <Tray
        path={field.path}
        label={field.label}
        options={field.options ?? []}
        isClosed={!!field.closed}
        isDrawn={!field.path.some((step) => typeof step === "number") && !OF_THE_TABLE.includes(String(field.path[0]))}
        known={[...field.fields, ...(field.list ? [] : field.entries)].map((inner) => inner.label)}
        typed={name}
        context={context}
        onTake={add}
        {...(field.list ? { written: (value: Value) => addition(field, value, adapt) } : {})}
      />
    </form>
  );
}

/** Return the change that adds an entry: a name with the blank value, or a complete value. */
function addition(field: Entries, value: Value, adapt: (idea: Value) => Value): Change & { value: Value } {
  const { path, blank } = field;
  if (!field.list) {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      const [name, inner] = Object.entries(value)[0] ?? ["", null];
      return { path: [...path, name], value: adapt(inner), isNew: true };
    }
    return { path: [...path, String(value)], value: blank, isNew: true };
  }
  const isShort = typeof value === "string" && blank !== null && typeof blank === "object" && !Array.isArray(blank);
  const isNumber = typeof value === "string" && blank === null && /^[-−]?\d+$/.test(value);
  const entry: Value = isShort
    ? { ...(blank as { [key: string]: Value }), [field.named || "name"]: value }
    : isNumber
      ? Number(value.replace("−", "-"))
      : Array.isArray(blank) && !Array.isArray(value)
        ? [value]
        : value;
  // The studio puts it behind those that are there by then: this form may be behind.
  return { path: [...path, field.entries.length], value: entry, isNew: true };
}
