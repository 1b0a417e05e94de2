// The character as a form. Each change is a minimal edit of the text.

import { useEffect, useRef, useState } from "preact/hooks";
import { toBase64 } from "../base64";
import { readPortrait } from "../portrait";
import { type Session, useNewest } from "../session";
import type { FileText, Finding } from "../types";
import { Budgets } from "./budgets";
import { Columns } from "./columns";
import { AnyField, EntriesList, Fields, isFilled, OF_THE_TABLE } from "./entries";
import { Figure } from "./figure";
import { Findings, Help } from "./help";
import { Bars, Grid, Ranking, Sliders } from "./layouts";
import { Outline } from "./outline";
import { budgetName, titled, type Effect, type Entries, type Field, type FormContext, type FormReply, type Group, type Layout, type Rule, type Value } from "./types";
import "./form.css";

export function FormPane({ session, file, parts }: { session: Session; file: FileText; parts: Map<string, boolean> }) {
  const { connection, text, reply, fixes } = session;
  const findings = reply?.findings ?? [];
  const [form, setForm] = useState<FormReply | null>(null);
  /** The text that the form shows. */
  const [shownText, setShownText] = useState("");
  const [notice, setNotice] = useState("");
  const latest = useRef(text);
  latest.current = text;

  const renewForm = useNewest();
  useEffect(() => {
    let isWanted = true;
    renewForm(() =>
      session.attempt(async () => {
        if (!isWanted) return;
        const reply = await connection.ask<FormReply>("form", { file: file.file, text });
        if (!isWanted) return;
        // A form of a broken text would lose the place where one writes: the last one stays, as the sheet does.
        if (reply.readable || form === null) setForm(reply);
        setShownText(text);
        setNotice(reply.readable ? "" : "The text cannot be read; fix it in the text view.");
      }),
    );
    return () => void (isWanted = false);
  }, [file.file, text]);

  const ask = <Reply,>(method: string, params: object) =>
    connection.ask<Reply>(method, { file: file.file, text: latest.current, ...params });
  // What has the focus may be drawn again elsewhere, such as a name in another column: the focus goes with it.
  const pane = useRef<HTMLDivElement>(null);
  const focus = useRef("");
  useEffect(() => {
    if (!focus.current || document.activeElement !== document.body) return;
    const wanted = [...(pane.current?.querySelectorAll<HTMLElement>("[aria-label]") ?? [])].find((node) => label(node) === focus.current);
    const near = wanted?.matches(":disabled") ? wanted.parentElement?.querySelector<HTMLElement>("button:enabled") : wanted;
    near?.focus();
  }, [form]);
  const rewrite = (method: string, params: object | (() => Promise<object>)) =>
    void session.change(method, params).then(
      () => setNotice(""),
      (error: unknown) => setNotice(error instanceof Error ? error.message : String(error)),
    );
  const context: FormContext = {
    isOpen: (key) => parts.get(`${file.file}/${key}`),
    setOpen: (key, isOpen) => void parts.set(`${file.file}/${key}`, isOpen),
    text,
    fixes,
    left: Object.fromEntries((form?.points ?? []).map((points) => [points.name, points.left])),
    change: (...changes) => {
      focus.current = label(document.activeElement);
      rewrite("edit", { changes });
    },
    effects: async (path, values) => (await ask<{ effects: Effect[] }>("effects", { path, values })).effects,
    ideas: async (path, seed) => (await ask<{ ideas: Value[] }>("ideas", { path, seed: `${file.file}/${seed}` })).ideas,
    rules: async (path, codes) => (await ask<{ rules: Rule[] }>("help", { path, codes })).rules,
    addPortrait: (picture) =>
      rewrite("edit", async () => {
        const content = toBase64(await readPortrait(picture));
        const { name } = await ask<{ name: string }>("portrait", { content });
        return { changes: [{ path: ["portrait"], value: name }] };
      }),
    surprise: (path) => rewrite("surprise", { path, seed: String(Math.random()) }),
  };

  // Each click goes to the next error, and after the last one to the first.
  const shown = useRef(-1);
  const goToError = () => {
    const errors = [...(pane.current?.querySelectorAll<HTMLElement>(".field-findings .error") ?? [])];
    shown.current = (shown.current + 1) % Math.max(errors.length, 1);
    const error = errors[shown.current];
    for (let around = error?.closest("details"); around; around = around.parentElement?.closest("details")) around.open = true;
    error?.scrollIntoView({ block: "center" });
  };

  if (form === null) return <p class="empty">The form is loading …</p>;
  if (form.fields.length === 0) return <p class="empty">This file holds no character. Its text is in the other view.</p>;
  return (
    <div class="form" ref={pane} aria-busy={shownText !== text}>
      <Summary form={form} errors={findings.filter(({ severity }) => severity === "error").length} notice={notice} onGoToError={goToError} />
      <Findings findings={form.findings} context={context} />
      {form.budgets.length > 0 && <Budgets form={form} context={context} />}
      {form.remarks.map((remark) => (
        <p class="about">{remark}</p>
      ))}
      <Sections form={form} context={context} />
      <p>
        <button type="button" onClick={() => context.surprise([])}>
          Surprise me with what is missing
        </button>
      </p>
    </div>
  );
}

/** The label of an element, which is the same after it is drawn again. */
const label = (node: Element | null) => node?.getAttribute("aria-label") ?? "";

/** What is reported at some fields and in them. */
function allFindings(fields: Field[]): Finding[] {
  return fields.flatMap((field) => [
    ...field.findings,
    ...allFindings([...("fields" in field ? field.fields : []), ...("entries" in field ? field.entries : [])]),
  ]);
}

/** What is left of each budget, what is to be done, what every character needs, and what matters in a fight. */
function Summary(props: { form: FormReply; errors: number; notice: string; onGoToError: () => void }) {
  const { form, errors, notice, onGoToError } = props;
  const toDo = [...allFindings(form.fields), ...form.findings].filter(({ severity }) => severity === "todo");
  const kinds = ["attack", "defence", "resist", "initiative"];
  const best = kinds.flatMap((kind) => form.actions.filter((action) => action.kind === kind).slice(0, 1));
  return (
    <div class="summary">
      {form.points
        .filter((points) => points.budget !== null && (points.budget > 0 || points.spent > 0))
        .map((points) => (
          <span class={(points.left ?? 0) < 0 ? "overspent" : ""}>
            {budgetName(points.name)} <b>{points.spent}</b> of {points.budget}
            {points.left ? (points.left > 0 ? `, ${points.left} left` : `, ${-points.left} too many`) : ""}
          </span>
        ))}
      {form.needs.map((need) => (
        <span class={need.by ? "met" : "unmet"}>
          {need.by ? "✓" : "○"} {need.question} {need.by || "not yet"}
        </span>
      ))}
      {errors > 0 && (
        <button type="button" class="to-errors" onClick={onGoToError}>
          {errors === 1 ? "1 error" : `${errors} errors`} ↓
        </button>
      )}
      {toDo.length > 0 && (
        <ul class="to-do" aria-label="To do">
          {toDo.map((finding) => (
            <li>{titled(finding.message.replaceAll("`", ""))}</li>
          ))}
        </ul>
      )}
      {notice && <p role="alert">{notice}</p>}
      {form.needs.length === 0 &&
        best.map((action) => (
          <span>
            {action.name} <b>{action.chance}</b>
          </span>
        ))}
    </div>
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
          const isPlain = !layout && isSingle(field);
          if (isPlain) return <AnyField key={field.path[0]} field={field} context={context} />;
          return <Section key={field.path[0]} field={field} form={form} context={context} {...(layout ? { layout } : {})} />;
        })}
    </>
  );
}

function Section(props: { field: Field; form: FormReply; context: FormContext; layout?: Layout }) {
  const { field, form, context, layout } = props;
  // A section without any value waits until it is opened.
  const isEmpty = !layout && !isFilled(field);
  const key = String(field.path[0]);
  return (
    <details
      class="section"
      open={context.isOpen(key) ?? !isEmpty}
      onToggle={(event) => context.setOpen(key, event.currentTarget.open)}
    >
      <summary>
        <h2>{titled(field.label)}</h2>
        <span class="about">{field.about}</span>
      </summary>
      <div class="section-help">
        {/* The heading says what the section is. */}
        <Help field={{ ...field, about: "" }} context={context} />
      </div>
      <Findings findings={field.findings} context={context} />
      {layout ? (
        <LaidOut layout={layout} field={field} form={form} context={context} />
      ) : field.kind === "entries" ? (
        <EntriesList field={field} context={context} />
      ) : (
        <div class="row">
          {(field as Group).fields.filter(isSingle).map((inner) => (
            <AnyField field={inner} context={context} />
          ))}
          <Fields fields={(field as Group).fields.filter((inner) => !isSingle(inner))} context={context} />
        </div>
      )}
      {!OF_THE_TABLE.includes(key) && (
        <button type="button" class="surprise" title="Draw this part again, to fit the rest" onClick={() => context.surprise(field.path)}>
          Surprise me
        </button>
      )}
    </details>
  );
}

const isSingle = (field: Field) => field.kind !== "group" && field.kind !== "entries";

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
    case "outline":
      return <Outline layout={layout} field={field as Entries} context={context} />;
    case "figure":
      return <Figure layout={layout} field={field as Entries} context={context} />;
    case "bars":
      return <Bars layout={layout} field={field as Entries} context={context} />;
  }
}
