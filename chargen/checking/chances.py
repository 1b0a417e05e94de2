"""Compare characters: their derived numbers, and their rolls by the chances that cards and lists print.

Compute also the effect of each entry of a ledger on it.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame, View
from chargen.game.ledger import Advanced, Gain, LedgerLine
from chargen.game.plain_data import as_plain
from chargen.page.roll import SUCCESS, Mean
from chargen.text.names import fold

OVERALL = "overall"  # The goal that means every roll of the sheet


def chances(view: View | None, *, parts: bool = True) -> dict[str, Fraction]:
    """Return the chance of every roll that has one, by its label, in the order of the sheet; none without a view.

    ``parts``: also of attributes that are only a part of a roll.
    """
    rolls = view.rolls() if view is not None else []
    return {roll.label: roll.chance for roll in rolls if roll.has_chance and (parts or not roll.is_part)}


def compare_numbers(one: View, other: View) -> dict[str, tuple[Any, Any]]:
    """Return the derived numbers that differ, by name; None for the character that does not have one.

    Numbers in a group carry both names, such as ``traits Brave``.
    """
    first, second = dict[str, Any](), dict[str, Any]()
    for numbers, stats in ((first, one.stats()), (second, other.stats())):
        for name, value in stats.items():
            inner = value if isinstance(value, Mapping) else {"": value}
            # Nested tables are skipped.
            if all(isinstance(number, (Fraction, Mean, int, float, str)) for number in inner.values()):
                numbers |= {f"{name} {key}".strip().replace("_", " "): number for key, number in inner.items()}
    both = {name: (first.get(name), second.get(name)) for name in dict.fromkeys((*first, *second))}
    return {name: (here, there) for name, (here, there) in both.items() if here != there}


def measured(view: View) -> str:
    """Return at which of several difficulties the chances are, in words; empty where rolls have but one.

    A game where difficulties go by numbers: ``at difficulty 11``, or ``at TN 15``.
    """
    names = (roll.chance_of for roll in view.rolls())
    return next((name for name in names if name.startswith(f"{SUCCESS} at ")), "").removeprefix(f"{SUCCESS} ")


def differing(before: Mapping[str, Fraction], after: Mapping[str, Fraction]) -> list[Gain]:
    """Return the rolls whose chances differ, or that only one of the two has, in the order of the sheets."""
    names = dict.fromkeys((*before, *after))
    found = (Gain(roll=name, before=before.get(name), after=after.get(name)) for name in names)
    return [change for change in found if change.before != change.after]


def changes(before: Mapping[str, Fraction], after: Mapping[str, Fraction], about: str = "") -> list[Gain]:
    """Return the rolls whose chance differs, the one called ``about`` first, then by how much it rose.

    New and removed rolls come after those that stay.
    """
    return sorted(
        differing(before, after),
        key=lambda each: (None in (each.before, each.after), fold(each.roll) != fold(about), -each.rise),
    )


def events(
    game: AnyGame, advanced: Advanced[Any], rules: RuleSet
) -> Iterator[tuple[tuple[LedgerLine, ...], list[Gain]]]:
    """Yield the lines of each entry of a ledger, and the rolls whose chances it changed, its own first."""
    if game.ledger is None:
        return
    stages = game.ledger.stages(advanced.created, rules)
    before = next(stages)
    chances_before = chances(game.view(before, rules))
    for entry, after in zip(advanced.created.advancement, stages, strict=True):
        # An entry may have several lines: a table can waive that it does one thing.
        lines, changed = after.ledger[len(before.ledger) :], list[Gain]()
        # Chances follow from the concept: an award changes neither, and a ledger has many.
        if after.concept != before.concept:
            chances_after = chances(game.view(after, rules))
            plain = as_plain(entry)
            # An entry is about the first text in it.
            words = (value for value in (plain.values() if isinstance(plain, dict) else ()) if isinstance(value, str))
            changed = changes(chances_before, chances_after, next(words, ""))
            chances_before = chances_after
        yield lines, changed
        before = after
