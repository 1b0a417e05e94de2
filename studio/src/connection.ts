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

/** The milliseconds after which a request counts as lost; a fight of twenty a side takes some seconds. */
const TIMEOUT = 60_000;

function connect(address: string): Promise<{ transport: Transport; lost: Promise<void> }> {
  const socket = new WebSocket(address);
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

export class Connection {
  private constructor(
    readonly client: LSPClient,
    /** Resolves when the studio was ended. */
    readonly lost: Promise<void>,
  ) {}

  static async open(): Promise<Connection> {
    const client = new LSPClient({
      timeout: TIMEOUT,
      extensions: [serverCompletion(), hoverTooltips(), diagnosticsWithFixes()],
    });
    const { transport, lost } = await connect(`${location.origin.replace("http", "ws")}/socket`);
    client.connect(transport);
    await client.initializing;
    return new Connection(client, lost);
  }

  /** Ask the studio something. Rejects with `Refused`. */
  async ask<Reply>(method: string, params: object = {}): Promise<Reply> {
    try {
      return await this.client.request<object, Reply>(`studio/${method}`, params);
    } catch (error) {
      const { message, data } = error as { message: string; data?: { kind: string } };
      throw new Refused(message, data?.kind ?? "fault", data ?? {});
    }
  }
}
