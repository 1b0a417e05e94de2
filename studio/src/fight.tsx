// The fight board: two sides, what is marked there, and the odds from where the fight is now.

import { useEffect, useState } from "preact/hooks";
import { FighterCard } from "./fighter";
import { Chances, Odds } from "./fight-odds";
import type { FightReply, FighterSpec, Role } from "./fight-types";
import { type Session, useNewest } from "./session";
import { namesOf } from "./types";

/** The milliseconds without a change after which the odds are renewed. */
const PAUSE = 150;
const SIDES = ["The party", "The other side"] as const;
type Sides = [FighterSpec[], FighterSpec[]];

export function FightPane({ session }: { session: Session }) {
  const key = `chargen-studio/fight/${session.opened.uri}`;
  const [sides, setSides] = useState<Sides>(() => JSON.parse(localStorage.getItem(key) ?? "[[],[]]"));
  const [reply, setReply] = useState<FightReply | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const renew = useNewest();

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(sides));
    setWaiting(true);
    let isWanted = true;
    const ask = async () => {
      if (!isWanted) return;
      const texts = session.file && session.isUnsaved ? { [session.file.file]: session.text } : {};
      await session.attempt(async () => {
        const made = await session.connection.ask<FightReply>("fight", { sides, texts });
        if (isWanted) setReply(made);
      });
      if (isWanted) setWaiting(false);
    };
    // One after another: on a slow machine, each takes longer than the next tick.
    const timer = setTimeout(() => renew(ask), PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [sides, session.text, session.changes]);

  const add = (side: number, fighter: Omit<FighterSpec, "id" | "state">) =>
    setSides((before) => place(before, side, { ...fighter, id: crypto.randomUUID(), state: {} }));
  const move = (id: string, side: number) =>
    setSides((before) => {
      const moved = before.flat().find((fighter) => fighter.id === id);
      return moved ? place(without(before, id), side, moved) : before;
    });
  const mark = (id: string, state: Record<string, number>) =>
    setSides((before) => before.map((side) => side.map((one) => (one.id === id ? { ...one, state } : one))) as Sides);
  const drop = (event: DragEvent, side: number) => {
    event.preventDefault();
    const carried = JSON.parse(event.dataTransfer?.getData("text/plain") || "{}") as Partial<FighterSpec>;
    if (carried.id) move(carried.id, side);
    else if (carried.title) add(side, carried as FighterSpec);
  };
  const isMarked = sides.flat().some((fighter) => Object.keys(fighter.state).length > 0);

  return (
    <div class="fight">
      <Bench session={session} sides={sides} onAdd={add} />
      {reply && <Chances reply={reply} isWaiting={isWaiting} />}
      <div class="sides">
        {SIDES.map((title, side) => (
          <section
            key={title}
            aria-label={title}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, side)}
          >
            <h2>{title}</h2>
            {sides[side]?.map((spec, index) => {
              const fighter = reply?.fighters[side]?.[index];
              return (
                <FighterCard
                  key={spec.id}
                  spec={spec}
                  fighter={fighter}
                  turn={fighter ? (reply?.turns?.[fighter.name] ?? "") : ""}
                  other={SIDES[1 - side] ?? ""}
                  onMark={(state) => mark(spec.id, state)}
                  onMove={() => move(spec.id, 1 - side)}
                  onRemove={() => setSides((before) => without(before, spec.id))}
                />
              );
            })}
            {!sides[side]?.length && <p class="empty">Drag someone here, or use the buttons above.</p>}
          </section>
        ))}
      </div>
      {sides.flat().length > 0 && (
        <p class="buttons">
          <button type="button" disabled={!isMarked} onClick={() => setSides((before) => before.map((side) => side.map((one) => ({ ...one, state: {} }))) as Sides)}>
            Remove the marks
          </button>
          <button type="button" onClick={() => setSides([[], []])}>
            Empty the board
          </button>
        </p>
      )}
      {reply && <Odds reply={reply} isWaiting={isWaiting} />}
    </div>
  );
}

function place(sides: Sides, side: number, fighter: FighterSpec): Sides {
  return sides.map((fighters, index) => (index === side ? [...fighters, fighter] : fighters)) as Sides;
}

function without(sides: Sides, id: string): Sides {
  return sides.map((fighters) => fighters.filter((fighter) => fighter.id !== id)) as Sides;
}

/** Who can be put on the board: the characters and archetypes of the folder, and the roles of the game. */
function Bench({
  session,
  sides,
  onAdd,
}: {
  session: Session;
  sides: Sides;
  onAdd: (side: number, fighter: Omit<FighterSpec, "id" | "state">) => void;
}) {
  const [roles, setRoles] = useState<Role[]>([]);
  const [chosen, setChosen] = useState("");
  const [filter, setFilter] = useState("");
  const gameOf = (file: string | undefined) => {
    const title = session.files.find((entry) => entry.file === file)?.game;
    return session.games.find((game) => game.title === title);
  };
  const first = sides.flat()[0];
  const game = session.games.find((one) => one.key === first?.game) ?? gameOf(first?.file) ?? gameOf(session.file?.file);
  useEffect(() => {
    if (!game) return;
    void session.attempt(async () => setRoles((await session.connection.ask<{ roles: Role[] }>("roles", { game: game.key })).roles));
  }, [game?.key]);

  const seats = session.files
    .filter((entry) => entry.kind === "system" && (!game || entry.game === game.title))
    .filter((entry) => `${entry.name} ${entry.file}`.toLowerCase().includes(filter.toLowerCase()));
  const names = namesOf(session.files);
  const archetypes = session.files.filter((entry) => entry.kind === "archetype" && (!game || entry.game === game.title));
  const all = sides.flat();
  const seed = all.find((fighter) => fighter.seed)?.seed ?? Math.random().toString(36).slice(2, 8);
  const draw = (name: string) => {
    const [kind, value] = [name.slice(0, 1), name.slice(1)];
    const alike = all.filter((one) => (kind === "r" ? one.role === value : one.file === value && one.seed));
    const number = Math.max(0, ...alike.map((one) => one.number ?? 0)) + 1;
    const title = kind === "r" ? (roles.find((role) => role.name === value)?.title ?? value) : value;
    return kind === "r" ? { game: game?.key ?? "", role: value, title, seed, number } : { file: value, title, seed, number };
  };
  return (
    <div class="bench">
      {session.files.length > 12 && (
        <input type="search" aria-label="Search the characters" placeholder="Search" onInput={(event) => setFilter(event.currentTarget.value)} />
      )}
      <ul>
        {seats.map((entry) => (
          <Seat key={entry.file} isThere={all.some(({ file, seed }) => file === entry.file && !seed)} title={names.get(entry.file) ?? ""} fighter={{ file: entry.file, title: names.get(entry.file) ?? "" }} onAdd={onAdd} />
        ))}
      </ul>
      {(roles.length > 0 || archetypes.length > 0) && (
        <p class="draw">
          <select aria-label="A role to draw an NPC from" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            <option value="">An NPC, drawn at random …</option>
            {roles.map((role) => (
              <option value={`r${role.name}`} title={role.about}>
                {role.title}
              </option>
            ))}
            {archetypes.map((entry) => (
              <option value={`a${entry.file}`}>{entry.file}</option>
            ))}
          </select>
          <button type="button" disabled={!chosen} onClick={() => onAdd(0, draw(chosen))}>
            To the party
          </button>
          <button type="button" disabled={!chosen} onClick={() => onAdd(1, draw(chosen))}>
            To the other side
          </button>
        </p>
      )}
    </div>
  );
}

function Seat({
  title,
  isThere,
  fighter,
  onAdd,
}: {
  title: string;
  isThere: boolean;
  fighter: Omit<FighterSpec, "id" | "state">;
  onAdd: (side: number, fighter: Omit<FighterSpec, "id" | "state">) => void;
}) {
  return (
    <li class={isThere ? "there" : ""} draggable onDragStart={(event) => event.dataTransfer?.setData("text/plain", JSON.stringify(fighter))}>
      <span>{title}</span>
      {SIDES.map((side, index) => (
        <button type="button" key={side} aria-label={`${title} to ${side.toLowerCase()}`} onClick={() => onAdd(index, fighter)}>
          {index ? "other side" : "party"}
        </button>
      ))}
    </li>
  );
}
