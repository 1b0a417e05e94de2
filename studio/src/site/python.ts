// Starting a site's Python: from its files, or from its memory as an earlier visit left it, which takes a fifth of the time.

import { unzipSync } from "fflate";
import type { PyodideAPI } from "pyodide";

export const PACKAGES = "/lib/python3.14/site-packages";
const ARCHIVES = ["packages.zip", "language.zip", "chargen.zip", "data.zip"];
const LIBRARY = "pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so";

/**
 * Start Python. `base` is the address of its folder, with a slash at its end; `read` reads a file of that folder;
 * `memory` is what `keepMemory` returned for the very same files.
 */
export async function startPython(base: string, read: (name: string) => Promise<Uint8Array>, memory?: Uint8Array) {
  const archives = ARCHIVES.map(read);
  const { loadPyodide } = (await import(`${base}pyodide.mjs`)) as typeof import("pyodide");
  const start = memory ? { _loadSnapshot: memory, _snapshotDeserializer: () => ({}) } : { _makeSnapshot: true };
  const python = await loadPyodide({
    ...start,
    indexURL: base,
    lockFileURL: `${base}python.json`,
    stdLibURL: `${base}stdlib.zip`,
    createPyodideModule: async (settings: { locateFile(name: string): string }) => {
      const { locateFile } = settings;
      // Loaded before Python starts, the library has the same place in each memory, so that a kept one fits.
      const library = {
        dynamicLibraries: [`${PACKAGES}/${LIBRARY}`],
        locateFile: (name: string) => locateFile(name.endsWith(LIBRARY) ? "pydantic_core.so" : name),
      };
      const { default: create } = await import(`${base}pyodide.asm.mjs`);
      const module = await create(Object.assign(settings, library));
      if (memory) module._emscripten_resize_heap(memory.length);
      return module;
    },
  });
  for (const archive of archives) unpack(python.FS, await archive);
  return python;
}

/** Write the files of an archive, with a fixed date: what Python remembers of them is still true at the next start. */
function unpack(fs: PyodideAPI["FS"], archive: Uint8Array) {
  for (const [name, content] of Object.entries(unzipSync(archive))) {
    const path = `${PACKAGES}/${name}`;
    fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    fs.writeFile(path, content);
    fs.utime(path, 0, 0);
  }
}

/** Return the memory of Python as it is, without what it knows of this page. No call of Python may be under way. */
export function keepMemory(python: PyodideAPI): Uint8Array {
  python.runPython("import gc; gc.collect()");
  const { _module: module, makeMemorySnapshot } = python as unknown as Keeping;
  const get = module.__hiwire_get;
  // Pyodide refuses places whose value it has given up.
  module.__hiwire_get = (place) => {
    const value = get(place);
    return typeof value === "object" || typeof value === "function" ? value : null;
  };
  try {
    return makeMemorySnapshot({ serializer: () => null });
  } finally {
    module.__hiwire_get = get;
  }
}

/** The parts of Pyodide that it does not document. */
interface Keeping {
  readonly _module: { __hiwire_get(place: number): unknown };
  makeMemorySnapshot(options: { serializer(value: unknown): null }): Uint8Array;
}
