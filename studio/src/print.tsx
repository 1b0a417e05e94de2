// Printing: every way that `chargen render` has, as a form. The file is downloaded.

import { useEffect, useState } from "preact/hooks";
import { fromBase64 } from "./base64";
import { Dialog, DialogButton } from "./dialog";
import { download } from "./download";
import { Check, Choice, type Choices, DescribedWords, type Printed, readOptions, Remark, Words } from "./print-form";
import type { Session } from "./session";

const FULL_SHEETS = "sheets";

export function PrintButton({ session }: { session: Session }) {
  const open = (close: () => void) => <PrintDialog session={session} onClose={close} />;
  return <DialogButton label="Print …" isDisabled={!session.file} dialog={open} />;
}

function PrintDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { connection, file, text } = session;
  const [choices, setChoices] = useState<Choices | null>(null);
  const [shape, setShape] = useState(FULL_SHEETS);
  const [format, setFormat] = useState("pdf");
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  useEffect(() => void connection.ask<Choices>("printing").then(setChoices), []);

  const print = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    try {
      const options = await readOptions(event.currentTarget as HTMLFormElement);
      const printed = await connection.ask<Printed>("print", { file: file?.file, text, options });
      download(printed.name, fromBase64(printed.data), printed.type);
      setRefusal(printed.problems.join(" "));
      if (printed.problems.length === 0) {
        onClose();
        session.say(`${printed.name} is downloaded.`);
      }
    } catch (error) {
      setRefusal((error as Error).message);
    }
    setBusy(false);
  };
  if (!choices) return null;
  const isSheet = shape === FULL_SHEETS;
  const isPrinted = format !== "html";
  return (
    <Dialog title="Print" isWide onClose={onClose}>
      <form class="print" onSubmit={(event) => void print(event)}>
        <div class="columns">
          <Choice label="As" name="form" value={shape} words={choices.forms} onChange={setShape}>
            <DescribedWords words={choices.forms} />
          </Choice>
          <Choice label="Format" name="format" value={isSheet ? format : "pdf"} onChange={setFormat}>
            {(isSheet ? choices.formats : ["pdf"]).map((name) => (
              <option value={name} key={name}>
                {name.toUpperCase()}
              </option>
            ))}
          </Choice>
          <label>
            Paper
            <input name="paper" aria-describedby="about-paper" list="papers" placeholder="A4" />
            <datalist id="papers">
              {choices.papers.map((name) => (
                <option value={name} key={name} />
              ))}
            </datalist>
            <Remark id="about-paper">a name, or a size such as 130x200mm</Remark>
          </label>
          <Choice label="Theme" name="theme">
            <option value="">the campaign's, or plain</option>
            <Words words={choices.themes} />
          </Choice>
          <Choice label="Ink" name="ink" words={choices.inks}>
            <DescribedWords words={choices.inks} />
          </Choice>
          {isSheet && isPrinted && (
            <Choice label="Pages" name="pages">
              <Words words={choices.pages} />
            </Choice>
          )}
        </div>
        <div class="columns">
          <label>
            As it was after line … of its experience
            <input name="at" aria-describedby="about-at" type="number" min="0" placeholder="now" />
            <Remark id="about-at">0 is as created; empty is now</Remark>
          </label>
        </div>
        <div class="columns">
          <Check name="everyone">All characters of the folder</Check>
          <Check name="landscape">Landscape</Check>
          {!isSheet && <Check name="backs">Backs, which say how rolls are made</Check>}
          {isSheet && (
            <>
              <Check name="blank">Blank, to fill in by hand</Check>
              <Check name="compact">The GM's half page, in games that have one</Check>
              <Check name="punch">Room for the holes of a binder</Check>
              {format === "pdf" && (
                <>
                  <Check name="merge">All in one PDF, with contents</Check>
                  <Check name="fillable">Fields to fill in on the screen</Check>
                </>
              )}
              {isPrinted && <Check name="strict_fit">Refuse what does not fit on its page</Check>}
            </>
          )}
        </div>
        {isPrinted && (
          <details>
            <summary>For a printer or a press</summary>
            <div class="columns">
              {format === "png" && (
                <label>
                  Resolution
                  <input name="resolution" type="number" min="20" max="1200" placeholder="dots per inch" />
                </label>
              )}
              {isSheet && (
                <Choice label="The printer turns paper over the" name="duplex">
                  <option value="">(one side only)</option>
                  <Words words={choices.edges} />
                </Choice>
              )}
              <label>
                Bleed
                <input name="bleed" placeholder="such as 3mm" />
              </label>
              <Choice label="Standard" name="standard">
                <option value="">none</option>
                <Words words={choices.standards} />
              </Choice>
              <label>
                CMYK profile of the press
                <input name="profile" type="file" accept=".icc,.icm" />
              </label>
              <Check name="cmyk">Colours from the four inks of a press</Check>
              {choices.marks.map((name) => (
                <label class="check" key={name}>
                  <input type="checkbox" name="marks" value={name} /> Marks: {name}
                </label>
              ))}
            </div>
          </details>
        )}
        {refusal && <p role="alert">{refusal}</p>}
        <p class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            {isBusy ? "Printing …" : "Print"}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
