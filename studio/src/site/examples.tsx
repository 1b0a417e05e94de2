// Characters that come with the site: one of them is the quickest way to see what the page does.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import type { Session } from "../session";
import { EXAMPLES } from "./protocol";
import type { Contents, Store } from "./store";
import { nameOf, placeBeside } from "./transfer";

/** Of each example, the paths of its files: the character comes first. */
export type Example = readonly string[];

/** Return the examples of the site; a game of one's own may have none. */
export function useExamples(): readonly Example[] {
  const [examples, setExamples] = useState<Example[]>([]);
  const read = async () => {
    const lines = new TextDecoder().decode(await fetchBytes(EXAMPLES)).split("\n");
    setExamples(lines.filter(Boolean).map((line) => line.split("\t")));
  };
  useEffect(() => void read(), []);
  return examples;
}

interface Properties {
  readonly examples: readonly Example[];
  readonly session: Session;
  readonly store: Store;
  onClose(): void;
}

export function Examples({ examples, session, store, onClose }: Properties) {
  const open = (paths: Example) =>
    session.attempt(async () => {
      onClose();
      const files: Contents = new Map();
      for (const path of paths) files.set(nameOf(path), await fetchBytes(path));
      const added = placeBeside(files, await store.all());
      await session.connection.put(added);
      await session.openNew([...added.keys()][0] ?? nameOf(paths[0] ?? ""));
      await session.renewFiles();
    });
  return (
    <Dialog title="Begin with an example" isWide onClose={onClose}>
      <p>Choose a character to look at and to change, or close this and make a new one.</p>
      {[...byFolder(examples)].map(([folder, inside]) => (
        <section key={folder}>
          <h3>{session.games.find((game) => game.key === folder)?.title ?? inWords(folder)}</h3>
          <ul class="examples">
            {inside.map((paths) => (
              <li key={paths[0]}>
                <button type="button" onClick={() => void open(paths)}>
                  {inWords(nameOf(paths[0] ?? "").replace(/\.ya?ml$/, ""))}
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
  return new Uint8Array(await (await fetch(path)).arrayBuffer());
}

const inWords = (key: string) => key.replaceAll("-", " ");

/** Group examples by game: that of `examples/facade/gate-warden.yaml` is `facade`. */
function byFolder(examples: readonly Example[]): Map<string, Example[]> {
  const folders = new Map<string, Example[]>();
  for (const paths of examples) {
    const folder = paths[0]?.split("/").at(-2) ?? "";
    folders.set(folder, [...(folders.get(folder) ?? []), paths]);
  }
  return folders;
}
