// The worker of a site: a browser's own Python, with the same object as `chargen studio`, over a folder in memory.

import type { PyodideAPI } from "pyodide";
import { keepMemory, PACKAGES, startPython } from "./python.js";
import { type Files, FOLDER, type FromWorker, type ToWorker } from "./protocol";
import { type Contents, isSame, openStore, type Store } from "./store";

/** The folder of the site's game files. */
const GAMES = `${PACKAGES}/games`;
/** The milliseconds without a request after which the language server is loaded, if no sheet was asked for before. */
const IDLE = 1500;
/** The milliseconds without a request after which the memory is kept for the next visit. */
const QUIET = 1000;

/** TypeScript knows workers only in programs without pages. */
const worker = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};
const base = new URL(".", import.meta.url);
const post = (message: FromWorker) => worker.postMessage(message);

/** The steps of a start: the files that the worker fetches itself, and two that follow. */
const STEPS = 7;
let done = 0;
const step = (what: string) => post({ kind: "progress", what, done: done++, total: STEPS });

const fetched = async (name: string) => {
  const response = await fetch(new URL(`python/${name}`, base));
  if (!response.ok) throw new Error(`The page lacks its file python/${name}.`);
  const content = new Uint8Array(await response.arrayBuffer());
  step("Fetching Python and the rules");
  return content;
};

/** The memory of Python that an earlier visit left, and the digest of the files that it was made from. */
interface Kept {
  readonly digest: string;
  readonly memory: Uint8Array;
}
const MEMORY = "memory";

/** The files of the folder in memory, kept in step with the store. */
class Folder {
  /** What the store has: the contents that were read or written last. */
  private known: Contents = new Map();

  constructor(
    private readonly fs: PyodideAPI["FS"],
    private readonly store: Store,
  ) {
    fs.mkdirTree(FOLDER);
  }

  /** Take what the store has and this folder lacks. */
  async refresh() {
    const stored = await this.store.all();
    for (const [name, content] of stored) {
      if (!isSame(content, this.known.get(name))) this.put(name, content);
    }
    for (const name of this.known.keys()) {
      if (!stored.has(name)) this.remove(name);
    }
    this.known = stored;
  }

  /** Store what changed in this folder. */
  async persist() {
    const changes: Files = new Map();
    const present = new Map(this.walk(FOLDER));
    for (const [name, content] of present) {
      if (!isSame(content, this.known.get(name))) changes.set(name, content.slice());
    }
    for (const name of this.known.keys()) {
      if (!present.has(name)) changes.set(name, null);
    }
    if (!changes.size) return;
    try {
      await this.store.write(changes);
    } catch (error) {
      // As the store has it: else each later request would try to write this again, and fail.
      for (const name of changes.keys()) {
        const before = this.known.get(name);
        if (before) this.put(name, before);
        else this.remove(name);
      }
      throw error;
    }
    for (const [name, content] of changes) {
      if (content) this.known.set(name, content);
      else this.known.delete(name);
    }
  }

  /** Take files from the page, and store them. */
  async take(files: Files) {
    for (const [name, content] of files) {
      if (content) this.put(name, content);
      else this.remove(name);
    }
    await this.persist();
  }

  private put(name: string, content: Uint8Array) {
    const path = `${FOLDER}/${name}`;
    this.fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    this.fs.writeFile(path, content);
  }

  private remove(name: string) {
    if (this.fs.analyzePath(`${FOLDER}/${name}`, false).exists) this.fs.unlink(`${FOLDER}/${name}`);
  }

  private *walk(folder: string): Generator<[string, Uint8Array]> {
    for (const entry of this.fs.readdir(folder) as string[]) {
      if (entry === "." || entry === "..") continue;
      const path = `${folder}/${entry}`;
      if (this.fs.isDir(this.fs.stat(path).mode)) yield* this.walk(path);
      else yield [path.slice(FOLDER.length + 1), this.fs.readFile(path)];
    }
  }
}

/** Start Python from what an earlier visit left, if that fits. */
async function startKept(store: Store): Promise<[PyodideAPI, () => Promise<void>]> {
  const address = new URL("python/", base).href;
  const digest = new TextDecoder().decode(await fetched("digest.txt"));
  const kept = await store.kept<Kept>(MEMORY).catch(() => undefined);
  if (kept?.digest === digest) {
    try {
      return [await startPython(address, fetched, kept.memory), async () => undefined];
    } catch {
      await store.keep(MEMORY, undefined);
    }
  }
  const python = await startPython(address, fetched);
  return [python, async () => store.keep(MEMORY, { digest, memory: keepMemory(python) })];
}

/** What a started Python does for the page. */
interface Started {
  readonly folder: Folder;
  /** Take a message of the page. */
  receive(text: string): Promise<void>;
  /** Keep the memory for the next visit, once everything is loaded. Returns whether that is done. */
  keep(): Promise<boolean>;
}

async function start(store: Store): Promise<Started> {
  const [python, keepForLater] = await startKept(store);
  step("Reading your characters");
  python.FS.mkdirTree(GAMES);
  const folder = new Folder(python.FS, store);
  await folder.refresh();
  step("Loading the rules");
  const module = python.pyimport("chargen.site.worker");
  /** The replies that wait until what was written is in the store. */
  let held: string[] | null = null;
  const send = (text: string) => (held ? void held.push(text) : post({ kind: "message", text }));
  const answer = module.start(FOLDER, GAMES, send) as (text: string) => Promise<void>;
  let hasLanguage = false;
  const receive = async (text: string) => {
    if (!isOwn(text) && !hasLanguage) {
      hasLanguage = true;
      post({ kind: "loading" });
      python.pyimport("chargen.lsp.server"); // its imports take as long as the start itself
      post({ kind: "ready" });
    }
    // Another tab may have written meanwhile: a change on top of that is a conflict, and loses nothing.
    if (isWriting(text)) await folder.refresh();
    if (isOwn(text)) held = [];
    await answer(text);
    let replies = held ?? [];
    held = null;
    try {
      await folder.persist();
    } catch (error) {
      if (isWriting(text)) replies = [refuse(text, (error as Error).message)];
    }
    replies.forEach(send);
  };
  const keep = async () => {
    // Where it fails, as without room for it, the next visit takes as long as this one.
    if (hasLanguage) await keepForLater().catch(() => undefined);
    return hasLanguage;
  };
  return { folder, receive, keep };
}

const isOwn = (text: string) => text.includes('"method":"studio/');
const isWriting = (text: string) => /"method":"studio\/(save|create|copy|portrait|rename|delete|restore)"/.test(text);

function refuse(text: string, message: string): string {
  const { id } = JSON.parse(text) as { id: string };
  // Written as Python writes it, by which the page knows its own replies.
  return `{"jsonrpc": "2.0", "id": ${JSON.stringify(id)}, "error": ${JSON.stringify({ code: -32001, message })}}`;
}

/** What is to be done; another tab may have written files, or there is nothing else to do. */
type Work = ToWorker | { kind: "refresh" } | { kind: "keep" };

/** The page's messages, in their order, but the studio's own before those for the language server. */
class Queue {
  private readonly own: Work[] = [];
  private readonly others: Work[] = [];
  private wake = () => undefined as void;
  /** Whether the first sheet was made: the language server, which takes longer to load, waits for that. */
  private isIdle = false;
  private timer = 0;

  add(message: Work) {
    const isFirst = message.kind !== "message" || isOwn(message.text);
    (isFirst ? this.own : this.others).push(message);
    this.wake();
  }

  async next(): Promise<Work> {
    for (;;) {
      const message = this.own.shift() ?? (this.isIdle ? this.others.shift() : undefined);
      if (message) {
        if (message.kind === "message" && message.text.includes('"studio/sheet"')) setTimeout(() => this.rest());
        else this.delay();
        return message;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private delay() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), IDLE);
  }

  private rest() {
    this.isIdle = true;
    this.wake();
  }
}

async function main() {
  const queue = new Queue();
  worker.onmessage = ({ data }) => (data.kind === "ping" ? post({ kind: "pong" }) : queue.add(data));
  const store = await openStore();
  const { folder, receive, keep } = await start(store);
  store.onChange(() => queue.add({ kind: "refresh" }));
  post({ kind: "ready" });
  let isKept = false;
  let timer = 0;
  for (;;) {
    const message = await queue.next();
    clearTimeout(timer);
    await new Promise((resolve) => setTimeout(resolve)); // pings are answered between two messages
    if (message.kind === "message") await receive(message.text);
    if (message.kind === "refresh") await folder.refresh();
    if (message.kind === "keep") {
      post({ kind: "loading" }); // on a slow machine it may take longer than the page waits for an answer
      isKept = await keep();
      post({ kind: "ready" });
    }
    if (!isKept) timer = setTimeout(() => queue.add({ kind: "keep" }), QUIET);
    if (message.kind !== "put") continue;
    let problem = "";
    await folder.take(message.files).catch((error: Error) => (problem = error.message));
    post({ kind: "taken", id: message.id, message: problem });
  }
}

main().catch((error: Error) => post({ kind: "failed", message: error.message }));
