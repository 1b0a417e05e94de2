// The characters of the folder as one page for the GM, renewed as they change.

import { useEffect, useState } from "preact/hooks";
import { sheetName } from "./drafts";
import { RenderedPage } from "./page";
import type { Session } from "./session";

/** The milliseconds without a keystroke after which the page is renewed; it is made of all characters. */
const PAUSE = 500;

interface PartyReply {
  html: string;
  leftOut: string[];
}

export function PartyPane({ session }: { session: Session }) {
  const [reply, setReply] = useState<PartyReply | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        session.attempt(async () => {
          const texts = session.file ? { [session.file.file]: session.text } : {};
          setReply(await session.connection.ask<PartyReply>("party", { texts }));
        }),
      reply ? PAUSE : 0,
    );
    return () => clearTimeout(timer);
  }, [session.text, session.changes]);
  if (!reply) return <p class="empty">The party's page is made …</p>;
  return (
    <div class="sheet">
      {reply.leftOut.length > 0 && (
        <p class="left-out" role="status">
          Left out for errors: {reply.leftOut.join(", ")}
        </p>
      )}
      {reply.html ? <RenderedPage html={reply.html} title="The party" of={sheetName(session.opened.uri, "party")} marks="browser" /> : <p class="empty">No character of this folder is without errors.</p>}
    </div>
  );
}
