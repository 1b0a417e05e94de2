"""Build the tables of a sheet from columns, each with a function that fills its cells.

>>> from fractions import Fraction
>>> thrown = table(
...     "thrown",
...     "How often a die shows",
...     range(1, 3),
...     (left("Dice", 20), str),
...     *spread((1, 6), lambda face: right(f"a {face}", 30), lambda face, dice: Chance(Fraction(dice == 1, face))),
...     (right("Most", 20), lambda dice: str(6 * dice)),
... )
>>> [column.heading for column in thrown.columns]
['Dice', 'a 1', 'a 6', 'Most']
>>> thrown.rows[0][0], thrown.rows[0][2].value, thrown.rows[1][2].value, thrown.rows[1][3]
('1', Fraction(1, 6), Fraction(0, 1), '12')
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

from chargen.kit.blocks import center, left, right
from chargen.page.roll import Roll, signed
from chargen.page.sheet import Cell, Chance, Column, Label, Place, Table

__all__ = ["ColumnWithCells", "center", "left", "right", "rolls", "spread", "table"]

T = TypeVar("T")
K = TypeVar("K")

ColumnWithCells: TypeAlias = tuple[Column, Callable[[T], Cell]]
"""A column, and a function that returns its cell for the subject of a row."""


def table(
    name: str,
    title: str,
    subjects: Iterable[T],
    *columns: ColumnWithCells[T],
    caption: str = "",
    place: Place = "across",
    labels: Literal["own", "game"] = "own",
    lighter: Callable[[T], bool] = lambda subject: False,
    game: bool = False,
    reference: bool = False,
    together: bool = False,
) -> Table:
    """Return a table with a row for each subject.

    ``lighter`` returns whether a row is drawn lighter; for the other parameters, see `chargen.page.sheet.Table`.
    """
    listed = tuple(subjects)
    return Table(
        name=name,
        title=title,
        place=place,
        columns=tuple(column for column, _ in columns),
        rows=tuple(tuple(cell(subject) for _, cell in columns) for subject in listed),
        labels=labels,
        caption=caption,
        lighter=frozenset(number for number, subject in enumerate(listed) if lighter(subject)),
        game=game,
        reference=reference,
        together=together,
    )


def spread(
    keys: Iterable[K], column: Callable[[K], Column], cell: Callable[[K, Any], Cell]
) -> Iterator[ColumnWithCells[Any]]:
    """Yield a column for each key; a cell is a function of the key and the subject of the row.

    >>> times = spread((2, 5), lambda factor: left(f"× {factor}", 10), lambda factor, row: str(factor * row))
    >>> [(column.heading, cell(3)) for column, cell in times]
    [('× 2', '6'), ('× 5', '15')]
    """
    for key in keys:
        yield column(key), partial(cell, key)


def rolls(
    name: str,
    title: str,
    every: Iterable[Roll],
    *columns: tuple[str, str],
    what: str,
    value: str,
    place: Place = "across",
    below: Mapping[str, str] = {},
) -> Table:
    """Return a table of rolls, with a column of chances for each heading and path of odds; the first has bars.

    ``what`` and ``value`` are the headings of the first two columns. A path is for example ``with_help.success``.
    ``below`` has a few small words for some rolls, by their labels.

    >>> from fractions import Fraction
    >>> brave = Roll(id="brave", label="Brave", value=2, roll="2d6", odds={"success": Fraction(11, 36)})
    >>> rolls("traits", "Traits", [brave], ("Yes", "success"), what="Trait", value="Dice").rows[0][:2]
    ('Brave', '2')
    """
    return table(
        name,
        title,
        every,
        (left(what, 36), lambda roll: Label(roll.label, below[roll.label]) if below.get(roll.label) else roll.label),
        (right(value, 12), lambda roll: roll.written or signed(roll.value or 0)),
        *(
            (left(heading, 28), partial(_find_chance, path, True))
            if number == 0
            else (right(heading, 18), partial(_find_chance, path, False))
            for number, (heading, path) in enumerate(columns)
        ),
        place=place,
        labels="game",
    )


def _find_chance(path: str, bar: bool, roll: Roll) -> Chance:
    """Return the chance at a path in the odds of a roll; a tap throws the roll where this is its own chance."""
    odds: Any = roll.odds
    for step in path.split("."):
        odds = odds[step]
    own = roll.rule if odds == roll.chance else None
    return Chance(odds, bar=bar, dice=own)
