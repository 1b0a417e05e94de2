// The page of `chargen studio`.

import { render } from "preact";
import { Connection } from "./connection";
import { PrintButton } from "./print";
import { Studio } from "./studio";
import type { Opened } from "./types";

async function start() {
  const connection = await Connection.open();
  const opened = await connection.ask<Opened>("open");
  const root = document.getElementById("studio");
  if (root) {
    root.textContent = "";
    render(<Studio connection={connection} opened={opened} tools={PrintButton} />, root);
  }
}

start().catch((error: unknown) => {
  const root = document.getElementById("studio");
  if (root) root.textContent = error instanceof Error ? error.message : String(error);
});
