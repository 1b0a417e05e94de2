// Characters that come with the site: one of them is the quickest way to see what the page does.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import type { Session } from "../session";
import { EXAMPLES } from "./protocol";
import type { Store } from "./store";
import { placeBeside } from "./transfer";

export function Examples({ session, store, onClose }: { session: Session; store: Store; onClose: () => void }) {
  const [paths, setPaths] = useState<string[]>([]);
  useEffect(
    () => void fetch(EXAMPLES).then(async (list) => setPaths(list.ok ? (await list.text()).trim().split("\n") : [])),
    [],
  );
  const open = (path: string) =>
    session.attempt(async () => {
      onClose();
      const [folder, name] = [path.slice(0, path.lastIndexOf("/") + 1), path.slice(path.lastIndexOf("/") + 1)];
      const content = await fetchBytes(path);
      const portrait = /^portrait: *([\w.-]+)$/m.exec(new TextDecoder().decode(content))?.[1];
      const files = new Map([[name, content]]);
      if (portrait) files.set(portrait, await fetchBytes(folder + portrait));
      const added = placeBeside(files, await store.all());
      await session.connection.put(added);
      await session.open([...added.keys()].find((each) => each !== portrait) ?? name);
      await session.renewFiles();
    });
  return (
    <Dialog title="Begin with an example" isWide onClose={onClose}>
      <p>Choose a character to look at and to change, or close this and make a new one.</p>
      {[...byFolder(paths)].map(([folder, inside]) => (
        <section key={folder}>
          <h3>{folder}</h3>
          <ul class="examples">
            {inside.map((path) => (
              <li key={path}>
                <button type="button" onClick={() => void open(path)}>
                  {nameOf(path)}
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

/** Return a path's last part in words: `examples/facade/gate-warden.yaml` is `gate warden`. */
const nameOf = (path: string) => inWords(path.slice(path.lastIndexOf("/") + 1).replace(/\.ya?ml$/, ""));
const inWords = (key: string) => key.replaceAll("-", " ");

function byFolder(paths: string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = inWords(path.split("/").at(-2) ?? "");
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return folders;
}
