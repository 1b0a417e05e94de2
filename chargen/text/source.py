"""Read YAML text, with a place for every key and value.

The dialect is YAML 1.2's core schema and plain data only: ``yes``, ``on`` and ``12:30`` are text, tags are
refused, a key may appear once, anchors may not grow exponentially. Every error becomes a diagnostic.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import yaml

from chargen.text import limits
from chargen.text.diagnostic import IN_QUOTES, Diagnostic, KeyPath, Place, error
from chargen.text.names import find_same, listing
from chargen.text.parts import find_value
from chargen.text.reader import CONTROL, LINE_END, Node, Plain, Reader, as_held

START = Place(1, 1, 1, 1)  # The start of a file


@dataclass(frozen=True)
class Source:
    """Hold a file as it was read: its text, its plain data and the place of every part of it."""

    name: str
    text: str
    data: Plain = None
    diagnostics: tuple[Diagnostic, ...] = ()
    root: Node | None = None
    """Its data with offsets into the text, to edit it; None where it could not be read."""
    end: int = 0  # The offset where the document ends: at the end of the text, or at its closing `...`
    content: bytes = b""
    """The file's own bytes, with the original line ends and all else that the text does not keep."""
    merged: frozenset[Place] = frozenset()
    """Where the values of merge keys are, which are reported as a whole."""

    @cached_property
    def spans(self) -> Mapping[KeyPath, tuple[Place, Place | None]]:
        """Return the place of every value, and of its key in a mapping; nothing where the text could not be read."""
        spans: dict[KeyPath, tuple[Place, Place | None]] = {}
        todo: list[tuple[KeyPath, Place | None, Node]] = [((), None, self.root)] if self.root else []
        while todo:
            path, key, node = todo.pop()
            spans[path] = node.place, key
            children: list[Any] = list(node.children or ())
            parts = ((index, None, child) if isinstance(child, Node) else child for index, child in enumerate(children))
            # From the last one: what is taken next is the first.
            todo += [((*path, step), place, value) for step, place, value in parts][::-1]
        return spans

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines of the text, without their ends."""
        return LINE_END.split(self.text)

    @property
    def line_end(self) -> str:
        """Return the end of the first line, which new lines get, too."""
        return (LINE_END.search(self.text) or ["\n"])[0]

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """Return the place of the value at ``path`` (with ``key``, of its key), or of the nearest part around it.

        A path may spell a key in another way than the file does (``hit_points`` for ``Hit Points``).
        """
        written, complete = self.as_written(path)
        node, key_place = self.root, None
        if node is None:
            return START
        # Not by `spans`: a check asks for a few places of many.
        for step in written:
            children: Any = node.children
            if isinstance(step, int):
                key_place, node = None, children[step]
            else:
                _, key_place, node = next(child for child in children if child[0] == step)
        return key_place if key_place is not None and key and complete else node.place

    def marked(self, diagnostic: Diagnostic) -> Place:
        """Return the place to mark for a diagnostic, within one line; of another file, the key that names it."""
        where = diagnostic.place or START
        if diagnostic.file != self.name:
            where = self.place(("campaign",) if "campaign" in (self.data or ()) else ("extends",))
        # An error about a section would mark all of it, and hide errors inside.
        if where.end_line == where.line:
            return where
        line = self.lines[where.line - 1] if where.line <= len(self.lines) else ""
        return Place(where.line, where.column, where.line, max(where.column, len(line.rstrip()) + 1))

    def as_written(self, path: KeyPath) -> tuple[KeyPath, bool]:
        """Return the longest part of ``path`` that the file holds, in the file's spelling, and whether it is complete.

        An entry that is written without its list is the first of that list.
        """
        steps, written = as_held(self.data, path, self.spelled)
        # A text or a number may be an entry without its list, too.
        return written, all(step == 0 for step in steps[len(written) :])

    def spelled(self, data: Mapping[str, object], key: str) -> str | None:
        """Return a key as a mapping spells it, or None where it has no such key."""
        return key if key in data else find_same(key, data) or None

    def with_text(self, text: str) -> "Source":
        """Return the file with another text, read again; a byte order mark at its start stays."""
        return load(self.name, (BOM_UTF8 if self.content.startswith(BOM_UTF8) else b"") + text.encode())

    def locate(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the diagnostics with file, line and column. Only this method turns paths into places.

        What is about an entry that a merge key would add only follows from that key.
        """
        located = (
            self._located(diagnostic)
            if diagnostic.place is None
            else replace(diagnostic, file=diagnostic.file or self.name)
            for diagnostic in diagnostics
        )
        return tuple(diagnostic for diagnostic in located if diagnostic.place not in self.merged)

    def _located(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic with its place, with its fix where writing it there loses nothing, and with its hint.

        A fix is a text, a number, or the list that a text was meant as. Where a mapping is in that place, the fix is
        for its name, and where nothing else is known it is dropped: the other values of the mapping would be lost.
        """
        place, fix, hint = self.place(diagnostic.path, key=diagnostic.key), diagnostic.fix, diagnostic.hint
        written, is_complete = self.as_written(diagnostic.path)
        value = find_value(self.data, written)
        if fix is not None and not (diagnostic.key and is_complete):
            is_list = fix.startswith("[")
            # In place of a longer list, a fix for one entry would remove the others.
            is_one = not isinstance(value, dict) and (not isinstance(value, list) or len(value) == 1)
            is_entry = is_list and bool(written) and isinstance(written[-1], int)
            name = self.spelled(value, "name") if isinstance(value, dict) and is_complete and not is_list else None
            if isinstance(value, dict) and name is not None and isinstance(value[name], str):
                place = self.place((*written, name))
            elif not is_one or diagnostic.key or is_entry:
                fix = None

        # A number may be short for a mapping with it, where the path goes further down.
        if hint.startswith(IN_QUOTES) and written and self.root is not None and isinstance(value, int | float):
            at = self.place(written)
            number = self.lines[at.line - 1][at.column - 1 : at.end_column - 1]
            bare = re.sub(r"([&!]\S*\s+)*", "", number)  # without the anchor and the tag before it
            hint = f'{IN_QUOTES}"{bare}"'
        elif diagnostic.mentions and self.root is None:  # plain data that was not read from text has no lines
            paths = listing(f"`{'.'.join(map(str, path))}`" for path in diagnostic.mentions)
            hint = hint.replace("{lines}", paths)
        elif diagnostic.mentions:
            lines = sorted({self.place(path).line for path in diagnostic.mentions})
            hint = hint.replace("{lines}", f"{'line' if len(lines) == 1 else 'lines'} {listing(lines)}")
        related = tuple(replace(other, place=self.place(other.path, key=other.key)) for other in diagnostic.related)
        return replace(diagnostic, file=self.name, place=place, fix=fix, hint=hint, related=related)


def load(name: str, content: bytes) -> Source:
    """Read the bytes of a YAML file. Its errors are in the source's ``diagnostics``.

    ``name`` is the name of the file in diagnostics. ``data`` is None where nothing could be read.
    """
    text, refused = _decoded(content)
    reader = Reader(text)
    if refused is None:
        try:
            reader.read()
            refused = reader.fatal
        except yaml.YAMLError as exc:
            from chargen.text import syntax_error  # imported here: most files have no such error

            refused = syntax_error.explain(exc, text)
    root = reader.root
    if refused is None and (root is None or (root.children is None and root.plain is None)):
        message = "the file is empty" if not text.strip() else "the file holds no data, only comments or spaces"
        refused = error(message, code="yaml/empty", hint="`chargen new SYSTEM` writes a starter concept", place=START)
    if refused is not None:
        return Source(name, text, diagnostics=(replace(refused, file=name),), content=content)
    assert root is not None
    diagnostics = tuple(replace(diagnostic, file=name) for diagnostic in reader.diagnostics)
    return Source(name, text, root.plain, diagnostics, root, reader.end, content, frozenset(reader.merged))


def find_program(content: bytes) -> tuple[str, str]:
    """Return what a file of another program is, and what to do about it; two empty texts for plain text."""
    start = content[:_START].removeprefix(BOM_UTF8).lstrip().lower()
    return next(((kind, hint) for sign, kind, hint in _OF_OTHER_PROGRAMS if start.startswith(sign)), ("", ""))


def _decoded(content: bytes) -> tuple[str, Diagnostic | None]:
    """Return the text of a file, and why it is none that could be YAML."""
    # Before the size: a large PDF or picture is the wrong file, and not a long one.
    kind, hint = find_program(content)
    if kind:
        return "", error(f"this is {kind}, not a character file", code="yaml/foreign", hint=hint, place=START)
    if len(content) > limits.CONCEPT_BYTES:
        message = f"the file is larger than {limits.CONCEPT_BYTES // 1024} KiB and was not read"
        hint = "a concept is a page or two of text; is this the right file?"
        return "", error(message, code="yaml/too-large", hint=hint, place=START)

    hint = "save the file again, with the encoding UTF-8"
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or content[:_START].count(0) * 3 > len(content[:_START]):
        return "", error("the file is UTF-16, not UTF-8", code="yaml/encoding", hint=hint, place=START)
    code = "yaml/encoding"
    try:
        text = content.decode("utf-8-sig")
        # Before the parser, which would refuse the character in words that no player understands.
        control = CONTROL.search(text)
        if control is None:
            return text, None
        message = f"the file holds the control character U+{ord(control[0]):04X} and was not read further"
        code, hint, before = "yaml/control-character", "remove the invisible character", text[: control.start()]
    except UnicodeDecodeError as exc:
        message = f"byte 0x{content[exc.start]:02X} is not UTF-8"
        letter = content[exc.start : exc.start + 1].decode("cp1252", errors="replace")
        if letter.isprintable() and letter != "\ufffd":
            message += f"; in Windows-1252 it is {letter}"
        text, before = (part.decode("utf-8-sig", errors="replace") for part in (content, content[: exc.start]))
    lines = LINE_END.split(before)
    place = Place(len(lines), len(lines[-1]) + 1, len(lines), len(lines[-1]) + 2)
    return text, error(message, code=code, hint=hint, place=place)


_START = 64
"""The bytes in which UTF-16 without a mark is recognized: of Latin letters, every second byte is zero."""
_AS_TEXT = "save it as plain text in UTF-8, with a name that ends in .yaml"
_PICTURE = "a character names its picture: `portrait: me.png`"
_OF_OTHER_PROGRAMS = (
    (b"%pdf-", "a PDF", "`chargen extract` reads the character from a sheet of chargen"),
    (b"{\\rtf", "an RTF document", _AS_TEXT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Word document", _AS_TEXT),
    (b"pk\x03\x04", "an office document or an archive", f"{_AS_TEXT}, or a table of NPCs as CSV"),
    (b"\x1f\x8b", "an archive", "unpack it first"),
    (b"\x89png", "a picture", _PICTURE),
    (b"\xff\xd8\xff", "a picture", _PICTURE),
    (b"gif8", "a picture", _PICTURE),
    *((sign, "a web page", "copy the text of the page into a plain text file") for sign in (b"<!doctype", b"<html")),
    *((sign, "an XML file", _AS_TEXT) for sign in (b"<?xml", b"<svg")),
)
"""How the files of other programs begin, in small letters, what they are, and what to do."""
