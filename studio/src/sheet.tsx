// The sheet beside the editor: the last good one of the file stays while the text is broken.

import { sheetName } from "./drafts";
import { RenderedPage } from "./page";
import type { Session } from "./session";

export function SheetPane({ session }: { session: Session }) {
  const { file, sheet, reply, opened } = session;
  const address = sheetName(opened.uri, file?.file ?? "");
  // Of a text with errors there is no sheet: what is shown is older.
  const isOld = sheet !== null && !sheet.isBlank && reply !== null && !reply.ok;
  return (
    <div class="sheet">
      {isOld && <p class="old" role="status">This sheet is from before the errors.</p>}
      {sheet ? (
        <RenderedPage
          key={address}
          html={sheet.html}
          title="The character sheet"
          of={address}
          marks={sheet.isBlank || file?.isLocked ? "none" : opened.readOnly ? "browser" : "kept"}
          onMark={({ mark, then }) =>
            void session.change("mark", { mark }).then(
              () => then(true),
              (error: Error) => (then(false), session.say(error.message)),
            )
          }
        />
      ) : (
        reply && !reply.ok && <p class="empty">This file has no sheet.</p>
      )}
    </div>
  );
}
