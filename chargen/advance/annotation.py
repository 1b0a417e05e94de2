"""Comments such as ``# now 4`` beside the values that a ledger moved: what stands there is what was created."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from chargen.advance.editing import KEY
from chargen.checking.concept import Checked
from chargen.core.diagnostic import KeyPath, Place
from chargen.core.names import fold
from chargen.core.reader import resolve
from chargen.core.roll import signed
from chargen.core.writing import splice

_COMMENT = re.compile(r"  # now [^\r\n]*(?=[\r\n]|\Z)")

_OWN = ("value", "level", "rating")
"""Keys that say no more than that it is the value of what is around them."""


def has_any(text: str) -> bool:
    """Return whether a file carries such comments."""
    return _COMMENT.search(text) is not None


def annotated(checked: Checked) -> str:
    """Return the text of a character's file with the comments that are true now, and without those that are not.

    A comment stands at the end of its line; where a line holds several values it names them: ``# now Sword 4``.
    """
    source = checked.source
    moved: dict[int, list[tuple[str, str]]] = {}
    for path, now in _moved(checked):
        moved.setdefault(source.place(path).line, []).append((_name(path), now))
    changes: list[tuple[Place, str]] = []
    for number, line in enumerate(source.lines, 1):
        plain = _COMMENT.sub("", line)
        values = moved.get(number, [])
        is_alone = len(values) == 1 and plain.partition("#")[0].count(":") <= 1
        said = ", ".join(now if is_alone else f"{name} {now}" for name, now in values)
        text = f"{plain}  # now {said}" if said else plain
        if text != line:
            changes.append((Place(number, 1, number, len(line) + 1), text))
    return splice(source.text, changes)


def _name(path: KeyPath) -> str:
    """What a value is called: its key, or that of the mapping around it where it is one of `_OWN`."""
    names = [step for step in path if isinstance(step, str)]
    return names[-2] if len(names) > 1 and names[-1] in _OWN else names[-1]


def _moved(checked: Checked) -> Iterator[tuple[KeyPath, str]]:
    """The whole numbers that a file states and the ledger moved, with what they are now."""
    if checked.advanced is None or checked.game is None or checked.rules is None:
        return
    created = checked.game.advance(checked.advanced.created, checked.rules, entries=0).concept
    before, after = (model.model_dump(by_alias=True) for model in (created, checked.advanced.concept))
    for path, was, now in _differing(before, after, ()):
        stands = checked.source.place(path)
        if _written(checked, stands) == was and fold(str(path[0])) != KEY:
            yield path, signed(now)


def _written(checked: Checked, place: Place) -> object:
    """The value that stands at a place, if it is on one line."""
    if place.line != place.end_line:
        return None
    return resolve(checked.source.lines[place.line - 1][place.column - 1 : place.end_column - 1])


def _differing(before: Any, after: Any, path: KeyPath) -> Iterator[tuple[KeyPath, int, int]]:
    """The numbers of two dumps that differ, where both have them."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key, value in before.items():
            if key in after:
                yield from _differing(value, after[key], (*path, key))
    elif isinstance(before, (list, tuple)) and isinstance(after, (list, tuple)):
        for index, (one, other) in enumerate(zip(before, after, strict=False)):
            yield from _differing(one, other, (*path, index))
    elif type(before) is int and type(after) is int and before != after:
        yield path, before, after
