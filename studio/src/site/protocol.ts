// What the page of a site and its worker send each other. The worker has the place of `chargen studio`'s server.

/** Contents by name, such as `kai.yaml`; null deletes the file. */
export type Files = Map<string, Uint8Array | null>;

/** The folder of the characters in the worker. */
export const FOLDER = "/characters";
/** Its address, by which drafts are kept. */
export const ADDRESS = `file://${FOLDER}`;

/** What is being done before the studio answers; `total` is 1 where parts cannot be counted. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export type ToWorker =
  /** A message of JSON-RPC, as the page of `chargen studio` sends it through its socket. */
  | { kind: "message"; text: string }
  /** Take files into the folder and into the store, before any message that follows. */
  | { kind: "put"; id: number; files: Files }
  /** Show that the worker is not held up by a message. */
  | { kind: "ping" };

export type FromWorker =
  | ({ kind: "progress" } & Progress)
  /** From here on messages and pings are answered. */
  | { kind: "ready" }
  /** The language server is being loaded: until the next `ready`, pings are not answered. */
  | { kind: "loading" }
  | { kind: "pong" }
  | { kind: "message"; text: string }
  /** Files were taken; `message` is empty, or says why not. */
  | { kind: "taken"; id: number; message: string }
  /** The worker cannot go on. */
  | { kind: "failed"; message: string };

/** Files that are there when a site is opened for the first time, relative to the page: one a line. */
export const EXAMPLES = "examples/list.txt";
