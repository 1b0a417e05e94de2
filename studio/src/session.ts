// The state of the page in one hook: the open file, its text, and what the studio replies to it.

import { useEffect, useRef, useState } from "preact/hooks";
import { Refused, type Connection } from "./connection";
import type { Editor } from "./editor";
import type { FileEntry, FileText, Opened, SheetReply } from "./types";

/** The milliseconds without a keystroke after which the sheet is renewed. */
const PAUSE = 120;

export interface Session {
  readonly connection: Connection;
  readonly opened: Opened;
  readonly files: FileEntry[];
  /** The open file as it was last read or saved. */
  readonly file: FileText | null;
  /** The present text, saved or not. */
  readonly text: string;
  /** The reply for the present text, or for an earlier one while a new one is awaited. */
  readonly reply: SheetReply | null;
  /** The last sheet that could be made of this file. */
  readonly html: string;
  readonly notice: string;
  readonly isUnsaved: boolean;
  /** The editor holds the text; it exists in the form's view as well. */
  readonly editor: { current: Editor | null };
  /** Take the text that the editor has now; only the editor calls this. */
  onEdit(text: string): void;
  /** Replace the text, as one step that can be undone in the editor. */
  setText(text: string): void;
  open(name: string): Promise<void>;
  save(): Promise<void>;
  /** Show a message in the header; errors by their words. */
  say(message: unknown): void;
}

export function useSession(connection: Connection, opened: Opened): Session {
  const [files] = useState(opened.files);
  const [file, setFile] = useState<FileText | null>(null);
  const [text, onEdit] = useState("");
  const [reply, setReply] = useState<SheetReply | null>(null);
  const [html, setHtml] = useState("");
  const [notice, setNotice] = useState("");
  const editor = useRef<Editor | null>(null);
  const current = useRef(text);
  current.current = text;

  const say = (message: unknown) => setNotice(message instanceof Error ? message.message : String(message));

  const open = async (name: string) => {
    const read = await connection.ask<FileText>("read", { file: name });
    setFile(read);
    onEdit(read.text);
    setReply(null);
    setHtml("");
    setNotice("");
  };

  const save = async () => {
    if (!file) return;
    const saving = current.current;
    try {
      const saved = await connection.ask<FileText>("save", { file: file.file, text: saving, version: file.version });
      setFile({ ...file, text: saving, version: saved.version });
      setNotice("saved");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setNotice(error.message);
    }
  };

  useEffect(() => {
    const first = files.find((entry) => entry.kind === "system");
    if (first) void open(first.file);
  }, []);

  useEffect(() => {
    if (!file) return;
    const timer = setTimeout(async () => {
      const made = await connection.ask<SheetReply>("sheet", { file: file.file, text });
      if (current.current !== text) return;
      setReply(made);
      if (made.html) setHtml(made.html);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [file?.file, text]);

  return {
    connection,
    opened,
    files,
    file,
    text,
    reply,
    html,
    notice,
    isUnsaved: file !== null && text !== file.text,
    editor,
    onEdit,
    setText: (changed) => editor.current?.replace(changed),
    open,
    save,
    say,
  };
}
