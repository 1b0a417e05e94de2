// Values to choose from: those of the book's table, and drawn ones. They stay, and more come after them.

import { useState } from "preact/hooks";
import type { FormContext, Option, Step, Value } from "./types";

/** What a tray suggests, and what it is for. */
interface TrayProps {
  path: Step[];
  label: string;
  /** The rows of the book's table. */
  options?: Option[];
  /** Whether values can be drawn. */
  isDrawn?: boolean;
  /** Names that are no ideas, such as the keys that every entry has. */
  known?: string[];
  /** What is typed already: only rows with it are shown. */
  typed?: string;
  context: FormContext;
  onTake: (idea: Value) => void;
}

export function Tray({ path, label, options = [], isDrawn = false, known = [], typed = "", context, onTake }: TrayProps) {
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
  const rows = options.filter((option) => `${String(option.value)} ${option.about}`.toLowerCase().includes(wanted));
  return (
    <>
      {options.length > 0 && (
        <button type="button" aria-expanded={isBookOpen} aria-label={`Suggestions for ${label}`} onClick={() => setBookOpen(!isBookOpen)}>
          List ▾
        </button>
      )}
      {isDrawn && (
        <button type="button" aria-label={`Ideas for ${label}`} onClick={() => void more()}>
          {round === 0 ? "Ideas" : ideas.length > 0 ? "More ideas" : "No ideas"}
        </button>
      )}
      {isBookOpen && (
        <ul class="book" aria-label={`Suggestions for ${label}`}>
          {(rows.length > 0 ? rows : options).map((option) => (
            <li key={String(option.value)}>
              <button type="button" onClick={() => onTake(option.value)}>
                <b>{String(option.value)}</b> <small>{option.about}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
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

/** The name of a drawn value. */
function called(idea: Value): string {
  if (idea === null || typeof idea !== "object" || Array.isArray(idea)) return String(idea);
  const keys = Object.keys(idea);
  return keys.length === 1 && keys[0] !== "name" ? String(keys[0]) : String(idea["name"] ?? JSON.stringify(idea));
}
