// The fight board: two sides, what is ticked there, and the odds from where the fight is now.

import type { Session } from "./session";

export function FightPane(_props: { session: Session }) {
  return <p class="empty">The fight board is not there yet.</p>;
}
