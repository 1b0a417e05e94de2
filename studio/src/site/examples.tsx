// Characters that come with the site: one of them is the quickest way to see what the page does.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import type { Session } from "../session";
import { EXAMPLES } from "./protocol";
import type { Contents, Store } from "./store";
import { nameOf, placeBeside } from "./transfer";

export interface Example {
  /** The paths of its files: the character comes first. */
  readonly files: readonly string[];
  readonly name: string;
  readonly concept: string;
}

/** Return the examples of the site; a game of one's own may have none. */
export function useExamples(): readonly Example[] {
  const [examples, setExamples] = useState<Example[]>([]);
  const read = async () => {
    const lines = new TextDecoder().decode(await fetchBytes(EXAMPLES)).split("\n");
    setExamples(lines.filter(Boolean).map((line) => JSON.parse(line) as Example));
  };
  // Where it fails, the page goes on without them.
  useEffect(() => void read().catch(() => undefined), []);
  return examples;
}

interface Properties {
  readonly examples: readonly Example[];
  readonly session: Session;
  readonly store: Store;
  onClose(): void;
}

export function Examples({ examples, session, store, onClose }: Properties) {
  const open = ({ files: paths }: Example) =>
    session.attempt(async () => {
      onClose();
      const files: Contents = new Map();
      for (const path of paths) files.set(nameOf(path), await fetchBytes(path));
      const added = placeBeside(files, await store.all());
      await session.connection.put(added);
      await session.openNew([...added.keys()][0] ?? nameOf(paths[0] ?? ""));
      await session.renewFiles();
    });
  // In the order of the games: the one that takes the fewest steps first.
  const placeOf = (folder: string) => (session.games.findIndex((game) => game.key === folder) + 1) || Infinity;
  return (
    <Dialog title="Begin with an example" isWide onClose={onClose}>
      <p>Choose a character to look at and to change, or close this and make a new one.</p>
      {[...byFolder(examples)].sort(([one], [other]) => placeOf(one) - placeOf(other)).map(([folder, inside]) => (
        <section key={folder}>
          <h3>{session.games.find((game) => game.key === folder)?.title ?? inWords(folder)}</h3>
          <ul class="examples">
            {inside.map((example) => (
              <li key={example.files[0]}>
                <button type="button" onClick={() => void open(example)}>
                  <b>{example.name}</b> <small>{example.concept}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

async function fetchBytes(path: string): Promise<Uint8Array> {
  const response = await fetch(path).catch(() => null); // without a network
  if (!response?.ok) throw new Error(`${nameOf(path)} cannot be fetched now. Try again later.`);
  return new Uint8Array(await response.arrayBuffer());
}

const inWords = (key: string) => key.replaceAll("-", " ");

/** Group examples by game: that of `examples/facade/gate-warden.yaml` is `facade`. */
function byFolder(examples: readonly Example[]): Map<string, Example[]> {
  const folders = new Map<string, Example[]>();
  for (const example of examples) {
    const folder = example.files[0]?.split("/").at(-2) ?? "";
    folders.set(folder, [...(folders.get(folder) ?? []), example]);
  }
  return folders;
}
