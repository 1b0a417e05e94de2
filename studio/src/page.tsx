// A page that chargen renders, in a frame. A new version is loaded out of sight and takes the place of the old one when
// it is ready, so that nothing flickers. The page's own script runs; its ticks and notes are in the browser's storage.

import { useEffect, useRef } from "preact/hooks";

export function RenderedPage({ html, title }: { html: string; title: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (html && place.current) return exchange(place.current, html, title);
  }, [html]);
  return <div class="page" ref={place} />;
}

/** A block that is out of sight is laid out when it is scrolled to: that halves the time until a new version is shown. */
const IN_SIGHT = "<style>@media screen { .block { content-visibility: auto; contain-intrinsic-block-size: auto 50rem } }</style>";

/** Load a page beside the shown one, and exchange them. Returns what gives the new one up while it is loading. */
function exchange(place: HTMLElement, html: string, title: string): () => void {
  const shown = place.querySelector<HTMLIFrameElement>("iframe:not(.loading)");
  const next = document.createElement("iframe");
  next.title = title;
  next.className = "loading";
  // The policy of the studio holds in the frame, too: only the script of sheets runs there.
  let isAwaited = true;
  next.onload = async () => {
    await next.contentDocument?.fonts.ready;
    if (!isAwaited) return;
    isAwaited = false;
    if (shown) carryOver(shown, next);
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

/** Bring a new page to where the old one was: opened parts, sliders, the dice, and the place that is read. */
function carryOver(from: HTMLIFrameElement, to: HTMLIFrameElement) {
  const [before, after] = [from.contentDocument, to.contentDocument];
  if (!before || !after) return;
  const alike = <Kind extends Element>(selector: string, take: (old: Kind, made: Kind) => void) => {
    const made = after.querySelectorAll<Kind>(selector);
    before.querySelectorAll<Kind>(selector).forEach((old, index) => {
      const match = made[index];
      if (match) take(old, match);
    });
  };
  alike<HTMLElement>(".block", (old, made) => (made.style.containIntrinsicBlockSize = `auto ${old.offsetHeight}px`));
  alike<HTMLDetailsElement>("details", (old, made) => (made.open = old.open));
  alike<HTMLInputElement>(".slider", (old, made) => {
    made.value = old.value;
    made.dispatchEvent(new Event("input", { bubbles: true }));
  });
  alike<HTMLElement>(".tray", (old, made) => (made.className = old.className));
  to.contentWindow?.scrollTo({ left: from.contentWindow?.scrollX, top: from.contentWindow?.scrollY, behavior: "instant" });
}
