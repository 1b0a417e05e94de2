// The text editor: CodeMirror, with errors, completion and hover from chargen's language server.

import { historyField, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import type { Connection } from "./connection";
import { fixListener, type Fix } from "./fixes";
import { editorColours, followScheme } from "./theme";

export interface Editor {
  readonly view: EditorView;
  /** Return the text with the steps that can be undone, as JSON. */
  remember(): unknown;
  /** Replace what differs between the present text and a new one, so that the cursor and the undo history stay. */
  replace(text: string): void;
  undo(): void;
  redo(): void;
  /** Put the cursor at the start of a line, counted from 1. */
  goTo(line: number): void;
  /** Put the cursor where it was in another editor of the same text. */
  goOn(cursor: number): void;
  destroy(): void;
}

export function openEditor(options: {
  parent: HTMLElement;
  /** None while there is no language server yet. */
  connection: Connection | null;
  uri: string;
  text: string;
  /** What `remember` returned for this text. */
  history?: unknown;
  /** Called with the numbers of steps that can be undone and redone. */
  onSteps?: (undone: number, redone: number) => void;
  readOnly: boolean;
  onChange: (text: string) => void;
  onSave: () => void;
  onFixes: (fixes: Fix[]) => void;
}): Editor {
  const save = { key: "Mod-s", preventDefault: true, run: () => (options.onSave(), true) };
  const config = {
    doc: options.text,
    extensions: [
      Prec.high(keymap.of([save])),
      basicSetup,
      yaml(),
      EditorView.lineWrapping,
      editorColours(),
      fixListener.of(options.onFixes),
      EditorView.editable.of(!options.readOnly),
      EditorView.contentAttributes.of({ "aria-label": "The character as text", tabindex: "0" }),
      options.connection?.client.plugin(options.uri, "yaml") ?? [],
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        options.onChange(update.state.doc.toString());
        options.onSteps?.(undoDepth(update.state), redoDepth(update.state));
      }),
    ],
  };
  const kept = options.history as { doc?: string } | null | undefined;
  const state =
    kept?.doc === options.text ? EditorState.fromJSON(kept, config, { history: historyField }) : EditorState.create(config);
  const view = new EditorView({ parent: options.parent, state });
  options.onSteps?.(undoDepth(state), redoDepth(state));
  const endFollowing = followScheme(view);
  return {
    view,
    remember: () => view.state.toJSON({ history: historyField }),
    replace: (text) => {
      const change = difference(view.state.doc.toString(), text);
      // One step of the history, however soon after another.
      if (change) view.dispatch({ changes: change, scrollIntoView: true, annotations: isolateHistory.of("full") });
    },
    undo: () => void undo(view),
    redo: () => void redo(view),
    goTo: (line) => {
      if (line < 1) return;
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    goOn: (cursor) => {
      view.dispatch({ selection: { anchor: Math.min(cursor, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => {
      endFollowing();
      options.onFixes([]);
      view.destroy();
    },
  };
}

/** Return the one range in which two texts differ; nothing where they are equal. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
