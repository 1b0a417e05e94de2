// The carrier of a site's messages: a worker in the place of the socket. One that is held up for too long is replaced.

import type { Transport } from "@codemirror/lsp-client";
import type { Carrier } from "../connection";
import type { Files, FromWorker, Progress, ToWorker } from "./protocol";
import { Replay } from "./replay";

/** The milliseconds between two pings, and the pings without an answer after which a worker is replaced at the earliest. */
const PAUSE = 1000;
const MOST = 5;
/** The pings up to which the patience grows after a stop. */
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
  /** The requests of the studio that have no reply yet. */
  private readonly open = new Set<string>();
  private readonly taking = new Map<number, { message: ToWorker; finish: (problem: string) => void }>();
  private taken = 0;
  /** The pings since the last answer; null while the worker loads something. */
  private pings: number | null = null;
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
    if (message.method.startsWith("studio/")) this.open.add(String(message.id));
    this.post({ kind: "message", text: JSON.stringify(message) });
  }

  private take(data: FromWorker) {
    if (data.kind === "loading") this.pings = null;
    if (data.kind === "ready" || data.kind === "pong") this.pings = 0;
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
    if (this.pings === null) return;
    if (this.pings++ < this.most) this.post({ kind: "ping" });
    else void this.restart();
  }

  /** Replace a worker that is held up: what the page has is in the store, and the language server is given its texts. */
  private async restart() {
    this.pings = null;
    this.worker.terminate();
    const error = { code: -32001, message: TOO_LONG, data: { kind: "stopped" } };
    // What was only slow is not stopped again.
    if (this.most < LONGEST) this.most *= 2;
    const requests = [...this.open];
    this.open.clear();
    const isAgain = performance.now() - this.replaced < SOON;
    const started = this.start(() => undefined);
    for (const text of this.replay.messages(isAgain)) this.post({ kind: "message", text });
    // Files hold up no worker: they only waited.
    for (const { message } of this.taking.values()) this.post(message);
    for (const id of requests) this.deliver(JSON.stringify({ jsonrpc: "2.0", id, error }));
    await started.catch(() => undefined);
    this.replaced = performance.now();
  }
}
