// What the browser keeps of each file: its unsaved text, which survives a reload, a crash, and a studio that was ended; the
// steps that can be undone; and the log of throws of its sheet.

import { ADDRESS } from "./site/protocol";
import type { FileText } from "./types";

interface Draft {
  text: string;
  /** The text of the file that was changed. */
  base: string;
}

/** Two windows on one file each have their own draft; the one of the last change is found by a new window. */
const stores = [sessionStorage, localStorage];

/** Several sites of one host share the browser's room, so the key has the path of the page. A studio's path is new at each start. */
const placeOf = (folder: string, file: string) => `${folder === ADDRESS ? location.pathname : ""}${folder}/${file}`;
const keyOf = (folder: string, file: string) => `chargen draft ${placeOf(folder, file)}`;

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

/** The name by which a sheet keeps its log in the browser. */
export const sheetName = placeOf;

const historyOf = (folder: string, file: string) => keyOf(folder, file).replace("draft", "history");
const lastOf = (folder: string) => keyOf(folder, "").replace("draft", "last");

/** Keep the steps of an editor for this window. */
export function keepHistory(folder: string, file: string, steps: unknown) {
  try {
    sessionStorage.setItem(historyOf(folder, file), JSON.stringify(steps));
  } catch {
    // Without room in the browser, a reload begins with no steps.
  }
}

export function findHistory(folder: string, file: string): unknown {
  return JSON.parse(sessionStorage.getItem(historyOf(folder, file)) ?? "null");
}

/** The file that was open last in this folder. */
export const findLast = (folder: string) => localStorage.getItem(lastOf(folder)) ?? "";
export const keepLast = (folder: string, file: string) => localStorage.setItem(lastOf(folder), file);

/** Forget all of a file whose name a new one has now. */
export function forgetFile(folder: string, file: string) {
  forgetDraft(folder, file);
  sessionStorage.removeItem(historyOf(folder, file));
  for (const key of sheetKeys(folder, file)) localStorage.removeItem(key);
}

/** Keep what a file has under its new name. */
export function renameFile(folder: string, file: string, to: string) {
  for (const key of sheetKeys(folder, file)) {
    localStorage.setItem(key.replace(sheetName(folder, file), sheetName(folder, to)), localStorage.getItem(key) ?? "");
    localStorage.removeItem(key);
  }
}

const sheetKeys = (folder: string, file: string) =>
  Object.keys(localStorage).filter((key) => key.startsWith(`chargen/${sheetName(folder, file)}/`));
