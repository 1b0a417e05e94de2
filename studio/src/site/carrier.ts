// The carrier of a site's messages: a worker in the place of the socket. One that is held up for too long is replaced.

import type { Transport } from "@codemirror/lsp-client";
import type { Carrier } from "../connection";
import type { Files, FromWorker, Progress, ToWorker } from "./protocol";
import { Replay } from "./replay";

/** The milliseconds between two pings, and the pings without an answer after which a worker is replaced at the earliest. */
const PAUSE = 1000;
const MOST = 5;
/** The pings up to which the patience grows after a stop, and the seconds that a new worker has at least to start. */
const LONGEST = 40;
/** A worker that is held up so soon after its start was perhaps held up by a text that was open before. */
const SOON = 20_000;
const TOO_LONG = "This took too long, so it was stopped. Nothing is lost; undo the last change.";

type OnProgress = (progress: Progress) => void;

/** Start a worker. It runs from a blob, so that the content policy of the page holds in it, too. */
function startWorker(): Worker {
  const address = new URL("worker.js", document.baseURI).href;
  const blob = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}

/** Return what carries messages to a worker, once that has started. Rejects with an Error for the user. */
export async function carry(onProgress: OnProgress): Promise<Carrier> {
  const carrier = new WorkerCarrier();
  await carrier.start(onProgress);
  return carrier;
}

class WorkerCarrier implements Carrier {
  readonly lost: Promise<void>;
  readonly transport: Transport;
  private worker!: Worker;
  private end!: () => void;
  private handlers: ((text: string) => void)[] = [];
  private readonly replay = new Replay();
  /** The requests of the studio that have no reply yet, by their ids. */
  private readonly open = new Map<string, ToWorker>();
  private readonly taking = new Map<number, { message: ToWorker; finish: (problem: string) => void }>();
  private taken = 0;
  /** While the worker starts or loads something, it is sent no pings. */
  private isLoading = true;
  /** The pings since the last answer; of a worker that takes the place of another one, the seconds of its start. Without
   * end in a first start, which waits for the network, and where something is loaded, which may wait for the disk. */
  private silence = -Infinity;
  /** The pings until then: on a slow machine, as many as there are seconds in its start. */
  private most = MOST;
  /** When the last new worker was ready, in milliseconds. */
  private replaced = -SOON;

  constructor() {
    this.lost = new Promise((resolve) => (this.end = resolve));
    this.transport = {
      send: (text) => this.send(text),
      subscribe: (handle) => void this.handlers.push(handle),
      unsubscribe: (handle) => void (this.handlers = this.handlers.filter((other) => other !== handle)),
    };
    setInterval(() => this.watch(), PAUSE);
  }

  async start(onProgress: OnProgress) {
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const fail = (message: string) => {
        reject(new Error(message));
        this.silence = -Infinity;
        this.end();
      };
      const worker = startWorker();
      this.worker = worker;
      worker.onerror = (event) => fail(event.message || "This browser cannot run the page's Python. Update it.");
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "progress") onProgress(data);
        else if (data.kind === "failed") fail(data.message);
        else if (data.kind === "ready") resolve();
        this.take(data);
      };
    });
    this.most = Math.max(this.most, (performance.now() - begun) / PAUSE);
  }

  async put(files: Files): Promise<void> {
    const id = ++this.taken;
    const message: ToWorker = { kind: "put", id, files };
    this.post(message);
    const problem = await new Promise<string>((finish) => this.taking.set(id, { message, finish }));
    if (problem) throw new Error(problem);
  }

  private post(message: ToWorker) {
    this.worker.postMessage(message);
  }

  private send(text: string) {
    const message = this.replay.note(text);
    const sent: ToWorker = { kind: "message", text: JSON.stringify(message) };
    if (message.method.startsWith("studio/")) this.open.set(String(message.id), sent);
    this.post(sent);
  }

  private take(data: FromWorker) {
    if (data.kind === "loading" || data.kind === "ready" || data.kind === "pong") {
      this.isLoading = data.kind === "loading";
      this.silence = this.isLoading ? -Infinity : 0;
    }
    if (data.kind === "taken") {
      this.taking.get(data.id)?.finish(data.message);
      this.taking.delete(data.id);
    }
    if (data.kind === "message" && !this.replay.isOwn(data.text)) this.deliver(data.text);
  }

  private deliver(text: string) {
    const id = /^\{"jsonrpc": ?"2.0", ?"id": ?"([^"]+)"/.exec(text)?.[1];
    if (id !== undefined) this.open.delete(id);
    for (const handle of [...this.handlers]) handle(text);
  }

  private watch() {
    const patience = this.isLoading ? Math.max(LONGEST, 2 * this.most) : this.most;
    if (this.silence++ >= patience) void this.restart();
    else if (!this.isLoading) this.post({ kind: "ping" });
  }

  /** Replace a worker that is held up: what the page has is in the store, and the language server is given its texts. */
  private async restart() {
    this.worker.terminate();
    // What is sent while a worker starts waits, and holds it up as little as files do: it is sent again.
    const waiting = [...(this.isLoading ? this.open.values() : []), ...[...this.taking.values()].map(({ message }) => message)];
    const stopped = this.isLoading ? [] : [...this.open.keys()];
    this.isLoading = true;
    this.silence = 0;
    const error = { code: -32001, message: TOO_LONG, data: { kind: "stopped" } };
    // What was only slow is not stopped again.
    if (this.most < LONGEST) this.most *= 2;
    const isAgain = performance.now() - this.replaced < SOON;
    const started = this.start(() => undefined);
    for (const text of this.replay.messages(isAgain)) this.post({ kind: "message", text });
    for (const message of waiting) this.post(message);
    for (const id of stopped) this.deliver(JSON.stringify({ jsonrpc: "2.0", id, error }));
    await started.catch(() => undefined);
    this.replaced = performance.now();
  }
}
