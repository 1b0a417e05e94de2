// A real folder of the user's disk, kept equal to the files in the browser. A file that both sides changed stays twice.

import { type Contents, isSame } from "./store";
import { limitOf, placeBeside } from "./transfer";

/** One of the two sides: the browser or the folder. */
export interface Side {
  all(): Promise<Contents>;
  write(changes: ReadonlyMap<string, Uint8Array | null>): Promise<void>;
}

const MOST_FILES = 2000;
const MOST_DEPTH = 4;

/**
 * Bring each side's changes since `base` to the other one, and return what both have then: `base` itself where nothing
 * changed.
 *
 * Changed on both sides: the folder's text keeps the name, and the browser's gets a free one. Deleted on one side: the
 * other side moves the file to `.chargen/deleted`, where the studio puts deleted files.
 */
export async function synchronize(browser: Side, folder: Side, base: Contents) {
  const [here, there] = await Promise.all([visible(browser), visible(folder)]);
  if (base.size && !there.size) throw new Error("The folder is empty now. Open it again to go on with it.");
  const toBrowser = new Map<string, Uint8Array | null>();
  const toFolder = new Map<string, Uint8Array | null>();
  const twice: string[] = [];
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const [mine, theirs, before] = [here.get(name), there.get(name), base.get(name)];
    if (isSame(mine, theirs)) continue;
    if (isSame(theirs, before)) change(toFolder, name, mine, theirs);
    else if (isSame(mine, before) || !mine) change(toBrowser, name, theirs, mine);
    else if (!theirs) toFolder.set(name, mine);
    else {
      for (const [free] of placeBeside(new Map([[name, mine]]), new Map([...here, ...there]))) {
        toBrowser.set(free, mine).set(name, theirs);
        toFolder.set(free, mine);
        twice.push(`${name} was changed here and in the folder. Yours is in ${free}.`);
      }
    }
  }
  // The usual look, which finds nothing to do, ends here.
  if (!toFolder.size && !toBrowser.size && isEqual(here, base)) return { base, twice };
  if (toFolder.size) await writeUnchanged(folder, there, toFolder);
  if (toBrowser.size) await writeUnchanged(browser, here, toBrowser);
  const [mine, theirs] = [await visible(browser), await visible(folder)];
  return { base: new Map([...mine].filter(([name, content]) => isSame(content, theirs.get(name)))), twice };
}

function isEqual(one: Contents, other: Contents): boolean {
  return one.size === other.size && [...one].every(([name, content]) => isSame(content, other.get(name)));
}

/** Note a change of one file; one that is gone is moved to the deleted files. */
function change(to: Map<string, Uint8Array | null>, name: string, wanted?: Uint8Array, deleted?: Uint8Array) {
  to.set(name, wanted ?? null);
  if (wanted || !deleted) return;
  const plain = name.replaceAll("/", "-");
  to.set(`.chargen/deleted/${plain.replace(/(\.[^.]*)$/, `.${Date.now().toString(36)}$1`)}`, deleted);
}

async function visible(side: Side): Promise<Contents> {
  return new Map([...(await side.all())].filter(([name]) => limitOf(name)));
}

/** Write a side's changes, unless one of its files was changed meanwhile: then the next time decides. */
async function writeUnchanged(side: Side, seen: Contents, changes: ReadonlyMap<string, Uint8Array | null>) {
  const now = await side.all();
  if ([...changes.keys()].every((name) => isSame(now.get(name), seen.get(name)))) await side.write(changes);
}

/** Return a real folder as a side. Throws where it cannot be read completely. */
export function realFolder(root: FileSystemDirectoryHandle): Side {
  const read = new Map<string, { modified: number; content: Uint8Array }>();

  async function walk(folder: FileSystemDirectoryHandle, prefix: string, found: Contents) {
    for await (const [name, entry] of folder.entries()) {
      const path = prefix + name;
      if (entry.kind === "directory") {
        if (!name.startsWith(".") && path.split("/").length < MOST_DEPTH) {
          await walk(entry as FileSystemDirectoryHandle, `${path}/`, found);
        }
        continue;
      }
      const most = limitOf(path);
      if (!most) continue;
      const file = await (entry as FileSystemFileHandle).getFile();
      if (file.size > most) continue;
      if (found.size >= MOST_FILES) throw new Error(`The folder has more than ${MOST_FILES} files.`);
      const known = read.get(path);
      const isKnown = known?.modified === file.lastModified && known.content.length === file.size;
      const content = isKnown ? known.content : new Uint8Array(await file.arrayBuffer());
      read.set(path, { modified: file.lastModified, content });
      found.set(path, content);
    }
  }

  async function locate(path: string): Promise<[FileSystemDirectoryHandle, string]> {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
    return [folder, name];
  }

  return {
    async all() {
      const found: Contents = new Map();
      await walk(root, "", found);
      return found;
    },
    async write(changes) {
      // What is written comes first, so that a file is never gone before its copy is there.
      const order = [...changes].sort(([, one], [, other]) => Number(one === null) - Number(other === null));
      for (const [path, content] of order) {
        const [folder, name] = await locate(path);
        read.delete(path);
        if (content === null) {
          await folder.removeEntry(name);
          continue;
        }
        const writing = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writing.write(content as FileSystemWriteChunkType);
        await writing.close();
      }
    },
  };
}
