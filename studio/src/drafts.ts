// Unsaved texts, kept in the browser: they survive a reload, a crash, and a studio that was ended.

import type { FileText } from "./types";

interface Draft {
  text: string;
  /** The text of the file that was changed. */
  base: string;
}

/** Two windows on one file each have their own draft; the one of the last change is found by a new window. */
const stores = [sessionStorage, localStorage];

/** Several sites of one host share the browser's room, so the key has the path of the page. */
const keyOf = (folder: string, file: string) => `chargen draft ${location.pathname}${folder}/${file}`;

/** Keep an unsaved text; one that equals the file is no draft. */
export function keepDraft(folder: string, file: FileText, text: string) {
  if (text === file.text) {
    forgetDraft(folder, file.file);
    return;
  }
  const draft = JSON.stringify({ text, base: file.text });
  for (const store of stores) {
    try {
      store.setItem(keyOf(folder, file.file), draft);
    } catch {
      // The browser's room is used up; the text is still in the editor, and leaving the page asks.
    }
  }
}

export function findDraft(folder: string, file: string): Draft | null {
  const kept = stores.map((store) => store.getItem(keyOf(folder, file))).find((draft) => draft !== null);
  return kept ? (JSON.parse(kept) as Draft) : null;
}

export function forgetDraft(folder: string, file: string) {
  for (const store of stores) store.removeItem(keyOf(folder, file));
}
