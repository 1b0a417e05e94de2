// Printing by the browser: the sheet as it is on the screen, in the print style that it has for paper.

import { fromBase64 } from "../base64";
import { Dialog, DialogButton } from "../dialog";
import { download } from "../download";
import { Fields, usePrint } from "../print-form";
import type { Session } from "../session";

export function BrowserPrint({ session }: { session: Session }) {
  const open = (close: () => void) => <BrowserPrintDialog session={session} onClose={close} />;
  return <DialogButton label="Print …" isDisabled={!session.file} dialog={open} />;
}

function BrowserPrintDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { choices, submit, refusal } = usePrint(session, onClose, ({ name, data, type }, values) => {
    const bytes = fromBase64(data);
    if (values.get("as") !== "save") return printPage(new TextDecoder().decode(bytes));
    download(name, bytes, type);
    session.say(`${name} is downloaded.`);
  });
  if (!choices) return null;
  const shown = choices.options.filter(
    ({ key, of, formats }) => key !== "form" && of !== "cards" && formats.includes("html"),
  );
  return (
    <Dialog title="Print" isWide onClose={onClose}>
      <form class="print" onSubmit={submit}>
        <p>
          Your browser prints the sheet, or saves it as a PDF. Some browsers take a page more or less than chargen’s own
          PDF. Cards and fillable PDFs need <code>chargen render</code>.
        </p>
        <div class="columns">
          <Fields options={shown.filter((option) => option.kind !== "flag")} />
        </div>
        <div class="columns">
          <Fields options={shown.filter((option) => option.kind === "flag")} />
        </div>
        {refusal}
        <input type="hidden" name="format" value="html" />
        <p class="buttons">
          <button type="submit" class="main">
            Print
          </button>
          <button type="submit" name="as" value="save">
            Save as HTML
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** Open the browser's print dialog for a page of its own. */
function printPage(html: string) {
  document.querySelector("iframe.printed")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printed";
  frame.title = "The printed sheet";
  frame.ariaHidden = "true";
  frame.onload = async () => {
    // A page without its letters is better than none.
    await Promise.race([frame.contentDocument?.fonts.ready, new Promise((resolve) => setTimeout(resolve, 3000))]);
    frame.contentWindow?.print();
  };
  frame.srcdoc = html;
  document.body.append(frame);
}
