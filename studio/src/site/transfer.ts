// Files from the user's disk into the browser, and back: single ones, and zip archives.

import { zipSync } from "fflate";
import { TooLarge, unzip } from "./inflate";
import { MOST_BYTES } from "./link";
import { PICTURES, shrink } from "../portrait";
import { type Contents, isSame } from "./store";

/** The largest archive or picture in bytes, and what all files of an archive may have together. */
const MOST_PACKED = 20_000_000;
/** Drawings stay as they are: chargen takes out of them what could run. */
const DRAWING = /\.svg$/i;
const MOST_DRAWN = 2_000_000;
const MOST_TOGETHER = 100_000_000;
const MOST_FILES = 500;
const LIMITS = `A character has at most 1 MB, a picture or zip file 20 MB, and a zip file ${MOST_FILES} files.`;

/** What was read, and a sentence about each file that was not. */
export interface Taken {
  readonly files: Contents;
  readonly problems: string[];
}

/** Return the number of bytes that a file of this name may have; 0 where it is no file of chargen. */
export function limitOf(name: string): number {
  const isHidden = name.split("/").some((part) => !part || part.startsWith(".") || part === "__MACOSX");
  // biome-ignore lint: control characters are what is looked for
  if (isHidden || name.length > 200 || name.split("/").length > 5 || /[\\:\u0000-\u001f]/.test(name)) return 0;
  if (/\.ya?ml$/i.test(name)) return MOST_BYTES;
  if (DRAWING.test(name)) return MOST_DRAWN;
  return PICTURES.test(name) ? MOST_PACKED : 0;
}

/** Read what the user chose or dropped. Never throws: what cannot be read is among the problems. */
export async function readFiles(chosen: readonly File[]): Promise<Taken> {
  const taken: Taken = { files: new Map(), problems: [] };
  for (const file of chosen.slice(0, MOST_FILES)) {
    try {
      if (/\.zip$/i.test(file.name)) await readArchive(file, taken);
      else await readOne(file.name, file.size, async () => new Uint8Array(await file.arrayBuffer()), taken);
    } catch (error) {
      const isLarge = error instanceof TooLarge;
      taken.problems.push(`${file.name} ${isLarge ? `is too large. ${LIMITS}` : "cannot be read."}`);
    }
  }
  if (chosen.length > MOST_FILES) taken.problems.push(`Only the first ${MOST_FILES} files were taken.`);
  return taken;
}

async function readArchive(file: File, taken: Taken) {
  if (file.size > MOST_PACKED) throw new TooLarge();
  const packed = new Uint8Array(await file.arrayBuffer());
  const entries = unzip(packed, limitOf, MOST_FILES, MOST_TOGETHER);
  if (!entries.length) taken.problems.push(`${file.name} holds no character files.`);
  for (const [name, content] of entries) await readOne(name, content.length, async () => content, taken);
}

async function readOne(name: string, size: number, read: () => Promise<Uint8Array>, taken: Taken) {
  const most = limitOf(name);
  if (!most) taken.problems.push(`${name} is neither a .yaml file, a picture nor a zip file.`);
  else if (size > most) throw new TooLarge();
  else taken.files.set(name, PICTURES.test(name) ? await shrink(await read(), name) : await read());
}

/** Return the name of a file without its folders. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Give files whose name is taken by another content a free name, and leave out those that are there already. */
export function placeBeside(files: Contents, there: ReadonlyMap<string, Uint8Array>): Contents {
  // On many disks, names that differ in capital letters alone are the same.
  const taken = new Map([...there].map(([name, content]) => [name.toLowerCase(), content]));
  const placed: Contents = new Map();
  for (const [name, content] of files) {
    const [, stem, suffix] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? ["", name, ""];
    const isFree = (free: string) => !taken.has(free.toLowerCase());
    const isThere = (free: string) => isSame(taken.get(free.toLowerCase()), content);
    let free = name;
    for (let number = 2; !isFree(free) && !isThere(free); number++) free = `${stem}-${number}${suffix}`;
    if (isFree(free)) placed.set(free, content);
    taken.set(free.toLowerCase(), content);
  }
  return placed;
}

/** Pack all files but the deleted ones. */
export function pack(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries([...files].filter(([name]) => !name.startsWith("."))));
}
