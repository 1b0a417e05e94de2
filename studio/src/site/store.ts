// The player's files, kept by the browser in IndexedDB: the page and its worker, and every tab of the site, see the same.

/** Contents by name, with `/` between folders. */
export type Contents = Map<string, Uint8Array>;

export interface Store {
  all(): Promise<Contents>;
  /** Write files; null deletes one. All of them are written, or none. */
  write(changes: ReadonlyMap<string, Uint8Array | null>): Promise<void>;
  /** Call a function with the names of the files that another tab, the page or its worker wrote. */
  onChange(handle: (names: string[]) => void): void;
  /** Return a value kept with `keep`, such as the handle of a real folder. */
  kept<Value>(key: string): Promise<Value | undefined>;
  keep(key: string, value: unknown): Promise<void>;
}

const FILES = "files";
const OTHERS = "others";

export function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Open the files of this site. Other sites of the same host have their own. */
export async function openStore(): Promise<Store> {
  // The scripts of the page and of its worker lie in the same folder, which is the name of the site. (The address of the
  // worker itself is that of a blob.)
  const name = `chargen ${new URL(".", import.meta.url).pathname}`;
  const database = await openDatabase(name);
  const channel = new BroadcastChannel(name);

  return {
    async all() {
      const files = database.transaction(FILES).objectStore(FILES);
      const [names, contents] = await Promise.all([result(files.getAllKeys()), result(files.getAll())]);
      return new Map(names.map((key, index) => [String(key), contents[index] as Uint8Array]));
    },
    async write(changes) {
      const transaction = database.transaction(FILES, "readwrite");
      const files = transaction.objectStore(FILES);
      for (const [file, content] of changes) {
        if (content) files.put(content, file);
        else files.delete(file);
      }
      await completed(transaction);
      channel.postMessage([...changes.keys()]);
    },
    onChange(handle) {
      channel.addEventListener("message", (event) => handle(event.data as string[]));
    },
    async kept<Value>(key: string) {
      return (await result(database.transaction(OTHERS).objectStore(OTHERS).get(key))) as Value | undefined;
    },
    async keep(key, value) {
      const transaction = database.transaction(OTHERS, "readwrite");
      transaction.objectStore(OTHERS).put(value, key);
      await completed(transaction);
    },
  };
}

async function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(FILES);
    request.result.createObjectStore(OTHERS);
  };
  try {
    return await result(request);
  } catch {
    throw new Error("This browser keeps no files for the page. Allow it to store data, or leave its private window.");
  }
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      const { name, message } = transaction.error ?? { name: "", message: "" };
      const reason = name === "QuotaExceededError" ? "the browser has no room left for this page" : message || name;
      reject(new Error(`The browser cannot store this: ${reason}`));
    };
  });
}
