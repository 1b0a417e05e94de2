// What the fight board asks and is answered; the other side is chargen/studio/table.py.

/** A fighter on the board: a file, or an NPC of a role or an archetype file by its seed and number. */
export interface FighterSpec {
  id: string;
  title: string;
  file?: string;
  game?: string;
  role?: string;
  seed?: string;
  number?: number;
  /** What is marked on the board, by the names of `state:` in the file. */
  state: Record<string, number>;
}

export interface Role {
  name: string;
  title: string;
  about: string;
}

export interface Track {
  key: string;
  title: string;
  /** The number of one who is unhurt; each mark changes it by `step`. */
  unhurt: number;
  step: number;
  boxes: number;
  marked: number;
}

export interface Fighter {
  name: string;
  why: string;
  /** The harm that they can still take; null where the game has no fights. */
  left: number | null;
  stamina?: number;
  unit?: string;
  tracks: Track[];
}

export interface Figure {
  probability: number;
  error?: number;
}

export interface Attack {
  side: "party" | "others";
  attacker: string;
  target: string;
  roll: string | null;
  hit: { probability: number };
  mean_harm: { mean: number };
  blows_to_drop: { mean: number } | null;
}

export interface Outcome {
  wins: { party: Figure; others: Figure; both: Figure; nobody: Figure };
  rounds: { mean: number | null; tenth: number | null; median: number | null; ninetieth: number | null };
  down: { party: Figure[]; others: Figure[] };
}

export interface FightReply {
  /** Why there are no odds; empty where there are. */
  why: string;
  fighters: [Fighter[], Fighter[]];
  acting?: string;
  /** When each acts, in the order of acting. */
  turns?: Record<string, string>;
  method?: string;
  /** In the order in which each side is attacked. */
  party?: { name: string; initiative: number | null }[];
  others?: { name: string; initiative: number | null }[];
  attacks?: Attack[];
  outcome?: Outcome;
  notes?: string[];
}
