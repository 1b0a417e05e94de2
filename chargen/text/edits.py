"""Edit the text of a YAML file: one small change each, with comments, order and layout of all the rest kept."""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from operator import itemgetter
from typing import Any, NamedTuple, NoReturn

import yaml

from chargen.text.diagnostic import KeyPath, has_errors
from chargen.text.names import find_same
from chargen.text.parts import ABSENT, find_value, value_at, with_value_at
from chargen.text.reader import LINE_END, LOADER, NO_LINE_ENDS, Node, Plain
from chargen.text.source import Source
from chargen.text.writing import WIDTH, in_flow_style, lines_of, quoted, scalar, splice

_BLANK = r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))*[ \t]*"
_DASH = re.compile(_BLANK + "-")  # Empty lines and comments, and the dash of an entry after them
_COLON = re.compile(r"[ \t]*:")
_COMMENT = re.compile(r"[ \t]*(#[^\r\n]*)?")
"""The rest of a line behind a value."""
_COMMENTS = re.compile(r"#[^\r\n]*")
_COMMA = re.compile(r"(?:\s|#[^\r\n]*)*,[ \t]*")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(#[^\r\n]*)?")
"""The first line of a text of several lines."""
_Change = tuple[int, int, str]  # What is between two offsets, and what is written there


class NotEditable(ValueError):
    """Report a change that cannot be made in place, such as within an alias; the hint says what to do instead."""

    def __init__(self, message: str, hint: str = "change it in the text") -> None:
        super().__init__(message)
        self.hint = hint


def with_value(source: Source, path: KeyPath, value: Plain) -> str:
    """Return the text of a document with another value at a path, or with none for `ABSENT`; all else is unchanged.

    What the path leads through is made where it is missing; a number one past the end of a list is a new entry. The
    path is spelled as in the file. Raises `NotEditable`.

    >>> from chargen.text.source import load
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
    >>> print(with_value(source, ("bag",), ["lamp", {"name": "oil", "flasks": 1}, "rope"]), end="")
    bag:
      - lamp
      - {name: oil, flasks: 1}
      - rope  # long
    name: Kai
    """
    # Where a part of the path is missing or empty, the last part that is there gets the rest.
    while len(path) > 1 and value is not ABSENT and find_value(source.data, path[:-1]) in (None, "", [], {}):
        path, value = path[:-1], [value] if isinstance(path[-1], int) else {path[-1]: value}
    try:
        expected = with_value_at(source.data, path, value)
    except (LookupError, TypeError) as exc:
        raise NotEditable(f"`{path[-1]}` has no place where something else is written") from exc
    if _is_same(expected, source.data):
        return source.text
    layout = _Layout(source)
    for depth in range(len(path), 0, -1):
        # Where one value cannot be changed in place, what is around it is written again, if that moves no comment.
        if depth < len(path) and layout.comments(path[:depth]):
            break
        with contextlib.suppress(NotEditable):
            return _changed(
                source, path[:depth], value if depth == len(path) else value_at(expected, path[:depth])
            ).text
    for depth in range(1, len(path) + 1):
        node = layout.node(path[:depth])
        anchor = re.match(r"&(\S+)", source.text[node.start :]) if node is not None else None
        if anchor and re.search(rf"\*{re.escape(anchor[1])}(?![^\s,\]}}])", source.text):
            raise NotEditable(f"`{path[depth - 1]}` is repeated elsewhere as `*{anchor[1]}`, which would change, too")
    raise NotEditable(f"`{path[-1]}` cannot be changed in place")


def _is_same(one: Plain, other: Plain) -> bool:
    """Return whether data is the same; true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _read(source: Source, text: str, expected: Plain) -> Source | None:
    """Return a document with another text, if it is without errors and says what is expected."""
    changed = source.with_text(text)
    return changed if _is_same(changed.data, expected) and not has_errors(changed.diagnostics) else None


def _changed(source: Source, path: KeyPath, value: Plain) -> Source:
    """Return a document with another value at a path that is there but for its last step. Raises `NotEditable`."""
    now, layout = find_value(source.data, path), _Layout(source)
    expected = with_value_at(source.data, path, value)
    with contextlib.suppress(NotEditable):
        if isinstance(now, list) and isinstance(value, list) and now and value:
            return _with_list(source, path, now, value)
        if isinstance(now, dict) and isinstance(value, dict) and now.keys() & value:
            # One entry after another; the new ones first: what is empty between would lose its lines.
            changed = source
            for name in (*(name for name in value if name not in now), *now):
                if name not in now or name not in value or not _is_same(value[name], now[name]):
                    changed = _changed(changed, (*path, name), value.get(name, ABSENT))
            return changed
    if value is ABSENT and len(value_at(source.data, path[:-1])) == 1:
        return _changed(source, path[:-1], type(value_at(source.data, path[:-1]))()) if path[1:] else _refuse(path)
    return _first(source, layout.candidates(path, value), expected, path)


def _first(source: Source, candidates: Iterable[list[_Change]], expected: Plain, path: KeyPath) -> Source:
    """Return the document with the first changes that make it say what is expected.

    A value between brackets gets lines of its own if the changes made its one line too long.
    """
    read = (_read(source, _spliced(source.text, changes), expected) for changes in candidates)
    if (changed := next(filter(None, read), None)) is None:
        _refuse(path)
    layout = _Layout(changed)
    outer = (path[:depth] for depth in range(1, len(path) + 1))
    at = next((each for each in outer if find_value(changed.data, each) and layout.is_in_flow(each)), None)
    if at is None or layout.is_in_flow(()):
        return changed
    line, before = layout.line_of(at), find_value(source.data, at)
    was_long = before is not None and len(_Layout(source).line_of(at)) > WIDTH
    if len(line) <= WIDTH or was_long or LINE_END.search(line):
        return changed
    changes = next(layout.candidates(at, value_at(changed.data, at)))
    return _read(changed, _spliced(changed.text, changes), changed.data) or changed


def _refuse(path: KeyPath) -> NoReturn:
    raise NotEditable(f"`{path[-1]}` cannot be changed in place")


def _spliced(text: str, changes: Iterable[_Change]) -> str:
    # From the end, so that earlier offsets stay; at one offset, what is named first is written first.
    for start, end, new in sorted(changes, key=itemgetter(0))[::-1]:
        text = text[:start] + new + text[end:]
    return text


def _with_list(source: Source, path: KeyPath, now: list[Plain], value: list[Plain]) -> Source:
    """Return a document with other entries of a list; those that stay keep their lines, with the comments above."""
    left = [*range(len(now))]
    kept: dict[int, int] = {}  # Where the entries of the new list are now
    # The same ones in their places, the same ones elsewhere, and then those that are changed in their places.
    for in_place, same in ((True, True), (False, True), (True, False)):
        for new in range(len(value)):
            wanted = [
                old for old in left if (old == new or not in_place) and (not same or _is_same(now[old], value[new]))
            ]
            if wanted and new not in kept:
                kept[new] = wanted[0]
                left.remove(wanted[0])
    for old in reversed(left):
        source = _changed(source, (*path, old), ABSENT)
    stay = sorted(kept.values())
    order = [stay.index(kept[new]) for new in sorted(kept)]
    if order != sorted(order):
        there = value_at(source.data, path)
        expected = with_value_at(source.data, path, [there[old] for old in order])
        source = _first(source, [_Layout(source).arranged(path, order)], expected, path)
    for new, entry in enumerate(value):
        if new in kept and not _is_same(value_at(source.data, (*path, new)), entry):
            source = _changed(source, (*path, new), entry)
        elif new not in kept:
            there = value_at(source.data, path)
            expected = with_value_at(source.data, path, [*there[:new], entry, *there[new:]])
            source = _first(source, _Layout(source).added(path, new, entry), expected, (*path, new))
    return source


class _Part(NamedTuple):
    """An entry of a mapping or of a list, in the text."""

    start: int  # Where its key or its dash is; in brackets, where it is itself
    opening: int  # What is behind its colon or its dash
    node: Node


class _Layout:
    """The positions of all parts of a document, and the changes of its text that may have a wanted effect."""

    def __init__(self, source: Source) -> None:
        self._source, self._text, self._end = source, source.text, source.line_end
        self._starts = [0, *(end.end() for end in LINE_END.finditer(source.text))]

    def candidates(self, path: KeyPath, value: Plain) -> Iterator[list[_Change]]:
        """Yield changes that may give a path another value, the smallest first."""
        if self.node(path) is None:
            yield from self.added(path[:-1], path[-1], value)
            return
        if value is ABSENT:
            yield from self._removed(path)
            return
        part, node = self._part(path), self.node(path)
        end, rest_end, comments = self._end_of(node), self._rest(node).end(), self.comments(path)
        at = self._line_start(part.start)
        first, *more = self._lines(path, part.start - at, value)
        first = first.strip().removeprefix("-" if isinstance(path[-1], int) else f"{quoted(path[-1])}:")
        is_in_flow = self.is_in_flow(path[:-1])
        # One comment stays behind the first line, and several come above it.
        behind = f"  {comments.pop()}" if len(comments) == 1 and not is_in_flow else ""
        indent = self._text[at : len(self._text) - len(self._text[at:].lstrip())]
        above = (at, at, "".join(f"{indent}{comment}{self._end}" for comment in comments))
        before = self._text[node.start - 1 : node.start]
        blank = "" if before.isspace() or before in "[{" else " "
        if is_in_flow:
            yield [above, (node.start, end, blank + self._flow(value))]
        elif more or comments or (node.children and not node.flow) or _HEADER.match(self._text, node.start):
            body = "".join(self._end + line for line in more)
            yield [above, (part.opening, rest_end, first + behind + body)]
            yield [above, (part.opening, rest_end, f" {self._flow(value)}{behind}")]
        else:
            yield [(node.start, end, blank + first.strip())]

    # ---------------------------------------------------------------- positions

    def node(self, path: KeyPath) -> Any:
        """Return the node of a value; None where the last step of its path leads to nothing."""
        node: Any = self._source.root
        for step in path:
            keys = [*node.plain] if isinstance(node.plain, dict) else [*range(len(node.parts))]
            node = node.parts[keys.index(step)] if step in keys else None
        return node

    def is_in_flow(self, path: KeyPath) -> bool:
        """Return whether the entries of what is at a path are between brackets."""
        return any(self.node(path[:depth]).flow for depth in range(len(path) + 1))

    def parts(self, path: KeyPath) -> list[_Part]:
        """Return the entries of a mapping or a list."""
        node = self.node(path)
        if isinstance(node.plain, dict):
            entries = []
            for _, key, value in node.children or ():
                start, end = (self._starts[line - 1] + column - 1 for line, column in (key[:2], key[2:]))
                if not node.flow and self._text[self._line_start(start) : start].strip() == "?":
                    start = self._text.rindex("?", 0, start)
                colon = _COLON.match(self._text, end)
                entries.append(_Part(start, colon.end() if colon else value.start, value))
            return entries
        if node.flow:
            return [_Part(entry.start, entry.start, entry) for entry in node.parts]
        parts, at = [], node.start
        for entry in node.parts:
            dash = _DASH.match(self._text, at)
            if dash is None:
                _refuse(path)
            parts.append(_Part(dash.end() - 1, dash.end(), entry))
            at = entry.end
        return parts

    def _part(self, path: KeyPath) -> _Part:
        around = self.node(path[:-1])
        step = path[-1] if isinstance(path[-1], int) else [*around.plain].index(path[-1])
        return self.parts(path[:-1])[step]

    def comments(self, path: KeyPath) -> list[str]:
        """Return the comments in a value; of one that is not between brackets, with those before and behind it."""
        part, node = self._part(path), self.node(path)
        if self.is_in_flow(path[:-1]):
            return _COMMENTS.findall(self._bare[node.start : self._end_of(node)])
        return _COMMENTS.findall(self._bare[part.opening : self._rest(node).end()])

    @cached_property
    def _bare(self) -> str:
        """The text with blanks in place of all texts and numbers, so that only comments have a ``#``."""
        bare = [*self._text]
        for token in yaml.scan(NO_LINE_ENDS.sub(" ", self._text), Loader=LOADER):
            if isinstance(token, yaml.ScalarToken):
                header = _HEADER.match(self._text, token.start_mark.index)
                start, end = header.end() if header else token.start_mark.index, token.end_mark.index
                bare[start:end] = re.sub(r"[^\r\n]", " ", self._text[start:end])
        return "".join(bare)

    def _end_of(self, node: Node) -> int:
        """Return where a value ends: the parser ends a text of several lines where the next thing begins."""
        return len(self._text[: node.end].rstrip()) if node.end > node.start else node.end

    def _rest(self, node: Node) -> re.Match[str]:
        """Return the rest of the line behind a value, with its comment."""
        rest = _COMMENT.match(self._text, self._end_of(node))
        assert rest is not None
        return rest

    def _line_start(self, at: int) -> int:
        return max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1

    def _is_first(self, at: int) -> bool:
        """Return whether a line begins with what is there."""
        return not self._text[self._line_start(at) : at].strip()

    def _next_line(self, at: int) -> int:
        end = LINE_END.search(self._text, at)
        return end.end() if end else len(self._text)

    # ---------------------------------------------------------------- changes

    def _lines(self, path: KeyPath, indent: int, value: Plain) -> list[str]:
        """Return the lines of an entry with its key or its dash."""
        entry = [value] if isinstance(path[-1], int) else {path[-1]: value}
        return [*lines_of(entry, " " * indent, top=len(path) == 1)]

    def _flow(self, value: Plain, key: str | int = 0) -> str:
        """Return an entry between brackets; a file that is one mapping in braces is mostly JSON, and stays it."""
        is_json = self.is_in_flow(())
        write = partial(json.dumps, ensure_ascii=False) if is_json else partial(in_flow_style, text=scalar)
        return f"{write(key)}: {write(value)}" if isinstance(key, str) else write(value)

    def _removed(self, path: KeyPath) -> Iterator[list[_Change]]:
        """Yield changes that take an entry out that is not the only one."""
        parts, part = self.parts(path[:-1]), self._part(path)
        index = parts.index(part)
        following = parts[index + 1].start if index + 1 < len(parts) else None
        end, line_end = self._end_of(part.node), self._rest(part.node).end()
        if self.is_in_flow(path[:-1]):
            before = end if following is not None else self._end_of(parts[index - 1].node)
            comma = _COMMA.match(self._text, before)
            if comma is not None and following is not None:  # a comment behind the comma stays
                yield [(part.start, comma.end(), "")]
            elif comma is not None and comma.end() == part.start:
                yield [(before, end, "")]
            elif comma is not None:
                at = len(self._text[: comma.end()].rstrip())
                yield [(at - 1, at, ""), (part.start, end, "")]
        elif self._is_first(part.start):
            start, stop = self._line_start(part.start), self._next_line(line_end)
            # At the end of a file without an end of its last line, the end of the one before it goes, if it can.
            if not self._text[start:stop].endswith(("\n", "\r")):
                yield [(len(self._text[:start].rstrip("\r\n")), stop, "")]
            yield [(start, stop, "")]
        elif following is not None:  # behind a dash
            between = self._text[line_end : self._line_start(following)]
            yield [(part.start, end if between.strip() else following, "")]

    def added(self, path: KeyPath, key: str | int, value: Plain) -> Iterator[list[_Change]]:
        """Yield changes that add an entry to a mapping with others, or to a list before the one with this number."""
        parts = self.parts(path)
        if not parts:
            return
        if self.is_in_flow(path):
            entry = self._flow(value, key)
            end, is_before = self._end_of(parts[-1].node), isinstance(key, int) and key < len(parts)
            if is_before or len(parts) == 1 or not self._is_first(parts[-1].start):
                at = parts[key].start if isinstance(key, int) and is_before else end
                yield [(at, at, f"{entry}, " if is_before else f", {entry}")]
                return
            # Behind the line of the last one, which may end with a comma, and with a comment.
            comma = _COMMA.match(self._text, end)
            behind = len(self._text[: comma.end()].rstrip()) if comma else end
            line_end = _COMMENT.match(self._text, behind).end()  # type: ignore[union-attr]
            indent = parts[-1].start - self._line_start(parts[-1].start)
            new = f"{self._end}{' ' * indent}{entry}"
            yield [(line_end, line_end, f"{new},")] if comma else [(end, end, ","), (line_end, line_end, new)]
            return
        last, indent = parts[-1], parts[-1].start - self._line_start(parts[-1].start)
        lines = self._lines((*path, key), indent, value)
        written = self._end.join(lines)
        if isinstance(key, int) and key < len(parts):
            at = self._rest(parts[key - 1].node).end() if key else parts[0].start
            new = f"{self._end}{written}" if key else f"{written.lstrip()}{self._end}{' ' * indent}"
            yield [(at, at, new)]
            return
        if path:
            at = self._rest(last.node).end()
            yield [(at, at, f"{self._end}{written}")]
        else:
            at = self._source.end
            has_end = self._text[:at].endswith(("\n", "\r"))
            yield [(at, at, f"{written}{self._end}" if has_end else f"{self._end}{written}")]
        # A text at the very end may mean something else once a line follows.
        if self._is_first(last.start) and isinstance(key, str):
            at = self._line_start(last.start)
            yield [(at, at, f"{written}{self._end}")]

    def arranged(self, path: KeyPath, order: list[int]) -> list[_Change]:
        """Return the changes that put the entries of a list into another order, each with the comments above it."""
        parts = self.parts(path)
        if self.is_in_flow(path):
            written = [self._text[part.start : self._end_of(part.node)] for part in parts]
            return [(part.start, self._end_of(part.node), written[old]) for part, old in zip(parts, order, strict=True)]
        if not self._is_first(parts[0].start):
            _refuse(path)
        ends = [self._rest(part.node).end() for part in parts]
        starts = [self._next_line(at) for at in (self._part(path).opening, *ends[:-1])]
        chunks = [self._text[start:end] for start, end in zip(starts, ends, strict=True)]
        return [(starts[0], ends[-1], self._end.join(chunks[old] for old in order))]

    def line_of(self, path: KeyPath) -> str:
        """Return the line, or the lines, up to the end of a value between brackets."""
        node = self.node(path)
        return self._text[self._line_start(node.start) : node.end]


def with_key(source: Source, path: KeyPath, name: str) -> str:
    """Return the text of a document with another name for a key; all else is unchanged. Raises `NotEditable`.

    >>> from chargen.text.source import load
    >>> with_key(load("kai.yaml", b"skills: {Sword: 3, Bow: 1}  # sharp"), ("skills", "Sword"), "Long Sword")
    'skills: {Long Sword: 3, Bow: 1}  # sharp'
    """
    around = value_at(source.data, path[:-1])
    if same := find_same(name, [key for key in around if key != path[-1]]):
        raise NotEditable(f"there is a `{same}` already", "choose another name")
    renamed = {name if key == path[-1] else key: value for key, value in around.items()}
    text = splice(source.text, [(source.place(path, key=True), scalar(name))])
    if _read(source, text, with_value_at(source.data, path[:-1], renamed)) is None:
        _refuse(path)
    return text
