"""True quotation marks and apostrophes, as a page shows them; never in data."""

import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TypeVar

from chargen.core.sheet import Own, Sheet

T = TypeVar("T")

_NOT_PRINTED = frozenset(
    {"field", "system", "place", "shows", "unticked", "within", "state", "of", "templates", "portrait"}
)
"""What of a sheet says something to us, and nothing to readers."""
_DOUBLE = re.compile(r'(?<![^\s(\[{–—/“])"(?=[^\s"])([^"]*?)(?<=\S)"(?![\w"])')
"""A pair of typewriter's marks around some words."""
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'|'(?=\d0s\b)")
"""After a letter, or for the years that are left out."""
_SINGLE = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_][^'’]*’(?!\w))")
"""Where a single quotation begins that ends later."""
_ELIDED = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_])")
"""Before a word whose beginning is left out, such as 'em."""


def typographic(text: str) -> str:
    """Return a text with true quotation marks and apostrophes; feet, inches and what stands alone stay.

    >>> typographic('Ned "Two-Tone" Hale, the dogs\\' friend, isn\\'t 6\\' 2" tall')
    'Ned “Two-Tone” Hale, the dogs’ friend, isn’t 6\\' 2" tall'
    >>> typographic("'No,' she said to 'em")
    '‘No,’ she said to ’em'
    """
    if '"' in text:
        text = _DOUBLE.sub(r"“\1”", text)
    if "'" not in text:
        return text
    text = re.sub(r"(?<=[,.!?…])'(?!\w)", "’", _APOSTROPHE.sub("’", text))
    return _ELIDED.sub("’", _SINGLE.sub("‘", text))


def on_page(value: T) -> T:
    """Return a sheet, or a part of one, with true quotation marks and apostrophes wherever it is read.

    >>> on_page(Sheet(name="Kai", concept="Nobody's fool")).concept
    'Nobody’s fool'
    """
    if isinstance(value, str):
        if "'" not in value and '"' not in value:
            return value
        return Own(typographic(value), typographic(value.blank)) if isinstance(value, Own) else typographic(value)  # type: ignore[return-value]
    if isinstance(value, tuple):
        parts = tuple(map(on_page, value))
        return value if all(one is other for one, other in zip(parts, value, strict=True)) else parts  # type: ignore[return-value]
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for name in _read(type(value)):
        before = getattr(value, name)
        if (after := on_page(before)) is not before:
            changed[name] = after
    return replace(value, **changed) if changed else value


@cache
def _read(kind: type) -> tuple[str, ...]:
    """The fields of a part that somebody reads; a block's name is none of them."""
    unread = _NOT_PRINTED if issubclass(kind, Sheet) else _NOT_PRINTED | {"name"}
    return tuple(field.name for field in fields(kind) if field.name not in unread)
