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

function connect(address: string): Promise<Transport> {
  const socket = new WebSocket(address);
  let handlers: ((message: string) => void)[] = [];
  socket.onmessage = (event) => handlers.forEach((handle) => handle(String(event.data)));
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error("The studio does not answer."));
    socket.onclose = () => document.body.classList.add("disconnected");
    socket.onopen = () =>
      resolve({
        send: (message) => socket.send(message),
        subscribe: (handle) => void handlers.push(handle),
        unsubscribe: (handle) => void (handlers = handlers.filter((other) => other !== handle)),
      });
  });
}

export class Connection {
  private constructor(readonly client: LSPClient) {}

  static async open(): Promise<Connection> {
    const client = new LSPClient({ timeout: TIMEOUT, extensions: [serverCompletion(), hoverTooltips(), diagnosticsWithFixes()] });
    const transport = await connect(`${location.origin.replace("http", "ws")}/socket`);
    client.connect(transport);
    await client.initializing;
    return new Connection(client);
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
