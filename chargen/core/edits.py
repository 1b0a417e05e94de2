"""Edit the text of a YAML file: one small change each, with comments, order and layout of all the rest kept."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chargen.core.diagnostic import KeyPath, Place, has_errors
from chargen.core.names import fold
from chargen.core.parts import ABSENT, find_value, value_at, with_value_at
from chargen.core.reader import Plain
from chargen.core.source import Source, load
from chargen.core.writing import WIDTH, document, in_flow_style, quoted, scalar, splice


class NotEditable(ValueError):
    """Report a change that cannot be made in place, such as within an alias."""


class NameTaken(NotEditable):
    """Report a name that another entry of the mapping has."""

    def __init__(self, name: str) -> None:
        """Take the name."""
        super().__init__(f"there is a `{name}` already")


def with_value(source: Source, path: KeyPath, value: Plain) -> str:
    """Return the text of a document with another value at a path, or with none for `ABSENT`; all else is unchanged.

    What the path leads through is made where it is missing; a number one past the end of a list is a new entry. The
    path is spelled as in the file. Raises `NotEditable`.

    >>> source = load("kai.yaml", b"name: Kai  # Brenner\\nskills:\\n  Sword: 3  # sharp\\n")
    >>> print(with_value(source, ("skills", "Sword"), 4), end="")
    name: Kai  # Brenner
    skills:
      Sword: 4  # sharp
    >>> print(with_value(source, ("traits", "grit"), 2), end="")
    name: Kai  # Brenner
    skills:
      Sword: 3  # sharp
    traits: {grit: 2}
    >>> source = load("kai.yaml", b"bag:\\n  - rope  # long\\n  - {name: oil, flasks: 2}\\nname: Kai\\n")
    >>> with_value(source, ("bag", 0), ABSENT), with_value(source, ("bag", 1, "flasks"), ABSENT)
    ('bag:\\n  - {name: oil, flasks: 2}\\nname: Kai\\n', 'bag:\\n  - rope  # long\\n  - {name: oil}\\nname: Kai\\n')
    """
    path, value = _from_what_is_there(source.data, path, value)
    try:
        expected = with_value_at(source.data, path, value)
    except (LookupError, TypeError) as exc:
        raise NotEditable(f"`{path[-1]}` has no place where something else is written") from exc
    if (text := next((text for text in _candidates(source, path, value) if _says(text, expected)), None)) is not None:
        return text
    if len(path) > 1:
        # What is around it is written again, on one line.
        return with_value(source, path[:-1], value_at(expected, path[:-1]))
    raise NotEditable(f"`{path[-1]}` cannot be changed in place")


def _from_what_is_there(data: Any, path: KeyPath, value: Plain) -> tuple[KeyPath, Plain]:
    """Return a shorter path where a part of it is missing or empty, with a value that has the rest of it."""
    while len(path) > 1 and value is not ABSENT and not find_value(data, path[:-1]):
        path, value = path[:-1], [value] if isinstance(path[-1], int) else {path[-1]: value}
    return path, value


def _says(text: str, expected: Plain) -> bool:
    """Return whether a text is without errors, and says what is expected."""
    source = load("", text.encode())
    return source.data == expected and not has_errors(source.diagnostics)


def _candidates(source: Source, path: KeyPath, value: Plain) -> Iterator[str]:
    """Yield texts that may be the one that is wanted, the smallest change first."""
    around = find_value(source.data, path[:-1])
    is_there = path[-1] in (around if isinstance(around, dict) else range(len(around or ())))
    if value is ABSENT:
        changes = _without(source, path, find_value(with_value_at(source.data, path, value), path[:-1]))
        yield from (splice(source.text, [change]) for change in changes)
    elif is_there:
        if (block := _in_block_style(value, source, path)) is not None:
            yield splice(source.text, [(_after_key(source, path), block)])
        yield splice(source.text, [(source.place(path), _flow(value))])
        yield splice(source.text, [(_after_key(source, path), f" {_flow(value)}")])
    elif isinstance(around, dict) and around:
        key = f"{quoted(str(path[-1]))}:"
        if (block := _in_block_style(value, source, path)) is not None:
            yield splice(source.text, [_into_mapping(source, path[:-1], around, key + block)])
        yield splice(source.text, [_into_mapping(source, path[:-1], around, f"{key} {_flow(value)}")])
    elif isinstance(around, list) and around:
        yield splice(source.text, [_into_list(source, path[:-1], around, _flow(value))])


def _in_block_style(value: Plain, source: Source, path: KeyPath) -> str | None:
    """Return what follows the colon of a key at the top of a file: several lines for a large value, else None."""
    end = source.line_end
    if len(path) == 1 and isinstance(value, str) and "\n" in value:
        lines = [f"  {line}" if line else "" for line in value.rstrip("\n").split("\n")]
        return end.join([" |" if value.endswith("\n") else " |-", *lines])
    if len(path) > 1 or not isinstance(value, dict | list):
        return None
    key = str(path[0])
    was_in_lines = path in source.spans and source.place(path).line > source.place(path, key=True).line
    if not was_in_lines and len(f"{key}: {_flow(value)}") <= WIDTH:
        return None
    block = document({key: value}).removeprefix(f"{quoted(key)}:").rstrip("\n")
    return end.join(block.split("\n")) if block.startswith("\n") else None


def _flow(value: Plain) -> str:
    return in_flow_style(value, scalar)


def _after_key(source: Source, path: KeyPath) -> Place:
    """Return from behind the colon of a key to the end of its value, without the end of the last line."""
    key, value, lines = source.place(path, key=True), source.place(path), source.lines
    line, column = value.end_line, value.end_column
    if column == 1 and line > key.line:
        line, column = line - 1, len(lines[line - 2]) + 1
    # Empty lines and comments at the end belong to what follows.
    while line > key.line and (not lines[line - 1].strip() or lines[line - 1].lstrip().startswith("#")):
        line, column = line - 1, len(lines[line - 2]) + 1
    return Place(key.line, key.end_column + 1, line, column)


def _into_list(source: Source, path: KeyPath, entries: list[Plain], entry: str) -> tuple[Place, str]:
    """Return where a further entry of a list with entries goes, and what is written there."""
    lines, complete, last = source.lines, source.place(path), source.place((*path, len(entries) - 1))
    if lines[complete.line - 1][complete.column - 1 : complete.column] == "[":
        return Place(last.end_line, last.end_column, last.end_line, last.end_column), f", {entry}"
    end = source.line_end
    line = last.end_line - (last.end_column == 1 and last.end_line > last.line)
    column = len(lines[line - 1]) + 1
    return Place(line, column, line, column), f"{end}{' ' * (complete.column - 1)}- {entry}"


def with_key(source: Source, path: KeyPath, name: str) -> str:
    """Return the text of a document with another name for a key; all else is unchanged. Raises `NotEditable`.

    >>> with_key(load("kai.yaml", b"skills: {Sword: 3, Bow: 1}  # sharp"), ("skills", "Sword"), "Long Sword")
    'skills: {Long Sword: 3, Bow: 1}  # sharp'
    """
    around = value_at(source.data, path[:-1])
    _check_free(name, [key for key in around if key != path[-1]])
    renamed = {name if key == path[-1] else key: value for key, value in around.items()}
    text = splice(source.text, [(source.place(path, key=True), scalar(name))])
    if not _says(text, with_value_at(source.data, path[:-1], renamed)):
        raise NotEditable(f"`{path[-1]}` cannot be renamed in place")
    return text


def check_new(source: Source, path: KeyPath) -> None:
    """Check that a mapping has no entry of a name yet, in any spelling. Raises `NameTaken`."""
    there = find_value(source.data, path[:-1])
    _check_free(str(path[-1]), there if isinstance(there, dict) else ())


def _check_free(name: str, taken: Iterable[str]) -> None:
    if (same := next((key for key in taken if fold(str(key)) == fold(name)), None)) is not None:
        raise NameTaken(same)


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
    """Return the text of a document with some entries of a mapping at its top updated; None where it has no mapping.

    >>> print(with_entries(load("kai.yaml", b"name: Kai  # Brenner"), "state", {"luck": 2}))
    name: Kai  # Brenner
    state: {luck: 2}
    """
    written = source.spelled(source.data, key) if isinstance(source.data, dict) else None
    there = (source.data[written] if written is not None else None) or {}
    if not isinstance(source.data, dict) or not isinstance(there, dict):
        return None
    spelled = {fold(name): name for name in there}
    for given, value in entries.items():
        name = spelled.get(fold(given), given)
        if name not in there or there[name] != value or isinstance(there[name], bool) != isinstance(value, bool):
            source = source.with_text(with_value(source, (written or key, name), value))
    return source.text


def with_more_text(source: Source, key: str, more: str) -> str | None:
    """Return the text of a document with a paragraph added to a text at its top; None where it has no text there.

    >>> with_more_text(load("kai.yaml", b"notes: |\\n  Owes money.\\nname: Kai  # Brenner"), "notes", "Limps.")
    'notes: |\\n  Owes money.\\n\\n  Limps.\\nname: Kai  # Brenner'
    """
    written = source.spelled(source.data, key) if isinstance(source.data, dict) else None
    now = (source.data[written] if written is not None else None) or ""
    if not isinstance(source.data, dict) or not isinstance(now, str):
        return None
    longer = f"{now.rstrip()}\n\n{more}".lstrip() + ("\n" if now.endswith("\n") else "")
    return with_value(source, (written or key,), longer)


def _into_mapping(source: Source, path: KeyPath, mapping: Iterable[str], entry: str) -> tuple[Place, str]:
    """Return where a further entry of a mapping with entries goes, and what is written there."""
    lines, complete = source.lines, source.place(path)
    last = (*path, list(mapping)[-1])
    value = source.place(last)
    if lines[complete.line - 1][complete.column - 1 : complete.column] == "{":
        return Place(value.end_line, value.end_column, value.end_line, value.end_column), f", {entry}"
    end = source.line_end
    entry = " " * (source.place(last, key=True).column - 1) + entry
    if not path and lines[-1] == "":
        return Place(len(lines), 1, len(lines), 1), f"{entry}{end}"
    line = value.end_line if path else len(lines)
    if path and value.end_column == 1 and value.end_line > value.line:
        line -= 1
    column = len(lines[line - 1]) + 1
    return Place(line, column, line, column), f"{end}{entry}"
