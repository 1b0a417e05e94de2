// A modal dialog; Escape closes it, and the keyboard stays inside.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export function Dialog({
  title,
  onClose,
  isWide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is painted: a key that is pressed at once is the dialog's.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : ""}
      aria-label={title}
      // The event `close` comes later than the next key, which may have opened another dialog by then.
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => dialog.current && onClose()}
    >
      <div class="dialog-title">
        <h2>{title}</h2>
        <button type="button" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** A button that opens a dialog. */
export function DialogButton({
  label,
  isDisabled,
  dialog,
}: {
  label: string;
  isDisabled: boolean;
  dialog: (close: () => void) => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={isDisabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

/** A form of a dialog: it closes once its work is done, which is begun once, and shows why where that was refused. */
export function useDialogForm(work: (values: FormData) => Promise<void>, onClose: () => void) {
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isThere = useRef(true);
  const isBegun = useRef(false);
  useLayoutEffect(() => () => void (isThere.current = false), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBegun.current) return;
    const values = new FormData(event.currentTarget as HTMLFormElement, event.submitter);
    setBusy((isBegun.current = true));
    setRefusal("");
    try {
      await work(values);
      // The user may have closed it meanwhile, and opened another one.
      if (isThere.current) onClose();
    } catch (error) {
      setRefusal((error as Error).message);
    }
    setBusy((isBegun.current = false));
  };
  return { submit: (event: SubmitEvent) => void submit(event), isBusy, refusal: refusal && <p role="alert">{refusal}</p> };
}
