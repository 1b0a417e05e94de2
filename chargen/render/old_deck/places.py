"""Where the printer put the texts and drawings of a document: read from the boxes of its layout."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chargen.render.deck.markup import DRAWING, TEXT
from chargen.render.deck.paragraph import NEAR, Paragraph, Piece
from chargen.render.deck.typesetting import Type, Typesetter, faces
from chargen.render.deck.units import MARK, UNIT

DECIMALS = 4
"""Places are rounded to so many, so that what a printer's sums leave behind makes no difference."""


MOST_PAGES = 40
"""A document of more pages is not set into places (ours)."""
_COUNTS = re.compile(r"\d+ of \d+")


def counters(before: int, whole: int) -> tuple[str, ...]:
    """What the foot of each page says of which it is, of ``whole`` in all, where ``before`` others come first.

    There are more of them than pages, so that documents of any length have as many texts.
    """
    return tuple(f"{before + number} of {whole}" for number in range(1, MOST_PAGES + 1))


class NoPlaces(Exception):
    """A layout that further pages cannot be set into; the message says why."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a drawing, in CSS pixels from the page's top left."""

    page: int
    drawing: int
    x: float
    y: float
    width: float
    height: float
    borders: tuple[float, ...] = ()
    """The widths of its borders from the top clockwise; empty for a picture. They are drawn with what is fixed."""


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """The room for a unit in its frame, in CSS pixels from the page's top left."""

    page: int
    unit: int
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Alone:
    """Where a unit stands that was laid out by itself, in CSS pixels, and the white space around it."""

    x: float
    y: float
    height: float
    before: float
    after: float
    kept_whole: bool
    """Whether it never goes on after the end of a page."""


@dataclass(slots=True)
class Places:
    """Where everything is that may change."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    drawings: list[Place] = field(default_factory=list)
    bound: set[int] = field(default_factory=set)
    """Texts that other things depend on: they must be the same for the places to be."""
    rooms: list[RoomPlace] = field(default_factory=list)
    alone: Alone | None = None
    tops: list[float] = field(default_factory=list)
    """Where what stands on each page begins, in CSS pixels from its top."""
    headings: list[tuple[int, str, float]] = field(default_factory=list)
    """The page of each heading, its words, and how far from the top it stands, in CSS pixels."""


@dataclass(slots=True)
class _Reader:
    texts: Sequence[str]
    margins: dict[str, int]
    """What stands in the margins of the pages, with the numbers of those texts."""
    typesetter: Typesetter
    found: Places = field(default_factory=Places)
    seen: dict[int, int] = field(default_factory=dict)
    """The text's number, and the paragraph it is in."""
    drawn: set[int] = field(default_factory=set)


def places(document: Any, texts: Sequence[str], margins: int, typesetter: Typesetter) -> Places:
    """Where the texts and drawings of a laid-out document are; and hide them, so that what is fixed is left.

    The last ``margins`` of the texts stand in the margins of the pages. Raises `NoPlaces`.
    """
    from chargen.render.printer import bookmarks

    if len(document.pages) > MOST_PAGES:
        raise NoPlaces(f"there are more than {MOST_PAGES} pages")
    last = {texts[number]: number for number in range(len(texts) - margins, len(texts))}
    reader = _Reader((*texts, *counters(0, len(document.pages))), last, typesetter)
    for number, page in enumerate(document.pages):
        reader.found.tops.append(page._page_box.content_box_y())
        _walk(reader, page._page_box, number, ())
    reader.found.headings = list(bookmarks(document))
    return reader.found


def _walk(reader: _Reader, box: Any, page: int, clips: tuple[Any, ...]) -> None:
    """All boxes within a box, block by block."""
    from weasyprint.formatting_structure import boxes

    if box.element is not None and not _is(box, boxes.LineBox) and box.element.get(DRAWING) is not None:
        _draw(reader, box, page)
    if _is(box, boxes.ReplacedBox):
        return
    if not _is(box, boxes.ParentBox):
        return
    _note(reader, box, page)
    if box.style["overflow"] != "visible" and not _is(box, boxes.PageBox):
        clips = (*clips, box)
    lines = [child for child in box.children if isinstance(child, boxes.LineBox)]
    if lines:
        _paragraph(reader, box, lines, page, clips)
    for child in box.children:
        if not isinstance(child, boxes.LineBox):
            _walk(reader, child, page, clips)


def _note(reader: _Reader, box: Any, page: int) -> None:
    """Note the room of a unit, and the unit that stands between two marks."""
    if box.element is not None and box.element.get(UNIT) is not None:
        reader.found.rooms.append(
            RoomPlace(page, int(box.element.get(UNIT)), box.border_box_x(), box.border_box_y(), box.border_height())
        )
    children = [child for child in box.children if child.element is not None]
    if len(children) == 3 and all(children[index].element.get(MARK) is not None for index in (0, 2)):
        first, unit, last = children
        top, bottom = unit.border_box_y(), unit.border_box_y() + unit.border_height()
        reader.found.alone = Alone(
            round(unit.border_box_x(), DECIMALS),
            round(top, DECIMALS),
            round(bottom - top, DECIMALS),
            round(top - first.border_box_y() - first.border_height(), DECIMALS),
            round(last.border_box_y() - bottom, DECIMALS),
            unit.style["break_inside"] in ("avoid", "avoid-page"),
        )


def _is(box: Any, kind: Any) -> bool:
    return isinstance(getattr(box, "_box", box), kind)


def _draw(reader: _Reader, box: Any, page: int) -> None:
    """A drawing: its place is noted, and it is hidden; a mere background has none yet."""
    from weasyprint.formatting_structure import boxes

    number = int(box.element.get(DRAWING))
    if box.style["visibility"] != "visible" or number in reader.drawn:
        return
    reader.drawn.add(number)
    is_picture = _is(box, boxes.ReplacedBox)
    borders = (box.border_top_width, box.border_right_width, box.border_bottom_width, box.border_left_width)
    edges = (box.border_box_x(), box.border_box_y(), box.border_width(), box.border_height())
    x, y, width, height = (round(edge, DECIMALS) for edge in edges)
    shown = () if is_picture else tuple(round(border, DECIMALS) for border in borders)
    reader.found.drawings.append(Place(page, number, x, y, width, height, shown))
    if is_picture:
        _hide(box)


def _hide(box: Any) -> None:
    box = getattr(box, "_box", box)
    box.style = box.style.copy()
    box.style["visibility"] = "hidden"


@dataclass(slots=True)
class _Item:
    """A text box of a line."""

    line: int
    text: int | None
    box: Any


def _paragraph(reader: _Reader, block: Any, lines: Sequence[Any], page: int, clips: tuple[Any, ...]) -> None:
    items: list[_Item] = []
    is_rigid = False
    for number, line in enumerate(lines):
        for box in _within(line):
            found = _text_number(reader, box)
            if found == "other":
                is_rigid = True
                _walk(reader, box, page, clips)
            elif found == "apart":
                _walk(reader, box, page, clips)
            else:
                text = found if isinstance(found, int) else _counter(reader, block, box, page)
                items.append(_Item(number, text, box))
    shown = [item for item in items if item.box.text.strip()]
    if not shown or not _is_seen(lines[0], clips):
        for item in items:
            _hide(item.box)
        return
    own = {item.text for item in items if item.text is not None}
    made = _read(reader, block, lines, items, page)
    index = len(reader.found.paragraphs)
    margins = set(reader.margins.values())
    twice = {number for number in own - margins if reader.seen.setdefault(number, index) != index}
    if is_rigid or twice or not _is_same(made, reader, lines, items):
        reader.found.bound |= own
        reader.found.paragraphs += _as_they_are(reader, made, lines, items, page)
    else:
        reader.found.paragraphs.append(made)
    if _depends_on_width(block, clips):
        reader.found.bound |= own
    for item in items:
        _hide(item.box)


def _within(box: Any) -> Iterator[Any]:
    """What stands on a line, in its order: texts, and things in one piece."""
    from weasyprint.formatting_structure import boxes

    for child in box.children:
        if _is(child, boxes.InlineBox) and child.is_in_normal_flow() and not _is(child, boxes.LineBox):
            yield from _within(child)
        else:
            yield child


def _text_number(reader: _Reader, box: Any) -> int | str | None:
    """The number of a text box's text, None for one of the style sheet's; else what kind of thing it is."""
    from weasyprint.formatting_structure import boxes

    if not _is(box, boxes.TextBox):
        return "other" if box.is_in_normal_flow() else "apart"
    number = (
        box.element.get(TEXT)
        if box.element is not None and not box.element_tag.endswith((":before", ":after"))
        else None
    )
    if number is not None:
        return int(number)
    return reader.margins.get(box.text)


def _counter(reader: _Reader, block: Any, box: Any, page: int) -> int | None:
    """The number of the text that counts pages in the margin, where the text box is one."""
    from weasyprint.formatting_structure import boxes

    if _is(block, boxes.MarginBox) and _COUNTS.fullmatch(box.text):
        return len(reader.texts) - MOST_PAGES + page
    return None


def _is_seen(line: Any, clips: Sequence[Any]) -> bool:
    """Whether no box around it cuts a line off; raises `NoPlaces` where one cuts it in two."""
    for clip in clips:
        top, bottom = clip.padding_box_y(), clip.padding_box_y() + clip.padding_height()
        middle = line.position_y + line.height / 2
        if not top - NEAR <= middle <= bottom + NEAR:
            return False
    return True


def _depends_on_width(block: Any, clips: Sequence[Any]) -> bool:
    """Whether a block is as wide as its text."""
    from weasyprint.formatting_structure import boxes

    if _is(block, boxes.TableCellBox | boxes.MarginBox):
        return False
    is_shrunk = block.is_floated() or block.is_absolutely_positioned() or _is(block, boxes.InlineBlockBox)
    return bool(is_shrunk and block.style["width"] == "auto")


def _read(reader: _Reader, block: Any, lines: Sequence[Any], items: Sequence[_Item], page: int) -> Paragraph:
    pieces: list[Piece] = []
    previous: _Item | None = None
    for item in items:
        line = lines[item.line]
        if previous is not None and item.text is not None and item.text == previous.text:
            previous = item
            continue
        before = 0.0
        if previous is not None and previous.line == item.line:
            before = item.box.position_x - (previous.box.position_x + previous.box.width)
        lower = (item.box.position_y + item.box.baseline) - (line.position_y + line.baseline)
        pieces.append(_piece(item, before, lower))
        previous = item
    style = block.style
    align = style["text_align_all"]
    align = {"start": "left", "end": "right"}.get(align, align)
    white_space = style["white_space"]
    most = style["max_lines"]
    return Paragraph(
        page,
        tuple(pieces),
        round(block.content_box_x(), DECIMALS),
        round(block.width, DECIMALS),
        align,
        tuple(round(line.position_y + line.baseline, DECIMALS) for line in lines),
        wraps=white_space not in ("nowrap", "pre"),
        keeps_ends=white_space in ("pre", "pre-line", "pre-wrap"),
        shows=None if most == "none" else most,
    )


def _piece(item: _Item, before: float, lower: float) -> Piece:
    style = item.box.style
    text = item.box.text if item.text is None else ""
    is_seen = style["visibility"] == "visible"
    if style["text_decoration_line"] != "none" and style["text_decoration_line"]:
        raise NoPlaces("a text is underlined")
    transform = style["text_transform"]
    if transform not in ("none", "uppercase"):
        raise NoPlaces("a text is put into other letters")
    return Piece(
        item.text,
        text,
        _type(style),
        _color(style["color"]),
        round(before, DECIMALS),
        round(lower, DECIMALS),
        transform == "uppercase",
        is_seen,
    )


def _type(style: Any) -> Type:
    from weasyprint.text.fonts import font_features

    for family in style["font_family"]:
        number = faces().get((family, style["font_weight"], style["font_style"]))
        if number is not None:
            break
    else:
        raise NoPlaces(f"a text is set in {', '.join(style['font_family'])}")
    names = ("kerning", "variant_ligatures", "variant_position", "variant_caps", "variant_numeric")
    features = font_features(
        **{f"font_{name}": style[f"font_{name}"] for name in names},
        font_feature_settings=style["font_feature_settings"],
    )
    spacing = style["letter_spacing"]
    return Type(
        number,
        style["font_size"],
        0 if spacing == "normal" else spacing,
        style["word_spacing"] or 0,
        tuple(sorted((key, value) for key, value in features.items() if (key, value) != ("kern", 1))),
    )


def _color(color: Any) -> bytes:
    *channels, alpha = color
    if alpha != 1:
        raise NoPlaces("a text is not opaque")
    shown = " ".join(f"{channel:.4g}" for channel in channels).encode()
    if color.space == "srgb":
        return shown + b" rg"
    if color.space == "device-cmyk":
        return shown + b" k"
    raise NoPlaces(f"a text has a colour in {color.space}")


def _is_same(made: Paragraph, reader: _Reader, lines: Sequence[Any], items: Sequence[_Item]) -> bool:
    """Whether the paragraph, set by us, is what the printer made of it."""
    if made.align not in ("left", "right", "center"):
        return False
    ours = made.lines(reader.texts, reader.typesetter)
    if ours is None:
        return False
    theirs = [item for item in items if item.box.text.strip()]
    flat = [(number, each) for number, line in enumerate(ours) for each in line if each.text.strip()]
    if len(flat) != len(theirs) or len(ours) != len(lines):
        return False
    for (number, mine), item in zip(flat, theirs, strict=True):
        if number != item.line or abs(mine.x - item.box.position_x) > NEAR + 0.0005 * abs(item.box.width):
            return False
        if made.shows is None and mine.text.strip() != item.box.text.strip():
            return False
    return True


def _as_they_are(
    reader: _Reader, made: Paragraph, lines: Sequence[Any], items: Sequence[_Item], page: int
) -> Iterator[Paragraph]:
    """Each text of a paragraph as one of its own, exactly where the printer put it."""
    for item in items:
        if not item.box.text.strip():
            continue
        if lines[item.line].block_ellipsis != "none":
            raise NoPlaces("a text is cut off where we would not cut it")
        piece = _piece(item, 0, 0)
        text = item.box.text.rstrip(" \n")
        blanks = len(text) - len(text.lstrip(" "))
        fixed = Piece(None, text[blanks:], piece.type, piece.color, visible=piece.visible)
        set_ = reader.typesetter.set(text[blanks:], piece.type)
        before = reader.typesetter.set(text[:blanks], piece.type)
        if set_ is None or before is None or before.width + set_.width > item.box.width + 0.5:
            raise NoPlaces(f"a text cannot be set as the printer sets it: {text!r}")
        yield Paragraph(
            page,
            (fixed,),
            round(item.box.position_x + before.width, DECIMALS),
            set_.width,
            "left",
            (round(item.box.position_y + item.box.baseline, DECIMALS),),
            wraps=False,
        )
