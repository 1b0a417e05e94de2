// A page that chargen renders, in a frame. A new version is loaded out of sight and takes the place of the old one when
// it is ready, so that nothing flickers. The page's own script runs; its ticks and notes are in the browser's storage.

import { useEffect, useRef } from "preact/hooks";

export interface PageProps {
  html: string;
  title: string;
  /** What the page shows, such as the address of a file: its log of throws is kept under that name. */
  of?: string;
  /** Whether what is marked on it goes to `onMark`, stays in the browser, or cannot be marked. */
  marks?: "kept" | "browser" | "none";
  onMark?: (marked: Marked) => void;
}

/** What was ticked or written on a sheet, as its script sends it. */
export interface Marked {
  /** What chargen/studio/marks.py takes. */
  mark: object;
  /** Report whether the file has it. */
  then: (isKept: boolean) => void;
}

export function RenderedPage(props: PageProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const { html } = props;
  useEffect(() => {
    if (html && place.current) return exchange(place.current, latest);
  }, [html]);
  return <div class="page" ref={place} />;
}

/** A block that is out of sight is laid out when it is scrolled to: that halves the time until a new version is shown. */
const IN_SIGHT = "<style>@media screen { .block { content-visibility: auto; contain-intrinsic-block-size: auto 50rem } }</style>";

/** Load a page beside the shown one, and exchange them. Returns what gives the new one up while it is loading. */
function exchange(place: HTMLElement, latest: { readonly current: PageProps }): () => void {
  const { html, title, of = "", marks = "none" } = latest.current;
  const shown = place.querySelector<HTMLIFrameElement>("iframe:not(.loading)");
  const next = document.createElement("iframe");
  next.title = title;
  next.dataset["of"] = of;
  next.dataset["marks"] = marks;
  next.addEventListener("mark", (event) => latest.current.onMark?.((event as CustomEvent<Marked>).detail));
  next.className = "loading";
  // The policy of the studio holds in the frame, too: only the script of sheets runs there.
  let isAwaited = true;
  next.onload = async () => {
    next.contentDocument?.addEventListener("keydown", passOn);
    await next.contentDocument?.fonts.ready;
    if (!isAwaited) return;
    isAwaited = false;
    if (shown) {
      shown.dataset["marks"] = "none";
      carryOver(shown, next);
    }
    next.className = "";
    shown?.remove();
  };
  // The first version is laid out completely: its blocks have the heights from which the next one begins.
  next.srcdoc = shown ? html.replace("</head>", `${IN_SIGHT}</head>`) : html;
  place.append(next);
  return () => {
    if (isAwaited) next.remove();
    isAwaited = false;
  };
}

/** Pass the keys that save, undo and redo on to the studio; what is being written on the page is undone by the browser. */
function passOn(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  const target = event.target as HTMLElement;
  const isSave = key.toLowerCase() === "s";
  if (!(ctrlKey || metaKey) || !/^[szy]$/i.test(key) || (!isSave && target.isContentEditable && target.textContent)) return;
  event.preventDefault();
  if (isSave) target.blur();
  dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, metaKey, shiftKey, cancelable: true }));
}

/**
 * Bring a new version of a page to where the old one was: opened parts, sliders, the dice, and the place that is read.
 * What is there under the same name in both is taken over: a slider whose step the new version lacks stays as it is made.
 */
function carryOver(from: HTMLIFrameElement, to: HTMLIFrameElement) {
  const [before, after] = [from.contentDocument, to.contentDocument];
  if (!before || !after || systemOf(before) !== systemOf(after)) return;
  const named = <Kind extends Element>(selector: string, nameOf: (part: Kind) => string, take: (old: Kind, made: Kind) => void) => {
    const made = new Map([...after.querySelectorAll<Kind>(selector)].map((part) => [nameOf(part), part]));
    for (const old of before.querySelectorAll<Kind>(selector)) {
      const match = made.get(nameOf(old));
      if (match) take(old, match);
    }
  };
  const heading = (part: Element) => part.querySelector("h2, h3, summary")?.textContent ?? "";
  named<HTMLElement>(".block", heading, (old, made) => (made.style.containIntrinsicBlockSize = `auto ${old.offsetHeight}px`));
  named<HTMLDetailsElement>("details", heading, (old, made) => (made.open = old.open));
  named<HTMLInputElement>(".slider", (slider) => slider.labels?.[0]?.textContent ?? "", (old, made) => {
    const step = old.list?.options[old.valueAsNumber]?.label;
    const value = [...(made.list?.options ?? [])].find((option) => option.label === step)?.value;
    if (value === undefined) return;
    made.value = value;
    made.dispatchEvent(new Event("input", { bubbles: true }));
  });
  named<HTMLElement>(".tray", () => "", (old, made) => {
    made.className = old.className;
    const last = old.dataset["last"];
    if (!last) return;
    made.dataset["last"] = last;
    for (const again of made.querySelectorAll<HTMLButtonElement>(".again")) again.disabled = false;
  });
  named<HTMLElement>(".thrown", () => "", (old, made) => made.replaceChildren(...old.childNodes));
  // What was typed, or written into the file, since the new version was loaded.
  after.dispatchEvent(new Event("taken-over"));
  const focused = before.activeElement;
  if (focused instanceof (before.defaultView ?? window).HTMLElement) focusAlike(focused, after);
  to.contentWindow?.scrollTo({ left: from.contentWindow?.scrollX, top: from.contentWindow?.scrollY, behavior: "instant" });
}

/** Focus the box or the place to write that had the focus in the version before, or the first place below its heading. */
function focusAlike(focused: HTMLElement, sheet: Document) {
  const alike = (selector: string, nameOf: (part: HTMLElement) => string) =>
    [...sheet.querySelectorAll<HTMLElement>(selector)].find((part) => nameOf(part) === nameOf(focused));
  const place = ({ dataset }: HTMLElement) => dataset["place"] ?? "";
  const box = (part: HTMLElement) =>
    [part.closest<HTMLElement>("[data-track]")?.dataset["track"], part.dataset["entry"] ?? part.getAttribute("aria-label") ?? part.parentElement?.textContent].join();
  const found = focused.matches(".check")
    ? alike(".check", box)
    : place(focused)
      ? (alike(".written", place) ?? alike(".written", (part) => place(part).split("/")[0] ?? ""))
      : null;
  found?.focus({ preventScroll: true });
  if (!found || !focused.isContentEditable || place(found) !== place(focused)) return;
  // The caret is where it was: typing goes on in the middle of a word.
  const caret = focused.ownerDocument.getSelection()?.focusOffset ?? 0;
  if (found.firstChild) sheet.getSelection()?.collapse(found.firstChild, Math.min(caret, found.textContent.length));
}

const systemOf = (sheet: Document) => sheet.body.dataset.sheet?.split("/")[0];
