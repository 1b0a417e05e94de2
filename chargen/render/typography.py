"""Texts and numbers as a page shows them: typographic marks, chances, percentages."""

import re
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from chargen.game.isolation import isolate
from chargen.page.roll import PERCENT, in_percent, percent
from chargen.page.sheet import Cell, Chance, Column, Label, Own, Sheet

RANGE = re.compile(r"[−+<>]?[\d.]+[–/][\d.]+")
"""Two numbers that stay on one line, such as 5–12 and 12/8."""


def percentage(chance: Chance, sign: str = PERCENT) -> str:
    """Return a chance in percent: an integer, or with one decimal where it has a bar and no exact count beside it.

    >>> from fractions import Fraction
    >>> percentage(Chance(Fraction(19, 36), out_of=36)) == "53" + PERCENT
    True
    """
    return f"{percent(chance.value, 1 if chance.bar and not chance.out_of else 0)}{sign}"


def count(chance: Chance) -> str:
    """Return the exact chance, such as "19 in 36"; empty where the dice do not count so.

    >>> from fractions import Fraction
    >>> count(Chance(Fraction(1, 2), out_of=36)), count(Chance(Fraction(1, 7), out_of=36)), count(Chance(Fraction(1)))
    ('18 in 36', '', '')
    """
    if not chance.out_of:
        return ""
    number = chance.value * chance.out_of
    return f"{number.numerator} in {chance.out_of}" if number.denominator == 1 else ""


def explained(cell: Chance | Label, row: Cell, column: Column) -> str:
    """Explain a chance of a table: what to roll, the exact fraction, and whose it is.

    >>> cell = Chance(Fraction(19, 36), out_of=36, help="2d6 multiplied: 4 or less, or any 6")
    >>> explained(cell, Label("Chef", "good"), Column(heading="Chance")).replace(PERCENT, " %")
    'Roll 2d6 multiplied: 4 or less, or any 6. Exactly 19 in 36, or 52.78 %. Chef, Chance.'
    """
    chance = cell.value if isinstance(cell, Chance) else cell.heat or Fraction(0)
    named = row.text if isinstance(row, Label) else row if isinstance(row, str) else ""
    counted = count(cell) if isinstance(cell, Chance) else ""
    exact = f"Exactly {counted or f'{chance.numerator} in {chance.denominator}'}, or {in_percent(chance, 2)}"
    whose = ", ".join(part for part in (named, column.heading or column.help) if part)
    parts = [f"Roll {cell.help}" if cell.help else "", exact, whose]
    return ". ".join(part.rstrip(". ") for part in parts if part) + "."


def is_word(text: str) -> bool:
    """Return whether a text is a word, in a column of numbers.

    >>> is_word("legendary"), is_word("12+"), is_word("")
    (True, False, False)
    """
    return text[:1].isalpha()


def heat_fill(heat: Fraction) -> int:
    """Return how many twentieths of its cell a bar of a heat map fills; 0 and 20 only where that is exact.

    >>> [heat_fill(Fraction(part, 100)) for part in (0, 1, 50, 99, 100)]
    [0, 1, 10, 19, 20]
    """
    if heat <= 0 or heat >= 1:
        return 0 if heat <= 0 else 20
    return min(max(round(heat * 20), 1), 19)


_NOT_PRINTED = frozenset(
    {"field", "system", "place", "shows", "dice", "unticked", "within", "state", "of", "templates", "portrait", "texts"}
)
"""The fields of a sheet that are not printed."""
_DOUBLE = re.compile(r'(?<![^\s(\[{–—/“])"(?=[^\s"])([^"]*?)(?<=\S)"(?![\w"])')
"""A pair of straight quotation marks around some words."""
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'|'(?=\d0s\b)")
"""An apostrophe after a letter, or for omitted years, as in '80s."""
_SINGLE = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_][^'’]*’(?!\w))")
"""The beginning of a quotation in single marks that ends later."""
_ELIDED = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_])")
"""An apostrophe before a word whose beginning is omitted, as in 'em."""


def to_typographic(text: str) -> str:
    """Return a text with typographic quotation marks and apostrophes; marks for feet and inches stay.

    >>> to_typographic('Ned "Two-Tone" Hale, the dogs\\' friend, isn\\'t 6\\' 2" tall')
    'Ned “Two-Tone” Hale, the dogs’ friend, isn’t 6\\' 2" tall'
    >>> to_typographic("'No,' she said to 'em")
    '‘No,’ she said to ’em'
    """
    if '"' in text:
        text = _DOUBLE.sub(r"“\1”", text)
    if "'" not in text:
        return text
    text = re.sub(r"(?<=[,.!?…])'(?!\w)", "’", _APOSTROPHE.sub("’", text))
    return _ELIDED.sub("’", _SINGLE.sub("‘", text))


def on_page(sheet: Sheet, *, typographic: bool = True) -> Sheet:
    """Return a sheet whose texts are isolated, with typographic quotation marks and apostrophes in what is printed.

    >>> on_page(Sheet(name="Kai", concept="The boss's fool")).concept
    'The boss’s fool'
    """
    own = tuple(map(to_typographic, sheet.texts)) if typographic else sheet.texts

    def changed(value: Any) -> Any:
        # A part without any text that changes is the same object.
        if isinstance(value, str):
            text = isolate(to_typographic(value) if typographic else value, own)
            if text == value:
                return value
            return Own(text, changed(value.blank)) if isinstance(value, Own) else text
        if isinstance(value, tuple):
            parts = tuple(map(changed, value))
            return value if all(one is other for one, other in zip(parts, value, strict=True)) else parts
        changes = {}
        for name in _printed_fields(type(value)):  # type: ignore[arg-type]
            before = getattr(value, name)
            if (after := changed(before)) is not before:
                changes[name] = after
        return replace(value, **changes) if changes else value

    page: Sheet = changed(sheet)
    return page


@cache
def _printed_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a part that are printed; the name of a block is not. A number has none."""
    if not is_dataclass(kind):
        return ()
    unread = _NOT_PRINTED if issubclass(kind, Sheet) else _NOT_PRINTED | {"name"}
    return tuple(field.name for field in fields(kind) if field.name not in unread)
