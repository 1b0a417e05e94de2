// What is wrong with the character, over its last good sheet: each error with its place and its fix.

import type { Session } from "./session";
import type { Finding } from "./types";

export function Findings({ session, onGo }: { session: Session; onGo: (line: number) => void }) {
  const findings = session.reply?.findings.filter((finding) => finding.severity !== "note") ?? [];
  const everything = session.fixes.find((fix) => fix.line === 0);
  if (!findings.length) return null;
  return (
    <div class="findings" role="status" aria-label="Errors">
      <ul>
      {findings.map((finding) => (
        <FindingLine session={session} finding={finding} onGo={onGo} />
      ))}
      {everything && (
        <li>
          <button type="button" class="fix" title={everything.title} onClick={() => everything.apply()}>
            Fix everything that leaves no choice
          </button>
        </li>
      )}
      </ul>
    </div>
  );
}

function FindingLine({ session, finding, onGo }: { session: Session; finding: Finding; onGo: (line: number) => void }) {
  const fixes = session.fixes.filter(({ line, message }) => line === finding.line && message === finding.message);
  return (
    <li class={finding.severity}>
      <button type="button" onClick={() => onGo(finding.line)}>
        {finding.line > 0 && <span class="line">line {finding.line}</span>} {finding.message}
      </button>
      {fixes.map((fix) => (
        <button type="button" class="fix" key={fix.title} onClick={() => fix.apply()}>
          {fix.title}
        </button>
      ))}
      {finding.hint && <p>{finding.hint}</p>}
    </li>
  );
}
