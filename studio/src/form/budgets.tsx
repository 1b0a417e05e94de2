// The budget of a character: one that the game names, or numbers of one's own.

import { useState } from "preact/hooks";
import { budgetName, type Budget, type FormContext, type FormReply, type Value } from "./types";

const OWN = -1;

/** The budget is a visible choice, never silent. */
export function Budgets({ form, context }: { form: FormReply; context: FormContext }) {
  return form.budgets.some(({ byTheBook }) => byTheBook) ? <OfTheBook form={form} context={context} /> : <OfTheTable form={form} context={context} />;
}

/** What the book leaves to the table: numbers that are usual, for who wants them. */
function OfTheTable({ form, context }: { form: FormReply; context: FormContext }) {
  const usual = form.budgets[0]?.rules ?? {};
  const numbers = Object.entries(usual).filter(([, value]) => typeof value === "number");
  const rules = form.rules ?? {};
  if (numbers.some(([key]) => key in rules)) {
    return (
      <div class="budget">
        Your table grants
        <Numbers usual={usual} isInForce={false} form={form} context={context} />
      </div>
    );
  }
  return (
    <p class="budget about">
      How much one may take, your table sets; usual: {numbers.map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`).join(", ")}{" "}
      <button type="button" onClick={() => context.change({ path: ["rules"], value: { ...rules, ...usual } })}>
        Use
      </button>
    </p>
  );
}

function OfTheBook({ form, context }: { form: FormReply; context: FormContext }) {
  const [isOwn, setOwn] = useState(false);
  const rules = form.rules ?? {};
  const keys = form.budgets.flatMap((budget) => Object.keys(budget.rules));
  const fits = (budget: Budget) => Object.entries(budget.rules).every(([key, value]) => rules[key] === value);
  const isStated = keys.some((key) => key in rules);
  const found = isStated ? form.budgets.findIndex(fits) : form.budgets.findIndex((budget) => budget.byTheBook);
  const chosen = isOwn ? OWN : found;
  const choose = (index: number) => {
    setOwn(index === OWN);
    const budget = form.budgets[index];
    if (!budget) return;
    const kept = Object.fromEntries(Object.entries(rules).filter(([key]) => !keys.includes(key)));
    const next = budget.byTheBook ? kept : { ...kept, ...budget.rules };
    context.change(Object.keys(next).length > 0 ? { path: ["rules"], value: next } : { path: ["rules"], remove: true });
  };
  return (
    <div class="budget">
      <label>
        Budget{" "}
        <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {form.budgets.map((budget, index) => (
            <option value={index}>{described(budget)}</option>
          ))}
          <option value={OWN}>Of your own</option>
        </select>
      </label>
      {chosen === OWN && <Numbers usual={form.budgets.find((budget) => budget.byTheBook)?.rules ?? {}} isInForce form={form} context={context} />}
    </div>
  );
}

/** A number for each part of a budget. */
function Numbers(props: { usual: Budget["rules"]; isInForce: boolean; form: FormReply; context: FormContext }) {
  const { usual, isInForce, form, context } = props;
  const set = (key: string, text: string) => {
    if (text === "") context.change({ path: ["rules", key], remove: true });
    if (/^\d+$/.test(text)) context.change({ path: ["rules", key], value: Number(text) });
  };
  return (
    <div class="row">
      {Object.entries(usual).map(([key, number]) => {
        if (typeof number !== "number") return null;
        const value = String(form.rules?.[key] ?? (isInForce ? number : ""));
        return (
          <label key={key}>
            {budgetName(key)}{" "}
            {/* No `value`: an answer to an earlier change would write over what is being typed. */}
            <input inputMode="numeric" key={value} defaultValue={value} onChange={(event) => set(key, event.currentTarget.value)} />
          </label>
        );
      })}
    </div>
  );
}

/** Return a budget with its numbers: `Townsfolk (90 / 70 / 14 / 16)`. */
function described(budget: Budget): string {
  const numbers = Object.values(budget.rules).filter((value: Value) => typeof value === "number");
  return numbers.length > 0 ? `${budget.name} (${numbers.join(" / ")})` : budget.name;
}
