// Points: what is spent of each budget, in the header; what is left of awards and what it buys, beside the sheet.

import { useEffect, useRef, useState } from "preact/hooks";
import { budgetName } from "./form/types";
import { type Session, useNewest } from "./session";

interface Purchase {
  label: string;
  entry: object;
  price: number;
  /** The points that are missing for it. */
  missing: number;
  change: { roll: string; before: number | null; after: number | null } | null;
  gain: number;
}

interface Market {
  /** The points left in the game's words; empty where the ledger counts none. */
  left: string;
  purchases: Purchase[];
  near: Purchase[];
  history: { what: string; change: number; left: number; notes: string }[];
}

/** The purchases that are listed at first. */
const SHOWN = 12;

// A number and its sign stay in one line.
const percent = (chance: number | null) => (chance === null ? "—" : `${Math.round(chance * 100)}\u00a0%`);
const signed = (number: number) => (number > 0 ? `+${number}` : String(number));

export function PointsBar({ session }: { session: Session }) {
  return (
    <ul class="points">
      {session.reply?.points.map((points) => (
        <li key={points.name}>
          {budgetName(points.name)} <b>{points.spent}</b>
          {points.budget !== null && ` of ${points.budget}`} spent
        </li>
      ))}
    </ul>
  );
}

export function PointsPane({ session }: { session: Session }) {
  const { connection, file, text, opened } = session;
  const [market, setMarket] = useState<Market | null>(null);
  const [refusal, setRefusal] = useState("");
  const [isAll, setAll] = useState(false);

  const renew = useNewest();
  useEffect(() => {
    if (!file) return;
    let isOld = false;
    renew(async () => {
      if (isOld) return;
      await connection.ask<Market>("market", { file: file.file, text }).then(
        (made) => isOld || (setMarket(made), setRefusal("")),
        (error: Error) => isOld || (setMarket(null), setRefusal(error.message)),
      );
    });
    return () => void (isOld = true);
  }, [file?.file, text]);

  // A second click on what is not done yet is an impatient one.
  const begun = useRef(new Set<string>());
  const change = async (method: string, params: object) => {
    const what = JSON.stringify([method, params]);
    if (begun.current.has(what)) return;
    begun.current.add(what);
    await session.change(method, params).catch((error: Error) => setRefusal(error.message));
    begun.current.delete(what);
  };
  const award = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { points, why } = Object.fromEntries(new FormData(form));
    const words = String(why).trim();
    void change("advance", { entry: { award: Number(points), ...(words && { why: words }) } });
    form.reset();
  };
  const useful = market?.purchases.filter((purchase) => purchase.gain > 0) ?? [];
  const others = market?.purchases.filter((purchase) => purchase.gain <= 0) ?? [];
  const groups = groupAlike(useful);
  const listed = isAll ? groupAlike([...useful, ...others]) : groups.slice(0, SHOWN);
  const hidden = isAll ? 0 : groupAlike(others).length + groups.length - listed.length;
  return (
    <div class="pane" aria-busy={!market && !refusal}>
      {refusal && <p role="alert">{refusal}</p>}
      {market && (
        <>
          {market.left && (
            <p>
              <strong>{market.left} left</strong>
            </p>
          )}
          {!opened.readOnly && (
            <form class="line" onSubmit={award}>
              <label>
                Award <input name="points" type="number" min="0" max="9999" required />
              </label>
              <label>
                for <input name="why" placeholder="what it was for" autocomplete="off" />
              </label>
              <button type="submit">Add</button>
              <button type="button" disabled={!market.history.length} onClick={() => void change("advance", {})}>
                Undo the last line
              </button>
            </form>
          )}
          <Purchases title="What the points buy" list={listed} onBuy={(entry) => void change("advance", { entry })} />
          {hidden > 0 && (
            <button type="button" onClick={() => setAll(true)}>
              and {hidden} more
            </button>
          )}
          {!listed.length && <p class="empty">Nothing can be bought with the points left.</p>}
          {market.near.length > 0 && !useful.length && <Purchases title="A little more would buy" list={groupAlike(market.near)} />}
          {market.history.length > 0 && <History lines={market.history} />}
        </>
      )}
    </div>
  );
}

/** Put purchases together that differ in a new name alone. Two that raise different rolls are never alike. */
function groupAlike(list: Purchase[]): Purchase[][] {
  const groups = new Map<string, Purchase[]>();
  for (const purchase of list) {
    const { change, price, missing, entry } = purchase;
    const effect = change && [change.before, change.after, change.before === null ? "" : change.roll];
    const key = JSON.stringify([Object.keys(entry), price, missing, effect]);
    groups.set(key, [...(groups.get(key) ?? []), purchase]);
  }
  return [...groups.values()];
}

function Purchases({ title, list, onBuy }: { title: string; list: Purchase[][]; onBuy?: (entry: object) => void }) {
  const [opened, setOpened] = useState<string[]>([]);
  if (!list.length) return null;
  const shown = list.flatMap(([first, ...alike]) => {
    if (!first) return [];
    const isOpen = opened.includes(first.label);
    return [{ ...first, alike: isOpen ? 0 : alike.length }, ...(isOpen ? alike : []).map((each) => ({ ...each, alike: 0 }))];
  });
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Purchase</th>
          <th scope="col">Price</th>
          <th scope="col">Chance</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {shown.map(({ label, price, missing, change, entry, alike }) => (
          <tr key={JSON.stringify(entry)}>
            <th scope="row">
              {label}
              {alike > 0 && (
                <>
                  {" "}
                  <button type="button" class="alike" onClick={() => setOpened([...opened, label])}>
                    or {alike} more of the same gain …
                  </button>
                </>
              )}
            </th>
            <td class="number">{price}</td>
            <td>
              {/* The purchase says whose chance it is, mostly. */}
              {change && !label.includes(change.roll) && `${change.roll}: `}
              {change && `${percent(change.before)} → ${percent(change.after)}`}
            </td>
            <td>
              {onBuy ? (
                <button type="button" aria-label={`Buy ${label}`} onClick={() => onBuy(entry)}>
                  Buy
                </button>
              ) : (
                `${missing} more`
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function History({ lines }: { lines: Market["history"] }) {
  return (
    <table>
      <caption>The ledger, the last line first</caption>
      <tbody>
        {lines.map(({ what, change, left, notes }) => (
          <tr>
            <th scope="row">{what}</th>
            <td class="number">{change ? signed(change) : ""}</td>
            <td class="number">{left} left</td>
            <td>{notes}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
