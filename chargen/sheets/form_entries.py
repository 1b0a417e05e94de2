"""What is written by hand into a form, as entries of its concept: gear, talents, notes, consequences, awards.

A text goes under the key of its block. What has no key of its own goes under ``notes``, with the words of its field,
so that nothing is lost.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from chargen.game.concept import Concept
from chargen.page.sheet import Entries, Prose, Sheet, Table, Track
from chargen.render import forms
from chargen.text.names import take_name

Kind: TypeAlias = Literal["list", "text", "awards", "note"]
NOTES = "notes"
LEDGER = "advancement"
IDENTITY = ("name", "player", "concept")
"""The keys of a concept that a blank sheet has lines for in its header."""

_BULLET = re.compile(r"^[-•*·]\s+")
_AWARD = re.compile(r"(?=\+|\d+ *(?:XP|[:,·–-]|$))\+? *(\d{1,4}) *(?:XP\b)? *(?:[:,·–-]|for\b)? *(.*)", re.IGNORECASE)
"""A line of experience that begins with a number of points: ``+2 the docks``, ``2 XP``, ``2: the docks``."""


class Text(BaseModel):
    """A text field in the plan of a form."""

    model_config = ConfigDict(strict=True)

    field: str
    label: str
    kind: Kind
    key: str
    part: str = ""
    """The key of the text in an entry of the concept, or the heading of its column, where it is a cell of a table."""
    row: int = 0


class Ticked(BaseModel):
    """A box in the plan of a form that adds an entry to a list of the concept, with the words beside it."""

    model_config = ConfigDict(strict=True)

    field: str
    words: str
    key: str
    entry: str
    was: bool


class Points(BaseModel):
    """The boxes of points to spend in the plan of a form, and how many were ticked when it was made."""

    model_config = ConfigDict(strict=True)

    title: str
    fields: tuple[str, ...]
    ticked: int


def texts(sheet: Sheet, model: type[Concept] | None, taken: Iterable[str] = ()) -> Iterator[Text]:
    """Yield the text fields that a form of the sheet may have, whose names are none that are ``taken``.

    Without a concept's model, as on a blank sheet, all texts are notes, except who the character is.
    """
    if model is None:
        yield from (Text(field=key, label=key.capitalize(), kind="text", key=key) for key in IDENTITY)
    names = set(taken)
    labels = dict(forms.label_fields(sheet))
    for block in sheet.blocks:
        key = block.key or block.name
        kind = _kind_of(model, key)
        if isinstance(block, Prose):
            yield Text(field=take_name(block.name, names), label=block.title, kind=kind, key=key)
        elif isinstance(block, Table):
            for number, row in enumerate(block.rows, 1):
                for place, (column, cell) in enumerate(zip(block.columns, row, strict=True), 1):
                    # An empty cell is one to write in; what is printed in others cannot be changed in a form.
                    if cell is None:
                        field = f"{block.name}-{number}-{place}"
                        label = labels[field].removesuffix(f", {column.heading}")
                        cell_kind: Kind = kind if column.key else "note"
                        part = column.key or column.heading
                        yield Text(field=field, label=label, kind=cell_kind, key=key, part=part, row=number)
        elif not isinstance(block, (Track, Entries)):
            named = (field for field in labels if field.startswith(f"{block.name}-"))
            yield from (Text(field=field, label=labels[field], kind="note", key=NOTES) for field in named)


def _kind_of(model: type[Concept] | None, key: str) -> Kind:
    """Return how a concept holds a key: by the default of its field, which is an empty list or an empty text."""
    field = model.model_fields.get(key) if model is not None else None
    if field is None:
        return "note"
    if key == LEDGER:
        return "awards"
    return "list" if field.default == () else "text" if field.default == "" else "note"


def ticked(track: Track) -> Iterator[Ticked]:
    """Yield the boxes of a track that stand for entries of the concept."""
    for box in track.boxes:
        if box.entry:
            key = track.key or track.name
            yield Ticked(field=box.field, words=f"{box.field}-words", key=key, entry=box.entry, was=box.filled)


def read_texts(planned: tuple[Text, ...], values: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries of the texts in a form, by the key of the concept."""
    found: dict[str, Any] = {}
    notes: list[str] = []
    rows: dict[tuple[str, int], dict[str, str]] = {}
    cells: dict[str, list[str]] = {}
    for text in planned:
        written = values.get(text.field, "").strip()
        if not written:
            continue
        if text.kind == "text":
            # Several fields may have one key, such as two blocks of notes.
            found[text.key] = "\n\n".join(filter(None, [found.get(text.key, ""), written]))
        # The cells of a row are one note, so that each says which row it belongs to.
        elif text.kind == "note" and text.row:
            cells.setdefault(text.label, []).append(f"{text.part} {written}".strip())
        elif text.kind == "list" and text.part:
            rows.setdefault((text.key, text.row), {})[text.part] = written
        elif text.kind == "list":
            found.setdefault(text.key, []).extend(_item(line) for line in _lines(written))
        elif text.kind == "awards":
            for line in _lines(written):
                if (award := _AWARD.fullmatch(line)) is None:
                    notes.append(f"{text.label}: {line}")
                else:
                    why = {"why": award[2]} if award[2] else {}
                    found.setdefault(text.key, []).append({"award": int(award[1]), **why})
        else:
            notes.append(f"{text.label}: {written}")
    for (key, _), entry in rows.items():
        found.setdefault(key, []).append(entry)
    notes += [f"{label}: {', '.join(row)}" for label, row in cells.items()]
    if notes:
        found[NOTES] = "\n\n".join(filter(None, [found.get(NOTES, ""), *notes]))
    return found


def _lines(text: str) -> list[str]:
    return [_BULLET.sub("", line.strip()) for line in text.splitlines() if line.strip()]


def _item(line: str) -> str | dict[str, str]:
    """Return a line of a list as its entry: a name, or a name and an effect.

    >>> _item("Rope"), _item("Rope: twenty yards")
    ('Rope', {'name': 'Rope', 'effect': 'twenty yards'})
    """
    name, colon, effect = line.partition(": ")
    return {"name": name.strip(), "effect": effect.strip()} if colon and name.strip() and effect.strip() else line
