// What a new worker's language server needs: how it was initialized, and the texts that are open.

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly textDocument?: { uri: string; version?: number; text?: string };
    readonly contentChanges?: { text: string }[];
  };
}

/** The start of the id of a message that is sent again; the page does not get its reply. */
const AGAIN = "again-";

export class Replay {
  private initial: Message[] = [];
  private readonly open = new Map<string, Message>();
  private count = 0;
  /** Texts that may have held a worker up: they are opened again at their next change. */
  private readonly dropped = new Set<string>();

  /** Note a message on its way to the worker, and return what to send in its place. */
  note(text: string): Message {
    const message = JSON.parse(text) as Message;
    const { method, params } = message;
    const document = params?.textDocument;
    if (method === "initialize" || method === "initialized") this.initial.push(message);
    if (!document) return message;
    if (method === "textDocument/didOpen") this.open.set(document.uri, message);
    if (method === "textDocument/didClose") this.open.delete(document.uri);
    const opened = this.open.get(document.uri);
    // The server takes complete texts, so the last one replaces the one before.
    const changed = params?.contentChanges?.at(-1)?.text;
    if (method === "textDocument/didChange" && opened && changed !== undefined) {
      const present = { ...opened.params?.textDocument, ...document, text: changed };
      const again = { ...opened, params: { textDocument: present } };
      this.open.set(document.uri, again);
      if (this.dropped.delete(document.uri)) return again;
    }
    return message;
  }

  /** Return what to send to a new worker; `isAgain`: the last one was held up soon, perhaps by an open text. */
  messages(isAgain: boolean): string[] {
    if (isAgain) this.open.forEach((_, uri) => this.dropped.add(uri));
    const open = [...this.open].filter(([uri]) => !this.dropped.has(uri)).map(([, message]) => message);
    // The page still waits for the first reply if it has not said yet that it is initialized.
    const isAwaited = this.initial.length === 1;
    return [...this.initial, ...open].map((message) =>
      JSON.stringify(message.id === undefined || isAwaited ? message : { ...message, id: `${AGAIN}${++this.count}` }),
    );
  }

  /** Whether a message of the worker replies to one that was sent again. */
  isOwn(text: string): boolean {
    return text.includes(`"${AGAIN}`) && String((JSON.parse(text) as Message).id).startsWith(AGAIN);
  }
}
