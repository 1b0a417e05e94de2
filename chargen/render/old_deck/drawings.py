"""Drawings, each drawn once: bars, boxes and charts, by the printer itself."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

from chargen.render.deck.leaf import Art
from chargen.render.deck.markup import DRAWING
from chargen.render.deck.shape import Glyphs
from chargen.render.deck.typesetting import faces, letters
from chargen.render.paper import Paper
from chargen.render.press import Press
from chargen.render.theme import Theme

if TYPE_CHECKING:
    from chargen.render.printer import Printer

BOARD = Paper("drawing board", 460, 460)
"""What drawings are drawn on, each on a page of its own."""
FIRST = '<div style="break-after:page"></div>'
"""The first page has margins of its own: it stays empty, so that a drawing is the same whatever it is drawn with."""
REMEMBERED = 4_000
"""So many drawings are remembered; then it starts anew, which bounds its memory."""
_WEIGHTS = {"semi-bold": 600, "bold": 700}


Asked: TypeAlias = tuple[str, float, float, tuple[float, ...]]
"""A drawing, its width and height, and the widths of its borders."""


@dataclass(slots=True)
class Board:
    """The drawings of a look."""

    theme: Theme
    press: Press
    drawn: dict[str, tuple[Art, bytes]] = field(default_factory=dict)
    glyphs: dict[str, Glyphs] = field(default_factory=dict)
    """The glyphs in a drawing: the number of a face, the glyph, and the letters it stands for."""
    asked: dict[Asked, str] = field(default_factory=dict)
    wanted: dict[str, Asked] = field(default_factory=dict)

    def ask(self, drawing: str, width: float, height: float, borders: tuple[float, ...] = ()) -> str:
        """The key of a drawing of that size in CSS pixels; it is drawn with the others that are asked for."""
        asked = (drawing, width, height, borders)
        key = self.asked.get(asked)
        if key is None:
            text = f"{drawing} {width:.2f} {height:.2f} {borders}"
            key = self.asked[asked] = "d-" + sha256(text.encode()).hexdigest()[:24]
            if key not in self.drawn:
                self.wanted[key] = asked
        return key

    def draw(self, printer: "Printer") -> None:
        """Draw what was asked for."""
        if not self.wanted:
            return
        from chargen.render.printer import Look

        wanted, self.wanted = self.wanted, {}
        pages = "".join(
            f'<div style="break-after:page">{_alone(*each, number)}</div>'
            for number, each in enumerate(wanted.values())
        )
        look = Look(BOARD, self.theme, 0, self.press.profile, counted=False)
        document = printer.lay_out(f"<html><body>{FIRST}{pages}</body></html>", look)
        places = [_place(page) for page in document.pages[1 : 1 + len(wanted)]]
        content = printer.write([document], self.press)
        for number, (key, its) in enumerate(zip(wanted, _separate(content, len(wanted)), strict=True)):
            left, bottom, right, top = places[number]
            box = (left, bottom, right, top)
            self.drawn[key] = Art(key, 0, box), its.content
            self.glyphs[key] = its.glyphs

    def tidy(self) -> bool:
        """Forget the drawings when there are many; whether they were forgotten, and must be asked for again."""
        if len(self.drawn) <= REMEMBERED:
            return False
        self.drawn.clear()
        self.glyphs.clear()
        self.asked.clear()
        return True


def _alone(drawing: str, width: float, height: float, borders: tuple[float, ...], number: int) -> str:
    """A drawing by itself, and just as large."""
    name, blank, rest = drawing.partition(" ")
    style = f"display:block;float:none;position:static;margin:0;box-sizing:border-box;width:{width}px;height:{height}px"
    if borders:
        style += f";border:solid transparent;border-width:{' '.join(f'{border}px' for border in borders)}"
    return f'{name} {DRAWING}="{number}" style="{style}"{blank}{rest}'


def _place(page: Any) -> tuple[float, float, float, float]:
    """Where the drawing on a page is, in points from its lower left: left, bottom, right and top."""
    for box in page._page_box.descendants():
        if box.element is not None and box.element.get(DRAWING) is not None:
            left, top, width, high = box.border_box_x(), box.border_box_y(), box.border_width(), box.border_height()
            bottom = page.height - top - high
            return left * 0.75, bottom * 0.75, (left + width) * 0.75, (bottom + high) * 0.75
    raise ValueError("there is no drawing on the page")


@dataclass(frozen=True, slots=True)
class _Separate:
    content: bytes
    glyphs: Glyphs


def _separate(content: bytes, count: int) -> list[_Separate]:
    """Each of the pages after the first of a file as a file, with the typefaces of the deck in place of its own."""
    import pikepdf

    made = []
    with pikepdf.open(io.BytesIO(content)) as file:
        for page in list(file.pages)[1 : 1 + count]:
            glyphs = _with_our_faces(file, page)
            with pikepdf.Pdf.new() as alone:
                alone.pages.append(page)
                written = io.BytesIO()
                alone.save(written, deterministic_id=True)
            made.append(_Separate(written.getvalue(), glyphs))
    return made


def _with_our_faces(file: Any, page: Any) -> Glyphs:
    """Let the texts of a drawing be set in our faces by their numbers, as all texts of a deck are."""
    from pikepdf import Dictionary, unparse_content_stream

    page.contents_coalesce()
    states: dict[str, Any] = {}
    glyphs: dict[tuple[int, int], str] = {}
    page.Contents = file.make_stream(unparse_content_stream(list(_operations(page.obj, states, glyphs))))
    page.Resources = Dictionary(ExtGState=Dictionary(states))
    return frozenset((number, glyph, text) for (number, glyph), text in glyphs.items())


def _operations(holder: Any, states: dict[str, Any], glyphs: dict[tuple[int, int], str]) -> Iterator[tuple[Any, Any]]:
    """What a page or a group draws, with the groups in it written out: they have no transparency of their own."""
    from pikepdf import Name, Operator, String, parse_content_stream

    resources = holder.get("/Resources", {})
    numbers = {name: _number(str(font.BaseFont)) for name, font in (resources.get("/Font") or {}).items()}
    face = -1
    for instruction in parse_content_stream(holder):
        operands: Any = instruction.operands
        operator = instruction.operator
        name = str(operator)
        if name == "Do":
            yield [], Operator("q")
            yield from _operations(resources.XObject[operands[0]], states, glyphs)
            yield [], Operator("Q")
            continue
        if name == "gs":
            states[str(operands[0])] = resources.ExtGState[operands[0]]
        elif name == "Tf":
            face = numbers[str(operands[0])]
            operands = [Name(f"/F{face}"), operands[1]]
        elif name in ("TJ", "Tj"):
            for shown in operands[0] if name == "TJ" else operands:
                raw = bytes(shown) if isinstance(shown, String) else b""
                for index in range(0, len(raw), 2):
                    glyph = int.from_bytes(raw[index : index + 2], "big")
                    glyphs[face, glyph] = letters(face).get(glyph, "")
        yield operands, operator


def _number(name: str) -> int:
    """The number of the face that the printer calls by that name."""
    words = name.partition("+")[2].replace("-", " ").lower()
    for (family, weight, style), number in faces().items():
        rest = words.removeprefix(family.lower()).strip()
        heavy = _WEIGHTS.get(rest.replace("semi bold", "semi-bold").split(" ")[0], 400)
        if rest != words and heavy == weight and ("italic" in rest) == (style == "italic"):
            return number
    raise ValueError(f"{name} is no face of ours")
