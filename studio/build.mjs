// Bundles the studio's scripts and styles into templates/studio, which is committed; `make studio-bundle` runs it.
import { build } from "esbuild";

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
