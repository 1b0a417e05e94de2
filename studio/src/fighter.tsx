// A fighter on the board: what they can still take, and the boxes that are marked there.

import type { Fighter, FighterSpec, Track } from "./fight-types";

/** The most tracks that are shown at once; a game of hit locations has many more. */
const MOST_TRACKS = 3;

export function FighterCard({
  spec,
  fighter,
  turn,
  other,
  onMark,
  onMove,
  onRemove,
}: {
  spec: FighterSpec;
  fighter: Fighter | undefined;
  turn: string;
  other: string;
  onMark: (state: Record<string, number>) => void;
  onMove: () => void;
  onRemove: () => void;
}) {
  const name = fighter?.name || spec.title;
  const tracks = fighter?.tracks ?? [];
  const change = (track: Track, marked: number) => onMark({ ...spec.state, [track.key]: track.unhurt + track.step * marked });
  const row = (track: Track) => <Boxes key={track.key} name={name} track={track} onMark={(marked) => change(track, marked)} />;
  return (
    <article
      class={fighter?.left === 0 ? "fighter down" : "fighter"}
      aria-label={name}
      draggable
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", JSON.stringify({ id: spec.id }))}
    >
      <h3>
        {name} {spec.seed && <span class="soft">{spec.title}</span>}
      </h3>
      <p class="buttons">
        <button type="button" aria-label={`Move ${name} to ${other.toLowerCase()}`} title={`Move to ${other.toLowerCase()}`} onClick={onMove}>
          ⇄
        </button>
        <button type="button" aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
          ×
        </button>
      </p>
      {fighter?.why && <p class="error">{fighter.why}</p>}
      {fighter?.left != null && (
        <p class="stamina">
          <b>{fighter.left === 0 ? "down" : format(fighter.left)}</b>
          {fighter.left > 0 && ` of ${format(fighter.stamina ?? 0)} ${fighter.unit}`}
          {turn && fighter.left > 0 && <span> · acts {turn}</span>}
        </p>
      )}
      {tracks.slice(0, MOST_TRACKS).map(row)}
      {tracks.length > MOST_TRACKS && (
        <details>
          <summary>{tracks.length - MOST_TRACKS} more to mark</summary>
          {tracks.slice(MOST_TRACKS).map(row)}
        </details>
      )}
    </article>
  );
}

/** Boxes to tick: a tap marks all up to a box, or unmarks it and those after it where it is the last one. */
function Boxes({ name, track, onMark }: { name: string; track: Track; onMark: (marked: number) => void }) {
  const label = track.boxes > 1 ? `${track.title} ${track.unhurt + track.step * track.marked}` : track.title;
  return (
    <div class="boxes" role="group" aria-label={`${name}: ${track.title}`}>
      <span>{label}</span>
      {Array.from({ length: track.boxes }, (_, index) => (
        <button
          type="button"
          key={index}
          class="box"
          aria-label={`${track.title}, box ${index + 1}`}
          aria-pressed={index < track.marked}
          onClick={() => onMark(index + 1 === track.marked ? index : index + 1)}
        />
      ))}
    </div>
  );
}

export function format(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}
