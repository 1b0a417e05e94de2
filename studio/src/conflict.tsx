// A file that was changed here and by another program: both texts side by side, and the choice.

import type { Session } from "./session";

export function ConflictBar({ session }: { session: Session }) {
  const { conflict, text, file } = session;
  if (!conflict || !file) return null;
  const others = new Set(conflict.text.split("\n"));
  const mine = new Set(text.split("\n"));
  return (
    <div class="conflict" role="alertdialog" aria-label="The file changed on the disk">
      <p>
        Another window or program changed <strong>{file.file}</strong> while you changed it here. Lines that only one side
        has are marked.
      </p>
      <div class="sides">
        <Side title="Yours" text={text} others={others} />
        <Side title="On the disk" text={conflict.text} others={mine} />
      </div>
      <p class="buttons">
        <button type="button" onClick={() => void session.resolve("copy")}>
          Save yours as a copy
        </button>
        <button type="button" onClick={() => void session.resolve("mine")}>
          Keep yours
        </button>
        <button type="button" onClick={() => void session.resolve("theirs")}>
          Take the disk's
        </button>
      </p>
    </div>
  );
}

function Side({ title, text, others }: { title: string; text: string; others: Set<string> }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <pre tabIndex={0}>
        {text.split("\n").map((line) => (
          <>{others.has(line) ? line : <mark>{line || " "}</mark>}{"\n"}</>
        ))}
      </pre>
    </section>
  );
}
