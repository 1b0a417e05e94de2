// The studio's page: the character as form or text on the left; its sheet, the party or a fight on the right.

import { render } from "preact";
import { useState } from "preact/hooks";
import { Connection } from "./connection";
import { ConflictBar } from "./conflict";
import { FightPane } from "./fight";
import { Files } from "./files";
import { Findings } from "./findings";
import { FormPane } from "./form/form";
import { PartyPane } from "./party";
import { PointsBar, PointsPane } from "./points";
import { PrintButton } from "./print";
import { useSession } from "./session";
import { SheetPane } from "./sheet";
import { Tabs } from "./tabs";
import { TextPane } from "./text";
import type { Opened } from "./types";
import "./studio.css";
import "./table.css";

const LEFT = [
  ["form", "Form"],
  ["text", "Text"],
  ["points", "Points"],
] as const;
const RIGHT = [
  ["sheet", "Sheet"],
  ["party", "Party"],
  ["fight", "Fight"],
] as const;
/** Which half a phone shows. */
const HALVES = [
  ["left", "Character"],
  ["right", "Table"],
] as const;

function Studio({ connection, opened }: { connection: Connection; opened: Opened }) {
  const session = useSession(connection, opened);
  const [left, setLeft] = useState<(typeof LEFT)[number][0]>("form");
  const [right, setRight] = useState<(typeof RIGHT)[number][0]>("sheet");
  const [half, setHalf] = useState<(typeof HALVES)[number][0]>("left");
  const { file, text, reply } = session;

  const goTo = (line: number) => {
    setLeft("text");
    setHalf("left");
    // The editor can only be focused once it is shown.
    requestAnimationFrame(() => session.editor.current?.goTo(line));
  };

  return (
    <>
      <header>
        <h1>{opened.folder}</h1>
        <Files session={session} />
        <PrintButton session={session} />
        <PointsBar session={session} />
      </header>
      <ConflictBar session={session} />
      {!opened.readOnly && (
        <nav class="halves" aria-label="Half">
          <Tabs label="Half" tabs={HALVES} chosen={half} onChoose={setHalf} />
        </nav>
      )}
      <main data-half={opened.readOnly ? "both" : half} class={opened.readOnly ? "read-only" : ""}>
        {!opened.readOnly && (
          <section class="left" aria-label="Character">
            <Tabs label="View" tabs={LEFT} chosen={left} onChoose={setLeft} />
            <TextPane session={session} isHidden={left !== "text"} />
            {left === "points" && <PointsPane session={session} />}
            {left === "form" && file && (
              <FormPane
                connection={connection}
                file={file}
                text={text}
                findings={reply?.findings ?? []}
                onText={session.setText}
              />
            )}
          </section>
        )}
        <section class="right" aria-label="Table">
          <Tabs label="Table" tabs={RIGHT} chosen={right} onChoose={setRight} />
          {right === "sheet" && <Findings session={session} onGo={goTo} />}
          {right === "sheet" && <SheetPane html={session.html} />}
          {right === "party" && <PartyPane session={session} />}
          {right === "fight" && <FightPane session={session} />}
        </section>
      </main>
    </>
  );
}

async function start() {
  const connection = await Connection.open();
  const opened = await connection.ask<Opened>("open");
  document.title = `${opened.folder} · chargen studio`;
  const root = document.getElementById("studio");
  if (root) {
    root.textContent = "";
    render(<Studio connection={connection} opened={opened} />, root);
  }
}

start().catch((error: unknown) => {
  const root = document.getElementById("studio");
  if (root) root.textContent = error instanceof Error ? error.message : String(error);
});
