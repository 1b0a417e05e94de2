// Runs a Python program as the worker of a site does, under Node: node run.mjs SITE PROGRAM FOLDER [ARGUMENT …].
// FOLDER of this machine is /work there. What the program prints goes to standard output.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [site, program, folder, ...args] = process.argv.slice(2);
const runtime = path.resolve(site, "python");
const { loadPyodide } = await import(pathToFileURL(path.join(runtime, "pyodide.mjs")).href);
try {
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: path.join(runtime, "stdlib.zip"),
    lockFileURL: path.join(runtime, "python.json"),
    args,
  });
  for (const name of ["packages.zip", "chargen.zip", "data.zip", "language.zip"]) {
    const content = new Uint8Array(await readFile(path.join(runtime, name)));
    python.unpackArchive(content, "zip", { extractDir: "/lib/python3.14/site-packages" });
  }
  python.FS.mkdir("/work");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/work");
  python.FS.mkdirTree("/characters");
  await python.runPythonAsync(await readFile(program, "utf-8"));
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which is one line
  process.exit(1);
}
