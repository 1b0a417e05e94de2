// The character as a form. Each change is a minimal edit of the text.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Connection } from "../connection";
import type { FileText, Finding } from "../types";
import { AnyField, EntriesList } from "./entries";
import { Findings } from "./fields";
import { Bars, Columns, Grid, Ranking, Sliders } from "./layouts";
import { budgetName, titled, type Budget, type Effect, type Entries, type Field, type FormContext, type FormReply, type Group, type Layout, type Value } from "./types";
import "./form.css";

export function FormPane(props: {
  connection: Connection;
  file: FileText;
  text: string;
  findings: Finding[];
  /** Replace the text of the file; the editor keeps its history. */
  onText: (text: string) => void;
}) {
  const { connection, file, text, onText } = props;
  const [form, setForm] = useState<FormReply | null>(null);
  const [notice, setNotice] = useState("");
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    let isWanted = true;
    void connection.ask<FormReply>("form", { file: file.file, text }).then((reply) => {
      // A form of a broken text would lose the place where one writes: the last one stays, as the sheet does.
      if (isWanted && (reply.readable || form === null)) setForm(reply);
      if (isWanted) setNotice(reply.readable ? "" : "The text cannot be read; fix it in the text view.");
    });
    return () => void (isWanted = false);
  }, [file.file, text]);

  const ask = <Reply,>(method: string, params: object) =>
    connection.ask<Reply>(method, { file: file.file, text: latest.current, ...params });
  // One change after another: a second one that began from the text before the first would take that back.
  const waiting = useRef(Promise.resolve());
  const rewrite = (method: string, params: object) => {
    waiting.current = waiting.current.then(async () => {
      try {
        latest.current = (await ask<{ text: string }>(method, params)).text;
        onText(latest.current);
        setNotice("");
      } catch (error) {
        setNotice(error instanceof Error ? error.message : String(error));
      }
    });
  };
  const context: FormContext = {
    readOnly: false,
    left: Object.fromEntries((form?.points ?? []).map((points) => [points.name, points.left])),
    change: (...changes) => rewrite("edit", { changes }),
    effects: async (path, values) => (await ask<{ effects: Effect[] }>("effects", { path, values })).effects,
    ideas: async (key, seed) => (await ask<{ ideas: Value[] }>("ideas", { key, seed: `${file.file}/${seed}` })).ideas,
    surprise: (key) => rewrite("surprise", { key, seed: String(Math.random()) }),
  };

  if (form === null) return <p class="empty">The form is loading …</p>;
  if (form.fields.length === 0) return <p class="empty">This file holds no character. Its text is in the other view.</p>;
  return (
    <div class="form">
      {notice && <p role="alert">{notice}</p>}
      <Summary form={form} />
      {form.budgets.length > 0 && <Budgets form={form} context={context} />}
      <Sections form={form} context={context} />
      <p>
        <button type="button" onClick={() => context.surprise("")}>
          Surprise me with what is missing
        </button>
      </p>
    </div>
  );
}

/** What is left of each budget, what every character needs, and the numbers that matter in a fight. */
function Summary({ form }: { form: FormReply }) {
  const kinds = ["attack", "defence", "resist", "initiative"];
  const best = kinds.flatMap((kind) => form.actions.filter((action) => action.kind === kind).slice(0, 1));
  return (
    <div class="summary">
      {form.points
        .filter((points) => points.budget !== null && (points.budget > 0 || points.spent > 0))
        .map((points) => (
          <span>
            {budgetName(points.name)} <b>{points.spent}</b> of {points.budget}
            {points.left ? `, ${points.left} left` : ""}
          </span>
        ))}
      {form.needs.map((need) => (
        <span class={need.by ? "met" : "unmet"}>
          {need.by ? "✓" : "✗"} {need.question} {need.by || "not yet"}
        </span>
      ))}
      {form.needs.length === 0 &&
        best.map((action) => (
          <span>
            {action.name} <b>{action.chance}</b>
          </span>
        ))}
    </div>
  );
}

/** The budget is a visible choice, never silent. */
function Budgets({ form, context }: { form: FormReply; context: FormContext }) {
  const rules = form.rules ?? {};
  const fits = (budget: Budget) => Object.entries(budget.rules).every(([key, value]) => rules[key] === value);
  const isStated = form.budgets.some((budget) => Object.keys(budget.rules).some((key) => key in rules));
  const chosen = isStated ? form.budgets.findIndex(fits) : form.budgets.findIndex((budget) => budget.byTheBook);
  const choose = (budget: Budget | undefined) => {
    if (!budget) return;
    const kept = Object.fromEntries(Object.entries(rules).filter(([key]) => !(key in budget.rules)));
    const next = budget.byTheBook ? kept : { ...kept, ...budget.rules };
    context.change(Object.keys(next).length > 0 ? { path: ["rules"], value: next } : { path: ["rules"], remove: true });
  };
  return (
    <label class="budget">
      Budget
      <select value={chosen} onChange={(event) => choose(form.budgets[Number(event.currentTarget.value)])}>
        {form.budgets.map((budget, index) => (
          <option value={index}>
            {budget.name} ({Object.values(budget.rules).join(" / ")})
          </option>
        ))}
        {chosen < 0 && <option value={-1}>Of your own, in the text under `rules`</option>}
      </select>
    </label>
  );
}

function Sections({ form, context }: { form: FormReply; context: FormContext }) {
  const layouts = new Map(form.layouts.map((layout) => [layout.key, layout]));
  // What another section shows already is not shown again.
  const within = new Set(
    form.layouts.flatMap((layout) => (layout.kind === "ranking" ? layout.also : layout.kind === "grid" ? [layout.rows] : [])),
  );
  return (
    <>
      {form.fields
        .filter((field) => !within.has(String(field.path[0])))
        .map((field) => {
          const layout = layouts.get(String(field.path[0]));
          const isPlain = !layout && field.kind !== "group" && field.kind !== "entries";
          if (isPlain) return <AnyField key={field.path[0]} field={field} context={context} />;
          return <Section key={field.path[0]} field={field} form={form} context={context} {...(layout ? { layout } : {})} />;
        })}
    </>
  );
}

function Section(props: { field: Field; form: FormReply; context: FormContext; layout?: Layout }) {
  const { field, form, context, layout } = props;
  const isEmpty = field.kind === "entries" && field.entries.length === 0 && field.fields.length === 0;
  return (
    <details class="section" open={!isEmpty || field.findings.length > 0}>
      <summary>
        <h3>{titled(field.label)}</h3>
        <span class="about">{field.about}</span>
      </summary>
      {layout ? (
        <LaidOut layout={layout} field={field} form={form} context={context} />
      ) : field.kind === "entries" ? (
        <EntriesList field={field} context={context} />
      ) : (
        <>
          <div class="row">
            {(field as Group).fields.map((inner) => (
              <AnyField field={inner} context={context} />
            ))}
          </div>
          <Findings findings={field.findings} />
        </>
      )}
      <button type="button" class="surprise" title="Draw this part again, to fit the rest" onClick={() => context.surprise(String(field.path[0]))}>
        Surprise me
      </button>
    </details>
  );
}

function LaidOut(props: { layout: Layout; field: Field; form: FormReply; context: FormContext }) {
  const { layout, field, form, context } = props;
  switch (layout.kind) {
    case "ranking":
      return <Ranking layout={layout} fields={form.fields} context={context} />;
    case "columns":
      return <Columns layout={layout} field={field as Group} context={context} />;
    case "grid": {
      const rows = form.fields.find((other) => other.path[0] === layout.rows) as Group;
      return <Grid layout={layout} columns={field as Group} rows={rows} context={context} />;
    }
    case "sliders":
      return <Sliders layout={layout} field={field as Group} context={context} />;
    case "bars":
      return <Bars layout={layout} field={field as Entries} context={context} />;
  }
}
