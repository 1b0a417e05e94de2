// Groups of fields, and entries that can be added, named and taken away: skills within skills, weapons, gear.

import { useState } from "preact/hooks";
import { Findings, SingleField } from "./fields";
import { Ideas } from "./ideas";
import { titled, type Change, type Entries, type Field, type FormContext, type Group, type Value } from "./types";

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
      <legend title={field.about}>
        {titled(field.label)} {field.chance && <output>{field.chance}</output>}
      </legend>
      <div class="row">
        <Fields fields={field.fields} context={context} />
      </div>
      <Findings findings={field.findings} />
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

function isFilled(field: Field): boolean {
  if (field.findings.length > 0) return true;
  if (field.kind === "group") return field.fields.some(isFilled);
  if (field.kind === "entries") return field.entries.length > 0;
  return field.value !== null && field.value !== undefined && field.value !== "" && field.value !== false;
}

export function EntriesField({ field, context }: { field: Entries; context: FormContext }) {
  return (
    <fieldset class="entries">
      <legend title={field.about}>
        {titled(field.label)} {field.chance && <output>{field.chance}</output>}
      </legend>
      <EntriesList field={field} context={context} />
    </fieldset>
  );
}

export function EntriesList({ field, context }: { field: Entries; context: FormContext }) {
  return (
    <>
      <Findings findings={field.findings} />
      {field.fields.length > 0 && (
        <div class="row">
          <Fields fields={field.fields} context={context} />
        </div>
      )}
      {field.entries.map((entry) => (
        <Entry key={entry.path.join("/")} entry={entry} isNamed={!field.list} context={context} />
      ))}
      <Adding field={field} context={context} />
    </>
  );
}

function Entry({ entry, isNamed, context }: { entry: Field; isNamed: boolean; context: FormContext }) {
  return (
    <div class="entry">
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
          <SingleField field={{ ...entry, label: isNamed ? "value" : entry.label || "name" }} context={context} />
        )}
      </div>
      <RemoveButton entry={entry} context={context} />
      {entry.kind === "group" && <Findings findings={entry.findings} />}
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
      onChange={(event) => context.change({ path: entry.path, rename: event.currentTarget.value.trim() })}
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
function Adding({ field, context }: { field: Entries; context: FormContext }) {
  const [name, setName] = useState("");
  const key = String(field.path[0]);
  const list = `options-${field.path.join("-")}`;
  const add = (value: Value) => {
    context.change(addition(field, value));
    setName("");
  };
  return (
    <form
      class="adding"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) add(name.trim());
      }}
    >
      <input
        aria-label={`New in ${field.label}`}
        placeholder="add …"
        value={name}
        list={list}
        autocomplete="off"
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <datalist id={list}>
        {field.options?.map((option) => (
          <option value={String(option.value)}>{option.about}</option>
        ))}
      </datalist>
      <button type="submit" disabled={!name.trim()}>
        Add
      </button>
      {field.path.length === 1 && <Ideas name={key} context={context} onTake={add} />}
    </form>
  );
}

/** Return the change that adds an entry: a name with the blank value, or a complete value. */
function addition(field: Entries, value: Value): Change {
  const { path, blank } = field;
  if (!field.list) {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      const [name, inner] = Object.entries(value)[0] ?? ["", null];
      return { path: [...path, name], value: inner };
    }
    return { path: [...path, String(value)], value: blank };
  }
  const isShort = typeof value === "string" && blank !== null && typeof blank === "object" && !Array.isArray(blank);
  const entry: Value = isShort ? { ...(blank as { [key: string]: Value }), name: value } : value;
  if (field.single !== null && field.single !== undefined) return { path, value: [field.single, entry] };
  return { path: [...path, field.entries.length], value: entry };
}
