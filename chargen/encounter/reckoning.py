"""An encounter reckoned through, state by state: no dice are rolled.

A state is how much harm each side has taken. Harm only grows, so that the states can be gone through once, from nobody
hurt to the end: row by row, where a row is all states in which the party has taken the same. Rounds in which nothing
happens are summed up by dividing by the chance that something does. What leaves a row is gathered first, and then
shared out among the later rows in one go.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from chargen.encounter.line import Group, Line, Number, Point, TooLong, Work
from chargen.encounter.outcome import Figure, Method, Outcome
from chargen.encounter.sides import Encounter

EXACT_STEPS = 300_000
"""How much work is done in fractions before it is done in floating point instead (ours): a second or two."""
ROUNDED_STEPS = 5_000_000
"""How much work is done in floating point before an encounter is simulated instead (ours): some seconds."""
LONGEST_FRACTION = 2048
"""The bits of a denominator beyond which fractions help nobody, and floating point takes over (ours)."""
MOST_GROUPS = 256
"""How many groups of quick ones there may be; each has a course of its own (ours)."""
_LONG_FRACTION = 256
"""So many bits of a denominator make a step as dear as a further one."""
State: TypeAlias = tuple[int, int]
"""What the party and the others have taken."""
Row: TypeAlias = dict[int, Number]
"""By what the others have taken, a chance."""


def reckoned(encounter: Encounter, *, exact: bool, work: Work | None = None) -> Outcome:
    """What comes of an encounter whose sides each attack the first who stands, in fractions or in floating point.

    ``work`` counts the steps. Raises TooLong; how much is too much depends on the encounter alone, not on the machine.
    """
    number: Callable[[Fraction], Number] = Fraction if exact else float
    work = work or Work(EXACT_STEPS if exact else ROUNDED_STEPS)
    first = _Course(encounter, number, work, to_first=True)
    whole = _Course(encounter, number, work)
    found = _outcome(first, whole, "exact" if exact else "rounded")
    for figure in found.figures():
        _length(figure.value)
    return found


def _length(number: Number) -> int:
    """The bits of a fraction's denominator. Raises TooLong where they are too many."""
    found = number.denominator.bit_length() if isinstance(number, Fraction) else 0
    if found > LONGEST_FRACTION:
        raise TooLong
    return found


class _Course:
    """The chance of each end of an encounter, and how many rounds it takes."""

    def __init__(
        self, encounter: Encounter, number: Callable[[Fraction], Number], work: Work, *, to_first: bool = False
    ) -> None:
        self.party = Line(encounter.party, encounter.attacks(by_party=False), number, work)
        self.others = Line(encounter.others, encounter.attacks(by_party=True), number, work)
        if to_first:
            self.party.end_with_first()
            self.others.end_with_first()
        self.work = work
        self.zero: Number = number(Fraction(0))
        self.ends: dict[State, Number] = {}
        self.stuck: dict[State, Number] = {}
        """Where nobody can do anything any more."""
        self.rounds = self.zero
        for quick, chance in _quick(encounter):
            self._go(_InTurn(self, quick) if encounter.in_turn else _AtOnce(self), number(chance))

    def _go(self, rounds: "_AtOnce | _InTurn", chance: Number) -> None:
        """Go through all rows, with the chance that it is these rounds that are played."""
        rounds.waiting[0] = {(0, 0): chance}
        for at in range(self.party.end + 1):
            arrived = rounds.waiting.pop(at, {})
            if at == self.party.end:
                for (reached, _), mass in arrived.items():
                    self._finish((at, reached), mass)
            elif arrived:
                self._row(rounds, at, rounds.row(at, arrived))

    def _row(self, rounds: "_AtOnce | _InTurn", at: int, row: Row) -> None:
        rounds.enter(at, row)
        for reached in range(self.others.end):
            rounds.arrive(reached)
            if reached not in row:
                continue
            mass = row.pop(reached)
            moving = rounds.moving(reached)
            if not moving:
                self.stuck[at, reached] = self.stuck.get((at, reached), 0) + mass
                continue
            spent = mass / moving
            self.rounds += spent
            self._weigh(spent, rounds.leave(reached, spent))
        rounds.arrive(self.others.end)
        rounds.share()
        if self.others.end in row:
            self._finish((at, self.others.end), row[self.others.end])

    def _weigh(self, number: Number, steps: int) -> None:
        self.work.spend(steps * (1 + _length(number) // _LONG_FRACTION))

    def _finish(self, state: State, mass: Number) -> None:
        self.ends[state] = self.ends.get(state, 0) + mass

    def shares(self) -> dict[str, Number]:
        """The chance of each way to end."""
        found = dict.fromkeys(("party", "others", "both", "nobody"), self.zero)
        for (party, others), mass in self.ends.items():
            both = party >= self.party.end and others >= self.others.end
            found["both" if both else "others" if party >= self.party.end else "party"] += mass
        found["nobody"] = sum(self.stuck.values(), self.zero)
        return found

    def mean_rounds(self) -> Figure | None:
        """How many rounds it takes; None where it may be without end."""
        return None if self.stuck else Figure(self.rounds)


def _quick(encounter: Encounter) -> Iterator[tuple[Group, Fraction]]:
    """Who of the party acts before the others, with the chance of each such group."""
    found: list[tuple[Group, Fraction]] = [((), Fraction(1))]
    for index, each in enumerate(encounter.party):
        first = each.fighter.first
        if first and each.left:
            if len(found) > MOST_GROUPS / 2:
                raise TooLong
            slow = [(group, chance * (1 - first)) for group, chance in found]
            found = [*slow, *(((*group, index), chance * first) for group, chance in found)]
    yield from (each for each in found if each[1])


class _AtOnce:
    """Rounds in which both sides act at once."""

    def __init__(self, course: _Course) -> None:
        self.party, self.others, self.work = course.party, course.others, course.work
        self.waiting: dict[int, dict[Point, Number]] = {}
        """By what the party has taken, what will have come to that row."""

    def row(self, at: int, arrived: dict[Point, Number]) -> Row:
        """What has come to a row."""
        return {reached: mass for (reached, _), mass in arrived.items()}

    def enter(self, at: int, row: Row) -> None:
        """Begin with a row."""
        self._at, self._row = at, row
        self._strikers = self.party.standing(at)
        self._leaving: dict[Group, Row] = {}

    def arrive(self, reached: int) -> None:
        """See to it that all has come to a state that comes from others of the row: it has."""

    def moving(self, reached: int) -> Number:
        """The chance that something happens in a round."""
        _, hurt = self.party.parted(self.others.standing(reached), (self._at, 0))
        missed, hit = self.others.parted(self._strikers, (reached, 0))
        return hit + missed * hurt

    def leave(self, reached: int, spent: Number) -> int:
        """Share out the rounds that were spent in a state within the row, and note them for what leaves it."""
        attackers = self.others.standing(reached)
        unhurt = spent * self.party.reached(attackers, self._at).get(self._at, 0)
        leaving = self._leaving.setdefault(attackers, {})
        dealt = self.others.reached(self._strikers, reached)
        for further, chance in dealt.items():
            leaving[further] = leaving.get(further, 0) + spent * chance
            if unhurt and further != reached:
                self._row[further] = self._row.get(further, 0) + unhurt * chance
        return len(dealt)

    def share(self) -> None:
        """Share out what has left the row."""
        for attackers, leaving in self._leaving.items():
            for at, chance in self.party.reached(attackers, self._at).items():
                if at != self._at:
                    self.work.spend(len(leaving))
                    waiting = self.waiting.setdefault(at, {})
                    for reached, mass in leaving.items():
                        waiting[reached, 0] = waiting.get((reached, 0), 0) + mass * chance


class _InTurn:
    """Rounds in which the quick of the party act, then all others, then the rest of the party."""

    def __init__(self, course: _Course, quick: Group) -> None:
        self.party, self.others, self.work = course.party, course.others, course.work
        self.waiting: dict[int, dict[Point, Number]] = {}
        """By what the party has taken, where the others are as the slow of the party begin to act."""
        self._quick = frozenset(quick)

    def row(self, at: int, arrived: dict[Point, Number]) -> Row:
        """What has come to a row: the slow of the party act, unless the encounter has only begun."""
        found: Row = {}
        for point, mass in arrived.items():
            self._act(self._slow(at) if at else (), point, mass, found)
        return found

    def _act(self, slow: Group, point: Point, mass: Number, row: Row) -> None:
        """The slow of the party act, and the round is over."""
        spread = self.others.struck(slow, point)
        self.work.spend(len(spread))
        for (reached, _), chance in spread.items():
            row[reached] = row.get(reached, 0) + mass * chance

    def _slow(self, at: int) -> Group:
        return tuple(each for each in self.party.standing(at) if each not in self._quick)

    def enter(self, at: int, row: Row) -> None:
        """Begin with a row."""
        self._at, self._row = at, row
        self._strikers = tuple(each for each in self.party.standing(at) if each in self._quick)
        self._followers = self._slow(at)
        self._leaving: dict[int, dict[int, Number]] = {}
        """By what the others have taken and the dodges used up, the rounds in which the quick brought it about."""

    def arrive(self, reached: int) -> None:
        """Where the quick have brought the others here, and the party is not hurt, the slow act."""
        unhurt = self.party.reached(self.others.standing(reached), self._at).get(self._at, 0)
        for used, mass in self._leaving.get(reached, {}).items() if unhurt else ():
            self._act(self._followers, (reached, used), mass * unhurt, self._row)

    def moving(self, reached: int) -> Number:
        """The chance that something happens in a round."""
        _, hurt = self.party.parted(self.others.standing(reached), (self._at, 0))
        found: Number = 0
        for point, chance in self.others.struck(self._strikers, (reached, 0)).items():
            if point[0] == reached:
                missed, hit = self.others.parted(self._followers, point)
                chance *= hit + missed * hurt
            found += chance
        return found

    def leave(self, reached: int, spent: Number) -> int:
        """Share out the rounds that were spent in a state within the row, and note them for what leaves it."""
        unhurt = spent * self.party.reached(self.others.standing(reached), self._at).get(self._at, 0)
        spread = self.others.struck(self._strikers, (reached, 0))
        for (further, used), chance in spread.items():
            leaving = self._leaving.setdefault(further, {})
            leaving[used] = leaving.get(used, 0) + spent * chance
            if further == reached and unhurt:
                self._act(self._followers, (reached, used), unhurt * chance, self._row)
        self._row.pop(reached, None)
        return len(spread)

    def share(self) -> None:
        """Share out what has left the row."""
        for reached, leaving in self._leaving.items():
            for at, chance in self.party.reached(self.others.standing(reached), self._at).items():
                self.work.spend(len(leaving))
                waiting = self.waiting.setdefault(at, {}) if at != self._at else {}
                for used, mass in leaving.items():
                    waiting[reached, used] = waiting.get((reached, used), 0) + mass * chance


def _outcome(first: _Course, whole: _Course, method: Method) -> Outcome:
    lost = first.shares()
    lost["party"], lost["others"] = lost["others"], lost["party"]
    return Outcome(
        method=method,
        wins={name: Figure(share) for name, share in whole.shares().items()},
        drops_first={name: Figure(share) for name, share in lost.items()},
        rounds_to_first=first.mean_rounds(),
        rounds_to_end=whole.mean_rounds(),
        down=(_down(whole, whole.party, 0), _down(whole, whole.others, 1)),
    )


def _down(course: _Course, line: Line, which: int) -> tuple[Figure, ...]:
    """For each member of a side, the chance to be down at the end."""
    found = []
    for member in range(len(line.starts) - 1):
        ends = chain(course.ends.items(), course.stuck.items())
        masses = (mass for state, mass in ends if line.is_down(member, state[which]))
        found.append(Figure(sum(masses, course.zero)))
    return tuple(found)
