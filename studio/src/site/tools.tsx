// What the page of a site has beside the studio: files in and out, links, a real folder, and new versions of the page.

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { chooseFiles, download } from "../download";
import type { Session } from "../session";
import { Examples, useExamples } from "./examples";
import { isLink } from "./link";
import { LinkDialog, LinkedCharacter } from "./link-dialogs";
import { BrowserPrint } from "./print";
import type { Store } from "./store";
import { nameOf, pack, placeBeside, readFiles } from "./transfer";
import { keepSite } from "./update";
import { useFolder } from "./use-folder";

export const StoreContext = createContext<Store>(null as unknown as Store);

export function Tools({ session }: { session: Session }) {
  const { file, files, text } = session;
  const store = useContext(StoreContext);
  const folder = useFolder(session, store);
  const [dialog, setDialog] = useState<"" | "link" | "examples">("");
  const examples = useExamples();
  const { link, close } = useLink();
  // Who came by a link came for its character.
  useEffect(() => {
    if (examples.length && !files.length && !link && !isLink(location.hash)) setDialog("examples");
  }, [examples]);
  const replace = useNewVersion();
  const add = (chosen: readonly File[]) => session.attempt(() => addFiles(session, store, chosen));
  const isDropping = useDrop(add);
  const downloadFile = async () => download(nameOf(file?.file ?? ""), await session.settled(), "application/yaml");
  const downloadAll = async () => {
    download("characters.zip", pack(await store.all()) as BlobPart, "application/zip");
  };

  return (
    <>
      <BrowserPrint session={session} />
      <details class="menu share" onClick={(event) => (event.target as Element).matches(".menu-items *") && closeMenu(event)}>
        <summary>Share</summary>
        <div class="menu-items">
          <FileItem label="Add files …" accept=".yaml,.yml,.zip,image/*" onChoose={add} />
          {examples.length > 0 && <Item label="Open an example …" run={() => setDialog("examples")} />}
          {file && (
            <>
              <Item label="Show by a link …" run={() => setDialog("link")} />
              <Item label="Download this file" run={() => void session.attempt(downloadFile)} />
              <Item label="Download everything" run={() => void session.attempt(downloadAll)} />
            </>
          )}
          {folder.actions.map(({ label, run }) => (
            <Item key={label} label={label} run={run} />
          ))}
        </div>
      </details>
      {folder.name && <span class="soft">Folder: {folder.name}</span>}
      {replace && (
        <button type="button" class="main" onClick={replace}>
          Use the new version of this page
        </button>
      )}
      {isDropping && <div class="drop">Drop characters, pictures or a zip file</div>}
      {dialog === "link" && file && (
        <LinkDialog character={{ file: nameOf(file.file), text }} onClose={() => setDialog("")} />
      )}
      {dialog === "examples" && (
        <Examples examples={examples} session={session} store={store} onClose={() => setDialog("")} />
      )}
      {link && <LinkedCharacter key={link} session={session} link={link} onClose={close} />}
    </>
  );
}

function closeMenu(event: Event) {
  (event.currentTarget as HTMLDetailsElement).open = false;
}

function Item({ label, run }: { label: string; run: () => void }) {
  return (
    <button type="button" onClick={run}>
      {label}
    </button>
  );
}

/** A button that lets the user choose files. */
function FileItem(props: { label: string; accept: string; onChoose: (files: File[]) => void }) {
  return <Item label={props.label} run={() => chooseFiles(props.accept, true, props.onChoose)} />;
}

/** Put files beside those that are there, and open the first character. */
async function addFiles(session: Session, store: Store, chosen: readonly File[]) {
  session.say("Reading …");
  const { files, problems } = await readFiles(chosen);
  const added = placeBeside(files, await store.all());
  await session.connection.put(added);
  const names = [...added.keys()];
  const first = names.find((name) => /\.ya?ml$/i.test(name));
  // Before the list of files: the studio opens one by itself while none is open.
  if (first) await session.openNew(first);
  await session.renewFiles();
  if (names.length) problems.unshift(names.length === 1 ? `${first ?? names[0]} is added.` : `${names.length} files are added.`);
  else if (files.size) problems.unshift("This is here already.");
  session.say(problems.join(" "));
}

/** Return the link that was opened, at the start or later. */
function useLink() {
  const [link, setLink] = useState("");
  useEffect(() => {
    const take = () => {
      if (!isLink(location.hash)) return;
      setLink(location.hash);
      history.replaceState(null, "", location.pathname);
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return { link, close: () => setLink("") };
}

/** Return what replaces this version of the page, once there is a newer one. */
function useNewVersion() {
  const [replace, setReplace] = useState<(() => void) | null>(null);
  useEffect(() => {
    // Where it fails, the page only needs the network at the next visit, and the browser may delete old files.
    void navigator.storage?.persist?.();
    keepSite((use) => setReplace(() => use)).catch(() => undefined);
  }, []);
  return replace;
}

/** Take files that are dropped anywhere on the page; returns whether some are over it. */
function useDrop(add: (files: File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useEffect(() => {
    // First in line: the editor would insert the file as text.
    const listen = (type: "dragover" | "dragleave" | "drop", handle: (event: DragEvent) => void) => {
      const listener = (event: DragEvent) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        event.stopPropagation();
        handle(event);
      };
      addEventListener(type, listener, { capture: true });
      return () => removeEventListener(type, listener, { capture: true });
    };
    const ends = [
      listen("dragover", () => setDropping(true)),
      listen("dragleave", (event) => event.relatedTarget === null && setDropping(false)),
      listen("drop", (event) => {
        setDropping(false);
        add([...(event.dataTransfer?.files ?? [])]);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, []);
  return isDropping;
}
