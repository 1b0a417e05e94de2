"""Describe a throw of dice as data, from which its words, its formula, its exact chances and random throws follow.

One description for all of these, so that a dice button, a printed chance and a formula cannot differ. It is plain data
(`DiceRule.data`), so a page in a browser can throw the same dice.

>>> from random import Random
>>> two = DiceGroup((6, 6))
>>> rule = DiceRule((two,), (Measure(),), (DiceResult("success", ((0, 9, None),), wanted=True), DiceResult("failure")))
>>> rule.text, rule.chance, rule.outcomes["failure"]
('2d6', Fraction(5, 18), Fraction(13, 18))
>>> rule.throw(Random(3)).text
'2 + 5 = 7: failure'
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, product
from math import lcm
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from chargen.dice.roll_and_keep import keep_then_explode
from chargen.dice.trump import TrumpChain

if TYPE_CHECKING:
    from random import Random

How: TypeAlias = Literal["sum", "product", "lowest"]
Bound: TypeAlias = tuple[int, int | None, int | None]
"""The place of a measure, and the lowest and the highest number that it may have; None for no bound."""
Weight: TypeAlias = int | Fraction  # How likely a number is beside the others of its dice


@dataclass(frozen=True, slots=True)
class Throw:
    """Hold one random throw."""

    faces: tuple[str, ...]
    """What each die shows; ``10+3`` is a die that was thrown again, ``(2)`` one that does not count."""
    outcome: str
    text: str  # Faces and outcome in one line


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Hold dice that are thrown together."""

    sides: tuple[int, ...]
    name: str = ""
    """What its dice are called, where a throw has several groups."""
    keep: int = 0
    """The number of highest dice that count, each of which throws its highest face once more and adds it; 0 for all
    dice, and none again."""
    trumps: tuple[int, ...] = ()
    """The faces that count as ``step`` and throw their die again, which is added, as often as they come."""
    step: int = 0

    def throw(self, random: "Random") -> list[tuple[int, str, bool]]:
        """Return for each die its number, what it shows, and whether it counts.

        >>> from random import Random
        >>> DiceGroup((6,), trumps=(6,), step=5).throw(Random(19))
        [(6, '5+1', True)]
        """
        if self.trumps:
            thrown = []
            for sides in self.sides:
                chain: list[int] = []
                while (face := random.randint(1, sides)) in self.trumps:
                    chain.append(self.step)
                chain.append(face)
                thrown.append((sum(chain), "+".join(map(str, chain)), True))
            return thrown
        if self.keep:
            from chargen.dice.group import Again, Group, Keep  # imported here: few games keep dice

            faces = range(1, self.sides[0] + 1)
            return Group(len(self.sides), faces, (Keep(self.keep), Again("explode", faces[-1:]))).throw(random)
        return [(face, str(face), True) for face in (random.randint(1, sides) for sides in self.sides)]

    @property
    def has_highest_trumps(self) -> bool:
        """Return whether all faces from one up are trumps, and no other face is above what they count.

        >>> DiceGroup((6,), trumps=(5, 6), step=5).has_highest_trumps
        True
        >>> DiceGroup((6,), trumps=(6,), step=2).has_highest_trumps
        False
        """
        first = min(self.trumps, default=0)
        faces = [*range(first, max(self.sides, default=0) + 1)]
        return len({*self.sides}) == 1 and sorted(self.trumps) == faces and self.step in (first - 1, first)

    def weights(self, sides: int, most: int) -> Mapping[int, Weight]:
        """Return the weight of each number of a die; of a chain of trumps, ``most`` and more together.

        >>> weights = DiceGroup((6,), trumps=(6,), step=5).weights(6, 7)
        >>> {number: str(weight) for number, weight in weights.items()}
        {1: '1/6', 2: '1/6', 3: '1/6', 4: '1/6', 5: '1/6', 6: '1/36', 7: '5/36'}
        >>> DiceGroup((6,), trumps=(6,), step=1).weights(6, 3)[2]  # a 2, or a 6 and a 1
        Fraction(7, 36)
        """
        if not self.trumps:
            return dict.fromkeys(range(1, sides + 1), 1)
        chain = TrumpChain.of(sides, trumps={*self.trumps}, step=self.step)
        return {number: chain.chance(number) for number in range(1, most)} | {most: chain.at_least(most)}


@dataclass(frozen=True, slots=True)
class Measure:
    """Hold how one number is read off a group of dice."""

    how: How = "sum"
    worth: tuple[int, ...] = ()
    """What each face counts, from 1 up, such as ``(0, 0, 0, 0, 1, 1)``; empty where a face counts as its number."""
    bonus: int = 0
    """What is added to a sum."""
    group: int = 0

    @property
    def start(self) -> int:
        """Return the number without any die."""
        return {"sum": self.bonus, "product": 1, "lowest": 0}[self.how]

    def add(self, number: int, face: int) -> int:
        """Return the number with one more die; ``number`` is that of the dice so far."""
        counted = self.worth[face - 1] if self.worth else face
        if self.how == "sum":
            return number + counted
        if self.how == "product":
            return number * counted
        return min(number, counted) if number else counted


@dataclass(frozen=True, slots=True)
class DiceResult:
    """Hold an outcome, and what the measures must be for it; several results may have one name."""

    name: str
    bounds: tuple[Bound, ...] = ()
    """All of them hold; empty: always."""
    wanted: bool = False

    def holds(self, numbers: tuple[int, ...]) -> bool:
        """Return whether the measures are within the bounds."""
        return all(
            (low is None or numbers[place] >= low) and (high is None or numbers[place] <= high)
            for place, low, high in self.bounds
        )


@dataclass(frozen=True, slots=True)
class DiceRule:
    """Describe a throw: the dice, the numbers that are read off them, and the results.

    The first result whose bounds hold happens; the last one has none. The first measure is the one that formulas and
    texts of throws show.
    """

    groups: tuple[DiceGroup, ...]
    measures: tuple[Measure, ...]
    results: tuple[DiceResult, ...]
    notation: str = ""
    """The dice as the game writes them, where that is not ``2d10 + 1d6``."""

    def __post_init__(self) -> None:
        """Raise ValueError where a throw might have no result, or a measure no dice."""
        if not self.results or self.results[-1].bounds:
            raise ValueError("the last result has no bounds, so that every throw has a result")
        if not self.measures or any(measure.group >= len(self.groups) for measure in self.measures):
            raise ValueError("a throw has a measure, and each measure a group of dice")

    @property
    def text(self) -> str:
        """Return the dice of the first group as they are thrown; empty where there are none."""
        return self.notation or " + ".join(_count_dice(self.groups[0].sides))

    @property
    def formula(self) -> str:
        """Return the first measure in the notation of Foundry VTT, whose modifiers apply from left to right.

        >>> DiceRule((DiceGroup((10,) * 5, keep=2),), (Measure(bonus=4),), (DiceResult("any"),)).formula
        '5d10kh2xo10 + 4'
        >>> DiceRule((DiceGroup((6,), trumps=(6,), step=5),), (Measure(bonus=4),), (DiceResult("any"),)).formula
        '1d6x6max5 + 4'
        """
        group, measure = self.groups[0], self.measures[0]
        if not group.sides or (group.trumps and not group.has_highest_trumps):
            return ""
        if measure.how == "product":
            return "*".join(f"1d{sides}" for sides in group.sides)
        dice = _count_dice(group.sides)
        if group.trumps:
            # Trumps are thrown again first, and then count as no more than the step.
            faces = min(group.trumps) if len(group.trumps) == 1 else f">={min(group.trumps)}"
            dice = [f"{term}x{faces}max{group.step}" for term in dice]
        if group.keep:
            dice = [f"{term}kh{group.keep}xo{group.sides[0]}" for term in dice]
        if measure.worth:
            # Foundry counts the dice from a face up; other worths, it cannot read.
            if measure.worth != tuple(sorted(measure.worth)) or set(measure.worth) != {0, 1}:
                return ""
            dice = [f"{term}cs>={measure.worth.index(1) + 1}" for term in dice]
        sign = "-" if measure.bonus < 0 else "+"
        return " + ".join(dice) + (f" {sign} {abs(measure.bonus)}" if measure.bonus else "")

    @property
    def needed(self) -> str:
        """Return what the dice must come to for a wanted result; empty where every throw or none has one.

        >>> measures = Measure("product"), Measure(worth=(0, 0, 0, 0, 0, 1))
        >>> wanted = [DiceResult("success", (bound,), wanted=True) for bound in ((1, 1, None), (0, None, 4))]
        >>> DiceRule((DiceGroup((6, 6)),), measures, (*wanted, DiceResult("failure"))).needed
        '4 or less, or a 6'
        """
        wanted = [result.bounds for result in self.results if result.wanted]
        if not all(wanted):
            return ""
        # What raises an outcome, such as the lower die, is bounded beside the first measure.
        leading: dict[int, list[Bound]] = {}
        for bounds in wanted:
            place, low, high = bound = min(bounds, key=itemgetter(0))
            measure = self.measures[place]
            # The dice may always be above a bound, such as a product of at most 0.
            each = 0 if measure.worth else 1
            least = each if measure.how != "sum" else each * len(self.groups[measure.group].sides) + measure.bonus
            if high is None or high >= least:
                leading.setdefault(place, []).append(bound)
        words = []
        for place, some in sorted(leading.items()):
            # The numbers within any of the bounds, such as `5 to 8`; of counted dice, the faces: `a 5 or 6`.
            measure = self.measures[place]
            lows = [low for _, low, _ in some if low is not None]
            highs = [high for *_, high in some if high is not None]
            low = min(lows) if len(lows) == len(some) else None
            high = max(highs) if len(highs) == len(some) else None
            if measure.worth and not measure.bonus and high is None:
                faces = " or ".join(str(face) for face, worth in enumerate(measure.worth, 1) if worth > 0)
                words.append(f"a {faces}" if low == 1 else f"{low} of {faces}")
            elif low is None or high is None:
                words.append(f"{high} or less" if low is None else f"{low} or more")
            else:
                words.append(str(low) if low == high else f"{low} to {high}")
        return ", or ".join(words)

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """Return the exact chance of each outcome, in the order of the results."""
        return dict(_outcomes(self))

    @property
    def chance(self) -> Fraction:
        """Return the chance of the wanted outcomes together."""
        wanted = {result.name for result in self.results if result.wanted}
        return sum((chance for name, chance in _outcomes(self) if name in wanted), Fraction(0))

    def throw(self, random: "Random") -> Throw:
        """Return a random throw."""
        thrown = [group.throw(random) for group in self.groups]
        numbers = []
        for measure in self.measures:
            number = measure.start
            for face, _, counts in thrown[measure.group]:
                number = measure.add(number, face) if counts else number
            numbers.append(number)
        outcome = self._find(tuple(numbers))
        faces = [
            " ".join(filter(None, (group.name, shown)))
            for group, dice in zip(self.groups, thrown, strict=True)
            for _, shown, _ in dice
        ]
        # The faces, and what they come to where that is their sum or product.
        measure = self.measures[0]
        is_list = measure.worth or measure.how == "lowest" or not faces
        shown = (", " if is_list else " × " if measure.how == "product" else " + ").join(faces)
        if not is_list and measure.bonus:
            shown += f" {'+' if measure.bonus > 0 else '−'} {abs(measure.bonus)}"
        if not is_list and (len(faces) > 1 or measure.bonus or "+" in shown):
            shown += f" = {numbers[0]}"
        return Throw(tuple(faces), outcome, f"{shown}: {outcome}".lstrip(": "))

    def _find(self, numbers: tuple[int, ...]) -> str:
        return next(result.name for result in self.results if result.holds(numbers))

    def data(self) -> dict[str, Any]:
        """Return the description as plain data, with the chance of each outcome."""
        chances = {name: str(chance) for name, chance in self.outcomes.items()}
        return {**asdict(self), "text": self.text, "formula": self.formula, "outcomes": chances}


def _count_dice(sides: Iterable[int]) -> list[str]:
    return [f"{len(list(dice))}d{number}" for number, dice in groupby(sides)]


@lru_cache(maxsize=4096)
def _outcomes(rule: DiceRule) -> tuple[tuple[str, Fraction], ...]:
    """Return the exact chance of each outcome.

    Die by die, each state is the number that every measure has so far, with its integer weight.
    """
    states: Mapping[tuple[int, ...], Weight] = {tuple(measure.start for measure in rule.measures): 1}
    bounds = [bound for result in rule.results for _, *both in result.bounds for bound in both if bound is not None]
    # All numbers of a chain of trumps from here on have the same result.
    most = 1 + max(map(abs, bounds), default=0) + sum(abs(measure.bonus) for measure in rule.measures)
    for place, group in enumerate(rule.groups):
        # Measures of other groups do not change.
        read = [measure if measure.group == place else None for measure in rule.measures]
        dice: list[Mapping[int, Weight]]
        if group.keep:
            dice = [keep_then_explode(len(group.sides), group.keep, group.sides[0]).weights]
        else:
            dice = [group.weights(sides, most) for sides in group.sides]
        for die in dice:
            combined: dict[tuple[int, ...], Weight] = defaultdict(int)
            for (state, weight), (face, factor) in product(states.items(), die.items()):
                after = [
                    measure.add(number, face) if measure else number
                    for measure, number in zip(read, state, strict=True)
                ]
                combined[tuple(after)] += weight * factor
            states = combined
    found: dict[str, Weight] = dict.fromkeys((result.name for result in rule.results), 0)
    for state, weight in states.items():
        found[rule._find(state)] += weight
    total = sum(found.values())
    return tuple((name, Fraction(weight, total)) for name, weight in found.items())


@dataclass(frozen=True, slots=True)
class ChanceRule:
    """Describe a roll of which only the chances are known: a throw draws an outcome, and shows no faces.

    >>> ChanceRule("1d20", (("hit", Fraction(1, 4)), ("miss", Fraction(3, 4))), ("hit",)).chance
    Fraction(1, 4)
    """

    text: str
    chances: tuple[tuple[str, Fraction], ...]
    wanted: tuple[str, ...]
    """The names of the outcomes that count as success."""
    formula: str = ""
    """The dice in the notation of Foundry VTT; empty where it cannot throw them."""
    needed: str = ""
    """What the dice must come to for a wanted result; empty where that is not known."""

    @classmethod
    def of(cls, text: str, chance: Fraction, name: str = "success", formula: str = "") -> "ChanceRule":
        """Return a roll that only succeeds or fails.

        >>> ChanceRule.of("1d20", Fraction(1, 4)).outcomes["not success"]
        Fraction(3, 4)
        """
        return cls(text, ((name, chance), (f"not {name}", 1 - chance)), (name,), formula)

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """Return the exact chance of each outcome."""
        return dict(self.chances)

    @property
    def chance(self) -> Fraction:
        """Return the chance of the wanted outcomes together."""
        return sum((chance for name, chance in self.chances if name in self.wanted), Fraction(0))

    def throw(self, random: "Random") -> Throw:
        """Return a random outcome, by exact integer weights."""
        out_of = lcm(*(chance.denominator for _, chance in self.chances))
        weights = [int(chance * out_of) for _, chance in self.chances]
        drawn = random.randrange(sum(weights))
        place = next(place for place, so_far in enumerate(accumulate(weights)) if drawn < so_far)
        outcome = self.chances[place][0]
        return Throw((), outcome, f"{self.text}: {outcome}".lstrip(": "))

    def data(self) -> dict[str, Any]:
        """Return the description as plain data."""
        chances = {name: str(chance) for name, chance in self.chances}
        return {"text": self.text, "formula": self.formula, "outcomes": chances}


Throwable: TypeAlias = DiceRule | ChanceRule
"""A description of a roll, with known dice or without: what is thrown, each outcome with its chance, and throws."""
