// Runs a module of the tests as the worker of a site does, under Node: node run.mjs SITE CHECKOUT MODULE [ARGUMENT …].
// The module's coroutine `main` gets the arguments; what it prints goes to standard output.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [site, checkout, module, ...args] = process.argv.slice(2);
const runtime = path.resolve(site, "python");
const packages = "/lib/python3.14/site-packages";
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);
try {
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: path.join(runtime, "stdlib.zip"),
    lockFileURL: path.join(runtime, "python.json"),
  });
  for (const name of ["packages.zip", "chargen.zip", "data.zip", "language.zip"]) {
    python.unpackArchive(new Uint8Array(await readFile(path.join(runtime, name))), "zip", { extractDir: packages });
  }
  for (const folder of ["/work", "/characters", `${packages}/games`]) python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: checkout }, "/work");
  // The tests are in the checkout; chargen is what the site has.
  python.runPython("import os, sys; os.chdir('/work'); sys.path[:] = [*filter(None, sys.path), '/work']");
  await python.pyimport(module).main(...args);
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which is one line
  process.exit(1);
}
