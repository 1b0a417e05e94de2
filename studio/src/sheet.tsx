// The sheet beside the editor: the last good one stays while the text is broken, with what is wrong over it.

import { RenderedPage } from "./page";
import type { Finding, SheetReply } from "./types";

export function SheetPane({ reply, html, onGo }: { reply: SheetReply | null; html: string; onGo: (line: number) => void }) {
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
      <RenderedPage html={html} title="The character sheet" />
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
