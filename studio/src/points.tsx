// What is spent of each budget, in the header.

import type { Session } from "./session";

export function PointsBar({ session }: { session: Session }) {
  return (
    <ul class="points">
      {session.reply?.points.map((points) => (
        <li>
          {points.name.replaceAll("_", " ")}: {points.spent}
          {points.budget !== null && ` of ${points.budget}`}
        </li>
      ))}
    </ul>
  );
}
