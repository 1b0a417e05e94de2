// The state of the page in one hook: the open file, its text, and what the studio replies to it.

import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, type Connection } from "./connection";
import { findDraft, findLast, forgetDraft, forgetFile, keepDraft, keepLast, renameFile } from "./drafts";
import type { Editor } from "./editor";
import type { Fix } from "./fixes";
import { unified, withEndsOf } from "./line-ends";
import type { FileEntry, FileText, Game, Listing, Opened, SheetReply, Stamp } from "./types";

/** The milliseconds without a keystroke after which the sheet is renewed. */
const PAUSE = 50;
/** The milliseconds between two looks at what other programs changed on the disk. */
const LOOK = 1000;
/** The pause after a look, as a multiple of the time that it took; a look that waited for something else is no measure. */
const SHARE = 9;
const LONGEST = 10_000;

/** A message in the header, with what the user can do about it. */
export interface Notice {
  readonly text: string;
  readonly actions: readonly { readonly label: string; run(): void }[];
}

/** The text that another program wrote into the open file. */
export interface Conflict {
  readonly text: string;
  readonly version: string;
}

export interface ShownSheet {
  readonly html: string;
  readonly isBlank: boolean;
}

export interface Session {
  readonly connection: Connection;
  readonly opened: Opened;
  readonly files: FileEntry[];
  readonly games: Game[];
  /** The open file as it was last read or saved. */
  readonly file: FileText | null;
  /** The present text, saved or not. */
  readonly text: string;
  /** The reply for the present text, or for an earlier one while a new one is awaited. */
  readonly reply: SheetReply | null;
  /** What the language server offers to fix. */
  readonly fixes: Fix[];
  onFixes(fixes: Fix[]): void;
  /** The last sheet that could be made of this file; a blank one until one could. */
  readonly sheet: ShownSheet | null;
  readonly notice: Notice;
  readonly isUnsaved: boolean;
  /** The open file was changed by another program, and here. */
  readonly conflict: Conflict | null;
  /** Counts up when files change on the disk: what is made of several files asks again. */
  readonly changes: number;
  /** The editor holds the text; it exists in the form's view as well. */
  readonly editor: { current: Editor | null };
  /** How many steps can be undone and redone. */
  readonly steps: { readonly undone: number; readonly redone: number };
  onSteps(undone: number, redone: number): void;
  /** Take the text that the editor has now, with its line ends; only the editor calls this. */
  onEdit(text: string): void;
  /** Replace the text, as one step that can be undone in the editor. */
  setText(text: string): void;
  /** Replace the text by the reply to a request, one after another: each begins from what the one before it made. */
  change(method: string, params: object | (() => Promise<object>)): Promise<void>;
  /** Undo or redo a step, once the changes that are on their way are steps. */
  step(by: "undo" | "redo"): void;
  /** Return the text once the changes that are on their way are in it, such as what was just typed into the form. */
  settled(): Promise<string>;
  open(name: string): Promise<void>;
  /** Open a file that was just made: what the browser keeps of an earlier one of its name is forgotten. */
  openNew(name: string): Promise<void>;
  /** Show no file, where the last one is gone. */
  close(): void;
  save(): Promise<void>;
  /** End a conflict: save over the other text, take the other text, or save this one as another file. */
  resolve(how: "mine" | "theirs" | "copy"): Promise<void>;
  /** Note that the open file has another name now. */
  renamed(name: string): void;
  renewFiles(): Promise<void>;
  /** Run something that may be refused; the reason is shown in the header. */
  attempt(work: () => Promise<void>): Promise<void>;
  say(text: string, actions?: Notice["actions"]): void;
}

/** Return the file that the page's address names; any text may be there. */
export function fileInAddress(): string {
  try {
    return decodeURI(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Whether a field has a text that is not in the file yet: the browser undoes that. */
export function isTyping(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/** Return a function that does work for the present text after the last one is done, unless newer work came meanwhile. */
export function useNewest(): (work: () => Promise<void>) => void {
  const last = useRef(Promise.resolve());
  const newest = useRef<unknown>(null);
  return (work) => {
    newest.current = work;
    last.current = last.current.then(() => (newest.current === work ? work() : undefined));
  };
}

/** The sheet is made while it is shown; its findings and points are always asked for. */
export function useSession(connection: Connection, opened: Opened, isSheetShown: boolean): Session {
  const [{ files, games }, setListing] = useState<Listing>(opened);
  const [file, setFile] = useState<FileText | null>(null);
  const [text, setTextState] = useState("");
  const [reply, setReply] = useState<SheetReply | null>(null);
  const [fixes, onFixes] = useState<Fix[]>([]);
  const [sheet, setSheet] = useState<ShownSheet | null>(null);
  const [notice, setNotice] = useState<Notice>({ text: "", actions: [] });
  const [steps, setSteps] = useState({ undone: 0, redone: 0 });
  const [conflict, setConflictState] = useState<Conflict | null>(null);
  const [changes, setChanges] = useState(0);
  const editor = useRef<Editor | null>(null);
  // What runs later, such as a timer, must see the present state and not that of its start.
  const present = useRef({ file, text, conflict, sheet });
  present.current = { file, text, conflict, sheet };

  const setConflict = (found: Conflict | null) => setConflictState((present.current.conflict = found));

  const say = (message: string, actions: Notice["actions"] = []) => setNotice({ text: message, actions });

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      // That the studio was ended is said already, with the button that connects again.
      if (error instanceof Refused && error.kind === "ended") return;
      say(error instanceof Error ? error.message : String(error));
    }
  };

  const renewFiles = async () => setListing(await connection.ask<Listing>("files"));

  const onEdit = (edited: string) => {
    if (present.current.file?.isLocked) return;
    const { file: base, text: before } = present.current;
    // What comes back, by Undo or because it was set, comes back to the byte.
    const known = [before, base?.text ?? ""].find((text) => unified(text) === edited);
    const changed = known ?? withEndsOf(before, edited);
    setTextState(changed);
    present.current.text = changed;
    if (base) keepDraft(opened.uri, base, changed);
    // What can be undone stays offered; a mere report has been read.
    setNotice((before) => (before.actions.length ? before : { text: "", actions: [] }));
  };

  const setText = (changed: string) => {
    present.current.text = changed;
    editor.current?.replace(unified(changed)); // a studio that only shows has no editor
    onEdit(unified(changed));
  };

  const changing = useRef(Promise.resolve());
  /** How many changes and saves are on their way. */
  const under = useRef(0);
  /** Do work on the open file after what is on its way, unless another file is open by then. */
  const inTurn = (work: () => Promise<void> | void) => {
    const { file: of } = present.current;
    under.current++;
    const done = changing.current.then(() => (isOpen(of) ? work() : undefined)).finally(() => under.current--);
    changing.current = done.catch(() => undefined);
    return done;
  };
  const isOpen = (of: FileText | null) => present.current.file?.file === of?.file;

  const change = (method: string, params: object | (() => Promise<object>)) =>
    inTurn(async () => {
      const given = typeof params === "function" ? await params() : params;
      const { file: base } = present.current;
      if (!base) return;
      if (base.isLocked) throw new Error("This file cannot be edited here. The error says why.");
      // Where the text was written in meanwhile, the change is made again, in that text.
      for (let before = null; isOpen(base) && before !== present.current.text; ) {
        before = present.current.text;
        const reply = await connection.ask<{ text: string }>(method, { file: base.file, text: before, ...given });
        if (isOpen(base) && before === present.current.text) return setText(reply.text);
      }
    });

  /** Take a text as the one on the disk. The editor's text stays: `setText` changes it. */
  const rebase = (read: FileText) => {
    present.current.file = read;
    setFile(read);
  };

  const settled = async () => {
    for (let last = null; last !== changing.current; ) await (last = changing.current);
    return present.current.text;
  };

  const open = (name: string) =>
    attempt(async () => {
      const read = await connection.ask<FileText>("read", { file: name });
      await settled();
      const draft = findDraft(opened.uri, read.file);
      const isSame = present.current.file?.file === name;
      setConflict(null);
      say("");
      rebase(read);
      if (isSame) {
        setText(draft?.text ?? read.text);
      } else {
        setReply(null);
        setSheet(null);
        setTextState(draft?.text ?? read.text);
      }
      location.hash = encodeURI(name);
      keepLast(opened.uri, name);
      if (draft) {
        say("Unsaved changes from before are back.", [
          { label: "Return to the saved file", run: () => (setText(read.text), say("")) },
        ]);
        if (draft.base !== read.text) setConflict({ text: read.text, version: read.version });
      }
    });

  const openNew = (name: string) => {
    forgetFile(opened.uri, name);
    return open(name);
  };

  const write = async (version: string | null) => {
    const { file: base, text: saving } = present.current;
    if (!base) return;
    try {
      const saved = await connection.ask<FileText>("save", { file: base.file, text: saving, version });
      const now = { ...base, text: saving, version: saved.version };
      rebase(now);
      // What was written meanwhile is not saved.
      keepDraft(opened.uri, now, present.current.text);
      setConflict(null);
      say("saved");
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== "changed") throw error;
      setConflict({ text: String(error.data.text), version: String(error.data.version) });
    }
  };

  const save = () =>
    attempt(() =>
      inTurn(async () => {
        const { file: base, conflict: open, text: mine } = present.current;
        // While a conflict is open, the user has to choose first.
        if (!base || open || opened.readOnly || (mine === base.text && base.version)) return;
        await write(base.version);
      }),
    );

  const resolve = (how: "mine" | "theirs" | "copy") =>
    attempt(() =>
      inTurn(async () => {
        const { file: base, conflict: other, text: mine } = present.current;
        if (!base || !other) return;
        if (how === "mine") {
          await write(other.version);
          return;
        }
        if (how === "copy") {
          const copied = await connection.ask<FileText>("copy", { file: base.file, text: mine });
          await renewFiles();
          say(`Yours is in ${copied.file}.`, [{ label: "Open it", run: () => void open(copied.file) }]);
        }
        setConflict(null);
        rebase({ ...base, ...other });
        setText(other.text);
      }),
    );

  /** Take what another program changed: at once where nothing is unsaved, else as a conflict. */
  const takeFromDisk = () =>
    inTurn(async () => {
      const { file: base } = present.current;
      if (!base) return;
      const read = await connection.ask<FileText>("read", { file: base.file });
      const { text: mine } = present.current;
      if (read.version === base.version) return;
      if (mine === base.text || mine === read.text) {
        rebase(read);
        setText(read.text);
        say("renewed: another program changed the file");
      } else {
        setConflict({ text: read.text, version: read.version });
      }
    });

  /** Another program deleted the open file, or gave it another name: what is here is all there is. */
  const noteDeleted = () => {
    const { file: base } = present.current;
    if (!base || !base.version) return;
    setConflict(null);
    rebase({ ...base, version: "" });
    say(`another program deleted ${base.file}; Save writes it again`);
  };

  useEffect(() => {
    if (file) return;
    const wanted = fileInAddress();
    const named = (name: string) => files.find((entry) => entry.file === name);
    const first = named(wanted) ?? named(findLast(opened.uri)) ?? files.find((entry) => entry.kind === "system");
    if (first) void open(first.file);
  }, [files]);

  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      const { file: base, text: mine } = present.current;
      if (base && (mine !== base.text || under.current || isTyping())) event.preventDefault();
    };
    addEventListener("beforeunload", guard);
    const again = { label: "Connect again", run: () => location.reload() };
    void connection.lost.then(() => say("The studio was ended. What is not saved is kept in this browser.", [again]));
    return () => removeEventListener("beforeunload", guard);
  }, []);

  useEffect(() => {
    let before: Stamp | null = null;
    let timer = 0;
    const look = async () => {
      const base = present.current.file;
      const now = await connection.ask<Stamp>("stamp", { file: base?.file ?? "" });
      const last = before;
      before = now;
      if (now.files !== last?.files) await renewFiles();
      const { file: current, conflict: open } = present.current;
      if (base?.file !== current?.file) return;
      if (last && (now.files !== last.files || now.inputs !== last.inputs)) {
        setChanges((count) => count + 1);
        // House rules or a portrait may have changed: the editor's errors are found again, too.
        connection.client.notification("workspace/didChangeWatchedFiles", { changes: [] });
      }
      if (!now.version) noteDeleted();
      else if (now.version !== (open ?? current)?.version) await takeFromDisk();
    };
    const lookAgain = async () => {
      const begun = performance.now();
      // Where the connection is lost, the page says so elsewhere, and there is nothing to compare.
      if (!document.hidden) await look().catch(() => undefined);
      // A large folder on a slow disk is looked at less often.
      timer = setTimeout(lookAgain, Math.min(LONGEST, Math.max(LOOK, SHARE * (performance.now() - begun))));
    };
    // At once: what is changed before the first look is not seen as a change.
    void lookAgain();
    return () => clearTimeout(timer);
  }, []);

  const renewSheet = useNewest();
  useEffect(() => {
    if (!file) return;
    const isPresent = () => present.current.text === text && present.current.file?.file === file.file;
    const renew = async () => {
      if (!isPresent()) return;
      const blank = present.current.sheet?.isBlank ?? true;
      const made = await connection.ask<SheetReply>("sheet", { file: file.file, text, blank, shown: isSheetShown });
      if (!isPresent()) return;
      setReply(made);
      if (made.html) setSheet({ html: made.html, isBlank: !made.ok });
    };
    const timer = setTimeout(() => renewSheet(() => attempt(renew)), PAUSE);
    return () => clearTimeout(timer);
  }, [file?.file, text, changes, isSheetShown]);

  return {
    connection,
    opened,
    files,
    games,
    file,
    text,
    reply,
    fixes,
    onFixes,
    sheet,
    notice,
    isUnsaved: file !== null && (text !== file.text || !file.version),
    conflict,
    changes,
    editor,
    onEdit,
    setText,
    change,
    step: (by) => void inTurn(() => editor.current?.[by]()),
    settled,
    steps,
    onSteps: (undone, redone) => setSteps({ undone, redone }),
    open,
    openNew,
    close: () => {
      present.current.file = null;
      setFile(null);
      setReply(null);
      setSheet(null);
      setTextState("");
      setSteps({ undone: 0, redone: 0 });
    },
    save,
    resolve,
    renamed: (name) => {
      const { file: base, text: mine } = present.current;
      if (!base) return;
      forgetDraft(opened.uri, base.file);
      renameFile(opened.uri, base.file, name);
      rebase({ ...base, file: name });
      keepDraft(opened.uri, { ...base, file: name }, mine);
      location.hash = encodeURI(name);
    },
    renewFiles,
    attempt,
    say,
  };
}
