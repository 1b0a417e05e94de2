"""Declare what a game's form has beyond its schema: how a person decides about a part of a character.

A form follows from the schema of the concept: a field for each value, with the suggestions of the tables. A game
declares a layout where people decide in another way, such as by dragging names into an order.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from chargen.dice.throw import DiceRule
from chargen.page.roll import Roll
from chargen.text.diagnostic import KeyPath

R = TypeVar("R")
K = TypeVar("K")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking(Generic[R]):
    """Arrange named entries, and some further values, by importance: each place has a value of its own."""

    kind: ClassVar[str] = "ranking"
    key: str
    """The key of the mapping whose entries are arranged."""
    values: Callable[[R], Sequence[int]]
    """The values of the places, by the rules in force."""
    also: tuple[str, ...] = ()
    """Further keys, whose values are among those of the places."""
    improves: str = ""
    """What a choice within an entry says, such as ``improves``; empty for the name of its key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns(Generic[R]):
    """Sort the names of a mapping into a column for each value, the highest first."""

    kind: ClassVar[str] = "columns"
    key: str
    values: Callable[[R], Sequence[int]]
    """The values of the columns, by the rules in force."""
    unlisted: Callable[[R], int]
    """The value of a name that the file does not list, by the rules in force."""
    apart: tuple[str, ...] = ()
    """The names of the mapping that have numbers of their own, and no column."""
    details: Callable[[R, int], Sequence[str]] = lambda rules, value: ()
    """What a value means in play, a line each, by the rules in force."""
    caption: str = ""
    """What these lines mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Generic[R]):
    """Cross two mappings of numbers: each cell is the roll of a row and a column, by the label ``column row``."""

    kind: ClassVar[str] = "grid"
    key: str
    """The key of the columns."""
    rows: str
    usual: Callable[[R], str]
    """The difficulty that is shown first, as the odds of a roll name it, by the rules in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sliders(Generic[R]):
    """Show the numbers of a mapping as sliders with the price of each step."""

    kind: ClassVar[str] = "sliders"
    key: str
    costs: Callable[[R], Sequence[int]]
    """The price of each number from 0, in all, by the rules in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Show the roll of each entry as the range of totals that succeed."""

    kind: ClassVar[str] = "bars"
    key: str
    low: int
    high: int
    """The least and the greatest total of the dice."""
    succeeds: Callable[[int], tuple[int, int]]
    """The range of totals that succeed, by the entry's value."""
    levels: tuple[int, ...] = ()
    """The values that the form offers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline(Generic[R]):
    """Show entries within entries as an outline, a line each with one number."""

    kind: ClassVar[str] = "outline"
    key: str
    numbers: Callable[[R], Sequence[str]]
    """The key of the number of an entry, by how deep the entry is; empty where it has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Draw a part of a figure: the path of an SVG, in a box of 100 by 200."""

    name: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(Generic[K]):
    """Show on a figure which of its regions the entries of a list cover, and what each of them does there."""

    kind: ClassVar[str] = "figure"
    key: str
    field: str
    """The key of an entry that lists the regions."""
    regions: tuple[Region, ...]
    effects: Callable[[K], Iterable[tuple[Sequence[str], str]]]
    """The regions that each entry of a character covers, and what it does there in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Offer a budget by name, such as that of a hero, as values of the rules."""

    name: str
    rules: Mapping[str, Any]
    by_the_book: bool = False
    """Whether these are the book's own values, which a file need not state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Answer whether a character can do what every character needs once, such as defend, and with which roll."""

    question: str
    by: str = ""
    """The roll that does it, with its chance; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Generic[R, K]):
    """Hold the layouts, the budgets and the checklist of a game's form."""

    layouts: tuple[Ranking[R] | Columns[R] | Grid[R] | Sliders[R] | Bars | Outline[R] | Figure[K], ...] = ()
    budgets: tuple[Budget, ...] = ()
    needs: Callable[[K], Iterable[Need]] | None = None
    facts: Callable[[K], Iterable[tuple[KeyPath, str]]] | None = None
    """What follows from parts of a character, such as their price ``6 AP``, by their paths in the file."""
    hidden: Callable[[R], Iterable[str]] = lambda rules: ()
    """The keys, anywhere in a character, that mean nothing by the rules in force; one that is written is shown."""
    remarks: Callable[[K], Iterable[str]] | None = None
    """What the form says about the budgets, such as which points are spread by themselves."""


def layout_data(layout: Any, rules: Any, rolls: Sequence[Roll], character: Any) -> dict[str, Any]:
    """Return a layout as plain data, by the rules in force; ``character`` is None where nothing could be derived."""
    data: dict[str, Any] = {each.name: getattr(layout, each.name) for each in fields(layout)}
    if isinstance(layout, Columns):
        data["details"] = [list(layout.details(rules, value)) for value in layout.values(rules)]
    elif isinstance(layout, Grid):
        # The dice and the chances of each roll, by its label.
        data["cells"] = {}
        for roll in rolls:
            chances = {
                name: float(success)
                for odds in (roll.odds, roll.odds.get("further"))
                for name, inner in (odds.items() if isinstance(odds, Mapping) else ())
                if isinstance(inner, Mapping) and isinstance(success := inner.get("success"), Fraction)
            }
            data["cells"][roll.label.lower()] = {"dice": roll.roll, "chances": chances}
    elif isinstance(layout, Bars):
        data["ranges"] = {str(level): list(layout.succeeds(level)) for level in data.pop("levels")}
        del data["succeeds"]
        # The least and the greatest total that succeeds; nothing where none does, or the dice are not known.
        data["rolled"] = {}
        for roll in rolls:
            results = roll.dice.results if isinstance(roll.dice, DiceRule) else ()
            bounds = [bound for result in results if result.wanted for bound in result.bounds if bound[0] == 0]
            lows = [low for _, low, _ in bounds if low is not None]
            highs = [high for *_, high in bounds if high is not None]
            data["rolled"][roll.label] = [min(lows), max(highs)] if lows and highs else []
    elif isinstance(layout, Figure):
        data["regions"] = [{"name": region.name, "path": region.path} for region in layout.regions]
        effects = data.pop("effects")
        entries = effects(character) if character is not None else ()
        data["entries"] = [{"regions": list(regions), "effect": effect} for regions, effect in entries]
    data = {name: value(rules) if callable(value) else value for name, value in data.items()}
    # A range, such as that of the values, is a list in JSON.
    return {name: list(value) if isinstance(value, (range, tuple)) else value for name, value in data.items()}
