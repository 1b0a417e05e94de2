// Characters that come with the site: one of them is the quickest way to see what the page does.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import type { Session } from "../session";
import type { FileText } from "../types";
import { EXAMPLES } from "./protocol";

export function Examples({ session, onClose }: { session: Session; onClose: () => void }) {
  const [paths, setPaths] = useState<string[]>([]);
  useEffect(
    () => void fetch(EXAMPLES).then(async (list) => setPaths(list.ok ? (await list.text()).trim().split("\n") : [])),
    [],
  );
  const open = (path: string) =>
    session.attempt(async () => {
      onClose();
      const text = await (await fetch(path)).text();
      const copied = await session.connection.ask<FileText>("copy", { file: path.slice(path.lastIndexOf("/") + 1), text });
      await session.renewFiles();
      await session.open(copied.file);
    });
  return (
    <Dialog title="Begin with an example" onClose={onClose}>
      <p>Choose a character to look at and to change, or close this and make a new one.</p>
      <ul class="examples">
        {paths.map((path) => (
          <li key={path}>
            <button type="button" onClick={() => void open(path)}>
              {path.replace(/^examples\//, "").replace(/\.ya?ml$/, "")}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
