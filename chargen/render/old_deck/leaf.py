"""What is to be set, and what has been: pages as data that travels between processes and is kept in files."""

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chargen.core.sheet import Sheet
from chargen.render.paper import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A document to be set: a sheet, a card's face, a page of a roster."""

    markup: str
    """A whole HTML document, without a style sheet."""
    paper: Paper
    """The size of its pages."""
    title: str
    """What its bookmark says."""
    style: str = "sheet"
    """Its style sheet: ``sheet`` for page.css, and ``card`` for card.css."""
    sheet: Sheet | None = None
    """The sheet it is made from, which says how many pages it should take; None for what has one page."""
    back: str = ""
    """The document of its back, where it has one; of one page, like its front."""


@dataclass(frozen=True, slots=True)
class Art:
    """A page of a file, or a part of it, that is drawn as one thing: the fixed part of a shape, or a drawing."""

    file: str
    """The key of the file in `Part.files`."""
    page: int
    """Counted from 0."""
    box: tuple[float, float, float, float]
    """Left, bottom, right and top of what is shown, in points."""


@dataclass(frozen=True, slots=True)
class SetPage:
    """A page that is set: texts as drawing operators over its fixed part."""

    size: tuple[float, float]
    """Width and height in points."""
    arts: tuple[tuple[str, float, float], ...]
    """What is drawn below the texts: the key of an art, and where its lower left corner goes, in points."""
    content: bytes = b""
    """The texts, compressed (zlib)."""


@dataclass(frozen=True, slots=True)
class SetLeaf:
    """A document that is set."""

    title: str
    pages: tuple[SetPage, ...]
    back: SetPage | None = None
    overflow: str = ""
    """What of a sheet did not fit where it should; empty where all does."""
    by_shape: bool = True
    """Whether it was set into places, rather than laid out by itself."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some leaves in order, with all they are drawn with; independent of other parts."""

    leaves: tuple[SetLeaf, ...]
    arts: Mapping[str, Art] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    """PDF files that arts are taken from."""
    glyphs: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    """By the number of a face in `fonts.FACES`, the glyphs of the texts, each with the letters it stands for."""
    problems: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        """The part as bytes, for a file: plain data, which is no danger to whoever reads it."""
        blobs: list[bytes] = []

        def put(content: bytes) -> int:
            blobs.append(content)
            return len(blobs) - 1

        def page(each: SetPage | None) -> Any:
            return None if each is None else [each.size, each.arts, put(each.content)]

        head = {
            "leaves": [
                [leaf.title, [page(each) for each in leaf.pages], page(leaf.back), leaf.overflow, leaf.by_shape]
                for leaf in self.leaves
            ],
            "arts": {key: [art.file, art.page, art.box] for key, art in self.arts.items()},
            "files": {key: put(content) for key, content in self.files.items()},
            "glyphs": {face: dict(glyphs) for face, glyphs in self.glyphs.items()},
            "problems": self.problems,
            "lengths": [],
        }
        head["lengths"] = [len(blob) for blob in blobs]
        packed = zlib.compress(json.dumps(head).encode(), 1)
        return b"".join([struct.pack(">Q", len(packed)), packed, *blobs])

    @classmethod
    def from_bytes(cls, data: bytes) -> "Part":
        """The part that was made bytes of. Raises ValueError where it is none."""
        try:
            (length,) = struct.unpack_from(">Q", data)
            head = json.loads(zlib.decompress(data[8 : 8 + length]))
            start = 8 + length
            blobs = []
            for each in head["lengths"]:
                blobs.append(data[start : start + each])
                start += each
            if start != len(data):
                raise ValueError("it is cut short")

            def page(given: Any) -> SetPage:
                size, arts, content = given
                return SetPage((size[0], size[1]), tuple((key, x, y) for key, x, y in arts), blobs[content])

            return cls(
                leaves=tuple(
                    SetLeaf(title, tuple(map(page, pages)), page(back) if back else None, overflow, by_shape)
                    for title, pages, back, overflow, by_shape in head["leaves"]
                ),
                arts={key: Art(file, number, tuple(box)) for key, (file, number, box) in head["arts"].items()},
                files={key: blobs[index] for key, index in head["files"].items()},
                glyphs={
                    int(face): {int(glyph): letters for glyph, letters in glyphs.items()}
                    for face, glyphs in head["glyphs"].items()
                },
                problems=tuple(head["problems"]),
            )
        except (KeyError, IndexError, TypeError, struct.error, zlib.error) as fault:
            raise ValueError(f"this is no part of a deck: {fault}") from fault
