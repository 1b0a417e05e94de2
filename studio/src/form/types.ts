// The form as chargen/studio/form.py and form_requests.py describe it.

import type { Fix } from "../fixes";
import type { Finding, Points } from "../types";

export type Step = string | number;
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

export interface Option {
  value: Value;
  about: string;
  /** The part of the book's table that it is in; empty where that has no parts. */
  group?: string;
}

interface Common {
  path: Step[];
  label: string;
  about: string;
  findings: Finding[];
  /** The chance of the roll of that name, such as `64 %`; empty where there is none. */
  chance?: string;
  /** The dice of that roll, in words. */
  dice?: string;
  /** What follows from the value, such as its price `6 AP`; empty where nothing does. */
  fact: string;
  /** What an empty field counts as, such as the number of the book's table. */
  hint?: string;
}

export interface Single extends Common {
  kind: "text" | "number" | "choice" | "switch";
  value: Value;
  options: Option[];
  low?: number | null;
  high?: number | null;
  /** The number of the character where the file has none. */
  usual?: Value;
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
  /** The key that a word becomes the value of, where an entry is a mapping. */
  named?: string;
  /** Whether words of one's own would be errors. */
  closed?: boolean;
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

/** A part of a figure: the path of an SVG, in a box of 100 by 200. */
export interface Region {
  name: string;
  path: string;
}

export type Layout =
  | { kind: "ranking"; key: string; values: number[]; also: string[]; improves: string }
  | { kind: "columns"; key: string; values: number[]; unlisted: number; apart: string[]; details: string[][]; caption: string }
  | { kind: "grid"; key: string; rows: string; usual: string; cells: Record<string, { dice: string; chances: Record<string, number> }> }
  | { kind: "sliders"; key: string; costs: number[] }
  | { kind: "outline"; key: string; numbers: string[] }
  | { kind: "figure"; key: string; field: string; regions: Region[]; entries: { regions: string[]; effect: string }[] }
  | { kind: "bars"; key: string; low: number; high: number; ranges: Record<string, [number, number]>; rolled: Record<string, number[]> };

export type LayoutOf<Kind extends Layout["kind"]> = Extract<Layout, { kind: Kind }>;

export interface FormReply {
  readable: boolean;
  fields: Field[];
  /** The errors and warnings that are beside no field. */
  findings: Finding[];
  points: Points[];
  budgets: Budget[];
  rules: { [key: string]: Value } | null;
  layouts: Layout[];
  needs: Need[];
  /** What the game says about the budgets, such as which points are spread by themselves. */
  remarks: string[];
  actions: Action[];
}

/** A rule as `chargen explain` prints it. */
export interface Rule {
  code: string;
  asks: string;
  why: string;
  source: string;
}

/** One change of the text: a value, a new name for a key, or a removal. */
export type Change =
  | { path: Step[]; value: Value; isNew?: boolean }
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

/** What a choice does to a roll or a number: `Dodge 31 % → 53 %`; empty where it does nothing. */
export function outcomeOf(effect: Effect | undefined): string {
  if (!effect || effect.problem || effect.now === effect.then) return "";
  return `${effect.roll} ${effect.now ? `${effect.now} → ` : ""}${effect.then}`.replaceAll("_", " ").trim();
}

/** What every part of the form can do. */
export interface FormContext {
  /** The text that the form shows: what is asked about a field is asked again once it changes. */
  text: string;
  /** The fixes that the language server has for errors of the text. */
  fixes: Fix[];
  /** What is left of each budget now. */
  left: Record<string, number | null>;
  /** Whether the user opened or closed a section, by its key; undefined where neither. */
  isOpen(key: string): boolean | undefined;
  setOpen(key: string, isOpen: boolean): void;
  change(...changes: Change[]): void;
  effects(path: Step[], values: Value[]): Promise<Effect[]>;
  ideas(path: Step[], seed: string): Promise<Value[]>;
  rules(path: Step[], codes: string[]): Promise<Rule[]>;
  /** Put a picture into the folder, and name it as the portrait. */
  addPortrait(picture: File): void;
  /** Draw the value at a path again, or with an empty path all that is missing. */
  surprise(path: Step[]): void;
}

/** The name of a budget: `AP`, `Abilities`. */
export const budgetName = (points: string) => (points.length === 2 ? points.toUpperCase() : titled(points.replaceAll("_", " ")));
export const titled = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
export const signed = (value: number) => String(value).replace("-", "−");
