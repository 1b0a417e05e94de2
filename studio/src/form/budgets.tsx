// The budget of a character: one that the game names, or numbers of one's own.

import { useState } from "preact/hooks";
import { budgetName, type Budget, type FormContext, type FormReply, type Value } from "./types";

const OWN = -1;

/** The budget is a visible choice, never silent. */
export function Budgets({ form, context }: { form: FormReply; context: FormContext }) {
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
      {chosen === OWN && <OwnBudget form={form} context={context} />}
    </div>
  );
}

/** A number for each part of the book's budget. */
function OwnBudget({ form, context }: { form: FormReply; context: FormContext }) {
  const book = form.budgets.find((budget) => budget.byTheBook)?.rules ?? {};
  const set = (key: string, text: string) => {
    if (/^\d+$/.test(text)) context.change({ path: ["rules", key], value: Number(text) });
  };
  return (
    <div class="row">
      {Object.entries(book).map(([key, usual]) => {
        const value = String(form.rules?.[key] ?? usual);
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
