// The real folder in the page: opened by the user, looked at every two seconds, remembered for the next visit.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../session";
import { realFolder, type Side, synchronize } from "./folder";
import type { Contents, Store } from "./store";

/** The milliseconds between two looks at the folder. */
const PAUSE = 2000;
const KEY = "folder";

/** The parts of File System Access that TypeScript does not know. */
type Handle = FileSystemDirectoryHandle & {
  queryPermission(options: object): Promise<PermissionState>;
  requestPermission(options: object): Promise<PermissionState>;
};
declare global {
  interface Window {
    showDirectoryPicker?: (options: object) => Promise<FileSystemDirectoryHandle>;
  }
}

interface Opened {
  handle: Handle;
  /** What both sides had when they were last equal. */
  base: Contents;
}

const WRITING = { mode: "readwrite" };

/** Keep the folder that the user chose equal to the browser's files; returns its name, and what can be done. */
export function useFolder(session: Session, store: Store) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [earlier, setEarlier] = useState<Opened | null>(null);
  const latest = useRef(session);
  latest.current = session;

  useEffect(() => {
    void store.kept<Opened>(KEY).then(async (kept) => {
      if (!kept) return;
      if ((await kept.handle.queryPermission(WRITING)) === "granted") setOpened(kept);
      else setEarlier(kept);
    });
  }, []);

  useEffect(() => {
    if (!opened) return;
    const browser: Side = { all: store.all, write: (changes) => latest.current.connection.put(new Map(changes)) };
    const folder = realFolder(opened.handle);
    let { base } = opened;
    let kept: Contents | null = null;
    let timer = 0;
    let isClosed = false;
    const look = async () => {
      try {
        const done = await synchronize(browser, folder, base);
        if (isClosed) return;
        base = done.base;
        // All contents are in it, so it is not written every two seconds.
        if (base !== kept) await store.keep(KEY, { handle: opened.handle, base });
        kept = base;
        if (done.twice.length) latest.current.say(done.twice.join(" "));
        timer = setTimeout(look, PAUSE);
      } catch (error) {
        setOpened(null);
        setEarlier({ handle: opened.handle, base });
        latest.current.say(`The folder is closed. ${error instanceof Error ? error.message : ""}`);
      }
    };
    void look();
    return () => {
      isClosed = true;
      clearTimeout(timer);
    };
  }, [opened]);

  const open = () =>
    session.attempt(async () => {
      const handle = await window.showDirectoryPicker?.(WRITING).catch(() => null); // the user closed the dialog
      if (!handle) return;
      // A folder that was open before is compared with what it had then.
      const isEarlier = earlier && (await earlier.handle.isSameEntry(handle));
      setOpened({ handle: handle as Handle, base: isEarlier ? earlier.base : new Map() });
    });
  const openEarlier = (kept: Opened) =>
    session.attempt(async () => {
      const isAllowed = (await kept.handle.requestPermission(WRITING)) === "granted";
      if (!isAllowed) throw new Error(`${kept.handle.name} stays closed: this page may not open it.`);
      setOpened(kept);
    });
  const close = () =>
    session.attempt(async () => {
      setEarlier(null);
      setOpened(null);
      await store.keep(KEY, undefined);
    });

  const actions: { label: string; run: () => void }[] = [];
  if (opened) actions.push({ label: "Close the folder", run: () => void close() });
  else if (window.showDirectoryPicker) {
    if (earlier) {
      actions.push({ label: `Open ${earlier.handle.name} again`, run: () => void openEarlier(earlier) });
    }
    actions.push({ label: "Use a real folder …", run: () => void open() });
  }
  return { name: opened?.handle.name ?? "", actions };
}
