"""Shapes: layouts with places, and pages set into them."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from chargen.render.deck.leaf import Art
from chargen.render.deck.markup import Taken
from chargen.render.deck.paragraph import Drawn, Paragraph
from chargen.render.deck.places import Place, Places
from chargen.render.deck.typesetting import Typesetter
from chargen.render.lines import EMPTY

MOST_FAMILIES = 40
"""A structure whose places differ in more ways than this is not worth remembering."""
MOST_SHAPES = 300
"""So many shapes are remembered, those used last, which bounds the memory."""
MOST_TEXTS = 2_000
"""So many texts of a place are remembered as they were set."""

Lines = list[list[Drawn]]
Glyphs = frozenset[tuple[int, int, str]]
"""Glyphs, each after the number of its face, and before the letters it stands for."""
Painted = tuple[bytes, Glyphs]
Key = tuple[tuple[str, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Slot:
    """A paragraph whose texts may change, and how it was set before."""

    index: int
    texts: tuple[int, ...]
    set: dict[tuple[str, ...], Lines | None] = field(default_factory=dict)

    def words(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The texts that stand in it."""
        return tuple([texts[number] for number in self.texts])


@dataclass(slots=True)
class Shape:
    """A layout: what is fixed on its pages, and where its paragraphs and drawings go."""

    sizes: tuple[tuple[float, float], ...]
    """Width and height of each page, in points."""
    arts: tuple[str, ...]
    """The fixed part of each page, by its key."""
    file: str
    """The key of a PDF file with the fixed parts."""
    content: bytes
    """That file."""
    places: Places
    overflow: str
    painted: dict[int, dict[tuple[str, ...], Painted]] = field(default_factory=dict)
    """By the number of the paragraph, and by its texts."""

    def fixed(self) -> dict[str, Art]:
        """The fixed part of each page, by its key."""
        pages = enumerate(zip(self.arts, self.sizes, strict=True))
        return {key: Art(self.file, number, (0, 0, *size)) for number, (key, size) in pages}

    def paint(self, found: "Found") -> tuple[list[bytes], list[tuple[Glyphs, ...]]]:
        """The operators of the texts of each page, and the glyphs they show."""
        pages: list[list[bytes]] = [[] for _ in self.sizes]
        glyphs: list[list[Glyphs]] = [[] for _ in self.sizes]
        for slot, words, lines in zip(found.family.slots, found.words, found.lines, strict=True):
            known = self.painted.setdefault(slot.index, {})
            done = known.get(words)
            paragraph = self.places.paragraphs[slot.index]
            if done is None:
                if len(known) > MOST_TEXTS:
                    known.clear()
                done = known[words] = _painted(paragraph, lines, self.sizes[paragraph.page][1])
            pages[paragraph.page].append(done[0])
            glyphs[paragraph.page].append(done[1])
        return [b"\n".join(page) for page in pages], [tuple(glyph) for glyph in glyphs]


@dataclass(slots=True)
class Family:
    """Shapes of one structure whose paragraphs have the same edges; they differ in how many lines each has."""

    profile: tuple[object, ...]
    paragraphs: Sequence[Paragraph]
    bound: tuple[int, ...]
    slots: tuple[Slot, ...] = ()
    wrapping: tuple[int, ...] = ()
    """The numbers of the slots that may have one line or several."""
    shapes: dict[Key, Shape] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.slots = tuple(
            Slot(index, tuple(piece.text for piece in each.pieces if piece.text is not None))
            for index, each in enumerate(self.paragraphs)
        )
        self.wrapping = tuple(
            number for number, slot in enumerate(self.slots) if self.paragraphs[slot.index].wraps and slot.texts
        )

    def set(self, texts: Sequence[str], typesetter: Typesetter) -> "Found | None":
        """Every paragraph with these texts; None where one of them cannot be set."""
        lines = []
        words = []
        for slot in self.slots:
            its = slot.words(texts)
            if its not in slot.set:
                if len(slot.set) > MOST_TEXTS:
                    slot.set.clear()
                slot.set[its] = self.paragraphs[slot.index].lines(texts, typesetter)
            made = slot.set[its]
            if made is None:
                return None
            words.append(its)
            lines.append(made)
        return Found(self, words, lines, (tuple([texts[number] for number in self.bound]), self._counts(lines)))

    def _counts(self, lines: Sequence[Lines]) -> tuple[int, ...]:
        return tuple([len(lines[number]) for number in self.wrapping])


@dataclass(frozen=True, slots=True)
class Found:
    """The texts of a document, set between the edges that its family has."""

    family: Family
    words: list[tuple[str, ...]]
    lines: list[Lines]
    key: Key
    """What tells shapes apart: texts that others depend on, and the number of lines of each paragraph."""

    @property
    def shape(self) -> Shape | None:
        """The shape of the document, if it is known."""
        return self.family.shapes.get(self.key)


class Shapes:
    """The shapes that are known, by the structure of their documents."""

    def __init__(self, typesetter: Typesetter) -> None:
        self._typesetter = typesetter
        self._families: OrderedDict[str, list[Family]] = OrderedDict()

    def find(self, taken: Taken, counted: Sequence[str]) -> tuple[Shape, Found] | None:
        """The shape that a document has, and its texts in it; None where it is new. ``counted`` follow its texts."""
        families = self._families.get(taken.structure)
        if families is None:
            return None
        self._families.move_to_end(taken.structure)
        for family in families:
            found = family.set((*taken.texts, *counted), self._typesetter)
            if found is not None and (shape := found.shape) is not None:
                return shape, found
        return None

    def add(self, taken: Taken, counted: Sequence[str], shape: Shape) -> Found | None:
        """Remember a shape for documents like this one; its texts in it, or None where they cannot be set into it."""
        paragraphs = shape.places.paragraphs
        profile = tuple((each.pieces, round(each.left, 2), round(each.width, 2), each.align) for each in paragraphs)
        bound = tuple(sorted(shape.places.bound))
        families = self._families.setdefault(taken.structure, [])
        family = next((each for each in families if each.profile == profile and each.bound == bound), None) or Family(
            profile, paragraphs, bound
        )
        found = family.set((*taken.texts, *counted), self._typesetter)
        if found is None or any(
            len(its) != len(paragraph.baselines) for its, paragraph in zip(found.lines, paragraphs, strict=True)
        ):
            return None
        if family not in families:
            if len(families) >= MOST_FAMILIES:
                families.clear()
            families.append(family)
        family.shapes[found.key] = shape
        while len(self._families) > 1 and len(self) > MOST_SHAPES:
            self._families.popitem(last=False)
        return found

    def __len__(self) -> int:
        return sum(len(family.shapes) for families in self._families.values() for family in families)


def placed(place: Place, height: float) -> tuple[float, float]:
    """Where the lower left corner of a drawing goes, in points, on a page of that height in points."""
    return round(place.x * 0.75, 3), round(height - (place.y + place.height) * 0.75, 3)


def _painted(paragraph: Paragraph, lines: Lines, height: float) -> Painted:
    made: list[bytes] = []
    glyphs: set[tuple[int, int, str]] = set()
    for line, baseline in zip(lines, paragraph.baselines, strict=True):
        for each in line:
            piece = paragraph.pieces[each.piece]
            if not piece.visible or not each.text.replace(EMPTY, "").strip():
                continue
            x, y = each.x * 0.75, height - (baseline + piece.lower) * 0.75
            made.append(
                b"%b /F%d %.6g Tf 1 0 0 1 %.3f %.3f Tm %b TJ"
                % (piece.color, piece.type.face, piece.type.size * 0.75, x, y, each.set.operand)
            )
            glyphs.update((piece.type.face, glyph, letters) for glyph, letters in each.set.glyphs)
    return b"\n".join(made), frozenset(glyphs)
