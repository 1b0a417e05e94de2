// Printing by the browser: the sheet as it is on the screen, in the print style that it has for paper.

import { useEffect, useState } from "preact/hooks";
import { fromBase64 } from "../base64";
import { Dialog, DialogButton } from "../dialog";
import { download } from "../download";
import { type Choices, Fields, type Printed, readOptions } from "../print-form";
import type { Session } from "../session";

export function BrowserPrint({ session }: { session: Session }) {
  const open = (close: () => void) => <BrowserPrintDialog session={session} onClose={close} />;
  return <DialogButton label="Print …" isDisabled={!session.file} dialog={open} />;
}

function BrowserPrintDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { connection, file, text } = session;
  const [choices, setChoices] = useState<Choices | null>(null);
  const [refusal, setRefusal] = useState("");
  useEffect(() => void connection.ask<Choices>("printing").then(setChoices), []);

  const print = async (event: SubmitEvent) => {
    event.preventDefault();
    setRefusal("");
    const isSaved = event.submitter?.getAttribute("value") === "save";
    try {
      const options = { ...(await readOptions(event.currentTarget as HTMLFormElement)), format: "html" };
      const printed = await connection.ask<Printed>("print", { file: file?.file, text, options });
      const bytes = fromBase64(printed.data);
      if (isSaved) download(printed.name, bytes, printed.type);
      else printPage(new TextDecoder().decode(bytes));
      onClose();
      if (isSaved) session.say(`${printed.name} is downloaded.`);
    } catch (error) {
      setRefusal((error as Error).message);
    }
  };
  if (!choices) return null;
  const shown = choices.options.filter(
    ({ key, of, formats }) => key !== "form" && of !== "cards" && formats.includes("html"),
  );
  return (
    <Dialog title="Print" isWide onClose={onClose}>
      <form class="print" onSubmit={(event) => void print(event)}>
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
        {refusal && <p role="alert">{refusal}</p>}
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
