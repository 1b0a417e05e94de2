"""Compare rolls by one chance: success, at the middle difficulty where the book has several.

Compute also the effect of each entry of a ledger on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from chargen.core.concept import RuleSet
from chargen.core.game import AnyGame, View
from chargen.core.ledger import Advanced, Gain, LedgerLine
from chargen.core.names import fold
from chargen.core.parts import value_at
from chargen.core.plain_data import as_plain
from chargen.core.quick_dataclass import dataclass
from chargen.core.roll import OddsData, Roll

SUCCESS = "success"
OVERALL = "overall"
"""The goal that means every roll of the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Hold a roll's chance before and after; None where there is no such roll."""

    roll: str
    """Its label."""
    before: Fraction | None
    after: Fraction | None

    @property
    def gain(self) -> Fraction:
        """Return by how much the chance rises; 0 for a roll that comes or goes."""
        return Fraction(0) if self.before is None or self.after is None else self.after - self.before


def measure(odds: OddsData) -> tuple[str, ...]:
    """Return the path of the compared chance within a roll's odds; empty where there is none.

    >>> half = {"success": Fraction(1, 2)}
    >>> measure(half), measure({"tn_10": half, "tn_15": half, "tn_20": half, "further": {}})
    (('success',), ('tn_15', 'success'))
    """
    if isinstance(odds.get(SUCCESS), Fraction):
        return (SUCCESS,)
    several = [name for name, inner in odds.items() if isinstance(inner, Mapping) and SUCCESS in inner]
    return (several[(len(several) - 1) // 2], SUCCESS) if several else ()


def chance(roll: Roll) -> Fraction | None:
    """Return the compared chance of a roll; None where it has no success."""
    value = value_at(roll.odds, measure(roll.odds))
    return value if isinstance(value, Fraction) else None


def chances(view: View) -> dict[str, Fraction]:
    """Return the compared chance of every roll that has one, by its label, in the order of the sheet."""
    return {roll.label: value for roll in view.rolls() if (value := chance(roll)) is not None}


def measured(view: View) -> str:
    """Return which of several chances is compared, in words; empty where rolls have but one.

    A game where difficulties go by numbers: ``at difficulty 11``, or ``at TN 20``.
    """
    paths = (measure(roll.odds) for roll in view.rolls())
    first = next((path[0] for path in paths if len(path) > 1), "")
    name, _, number = first.partition("_")
    return f"at {name.upper() if len(name) < 3 else name} {number.replace('_', ' ')}" if first else ""


def changes(before: Mapping[str, Fraction], after: Mapping[str, Fraction], about: str = "") -> list[Change]:
    """Return the rolls whose chance differs, the one called ``about`` first, then by how much it rose.

    New and removed rolls come after those that stay.
    """
    names = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    found = [Change(roll=name, before=before.get(name), after=after.get(name)) for name in names]

    def order(change: Change) -> tuple[bool, bool, Fraction]:
        return None in (change.before, change.after), fold(change.roll) != fold(about), -change.gain

    return sorted(found, key=order)


def named(wish: str, rolls: Iterable[str]) -> str | None:
    """Return the roll that is meant by a name, in any spelling, or by its id; None where there is none.

    >>> named("steal-initiative", ["Attack", "Steal initiative"])
    'Steal initiative'
    """
    return next((roll for roll in rolls if fold(roll) == fold(wish)), None)


def events(
    game: AnyGame, advanced: Advanced[Any], rules: RuleSet
) -> Iterator[tuple[tuple[LedgerLine, ...], list[Change]]]:
    """Yield the lines of each entry of a ledger, and the rolls whose chances it changed, its own first."""
    if game.ledger is None:
        return
    stages = game.ledger.stages(advanced.created, rules)
    before = next(stages)
    chances_before = chances(game.view(before, rules))
    for entry, after in zip(advanced.created.advancement, stages, strict=True):
        chances_after = chances(game.view(after, rules))
        yield after.ledger[len(before.ledger) :], changes(chances_before, chances_after, _about(as_plain(entry)))
        before, chances_before = after, chances_after


def _about(entry: Any) -> str:
    """Return what an entry is about: the first text in it."""
    values = entry.values() if isinstance(entry, dict) else ()
    return next((value for value in values if isinstance(value, str)), "")


def with_gains(game: AnyGame, advanced: Advanced[Any], rules: RuleSet) -> Advanced[Any]:
    """Return a replayed concept whose ledger says what each line did to the chance of the roll that it is about."""
    of = measured(game.view(advanced, rules)) if advanced.ledger else ""
    lines: list[LedgerLine] = []
    for done, changed in events(game, advanced, rules) if advanced.ledger else ():
        if len(lines) == len(advanced.ledger):  # the replay stopped at an earlier entry, as in `at`
            break
        gain = Gain(roll=changed[0].roll, before=changed[0].before, after=changed[0].after, of=of) if changed else None
        lines += [replace(line, gain=gain) for line in done]
    return replace(advanced, ledger=tuple(lines))
