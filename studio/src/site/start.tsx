// The page while the rules are loaded: what is being done, and the characters as text, which can be changed already.

import { useEffect, useRef, useState } from "preact/hooks";
import { findDraft, findLast, keepDraft } from "../drafts";
import { type Editor, openEditor } from "../editor";
import { fileInAddress } from "../session";
import { isLink } from "./link";
import { ADDRESS, type Progress } from "./protocol";
import type { Contents } from "./store";
import { limitOf } from "./transfer";

/** Return the file that the page's address names, or else the first. */
function chooseFirst(names: readonly string[]): string {
  return names.find((name) => name === fileInAddress()) ?? names.find((name) => name === findLast(ADDRESS)) ?? names[0] ?? "";
}

export function StartPage(props: { files: Contents; progress: Progress; failure: string; editor: { current: Editor | null } }) {
  const { files, progress, failure, editor } = props;
  const names = [...files.keys()].filter((name) => limitOf(name) && /\.ya?ml$/.test(name)).sort();
  const [name, setName] = useState(chooseFirst(names));
  // The studio opens the file that the address names.
  useEffect(() => {
    if (name && !isLink(location.hash)) history.replaceState(null, "", `#${encodeURI(name)}`);
  }, [name]);
  return (
    <>
      <header>
        <h1>{document.title}</h1>
        {names.length > 0 && (
          <select aria-label="File" value={name} onChange={(event) => setName(event.currentTarget.value)}>
            {names.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </header>
      <main class={name ? "" : "read-only"}>
        {name && (
          <section class="left" aria-label="Character">
            <EarlyText key={name} name={name} content={files.get(name) ?? new Uint8Array()} editor={editor} />
          </section>
        )}
        <section class="right pane start" aria-label="Start">
          <Status progress={progress} failure={failure} />
          <h2>What this page does</h2>
          <p>
            This page builds characters by the rules, shows the exact chance of each roll, throws the dice and prints the
            sheet. It runs in your browser alone: nothing that you write is sent anywhere. The first visit fetches about 10 MB;
            after that the page opens without a network.
          </p>
          {name && <p>You can change the text meanwhile. It is checked as soon as the rules are there.</p>}
        </section>
      </main>
    </>
  );
}

function Status({ progress, failure }: { progress: Progress; failure: string }) {
  if (failure) {
    return (
      <p role="alert">
        {failure}{" "}
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </p>
    );
  }
  const { what, done, total } = progress;
  return (
    <p class="progress">
      <span role="status">{what} …</span>
      <progress aria-label="Start" value={done} max={total} />
    </p>
  );
}

/** The text of a file without the language server; changes are drafts, which the studio finds when it is there. */
function EarlyText(props: { name: string; content: Uint8Array; editor: { current: Editor | null } }) {
  const { name, content, editor } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const stored = new TextDecoder().decode(content);
    const early = openEditor({
      parent: place.current,
      connection: null,
      uri: "",
      text: findDraft(ADDRESS, name)?.text ?? stored,
      readOnly: false,
      onChange: (text) => keepDraft(ADDRESS, { file: name, text: stored, version: "" }, text),
      onSave: () => undefined,
      onFixes: () => undefined,
    });
    editor.current = early;
    return () => early.destroy();
  }, []);
  return <div class="editor" ref={place} />;
}
