"""Build nodes, values with their places, from YAML's events, without recursion, so that no depth can break it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, TypeAlias

import yaml

from chargen.text import limits, slips
from chargen.text.diagnostic import Diagnostic, KeyPath, Place, error, note, warning
from chargen.text.names import short

Plain: TypeAlias = Any  # Plain data: None, bool, int, float, str, lists of it and mappings from text to it

LINE_END = re.compile(r"\r\n|\r|\n")  # The end of a line of a file

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # The faster parser of PyYAML, where it is there
MERGE_KEY = "<<"  # The key of another mapping whose entries YAML 1.1 merges
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
# Most plain texts are words: their first letter saves three regular expressions for each.
_STARTS_OF_NUMBERS = frozenset("+-.0123456789")
# 18 digits fit 64 bits. Longer numbers are floats, and the longest are texts, so that none is slow to read.
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_BASED = re.compile(r"0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
# Without `.inf` and `.nan` of the core schema: no rule can compute with them.
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
NO_LINE_ENDS = re.compile("[\x85\u2028\u2029]")
"""The characters that end a line in YAML 1.1 only, not in YAML 1.2 or an editor; they are read as blanks."""
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""A character that cannot be printed, and may command a terminal."""


@dataclass(slots=True)
class Node:
    """Hold a value as the file writes it; an alias shares the value and the children of its anchor.

    ``start`` and ``end`` are offsets into the text. A collection in block style ends where its last part does.
    """

    place: Place
    start: int
    end: int
    plain: Plain = None
    children: "list[tuple[str, Place, Node]] | list[Node] | None" = None
    size: int = 1
    depth: int = 1
    flow: bool = False  # Whether it is a mapping in braces or a list in brackets
    is_alias: bool = False

    @property
    def parts(self) -> "list[Node]":
        """Return the values of a mapping, or the entries of a list."""
        return [child[2] if isinstance(child, tuple) else child for child in self.children or ()]


@dataclass(slots=True)
class Frame:
    """Hold a mapping or a list that is being read."""

    node: Node
    mapping: bool
    anchor: str | None
    key: tuple[str, Place] | None = None  # The key whose value comes next, and where it is
    key_end: int = 0  # The offset into the text where that key ends
    seen: dict[str, Place] = field(default_factory=dict)  # The keys so far
    is_merge: bool = False  # Whether the next value is that of a merge key
    merged: list[Node] = field(default_factory=list)  # The values of merge keys

    @property
    def awaits_key(self) -> bool:
        """Return whether a key comes next."""
        return self.mapping and self.key is None


class Reader:
    """Build nodes from the events of PyYAML's parser, without recursion, so that no depth can break it."""

    def __init__(self, text: str) -> None:
        self.root: Node | None = None
        self.end = len(text)
        """The offset where the document ends: at the end of the text, or at its closing ``...``."""
        self.fatal: Diagnostic | None = None
        self.diagnostics: list[Diagnostic] = []
        self.stack: list[Frame] = []  # The mappings and lists that are open, outermost first
        self._text = text
        self._lines = LINE_END.split(text)
        after_line_ends = f"\n{text}"  # the first line, too
        self._has_slips = any(re.search(sign, after_line_ends) for sign in slips.SIGNS)
        self._has_document = False
        self._doubled: list[Place] = []  # The places where keys are written again
        self.merged: list[Place] = []  # Where the values of merge keys are
        self._anchors: dict[str, Node | None] = {}
        self._unused: dict[str, tuple[str, Place]] = {}
        """The anchors of texts and numbers that no alias has used so far, with what is written, and where they are."""
        self._cut: dict[int, Node] = {}  # Texts that a comma ended, by their identity

    @property
    def path(self) -> KeyPath:
        """Return the path of what comes next: of a value or an entry, or of the mapping that awaits a key."""
        steps = (
            frame.key[0] if frame.key else None if frame.mapping else len(frame.node.parts) for frame in self.stack
        )
        return tuple(step for step in steps if step is not None)

    def read(self) -> None:
        """Read the document into ``root``, ``fatal`` and ``diagnostics``. Raises yaml.YAMLError."""
        for _ in self.events():
            pass
        for text in self._cut.values():
            written = slips.in_double_quotes(text.plain)
            message, hint = "a comma ends a text inside { }", f"put the text in quotes: {written}"
            self.diagnostics.append(error(message, code="yaml/comma", hint=hint, place=text.place, fix=written))
        # An anchor that nothing repeats was most likely meant as a part of the text.
        for name, (written, place) in self._unused.items():
            message = f"`&{name}` is the name of a value to YAML, and not part of the text"
            hint = f"put the text in quotes if it is: {slips.in_double_quotes(' '.join(written.split()))}"
            self.diagnostics.append(warning(message, code="yaml/anchors", hint=hint, place=place))
        if more := self._doubled[limits.SCHEMA_ERRORS :]:
            message = f"{len(more):,} more keys are written twice, the first of them here"
            hint = f"at most {limits.SCHEMA_ERRORS:,} places are reported one by one; fix those first"
            self._report("yaml/doubled-key", message, more[0], hint)

    def events(self) -> Iterator[Any]:
        """Yield each event of the parser, then take it in; end with the first that is fatal. Raises yaml.YAMLError."""
        # One blank for one character: all offsets stay the same.
        loader = LOADER(NO_LINE_ENDS.sub(" ", self._text))
        # Not by `yaml.parse`, which takes two more calls for each event.
        for event in iter(loader.get_event, None):
            yield event
            kind = type(event)
            if kind in _WITH_TAGS and event.tag is not None and event.tag != "!":
                message = f"`{event.tag.replace('tag:yaml.org,2002:', '!!')}` is a tag to YAML, and not part of a text"
                hint = "put a text that starts with ! in quotes, or remove the tag"
                self._report("yaml/tag", message, _place(event), hint)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self._open(event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                if self._has_document:
                    message = "this line starts a second document in the file"
                    hint = "remove the line, or put what follows into a file of its own"
                    self._report("yaml/documents", message, _place(event), hint, is_fatal=True)
                self._has_document = True
            elif kind is yaml.DocumentEndEvent and event.explicit and event.start_mark is not None:
                self.end = event.start_mark.index
            if self.fatal is not None:
                return

    def _report(self, code: str, message: str, place: Place, hint: str = "", *, is_fatal: bool = False) -> None:
        diagnostic = error(message, code=code, hint=hint, place=place)
        if is_fatal:
            self.fatal = diagnostic
        else:
            self.diagnostics.append(diagnostic)

    def _open(self, event: Any) -> None:
        mapping = isinstance(event, yaml.MappingStartEvent)
        place = _place(event)  # `_close` sets the end
        at = event.start_mark.index, event.end_mark.index
        node = Node(place, *at, {} if mapping else [], [], flow=bool(event.flow_style))
        if self.stack and self.stack[-1].awaits_key:
            self._report(*_NO_KEY, place, _IN_BRACES, is_fatal=True)
            return
        if event.anchor:
            # None while it is open, so that an alias inside it is recognised.
            self._anchors[event.anchor] = None
        self.stack.append(Frame(node, mapping, event.anchor))
        if len(self.stack) > limits.NESTING:
            message = f"mappings and lists are nested more than {limits.NESTING} deep here"
            self._report("yaml/too-deep", message, place, is_fatal=True)

    def _close(self, event: Any) -> None:
        frame = self.stack.pop()
        # Merge keys of YAML 1.1 are reported, and nothing should seem to be missing as well.
        around = frame.node
        for node in frame.merged:
            for mapping in [node] if isinstance(node.plain, dict) else node.parts:
                for key, _, inner in mapping.children if isinstance(mapping.plain, dict) else ():  # type: ignore
                    if key not in around.plain:
                        # As an alias, which no edit changes: what is there belongs to the anchor.
                        at = node.place, node.start, node.end
                        alias = Node(*at, inner.plain, inner.children, inner.size, inner.depth, is_alias=True)
                        around.plain[key] = inner.plain
                        around.children.append((key, node.place, alias))  # type: ignore[union-attr, arg-type]
        end = event.end_mark if event.end_mark.index > event.start_mark.index else event.start_mark
        if end is event.end_mark:
            frame.node.end = end.index
        elif parts := frame.node.parts:  # the parser ends block style where the next thing begins
            frame.node.end = parts[-1].end
        place = frame.node.place
        frame.node.place = Place(place.line, place.column, end.line + 1, end.column + 1)
        if frame.anchor:
            self._anchors[frame.anchor] = frame.node
        self._add(frame.node)

    def _scalar(self, event: Any) -> None:
        place = _place(event)
        text = event.value
        # Only an escape in double quotes makes one: others end the reading before it begins.
        if event.style == '"' and (control := CONTROL.search(text)) is not None:
            message = f"the text holds the control character U+{ord(control[0]):04X}"
            self._report("yaml/control-character", message, place)
            text = CONTROL.sub("\ufffd", text)

        # `implicit[0]` is true for texts without quotes.
        plain = event.implicit[0] and event.tag is None
        value = resolve(text) if plain else text
        if plain and isinstance(value, str) and (self._has_slips or place.end_line > place.line):
            self.diagnostics += slips.of_text(text, place, self._lines)
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.mapping and frame.key is None:
            frame.key, frame.key_end = (text, place), event.end_mark.index
            if plain and text == MERGE_KEY:
                frame.is_merge = True
                message, hint = "merge keys are not read; write the entries out", "a name that is << must be in quotes"
                self._report("yaml/merge", message, place, hint)
            if plain and not frame.node.flow:
                self.fatal = slips.in_key(text, place)
            return
        if plain and isinstance(value, str):
            self.fatal = slips.in_value(text, place, self._lines)
            if self.fatal is not None:  # what else is wrong with such a text would only follow from it
                return
        if plain and not text and frame is not None and self._is_more_than_a_key(frame, event):
            return

        node = Node(place, event.start_mark.index, event.end_mark.index, value)
        # An entry or a key may have lost its text to the sign of comments, as in `- #1 fan`.
        if plain and not text and frame is not None and not frame.node.flow:
            after = self._lines[place.line - 1][place.column - 1 :]
            if sign := re.match(r"\s+#(?=\d|[0-9a-fA-F]{6}\b)", after):
                lost = node.plain = after[sign.end() - 1 :].split(" #")[0].rstrip()
                column, written = place.column + sign.end() - 1, slips.in_double_quotes(lost)
                where = Place(place.line, column, place.line, column + len(lost))
                message, hint = "what follows # is a comment to YAML: nothing is here", f"put it in quotes: {written}"
                self.diagnostics.append(error(message, code="yaml/comment", hint=hint, place=where, fix=written))
        if event.anchor:
            self._anchors[event.anchor] = node
            self._unused.setdefault(event.anchor, (self._text[node.start : node.end], place))
        self._add(node)

    def _is_more_than_a_key(self, frame: Frame, event: Any) -> bool:
        """Return whether a key in braces without a colon was meant as more than a key, and read it as that.

        ``event`` is its empty value. Such a key is a key and a value (`strength:3`, `strength 3`), or the rest of the
        value before it, which a comma cut.
        """
        if not (frame.node.flow and frame.mapping and frame.key):
            return False
        if ":" in self._text[frame.key_end : event.start_mark.index]:
            return False
        text, place = frame.key
        is_plain = self._lines[place.line - 1].startswith(text, place.column - 1)
        found = re.fullmatch(slips.KEY_AND_VALUE, text) if is_plain else None
        if found is None:
            # A word after a text is its rest, as in `Sailor, aged 30`; after another value it may be a key.
            if self._is_rest_of_a_value(frame, text, place):
                return True
            found = re.fullmatch(slips.KEY_AND_NUMBER, text) if is_plain else None
        if found is None:
            return False

        key, written = found.groups()
        column = place.column + len(key)
        if text[len(key)] == ":":
            diagnostic = slips.missing_space(place.line, column, ":", f"{key}: {short(written, 40)}")
        else:
            message, hint = f"a colon is missing after `{key}`", f"write `{key}: {written}`"
            gap = Place(place.line, column, place.line, place.end_column - len(written))
            diagnostic = error(message, code="yaml/blank", hint=hint, place=gap, fix=": ")
        if written[0] in "\"'":  # a comma inside the quotes has cut the text: nothing after it can be trusted
            self.fatal = diagnostic
            return True
        self.diagnostics.append(diagnostic)
        frame.key = key, Place(place.line, place.column, place.line, column)
        value_place = Place(place.line, place.end_column - len(written), place.line, place.end_column)
        self._add(Node(value_place, frame.key_end - len(written), frame.key_end, resolve(written)))
        return True

    def _is_rest_of_a_value(self, frame: Frame, word: str, place: Place) -> bool:
        """Return whether a word in braces without a colon is the rest of the value before it, and add it there."""
        if not frame.node.children:
            return False
        key, _, before = frame.node.children[-1]  # type: ignore[misc]
        written = self._text[before.start : frame.key_end]
        is_next = (before.place.end_line, before.place.end_column + 1) == (place.line, place.column)
        if is_next and word.isdecimal() and type(before.plain) is int and not before.is_alias:
            # Its decimals, as in `3,5`: the schema reports it, with what to write.
            before.plain = f"{self._text[before.start : before.end]},{word}"
        elif isinstance(before.plain, str) and self._text[before.start] not in "'\"":
            # Across a line end, the text as written has a line break and an indentation, which YAML reads as one blank.
            before.plain = f"{before.plain}, {word}" if "\n" in written else written
            # By identity: several commas may cut one text, which is reported once, with all of them.
            self._cut[id(before)] = before
        else:
            return False
        frame.node.plain[key], before.end = before.plain, frame.key_end
        before.place = Place(before.place.line, before.place.column, place.end_line, place.end_column)
        frame.key = None
        return True

    def _alias(self, event: Any) -> None:
        place, name = _place(event), event.anchor
        self._unused.pop(name, None)
        target = self._anchors.get(name)
        if name not in self._anchors:
            rest = self._lines[place.line - 1][place.column - 1 :].split(" #")[0]
            if self.stack and self.stack[-1].node.flow:
                rest = re.split(r"[,\]}]", rest, maxsplit=1)[0]
            hint = f"a text that starts with * must be in quotes: {slips.in_double_quotes(rest.rstrip())}"
            message = f"`*{name}` repeats `&{name}`, which is not above"
            self._report("yaml/anchors", message, place, hint, is_fatal=True)
        elif target is None:
            message = f"`*{name}` is inside its own anchor and would never end"
            self._report("yaml/anchors", message, place, is_fatal=True)
        elif not (self.stack and self.stack[-1].awaits_key):
            at = place, event.start_mark.index, event.end_mark.index
            self._add(Node(*at, target.plain, target.children, target.size, target.depth, is_alias=True))
        elif target.children is None:
            self.stack[-1].key = (str(target.plain), place)
        else:
            self._report(*_NO_KEY, place, _IN_BRACES, is_fatal=True)

    def _add(self, node: Node) -> None:
        """Add a value to the mapping or list that is open."""
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        # An alias counts with all that it repeats: nested anchors grow exponentially (the "billion laughs").
        around = frame.node
        around.size += node.size
        if around.depth <= node.depth:
            around.depth = node.depth + 1
        if around.size > limits.VALUES or len(self.stack) + node.depth > limits.NESTING + 1:
            code = "yaml/anchors" if node.size > 1 else "yaml/too-large"
            message = f"written out, this comes to more than {limits.VALUES:,} values or {limits.NESTING} levels"
            self._report(code, message, node.place, "a concept needs no nested anchors", is_fatal=True)
        elif frame.key is None:
            around.plain.append(node.plain)
            around.children.append(node)  # type: ignore[union-attr, arg-type]
        else:
            (key, place), frame.key = frame.key, None
            if frame.is_merge:
                frame.is_merge = False
                frame.merged.append(node)
                self.merged.append(node.place)
                return
            if key in frame.seen:
                # The first one's value is kept.
                self._doubled.append(place)
                if len(self._doubled) <= limits.SCHEMA_ERRORS:
                    first = frame.seen[key]
                    where = f"lines {first.line} and {place.line}" if first.line != place.line else f"line {first.line}"
                    found = error(
                        f"`{key}` appears twice ({where})",
                        *self.path,
                        key,
                        code="yaml/doubled-key",
                        hint="keep one of them",
                        place=place,
                        related=(note("first here", place=first),),
                    )
                    self.diagnostics.append(found)
                return
            frame.seen[key] = place
            around.plain[key] = node.plain
            around.children.append((key, place, node))  # type: ignore[union-attr, arg-type]


_WITH_TAGS = frozenset({yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent})
_NO_KEY = ("yaml/key", "a list or braces cannot be a key")
_IN_BRACES = "a text in {braces} must be in quotes"


def resolve(text: str) -> Plain:
    """Return the value of a plain scalar by the core schema of YAML 1.2.

    >>> resolve("yes"), resolve("12:30"), resolve("-5"), resolve("2.5"), resolve("True"), resolve("~")
    ('yes', '12:30', -5, 2.5, True, None)
    """
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text[0] not in _STARTS_OF_NUMBERS:
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    # Beyond the range of floats, as in `1e999`, is infinity, which no rule or weight can compute with.
    if _DECIMAL.fullmatch(text) and len(text) < 40 and isfinite(number := float(text)):
        return number
    return text


def as_held(data: Plain, path: KeyPath, key: Callable[[dict[str, Plain], str], str | None]) -> tuple[KeyPath, KeyPath]:
    """Return a path without the steps that data leaves out, and the part of it that data has, as it is spelled there.

    Steps are left out where the value of a later one replaces them. ``key`` finds a step among the keys of a mapping.

    >>> spell = lambda held, step: next((key for key in held if key.lower() == step), None)
    >>> as_held({"Attributes": {"Will": 3}}, ("attributes", "soul", "will", "level"), spell)
    (('attributes', 'will', 'level'), ('Attributes', 'Will'))
    """
    kept: KeyPath = ()
    held: KeyPath = ()
    for number, step in enumerate(path):
        if step == 0 and isinstance(data, dict):  # one entry without its list
            continue
        if isinstance(data, dict) and isinstance(step, str):
            spelled: str | int | None = key(data, step)
            following = path[number + 1] if number + 1 < len(path) else 0
            if spelled is None and isinstance(following, str) and key(data, following) is not None:
                continue
        else:
            spelled = step if isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data) else None
        if spelled is None:
            return (*kept, *path[number:]), held
        kept, held, data = (*kept, step), (*held, spelled), data[spelled]
    return kept, held


def _place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    # Two thirds of the time of `Place(...)`, for each of the thousands of values of a file.
    return tuple.__new__(Place, (start.line + 1, start.column + 1, end.line + 1, end.column + 1))
