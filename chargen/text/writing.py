"""Write YAML: texts in quotes where they need them, and changes spliced into a file that keep all the rest."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from chargen.text.diagnostic import Place
from chargen.text.reader import LINE_END, Plain, resolve
from chargen.text.slips import in_double_quotes

# Without colon, hash, bracket and quote: nothing in it, nor at its ends, can be syntax of YAML.
_PLAIN = r"[^\W\d_](?:[\w .,;()/+!?’'…—–-]*[\w.)!?’])?"

_INVISIBLE = "[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
"""The characters that YAML would not read back unescaped, though JSON would."""
_LETTER = r"[^\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
_LINES = rf"(?=\S){_LETTER}+(?:\n+(?! *\t)(?=[^\n]*\S){_LETTER}+)*\n?"
"""Several lines that a file holds as they are, indented."""


@lru_cache(maxsize=8192)
def quoted(text: str) -> str:
    """Return a text as YAML writes it: unchanged where that reads back as the same text, else in quotes.

    >>> quoted("Kai Brenner"), quoted("yes: no"), quoted("null"), quoted("7")
    ('Kai Brenner', '"yes: no"', '"null"', '"7"')
    """
    if re.fullmatch(_PLAIN, text) and resolve(text) == text:
        return text
    return re.sub(_INVISIBLE, lambda letter: f"\\u{ord(letter[0]):04x}", in_double_quotes(text))


WIDTH = 100
"""The length of a line, in characters, from which a mapping or list is written in lines of its own."""


def document(data: Plain) -> str:
    """Return plain data as a YAML file that reads back as the same data: a line for each part that fits on one.

    >>> print(document({"name": "Kai", "skills": {"Sword": {"level": 3}}, "bag": ["rope", "no"]}), end="")
    name: Kai
    skills:
      Sword: {level: 3}
    bag: [rope, no]
    >>> print(document({"notes": "Wants: peace\\nVoice: loud"}), end="")
    notes: |-
      Wants: peace
      Voice: loud
    """
    return "\n".join(lines_of(data, "", top=True)) + "\n"


def lines_of(data: Plain, indent: str, *, top: bool = False) -> Iterator[str]:
    """Yield the lines of a mapping or list in block style; a small value within it takes one line."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            start = f"{indent}{quoted(key)}:"
            if isinstance(value, str) and "\n" in value and re.fullmatch(_LINES, value):
                yield f"{start} |" if value.endswith("\n") else f"{start} |-"
                yield from (f"{indent}  {line}" if line else "" for line in value.removesuffix("\n").split("\n"))
                continue
            # At the top of a document, a mapping of several values gets lines of its own, however short.
            parts = list(value.values()) if top and isinstance(value, dict) else []
            is_section = len(parts) > 3 or any(isinstance(part, (dict, list)) for part in parts)
            # A large value that would make its line too long gets lines of its own, too.
            is_large = isinstance(value, (dict, list)) and value
            if not is_section and (len(line := f"{start} {in_flow_style(value)}") <= WIDTH or not is_large):
                yield line
            else:
                yield start
                yield from lines_of(value, indent + "  ")
    elif isinstance(data, list) and data:
        for value in data:
            line = f"{indent}- {in_flow_style(value)}"
            if len(line) <= WIDTH or not isinstance(value, (dict, list)) or not value:
                yield line
            else:
                first, *others = lines_of(value, indent + "  ")
                yield f"{indent}- {first.lstrip()}"
                yield from others
    else:
        yield indent + in_flow_style(data)


def scalar(text: str) -> str:
    """Return a text as YAML writes it anywhere, between brackets too, where a comma ends it.

    >>> scalar("Rapier"), scalar("Rope, 12 yards")
    ('Rapier', '"Rope, 12 yards"')
    """
    return in_double_quotes(text) if "," in text and quoted(text) == text else quoted(text)


def in_flow_style(data: Plain, text: Callable[[str], str] = quoted) -> str:
    """Return plain data as YAML in flow style, on one line; ``text`` writes a text outside of mappings and lists.

    >>> in_flow_style({"hit_points": 9, "burnt": True, "bag": ["rope", "no"]})
    '{hit_points: 9, burnt: true, bag: [rope, no]}'
    """
    if isinstance(data, dict):
        return "{" + ", ".join(f"{scalar(key)}: {in_flow_style(value, scalar)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(in_flow_style(value, scalar) for value in data) + "]"
    if data is None:
        return "~"
    if isinstance(data, str):
        return text(data)
    return str(data).lower() if isinstance(data, bool) else repr(data)


def splice(text: str, changes: Iterable[tuple[Place, str]]) -> str:
    """Replace the text at some places; everything else stays unchanged."""
    # The parser may end a value on the line after the last one.
    starts = [0, *(end.end() for end in LINE_END.finditer(text)), len(text)]
    # From the end, so that earlier places stay where they are.
    for place, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        text = text[:first] + new + text[last:]
    return text
