// The character as a form. Each change is a minimal edit of the text.

import type { Connection } from "../connection";
import type { FileText, Finding } from "../types";

export function FormPane(_props: {
  connection: Connection;
  file: FileText;
  text: string;
  findings: Finding[];
  /** Replace the text of the file; the editor keeps its history. */
  onText: (text: string) => void;
}) {
  return <p class="empty">The form is not there yet.</p>;
}
