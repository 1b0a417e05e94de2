// The studio's page: the file in an editor on the left, its sheet on the right.

import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Connection, Refused } from "./connection";
import { openEditor, type Editor } from "./editor";
import { SheetPane } from "./sheet";
import type { FileText, Opened, SheetReply } from "./types";
import "./studio.css";

/** The milliseconds without a keystroke after which the sheet is renewed. */
const PAUSE = 120;

function Studio({ connection, opened }: { connection: Connection; opened: Opened }) {
  const [file, setFile] = useState<FileText | null>(null);
  const [text, setText] = useState("");
  const [reply, setReply] = useState<SheetReply | null>(null);
  const [html, setHtml] = useState("");
  const [notice, setNotice] = useState("");
  const [tab, setTab] = useState<"text" | "sheet">("text");
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);

  const open = async (name: string) => {
    const read = await connection.ask<FileText>("read", { file: name });
    setFile(read);
    setText(read.text);
    setHtml("");
  };
  const save = async () => {
    if (!file) return;
    try {
      const saved = await connection.ask<FileText>("save", { file: file.file, text: current.current, version: file.version });
      setFile({ ...file, text: current.current, version: saved.version });
      setNotice("saved");
    } catch (error) {
      setNotice(error instanceof Refused ? error.message : String(error));
    }
  };
  const current = useRef("");
  current.current = text;
  const saving = useRef(save);
  saving.current = save;

  useEffect(() => {
    const first = opened.files.find((entry) => entry.kind === "system");
    if (first) void open(first.file);
  }, []);

  useEffect(() => {
    if (!file || !place.current) return;
    editor.current = openEditor({
      parent: place.current,
      connection,
      uri: `${opened.uri}/${encodeURI(file.file)}`,
      text: file.text,
      readOnly: opened.readOnly,
      onChange: setText,
      onSave: () => void saving.current(),
    });
    return () => editor.current?.destroy();
  }, [file?.file]);

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

  const unsaved = file !== null && text !== file.text;
  const goTo = (line: number) => {
    const view = editor.current?.view;
    if (!view || line < 1) return;
    const at = view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    view.focus();
    setTab("text");
  };
  const names = useMemo(() => opened.files.filter((entry) => entry.kind !== "other"), [opened]);

  return (
    <>
      <header>
        <strong>{opened.folder}</strong>
        <select aria-label="File" value={file?.file ?? ""} onChange={(event) => void open(event.currentTarget.value)}>
          {names.map((entry) => (
            <option value={entry.file}>{entry.file}</option>
          ))}
        </select>
        <button type="button" onClick={() => void save()} disabled={!unsaved}>
          Save
        </button>
        <span role="status">{unsaved ? "unsaved changes" : notice}</span>
        <ul class="points">
          {reply?.points.map((points) => (
            <li>
              {points.name.replaceAll("_", " ")}: {points.spent}
              {points.budget !== null && ` of ${points.budget}`}
            </li>
          ))}
        </ul>
      </header>
      <nav class="tabs">
        <button type="button" aria-pressed={tab === "text"} onClick={() => setTab("text")}>
          Character
        </button>
        <button type="button" aria-pressed={tab === "sheet"} onClick={() => setTab("sheet")}>
          Sheet
        </button>
      </nav>
      <main data-tab={tab}>
        <div class="editor" ref={place} />
        <SheetPane reply={reply} html={html} onGo={goTo} />
      </main>
    </>
  );
}

async function start() {
  const connection = await Connection.open();
  const opened = await connection.ask<Opened>("open");
  document.title = `${opened.folder} · chargen studio`;
  const root = document.getElementById("studio");
  if (root) {
    root.textContent = "";
    render(<Studio connection={connection} opened={opened} />, root);
  }
}

start().catch((error: unknown) => {
  const root = document.getElementById("studio");
  if (root) root.textContent = error instanceof Error ? error.message : String(error);
});
