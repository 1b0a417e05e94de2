// The form as chargen/studio/form.py and form_requests.py describe it.

import type { Finding, Points } from "../types";

export type Step = string | number;
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export interface Option {
  value: Value;
  about: string;
}

interface Common {
  path: Step[];
  label: string;
  about: string;
  findings: Finding[];
  /** The chance of the roll of that name, such as `64 %`; empty where there is none. */
  chance?: string;
}

export interface Single extends Common {
  kind: "text" | "number" | "choice" | "switch";
  value: Value;
  options: Option[];
  low?: number | null;
  high?: number | null;
  /** Whether a number may be written as a text, such as `4:1`. */
  free?: boolean;
  long?: boolean;
}

export interface Group extends Common {
  kind: "group";
  fields: Field[];
  /** The field that one value without braces stands for; empty where there is none. */
  main: string;
}

export interface Entries extends Common {
  kind: "entries";
  /** The listed keys of a mapping that takes other names, too. */
  fields: Field[];
  entries: Field[];
  /** Whether it is a list; else a mapping by name. */
  list: boolean;
  options?: Option[];
  blank: Value;
  /** The one value, where it is written without its list. */
  single?: Value;
}

export type Field = Single | Group | Entries;

export interface Budget {
  name: string;
  rules: { [key: string]: Value };
  byTheBook: boolean;
}

export interface Need {
  question: string;
  by: string;
}

export interface Action {
  kind: string;
  name: string;
  dice: string;
  chance: string;
}

export type Layout =
  | { kind: "ranking"; key: string; values: number[]; also: string[] }
  | { kind: "columns"; key: string; values: number[]; unlisted: number; apart: string[] }
  | { kind: "grid"; key: string; rows: string; cells: Record<string, { dice: string; chances: Record<string, number> }> }
  | { kind: "sliders"; key: string; costs: number[] }
  | { kind: "bars"; key: string; low: number; high: number; ranges: Record<string, [number, number]>; rolled: Record<string, number[]> };

export interface FormReply {
  readable: boolean;
  fields: Field[];
  points: Points[];
  budgets: Budget[];
  rules: { [key: string]: Value } | null;
  layouts: Layout[];
  needs: Need[];
  actions: Action[];
}

/** One change of the text: a value, a new name for a key, or a removal. */
export type Change =
  | { path: Step[]; value: Value }
  | { path: Step[]; rename: string }
  | { path: Step[]; remove: true };

export interface Effect {
  value: Value;
  roll: string;
  now: string;
  then: string;
  problem: string;
  left: Record<string, number | null>;
}

/** What every part of the form can do. */
export interface FormContext {
  readOnly: boolean;
  /** What is left of each budget now. */
  left: Record<string, number | null>;
  change(...changes: Change[]): void;
  effects(path: Step[], values: Value[]): Promise<Effect[]>;
  ideas(key: string, seed: string): Promise<Value[]>;
  surprise(key: string): void;
}

/** The name of a budget: `AP`, `Abilities`. */
export const budgetName = (points: string) => (points.length === 2 ? points.toUpperCase() : titled(points.replaceAll("_", " ")));
export const titled = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
export const signed = (value: number) => String(value).replace("-", "−");
