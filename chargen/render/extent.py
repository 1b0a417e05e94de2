"""How far down its pages a sheet goes, roughly, before a printer has set it."""

from collections.abc import Iterator

from chargen.core.sheet import Block, Chart, Prose, Sheet, Table, Track
from chargen.render import arrangement, drawing, margin
from chargen.render.arrangement import Band
from chargen.render.measure import EFFECT, Room
from chargen.render.page import GUTTER_MM, HIGHLIGHT_MM, PORTRAIT_MM, Layout

MASTHEAD_MM = 11.1
NAME_TEXT, CONCEPT_TEXT = 2.6, 1.2
"""The sizes of the name and the concept, in parts of the sheet's text."""
NAME_LINE_MM, CONCEPT_LINE_MM = 9.6, 5.1
HIGHLIGHTS_MM = 21.8
"""A row of numbers, with a line above each and a line below it."""
FOOT_LINE_MM, FOOT_EDGE_MM = 3.5, 1.6
WITHIN_MM = 2
"""So much higher a line of a list is that has boxes in it."""
KEPT_TOGETHER = 6
"""A table of so few rows is not parted."""


def beyond(sheet: Sheet, layout: Layout, pages: int) -> float:
    """By how much the sheet proper is longer than so many pages, in parts of a page; below 0 where it is shorter.

    It is right to some five millimetres: where the lines of long texts and pages end is known no better.
    """
    edges = margin.Edges(layout.paper, layout.theme)
    page = layout.paper.height_mm - edges.top - edges.bottom
    left = page + edges.top - layout.paper.margin_mm - _head(sheet, layout) - _foot(sheet, layout, edges)
    number = 1
    for height, is_parted in _heights(sheet, layout, layout.bands(sheet)):
        if left < height <= page and not is_parted:
            number, left = number + 1, page
        left -= height
        while left < 0:
            number, left = number + 1, left + page
    return number - pages - left / page


def _head(sheet: Sheet, layout: Layout) -> float:
    """The game, the name and the concept, and the numbers beside them or below."""
    scale, numbers = layout.theme.scale, len(sheet.highlights)
    beside = numbers if numbers <= layout.highlights_beside(sheet) else 0
    portrait = PORTRAIT_MM if sheet.portrait or sheet.blank else (0, 0)
    room = Room(layout.paper.text_mm - portrait[0] - beside * HIGHLIGHT_MM * scale, scale)
    name = room.lines((sheet.name, NAME_TEXT)) * NAME_LINE_MM
    concept = 1 + room.lines((sheet.concept, CONCEPT_TEXT)) * CONCEPT_LINE_MM if sheet.concept else 0
    below = 0 if beside else (2 + HIGHLIGHTS_MM) * bool(numbers)
    return (
        max((name + concept) * scale, HIGHLIGHTS_MM * scale * bool(beside), portrait[1]) + (MASTHEAD_MM + below) * scale
    )


def _foot(sheet: Sheet, layout: Layout, edges: margin.Edges) -> float:
    """What stands small at the foot of the first page."""
    notes = (block for block in arrangement.foot(sheet) if isinstance(block, Prose))
    texts = [" ".join([note.title, note.text, *map(" ".join, note.items)]) for note in notes]
    if not arrangement.reference(sheet):
        texts += [" · ".join(margin.colophon(sheet, edges))]
    room = Room(layout.paper.text_mm, layout.theme.scale)
    lines = sum(room.lines((text, EFFECT)) for text in texts if text)
    return (lines * FOOT_LINE_MM + FOOT_EDGE_MM) * layout.theme.scale if lines else 0


def _heights(sheet: Sheet, layout: Layout, bands: tuple[Band, ...]) -> Iterator[tuple[float, bool]]:
    """The height of each strip of the page, in millimetres, and whether it may be parted."""
    for band in bands:
        if band.row:
            for row in layout.rows(band.row):
                yield max(_height(sheet, layout, block, beside=True) for block in row.blocks), False
        elif band.charts:
            for _ in range(0, len(band.charts), layout.charts_in_a_row()):
                yield _height(sheet, layout, band.charts[0]), False
        elif band.across:
            yield _height(sheet, layout, band.across), not _is_kept_together(band.across)
        else:
            columns = (band.main, band.side)
            main, side = (sum(_height(sheet, layout, block, beside=True) for block in blocks) for blocks in columns)
            yield max(main, side, sum(height for height, _ in _heights(sheet, layout, band.wide))), True


def _is_kept_together(block: Block) -> bool:
    return isinstance(block, Track | Chart) or (isinstance(block, Table) and len(block.rows) <= KEPT_TOGETHER)


def _height(sheet: Sheet, layout: Layout, block: Block, *, beside: bool = False) -> float:
    """How high a block is, without the lines that fill a page; what stands in its lines makes these higher."""
    room = layout.room(block, beside=beside)
    if not isinstance(block, Prose):
        return room.height(block)
    if block.items and not beside:
        room = Room((room.width_mm - GUTTER_MM) / 2, room.scale)
    head, *items, lines = room.parts(block)
    boxed = sum(
        len(drawing.zones(track)) for track in sheet.blocks if isinstance(track, Track) and track.within == block.name
    )
    return head + sum(items) / (1 if beside else 2) + boxed * WITHIN_MM + (0 if block.fill else lines)
