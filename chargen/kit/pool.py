"""Compute exact odds of dice that are described by formulas: what is thrown, and what may come of it.

The outcome of a roll is the first one whose condition is true.

>>> outcomes = {"great": "count(6) >= 2", "yes": "highest_die == 6", "no": "otherwise"}
>>> task = Pool.read("(value)d6", outcomes, fails=("no",))
>>> task.odds(2)["great"], task.odds(2)["success"], task.notation(2)
(Fraction(1, 36), Fraction(11, 36), '2d6')
>>> task.roll("Brave", 2, with_help=3).odds["with_help"]["success"]
Fraction(91, 216)

Dice may be kept, and thrown again; groups of dice have names. `chargen.language.formula` has the language.

>>> bold = {"act": "d6", "foes": "2d10"}
>>> outcomes = {"hit": "act + value > highest(foes)", "weak": "act + value > lowest(foes)", "miss": "otherwise"}
>>> face = Pool.read(bold, outcomes, fails=("miss",), value=Range(-1, 4))
>>> face.odds(2)["hit"], face.notation(2), [str(group) for _, group in face.groups(2)]
(Fraction(139, 600), '1d6 + 2d10', ['1d6', '2d10'])

The numbers of the rules and what the situation decides have names of their own:

>>> check = Pool.read("2d6", {"done": "total >= needed", "failed": "otherwise"}, names={"needed": Range(2, 12)})
>>> hard = check.under({"needed": 11})
>>> hard.odds(0)["done"], hard.odds({"needed": 12})["done"], hard.roll("Swim", 0).throw(Random(2)).text
(Fraction(1, 12), Fraction(1, 36), '1, 1: failed')
>>> hard.question().reply(PoolValue(value=0), None).title, hard.answer(1).rows[0]
('value 0', ('success', Fraction(1, 1)))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from random import Random
from typing import Annotated, Any, Self, TypeAlias

from pydantic import Field

from chargen.dice.group import JOINS, NO_DIE, STARTS, Again, Further, Group, Keep, Numbers, Statistic, joint
from chargen.dice.throw import ChanceRule, Throw
from chargen.game.failure import Unanswerable
from chargen.game.question import Answer, Question
from chargen.language.formula import (
    MOST_TIMES,
    Atom,
    Formula,
    Kind,
    Part,
    Range,
    Reader,
    Reading,
    Scale,
    Thrown,
    Values,
    parse_formula,
    read_among,
)
from chargen.language.syntax import FormulaError
from chargen.page.roll import Odds, Roll, signed, with_sign
from chargen.schema.model import Model
from chargen.text.names import fold, slug

Given: TypeAlias = int | Mapping[str, int]
"""What a roll is made with: the value, or several by name."""


USUAL_VALUES = Range(0, 30)
SOME_DIE = Atom(parse_formula("1", {}).part, parse_formula("6", {}).part)
"""The die in place of dice with an error, so that what is read off them can be checked."""


class PoolValue(Model):
    """The options of `chargen odds` for dice that are rolled with a value."""

    value: Annotated[int, Field(ge=-999, le=999)] = 2
    """The value that the dice are rolled with, such as a number of dice, a bonus or a skill."""


# Compared by identity, because formulas are functions; `_chances` is cached by it.
@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pool:
    """Dice with their outcomes; the first outcome whose condition is true counts."""

    thrown: Thrown
    outcomes: Mapping[str, Formula]
    fails: tuple[str, ...] = ()
    """The outcomes that are no success."""
    rolled: Formula | None = None
    """What the dice come to, with what the description adds; None for named groups."""
    reading: str = ""
    """How the dice are read, in two or three words, such as ``highest counts``; ``{value}`` in it is replaced."""
    adds: bool = False
    """Whether the value is added to the dice, and is printed so."""
    takes: Mapping[str, Range] = field(default_factory=lambda: {"value": USUAL_VALUES})
    """What it is rolled with, by name; numbers outside of these ranges count as the nearest of them."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the rules that the formulas name, and what is asked, as it usually is."""

    @classmethod
    def read(
        cls,
        roll: str | Mapping[str, str] | Atom,
        outcomes: Mapping[str, str],
        *,
        where: Mapping[str, str] = {},
        reads: Mapping[str, str] = {},
        total: str = "",
        names: Mapping[str, Range | Kind] = {},
        value: Range = USUAL_VALUES,
        takes: Mapping[str, Range] | None = None,
        scales: Mapping[str, Scale] = {},
        lost: Iterable[str] = (),
        **more: Any,
    ) -> Self:
        """Return the dice of a description; ``more`` has the other fields.

        ``roll`` is a formula of dice, or several by name. ``where`` names what is known before the throw, and ``reads``
        what is read after it, each by a formula. ``total`` replaces the sum of all dice. It is rolled with a ``value``,
        or with what it ``takes`` instead; these and ``names`` may be named everywhere. Raises a group of
        `FormulaError`, each with its key in the description. Names that are ``lost`` have an error elsewhere; what only
        follows from such an error, or from one found here, is not reported.
        """
        thrown, errors, unknown = Thrown(), list[FormulaError](), set(lost)
        takes = {"value": value} if takes is None else takes
        known = {**takes, **names}
        reader = Reader(known, thrown=thrown, scales=scales)

        def read(text: str, *key: str, truth: bool = False) -> Formula | None:
            formula, error = read_among(lambda: reader.formula(text, truth=truth), known, unknown)
            if error is not None:
                error.key = key
                errors.append(error)
            if formula is None and key[0] != "outcomes":
                unknown.add(fold(key[-1]))
            return formula

        def bind(name: str, text: str, *key: str) -> None:
            if (formula := read(text, *key, name)) is not None:
                reader.bound[fold(name)] = formula.part

        for name, text in where.items():
            bind(name, text, "where")
        reader.rolls, rolled = True, None
        if isinstance(roll, Atom):
            thrown.groups[" 0"] = [roll]
        elif isinstance(roll, str):
            rolled = read(roll, "roll")
            reader.roll = roll if rolled is not None else ""
            if rolled is None:
                thrown.groups = {" 0": [SOME_DIE]}
        for name, text in roll.items() if isinstance(roll, Mapping) else ():
            others = set(thrown.groups)
            is_read = read(text, "roll", name) is not None
            own = [thrown.groups.pop(key)[0] for key in [*thrown.groups] if key not in others]
            thrown.groups[fold(name)] = own if is_read else [SOME_DIE]
        reader.rolls = False
        # What the dice come to is read only where it is named.
        thrown.readings.clear()
        thrown.places.clear()
        if total:
            bind("total", total)
        for name, text in reads.items():
            bind(name, text, "reads")
        conditions = {}
        for name, text in outcomes.items():
            if (formula := read(text, "outcomes", name, truth=True)) is not None:
                conditions[name] = formula
        if errors:
            raise ExceptionGroup("a description of dice has errors", errors)
        return cls(thrown=thrown, outcomes=conditions, rolled=rolled, takes=takes, **more)

    def under(self, numbers: Mapping[str, int]) -> "Pool":
        """Return the same dice with other numbers; equal numbers give the same object, for caches."""
        return _under(self, tuple(numbers.items()))

    # What is thrown, and what may come of it.

    def _values(self, given: Given) -> Values:
        named = {"value": given} if isinstance(given, int) else given
        clamped = {name: span.nearest(named[name]) for name, span in self.takes.items() if name in named}
        return Values({**self.numbers, **named, **clamped})

    def groups(self, given: Given) -> list[tuple[str, Group]]:
        """Return the dice that are thrown, with the name of their group."""
        values, found = self._values(given), []
        for name, atoms in self.thrown.groups.items():
            for atom in atoms:
                if all(bool(part.compute(values)) == wanted for part, wanted in atom.conditions):
                    number = atom.number.compute(values)
                    sides = None if atom.sides is None else atom.sides.compute(values)
                    faces = range(-1, 2) if sides is None else range(1, sides + 1)
                    steps = tuple(_step(step, values, number, faces) for step in atom.steps)
                    found.append((name, Group(number, faces, steps)))
        return found

    def _statistics(self, name: str, group: Group, values: Values) -> dict[int, Statistic]:
        """Return what is read off a group, by the place of the reading."""

        def worth(reading: Reading) -> tuple[int, ...]:
            if reading.worth is None:
                return ()
            return tuple(int(reading.worth(values._replace(entries={"die": value}))) for value in group.values)

        readings = enumerate(self.thrown.readings)
        return {place: Statistic(reading.how, worth(reading)) for place, reading in readings if name in reading.groups}

    def _find(self, values: Values, read: Iterable[tuple[Sequence[int], Numbers]]) -> str:
        """Return the outcome of what was read off the groups: the places of the readings, and their numbers."""
        hows = [reading.how for reading in self.thrown.readings]
        together = [STARTS[how] for how in hows]
        for places, numbers in read:
            for place, number in zip(places, numbers, strict=True):
                together[place] = JOINS[hows[place]](together[place], number)
        dice = tuple(0 if abs(number) == NO_DIE else number for number in together)
        thrown = values._replace(dice=dice)
        return next(name for name, holds in self.outcomes.items() if holds(thrown))

    def odds(self, given: Given) -> dict[str, Fraction]:
        """Return the chance of ``success`` and of each outcome."""
        return _odds(self, given if isinstance(given, int) else tuple(given.items()))

    def steps(self, given: Given) -> int:
        """Return in how many steps the odds are computed, estimated from above, before anything is computed.

        >>> Pool.read("3d6", {"done": "total >= 10", "failed": "otherwise"}).steps(0)
        272
        """
        states, steps = 1, 0
        for name, group in self.groups(given):
            readings = [reading for reading in self.thrown.readings if name in reading.groups]
            agains = [step for step in group.steps if isinstance(step, Again)]
            again = prod(1 + step.often for step in agains if step.how != "reroll")
            # A die that is thrown again is a distribution of its own first.
            steps += sum(step.often**2 * min(len(step.faces), len(group.faces)) * len(group.faces) for step in agains)
            dice, faces = max(1, group.number) * again, len(group.faces) * again
            # The numbers of dice that show each face bound what can be read, and so do the ranges of the readings.
            found, before = (
                min(prod(some + 1 if reading.is_count else some * faces + 1 for reading in readings), ways)
                for some, ways in ((dice, comb(dice + faces - 1, dice)), (dice - 1, comb(dice + faces - 2, dice - 1)))
            )
            ordered = any(isinstance(step, Keep) for step in group.steps)
            steps += before * faces * dice * (group.number if ordered and len(readings) > 1 else 1)
            states *= found
        return steps + states * len(self.outcomes)

    # In words.

    def notation(self, given: Given) -> str:
        """Return the dice and how to read them, in words.

        >>> Pool.read("3d10 keep highest 2 explode 10 once", {"any": "otherwise"}, reading="TN {value}").notation(15)
        '3d10 keep highest 2 explode 10 once, TN 15'
        """
        return ", ".join(filter(None, (self._dice(given, "−"), self.reading_of(given))))

    def reading_of(self, given: Given) -> str:
        """Return how the dice are read, with the numbers that they are rolled with.

        >>> Pool.read("3d10", {"any": "otherwise"}, reading="TN {value}").reading_of(15)
        'TN 15'
        """
        reading = self.reading
        for name, number in self._values(given).numbers.items():
            reading = reading.replace(f"{{{name}}}", signed(number))
        return reading

    def _dice(self, given: Given, minus: str) -> str:
        """Return the dice and what is added to them."""
        added = given if self.adds and isinstance(given, int) else 0
        if self.rolled is not None and self.rolled.is_sum:
            # Without dice, a sum is what is added to them.
            added = self.rolled(self._values(given)._replace(dice=(0,) * len(self.thrown.groups)))
        groups = [group for _, group in self.groups(given)]
        dice = " + ".join(map(str, [group for group in groups if group.number] or groups[:1])) or "0"
        return f"{dice} {minus if added < 0 else '+'} {abs(added)}" if added else dice

    # Rolls and questions.

    def roll(self, label: str, given: Given, **instead: Given) -> Roll:
        """Return the roll with a value; ``instead`` has what further odds are of, by their names.

        >>> Pool.read("2d6 + value", {"any": "otherwise"}, value=Range(-1, 3)).roll("Any", -1).rule.formula
        '2d6 - 1'
        """
        value = given if isinstance(given, int) else None
        # A program can throw the dice and add to them, but not evaluate the conditions.
        is_plain = self.adds or (self.rolled is not None and self.rolled.is_sum)
        has_steps = any(group.steps for _, group in self.groups(given))
        odds, further = self.odds(given), {name: self.odds(other) for name, other in instead.items()}
        rule = _PoolRule(
            self.notation(given),
            chances=tuple((name, odds[name]) for name in self.outcomes),
            wanted=tuple(name for name in self.outcomes if name not in self.fails),
            formula=self._dice(given, "-") if is_plain and not has_steps else "",
            # The words of the game may name no number of the roll.
            needed=self.reading_of(given) if "{" in self.reading else "",
            pool=self,
            given=given,
        )
        return Roll(
            id=slug(label),
            label=label,
            value=value,
            roll=rule.text,
            odds=Odds({**odds, **further}),
            written=self.reading_of(given) if value is None else with_sign(value) if self.adds else "",
            dice=rule,
        )

    def question(self) -> Question[Any]:
        """Return the question of `chargen odds`: the value, and the chances of the outcomes."""
        return Question(options=PoolValue, reply=lambda asked, rules: self.answer(asked.value), examples=("--value 3",))

    def answer(self, given: Given) -> Answer:
        """Return the odds with a value. Raises `Unanswerable` for one with which the dice are not thrown."""
        named = {"value": given} if isinstance(given, int) else given
        for name, span in self.takes.items():
            if span.nearest(named[name]) != named[name]:
                what = "the value" if name == "value" else f"`{name}`"
                raise Unanswerable(name, f"{what} goes from {span}; found {signed(named[name])}")
        odds = self.odds(given)
        rows = tuple((name.replace("_", " "), chance) for name, chance in odds.items())
        title = ", ".join(f"{name} {signed(named[name])}" for name in self.takes)
        return Answer(title=title, roll=self.notation(given), odds=odds, rows=rows)


def _step(step: tuple[str, str, tuple[Part | None, ...]], values: Values, number: int, faces: range) -> Again | Keep:
    word, mode, parts = step
    ends = [faces[-1] if part is None else part.compute(values) for part in parts]
    if word in ("keep", "drop"):
        # What is not dropped from one end is kept from the other.
        return Keep(ends[0] if word == "keep" else max(0, number - ends[0]), (mode == "highest") == (word == "keep"))
    how: Further = "explode" if word == "explode" else "again" if word == "again" else "reroll"
    often = 1 if how == "reroll" and not mode else MOST_TIMES[mode]
    return Again(how, range(ends[0], ends[-1] + 1), often)


@lru_cache(maxsize=256)
def _under(pool: Pool, numbers: tuple[tuple[str, int], ...]) -> Pool:
    return replace(pool, numbers={**pool.numbers, **dict(numbers)})


@lru_cache(maxsize=4096)
def _odds(pool: Pool, given: int | tuple[tuple[str, int], ...]) -> dict[str, Fraction]:
    named: Given = given if isinstance(given, int) else dict(given)
    values, read = pool._values(named), []
    for name, group in pool.groups(named):
        statistics = pool._statistics(name, group, values)
        weights = joint(group, tuple(statistics.values()))
        read.append([((tuple(statistics), numbers), weight) for numbers, weight in weights.items()])
    found = dict.fromkeys(pool.outcomes, 0)
    for combination in product(*read):
        weight = prod(weight for _, weight in combination)
        found[pool._find(values, [numbers for numbers, _ in combination])] += weight
    out_of = sum(found.values())
    chances = {name: Fraction(weight, out_of) for name, weight in found.items()}
    return {"success": 1 - sum((chances[name] for name in pool.fails), Fraction(0)), **chances}


@dataclass(frozen=True, slots=True)
class _PoolRule(ChanceRule):
    """Describe a roll of a pool. Its conditions are functions, so a page gets its chances and not its dice.

    >>> task = Pool.read("(value)d6", {"yes": "highest_die == 6", "no": "otherwise"}, fails=("no",))
    >>> rule = task.roll("Brave", 2).rule
    >>> rule.throw(Random(1)).text, rule.chance, rule.data()["text"]
    ('2, 5: no', Fraction(11, 36), '2d6')
    """

    pool: Pool = field(kw_only=True)
    given: Given = field(kw_only=True)

    def throw(self, random: Random) -> Throw:
        """Return a random throw, and the first outcome whose condition is true."""
        pool, values, faces, read = self.pool, self.pool._values(self.given), list[str](), []
        for name, group in pool.groups(self.given):
            thrown, statistics = group.throw(random), pool._statistics(name, group, values)
            numbers = group.read([value for value, _, counts in thrown if counts], tuple(statistics.values()))
            read.append((tuple(statistics), numbers))
            faces += [f"{'' if name.startswith(' ') else f'{name} '}{shown}" for _, shown, _ in thrown]
        outcome = pool._find(values, read)
        return Throw(tuple(faces), outcome, f"{', '.join(faces)}: {outcome.replace('_', ' ')}".lstrip(": "))
