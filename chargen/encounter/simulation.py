"""An encounter played out many times over by a seed: what it says is an estimate, and how good a one is stated."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from random import Random
from typing import TypeAlias

from chargen.encounter.outcome import Figure, Outcome
from chargen.encounter.sides import Attack, Encounter, Member

Table: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[float, ...]]
"""What may come of an attack, harm and dodges used up, and the sums of the chances."""
PARTY, OTHERS = 0, 1
NAMES = ("party", "others")


@dataclass(frozen=True, slots=True)
class Played:
    """How it went once."""

    first: int
    """The round in which somebody dropped for the first time; 0 where nobody ever did."""
    last: int
    """The round with which it ended; 0 where it never would."""
    lost: str
    """Who lost one first: ``party``, ``others``, ``both`` or ``nobody``."""
    won: str
    fallen: tuple[frozenset[int], frozenset[int]]
    """Of the party and of the others, those who are down at the end."""


class _Side:
    """A side while it is played."""

    def __init__(self, members: tuple[Member, ...], rows: Sequence[Sequence[Attack]]) -> None:
        self._lefts = [each.left for each in members]
        self.dodges = [each.fighter.dodges for each in members]
        self.firsts = [float(each.fighter.first or 0) for each in members]
        self.acts = [each.fighter.acts for each in members]
        self.tables = [[(_table(each, dodging=False), _table(each, dodging=True)) for each in row] for row in rows]
        """By attacker of this side and by target: what may happen to one without dodges, and with them."""
        self.harmful = [[any(each.harms) for each in row] for row in rows]
        self.begin()

    def begin(self) -> None:
        """Put everybody up again."""
        self.left = list(self._lefts)
        self.used = [0] * len(self.left)
        self.standing = [index for index, left in enumerate(self.left) if left]

    def can_hurt(self, targets: Sequence[int]) -> bool:
        """Whether anybody who stands can do harm to any of some targets."""
        return any(self.harmful[one][other] for one in self.standing for other in targets)

    def fallen(self) -> frozenset[int]:
        """Who is down."""
        return frozenset(range(len(self.left))) - frozenset(self.standing)


def _table(attack: Attack, *, dodging: bool) -> Table:
    results = attack.results(dodging=dodging)
    return tuple((harm, used) for harm, used, _ in results), tuple(accumulate(float(each[2]) for each in results))


class _Game:
    """One encounter, ready to be played again and again."""

    def __init__(self, encounter: Encounter, seed: str) -> None:
        self.random = Random(f"encounter/{seed}")
        self.by_lot = encounter.focus == "random"
        self.in_turn = encounter.in_turn
        self.sides = (
            _Side(encounter.party, encounter.attacks(by_party=True)),
            _Side(encounter.others, encounter.attacks(by_party=False)),
        )
        self.falls: list[int] = []
        """The sides that lost one in this round, in order."""

    def played(self) -> Played:
        """Play it once."""
        party, others = self.sides
        party.begin()
        others.begin()
        quick = {each for each in party.standing if self.in_turn and self.random.random() < party.firsts[each]}
        number = first = 0
        lost = "nobody"
        while party.standing and others.standing and not self._stuck():
            number += 1
            self._round(quick)
            if self.falls and not first:
                first, lost = number, self._lost()
        won = "both" if not party.standing and not others.standing else _name(party.standing, others.standing)
        last = number if won != "nobody" else 0
        return Played(first, last, lost, won, (party.fallen(), others.fallen()))

    def _stuck(self) -> bool:
        """Whether nobody can do anything to those who would be attacked."""
        party, others = self.sides
        sought = [each.standing if self.by_lot else each.standing[:1] for each in self.sides]
        return not party.can_hurt(sought[OTHERS]) and not others.can_hurt(sought[PARTY])

    def _lost(self) -> str:
        """Who lost one first; where both sides act at once, it may be both."""
        together = not self.in_turn and len(set(self.falls)) > 1
        return "both" if together else NAMES[self.falls[0]]

    def _round(self, quick: set[int]) -> None:
        self.falls = []
        for side in self.sides:
            side.used = [0] * len(side.used)
        party, others = (list(each.standing) for each in self.sides)
        if not self.in_turn:
            self._attack(party, PARTY)
            self._attack(others, OTHERS)
            return
        self._attack([each for each in party if each in quick], PARTY)
        self._attack(list(self.sides[OTHERS].standing), OTHERS)
        self._attack([each for each in self.sides[PARTY].standing if each not in quick], PARTY)

    def _attack(self, attackers: Sequence[int], by: int) -> None:
        """Some of a side attack, one after the other."""
        side, enemies = self.sides[by], self.sides[1 - by]
        random = self.random.random
        for attacker in attackers:
            for _ in range(side.acts[attacker]):
                if not enemies.standing:
                    return
                target = enemies.standing[int(random() * len(enemies.standing)) if self.by_lot else 0]
                results, sums = side.tables[attacker][target][enemies.used[target] < enemies.dodges[target]]
                harm, used = results[min(bisect(sums, random()), len(results) - 1)]
                enemies.used[target] += used
                enemies.left[target] -= harm
                if enemies.left[target] <= 0:
                    enemies.standing.remove(target)
                    self.falls.append(1 - by)


def _name(party: Sequence[int], others: Sequence[int]) -> str:
    """Who won, where somebody stands."""
    return "nobody" if party and others else "party" if party else "others"


def simulated(encounter: Encounter, runs: int, seed: str) -> Outcome:
    """What comes of an encounter by playing it out ``runs`` times, at least twice; a seed plays the same again."""
    game = _Game(encounter, seed)
    played = [game.played() for _ in range(runs)]
    ways = (*NAMES, "both", "nobody")
    return Outcome(
        method="simulated",
        runs=runs,
        wins={name: _chance(each.won == name for each in played) for name in ways},
        drops_first={name: _chance(each.lost == name for each in played) for name in ways},
        rounds_to_first=_mean([each.first for each in played]),
        rounds_to_end=_mean([each.last for each in played]),
        down=(
            tuple(_chance(index in each.fallen[0] for each in played) for index in range(len(encounter.party))),
            tuple(_chance(index in each.fallen[1] for each in played) for index in range(len(encounter.others))),
        ),
    )


def _chance(found: Iterable[bool]) -> Figure:
    """How often something was so; the error counts two more of each kind, so that it is never nothing."""
    seen = list(found)
    share = (sum(seen) + 2) / (len(seen) + 4)
    return Figure(sum(seen) / len(seen), sqrt(share * (1 - share) / (len(seen) + 4)))


def _mean(found: Sequence[int]) -> Figure | None:
    """A number of rounds on average; None where there was a time without end."""
    if not all(found):
        return None
    mean = sum(found) / len(found)
    return Figure(mean, sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found)))
