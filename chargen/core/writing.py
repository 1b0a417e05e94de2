"""Write YAML: texts in quotes where they need them, and changes spliced into a file that keep all the rest."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from chargen.core.diagnostic import KeyPath, Place, has_errors
from chargen.core.names import fold
from chargen.core.parts import ABSENT, value_at, with_value_at
from chargen.core.reader import LINE_END, Plain, resolve
from chargen.core.source import Source, load

_PLAIN = re.compile(r"[^\W\d_](?:[\w .,;()/+!?’'…—–-]*[\w.)!?’])?")

_INVISIBLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""The characters that YAML would not read back unescaped, though JSON would."""


_LETTER = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
_LINES = re.compile(rf"(?=\S){_LETTER}+(?:\n{{1,2}}(?=\S){_LETTER}+)+")
"""Several lines that a file holds as they are, indented."""


@lru_cache(maxsize=8192)
def quoted(text: str) -> str:
    """Return a text as YAML writes it: unchanged where that reads back as the same text, else in quotes.

    >>> quoted("Kai Brenner"), quoted("yes: no"), quoted("null"), quoted("7")
    ('Kai Brenner', '"yes: no"', '"null"', '"7"')
    """
    if _PLAIN.fullmatch(text) and resolve(text) == text:
        return text
    return _INVISIBLE.sub(lambda letter: f"\\u{ord(letter[0]):04x}", json.dumps(text, ensure_ascii=False))


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
    return "\n".join(_lines(data, "", top=True)) + "\n"


def _lines(data: Plain, indent: str, *, top: bool = False) -> Iterator[str]:
    """Yield the lines of a mapping or list in block style; a small value within it takes one line."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            start = f"{indent}{quoted(key)}:"
            if isinstance(value, str) and _LINES.fullmatch(value):
                yield f"{start} |-"
                yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
            elif not (top and _is_section(value)) and (line := _line(start, value)):
                yield line
            else:
                yield start
                yield from _lines(value, indent + "  ")
    elif isinstance(data, list) and data:
        for value in data:
            if line := _line(f"{indent}-", value):
                yield line
            else:
                first, *others = _lines(value, indent + "  ")
                yield f"{indent}- {first.lstrip()}"
                yield from others
    else:
        yield indent + in_flow_style(data)


def _is_section(value: Plain) -> bool:
    """Return whether a value at the top of a document gets lines of its own, however short."""
    return isinstance(value, dict) and (
        len(value) > 3 or any(isinstance(part, (dict, list)) for part in value.values())
    )


def _line(start: str, value: Plain) -> str:
    """Return the line with this start and a value behind it; empty where a large value would make it too long."""
    line = f"{start} {in_flow_style(value)}"
    is_large = isinstance(value, (dict, list)) and value
    return "" if is_large and len(line) > WIDTH else line


def scalar(text: str) -> str:
    """Return a text as YAML writes it anywhere, between brackets too, where a comma ends it.

    >>> scalar("Rapier"), scalar("Rope, 12 yards")
    ('Rapier', '"Rope, 12 yards"')
    """
    return json.dumps(text, ensure_ascii=False) if "," in text and quoted(text) == text else quoted(text)


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
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    for place, new in sorted(changes, key=lambda change: change[0], reverse=True):
        first = starts[place.line - 1] + place.column - 1
        last = starts[place.end_line - 1] + place.end_column - 1
        text = text[:first] + new + text[last:]
    return text


def without(source: Source, path: KeyPath) -> str | None:
    """Return the text of a document without an entry of a mapping or list in it, all else unchanged.

    None where that needs more than removing one range, or rewriting the surrounding value on one line.

    >>> source = load("kai.yaml", b"bag:\\n  - rope  # long\\n  - {name: oil, flasks: 2}\\nname: Kai\\n")
    >>> without(source, ("bag", 0)), without(source, ("bag", 1, "flasks"))
    ('bag:\\n  - {name: oil, flasks: 2}\\nname: Kai\\n', 'bag:\\n  - rope  # long\\n  - {name: oil}\\nname: Kai\\n')
    """
    expected = with_value_at(source.data, path, ABSENT)
    for change in _without(source, path, value_at(expected, path[:-1])):
        text = splice(source.text, [change])
        again = load(source.name, text.encode())
        if again.data == expected and not has_errors(again.diagnostics):
            return text
    return None


def _without(source: Source, path: KeyPath, around: Any) -> Iterator[tuple[Place, str]]:
    """Yield the ranges that may be removed: full lines, a part of one with a comma, the surrounding value."""
    key, value, lines = source.place(path, key=True), source.place(path), source.lines
    is_dashed = isinstance(path[-1], int)
    first = key.line
    while is_dashed and first > 1 and not lines[first - 1].lstrip().startswith("-"):
        first -= 1
    last = value.end_line - (value.end_column == 1 and value.end_line > first)
    if last < len(lines):
        yield Place(first, 1, last + 1, 1), ""
    else:
        yield Place(first - 1, len(lines[first - 2]) + 1, last, len(lines[last - 1]) + 1), ""
    line = lines[value.end_line - 1]
    if after := re.compile(r"\s*,\s*").match(line, value.end_column - 1):
        yield Place(key.line, key.column, value.end_line, after.end() + 1), ""
    if before := re.search(r"\s*,\s*\Z", lines[key.line - 1][: key.column - 1]):
        yield Place(key.line, before.start() + 1, value.end_line, value.end_column), ""
    yield source.place(path[:-1]), in_flow_style(around)


def with_entries(source: Source, key: str, entries: Mapping[str, Plain]) -> str | None:
    """Return the text of a document with some entries of a mapping at its top updated, all else unchanged.

    None where that needs more than changing a few places, such as in a mapping that is an alias.

    >>> print(with_entries(load("kai.yaml", b"name: Kai  # Brenner"), "state", {"luck": 2}))
    name: Kai  # Brenner
    state: {luck: 2}
    """
    if not isinstance(source.data, dict):
        return None
    written = next((name for name in source.data if fold(name) == fold(key)), None)
    now = None if written is None else source.data[written]
    if now is not None and not isinstance(now, dict):
        return None
    spelled = {fold(name): name for name in now or {}}
    changes = {spelled.get(fold(name), name): value for name, value in entries.items()}
    text = splice(source.text, _changes(source, key, written, now or {}, changes))
    again = load(source.name, text.encode())
    expected = {**source.data, written or key: {**(now or {}), **changes}}
    return text if again.data == expected and not has_errors(again.diagnostics) else None


def with_more_text(source: Source, key: str, more: str) -> str | None:
    """Return the text of a document with a paragraph added to a text at its top, all else unchanged.

    None where that needs more than changing one place.

    >>> with_more_text(load("kai.yaml", b"notes: |\\n  Owes money.\\nname: Kai  # Brenner"), "notes", "Limps.")
    'notes: |\\n  Owes money.\\n\\n  Limps.\\nname: Kai  # Brenner'
    """
    data = source.data if isinstance(source.data, dict) else {}
    written = next((name for name in data if fold(name) == fold(key)), None)
    if not data or (written is not None and not isinstance(data[written], str | None)):
        return None
    now = (data[written] or "") if written is not None else ""
    new = f"{now.rstrip()}\n\n{more}".lstrip() + ("\n" if now.endswith("\n") else "")
    for change in _text_changes(source, key, written, new, more):
        text = splice(source.text, [change])
        again = load(source.name, text.encode())
        if again.data == {**data, written or key: new} and not has_errors(again.diagnostics):
            return text
    return None


def _text_changes(source: Source, key: str, written: str | None, new: str, more: str) -> Iterator[tuple[Place, str]]:
    """Yield the places where a text may become longer: after its last line, as lines of its own, or within quotes."""
    end = (LINE_END.search(source.text) or ["\n"])[0]

    def lines_of(text: str, indent: str = "  ") -> str:
        return "".join(f"{end}{indent}{line}" if line else end for line in text.rstrip("\n").split("\n"))

    if written is None:
        data: Iterable[str] = source.data
        if "\n" in new:
            yield _into_mapping(source, (), data, f"{key}: |-{lines_of(new)}")
        yield _into_mapping(source, (), data, f"{key}: {in_flow_style(new)}")
        return
    place = source.place((written,))
    lines = source.lines
    if lines[place.line - 1][place.column - 1 : place.column] in "|>" and place.end_line > place.line:
        # After the last line that has text, as a block may end in empty lines.
        last = place.end_line - (place.end_column == 1)
        while not lines[last - 1].strip():
            last -= 1
        indent = lines[last - 1][: len(lines[last - 1]) - len(lines[last - 1].lstrip())]
        column = len(lines[last - 1]) + 1
        yield Place(last, column, last, column), end + lines_of(more, indent)
    space = "" if source.place((written,), key=True).end_column < place.column - 1 else " "
    rest = end if place.end_column == 1 and place.end_line > place.line else ""
    yield place, f"{space}|-{lines_of(new)}{rest}"
    yield place, f"{space}{in_flow_style(new)}{rest}"


def _changes(
    source: Source, key: str, written: str | None, now: dict[str, Plain], entries: dict[str, Plain]
) -> Iterator[tuple[Place, str]]:
    """Yield where a mapping at the top of a document changes, and what is written there."""
    if written is None:
        yield _into_mapping(source, (), source.data or {}, f"{key}: {in_flow_style(entries)}")
        return
    if not now:
        place = source.place((written,))
        empty = (place.line, place.column) == (place.end_line, place.end_column)
        yield place, f"{' ' if empty else ''}{in_flow_style(entries)}"
        return
    for name, value in entries.items():
        if name in now and (now[name] != value or isinstance(now[name], bool) != isinstance(value, bool)):
            yield source.place((written, name)), in_flow_style(value)
    for name, value in reversed(entries.items()):
        if name not in now:
            yield _into_mapping(source, (written,), now, f"{quoted(name)}: {in_flow_style(value)}")


def _into_mapping(source: Source, path: tuple[str, ...], mapping: Iterable[str], entry: str) -> tuple[Place, str]:
    """Return where a further entry of a mapping with entries goes, and what is written there."""
    lines, complete = source.lines, source.place(path)
    last = (*path, list(mapping)[-1])
    value = source.place(last)
    if lines[complete.line - 1][complete.column - 1 : complete.column] == "{":
        return Place(value.end_line, value.end_column, value.end_line, value.end_column), f", {entry}"
    end = (LINE_END.search(source.text) or ["\n"])[0]
    entry = " " * (source.place(last, key=True).column - 1) + entry
    if not path and lines[-1] == "":
        return Place(len(lines), 1, len(lines), 1), f"{entry}{end}"
    line = value.end_line if path else len(lines)
    if path and value.end_column == 1 and value.end_line > value.line:
        line -= 1
    column = len(lines[line - 1]) + 1
    return Place(line, column, line, column), f"{end}{entry}"
