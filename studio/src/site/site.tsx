// The page of `chargen site`: the studio with a worker in the place of a server, and the files in the browser.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Connection } from "../connection";
import type { Editor } from "../editor";
import { Studio } from "../studio";
import type { Opened } from "../types";
import { carry } from "./carrier";
import type { Progress } from "./protocol";
import { StartPage } from "./start";
import { type Contents, openStore, type Store } from "./store";
import { StoreContext, Tools } from "./tools";
import "./site.css";

/** The name of the site; the title of the window has that of the character, too. */
const TITLE = document.title;

interface Ready {
  readonly connection: Connection;
  readonly opened: Opened;
  /** Where the user was writing while the rules were loaded. */
  readonly cursor: number | null;
}

function Site({ store, files }: { store: Store; files: Contents }) {
  const [progress, setProgress] = useState<Progress>({ what: "Starting", done: 0, total: 1 });
  const [ready, setReady] = useState<Ready | null>(null);
  const [failure, setFailure] = useState("");
  const early = useRef<Editor | null>(null);
  useEffect(() => {
    const start = async () => {
      const connection = await Connection.open(carry(setProgress));
      const opened = await connection.ask<Opened>("open");
      const view = early.current?.view;
      setReady({ connection, opened, cursor: view?.hasFocus ? view.state.selection.main.head : null });
    };
    start().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  }, []);
  if (!ready) return <StartPage files={files} progress={progress} failure={failure} editor={early} />;
  const { connection, opened, cursor } = ready;
  return (
    <StoreContext.Provider value={store}>
      <Studio connection={connection} opened={{ ...opened, folder: TITLE }} tools={Tools} cursor={cursor} />
    </StoreContext.Provider>
  );
}

const root = document.getElementById("studio") as HTMLElement;

async function start() {
  const store = await openStore();
  const files = await store.all();
  root.textContent = "";
  render(<Site store={store} files={files} />, root);
}

start().catch((error: unknown) => (root.textContent = error instanceof Error ? error.message : String(error)));
