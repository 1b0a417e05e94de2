// The connection to the studio: one WebSocket for the language server's messages and the studio's own requests.

import { hoverTooltips, LSPClient, serverCompletion, type Transport } from "@codemirror/lsp-client";
import { diagnosticsWithFixes } from "./fixes";

/** A request that the studio refused, with a message for the user. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly kind: string,
    readonly data: Record<string, unknown>,
  ) {
    super(message);
  }
}

/** The milliseconds after which a request of the editor counts as lost. On a slow machine, a site's language server starts for minutes. */
const TIMEOUT = 600_000;

/** The longest message that the studio takes, in letters. */
const MOST_LETTERS = 40_000_000;

/** What carries the messages: a socket to a server on this machine, or a worker of the page. */
export interface Carrier {
  readonly transport: Transport;
  /** Resolves when the studio was ended. */
  readonly lost: Promise<void>;
  /** Take files into the folder, where the folder is the browser's. */
  put?(files: Map<string, Uint8Array | null>): Promise<void>;
}

function openSocket(): Promise<Carrier> {
  const socket = new WebSocket(new URL("socket", location.href).href.replace("http", "ws"));
  let handlers: ((message: string) => void)[] = [];
  socket.onmessage = (event) => handlers.forEach((handle) => handle(String(event.data)));
  const lost = new Promise<void>((resolve) => (socket.onclose = () => resolve()));
  const transport: Transport = {
    send: (message) => socket.send(message),
    subscribe: (handle) => void handlers.push(handle),
    unsubscribe: (handle) => void (handlers = handlers.filter((other) => other !== handle)),
  };
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error("The studio does not answer. Open the address that chargen printed."));
    socket.onopen = () => resolve({ transport, lost });
  });
}

interface Reply {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: { message: string; data?: { kind: string } };
}

const ended = (id: string): Reply => ({ id, error: { message: "The studio was ended.", data: { kind: "ended" } } });

export class Connection {
  readonly client: LSPClient;
  readonly lost: Promise<void>;
  private count = 0;
  private readonly waiting = new Map<string, (reply: Reply) => void>();
  private isEnded = false;

  private constructor(private readonly carrier: Carrier) {
    this.lost = carrier.lost;
    this.client = new LSPClient({
      timeout: TIMEOUT,
      extensions: [serverCompletion(), hoverTooltips(), diagnosticsWithFixes()],
    });
    // The studio's own requests do not wait until the language server has started.
    const own = (text: string) => /^\{"jsonrpc": ?"2.0", ?"id": ?"s\d/.test(text);
    carrier.transport.subscribe((text) => {
      if (!own(text)) return;
      const reply = JSON.parse(text) as Reply;
      this.waiting.get(reply.id)?.(reply);
      this.waiting.delete(reply.id);
    });
    // Once, and not in a race with each answer: a promise that never settles keeps the answers of all races.
    void this.lost.then(() => {
      this.isEnded = true;
      this.waiting.forEach((answer, id) => answer(ended(id)));
      this.waiting.clear();
    });
    const filters = new Map<(text: string) => void, (text: string) => void>();
    this.client.connect({
      ...carrier.transport,
      subscribe: (handle) => {
        const filter = (text: string) => void (own(text) || handle(text));
        filters.set(handle, filter);
        carrier.transport.subscribe(filter);
      },
      unsubscribe: (handle) => carrier.transport.unsubscribe(filters.get(handle) ?? handle),
    });
  }

  static async open(carrier: Promise<Carrier> = openSocket()): Promise<Connection> {
    return new Connection(await carrier);
  }

  /** Ask the studio something. Rejects with `Refused`. */
  async ask<Result>(method: string, params: object = {}): Promise<Result> {
    const id = `s${++this.count}`;
    const message = JSON.stringify({ jsonrpc: "2.0", id, method: `studio/${method}`, params });
    if (message.length > MOST_LETTERS) throw new Refused("This is too large for the studio: at most 29 MB.", "large", {});
    const reply = await new Promise<Reply>((resolve) => {
      if (this.isEnded) return resolve(ended(id));
      this.waiting.set(id, resolve);
      this.carrier.transport.send(message);
    });
    if (!reply.error) return reply.result as Result;
    throw new Refused(reply.error.message, reply.error.data?.kind ?? "fault", reply.error.data ?? {});
  }

  /** Take files into the browser's folder; null deletes one. Rejects with an Error for the user. */
  async put(files: Map<string, Uint8Array | null>): Promise<void> {
    await this.carrier.put?.(files);
  }
}
