// The sheet beside the editor: the last good one stays while the text is broken.

import { RenderedPage } from "./page";

export function SheetPane({ html }: { html: string }) {
  return (
    <div class="sheet">
      <RenderedPage html={html} title="The character sheet" />
    </div>
  );
}
