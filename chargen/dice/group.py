"""Compute exactly what is read off a group of equal dice: sums, counts, the highest and lowest, equal dice, runs.

Only what is read is kept, with integer weights, so the work grows with the numbers that are read and not with the
throws:

>>> five = Group(5, range(1, 7))
>>> hits = Statistic("sum", (0, 0, 0, 0, 1, 1))  # how many dice show a 5 or 6
>>> joint(five, (hits,))[3,], 6**5
(1280, 7776)

Steps change the dice after they were thrown, from left to right: keep the two highest, then explode those.

>>> kept = Group(3, range(1, 7), (Keep(2), Again("explode", range(6, 7))))
>>> weights = joint(kept, (Statistic("sum", kept.values),))
>>> weights[24,], sum(weights.values())
(8, 3888)
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from operator import add
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chargen.dice.roll_and_keep import keep_then_explode

if TYPE_CHECKING:
    from random import Random

MOST_AGAIN = 10  # How often a die is thrown again at most, where nothing says once (house default)
NO_DIE = 10**9  # Above every number of a die: the lowest of no dice, and with a minus the highest
Numbers: TypeAlias = tuple[int, ...]
"""The number of each statistic; `NO_DIE`, or below 0, for the lowest or the highest of no dice."""
How: TypeAlias = Literal["sum", "highest", "lowest", "alike", "run"]
Further: TypeAlias = Literal["explode", "again", "reroll"]


class Keep(NamedTuple):
    """Count only some of the dice, the highest or the lowest."""

    number: int
    highest: bool = True


class Again(NamedTuple):
    """Throw each die that shows one of some faces again."""

    how: Further
    """Whether the new face is added to the die, is that of a further die, or takes the place of the old one."""
    faces: range
    often: int = 1  # How often at most; 0 for a die that is rerolled until it shows another face


class Statistic(NamedTuple):
    """A number that is read off the dice of a group."""

    how: How
    """A sum, also a count; the highest or lowest; the most equal dice; the longest run of consecutive faces."""
    worth: tuple[int, ...] = ()  # What a die counts for each of `Group.values`; empty for equal dice and runs


STARTS: Mapping[str, int] = {"sum": 0, "highest": -NO_DIE, "lowest": NO_DIE, "alike": 0, "run": 0}
"""The number without any die, which changes no other number."""
JOINS: Mapping[str, Callable[[int, int], int]] = {"sum": add, "highest": max, "lowest": min, "alike": max, "run": max}
"""How the numbers of two sets of dice become one; of equal dice and runs, one of them is 0."""


@dataclass(frozen=True, slots=True)
class Group:
    """Equal dice that are thrown together, and what is done with them after the throw."""

    number: int
    faces: range
    steps: tuple[Keep | Again, ...] = ()

    def __str__(self) -> str:
        words = [f"{self.number}d{'F' if self.faces[0] < 0 else self.faces[-1]}"]
        for step in self.steps:
            if isinstance(step, Keep):
                words.append(f"keep {'highest' if step.highest else 'lowest'} {step.number}")
            else:
                faces = " to ".join(map(str, dict.fromkeys((step.faces[0], step.faces[-1]))))
                mode = {0: " always", 1: "" if step.how == "reroll" else " once"}.get(step.often, "")
                words.append(f"{step.how} {faces}{mode}")
        return " ".join(words)

    @property
    def values(self) -> tuple[int, ...]:
        """Return what a die may count, ascending."""
        further = any(isinstance(step, Again) and step.how == "again" for step in self.steps)
        return tuple(sorted({*_weights(self.faces, self.steps, self.faces), *(self.faces if further else ())}))

    def throw(self, random: "Random") -> list[tuple[int, str, bool]]:
        """Return for each die its number, what it shows, and whether it counts.

        >>> from random import Random
        >>> Group(3, range(1, 7), (Keep(1), Again("explode", range(6, 7)))).throw(Random(4))
        [(2, '(2)', False), (3, '3', True), (1, '(1)', False)]
        """
        thrown = [(face := random.choice(self.faces), str(face), True) for _ in range(self.number)]
        for step in self.steps:
            if isinstance(step, Keep):
                order = sorted(range(len(thrown)), key=lambda place: thrown[place][0], reverse=step.highest)
                for place in order[step.number :]:
                    value, shown, _ = thrown[place]
                    thrown[place] = (value, f"({shown})", False)
                continue
            for place, (value, shown, counts) in enumerate(list(thrown)):
                face, left = value, step.often or None
                while counts and face in step.faces and left != 0:
                    face, left = random.choice(self.faces), None if left is None else left - 1
                    if step.how == "again":
                        thrown.append((face, str(face), True))
                    else:
                        sign = "+" if step.how == "explode" else "→"
                        value, shown = face + value * (step.how == "explode"), f"{shown}{sign}{face}"
                thrown[place] = (value, shown, counts)
        return thrown

    def read(self, values: list[int], statistics: tuple[Statistic, ...]) -> Numbers:
        """Return the numbers of statistics for the dice that count, by what each of them counts.

        >>> Group(3, range(1, 7)).read([2, 3, 3], (Statistic("alike"), Statistic("run")))
        (2, 2)
        """
        numbers = []
        for statistic in statistics:
            number = STARTS[statistic.how]
            if statistic.worth:
                worth = dict(zip(self.values, statistic.worth, strict=True))
                for value in values:
                    number = JOINS[statistic.how](number, worth[value])
            elif statistic.how == "alike":
                number = max(map(values.count, values), default=0)
            elif statistic.how == "run":
                for value in values:
                    length = 1
                    while value + length in values:
                        length += 1
                    number = max(number, length)
            numbers.append(number)
        return tuple(numbers)


@lru_cache(maxsize=4096)
def joint(group: Group, statistics: tuple[Statistic, ...]) -> Mapping[Numbers, int]:
    """Return the integer weight of each combination of numbers. It is cached and shared: do not change it."""
    # What each value of a die counts for each statistic.
    worth = {
        value: tuple(statistic.worth[place] if statistic.worth else 0 for statistic in statistics)
        for place, value in enumerate(group.values)
    }
    keep = next((step for step in group.steps if isinstance(step, Keep)), None)
    if keep is not None or any(statistic.how in ("alike", "run") for statistic in statistics):
        # A sum of kept dice that explode once has a quicker way, by polynomials.
        explode = (keep, Again("explode", group.faces[-1:])) if keep is not None and keep.highest else ()
        if group.steps == explode and statistics == (Statistic("sum", group.values),) and group.faces[0] == 1:
            assert keep is not None
            if 0 < keep.number <= group.number and len(group.faces) > 1:
                weights = keep_then_explode(group.number, keep.number, len(group.faces)).weights
                return {(number,): weight for number, weight in weights.items()}
        return _by_face(group, keep, statistics, worth)

    # Where each die counts by itself, it is enough to add them one by one. First the numbers of one die with the
    # further dice that some of its faces bring, from the last of these to the first.
    again = next((step for step in group.steps if isinstance(step, Again) and step.how == "again"), None)
    nothing: dict[Numbers, int] = {tuple(STARTS[statistic.how] for statistic in statistics): 1}
    one = nothing
    fresh = [dict.fromkeys(group.faces, 1)] * (0 if again is None else again.often)
    for die in (*fresh, _weights(group.faces, group.steps, group.faces)):
        states: dict[Numbers, int] = defaultdict(int)
        for value, weight in die.items():
            if again is not None and value in again.faces:
                for numbers, factor in _join({worth[value]: weight}, one, statistics).items():
                    states[numbers] += factor
            else:
                states[worth[value]] += weight * sum(one.values())
        one = states
    complete = nothing
    for _ in range(group.number):
        complete = _join(complete, one, statistics)
    return complete


def _by_face(
    group: Group, keep: Keep | None, statistics: tuple[Statistic, ...], worth: Mapping[int, Numbers]
) -> dict[Numbers, int]:
    """Add the dice face by face, from the end that is kept: how many dice show it decides what is kept, alike, a run.

    A state has the dice that show another face, the dice that are still kept, the numbers, and the length of the run.
    """
    at = len(group.steps) if keep is None else group.steps.index(keep)
    die, later = _weights(group.faces, group.steps[:at], group.faces), group.steps[at:]
    joins = [JOINS[statistic.how] for statistic in statistics]
    start = tuple(STARTS[statistic.how] for statistic in statistics)
    kept = group.number if keep is None else min(group.number, keep.number)
    states: dict[tuple[int, int, Numbers, int], int] = {(group.number, kept, start, 0): 1}
    faces = sorted(die, reverse=keep is None or keep.highest)
    for place, face in enumerate(faces):
        follows = place > 0 and abs(face - faces[place - 1]) == 1
        counted: dict[Numbers, int] = defaultdict(int)
        for value, weight in _weights((face,), later, group.faces).items():
            counted[worth[value]] += weight
        several: list[dict[Numbers, int]] = [{start: 1}]
        after: dict[tuple[int, int, Numbers, int], int] = defaultdict(int)
        for (left, room, numbers, run), weight in states.items():
            # Everything that is left at the last face shows it.
            for shown in range(left + 1) if face != faces[-1] else (left,):
                taken = min(shown, room)
                while len(several) <= taken:
                    several.append(_join(several[-1], counted, statistics))
                ways = weight * comb(left, shown) * die[face] ** shown
                length = (run if follows else 0) + 1 if taken else 0
                for added, factor in several[taken].items():
                    joined = [join(one, other) for join, one, other in zip(joins, numbers, added, strict=False)]
                    for at_number, statistic in enumerate(statistics):
                        if statistic.how in ("alike", "run"):
                            joined[at_number] = max(numbers[at_number], taken if statistic.how == "alike" else length)
                    after[left - shown, room - taken, tuple(joined), length] += ways * factor
        states = after
    found: dict[Numbers, int] = defaultdict(int)
    for (_, _, numbers, _), weight in states.items():
        found[numbers] += weight
    return found


def _join(
    states: Mapping[Numbers, int], others: Mapping[Numbers, int], statistics: tuple[Statistic, ...]
) -> dict[Numbers, int]:
    """Return the numbers of two independent sets of dice together."""
    joined: dict[Numbers, int] = defaultdict(int)
    joins = [JOINS[statistic.how] for statistic in statistics]
    for numbers, weight in states.items():
        for more, factor in others.items():
            both = [join(one, other) for join, one, other in zip(joins, numbers, more, strict=False)]
            joined[tuple(both)] += weight * factor
    return joined


@lru_cache(maxsize=1024)
def _weights(shown: range | tuple[int, ...], steps: tuple[Keep | Again, ...], faces: range) -> Mapping[int, int]:
    """Return the weight of each number of a die that shows one of some numbers, after steps that may change it."""
    die = dict.fromkeys(shown, 1)
    for step in steps:
        if isinstance(step, Keep) or step.how == "again":
            continue
        fresh = {0: 1}
        if step.how == "explode":
            for _ in range(step.often):
                total, added = sum(fresh.values()), defaultdict[int, int](int)
                for face in faces:
                    for more, weight in fresh.items() if face in step.faces else ((0, total),):
                        added[face + more] += weight
                fresh = added
        else:
            fresh = {face: 1 for face in faces if step.often or face not in step.faces}
        total, changed = sum(fresh.values()), defaultdict[int, int](int)
        for value, weight in die.items():
            if value not in step.faces:
                changed[value] += weight * total
                continue
            for face, factor in fresh.items():
                changed[face + value * (step.how == "explode")] += weight * factor
        die = changed
    return die
