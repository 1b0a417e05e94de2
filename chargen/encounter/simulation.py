"""An encounter played out many times over by a seed: what it says is an estimate, and how good a one is stated."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from random import Random
from typing import TypeAlias

from chargen.core.fight import Form
from chargen.encounter.blows import DOWN, FRESH, Blows
from chargen.encounter.outcome import Figure, Outcome
from chargen.encounter.sides import NAMES, OTHERS, PARTY, Encounter, Order, Phase

Table: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[float, ...]]
"""What may come of a blow, two numbers each, and the sums of the chances."""


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

    def __init__(self, met: Encounter, side: int) -> None:
        members = met.sides[side]
        self.dodges = [member.fighter.dodges for member in members]
        self.acts = [member.fighter.acts for member in members]
        self._up = [index for index, member in enumerate(members) if member.left]
        self._number = len(members)
        self.begin()

    def begin(self) -> None:
        """Put everybody up again."""
        self.states = [FRESH] * self._number
        self.used = [0] * self._number
        self.standing = list(self._up)

    def fallen(self) -> frozenset[int]:
        """Who is down."""
        return frozenset(range(self._number)) - frozenset(self.standing)


class _Game:
    """One encounter, ready to be played again and again."""

    def __init__(self, encounter: Encounter, seed: str) -> None:
        self._random = Random(f"encounter/{seed}")
        self._by_lot = encounter.focus == "random"
        self._order = Order(encounter)
        self._blows = Blows(encounter, float)
        self._sides = _Side(encounter, PARTY), _Side(encounter, OTHERS)
        self._tables: dict[tuple[int, int, Form, int, int, bool], Table] = {}
        self._contests: dict[tuple[int, int, int, int], Table] = {}
        self._stuck: dict[object, bool] = {}
        self._falls: list[int] = []
        """The sides that lost one in this round, in order."""
        self._harmed = False
        """Whether anybody has come to harm in this round."""

    def played(self) -> Played:
        """Play it once."""
        party, others = self._sides
        party.begin()
        others.begin()
        phases = self._order.phases([self._random.random() < coin for coin in self._order.coins])
        number = first = 0
        lost = "nobody"
        while party.standing and others.standing and (self._harmed or not self._is_stuck(phases)):
            number += 1
            self._round(phases)
            if self._falls and not first:
                first, lost = number, self._lost()
        won = "both" if not party.standing and not others.standing else _name(party.standing, others.standing)
        last = number if won != "nobody" else 0
        self._harmed = False
        return Played(first, last, lost, won, (party.fallen(), others.fallen()))

    def _lost(self) -> str:
        """Who lost one first; where both sides act at once, it may be both."""
        together = self._order.at_once and len(set(self._falls)) > 1
        return "both" if together else NAMES[self._falls[0]]

    def _round(self, phases: tuple[Phase, ...]) -> None:
        self._falls = []
        self._harmed = False
        for side in self._sides:
            side.used = [0] * len(side.used)
        if self._order.at_once:
            self._at_once()
            return
        for by, actors in phases:
            for attacker in actors:
                if attacker in self._sides[by].standing:
                    self._act(by, attacker, self._form(by, attacker))

    def _at_once(self) -> None:
        """Both sides act, all as they stand at the start of the round; two who attack each other meet in a contest."""
        acting = [[(actor, self._form(by, actor)) for actor in self._sides[by].standing] for by in (PARTY, OTHERS)]
        sought = [{actor: self._sought(1 - by) for actor, _ in acting[by]} for by in (PARTY, OTHERS)]
        met = set()
        for one, other in sought[PARTY].items() if self._blows.has_contests else ():
            if sought[OTHERS][other] == one:
                met |= {(PARTY, one), (OTHERS, other)}
                self._meet(one, other)
        for by in (PARTY, OTHERS):
            for actor, form in acting[by]:
                if (by, actor) not in met:
                    self._act(by, actor, form, sought[by][actor] if self._by_lot else None)

    def _sought(self, side: int) -> int:
        standing = self._sides[side].standing
        return standing[int(self._random.random() * len(standing)) if self._by_lot else 0]

    def _form(self, side: int, index: int) -> Form:
        return self._blows.bodies[side][index].form(self._sides[side].states[index])

    def _act(self, by: int, attacker: int, form: Form, target: int | None = None) -> None:
        """One of a side attacks, as often as they may; whoever was sought and has fallen meanwhile is let be."""
        enemies = self._sides[1 - by]
        for _ in range(self._sides[by].acts[attacker]):
            if not enemies.standing:
                return
            struck = target if target in enemies.standing else self._sought(1 - by)
            assert struck is not None
            state = enemies.states[struck]
            table = self._table(by, attacker, form, struck, state, enemies.used[struck] < enemies.dodges[struck])
            after, used = self._drawn(table)
            enemies.used[struck] += used
            self._come_to(1 - by, struck, after)

    def _meet(self, one: int, other: int) -> None:
        """Two who attack each other roll once each."""
        key = (one, self._sides[PARTY].states[one], other, self._sides[OTHERS].states[other])
        if key not in self._contests:
            contest = self._blows.contested(*key)
            self._contests[key] = (
                tuple((mine, theirs) for mine, theirs, _ in contest),
                _sums(chance[2] for chance in contest),
            )
        mine, theirs = self._drawn(self._contests[key])
        self._come_to(PARTY, one, mine)
        self._come_to(OTHERS, other, theirs)

    def _come_to(self, side: int, index: int, state: int) -> None:
        """Somebody comes to a state, or drops."""
        states = self._sides[side].states
        self._harmed = self._harmed or state != states[index]
        states[index] = state
        if state == DOWN:
            self._sides[side].standing.remove(index)
            self._falls.append(side)

    def _table(self, by: int, attacker: int, form: Form, target: int, state: int, dodging: bool) -> Table:
        key = (by, attacker, form, target, state, dodging)
        if key not in self._tables:
            landings = self._blows.landings(by, attacker, form, target, state, dodging=dodging)
            self._tables[key] = (
                tuple((after, used) for after, used, _ in landings),
                _sums(chance[2] for chance in landings),
            )
        return self._tables[key]

    def _drawn(self, table: Table) -> tuple[int, int]:
        results, sums = table
        return results[min(bisect(sums, self._random.random()), len(results) - 1)]

    def _is_stuck(self, phases: tuple[Phase, ...]) -> bool:
        """Whether nobody can do anything to those who would be attacked."""
        key = (tuple(self._sides[PARTY].states), tuple(self._sides[OTHERS].states), phases)
        if key not in self._stuck:
            self._stuck[key] = not (self._contests_harm() or any(self._harms(by, phases) for by in (PARTY, OTHERS)))
        return self._stuck[key]

    def _targets(self, side: int) -> list[int]:
        """Whom of a side its enemies may attack."""
        standing = self._sides[side].standing
        return standing if self._by_lot else standing[:1]

    def _contests_harm(self) -> bool:
        """Whether any contest may do harm."""
        if not self._blows.has_contests:
            return False
        states = self._sides[PARTY].states, self._sides[OTHERS].states
        return any(
            (mine, theirs) != (states[PARTY][one], states[OTHERS][other])
            for one in self._targets(PARTY)
            for other in self._targets(OTHERS)
            for mine, theirs, _ in self._blows.contested(one, states[PARTY][one], other, states[OTHERS][other])
        )

    def _harms(self, by: int, phases: tuple[Phase, ...]) -> bool:
        """Whether any blow of a side may do harm; one after the other, they use up dodges."""
        side, enemies = self._sides[by], self._sides[1 - by]
        acting = (actor for acts, members in phases if acts == by for actor in members if actor in side.standing)
        actors = [actor for actor in acting for _ in range(side.acts[actor])]
        if self._blows.has_contests and not self._by_lot:
            actors = actors[1:]
        for target in self._targets(1 - by):
            state, used = enemies.states[target], {0}
            for actor in actors:
                for dodges in tuple(used):
                    dodging = dodges < enemies.dodges[target]
                    results, _ = self._table(by, actor, self._form(by, actor), target, state, dodging)
                    if any(after != state for after, _ in results):
                        return True
                    used |= {dodges + more for _, more in results}
        return False


def _sums(chances: Iterable[float]) -> tuple[float, ...]:
    return tuple(accumulate(chances))


def _name(party: Sequence[int], others: Sequence[int]) -> str:
    """Who won, where somebody stands."""
    return "nobody" if party and others else "party" if party else "others"


def simulate(encounter: Encounter, runs: int, seed: str) -> Outcome:
    """What comes of an encounter by playing it out ``runs`` times, at least twice; a seed plays the same again."""
    game = _Game(encounter, seed)
    played = [game.played() for _ in range(runs)]
    ways = (*NAMES, "both", "nobody")
    return Outcome(
        method="simulated",
        runs=runs,
        wins={name: _chance(fight.won == name for fight in played) for name in ways},
        drops_first={name: _chance(fight.lost == name for fight in played) for name in ways},
        rounds_to_first=_mean([fight.first for fight in played]),
        rounds_to_end=_mean([fight.last for fight in played]),
        down=(
            tuple(_chance(index in fight.fallen[0] for fight in played) for index in range(len(encounter.party))),
            tuple(_chance(index in fight.fallen[1] for fight in played) for index in range(len(encounter.others))),
        ),
    )


def _chance(events: Iterable[bool]) -> Figure:
    """How often something was so; the error counts two more of each kind, so that it is never nothing."""
    seen = list(events)
    share = (sum(seen) + 2) / (len(seen) + 4)
    return Figure(sum(seen) / len(seen), sqrt(share * (1 - share) / (len(seen) + 4)))


def _mean(numbers: Sequence[int]) -> Figure | None:
    """A number of rounds on average; None where there was a time without end."""
    if not all(numbers):
        return None
    mean = sum(numbers) / len(numbers)
    return Figure(mean, sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers)))
