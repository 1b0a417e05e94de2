// Bundles the studio's scripts and styles into templates/studio, which is committed; `make studio-bundle` runs it.
// It also shortens the script that every HTML sheet contains: its parts share one scope, in this order.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const PARTS = ["throw", "sheet", "writing", "dice"];
const texts = await Promise.all(PARTS.map((name) => readFile(`../templates/sheet/${name}.js`, "utf-8")));
const contents = texts.join("\n");
// A test compares the hash, so that a changed part is never forgotten here.
const hash = createHash("sha256").update(contents).digest("hex");

await build({
  stdin: { contents },
  outfile: "../templates/sheet.min.js",
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  banner: { js: `// built by studio/build.mjs from templates/sheet: ${hash}` },
});

await build({
  entryPoints: { studio: "src/main.tsx" },
  outdir: "../templates/studio",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  // The licences of what is bundled go beside it.
  legalComments: "linked",
});
