"""Writing YAML: a text in quotes where it needs them, and changes spliced into a file that keep all the rest."""

import json
import re
from collections.abc import Iterable

from chargen.core.diagnostic import Place
from chargen.core.reader import resolve

_PLAIN = re.compile(r"[^\W\d_](?:[\w .,;()/+!?’'…—–-]*[\w.)!?’])?")


def quoted(text: str) -> str:
    """A text as YAML writes it: as it stands where that reads back as the same text, else in quotes.

    >>> quoted("Kai Brenner"), quoted("yes: no"), quoted("null"), quoted("7")
    ('Kai Brenner', '"yes: no"', '"null"', '"7"')
    """
    if _PLAIN.fullmatch(text) and resolve(text) == text:
        return text
    return json.dumps(text, ensure_ascii=False)


def splice(text: str, changes: Iterable[tuple[Place, str]]) -> str:
    """Text with the stretches at some places replaced; everything else stays to the letter."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for place, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        text = text[:first] + new + text[last:]
    return text
