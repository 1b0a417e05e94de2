"""What is written by hand on a sheet, as entries of its character: gear, talents, notes, consequences, awards.

A text goes under the key of its block. What has no key of its own goes under ``notes``, with the words of its place,
so that nothing is lost.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chargen.game.concept import Concept
from chargen.page.sheet import Entries, Prose, Sheet, Table, Track
from chargen.render.fields import label_fields

Kind: TypeAlias = Literal["list", "text", "awards", "note"]
NOTES = "notes"
LEDGER = "advancement"

_BULLET = re.compile(r"^[-•*·]\s+")
_AWARD = re.compile(r"(?=\+|\d+ *(?:XP|[:,·–-]|$))\+? *(\d{1,4}) *(?:XP\b)? *(?:[:,·–-]|for\b)? *(.*)", re.IGNORECASE)
"""A line of experience that begins with a number of points: ``+2 the docks``, ``2 XP``, ``2: the docks``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A place to write on."""

    name: str
    label: str
    kind: Kind
    key: str
    part: str = ""
    """The key of the text in an entry of the concept, or the heading of its column, where it is a cell of a table."""
    row: int = 0


def read_written(sheet: Sheet, model: type[Concept], written: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries of the texts on a sheet, by the key of the concept; ``written`` has them by place."""
    found: dict[str, Any] = {}
    notes: list[str] = []
    rows: dict[tuple[str, int], dict[str, str]] = {}
    cells: dict[str, list[str]] = {}
    places = list(_places(sheet, model))
    # Places that the sheet does not have, as after a change of its layout, are notes.
    unknown = written.keys() - {place.name for place in places}
    places += [
        _Place(name=name, label=name.capitalize(), kind="note", key=NOTES) for name in written if name in unknown
    ]
    for place in places:
        text = written.get(place.name, "").strip()
        if not text:
            continue
        if place.kind == "text":
            # Several places may have one key, such as two blocks of notes.
            found[place.key] = "\n\n".join(filter(None, [found.get(place.key, ""), text]))
        # The cells of a row are one note, so that each says which row it belongs to.
        elif place.kind == "note" and place.row:
            cells.setdefault(place.label, []).append(f"{place.part} {text}".strip())
        elif place.kind == "list" and place.part:
            rows.setdefault((place.key, place.row), {})[place.part] = text
        elif place.kind == "list":
            found.setdefault(place.key, []).extend(_item(line) for line in _lines(text))
        elif place.kind == "awards":
            for line in _lines(text):
                if (award := _AWARD.fullmatch(line)) is None:
                    notes.append(f"{place.label}: {line}")
                else:
                    why = {"why": award[2]} if award[2] else {}
                    found.setdefault(place.key, []).append({"award": int(award[1]), **why})
        else:
            notes.append(f"{place.label}: {text}")
    for (key, _), entry in rows.items():
        found.setdefault(key, []).append(entry)
    notes += [f"{label}: {', '.join(row)}" for label, row in cells.items()]
    if notes:
        found[NOTES] = "\n\n".join(filter(None, [found.get(NOTES, ""), *notes]))
    return found


def _places(sheet: Sheet, model: type[Concept]) -> Iterator[_Place]:
    """Yield the places to write on that a sheet may have."""
    labels = dict(label_fields(sheet))
    for block in sheet.blocks:
        key = block.key or block.name
        # How a concept holds it: by the default of its field, which is an empty list or an empty text.
        field = model.model_fields.get(key)
        kind: Kind = "note"
        if key == LEDGER and field is not None:
            kind = "awards"
        elif field is not None and field.default in ((), ""):
            kind = "list" if field.default == () else "text"
        if isinstance(block, Prose):
            yield _Place(name=block.name, label=block.title, kind=kind, key=key)
        elif isinstance(block, Table):
            for number, row in enumerate(block.rows, 1):
                for at, (column, cell) in enumerate(zip(block.columns, row, strict=True), 1):
                    # An empty cell is one to write in; what is printed in others is not changed on a sheet.
                    if cell is None:
                        name = f"{block.name}-{number}-{at}"
                        label = labels[name].removesuffix(f", {column.heading}")
                        cell_kind: Kind = kind if column.key else "note"
                        part = column.key or column.heading
                        yield _Place(name=name, label=label, kind=cell_kind, key=key, part=part, row=number)
        elif not isinstance(block, (Track, Entries)):
            named = (name for name in labels if name.startswith(f"{block.name}-"))
            yield from (_Place(name=name, label=labels[name], kind="note", key=NOTES) for name in named)


def _lines(text: str) -> list[str]:
    return [_BULLET.sub("", line.strip()) for line in text.splitlines() if line.strip()]


def _item(line: str) -> str | dict[str, str]:
    """Return a line of a list as its entry: a name, or a name and an effect.

    >>> _item("Rope"), _item("Rope: twenty yards")
    ('Rope', {'name': 'Rope', 'effect': 'twenty yards'})
    """
    name, colon, effect = line.partition(": ")
    return {"name": name.strip(), "effect": effect.strip()} if colon and name.strip() and effect.strip() else line
