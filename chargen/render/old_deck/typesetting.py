"""Words as glyphs of a typeface: how wide they are, and the operators that draw them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from chargen.render import fonts

if TYPE_CHECKING:
    import uharfbuzz


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set; lengths in CSS pixels."""

    face: int
    """The number of its face in `fonts.FACES`."""
    size: float
    letter_spacing: float = 0
    word_spacing: float = 0
    features: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Set:
    """A text that is set."""

    width: float
    """In CSS pixels."""
    operand: bytes
    """What a PDF's ``TJ`` draws."""
    glyphs: frozenset[tuple[int, str]]
    """The glyphs it shows, each with the letters it stands for."""


class Typesetter:
    """Sets texts, and remembers those it has set."""

    REMEMBERED = 60_000
    """So many texts are remembered; then it starts anew, which bounds its memory."""

    def __init__(self) -> None:
        self._set: dict[tuple[Type, str], Set | None] = {}

    def set(self, text: str, type_: Type) -> Set | None:
        """The text in that type; None where the face lacks one of its letters."""
        key = (type_, text)
        if key not in self._set:
            if len(self._set) >= self.REMEMBERED:
                self._set.clear()
            self._set[key] = _shaped(text, type_)
        return self._set[key]


def _shaped(text: str, type_: Type) -> Set | None:
    import uharfbuzz

    if not text:
        return Set(0, b"[]", frozenset())
    face = loaded(type_.face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(face.font, buffer, dict(type_.features))
    size = type_.size
    width = 0.0
    shown: list[str] = []
    run: list[str] = []
    glyphs: set[tuple[int, str]] = set()
    previous = -1
    infos = buffer.glyph_infos
    starts = [*sorted({info.cluster for info in infos}), len(text)]
    following = dict(pairwise(starts))
    for info, position in zip(infos, buffer.glyph_positions, strict=True):
        glyph = info.codepoint
        if glyph == 0 or position.x_offset or position.y_offset:
            return None
        advance = position.x_advance / face.units * 1000
        extra = 0.0
        if info.cluster != previous:
            extra += type_.letter_spacing / size * 1000
            if text[info.cluster] == " ":
                extra += type_.word_spacing / size * 1000
        previous = info.cluster
        run.append(f"{glyph:04x}")
        glyphs.add((glyph, text[info.cluster : following[info.cluster]]))
        tighter = int(face.width(glyph) - advance - extra)  # cut off, as the printer does it
        if tighter:
            shown.append(f"<{''.join(run)}>{tighter}")
            run = []
        width += advance + extra
    if run:
        shown.append(f"<{''.join(run)}>")
    return Set(width * size / 1000, f"[{''.join(shown)}]".encode(), frozenset(glyphs))


@dataclass(frozen=True, slots=True)
class Loaded:
    """A face that is ready to be set in."""

    face: "uharfbuzz.Face"
    font: "uharfbuzz.Font"
    units: int
    widths: dict[int, int] = field(default_factory=dict)

    def width(self, glyph: int) -> int:
        """How far a glyph goes, in thousandths of the size, as a PDF states it."""
        found = self.widths.get(glyph)
        if found is None:
            found = self.widths[glyph] = round(self.font.get_glyph_h_advance(glyph) / self.units * 1000)
        return found


@cache
def loaded(number: int) -> Loaded:
    """The face of that number, ready to be set in."""
    import uharfbuzz

    face = fonts.loaded(fonts.FACES[number])
    return Loaded(face, uharfbuzz.Font(face), face.upem)


@cache
def faces() -> Mapping[tuple[str, int, str], int]:
    """The numbers of our faces by family, weight and style."""
    return {(face.family, face.weight, face.style): number for number, face in enumerate(fonts.FACES)}


@cache
def letters(number: int) -> Mapping[int, str]:
    """The letter that each glyph of a face stands for; where it is several, the first."""
    found: dict[int, str] = {}
    for code in sorted(loaded(number).face.unicodes):
        glyph = loaded(number).font.get_nominal_glyph(code)
        if glyph:
            found.setdefault(glyph, chr(code))
    return found
