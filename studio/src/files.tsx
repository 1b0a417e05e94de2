// The files of the folder in the header: choose one, save it, make new ones, rename, copy and delete.

import { useEffect, useState } from "preact/hooks";
import { Dialog, useDialogForm } from "./dialog";
import { isTyping, type Session } from "./session";
import { type FileEntry, type FileText, namesOf } from "./types";

const KINDS: Record<string, string> = {
  system: "characters",
  archetype: "kinds of NPCs",
  campaign: "house rules",
  game: "games",
  unreadable: "files that cannot be read",
};

export function Files({ session }: { session: Session }) {
  const { file, isUnsaved, opened } = session;
  const [dialog, setDialog] = useState<"" | "new" | "rename">("");
  const close = () => setDialog("");
  useEffect(() => {
    // The editor of the text has this key, too.
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || opened.readOnly) return;
      if (key === "s") {
        event.preventDefault();
        leaveField();
        void session.save();
      } else if ((key === "z" || key === "y") && !isTyping() && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        session.step(key === "y" || event.shiftKey ? "redo" : "undo");
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  return (
    <>
      <FileChoice session={session} />
      {!opened.readOnly && (
        <>
          <button type="button" class="new" onClick={() => setDialog("new")}>
            New …
          </button>
          <button type="button" disabled={!isUnsaved} title="Ctrl-S" onClick={() => void session.save()}>
            Save
          </button>
          <Steps session={session} />
          {file && (
            <details class="menu file">
              <summary>File</summary>
              <FileMenu session={session} onRename={() => setDialog("rename")} />
            </details>
          )}
        </>
      )}
      <NoticeLine session={session} />
      {dialog === "new" && <NewCharacter session={session} onClose={close} />}
      {dialog === "rename" && <Rename session={session} onClose={close} />}
    </>
  );
}

/** Put what is typed into the file, as leaving the field does. */
function leaveField() {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !isTyping()) return;
  field.blur();
  field.focus();
}

/** Undo and redo, for the form, the text, the points and the marks on the sheet alike. */
function Steps({ session: { step, steps } }: { session: Session }) {
  return (
    <span class="steps">
      <button type="button" aria-label="Undo the last change" title="Undo the last change: Ctrl-Z" disabled={!steps.undone} onClick={() => step("undo")}>
        ↶
      </button>
      <button type="button" aria-label="Redo the change" title="Redo: Ctrl-Shift-Z" disabled={!steps.redone} onClick={() => step("redo")}>
        ↷
      </button>
    </span>
  );
}

/** What a folder without a chosen file shows: where to begin. */
export function Welcome({ session }: { session: Session }) {
  const [game, setGame] = useState("");
  return (
    <div class="empty welcome">
      <h2>{session.files.length > 0 ? "Choose a file above, or make a new character" : "Make your first character"}</h2>
      <ul>
        {session.games.map(({ key, title, about }) => (
          <li key={key}>
            <button type="button" aria-describedby={`about-${key}`} onClick={() => setGame(key)}>
              {title}
            </button>
            <p class="about" id={`about-${key}`}>
              {about}
            </p>
          </li>
        ))}
      </ul>
      {game && <NewCharacter session={session} game={game} onClose={() => setGame("")} />}
    </div>
  );
}

function FileChoice({ session }: { session: Session }) {
  const groups = new Map<string, FileEntry[]>();
  const names = namesOf(session.files);
  for (const entry of session.files) {
    const kind = KINDS[entry.kind];
    if (!kind && entry.file !== session.file?.file) continue;
    const title = `${entry.game} ${kind ?? "other"}`.trim();
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  return (
    <select
      aria-label="File"
      title={session.file?.file}
      value={session.file?.file ?? ""}
      onChange={(event) => void session.open(event.currentTarget.value)}
    >
      {!session.file && <option value="">{groups.size ? "Choose a file" : "No characters yet"}</option>}
      {[...groups].map(([title, entries]) => (
        <optgroup label={title} key={title}>
          {entries.map((entry) => (
            <option value={entry.file} key={entry.file} title={entry.file}>
              {names.get(entry.file)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

function NoticeLine({ session }: { session: Session }) {
  const { isUnsaved, notice } = session;
  return (
    <span class="notice">
      {isUnsaved && <span class="unsaved">unsaved changes</span>}
      <span role="status">{notice.text}</span>
      {notice.actions.map(({ label, run }) => (
        <button type="button" key={label} onClick={run}>
          {label}
        </button>
      ))}
    </span>
  );
}

function FileMenu({ session, onRename }: { session: Session; onRename: () => void }) {
  const { connection, file } = session;
  const act = (event: Event, work: () => Promise<void>) => {
    (event.currentTarget as HTMLElement).closest("details")?.removeAttribute("open");
    void session.attempt(work);
  };
  const copy = async () => {
    const copied = await connection.ask<FileText>("copy", { file: file?.file, text: await session.settled() });
    await session.renewFiles();
    await session.openNew(copied.file);
  };
  const remove = async () => {
    if (!file) return;
    await session.settled();
    const { kept } = await connection.ask<{ kept: string }>("delete", { file: file.file });
    await session.renewFiles();
    const other = session.files.find((entry) => entry.kind === "system" && entry.file !== file.file);
    if (other) await session.open(other.file);
    else session.close();
    const restore = async () => {
      await connection.ask("restore", { kept, file: file.file });
      await session.renewFiles();
      await session.open(file.file);
    };
    session.say(`${file.file} is deleted.`, [{ label: "Undo", run: () => void session.attempt(restore) }]);
  };
  return (
    <div class="menu-items">
      <button type="button" onClick={(event) => act(event, async () => onRename())}>
        Rename …
      </button>
      <button type="button" onClick={(event) => act(event, copy)}>
        Make a copy
      </button>
      <button type="button" onClick={(event) => act(event, remove)}>
        Delete
      </button>
    </div>
  );
}

function NewCharacter({ session, game, onClose }: { session: Session; game?: string; onClose: () => void }) {
  const { connection, games, file, files } = session;
  const usual = games.find((game) => game.title === files.find((entry) => entry.file === file?.file)?.game);
  // Kept here: what is drawn again because the folder changed must not choose another game.
  const [chosen, choose] = useState(game ?? usual?.key);
  const { submit, refusal } = useDialogForm(async (values) => {
    const created = await connection.ask<FileText>("create", {
      game: values.get("game"),
      name: values.get("name"),
      random: values.has("random"),
      empty: values.has("empty"),
    });
    await session.renewFiles();
    await session.openNew(created.file);
  }, onClose);
  return (
    <Dialog title="New character" onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          Game
          <select name="game" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
            {games.map((game) => (
              <option value={game.key} key={game.key}>
                {game.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Name <input name="name" autocomplete="off" placeholder="may be left empty" autofocus />
        </label>
        {refusal}
        <p class="buttons">
          <button type="submit" class="main" title="A complete, legal character to change into yours">
            Create
          </button>
          <button type="submit" name="empty" value="yes" title="A form without values">
            Empty
          </button>
          <button type="submit" name="random" value="yes" title="A random legal character on the budget of the book">
            Surprise me
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Rename({ session, onClose }: { session: Session; onClose: () => void }) {
  const { connection, file } = session;
  const { submit, refusal } = useDialogForm(async (values) => {
    await session.settled();
    const renamed = await connection.ask<{ file: string }>("rename", { file: file?.file, to: values.get("to") });
    session.renamed(renamed.file);
    await session.renewFiles();
  }, onClose);
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          File <input name="to" defaultValue={file?.file ?? ""} autocomplete="off" autofocus />
        </label>
        {refusal}
        <p class="buttons">
          <button type="submit" class="main">
            Rename
          </button>
        </p>
      </form>
    </Dialog>
  );
}
