// Prepares a browser's Python for `chargen site`; `make site` runs this: node build.mjs CHARGEN SITE-PACKAGES WHEELS OUT.
// Compiles within that very Python, so that the bytecode fits whatever Python builds the site.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { loadPyodide } from "pyodide";

const [sources, installed, wheels, out] = process.argv.slice(2);
const pyodide = path.dirname(createRequire(import.meta.url).resolve("pyodide"));

/** Pyodide's own packages are not used, so its list of them can be empty. */
const { info } = JSON.parse(await readFile(path.join(pyodide, "pyodide-lock.json"), "utf-8"));
const lockFileContents = JSON.stringify({ info, packages: {} });

const python = await loadPyodide({
  lockFileContents,
  // Without the columns of instructions, of which only tracebacks make use: a tenth less to fetch.
  env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" },
});
const unpack = async (file, extractDir) => python.unpackArchive(new Uint8Array(await readFile(file)), "zip", { extractDir });
for (const folder of ["/standard", "/packages", "/out"]) python.FS.mkdir(folder);
await unpack(path.join(pyodide, "python_stdlib.zip"), "/standard");
for (const wheel of (await readdir(wheels)).sort()) await unpack(path.join(wheels, wheel), "/packages");
for (const [folder, root] of [["/packages/chargen", sources], ["/venv", installed]]) {
  python.FS.mkdir(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
}
try {
  python.runPython(await readFile(new URL("compile.py", import.meta.url), "utf-8"));
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which is one line
  process.exit(1);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const name of python.FS.readdir("/out").filter((name) => !name.startsWith("."))) {
  await writeFile(path.join(out, name), python.FS.readFile(`/out/${name}`));
}
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  await copyFile(path.join(pyodide, name), path.join(out, name));
}
await writeFile(path.join(out, "python.json"), lockFileContents);
process.exit(0);
