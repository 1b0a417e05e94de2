// Inflating what strangers compressed: it ends at a limit, so that a small link or archive cannot fill the memory.

import { Inflate, Unzip, UnzipInflate } from "fflate";

/** The bytes that are inflated at a time: at most a thousand times as many come out of them. */
const STEP = 16_384;

export class TooLarge extends Error {}

/** Collects the parts of a text or file, up to a limit in bytes. */
class Parts {
  private readonly parts: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  add(part: Uint8Array) {
    this.size += part.length;
    if (this.size > this.most) throw new TooLarge();
    this.parts.push(part);
  }

  joined(): Uint8Array {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** Inflate a raw deflate stream. Throws `TooLarge`, or another error where it is no such stream. */
export function inflate(data: Uint8Array, most: number): Uint8Array {
  const parts = new Parts(most);
  const stream = new Inflate((part) => parts.add(part));
  pushInSteps(data, (part, isLast) => stream.push(part, isLast));
  return parts.joined();
}

/** Return the files of an archive for whose names `limit` has a number of bytes. Throws as `inflate`. */
export function unzip(data: Uint8Array, limit: (name: string) => number, mostFiles: number, most: number) {
  const found: [string, Parts][] = [];
  const everything = new Parts(most);
  const archive = new Unzip((file) => {
    const largest = limit(file.name);
    if (!largest) return;
    if (found.length >= mostFiles) throw new TooLarge();
    const parts = new Parts(largest);
    found.push([file.name, parts]);
    file.ondata = (error, part) => {
      if (error) throw error;
      everything.add(part);
      parts.add(part);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  pushInSteps(data, (part, isLast) => archive.push(part, isLast));
  return found.map(([name, parts]) => [name, parts.joined()] as const);
}

function pushInSteps(data: Uint8Array, push: (part: Uint8Array, isLast: boolean) => void) {
  for (let at = 0; at === 0 || at < data.length; at += STEP) {
    push(data.subarray(at, at + STEP), at + STEP >= data.length);
  }
}
