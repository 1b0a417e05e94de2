// Drawn values to choose from: they stay, and more come after them.

import { useState } from "preact/hooks";
import type { FormContext, Value } from "./types";

export function Ideas({ name, context, onTake }: { name: string; context: FormContext; onTake: (idea: Value) => void }) {
  const [ideas, setIdeas] = useState<Value[]>([]);
  const [round, setRound] = useState(0);
  const more = async () => {
    const drawn = await context.ideas(name, String(round));
    setRound(round + 1);
    setIdeas([...ideas, ...drawn.filter((idea) => !ideas.some((other) => called(other) === called(idea)))]);
  };
  return (
    <>
      <button type="button" aria-label={`Ideas for ${name}`} onClick={() => void more()}>
        {ideas.length > 0 ? "More ideas" : "Ideas"}
      </button>
      {ideas.length > 0 && (
        <ul class="ideas" aria-label={`Ideas for ${name}`}>
          {ideas.map((idea) => (
            <li>
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
