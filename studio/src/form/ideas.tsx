// Values to choose from: those of the book's table, and drawn ones. They stay, and more come after them.

import { useEffect, useState } from "preact/hooks";
import { outcomeOf, titled, type Effect, type FormContext, type Option, type Step, type Value } from "./types";

/** What a tray suggests, and what it is for. */
interface TrayProps {
  path: Step[];
  label: string;
  /** The rows of the book's table. */
  options?: Option[];
  /** Whether nothing but a row of the table can be taken. */
  isClosed?: boolean;
  /** Whether values can be drawn. */
  isDrawn?: boolean;
  /** Names that are no ideas, such as the keys that every entry has. */
  known?: string[];
  /** What is typed already: only rows with it are shown, if there are any. */
  typed?: string;
  context: FormContext;
  onTake: (idea: Value) => void;
  /** The path and the value that a row would write, of which the row shows what it would do. */
  written?: (value: Value) => { path: Step[]; value: Value };
}

export function Tray({ path, label, options = [], isClosed = false, isDrawn = false, known = [], typed = "", context, onTake, written }: TrayProps) {
  const [ideas, setIdeas] = useState<Value[]>([]);
  const [round, setRound] = useState(0);
  const [isBookOpen, setBookOpen] = useState(false);
  const more = async () => {
    const drawn = await context.ideas(path, String(round));
    const isNew = (idea: Value) => !known.includes(called(idea)) && !ideas.some((other) => called(other) === called(idea));
    setRound(round + 1);
    setIdeas([...ideas, ...drawn.filter(isNew)]);
  };
  const wanted = typed.trim().toLowerCase();
  const matching = options.filter((option) => `${String(option.value)} ${option.group ?? ""}`.toLowerCase().includes(wanted));
  // What is in no row hides none: who opens the table then looks for the right word.
  const rows = matching.length > 0 ? matching : options;
  const isShown = isBookOpen || (wanted !== "" && (matching.length > 0 || isClosed));
  const take = (value: Value) => {
    setBookOpen(false);
    onTake(value);
  };
  const seek = round === 0 ? "Ideas" : ideas.length > 0 ? "More ideas" : "No ideas";
  return (
    <>
      {options.length > 0 && (
        <button type="button" aria-expanded={isShown} aria-label={`List for ${label}`} onClick={() => setBookOpen(!isBookOpen)}>
          List <span aria-hidden="true">▾</span>
        </button>
      )}
      {isDrawn && (
        <button type="button" aria-label={`${seek} for ${label}`} onClick={() => void more()}>
          {seek}
        </button>
      )}
      {isClosed && matching.length === 0 && <p role="alert">“{typed.trim()}” is not in the list. Choose one of these:</p>}
      {isShown && <Book label={label} rows={rows} context={context} onTake={take} {...(written ? { written } : {})} />}
      {ideas.length > 0 && (
        <ul class="ideas" aria-label={`Ideas for ${label}`}>
          {ideas.map((idea) => (
            <li key={called(idea)}>
              <button type="button" onClick={() => onTake(idea)}>
                {called(idea)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The rows of the book's table, each with what it would do. */
function Book({ label, rows, context, onTake, written }: Pick<TrayProps, "label" | "context" | "onTake" | "written"> & { rows: Option[] }) {
  const [effects, setEffects] = useState<Effect[]>([]);
  useEffect(() => {
    const tried = written ? rows.map(({ value }) => written(value)) : [];
    const path = tried[0]?.path;
    if (!path) return;
    let isWanted = true;
    void context.effects(path, tried.map(({ value }) => value)).then((found) => isWanted && setEffects(found));
    return () => void (isWanted = false);
  }, [context.text, rows.map(({ value }) => String(value)).join()]);
  const groups = new Map<string, number[]>();
  rows.forEach(({ group = "" }, index) => groups.set(group, [...(groups.get(group) ?? []), index]));
  return (
    <div class="book" role="group" aria-label={`Suggestions for ${label}`}>
      {[...groups].map(([group, indexes]) => (
        <section key={group} aria-label={group || "All"}>
          {group && <h4>{titled(group)}</h4>}
          <ul>
            {indexes.map((index) => (
              <li key={String(rows[index]?.value)}>
                <button type="button" onClick={() => onTake(rows[index]?.value ?? null)}>
                  <b>{String(rows[index]?.value)}</b> <small>{rows[index]?.about}</small> <output>{outcomeOf(effects[index])}</output>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The name of a drawn value. */
function called(idea: Value): string {
  if (idea === null || typeof idea !== "object" || Array.isArray(idea)) return String(idea);
  const keys = Object.keys(idea);
  return keys.length === 1 && keys[0] !== "name" ? String(keys[0]) : String(idea["name"] ?? JSON.stringify(idea));
}
