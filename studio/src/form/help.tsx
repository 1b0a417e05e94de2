// What helps with a field: its meaning, its rules, and a value drawn at random.

import { useState } from "preact/hooks";
import type { Finding } from "../types";
import type { Field, FormContext, Rule, Step } from "./types";

/** What is wrong with a field, each with its fix. */
export function Findings({ findings, context }: { findings: Finding[]; context: FormContext }) {
  if (findings.length === 0) return null;
  return (
    <ul class="field-findings">
      {findings.map((finding) => (
        <li class={finding.severity}>
          {finding.message}
          {finding.hint && <small> {finding.hint}</small>}
          {context.fixes
            .filter(({ line, message }) => line === finding.line && message === finding.message)
            .map((fix) => (
              <button type="button" class="fix" key={fix.title} onClick={() => fix.apply()}>
                {fix.title}
              </button>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** A button that opens the meaning of a field below it, with the rules that `chargen explain` knows about it. */
export function Help({ field, context }: { field: Field; context: FormContext }) {
  const [rules, setRules] = useState<Rule[] | null>(null);
  const toggle = async (event: Event) => {
    event.preventDefault(); // in the heading of a section, a click would close it
    const codes = field.findings.map((finding) => finding.code);
    setRules(rules === null ? await context.rules(field.path, codes) : null);
  };
  return (
    <>
      <button
        type="button"
        class="help-button"
        aria-expanded={rules !== null}
        aria-label={`About ${field.label}`}
        title={field.about}
        onClick={(event) => void toggle(event)}
      >
        ?
      </button>
      {rules && (
        <div class="help" role="note">
          {field.about && <p>{field.about}</p>}
          {!field.about && rules.length === 0 && <p>There is no rule about this.</p>}
          {rules.map((rule) => (
            <p>
              <code>{rule.code}</code> {rule.asks} {rule.why}
              {rule.source && <cite>{rule.source}</cite>}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** Draw the value at a path again, so that it fits the rest. */
export function SurpriseButton({ path, label, context }: { path: Step[]; label: string; context: FormContext }) {
  return (
    <button
      type="button"
      class="die"
      aria-label={`Surprise me: ${label}`}
      title="Surprise me: draw this again, to fit the rest"
      onClick={() => context.surprise(path)}
    >
      ⚄
    </button>
  );
}
