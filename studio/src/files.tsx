// The files of the folder in the header: choose one, save it.

import type { Session } from "./session";

export function Files({ session }: { session: Session }) {
  const { file, files, isUnsaved } = session;
  return (
    <>
      <select aria-label="File" value={file?.file ?? ""} onChange={(event) => void session.open(event.currentTarget.value)}>
        {files
          .filter((entry) => entry.kind !== "other")
          .map((entry) => (
            <option value={entry.file}>{entry.file}</option>
          ))}
      </select>
      <button type="button" onClick={() => void session.save()} disabled={!isUnsaved}>
        Save
      </button>
      <span role="status">{isUnsaved ? "unsaved changes" : session.notice}</span>
    </>
  );
}
