"""Hold rolls and their odds as data: exact fractions, rounded only where they are printed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, Union

from chargen.text.names import did_you_mean, listing

if TYPE_CHECKING:
    from random import Random

    from chargen.dice.throw import Throw, Throwable

SUCCESS, FAILURE = "success", "failure"
Kind: TypeAlias = Literal["attack", "defence", "resist", "power", "move", "initiative", "skill"]  # What a roll is for
NO_CHANCE = "no chance"  # What is rolled where no dice can reach the target, in words
PLAIN_DICE = r"\d+d\d+( ?[+-] ?\d+(d\d+)?)*"  # Dice that people and programs write alike, such as `2d6 + 1`
THIN_SPACE = "\u202f"
PERCENT = f"{THIN_SPACE}%"
"""The percent sign as printed: the thin space keeps it with its number at the end of a line."""


@dataclass(frozen=True, slots=True)
class Mean:
    """Hold an exact average."""

    value: Fraction


OddsData: TypeAlias = Mapping[str, Union[Fraction, Mean, "OddsData"]]
"""By name: a chance from 0 to 1, an average, or odds within odds."""


class Odds(dict[str, Fraction | Mean | OddsData]):
    """Hold chances from 0 to 1 and averages by name; odds may contain odds.

    >>> odds = Odds({"success": Fraction(23, 36), "shifts": {"+1": Fraction(3, 4)}, "harm": Mean(Fraction(7, 2))})
    >>> odds.chance("success"), odds.chance("shifts", "+1"), odds.mean("harm")
    (Fraction(23, 36), Fraction(3, 4), Fraction(7, 2))
    """

    def chance(self, *names: str) -> Fraction:
        """Return the chance at some names, the outermost first.

        Raises `KeyError` for an unknown name, and `TypeError` where there is an average or odds.
        """
        chance: Fraction = self._find(names, Fraction)
        return chance

    def mean(self, *names: str) -> Fraction:
        """Return the average at some names. Errors as those of `chance`."""
        mean: Mean = self._find(names, Mean)
        return mean.value

    def within(self, *names: str) -> "Odds":
        """Return the odds that are at some names. Errors as those of `chance`."""
        return Odds(self._find(names, Mapping))

    def first_chance(self) -> tuple[str, Fraction] | None:
        """Return the first chance with its name; of odds for several difficulties, the success of the middle one.

        None where there is neither.

        >>> half = {"success": Fraction(1, 2)}
        >>> Odds({"hit": Fraction(1, 3)}).first_chance()
        ('hit', Fraction(1, 3))
        >>> Odds({"easy": half, "tn_15": half, "hard": half}).first_chance()
        ('success at TN 15', Fraction(1, 2))
        """
        several = []
        for name, value in self.items():
            if isinstance(value, Fraction):
                return name, value
            if isinstance(value, Mapping) and isinstance(chance := value.get(SUCCESS), Fraction):
                kind, _, number = name.partition("_")
                # Short names are abbreviations, such as TN.
                at = f"{kind.upper() if len(kind) < 3 else kind} {number}".strip().replace("_", " ")
                several.append((f"{SUCCESS} at {at}", chance))
        return several[(len(several) - 1) // 2] if several else None

    def _find(self, names: tuple[str, ...], kind: type) -> Any:
        kinds = {Fraction: "a chance", Mean: "an average"}
        value: object = self
        for name in names:
            if not isinstance(value, Mapping):
                raise TypeError(f"`{name}` is within {kinds.get(type(value), 'odds')}")
            if name not in value:
                raise unknown_name(name, value)
            value = value[name]
        if not isinstance(value, kind):
            is_kind, wanted = kinds.get(type(value), "odds"), kinds.get(kind, "odds")
            raise TypeError(f"{' > '.join(names)} is {is_kind}, not {wanted}")
        return value


def unknown_name(name: str, known: Mapping[str, object]) -> KeyError:
    """Return the error for a name that a mapping has not, with the nearest one that it has."""
    return KeyError(f"{name} ({did_you_mean(name, known, f'known: {listing(known)}')})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Hold one thing that a character may roll for, with the exact odds."""

    id: str
    """The label in lower case with hyphens, unique in the sheet."""
    label: str
    value: int | None
    roll: str
    """What to do with the dice, in words."""
    odds: Odds
    written: str = ""
    """The value as its game writes it, such as ``5:1+2``, where that says more than the number."""
    details: Mapping[str, int | bool] = field(default_factory=dict)
    """Further parts of that value, by public names, such as ``tier``."""
    is_part: bool = False
    """Whether it is only a part of what is usually rolled, such as an attribute without a skill."""
    dice: "Throwable | None" = None
    """The dice as data, at the difficulty of the sheet; None where only the chances of ``odds`` are known."""
    chance_of: str = ""
    """The name of `chance`; by default ``success``, or where the dice are not known, that of the first chance."""

    def __post_init__(self) -> None:
        """Accept odds as a plain mapping, too, and name the chance."""
        if not isinstance(self.odds, Odds):
            object.__setattr__(self, "odds", Odds(self.odds))
        if not self.chance_of:
            first = self.odds.first_chance() if self.dice is None else None
            object.__setattr__(self, "chance_of", first[0].replace("_", " ") if first is not None else SUCCESS)

    @property
    def rule(self) -> "Throwable":
        """Return how it is thrown; without known dice, its first chance. Raises ValueError where it has no chance."""
        if self.dice is not None:
            return self.dice
        first = self.odds.first_chance()
        if first is None:
            raise ValueError(f"{self.label} has no chance that a throw could meet")
        name, chance = first
        formula = self.roll if re.fullmatch(PLAIN_DICE, self.roll) else ""
        from chargen.dice.throw import ChanceRule  # imported here: a check throws no dice

        return ChanceRule.of(self.roll, chance, name, formula)

    @property
    def has_chance(self) -> bool:
        """Return whether it can be thrown, and has a `chance`."""
        return self.dice is not None or self.odds.first_chance() is not None

    @property
    def outcomes(self) -> Mapping[str, Fraction]:
        """Return the exact chance of each outcome; exactly one of them happens, so they sum to 1."""
        return self.rule.outcomes

    @property
    def chance(self) -> Fraction:
        """Return the chance that cards and lists print."""
        return self.rule.chance

    def throw(self, random: "Random") -> "Throw":
        """Return a random throw: faces, outcome, and both as text.

        >>> from random import Random
        >>> roll = Roll(id="climb", label="Climb", value=2, roll="1d6", odds={"success": Fraction(1, 3)})
        >>> roll.throw(Random(1)).outcome, roll.outcomes["not success"]
        ('success', Fraction(2, 3))
        """
        return self.rule.throw(random)


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Hold points of one kind: granted in all, used, and left (at least 0); None where the text sets no budget."""

    budget: int | float | None
    spent: int | float
    available: int | float | None

    @classmethod
    def of(cls, budget: int | None, spent: int) -> Self:
        """Return the points of a budget of which ``spent`` are used; without a budget where it is None.

        >>> Points.of(8, 10).available, Points.of(None, 10).available
        (0, None)
        """
        return cls(budget=budget, spent=spent, available=None if budget is None else max(budget - spent, 0))


def as_json(value: Any) -> Any:
    """Return plain data for JSON: every chance and average exact beside its nearest double.

    >>> as_json({"success": Fraction(19, 36), "damage": Mean(Fraction(7))})["success"]
    {'fraction': '19/36', 'probability': 0.5277777777777778}
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mean):
        return {"fraction": str(value.value), "mean": float(value.value)}
    if isinstance(value, Fraction):
        return {"fraction": str(value), "probability": float(value)}
    if isinstance(value, Points):
        return {"budget": value.budget, "spent": value.spent, "available": value.available}
    if isinstance(value, Roll):
        rolled = {"id": value.id, "label": value.label, "value": value.value, "roll": value.roll}
        written = {"written": value.written} if value.written else {}
        return {**rolled, **written, **value.details, "odds": as_json(value.odds)}
    if isinstance(value, Mapping):
        return {key: as_json(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(inner) for inner in value]
    return value


def percent(chance: Fraction, places: int = 0) -> str:
    """Return a chance as a percentage, rounded half up; 0 % and 100 % only where they are exact.

    >>> percent(Fraction(19, 36)), percent(Fraction(19, 36), 1), percent(Fraction(1, 1000)), percent(Fraction(1))
    ('53', '52.8', '<1', '100')
    """
    all_of_it = 100 * 10**places
    complete, sign = half_up(chance, all_of_it), ""
    if complete == 0 and chance > 0:
        complete, sign = 1, "<"
    elif complete >= all_of_it and chance < 1:
        complete, sign = all_of_it - 1, ">"
    return f"{sign}{Decimal(complete).scaleb(-places):f}"


def in_percent(chance: Fraction, places: int = 0) -> str:
    """Return a chance as a percentage with its sign, for print.

    >>> in_percent(Fraction(1, 3)) == "33" + THIN_SPACE + "%"
    True
    """
    return f"{percent(chance, places)}{PERCENT}"


def decimal(value: Fraction, places: int = 1) -> str:
    """Return a number with ``places`` digits after the point, rounded half up; with a true minus sign.

    >>> decimal(Fraction(9, 5)), decimal(Fraction(-1, 36), 2)
    ('1.8', '−0.03')
    """
    complete = half_up(abs(value), 10**places)
    return f"{'−' if value < 0 and complete else ''}{Decimal(complete).scaleb(-places):f}"


def half_up(value: Fraction, times: int) -> int:
    """Return a value multiplied by ``times``, rounded half up; in integers, which are faster than fractions.

    >>> half_up(Fraction(19, 36), 100), half_up(Fraction(1, 2), 1)
    (53, 1)
    """
    numerator, denominator = value.as_integer_ratio()
    return (2 * times * numerator + denominator) // (2 * denominator)


def signed(number: int | float) -> str:
    """Return a number with a true minus sign.

    >>> signed(-5), signed(4)
    ('−5', '4')
    """
    return f"−{-number}" if number < 0 else str(number)


def with_sign(number: int | float) -> str:
    """Return a number with its sign, for print; 0 has none.

    >>> with_sign(1), with_sign(0), with_sign(-2)
    ('+1', '0', '−2')
    """
    return f"+{number}" if number > 0 else signed(number)
