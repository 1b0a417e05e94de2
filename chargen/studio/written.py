"""What is written by hand on a sheet, as entries of its character: gear, talents, notes, consequences, awards.

A text goes under the key of its block. What has no key of its own goes under ``notes``, with the words of its place,
so that nothing is lost.
"""

import re
from collections.abc import Mapping
from typing import Any

from chargen.game.concept import Concept
from chargen.page.sheet import Prose, Sheet, Table
from chargen.render.fields import label_fields

NOTES = "notes"
LEDGER = "advancement"

_BULLET = re.compile(r"^[-•*·]\s+")
_AWARD = re.compile(r"(?=\+|\d+ *(?:XP|[:,·–-]|$))\+? *(\d{1,4}) *(?:XP\b)? *(?:[:,·–-]|for\b)? *(.*)", re.IGNORECASE)
"""A line of experience that begins with a number of points: ``+2 the docks``, ``2 XP``, ``2: the docks``."""
_ITEM = re.compile(r"(\S.*?) *: +(\S.*)")
"""A line of a list with an effect: ``Rope: twenty yards``."""


def read_written(sheet: Sheet, model: type[Concept], written: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries of the texts on a sheet, by the key of the concept; ``written`` has them by place."""
    found: dict[str, Any] = {}
    notes: list[str] = []
    left = {name: text.strip() for name, text in written.items() if text.strip()}
    labels = dict(label_fields(sheet))
    for block in sheet.blocks:
        key = block.key or block.name
        # How a concept holds it: by the default of its field, which is an empty list or an empty text.
        field = model.model_fields.get(key)
        kind = field.default if field is not None else None
        if isinstance(block, Prose) and kind in ("", ()) and (text := left.pop(block.name, "")):
            if kind == "":
                # Several places may have one key, such as two blocks of notes.
                found[key] = "\n\n".join(filter(None, [found.get(key, ""), text]))
                continue
            for line in (_BULLET.sub("", line.strip()) for line in text.splitlines() if line.strip()):
                award, item = _AWARD.fullmatch(line) if key == LEDGER else None, _ITEM.fullmatch(line)
                if award:
                    entry = {"award": int(award[1])} | ({"why": award[2]} if award[2] else {})
                    found.setdefault(key, []).append(entry)
                elif key == LEDGER:
                    notes.append(f"{block.title}: {line}")
                else:
                    found.setdefault(key, []).append({"name": item[1], "effect": item[2]} if item else line)
        if not isinstance(block, Table):
            continue
        for number, row in enumerate(block.rows, 1):
            entry, words, label = {}, [], ""
            for at, (column, cell) in enumerate(zip(block.columns, row, strict=True), 1):
                # An empty cell is one to write in; what is printed in others is not changed on a sheet.
                name = f"{block.name}-{number}-{at}"
                if cell is not None or not (text := left.pop(name, "")):
                    continue
                if column.key and kind == ():
                    entry[column.key] = text
                else:
                    words.append(f"{column.heading} {text}".strip())
                    label = labels[name].removesuffix(f", {column.heading}")
            if entry:
                found.setdefault(key, []).append(entry)
            # The cells of a row are one note, so that each says which row it belongs to.
            if words:
                notes.append(f"{label}: {', '.join(words)}")
    # In the order of the sheet; places that it does not have, as after a change of its layout, come last.
    places = dict.fromkeys((*labels, *written))
    notes += [f"{labels.get(name, name.capitalize())}: {left[name]}" for name in places if name in left]
    if notes:
        found[NOTES] = "\n\n".join(filter(None, [found.get(NOTES, ""), *notes]))
    return found
