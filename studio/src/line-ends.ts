// The ends of lines: the editor has one kind, a file keeps those that it has.

/** A text with the line ends of the editor. */
export const unified = (text: string) => text.replace(/\r\n?/g, "\n");

/** Return a text of the editor with the line ends of the text that it was before; new lines get that of the first one. */
export function withEndsOf(before: string, after: string): string {
  const ends = before.match(/\r\n|\r|\n/g) ?? [];
  if (!ends.some((end) => end !== "\n")) return after;
  const [old, lines] = [unified(before).split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, lines.length);
  let start = 0;
  while (start < shorter && old[start] === lines[start]) start++;
  let rest = 0;
  while (rest < shorter - start && old[old.length - 1 - rest] === lines[lines.length - 1 - rest]) rest++;
  const endOf = (line: number) => {
    const was = line < start ? line : line - lines.length + old.length;
    return line < start || (line >= lines.length - 1 - rest && was >= start) ? ends[was] : ends[0];
  };
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}${endOf(index) ?? ends[0]}` : line)).join("");
}
