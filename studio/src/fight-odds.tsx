// What the fight comes to from where it is now: who wins, who acts when, and who hits whom how often.

import type { Attack, FightReply, Figure } from "./fight-types";
import { format } from "./fighter";

/** The most attacks that are listed; the first ones are of those who are attacked first. */
const MOST_ATTACKS = 60;

/** Who wins, or why that is not known yet: it stays in sight while boxes are ticked. */
export function Chances({ reply, isWaiting }: { reply: FightReply; isWaiting: boolean }) {
  const { outcome } = reply;
  if (reply.why || !outcome) return <p class="chances empty" role="status">{reply.why}</p>;
  const { party, others, both, nobody } = outcome.wins;
  const { tenth, median, ninetieth } = outcome.rounds;
  return (
    <section class="chances" aria-label="Chances" aria-busy={isWaiting}>
      <div role="status">
        <p class="wins">
          <b>The party wins {percent(party)}</b>
          <b>the other side {percent(others)}</b>
          {both.probability > 0.0005 && <span>both down {percent(both)}</span>}
          {nobody.probability > 0.0005 && <span>no winner {percent(nobody)}</span>}
        </p>
      </div>
      <div class="bar" aria-hidden="true">
        <span style={{ width: `${100 * party.probability}%` }} />
        <span class="theirs" style={{ width: `${100 * others.probability}%` }} />
      </div>
      {median !== null && (
        <p class="soft">
          About {median} {median === 1 ? "round" : "rounds"} more; in 8 of 10 fights {tenth} to {ninetieth}.
        </p>
      )}
    </section>
  );
}

export function Odds({ reply, isWaiting }: { reply: FightReply; isWaiting: boolean }) {
  if (reply.why || !reply.outcome) return null;
  const fighters = reply.fighters.flat();
  const isUp = (name: string) => fighters.find((fighter) => fighter.name === name)?.left !== 0;
  return (
    <section class="odds" aria-label="Odds" aria-busy={isWaiting}>
      <h2>Order</h2>
      <p class="soft">{reply.acting}.</p>
      <Order reply={reply} isUp={isUp} />
      <h2>Who hits whom</h2>
      <Attacks attacks={(reply.attacks ?? []).filter(({ attacker, target }) => isUp(attacker) && isUp(target))} />
      <details>
        <summary>How this is computed</summary>
        <ul>
          {[reply.method, ...(reply.notes ?? [])].map((note) => (
            <li>{note}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Order({ reply, isUp }: { reply: FightReply; isUp: (name: string) => boolean }) {
  const down = { party: reply.outcome?.down.party ?? [], others: reply.outcome?.down.others ?? [] };
  const figures = new Map([
    ...(reply.party ?? []).map(({ name }, index) => [name, down.party[index]] as const),
    ...(reply.others ?? []).map(({ name }, index) => [name, down.others[index]] as const),
  ]);
  const theirs = new Set(reply.others?.map(({ name }) => name));
  const rows = Object.entries(reply.turns ?? {}).filter(([name]) => isUp(name));
  return (
    <ol class="order">
      {rows.map(([name, turn]) => {
        const figure = figures.get(name);
        return (
          <li key={name} class={theirs.has(name) ? "theirs" : ""}>
            {name} <span class="soft">{turn}</span>
            {figure && <span class="soft">, down at the end {percent(figure)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Attacks({ attacks }: { attacks: Attack[] }) {
  return (
    <div class="attacks">
      <table>
        <thead>
          <tr>
            {["Attacker", "Target", "With", "Hits", "Harm", "Drops in"].map((heading) => (
              <th scope="col">{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attacks.slice(0, MOST_ATTACKS).map((attack, index) => {
            const before = attacks[index - 1];
            return (
              <tr key={`${attack.attacker}/${attack.target}`}>
                <th scope="row">{before?.attacker === attack.attacker ? "" : attack.attacker}</th>
                <td>{attack.target}</td>
                <td class="soft">{attack.roll ?? "does not roll"}</td>
                <td>{percent(attack.hit)}</td>
                <td>{format(attack.mean_harm.mean)}</td>
                <td>{attack.blows_to_drop ? `${format(attack.blows_to_drop.mean)} blows` : "never"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {attacks.length > MOST_ATTACKS && <p class="soft">and {attacks.length - MOST_ATTACKS} more</p>}
    </div>
  );
}

/** A chance in percent, 0 and 100 only where they are exact; with the standard error where it is simulated. */
function percent({ probability, error }: Figure | { probability: number; error?: number }): string {
  const rounded = Math.round(100 * probability);
  const shown = rounded === 0 && probability > 0 ? "<1" : rounded === 100 && probability < 1 ? ">99" : String(rounded);
  return `${shown} %${error ? ` ± ${Math.max(1, Math.round(100 * error))}` : ""}`;
}
