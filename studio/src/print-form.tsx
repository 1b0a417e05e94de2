// The parts of a form for printing, and what the studio replies to it.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { toBase64 } from "./base64";

interface Described {
  name: string;
  about: string;
}

export interface Choices {
  formats: string[];
  forms: Described[];
  papers: string[];
  themes: string[];
  inks: Described[];
  pages: string[];
  edges: string[];
  marks: string[];
  standards: string[];
}

export interface Printed {
  name: string;
  type: string;
  /** The bytes in base64. */
  data: string;
  problems: string[];
}

export function Choice(props: {
  label: string;
  name: string;
  value?: string;
  onChange?: (value: string) => void;
  /** What each word means. */
  words?: Described[];
  children: ComponentChildren;
}) {
  const { label, name, value, onChange, words = [], children } = props;
  const id = useId();
  const [chosen, setChosen] = useState(value ?? words[0]?.name ?? "");
  const choose = (next: string) => {
    setChosen(next);
    onChange?.(next);
  };
  return (
    <label>
      {label}
      <select name={name} value={value} aria-describedby={id} onChange={(event) => choose(event.currentTarget.value)}>
        {children}
      </select>
      {/* In the field, it would be cut. */}
      <Remark id={id}>{words.find(({ name }) => name === (value ?? chosen))?.about}</Remark>
    </label>
  );
}

/** A remark on the field of a label, which is no part of its name. */
export function Remark({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <small id={id} aria-hidden="true">
      {children}
    </small>
  );
}

export function Words({ words }: { words: string[] }) {
  return (
    <>
      {words.map((word) => (
        <option value={word} key={word}>
          {word}
        </option>
      ))}
    </>
  );
}

export function DescribedWords({ words }: { words: Described[] }) {
  return (
    <>
      {words.map(({ name }) => (
        <option value={name} key={name}>
          {name}
        </option>
      ))}
    </>
  );
}

export function Check({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value="yes" /> {children}
    </label>
  );
}

/** Return what was chosen; what is not shown for a format or form is not in the form's data. */
export async function readOptions(form: HTMLFormElement): Promise<Record<string, unknown>> {
  const values = new FormData(form);
  const options: Record<string, unknown> = {};
  for (const [name, value] of values) {
    if (value instanceof File) {
      if (value.size) options[name] = toBase64(new Uint8Array(await value.arrayBuffer()));
    } else if (name === "marks") {
      options[name] = values.getAll(name);
    } else if (value) {
      options[name] = value === "yes" ? true : value;
    }
  }
  return options;
}
