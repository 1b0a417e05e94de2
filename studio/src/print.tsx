// Printing: every way that `chargen render` has, as a form. The file is downloaded.

import { useState } from "preact/hooks";
import { fromBase64 } from "./base64";
import { Dialog, DialogButton } from "./dialog";
import { download } from "./download";
import { Fields, type PrintOption, Remark, usePrint } from "./print-form";
import type { Session } from "./session";

const FULL_SHEETS = "sheets";

export function PrintButton({ session }: { session: Session }) {
  const open = (close: () => void) => <PrintDialog session={session} onClose={close} />;
  return <DialogButton label="Print …" isDisabled={!session.file} dialog={open} />;
}

function PrintDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [shape, setShape] = useState(FULL_SHEETS);
  const [format, setFormat] = useState("pdf");
  const { choices, submit, isBusy, refusal } = usePrint(session, onClose, ({ name, data, type }) => {
    download(name, fromBase64(data), type);
    session.say(`${name} is downloaded.`);
  });
  if (!choices) return null;
  const isSheet = shape === FULL_SHEETS;
  const kind = isSheet ? format : "pdf";
  const isShown = (option: PrintOption) =>
    isSheet ? option.of !== "cards" && option.formats.includes(kind) : option.of !== FULL_SHEETS;
  const shown = choices.options.filter(isShown);
  const common = shown.filter((option) => !option.for_press);
  const forPress = shown.filter((option) => option.for_press);
  return (
    <Dialog title="Print" isWide onClose={onClose}>
      <form class="print" onSubmit={submit}>
        <div class="columns">
          <label>
            Format
            <select name="format" value={kind} onChange={(event) => setFormat(event.currentTarget.value)}>
              {(isSheet ? choices.formats : ["pdf"]).map((name) => (
                <option value={name} key={name}>
                  {name.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
          <Fields options={common.filter((option) => option.kind !== "flag")} onForm={setShape} />
        </div>
        <div class="columns">
          <label>
            As it was after line … of its experience
            <input name="at" aria-describedby="about-at" type="number" min="0" placeholder="now" />
            <Remark id="about-at">0 is as created; empty is now</Remark>
          </label>
        </div>
        <div class="columns">
          <label class="check">
            <input type="checkbox" name="everyone" value="yes" /> All characters of the folder
          </label>
          <Fields options={common.filter((option) => option.kind === "flag")} />
        </div>
        {forPress.length > 0 && (
          <details>
            <summary>For a printer or a press</summary>
            <div class="columns">
              <Fields options={forPress} />
            </div>
          </details>
        )}
        {refusal}
        <p class="buttons">
          <button type="submit" class="main" disabled={isBusy}>
            {isBusy ? "Printing …" : "Print"}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
