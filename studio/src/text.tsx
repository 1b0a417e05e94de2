// The character as text, in the editor.

import { useEffect, useRef } from "preact/hooks";
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
      readOnly: opened.readOnly,
      onChange: session.onEdit,
      onFixes: session.onFixes,
      onSave: () => void latest.current.save(),
    });
    return () => editor.current?.destroy();
  }, [file?.file]);
  return <div class="editor" ref={place} hidden={isHidden} />;
}
