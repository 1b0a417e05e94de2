// The carrier of a site's messages: a worker in the place of the socket. It watches that no request takes too long.

import type { Transport } from "@codemirror/lsp-client";
import type { Files, FromWorker, ToWorker } from "./protocol";

/** The milliseconds that a request may take; a worker that takes longer is ended. */
export const LIMIT = 5_000;

export type OnProgress = (progress: { what: string; done: number; total: number }) => void;

export interface Carrier {
  transport: Transport;
  lost: Promise<void>;
  put(files: Files): Promise<void>;
}

/** Start a worker. It runs from a blob, so that the content policy of the page holds in it, too. */
function startWorker(): Worker {
  const address = new URL("worker.js", document.baseURI).href;
  const blob = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(blob), { type: "module" });
}

export function carry(onProgress: OnProgress): Promise<Carrier> {
  let handlers: ((message: string) => void)[] = [];
  const taking = new Map<number, (problem: string) => void>();
  const worker = startWorker();
  const post = (message: ToWorker) => worker.postMessage(message);
  const transport: Transport = {
    send: (text) => post({ kind: "message", text }),
    subscribe: (handle) => void handlers.push(handle),
    unsubscribe: (handle) => void (handlers = handlers.filter((other) => other !== handle)),
  };
  let id = 0;
  const put = async (files: Files) => {
    id += 1;
    post({ kind: "put", id, files });
    const problem = await new Promise<string>((resolve) => taking.set(id, resolve));
    if (problem) throw new Error(problem);
  };
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "The page cannot start its worker."));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "message") handlers.forEach((handle) => handle(data.text));
      else if (data.kind === "progress") onProgress(data);
      else if (data.kind === "ready") resolve({ transport, put, lost: new Promise(() => undefined) });
      else if (data.kind === "taken") taking.get(data.id)?.(data.message);
      else reject(new Error(data.message));
    };
  });
}
