// Bundles the studio's scripts and styles into templates/studio, which is committed; `make studio-bundle` runs it.
// It also shortens the script that every HTML sheet contains: its parts share one scope, in this order.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

/** Return the hash of some files. Tests compare it, so that a changed source is never forgotten here. */
const hashed = (texts) => createHash("sha256").update(texts.join("\n")).digest("hex");
const read = (paths) => Promise.all(paths.map((path) => readFile(path, "utf-8")));

const parts = await read(["throw", "sheet", "writing", "dice"].map((name) => `../templates/sheet/${name}.js`));

await build({
  stdin: { contents: parts.join("\n") },
  outfile: "../templates/sheet.min.js",
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  banner: { js: `// built by studio/build.mjs from templates/sheet: ${hashed(parts)}` },
});

const sources = (await readdir("src", { recursive: true })).filter((name) => /\.(tsx?|css)$/.test(name)).sort();
const lock = await read(["package-lock.json", ...sources.map((name) => `src/${name}`)]);

const options = {
  outdir: "../templates/studio",
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
};
const built = `// built by studio/build.mjs from studio/src and its lock: ${hashed(lock)}\n// licences: LICENCES.txt`;

// The page of `chargen studio` and that of `chargen site`. What both have is in shared.js.
const { metafile } = await build({
  ...options,
  entryPoints: { studio: "src/main.tsx", site: "src/site/site.tsx" },
  format: "esm",
  splitting: true,
  chunkNames: "shared",
  banner: { js: built },
});
// The worker in which a site's Python runs, and how Python starts, which the tests under Node use, too.
const entryPoints = { worker: "src/site/worker.ts", python: "src/site/python.ts" };
await build({ ...options, entryPoints, format: "esm", external: ["./python.js"] });
// The service worker of a site, which has no page.
await build({ ...options, entryPoints: { service: "src/site/service.ts" }, format: "iife" });

// The licences of what is bundled go beside it.
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
);
const licences = [...packages].sort().map(async (name) => {
  const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf-8"));
  const file = (await readdir(`node_modules/${name}`)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = await readFile(`node_modules/${name}/${file}`, "utf-8");
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
});
await writeFile("../templates/studio/LICENCES.txt", (await Promise.all(licences)).join(`\n${"-".repeat(80)}\n\n`));
