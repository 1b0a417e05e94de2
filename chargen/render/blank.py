"""An empty sheet of a game, made from the sheets of several characters.

What stands on all of them is the game's, and stays: headings, rules, the names of actions. What differs is the
characters', and gives way to lines and boxes. So no game has to say how its empty sheet looks. Of a single sheet,
which has nothing to be compared to, only headings and boxes stay.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from chargen.core.sheet import Block, Box, Cell, Chart, Facts, Label, Prose, Sheet, Table, Track

NAME = "Character sheet"
LINES = 4
"""Write-in lines in place of a text."""
ITEM_LINES = 6
"""Write-in lines in place of a list."""
SPARE_ROWS = 2
"""Rows to write in after those that a character of the game has at first."""

B = TypeVar("B", bound=Block)


def blank(sheets: Sequence[Sheet], written: Iterable[str] = ()) -> Sheet:
    """The empty sheet of a game. The first of the ``sheets`` says what stands where; the others are compared to it.

    ``written`` are the texts and names of a single sheet's player: no heading begins with one.
    """
    first = sheets[0]
    blocks = [_blank(each) for each in _alike(sheets) if len(each) > 1 or len(sheets) == 1]
    if len(sheets) == 1:
        theirs = tuple(text for text in written if text)
        blocks = [
            block and replace(block, title="" if block.title.startswith(theirs) else block.title) for block in blocks
        ]
    return replace(
        first,
        name=NAME,
        player="",
        concept="",
        portrait=None,
        highlights=tuple((_shared([_label(each, number) for each in sheets]), "", "") for number in _numbers(first)),
        blocks=tuple(block for block in blocks if block is not None),
        what_ifs=(),
        foot=tuple(line for line in first.foot if len(sheets) > 1 and all(line in other.foot for other in sheets)),
        blank=True,
    )


def _numbers(sheet: Sheet) -> range:
    return range(len(sheet.highlights))


def _label(sheet: Sheet, number: int) -> str:
    """What one of the numbers at the head of a sheet is called."""
    return sheet.highlights[number][0] if number < len(sheet.highlights) else ""


def _shared(texts: Sequence[str]) -> str:
    return texts[0] if len(set(texts)) == 1 else ""


def _alike(sheets: Sequence[Sheet]) -> list[list[Any]]:
    """Each block of the first sheet with its counterparts on the others: of the same name, and in the same order."""
    counterparts: list[dict[tuple[str, int], Block]] = []
    for sheet in sheets:
        found: dict[tuple[str, int], Block] = {}
        for block in sheet.blocks:
            number = sum(1 for name, _ in found if name == block.name)
            found[block.name, number] = block
        counterparts.append(found)
    return [[each[key] for each in counterparts if key in each] for key in counterparts[0]]


def _blank(alike: list[Any]) -> Block | None:
    first = alike[0]
    title = _common_words([each.title for each in alike])
    if isinstance(first, Table):
        return _table(alike, title)
    if isinstance(first, Track):
        return _track(alike, title)
    if isinstance(first, Prose):
        return _prose(alike, title)
    if isinstance(first, Facts):
        return _facts(alike, title)
    return first if isinstance(first, Chart) and len(alike) > 1 and all(chart == first for chart in alike) else None


def _same(alike: Sequence[Any], what: Callable[[Any], Any]) -> bool:
    return all(what(each) == what(alike[0]) for each in alike)


def _common_words(texts: Sequence[str]) -> str:
    """The words that all the texts begin with; of a single text, those before its first number."""
    if len(texts) == 1:
        texts = (*texts, re.split(r"\S*\d", texts[0])[0])
    words = []
    for some in zip(*(text.split() for text in texts), strict=False):
        if len(set(some)) > 1:
            break
        words.append(some[0])
    return " ".join(words).rstrip(":,(")


def _table(alike: list[Table], title: str) -> Table | None:
    first = alike[0]
    if first.reference:
        return first if len(alike) > 1 and all(table == first for table in alike) else None
    rows: list[tuple[Cell, ...]] = []
    for number, row in enumerate(first.rows):
        others = [each.rows[number] for each in alike if number < len(each.rows)]
        named = _name([other[0] for other in others])
        rest = [_cell([other[index] for other in others if index < len(other)]) for index in range(1, len(row))]
        rows.append((named, *rest))
    unnamed = [number for number, row in enumerate(rows) if row[0] is None]
    if unnamed:
        spare: tuple[Cell, ...] = (None,) * len(first.columns)
        rows[unnamed[-1] + 1 : unnamed[-1] + 1] = [spare] * SPARE_ROWS
    columns = []
    for index, column in enumerate(first.columns):
        headings = [each.columns[index].heading for each in alike if index < len(each.columns)]
        columns.append(replace(column, heading=_common_words(headings)))
    return replace(
        first, title=title, columns=tuple(columns), rows=tuple(rows), caption=_caption(alike), lighter=frozenset()
    )


def _name(cells: Sequence[Cell]) -> Cell:
    """What a row is called, as far as it is called so for all."""
    first = cells[0]
    texts = [each.text if isinstance(each, Label) else each if isinstance(each, str) else "" for each in cells]
    text = _common_words(texts)
    if not text or len(cells) == 1:
        return None
    below = isinstance(first, Label) and text == first.text and _same(cells, lambda each: getattr(each, "below", ""))
    return Label(text, first.below) if below and isinstance(first, Label) else text


def _cell(cells: Sequence[Cell]) -> Cell:
    """What is said to all in the same words; numbers are a character's, even where some share them."""
    first = cells[0]
    is_the_games = isinstance(first, str) and len(cells) > 1 and all(each == first for each in cells)
    return first if is_the_games and not _is_number(str(first)) else None


def _caption(alike: Sequence[Table | Track]) -> str:
    """What is said below all of them, without what counts nothing yet."""
    first = alike[0].caption
    if len(alike) == 1 or not _same(alike, lambda each: each.caption):
        return ""
    return " · ".join(part for part in first.split(" · ") if not re.search(r"\b0\b", part))


def _is_number(text: str) -> bool:
    return not text.strip() or any(letter.isdigit() for letter in text)


def _track(alike: list[Track], title: str) -> Track:
    """The longest of them, with nothing filled."""
    longest = max(alike, key=lambda each: len(each.boxes))
    labels_differ = [
        any(number >= len(each.boxes) or each.boxes[number].label != box.label for each in alike)
        for number, box in enumerate(longest.boxes)
    ]
    is_words = any(len(box.label) > 3 for box in longest.boxes)
    boxes = tuple(
        Box(
            label="" if differs and is_words else box.label,
            zone=box.zone if not is_words or not differs else "",
            frame=box.frame,
            below=box.below if _below_is_the_games(alike, box) else "",
        )
        for box, differs in zip(longest.boxes, labels_differ, strict=True)
    )
    return Track(
        name=longest.name,
        title=title,
        place=longest.place,
        boxes=boxes,
        caption=_caption(alike),
        legend=longest.legend,
    )


def _below_is_the_games(alike: Sequence[Track], box: Box) -> bool:
    return all(any(other.label == box.label and other.below == box.below for other in each.boxes) for each in alike)


def _prose(alike: list[Prose], title: str) -> Prose | None:
    first = alike[0]
    text = first.text if first.text and len(alike) > 1 and _same(alike, lambda each: each.text) else ""
    items = tuple(item for item in first.items if len(alike) > 1 and all(item in each.items for each in alike))
    if first.place == "foot" or first.reference:
        return replace(first, title=title, text=text, items=items) if text or items else None
    has_lost = len(items) < max(len(each.items) for each in alike)
    has_lost_text = not text and any(each.text for each in alike)
    lines = max(first.lines, ITEM_LINES if has_lost else LINES if has_lost_text else 0)
    return replace(first, title=title, text=text, items=items, lines=lines)


def _facts(alike: list[Facts], title: str) -> Facts:
    first = alike[0]
    facts = []
    for number, (name, value) in enumerate(first.facts):
        others = [each.facts[number] for each in alike if number < len(each.facts)]
        shared = all(other[0] == name for other in others)
        fixed = shared and len(others) > 1 and all(other[1] == value for other in others) and not _is_number(value)
        facts.append((name if shared else "", value if fixed else ""))
    return replace(first, title=title, facts=tuple(facts))
