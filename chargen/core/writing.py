"""Writing YAML: a text in quotes where it needs them, and changes spliced into a file that keep all the rest."""

import json
import re
from collections.abc import Callable, Iterable, Iterator

from chargen.core.diagnostic import Place
from chargen.core.reader import LINE_END, Plain, resolve

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


WIDTH = 100
"""How long a line of a written document may grow before a mapping or list in it is written in lines of its own."""


def document(data: Plain) -> str:
    """Plain data as a YAML file that reads back as the same data: a line for each part that fits on one.

    >>> print(document({"name": "Kai", "skills": {"Sword": {"level": 3}}, "bag": ["rope", "no"]}), end="")
    name: Kai
    skills:
      Sword: {level: 3}
    bag: [rope, no]
    """
    return "\n".join(_lines(data, "", top=True)) + "\n"


def _lines(data: Plain, indent: str, *, top: bool = False) -> Iterator[str]:
    """The lines of a mapping or list in block style; what is small within it stands on one line."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            start = f"{indent}{quoted(key)}:"
            if _fits(start, value) and not (top and _is_section(value)):
                yield f"{start} {_on_one_line(value, quoted)}"
            else:
                yield start
                yield from _lines(value, indent + "  ")
    elif isinstance(data, list) and data:
        for value in data:
            if _fits(f"{indent}-", value):
                yield f"{indent}- {_on_one_line(value, quoted)}"
            else:
                first, *others = _lines(value, indent + "  ")
                yield f"{indent}- {first.lstrip()}"
                yield from others
    else:
        yield indent + _on_one_line(data, quoted)


def _is_section(value: Plain) -> bool:
    """Whether a value at the top of a document is worth lines of its own, however short."""
    return isinstance(value, dict) and (
        len(value) > 3 or any(isinstance(each, (dict, list)) for each in value.values())
    )


def _fits(start: str, value: Plain) -> bool:
    large = isinstance(value, (dict, list)) and value
    return not large or len(start) + 1 + len(_on_one_line(value, quoted)) <= WIDTH


def _on_one_line(data: Plain, text: Callable[[str], str]) -> str:
    """Plain data on one line; ``text`` writes what stands neither in a mapping nor in a list."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_within(key)}: {_on_one_line(value, _within)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(_on_one_line(value, _within) for value in data) + "]"
    if data is None:
        return "~"
    if isinstance(data, str):
        return text(data)
    return str(data).lower() if isinstance(data, bool) else repr(data)


def _within(text: str) -> str:
    """A text as YAML writes it between brackets, where a comma ends it."""
    return json.dumps(text, ensure_ascii=False) if "," in text and quoted(text) == text else quoted(text)


def splice(text: str, changes: Iterable[tuple[Place, str]]) -> str:
    """Text with the stretches at some places replaced; everything else stays to the letter."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    for place, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        text = text[:first] + new + text[last:]
    return text
