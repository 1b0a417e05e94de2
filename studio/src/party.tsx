// The characters of the folder as one page for the GM.

import type { Session } from "./session";

export function PartyPane(_props: { session: Session }) {
  return <p class="empty">The party's page is not there yet.</p>;
}
