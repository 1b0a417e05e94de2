// The service worker of a site: it keeps all files of one version, so that the page opens without a network.
// `chargen site` writes the version before this script, so that a browser notices a new one.

/** The parts of a service worker that are used; TypeScript knows them only in programs without pages. */
interface Handled extends Event {
  readonly request: Request;
  readonly data: unknown;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<void>): void;
}
interface ServiceWorkerScope {
  readonly VERSION?: string;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate" | "message" | "fetch", handle: (event: Handled) => void): void;
}

const worker = self as unknown as ServiceWorkerScope;
const scope = new URL(".", location.href);
const mine = `chargen ${scope.pathname} `;
const current = mine + (worker.VERSION ?? "");

worker.addEventListener("install", (event) => event.waitUntil(keepFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
// A new version waits until the user agrees.
worker.addEventListener("message", (event) => event.data === "replace" && void worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.href)) return;
  event.respondWith(answer(request));
  if (isPage(request)) event.waitUntil(leaveIfGone());
});

async function keepFiles() {
  const { files } = (await (await fetch("files.json", { cache: "no-cache" })).json()) as { files: string[] };
  const cache = await caches.open(current);
  // The host is asked whether its file is a newer one: files of two versions must not mix.
  await cache.addAll(["./", ...files].map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(mine) && name !== current);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Whether a request is for the studio's own page: all others below its folder may be those of the host. */
function isPage(request: Request): boolean {
  return request.mode === "navigate" && ["", "index.html"].includes(new URL(request.url).pathname.slice(scope.pathname.length));
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(current);
  const kept = await cache.match(isPage(request) ? scope.href : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

/** Stop to answer where the host has removed the site: else its visitors would never see what is there instead. */
async function leaveIfGone() {
  const response = await fetch(location.href, { cache: "no-cache" }).catch(() => null); // without a network nobody knows
  const isScript = response?.headers.get("content-type")?.includes("javascript");
  if (!response || (response.ok ? isScript : ![404, 410].includes(response.status))) return;
  await worker.registration.unregister();
  await Promise.all((await caches.keys()).filter((name) => name.startsWith(mine)).map((name) => caches.delete(name)));
}
