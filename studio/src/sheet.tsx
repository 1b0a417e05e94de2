// The sheet beside the editor: the last good one stays while the text is broken, with what is wrong over it.

import { useEffect, useRef } from "preact/hooks";
import type { Finding, SheetReply } from "./types";

export function SheetPane({ reply, html, onGo }: { reply: SheetReply | null; html: string; onGo: (line: number) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (html && frame.current) show(frame.current, html);
  }, [html]);
  const findings = reply?.findings.filter((finding) => finding.severity !== "note") ?? [];
  return (
    <div class="sheet">
      {findings.length > 0 && (
        <ul class="findings" role="status">
          {findings.map((finding) => (
            <FindingLine finding={finding} onGo={onGo} />
          ))}
        </ul>
      )}
      <iframe ref={frame} title="The character sheet" sandbox="allow-same-origin allow-scripts" />
    </div>
  );
}

function FindingLine({ finding, onGo }: { finding: Finding; onGo: (line: number) => void }) {
  return (
    <li class={finding.severity}>
      <button type="button" onClick={() => onGo(finding.line)}>
        {finding.line > 0 && <span class="line">line {finding.line}</span>} {finding.message}
      </button>
      {finding.hint && <p>{finding.hint}</p>}
    </li>
  );
}

/** Show a page in a frame where it was scrolled to; a new document would flicker, so its body is exchanged. */
function show(frame: HTMLIFrameElement, html: string) {
  const page = frame.contentDocument;
  if (!page) return;
  const { scrollX, scrollY } = frame.contentWindow ?? { scrollX: 0, scrollY: 0 };
  const made = new DOMParser().parseFromString(html, "text/html");
  page.documentElement.replaceWith(page.adoptNode(made.documentElement));
  frame.contentWindow?.scrollTo(scrollX, scrollY);
}
