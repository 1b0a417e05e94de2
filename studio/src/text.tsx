// The character as text, in the editor.

import { useEffect, useRef } from "preact/hooks";
import { findHistory, keepHistory } from "./drafts";
import { openEditor } from "./editor";
import type { Session } from "./session";

export function TextPane({ session, isHidden }: { session: Session; isHidden: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(session);
  latest.current = session;
  const { file, opened, connection, editor } = session;
  useEffect(() => {
    if (!file || !place.current) return;
    editor.current = openEditor({
      parent: place.current,
      connection,
      uri: `${opened.uri}/${encodeURI(file.file)}`,
      text: session.text,
      history: findHistory(opened.uri, file.file),
      onSteps: session.onSteps,
      readOnly: opened.readOnly || !!file.isLocked,
      onChange: session.onEdit,
      onFixes: session.onFixes,
      onSave: () => void latest.current.save(),
    });
    const keep = () => keepHistory(opened.uri, file.file, editor.current?.remember());
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
      editor.current?.destroy();
    };
  }, [file?.file, file?.isLocked]);
  return <div class="editor" ref={place} hidden={isHidden} />;
}
