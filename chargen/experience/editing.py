r"""Add an entry to the ledger in the text of a file, or remove the last one: one hunk, with all other text unchanged.

A new entry is one line in flow style, in every style of ledger. Removing it restores the file to the byte. If two files
would become the same text, a space distinguishes them: ``[a,b]`` was one mapping, ``[a, b]`` a list.

>>> source = load("kai.yaml", b"name: Kai  # Brenner\nadvancement:\n  - award: 5  # docks\n")
>>> text = appended(source, {"raise": "Sword", "to": 4})
>>> print(text, end="")
name: Kai  # Brenner
advancement:
  - award: 5  # docks
  - {raise: Sword, to: 4}
>>> without_last(load("kai.yaml", text.encode())) == source.text
True
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from chargen.text.diagnostic import has_errors
from chargen.text.edits import NotEditable
from chargen.text.names import fold
from chargen.text.reader import LINE_END, Node
from chargen.text.source import Source, load
from chargen.text.writing import in_flow_style, quoted, scalar

KEY = "advancement"
_TO_COMMA = re.compile(r"(?:\s|#[^\r\n]*)*,")
"""The text between a part of a flow collection and the comma after it."""
_REST_OF_LINE = re.compile(r"[ \t]*(,?)[ \t]*(?:#[^\r\n]*)?(?=[\r\n])")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NULLS = ("", "~", "null", "Null", "NULL")  # The spellings of null; after an anchor it is not edited
_WRITTEN_OUT_NULL = re.compile(rf"\s*:(?:\s|#[^\r\n]*[\r\n])*?(?<=\s)(# )(?:{'|'.join(_NULLS[1:])})(?![^\s])")


class _Layout(NamedTuple):
    """The positions of the top of a document, its last key, and its ledger."""

    top: Node
    end: int  # The end of the document: the end of the text, or its closing ``...``
    last: int  # The start of the last key
    key: Sequence[int]  # The start and end of the ledger's key; nothing without a ledger
    ledger: Node | None


def appended(source: Source, entry: Any, key: str = KEY) -> str:
    """Return the text of a character's file with one more entry at the end of its ledger, or of the list ``key``.

    ``source`` must be readable. Raises `NotEditable` if the list is an alias of another, or if other text would
    change its meaning.
    """
    # Some layouts are ambiguous, so each candidate is parsed again, and the first with the right data is used.
    now = entries(source, key)
    for text in _appended(source, entry, key):
        if _data(source.name, text) == _with_list(source, [*now, entry], key):
            return text
    raise NotEditable(f"its {'ledger' if key == KEY else f'`{key}`'} cannot be edited in place")


def without_last(source: Source) -> str:
    """Return the text without the last entry of its ledger; an entry that `appended` wrote is removed to the byte.

    Raises `NotEditable` if there is none, or if it cannot be removed.
    """
    now = entries(source)
    if not now:
        raise NotEditable("its ledger has no entries")
    text = _without_last(source)
    rest = _data(source.name, text)
    if (_as_list(_ledger_of(rest)), _others(rest)) != (now[:-1], _others(source.data)):
        raise NotEditable("its last entry cannot be removed in place")
    return text


def entries(source: Source, key: str = KEY) -> list[Any]:
    """Return the entries of the ledger, or of another list, as plain data; a single entry counts as a list of one."""
    return _as_list(_ledger_of(source.data, key))


def _ledger_of(data: Any, key: str = KEY) -> Any:
    named = data.items() if isinstance(data, dict) else ()
    return next((value for name, value in named if fold(name) == fold(key)), None)


def _others(data: Any) -> dict[str, Any]:
    return {key: value for key, value in data.items() if fold(key) != KEY} if isinstance(data, dict) else {}


def _as_list(ledger: Any) -> list[Any]:
    return ledger if isinstance(ledger, list) else [] if ledger is None else [ledger]


def _data(name: str, text: str) -> Any:
    source = load(name, text.encode())
    return None if has_errors(source.diagnostics) else source.data


def _with_list(source: Source, entries: list[Any], key: str) -> dict[str, Any]:
    return {**source.data, source.spelled(source.data, key) or key: entries}


# Positions.


def _layout(source: Source, key: str = KEY) -> _Layout:
    """Return the positions of the parts of a readable file."""
    assert source.root is not None
    top, starts = source.root, [0, *(end.end() for end in LINE_END.finditer(source.text))]
    keys: dict[str, tuple[int, int]] = {}
    for name, place, _ in top.children if top.kind == "mapping" else ():  # type: ignore[misc, union-attr]
        end = starts[place.end_line - 1] + place.end_column - 1
        keys[name] = starts[place.line - 1] + place.column - 1, end
    last = max((start for start, _ in keys.values()), default=source.end)
    for (name, span), value in zip(keys.items(), top.parts, strict=False):
        if fold(name) == fold(key):
            return _Layout(top, source.end, last, span, value)
    return _Layout(top, source.end, last, (), None)


def _line_start(text: str, place: int) -> int:
    return max(text.rfind("\n", None, place), text.rfind("\r", None, place)) + 1


def _next_line(text: str, place: int) -> int:
    """Return the start of the line after a position; a position at the start of a line, after a text, is that line."""
    if place and text[place - 1] in "\r\n":
        return place
    end = LINE_END.search(text, place)
    return end.end() if end else len(text)


def _column(text: str, place: int) -> int:
    return place - _line_start(text, place)


def _dash(text: str, layout: _Layout, index: int) -> int:
    """Return the position of the dash of an entry in block style. Raises `NotEditable` if it begins no line."""
    assert layout.ledger is not None
    before = layout.ledger.parts[index - 1].end if index else layout.key[1]
    dashes = re.finditer(r"(?:^|(?<=[\r\n]))[ ]*(-)(?=\s|$)", text[: layout.ledger.parts[index].start])
    dash = next((dash.start(1) for dash in dashes if dash.start(1) >= before), None)
    if dash is None:  # behind the colon of an explicit key
        raise NotEditable("its ledger cannot be edited in place")
    return dash


# Adding an entry.


def _appended(source: Source, entry: Any, key: str) -> Iterator[str]:
    """Yield the texts that may have the entry in the right place, best first."""
    text, layout = source.text, _layout(source, key)
    ledger, top = layout.ledger, layout.top
    in_flow = ledger is not None and ledger.flow
    # A file that is one flow mapping is mostly JSON, and stays valid JSON.
    written = json.dumps(entry, ensure_ascii=False) if top.flow else in_flow_style(entry, scalar if in_flow else quoted)
    if top.kind != "mapping" or not top.parts:
        return
    if ledger is None and top.flow:
        last = top.parts[-1].end
        yield f'{text[:last]}, "{key}": [ {written} ]{text[last:]}'
    elif ledger is None:
        indent = " " * _column(text, layout.last)
        lines = (f"{indent}{key}:", f"{indent}  - {written}")
        # At the end of the file; where that would change the meaning of the last value, before the last key.
        yield _with_lines(text, layout.end, *lines)
        yield _with_lines(text, _line_start(text, layout.last), *lines)
    elif ledger.kind == "list" and ledger.flow:
        yield _into_flow(text, ledger, written)
    elif ledger.kind == "list":
        indent = " " * _column(text, _dash(text, layout, 0))
        yield _with_lines(text, _next_line(text, ledger.end), f"{indent}- {written}")
    # No space after the comma: it shows `_out_of_flow` that there was one mapping before, and no list.
    elif ledger.flow or ledger.kind == "alias":
        yield f"{text[: ledger.start]}[{text[ledger.start : ledger.end]},{written}]{text[ledger.end :]}"
    elif ledger.kind == "mapping":
        yield _into_list(text, ledger, written)
    elif not top.flow and (nothing := text[ledger.start : ledger.end]) in _NULLS:
        text = text[: ledger.start] + ("# " if nothing else "") + text[ledger.start :]
        indent = " " * _column(text, layout.key[0])
        yield _with_lines(text, _next_line(text, ledger.start), f"{indent}- {written}")
    else:  # a single text
        yield f"{text[: ledger.start]}[{text[ledger.start : ledger.end]}, {written}]{text[ledger.end :]}"


def _with_lines(text: str, place: int, *lines: str) -> str:
    """Return the text with more lines at the start of a line, or at an end without a line end."""
    end = (LINE_END.search(text) or ["\n"])[0]
    if place and text[place - 1] not in "\r\n":
        return text[:place] + "".join(end + line for line in lines) + text[place:]
    return text[:place] + "".join(line + end for line in lines) + text[place:]


def _into_flow(text: str, ledger: Node, written: str) -> str:
    """Return the text with one more entry in a flow list; on its own line if the last one is."""
    if not ledger.parts:
        return f"{text[: ledger.end - 1]}{written}{text[ledger.end - 1 :]}"
    last = ledger.parts[-1]
    indent = text[_line_start(text, last.start) : last.start]
    rest = _REST_OF_LINE.match(text, last.end)
    if indent.strip() or rest is None:
        return f"{text[: last.end]}, {written}{text[last.end :]}"
    comma, place = rest[1], _next_line(text, last.end)
    before = text[: last.end] + ("" if comma else ",") + text[last.end : place]
    return _with_lines(before + text[place:], len(before), f"{indent}{written}{comma}")


def _into_list(text: str, ledger: Node, written: str) -> str:
    """Return the text with one entry in block style turned into a list of two."""
    _, key, _ = ledger.children[0]  # type: ignore[misc, index]
    start = [0, *(end.end() for end in LINE_END.finditer(text))][key.line - 1]
    first, end = key.column - 1, _next_line(text, ledger.end)
    lines = _LINES.findall(text[start:end])
    lines = [lines[0][:first] + "- " + lines[0][first:], *(_shifted(line) for line in lines[1:])]
    before = text[:start] + "".join(lines)
    return _with_lines(before + text[end:], len(before), f"{' ' * first}-  {written}")


def _shifted(line: str) -> str:
    return f"  {line}" if line.strip() else line


# Removing an entry.


def _without_last(source: Source) -> str:
    text, layout = source.text, _layout(source)
    ledger = layout.ledger
    if ledger is None or ledger.kind != "list":
        raise NotEditable("its ledger is a single entry, not a list: remove it by hand")
    key_start, key_end = layout.key
    if ledger.flow:
        return _out_of_flow(text, layout, ledger)
    last = _dash(text, layout, len(ledger.parts) - 1)
    rest = _without_lines(text, last, ledger.end)
    # Two spaces after the dash are the mark of `_into_list`.
    if len(ledger.parts) == 2 and text[last : ledger.parts[1].start] == "-  ":
        return _out_of_list(text, layout, rest) or rest
    if len(ledger.parts) > 1:
        return rest
    between = text[key_end:last]
    if _column(text, last) > _column(text, key_start) and re.fullmatch(r":(\r\n|\r|\n)[ ]*", between):
        return _without_lines(text, key_start, ledger.end)
    # An explicit null was turned into a comment when the first entry came; it is restored.
    null = _WRITTEN_OUT_NULL.match(rest, key_end)
    return rest[: null.start(1)] + rest[null.end(1) :] if null else rest


def _without_lines(text: str, start: int, end: int) -> str:
    """Return the text without the lines between two positions."""
    start, end = _line_start(text, start), _next_line(text, end)
    if start and end == len(text) and text[end - 1] not in "\r\n":
        # The last line has no line end, so the one before it goes instead.
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    return text[:start] + text[end:]


def _out_of_list(text: str, layout: _Layout, rest: str) -> str | None:
    """Return the text with a list of two turned back into the one entry before `_into_list`; None if it was not.

    ``rest`` is the text without the second entry.
    """
    assert layout.ledger is not None
    first, dash = layout.ledger.parts[0], _dash(text, layout, 0)
    start, end = _line_start(text, dash), min(_next_line(text, first.end), len(rest))
    lines = _LINES.findall(rest[start:end])
    was_single = first.kind == "mapping" and not first.flow and first.start == dash + 2
    if not was_single or any(line.strip() and not line.startswith("  ") for line in lines[1:]):
        return None
    lines = [lines[0].replace("- ", "", 1), *(line[2:] if line.strip() else line for line in lines[1:])]
    return rest[:start] + "".join(lines) + rest[end:]


def _out_of_flow(text: str, layout: _Layout, ledger: Node) -> str:
    last = ledger.parts[-1]
    if len(ledger.parts) == 1:
        # The spaces are the mark of a list that `appended` has made: its key goes too. Any other list stays, empty.
        if text[ledger.start : last.start] == "[ " and text[last.end : ledger.end] == " ]" and layout.top.flow:
            before = text[: layout.key[0]].rstrip()
            if before.endswith(","):
                return before[:-1] + text[ledger.end :]
        comma = _TO_COMMA.match(text, last.end)
        return text[: last.start] + text[comma.end() if comma else last.end :]
    # No space after the comma is the mark of a single entry that `appended` has turned into a list.
    former = ledger.parts[-2]
    between = text[ledger.start : former.start], text[former.end : last.start], text[last.end : ledger.end]
    if len(ledger.parts) == 2 and between == ("[", ",", "]"):
        return text[: ledger.start] + text[former.start : former.end] + text[ledger.end :]
    comma = _TO_COMMA.match(text, former.end)
    assert comma is not None
    place, rest = _line_start(text, last.start), _REST_OF_LINE.match(text, last.end)
    # An entry on a line of its own, after the comma: the complete line goes, with its comment.
    if not text[place : last.start].strip() and rest is not None:
        kept = text[:place] if rest[1] else text[: comma.end() - 1] + text[comma.end() : place]
        return kept + text[_next_line(text, last.end) :]
    # Only a comma and blanks are between the last two; anything else is a comment, which stays.
    if not text[former.end : last.start].replace(",", "").strip():
        return text[: former.end] + text[last.end :]
    return text[: comma.end() - 1] + text[comma.end() : last.start] + text[last.end :]
