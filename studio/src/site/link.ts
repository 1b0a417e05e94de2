// A character in a link: its file's name and text, compressed, after the `#`, which no browser sends to a server.

import { deflateSync } from "fflate";
import { fromBase64, toBase64 } from "../base64";
import { inflate } from "./inflate";

const MARK = "#character=";
/** The largest text in bytes, as `CONCEPT_BYTES` of chargen. */
export const MOST_BYTES = 1_048_576;
/** The longest link in letters: browsers allow about two million, and a character has a few thousand. */
const MOST_LETTERS = 1_000_000;

export interface Linked {
  readonly file: string;
  readonly text: string;
}

export const isLink = (hash: string) => hash.startsWith(MARK);

/** Return the part of the link after the page's own address. */
export function encodeLink({ file, text }: Linked): string {
  const bytes = deflateSync(new TextEncoder().encode(`${file}\n${text}`), { level: 9 });
  return MARK + toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the character of a link. Throws an error with a message for the user. */
export function decodeLink(hash: string): Linked {
  if (hash.length > MOST_LETTERS) throw new Error("This link is too long for a character.");
  try {
    const letters = hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = inflate(fromBase64(letters), MOST_BYTES);
    const content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const end = content.indexOf("\n");
    const file = content.slice(0, end);
    // Only a name, never a path: the link comes from a stranger.
    if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,80}\.ya?ml$/u.test(file)) throw new Error();
    return { file, text: content.slice(end + 1) };
  } catch {
    throw new Error("This link holds no character, or a part of it is missing. Ask for it again, or for the file.");
  }
}
