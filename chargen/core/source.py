"""YAML text with a place for every key and value.

The dialect is YAML 1.2's core schema and plain data only: ``yes``, ``on`` and ``12:30`` are text, tags are
refused, a key may stand once, anchors may not explode. Everything that is wrong becomes a diagnostic.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

import yaml

from chargen.core.diagnostic import Diagnostic, Path, Place, Related, error
from chargen.core.names import fold, listing

Plain: TypeAlias = Any
"""Plain data: None, bool, int, float, str, lists of it and mappings from text to it."""

MAXIMUM_BYTES = 1_048_576
"""The largest file that is read, in bytes (ours): a concept is a page or two of text."""
MAXIMUM_DEPTH = 40
"""How deep mappings and lists may be nested (ours)."""
MAXIMUM_VALUES = 50_000
"""How many values a file may hold once its aliases are written out (ours)."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_BASED = re.compile(r"0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Span:
    """The place of a value, and of its key where it stands in a mapping."""

    value: Place
    key: Place | None = None


@dataclass(frozen=True)
class Source:
    """A file as it was read: its text, its plain data and the place of every part of it."""

    name: str
    text: str
    data: Plain = None
    spans: Mapping[Path, Span] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without their ends."""
        return re.split(r"\r\n|\r|\n", self.text)

    def place(self, path: Path, *, key: bool = False) -> Place:
        """The place of the value at ``path`` (of its key, if asked for), or of the nearest part around it.

        A path may spell a key in another way than the file does (``hit_points`` for ``Hit Points``).
        """
        written = self._as_written(path)
        span = self.spans.get(written)
        if span is None:
            return Place(1, 1, 1, 1)
        whole = len(written) == len(path)
        if span.key is not None and (key and whole):
            return span.key
        return span.value

    def _as_written(self, path: Path) -> Path:
        """The longest part of ``path`` that the file holds, in the file's own spelling."""
        written: Path = ()
        value = self.data
        for step in path:
            if isinstance(value, dict) and isinstance(step, str):
                if step not in value:
                    step = next((key for key in value if fold(key) == fold(step)), step)
                if step not in value:
                    break
                value = value[step]
            elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
                value = value[step]
            else:
                break
            written = (*written, step)
        return written

    def locate(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The same findings with file, line and column. The one spot that turns paths into places."""
        return tuple(
            replace(
                each,
                file=self.name,
                place=self.place(each.path, key=each.key),
                hint=self._with_lines(each),
                related=tuple(replace(r, place=self.place(r.path, key=r.key)) for r in each.related),
            )
            if each.place is None
            else replace(each, file=each.file or self.name)
            for each in diagnostics
        )

    def _with_lines(self, finding: Diagnostic) -> str:
        if not finding.mentions:
            return finding.hint
        lines = sorted({self.place(path).line for path in finding.mentions})
        word = "line" if len(lines) == 1 else "lines"
        return finding.hint.replace("{lines}", f"{word} {listing(lines)}")


def parse(name: str, content: bytes) -> Source:
    """Read the bytes of a YAML file. What is wrong with it stands in the source's ``diagnostics``.

    ``name`` is how diagnostics call the file. ``data`` is None where nothing could be read.
    """
    source = _parsed(name, content)
    return replace(source, diagnostics=tuple(replace(each, file=name) for each in source.diagnostics))


def _parsed(name: str, content: bytes) -> Source:
    if len(content) > MAXIMUM_BYTES:
        return _unread(
            name,
            "yaml/too-large",
            f"the file is larger than {MAXIMUM_BYTES // 1024} KiB and was not read",
            "a concept is a page or two of text; is this the right file?",
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        return _undecodable(name, content, fault)
    reader = _Reader()
    try:
        reader.read(text)
    except yaml.YAMLError as fault:
        return Source(name, text, diagnostics=(_syntax(fault, text),))
    if reader.fatal is not None:
        return Source(name, text, diagnostics=(reader.fatal,))
    if reader.root is None or (reader.root.children is None and reader.root.plain is None):
        message = "the file is empty" if not text.strip() else "the file holds no data, only comments or blanks"
        hint = "`chargen new SYSTEM` writes a starter concept"
        return _unread(name, "yaml/empty", message, hint, text)
    spans: dict[Path, Span] = {}
    data = _unfold(reader.root, (), None, spans)
    return Source(name, text, data, spans, tuple(reader.diagnostics))


def _unread(name: str, code: str, message: str, hint: str, text: str = "") -> Source:
    return Source(name, text, diagnostics=(error(message, code=code, hint=hint, place=Place(1, 1, 1, 1)),))


def _undecodable(name: str, content: bytes, fault: UnicodeDecodeError) -> Source:
    before = content[: fault.start].decode("utf-8", errors="replace").lstrip("\ufeff")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        message, line, column = "the file is UTF-16, not UTF-8", 1, 1
    else:
        message = f"byte 0x{content[fault.start]:02X} is not UTF-8"
    text = content.decode("utf-8", errors="replace")
    place = Place(line, column, line, column + 1)
    hint = "save the file as UTF-8 (without it, letters such as é or ł cannot be told apart)"
    return Source(name, text, diagnostics=(error(message, code="yaml/encoding", hint=hint, place=place),))


@dataclass(slots=True)
class _Node:
    """A value as it stands in the file; an alias shares the node of its anchor."""

    place: Place
    plain: Plain = None
    children: "list[tuple[str, Place, _Node]] | list[_Node] | None" = None
    size: int = 1
    depth: int = 1


@dataclass(slots=True)
class _Frame:
    """A mapping or list that is being read."""

    node: _Node
    mapping: bool
    anchor: str | None
    key: tuple[str, Place] | None = None
    seen: dict[str, Place] = field(default_factory=dict)


def _unfold(node: _Node, path: Path, key: Place | None, spans: dict[Path, Span]) -> Plain:
    """The plain data of a node, noting the place of everything. Depth was bounded while reading."""
    spans[path] = Span(node.place, key)
    if node.children is None:
        return node.plain
    if node.plain == []:
        return [_unfold(child, (*path, index), None, spans) for index, child in enumerate(node.children)]  # type: ignore[arg-type]
    return {name: _unfold(child, (*path, name), place, spans) for name, place, child in node.children}  # type: ignore[misc]


class _Reader:
    """Builds nodes from the parser's events: no recursion, so that no depth can break it."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self.fatal: Diagnostic | None = None
        self.diagnostics: list[Diagnostic] = []
        self._stack: list[_Frame] = []
        self._anchors: dict[str, _Node | None] = {}

    def read(self, text: str) -> None:
        documents = 0
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._stop(
                        "yaml/documents", "a second document starts here", _place(event), "keep one concept to a file"
                    )
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._open(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close(event)
            if self.fatal is not None:
                return

    def _stop(self, code: str, message: str, place: Place, hint: str = "") -> None:
        self.fatal = error(message, code=code, hint=hint, place=place)

    def _report(self, code: str, message: str, place: Place, hint: str = "") -> None:
        self.diagnostics.append(error(message, code=code, hint=hint, place=place))

    def _tag(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._report(
                "yaml/tag", f"the tag `{shown}` has no place in a concept", _place(event), "write the value alone"
            )

    def _open(self, event: Any) -> None:
        self._tag(event)
        mapping = isinstance(event, yaml.MappingStartEvent)
        place = _place(event)
        frame = _Frame(_Node(place, {} if mapping else [], []), mapping, event.anchor)
        if self._expects_key():
            self._stop(
                "yaml/key", "a mapping or list cannot be a key", place, "a text in {braces} must stand in quotes"
            )
            return
        if event.anchor:
            self._anchors[event.anchor] = None
        self._stack.append(frame)
        if len(self._stack) > MAXIMUM_DEPTH:
            self._stop("yaml/too-deep", f"mappings and lists are nested more than {MAXIMUM_DEPTH} deep here", place)

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        end = event.end_mark if event.end_mark.index > event.start_mark.index else event.start_mark
        place = frame.node.place
        frame.node.place = Place(place.line, place.column, end.line + 1, end.column + 1)
        if frame.anchor:
            self._anchors[frame.anchor] = frame.node
        self._add(frame.node)

    def _scalar(self, event: Any) -> None:
        self._tag(event)
        place = _place(event)
        text = event.value
        if (control := _CONTROL.search(text)) is not None:
            self._report(
                "yaml/control-character", f"the text holds the control character U+{ord(control[0]):04X}", place
            )
            text = _CONTROL.sub("\ufffd", text)
        if self._expects_key():
            self._stack[-1].key = (text, place)
            return
        node = _Node(place, resolve(text) if event.implicit[0] and event.tag is None else text)
        if event.anchor:
            self._anchors[event.anchor] = node
        self._add(node)

    def _alias(self, event: Any) -> None:
        place = _place(event)
        if event.anchor not in self._anchors:
            self._stop("yaml/anchors", f"no anchor `&{event.anchor}` comes before this alias", place)
            return
        target = self._anchors[event.anchor]
        if target is None:
            self._stop("yaml/anchors", f"`*{event.anchor}` stands inside its own anchor and would never end", place)
            return
        if self._expects_key():
            self._stack[-1].key = (str(target.plain), place)
            return
        self._add(_Node(place, target.plain, target.children, target.size, target.depth))

    def _expects_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].mapping and self._stack[-1].key is None

    def _add(self, node: _Node) -> None:
        if not self._stack:
            self.root = node
            return
        frame = self._stack[-1]
        frame.node.size += node.size
        frame.node.depth = max(frame.node.depth, node.depth + 1)
        if frame.node.size > MAXIMUM_VALUES or len(self._stack) + node.depth > MAXIMUM_DEPTH + 1:
            self._stop(
                "yaml/anchors" if node.size > 1 else "yaml/too-large",
                f"written out, this comes to more than {MAXIMUM_VALUES:,} values or {MAXIMUM_DEPTH} levels",
                node.place,
                "a concept needs no nested anchors",
            )
            return
        if not frame.mapping:
            frame.node.children.append(node)  # type: ignore[union-attr, arg-type]
            return
        assert frame.key is not None
        (key, place), frame.key = frame.key, None
        if key in frame.seen:
            self._doubled(key, frame.seen[key], place)
            return
        frame.seen[key] = place
        frame.node.children.append((key, place, node))  # type: ignore[union-attr, arg-type]

    def _doubled(self, key: str, first: Place, second: Place) -> None:
        """A key written twice is an error at both places; the first one's value is kept."""
        for place, other, word in ((first, second, "again"), (second, first, "first")):
            finding = error(
                f"the key `{key}` is written twice",
                code="yaml/doubled-key",
                hint=f"it stands on lines {first.line} and {second.line}; keep one of them",
                place=place,
                related=(Related(path=(), message=f"{word} here", place=other),),
            )
            if all(each.place != place or each.code != finding.code for each in self.diagnostics):
                self.diagnostics.append(finding)


def resolve(text: str) -> Plain:
    """What a plain scalar means by the core schema of YAML 1.2.

    >>> resolve("yes"), resolve("12:30"), resolve("-5"), resolve("2.5"), resolve("True"), resolve("~")
    ('yes', '12:30', -5, 2.5, True, None)
    """
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _WHOLE.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if _DECIMAL.fullmatch(text) and len(text) < 40:
        return float(text)
    return text


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


def _place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    if isinstance(event, yaml.CollectionStartEvent):
        end = start
    return Place(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


_ADVICE = (
    ("mapping values are not allowed", 'a text with ": " in it must stand in quotes; else check the indentation'),
    ("did not find expected key", "the indentation differs from the lines above, or a bracket or quote is left open"),
    ("could not find expected ':'", "a key needs a colon and a blank after it, as in `name: Kai`"),
    ("did not find expected ',' or", "a bracket is left open, or a comma is missing"),
    ("did not find expected '-' indicator", "the lines of a list must start in the same column"),
    ("cannot start any token", "tabs cannot indent, and a text that starts with @, ` or % must stand in quotes"),
    ("found a tab character", "tabs cannot indent YAML; use blanks"),
    ("unexpected end of stream", "a quote is opened and never closed"),
    ("found undefined tag handle", "a text that starts with ! must stand in quotes"),
    ("control characters are not allowed", "remove the invisible character"),
)


def _syntax(fault: yaml.YAMLError, text: str) -> Diagnostic:
    problem = str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or fault)
    mark = getattr(fault, "problem_mark", None)
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    else:
        position = getattr(fault, "position", 0)
        before = text[:position] if isinstance(position, int) else ""
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    hint = next((advice for sign, advice in _ADVICE if sign in problem), "")
    context = getattr(fault, "context_mark", None)
    if context is not None and "end of stream" in problem:
        line, column = context.line + 1, context.column + 1
    related: tuple[Related, ...] = ()
    if context is not None and (context.line + 1, context.column + 1) != (line, column):
        opened = Place(context.line + 1, context.column + 1, context.line + 1, context.column + 2)
        related = (Related(path=(), message=f"{fault.context or 'it began'} here", place=opened),)  # type: ignore[attr-defined]
    return error(
        f"this is not YAML: {problem}",
        code="yaml/syntax",
        hint=hint,
        place=Place(line, column, line, column + 1),
        related=related,
    )
