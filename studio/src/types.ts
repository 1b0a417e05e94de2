// What the studio replies; the other side is chargen/studio/studio.py.

export interface FileEntry {
  file: string;
  /** `system` for a character; `archetype`, `campaign`, `game`; `other` for what is not chargen's. */
  kind: string;
  /** The title of its game; what the file says where there is no such game. */
  game: string;
  /** The name of its character; empty where the file gives none in one line. */
  name: string;
}

/** What a list shows for each file: the name of its character, with the file where two have the same name. */
export function namesOf(files: readonly FileEntry[]): Map<string, string> {
  const isAlone = ({ name }: FileEntry) => files.filter((other) => other.name === name).length === 1;
  return new Map(files.map((entry) => [entry.file, !entry.name ? entry.file : isAlone(entry) ? entry.name : `${entry.name} (${entry.file})`]));
}

export interface Game {
  key: string;
  title: string;
  /** What it is, in a line; empty where it does not say. */
  about: string;
}

export interface Listing {
  files: FileEntry[];
  games: Game[];
}

/** What changes with the disk: unequal texts mean that there is something to read again. */
export interface Stamp {
  /** That of the file; empty where it is gone. */
  version: string;
  inputs: string;
  files: string;
}

export interface Opened extends Listing {
  folder: string;
  uri: string;
  readOnly: boolean;
}

export interface FileText {
  file: string;
  text: string;
  /** What `save` compares with; empty where the file is gone, so that it is written again. */
  version: string;
  /** The text is not what the file contains (it is not UTF-8, or too large), so it cannot be edited. */
  isLocked?: boolean;
}

export interface Finding {
  code: string;
  /** What a character that is not finished lacks is no error, but to be done. */
  severity: "error" | "warning" | "note" | "todo";
  message: string;
  hint: string;
  /** From 1; 0 where the finding has no place. */
  line: number;
  column: number;
}

export interface Points {
  name: string;
  budget: number | null;
  spent: number;
  left: number | null;
}

export interface SheetReply {
  ok: boolean;
  name: string;
  findings: Finding[];
  points: Points[];
  html?: string;
}
