"""Writing YAML: a text in quotes where it needs them, and changes spliced into a file that keep all the rest."""

import json
import re
from collections.abc import Iterable

from chargen.core.diagnostic import Place
from chargen.core.reader import LINE_END, resolve

_PLAIN = re.compile(r"[^\W\d_](?:[\w .,;()/+!?’'…—–-]*[\w.)!?’])?")

_INVISIBLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What YAML would not read back as it stands, though JSON would."""


def quoted(text: str) -> str:
    """A text as YAML writes it: as it stands where that reads back as the same text, else in quotes.

    >>> quoted("Kai Brenner"), quoted("yes: no"), quoted("null"), quoted("7")
    ('Kai Brenner', '"yes: no"', '"null"', '"7"')
    """
    if _PLAIN.fullmatch(text) and resolve(text) == text:
        return text
    return _INVISIBLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def splice(text: str, changes: Iterable[tuple[Place, str]]) -> str:
    """Text with the stretches at some places replaced; everything else stays to the letter."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    for place, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        text = text[:first] + new + text[last:]
    return text
