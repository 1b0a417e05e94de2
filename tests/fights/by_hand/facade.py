"""Façade by hand: step dice, Action, one parry or dodge a turn, the hit table, armour, wounds; and simple combat."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.fights.by_hand.field import RUNS, Blows, Bools, Field, Ints

LOCATIONS = ("torso", "legs", "arms", "head")
HIT_TABLE = (  # the success levels from 0 on; the last column of the text, *Specific*, is left out
    ("glancing", "scratch", None, None),
    ("glancing", "glancing", "scratch", None),
    ("full", "glancing", "glancing", "scratch"),
    ("full", "full", "glancing", "glancing"),
    ("strong", "full", "full", "glancing"),
    ("strong", "strong", "full", "full"),
    ("savage", "strong", "strong", "full"),
    ("savage", "savage", "strong", "strong"),
    ("savage", "savage", "savage", "strong"),
    ("savage", "savage", "savage", "savage"),
)
FAILURE, NEAR_MISS = 0, 1
"""The rows of what is rolled before success level 0."""
ROWS = ((None,) * 4, ("scratch", None, None, None), *HIT_TABLE)
TIMES = {"full": 1, "strong": 2, "savage": 3}
CHOOSING = 40_000
"""How often each attack is tried, to find the one that does most harm."""


@dataclass(frozen=True)
class Armor:
    """Protection against each kind of damage, Reduction, and Reduction against bullets where it differs."""

    bruising: int
    crushing: int
    deadly: int
    reduction: int
    covers: Sequence[str]
    bullets: int | None = None


@dataclass(frozen=True)
class Attack:
    """A trait, and the damage of a full blow: `kind` is bruising, crushing or deadly."""

    name: str
    trait: int
    damage: int
    kind: str = "deadly"
    limb: str | None = "arms"
    met_by: Sequence[str] = ("parry", "block", "dodge")
    bullet: bool = False
    halves_reduction: bool = False
    never: Sequence[str] = ()


@dataclass(frozen=True)
class Defence:
    """A trait to parry, block or dodge with."""

    trait: int
    way: str


@dataclass(frozen=True)
class Fighter:
    """Action as it is worn, health levels, attacks, defences, what is worn, and harm already taken."""

    action: int
    bruising: int
    crushing: int
    deadly: int
    attacks: Sequence[Attack]
    defences: Sequence[Defence]
    armor: Sequence[Armor] = ()
    taken: Mapping[str, int] = field(default_factory=dict)
    """Levels of each kind."""
    hurt: Mapping[str, int] = field(default_factory=dict)
    """What hits so far take off: everything, what is done with the arms, and with the legs."""

    @property
    def parts(self) -> int:
        """Into how many parts the health is divided, so that every level is a whole number of them."""
        return math.lcm(self.bruising, self.crushing, self.deadly)

    def worth(self, kind: str) -> int:
        """How many parts a level of a kind is."""
        return self.parts // {"bruising": self.bruising, "crushing": self.crushing, "deadly": self.deadly}[kind]

    def after(self, attack: Attack, blow: str | None, location: str) -> dict[str, int]:
        """Say which levels a blow leaves, behind the armour."""
        if blow is None:
            return {}
        kind, amount, reduction = attack.kind, attack.damage, 0
        if blow == "scratch":
            kind, amount = "bruising", 1
        elif blow == "glancing":
            amount = max(amount // 2, 1)
        else:
            amount *= TIMES[blow]
        for piece in self.armor:
            if location in piece.covers:
                amount = max(amount - getattr(piece, kind), 0)
                reduction = piece.bullets if attack.bullet and piece.bullets is not None else piece.reduction
        turned = min(amount, reduction // 2 if attack.halves_reduction else reduction)
        left = {kind: amount - turned}
        left["bruising"] = left.get("bruising", 0) + turned
        return {key: levels for key, levels in left.items() if levels}


PENALTIES = ("all", "arms", "legs")


@dataclass(frozen=True)
class Outcomes:
    """What each row of the hit table comes to, for an attack and a target: parts of health, and a penalty."""

    landed: Bools
    parts: Ints
    penalty: Ints

    @classmethod
    def of(cls, attack: Attack, target: Fighter, rows: Sequence[Sequence[str | None]], first: int = -2) -> "Outcomes":
        """Take the most harmful blow of each row, from a first level on, and the first location of equal ones."""
        landed, parts, penalty = [], [], []
        for level, row in enumerate(rows, first):
            best, where, what = -1, LOCATIONS[0], {}
            for location, blow in zip(LOCATIONS, row, strict=True):
                if blow is None or location in attack.never:
                    continue
                left = target.after(attack, blow, location)
                amount = sum(target.worth(kind) * levels for kind, levels in left.items())
                if amount > best:
                    best, where, what = amount, location, left
            landed.append(best >= 0 and level >= 0)  # a near miss scratches, and is no hit
            parts.append(max(best, 0))
            penalty.append(_penalty(where, what))
        return cls(np.array(landed), np.array(parts), np.array(penalty))


def _penalty(location: str, left: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the harm of a hit by location: the head, the torso with more than bruises left, or a limb."""
    if not left:
        return (0, 0, 0)
    everything = location == "head" or (location == "torso" and set(left) != {"bruising"})
    return (int(everything), int(location == "arms"), int(location == "legs"))


def _row(margin: Ints) -> Ints:
    """Return the row of the hit table for a margin."""
    return np.where(margin < -2, FAILURE, np.where(margin < 0, NEAR_MISS, 2 + np.minimum(margin // 3, 9)))


SIMPLE_ROWS = ("glancing", "full", "strong", "savage")


def _contest(winner: Ints, loser: Ints) -> Ints:
    """Return the row of simple combat: equal or one more glances, twice as much is strong, three times savage."""
    row = np.where(winner >= 3 * loser, 3, np.where(winner >= 2 * loser, 2, 1))
    return np.where(winner - loser <= 1, 0, row)


class Fight(Field):
    """Dramatic combat: the higher Action first, harm at once."""

    def __init__(self, party: Sequence[Fighter], others: Sequence[Fighter], seed: int, runs: int = RUNS) -> None:
        """Set up all fighters, with the attacks that do most harm."""
        super().__init__((len(party), len(others)), seed, runs)
        self.fighters = (*party, *others)
        self.parts = np.array([[fighter.parts for fighter in self.fighters]] * runs)
        self.penalty = np.zeros((runs, len(self.fighters), 3), dtype=np.int64)
        for index, fighter in enumerate(self.fighters):
            self.parts[:, index] -= sum(fighter.worth(kind) * levels for kind, levels in fighter.taken.items())
            self.penalty[:, index] = [fighter.hurt.get(name, 0) for name in PENALTIES]
        self.defended = np.zeros((runs, len(self.fighters)), dtype=bool)
        self.lot = self.dice.random(runs) < 0.5
        self.began = self.penalty.copy()
        self.attacks: dict[tuple[int, int], tuple[Attack, Outcomes]] = {}

    def _rolled(self, trait: Ints) -> Ints:
        """Roll the dice of each trait: d2 to d12, then with one d10 more for every five; nothing for 0."""
        tens = np.maximum((trait - 2) // 5, 0)
        last = np.where(trait < 7, 2 * trait, 4 + 2 * ((trait - 7) % 5))
        total = np.where(trait > 0, np.floor(self.dice.random(trait.size) * last) + 1, 0).astype(np.int64)
        for ten in range(int(tens.max(initial=0))):
            total += np.where(tens > ten, self.dice.integers(1, 11, trait.size), 0)
        return total

    def _trait(self, fighter: int, trait: int, limb: str | None, runs: Ints, at: Ints) -> Ints:
        """Return a trait, less the penalty of wounds."""
        off = at[runs, fighter, 0]
        if limb:
            off = off + at[runs, fighter, PENALTIES.index(limb)]
        return np.asarray(np.maximum(trait - off, 0))

    def _attacked(self, attack: Attack, attacker: int, runs: Ints) -> Ints:
        return self._rolled(self._trait(attacker, attack.trait, attack.limb, runs, self.began))

    def _defended(self, attack: Attack, target: int, runs: Ints) -> Ints:
        """Roll the best defence that there is against an attack."""
        traits = [
            self._trait(target, defence.trait, "legs" if defence.way == "dodge" else "arms", runs, self.began)
            for defence in self.fighters[target].defences
            if defence.way in attack.met_by
        ]
        best: Ints = np.maximum.reduce(traits)
        return self._rolled(best)

    def _taken(self, target: int, runs: Ints, outcomes: Outcomes, row: Ints) -> Blows:
        """Take what a row of the table comes to."""
        fighter = self.fighters[target]
        self.parts[runs, target] -= outcomes.parts[row]
        self.penalty[runs, target] += outcomes.penalty[row]
        return Blows(outcomes.landed[row], outcomes.parts[row] / fighter.worth("deadly"))

    def attack(self, attacker: int, target: int) -> tuple[Attack, Outcomes]:
        """Take the attack that does most harm on average, as both stand when the fight begins."""
        if (attacker, target) not in self.attacks:
            aim, hurt = self.fighters[attacker], self.fighters[target]
            best = [(attack, Outcomes.of(attack, hurt, ROWS)) for attack in aim.attacks]
            if len(best) > 1:
                runs, trial = np.arange(CHOOSING), type(self)([aim], [hurt], seed=1, runs=CHOOSING)
                best.sort(key=lambda pair: -pair[1].parts[trial._strikes(pair[0], 0, 1, runs)].mean())
            self.attacks[attacker, target] = best[0]
        return self.attacks[attacker, target]

    def _strikes(self, attack: Attack, attacker: int, target: int, runs: Ints) -> Ints:
        """Roll against Action, and against the defence where that is reached: the row of the hit table."""
        total = self._attacked(attack, attacker, runs)
        action = self.fighters[target].action
        wards = (total >= action) & ~self.defended[runs, target]
        self.defended[runs, target] |= wards
        reach = np.where(wards, np.maximum(self._defended(attack, target, runs), action), action)
        return _row(total - reach)

    def begin(self) -> None:
        """Give each fighter a passive action."""
        self.defended[:] = False
        self.began = self.penalty

    def order(self) -> Sequence[tuple[int, Bools]]:
        """Let the higher Action act first; of equal ones, those of a random side."""
        acts: list[tuple[int, Bools]] = []
        for action in sorted({fighter.action for fighter in self.fighters}, reverse=True):
            party = [index for index in self.party if self.fighters[index].action == action]
            others = [index for index in self.others if self.fighters[index].action == action]
            acts += [(index, self.lot) for index in party]
            acts += [(index, np.ones_like(self.lot)) for index in others]
            acts += [(index, ~self.lot) for index in party]
        return acts

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Roll an attack, and apply its harm."""
        self.began = self.penalty
        attack, outcomes = self.attack(attacker, target)
        return self._taken(target, runs, outcomes, self._strikes(attack, attacker, target, runs))

    def is_down(self, fighter: int) -> Bools:
        """Who is out of Deadly levels drops."""
        return np.asarray(self.parts[:, fighter] <= 0)


class SimpleFight(Fight):
    """Simple combat: all happens at the end of the turn; one contest decides where two attack each other."""

    at_once = True

    def attack(self, attacker: int, target: int) -> tuple[Attack, Outcomes]:
        """Make the one attack of a fighter, always to the torso."""
        if (attacker, target) not in self.attacks:
            (only,) = self.fighters[attacker].attacks
            rows = [(None,) * 4, *((blow, None, None, None) for blow in SIMPLE_ROWS)]
            self.attacks[attacker, target] = only, Outcomes.of(only, self.fighters[target], rows, first=-1)
        return self.attacks[attacker, target]

    def begin(self) -> None:
        """Note the state of all fighters, which holds for the whole turn."""
        self.defended[:] = False
        self.began = self.penalty.copy()

    def act(self, going: Bools) -> None:
        """Let all attack the first enemy standing at the start of the turn."""
        began = self.standing.copy()
        aims = {
            (attacker, target): going & began[:, attacker] & self._first(began, attacker, target)
            for attacker in (*self.party, *self.others)
            for target in self.enemies(attacker)
        }
        for (attacker, target), mask in aims.items():
            mutual = mask & aims[target, attacker]
            if attacker in self.party and (runs := np.flatnonzero(mutual)).size:
                self.contests(attacker, target, runs)
            if (runs := np.flatnonzero(mask & ~mutual)).size:
                self.passive(attacker, target, runs)
        for fighter in range(len(self.fighters)):
            self.standing[:, fighter] &= ~self.is_down(fighter)
        self._note_losses()

    def _first(self, standing: Bools, attacker: int, target: int) -> Bools:
        before = [enemy for enemy in self.enemies(attacker) if enemy < target]
        return np.asarray(standing[:, target] & ~standing[:, before].any(axis=1))

    def contests(self, one: int, two: int, runs: Ints) -> tuple[Blows, Blows]:
        """Both roll, and the higher total hurts the lower one; a tie glances both ways."""
        (mine, on_two), (theirs, on_one) = self.attack(one, two), self.attack(two, one)
        first, second = self._attacked(mine, one, runs), self._attacked(theirs, two, runs)
        hurts_two = np.where(first >= second, 1 + _contest(first, second), 0)
        hurts_one = np.where(second >= first, 1 + _contest(second, first), 0)
        return self._taken(one, runs, on_one, hurts_one), self._taken(two, runs, on_two, hurts_two)

    def passive(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Attack a fighter who attacks another: against Action, and the defence if it is left."""
        attack, outcomes = self.attack(attacker, target)
        total = self._attacked(attack, attacker, runs)
        action = self.fighters[target].action
        wards = (total >= action) & ~self.defended[runs, target]
        self.defended[runs, target] |= wards
        reach = np.where(wards, np.maximum(self._defended(attack, target, runs), action), action)
        return self._taken(target, runs, outcomes, np.where(total >= reach, 1 + _contest(total, reach), 0))

    def blows(self, attacker: int, target: int, runs: Ints) -> Blows:
        """Roll the blow of a contest between these two."""
        on_one, on_two = self.contests(min(attacker, target), max(attacker, target), runs)
        return on_two if attacker < target else on_one
