// The parts of a form for printing, and what the studio replies to it.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { toBase64 } from "./base64";
import { useDialogForm } from "./dialog";
import type { Session } from "./session";

/** An option of printing, as the program declares it. */
export interface PrintOption {
  key: string;
  kind: "flag" | "choice" | "words" | "number" | "text" | "file";
  label: string;
  choices: { name: string; about: string }[];
  /** What the choice of none is called; empty where one of them always holds. */
  none: string;
  usual: string;
  example: string;
  /** The forms that have it, full sheets or cards; empty for both. */
  of: string;
  formats: string[];
  for_press: boolean;
}

export interface Choices {
  formats: string[];
  options: PrintOption[];
}

export interface Printed {
  name: string;
  type: string;
  /** The bytes in base64. */
  data: string;
  problems: string[];
}

/** The fields of some options; `onForm` is called with the form that is chosen. */
export function Fields({ options, onForm }: { options: PrintOption[]; onForm?: (form: string) => void }) {
  return (
    <>
      {options.map((option) => (
        <Field option={option} key={option.key} onChange={option.key === "form" ? onForm : undefined} />
      ))}
    </>
  );
}

function Field(props: { option: PrintOption; onChange?: (value: string) => void }) {
  const { option, onChange } = props;
  const { key: name, label, kind, choices, example } = option;
  const id = useId();
  const [chosen, setChosen] = useState(option.usual);
  if (kind === "flag") {
    return (
      <label class="check">
        <input type="checkbox" name={name} value="yes" /> {label}
      </label>
    );
  }
  if (kind === "words") {
    return (
      <>
        {choices.map((word) => (
          <label class="check" key={word.name}>
            <input type="checkbox" name={name} value={word.name} /> {label}: {word.name}
          </label>
        ))}
      </>
    );
  }
  if (kind === "file") {
    return (
      <label>
        {label}
        <input name={name} type="file" accept={example} />
      </label>
    );
  }
  if (kind === "choice") {
    const choose = (next: string) => {
      setChosen(next);
      onChange?.(next);
    };
    return (
      <label>
        {label}
        <select name={name} value={chosen} aria-describedby={id} onChange={(event) => choose(event.currentTarget.value)}>
          {option.none && <option value="">{option.none}</option>}
          {choices.map((choice) => (
            <option value={choice.name} key={choice.name}>
              {choice.name}
            </option>
          ))}
        </select>
        {/* In the field, it would be cut. */}
        <Remark id={id}>{choices.find((choice) => choice.name === chosen)?.about}</Remark>
      </label>
    );
  }
  return (
    <label>
      {label}
      <input
        name={name}
        type={kind}
        min={kind === "number" ? "0" : undefined}
        aria-describedby={id}
        list={choices.length ? `${id}-list` : undefined}
        placeholder={option.usual}
      />
      <datalist id={`${id}-list`}>
        {choices.map((choice) => (
          <option value={choice.name} key={choice.name} />
        ))}
      </datalist>
      <Remark id={id}>{example}</Remark>
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

/** A dialog that prints the open file; `take` gets what is printed, and the choices. */
export function usePrint(session: Session, onClose: () => void, take: (printed: Printed, values: FormData) => void) {
  const { connection, file } = session;
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    const close = (error: Error) => {
      onClose();
      throw error;
    };
    void session.attempt(async () => setChoices(await connection.ask<Choices>("printing").catch(close)));
  }, []);
  const form = useDialogForm(async (values) => {
    const options = await readOptions(values);
    const printed = await connection.ask<Printed>("print", { file: file?.file, text: await session.settled(), options });
    take(printed, values);
    if (printed.problems.length) throw new Error(printed.problems.join(" "));
  }, onClose);
  return { choices, ...form };
}

/** Return what was chosen; what is not shown for a format or form is not in the form's data. */
async function readOptions(values: FormData): Promise<Record<string, unknown>> {
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
