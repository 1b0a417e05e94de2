// What the studio replies; the other side is chargen/studio/studio.py.

export interface FileEntry {
  file: string;
  /** `system` for a character, `archetype` for a kind of NPCs, else `other`. */
  kind: string;
  game: string;
}

export interface Opened {
  folder: string;
  uri: string;
  readOnly: boolean;
  files: FileEntry[];
  games: { key: string; title: string }[];
}

export interface FileText {
  file: string;
  text: string;
  version: string;
}

export interface Finding {
  severity: "error" | "warning" | "note";
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
