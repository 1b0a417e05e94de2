// The studio: the character as form or text on the left; its sheet, the party or a fight on the right.

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Connection } from "./connection";
import { ConflictBar } from "./conflict";
import { FightPane } from "./fight";
import { Files, Welcome } from "./files";
import { Findings } from "./findings";
import { FormPane } from "./form/form";
import { PartyPane } from "./party";
import { PointsBar, PointsPane } from "./points";
import { type Session, useSession } from "./session";
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

/** Close a menu by a choice, by a click elsewhere, also on the sheet, and by Escape. */
function useMenus() {
  useEffect(() => {
    const close = (but: EventTarget | null) => {
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) {
        if (!menu.contains(but as Node | null)) menu.open = false;
      }
    };
    const press = (event: Event) => close(event.target);
    const leave = () => close(null);
    const escape = (event: KeyboardEvent) => {
      const menu = document.querySelector<HTMLDetailsElement>(".menu[open]");
      if (event.key !== "Escape" || !menu) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", press);
    addEventListener("focusin", press);
    addEventListener("blur", leave);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("pointerdown", press);
      removeEventListener("focusin", press);
      removeEventListener("blur", leave);
      removeEventListener("keydown", escape);
    };
  }, []);
}

interface StudioProps {
  connection: Connection;
  opened: Opened;
  /** The buttons that differ with where the studio runs. */
  tools: ComponentType<{ session: Session }>;
  /** Where the user was writing in the text before; null shows the form. */
  cursor?: number | null;
}

export function Studio({ connection, opened, tools: Tools, cursor = null }: StudioProps) {
  const [left, setLeft] = useState<(typeof LEFT)[number][0]>(cursor === null ? "form" : "text");
  const [right, setRight] = useState<(typeof RIGHT)[number][0]>("sheet");
  const [half, setHalf] = useState<(typeof HALVES)[number][0]>("left");
  const session = useSession(connection, opened, right === "sheet");
  const { file } = session;

  useEffect(() => {
    if (file && cursor !== null) session.editor.current?.goOn(cursor);
  }, [file === null]);

  useEffect(() => {
    const name = session.reply?.name || file?.file;
    document.title = [name, opened.folder].filter(Boolean).join(" · ");
  }, [session.reply?.name, file?.file]);
  useMenus();
  // What is opened in the form stays so while another view is shown.
  const parts = useRef(new Map<string, boolean>());

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
        <Tools session={session} />
        {/* The form says more about them. */}
        {(opened.readOnly || left !== "form") && <PointsBar session={session} />}
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
            <h2 class="spoken">Character</h2>
            <Tabs label="View" tabs={LEFT} chosen={left} onChoose={setLeft} />
            <TextPane session={session} isHidden={left !== "text"} />
            {left !== "text" && file?.isLocked && <p class="empty">This file cannot be edited here. The error says why.</p>}
            {left === "points" && !file?.isLocked && <PointsPane key={file?.file} session={session} />}
            {!file && <Welcome session={session} />}
            {left === "form" && file && !file.isLocked && (
              <FormPane
                key={file.file}
                session={session}
                file={file}
                parts={parts.current}
              />
            )}
          </section>
        )}
        <section class="right" aria-label="Table">
          <h2 class="spoken">Table</h2>
          <Tabs label="Table" tabs={RIGHT} chosen={right} onChoose={setRight} />
          {right === "sheet" && <Findings session={session} onGo={goTo} />}
          {right === "sheet" && <SheetPane session={session} />}
          {right === "party" && <PartyPane session={session} />}
          {right === "fight" && <FightPane session={session} />}
        </section>
      </main>
    </>
  );
}
