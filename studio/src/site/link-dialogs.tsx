// A character as a link to show to others, and one that came by a link.

import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../dialog";
import { RenderedPage } from "../page";
import type { Session } from "../session";
import type { FileText, Finding, SheetReply } from "../types";
import { decodeLink, encodeLink, type Linked } from "./link";

/** Some programs for messages cut off longer links. */
const SHORT = 2000;

export function LinkDialog({ character, onClose }: { character: Linked; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const link = location.origin + location.pathname + encodeLink(character);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <Dialog title="Show by a link" onClose={onClose}>
      <p>
        The link holds the text of {character.file}, with all its notes. Nothing is uploaded. A portrait and house rules do
        not go along.
      </p>
      <label>
        Link
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p class="soft">
        {link.length.toLocaleString("en")} letters.{" "}
        {link.length > SHORT && "Some messengers cut such a long link off; then send the file."}
      </p>
      <p class="buttons">
        <button type="button" class="main" onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      </p>
    </Dialog>
  );
}

/** A character that came by a link: it is only shown, until the user keeps it as a new file. */
export function LinkedCharacter({ session, link, onClose }: { session: Session; link: string; onClose: () => void }) {
  const { connection } = session;
  const [character, setCharacter] = useState<Linked | null>(null);
  const [reply, setReply] = useState<SheetReply | null>(null);
  const [refusal, setRefusal] = useState("");
  const show = async () => {
    const decoded = decodeLink(link);
    setCharacter(decoded);
    setReply(await connection.ask<SheetReply>("sheet", { ...decoded }));
  };
  useEffect(() => void show().catch((error: Error) => setRefusal(error.message)), []);
  const keep = () =>
    session.attempt(async () => {
      onClose();
      const kept = await connection.ask<FileText>("copy", { ...character });
      await session.openNew(kept.file);
      await session.renewFiles();
    });
  const found = (wanted: Finding["severity"]) => reply?.findings.find(({ severity }) => severity === wanted);
  const [error, missing] = [found("error"), found("todo")];
  return (
    <Dialog title={reply?.name || "A character by a link"} isWide onClose={onClose}>
      {refusal && <p role="alert">{refusal}</p>}
      {character && (
        <>
          <p>This character came by a link. It is not among your files.</p>
          <p class="buttons">
            <button type="button" class="main" onClick={() => void keep()}>
              Keep it as a file
            </button>
          </p>
        </>
      )}
      {error && (
        <p role="alert">
          It has errors, the first in line {error.line}: {error.message}.
        </p>
      )}
      {!error && missing && <p role="alert">It is not complete: {missing.message}.</p>}
      {reply?.html ? (
        <div class="linked">
          <RenderedPage html={reply.html} title="The character of the link" />
        </div>
      ) : (
        reply && <pre tabIndex={0}>{character?.text}</pre>
      )}
    </Dialog>
  );
}
