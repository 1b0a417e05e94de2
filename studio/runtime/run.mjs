// Runs a module of the tests as the worker of a site does, under Node: node run.mjs SITE CHECKOUT MODULE [ARGUMENT …].
// The module's coroutine `main` gets the arguments; what it prints goes to standard output.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [site, checkout, module, ...args] = process.argv.slice(2);
const { PACKAGES, startPython } = await import(pathToFileURL(path.resolve(site, "python.js")).href);
const base = `${path.resolve(site, "python")}/`;
const read = async (name) => new Uint8Array(await readFile(base + name));
try {
  const python = await startPython(base, read);
  for (const folder of ["/work", "/characters", `${PACKAGES}/games`]) python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: checkout }, "/work");
  // The tests are in the checkout; chargen is what the site has.
  python.runPython("import os, sys; os.chdir('/work'); sys.path[:] = [*filter(None, sys.path), '/work']");
  await python.pyimport(module).main(...args);
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which is one line
  process.exit(1);
}
