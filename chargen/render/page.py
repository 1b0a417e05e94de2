"""A sheet as HTML: the templates, and the data that they are rendered with."""

import re
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chargen.game.isolation import END, ISOLATE, isolate
from chargen.game.resources import folder
from chargen.page.roll import decimal, in_percent
from chargen.page.roll_list import RollList
from chargen.page.sheet import (
    SHARES,
    Block,
    Chance,
    Chart,
    Column,
    Label,
    Prose,
    Sheet,
    Table,
    Track,
    line_name,
    paragraphs,
)
from chargen.render import arrangement, bitmap, chart, drawing, fonts, pictograms, typography
from chargen.render.arrangement import TITLE_TEXT, Room, has_headings, nothing_yet
from chargen.render.fit import REFERENCE_TITLE
from chargen.render.paper import A4, MM_PER_PT, Paper
from chargen.render.press import USUAL_PRESS, Press
from chargen.render.theme import PLAIN, Theme, apply_game_colour
from chargen.render.typography import on_page, to_typographic

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.bccache import Bucket

LINE_MM = 7  # The distance of write-in lines
FEWEST_LINES = 4  # The number of write-in lines where they do not fill the page
SIDE_SHARE, WIDE_SIDE_SHARE = 0.38, 0.32
"""The part of the page's width that the side column takes, and that on a wide page."""
GUTTER_MM = 6
NARROWEST_FOR_COLUMNS_MM = 170  # The width of a page below which it has one column, in text of the usual size
WIDE_MM = 250
"""The width from which a page that is wider than high has a layout of its own, in text of the usual size."""
BETWEEN_SHARES_MM = 4  # White space between blocks that share the width
NARROWEST_SHARE_MM, NARROWEST_FIFTH_MM = 55, 34
"""The least width of blocks that share the width of a narrow paper."""
SLIM_BOXES, SLIM_MM = 3, 19
"""The largest number of boxes in a row of a slim track, and the least width of such a block."""
MOST_SHARED_COLUMNS = 5  # The largest number of columns of a table that shares the width of a narrow paper
NARROWEST_CHART_MM, BESIDE_BARS_MM, NARROWEST_BAR_MM = 37, 5, 2.9
"""The least width of a chart, and of its bars where each has a number below it."""
MOST_CHARTS_IN_A_ROW = 3
WIDEST_CHART_MM = 86
HEADING_TEXT = 0.75
HEADING_PADDING_MM = 1.1
LETTERS_OF_THE_STYLE = " of0123456789…"  # The letters that the style sheet prints
NAME_MM, HIGHLIGHT_MM = 50, 22
"""The least width of the name in a sheet's header, and the width of a number beside it."""
PORTRAIT_MM, WIDE_PORTRAIT_MM = (28, 34), (18, 22)
"""The two sides of a portrait, and those on a wide page, whose height is little."""
HIGHLIGHTS_BESIDE = 4
HEAD_TEXT, FOOT_TEXT = 0.9, 0.75  # The sizes of header and footer, in parts of the sheet's
HEAD_LINE, FOOT_LINE = 1.3, 1.25  # The heights of their lines, in parts of their sizes
FOOT_LINES = 2
SHARE = 0.85  # The part of the page's width for header and footer; the rest is for the page number
APART_MM = 2.5  # The distance from the text of the page to header and footer
UNPRINTED_MM = 5  # The border of the paper on which a printer at home prints nothing
ELSEWHERE = " · see Where this sheet came from"
"""The title of a section at the end of the sheet, or on its first page."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The page that a printer lays a sheet out for; a browser finds out by itself."""

    paper: Paper
    theme: Theme
    press: Press = USUAL_PRESS
    scripts: tuple[fonts.Face, ...] = ()
    """Typefaces for letters that the usual ones lack."""
    tight: bool = False
    """Whether there is less white space, so that a little more fits on a page."""
    joined: bool = False
    """Whether the reference tables follow below the sheet proper, and do not begin a page."""

    @property
    def wide(self) -> bool:
        """Return whether there is room for a column beside the blocks that go across an upright page."""
        return self.paper.landscape and self.paper.width_mm / self.theme.scale >= WIDE_MM

    @property
    def side_share(self) -> float:
        """Return the part of the page's width that the side column takes."""
        return WIDE_SIDE_SHARE if self.wide else SIDE_SHARE

    @property
    def narrow(self) -> bool:
        """Return whether there is room for only one column."""
        return self.paper.width_mm / self.theme.scale < NARROWEST_FOR_COLUMNS_MM

    def rows(self, blocks: tuple[Block, ...]) -> list[tuple[int, tuple[Block, ...]]]:
        """Return blocks that share the width in rows, beside each other as far as there is room.

        Each row has its number of columns; the last ones may be empty. Ten fifths are two rows of five. In three
        columns, each of these is a row of three, then one of two.
        """
        usual = SHARES[blocks[0].place]
        apart: list[tuple[int, tuple[Block, ...]]] = []
        for first in range(0, len(blocks), usual):
            neighbours = blocks[first : first + usual]
            number = self.columns(neighbours)
            apart += [(number, neighbours[at : at + number]) for at in range(0, len(neighbours), number)]
        # Six thirds are three rows in two columns, as that saves a row.
        number = apart[0][0]
        close = [(number, blocks[at : at + number]) for at in range(0, len(blocks), number)]
        is_even = all(columns == number for columns, _ in apart)
        return close if is_even and len(close) < len(apart) else apart

    def columns(self, blocks: tuple[Block, ...]) -> int:
        """Return how many of some blocks go beside each other: on a narrow paper as many as can be read."""
        usual = SHARES[blocks[0].place]
        if not self.narrow:
            return usual
        # A few boxes in a row, or a few words beside each, take less than other blocks; wide tables take it all.
        slim = (
            drawing.has_words_beside(block) if not block.per_row else block.per_row <= SLIM_BOXES
            for block in blocks
            if isinstance(block, Track)
        )
        if sum(slim) == len(blocks):
            least: float = SLIM_MM
        elif any(isinstance(block, Table) and len(block.columns) > MOST_SHARED_COLUMNS for block in blocks):
            least = A4.text_mm
        else:
            least = max(NARROWEST_FIFTH_MM if block.place == "fifth" else NARROWEST_SHARE_MM for block in blocks)
        room = self.paper.text_mm + BETWEEN_SHARES_MM
        return min(usual, max(1, int(room / (least * self.theme.scale + BETWEEN_SHARES_MM))))

    def room(self, block: Block, *, beside: bool) -> Room:
        """Return the column that a block is in; ``beside``: whether it is one of several."""
        width = self.paper.text_mm
        if beside and self.wide and block.place in SHARES:
            width = width * (1 - self.side_share) - GUTTER_MM
        if beside and block.place in SHARES:
            columns = self.columns((block,))
            width = (width - (columns - 1) * BETWEEN_SHARES_MM) / columns
        elif beside and block.place == "main":
            width = width * (1 - self.side_share) - GUTTER_MM
        elif beside:
            width *= self.side_share
        return Room(width, self.theme.scale)

    def heading(self, column: Column, block: Table, *, beside: bool) -> str:
        """Return the heading of a column; beside a number, a word that is too wide for the column is left out."""
        share = column.width / sum(each.width + each.apart for each in block.columns)
        room = (self.room(block, beside=beside).width_mm * share - HEADING_PADDING_MM) / MM_PER_PT
        text_pt = self.theme.text_pt * self.theme.at_least(HEADING_TEXT)
        words = [word for word in column.heading.split() if fonts.text_width(word) * text_pt <= room]
        return " ".join(words) if any(character.isdigit() for character in "".join(words)) else column.heading

    def rooms(self) -> arrangement.Rooms:
        """Return the main and the side column of a page."""
        width, scale, side = self.paper.text_mm, self.theme.scale, self.side_share
        return Room(width * (1 - side) - GUTTER_MM, scale), Room(width * side, scale)

    def is_close(self, zones: tuple[drawing.Zone, ...], block: Track, *, beside: bool) -> bool:
        """Return whether the boxes of a track take fewer rows with half the white space between them."""
        room = self.room(block, beside=beside)
        return drawing.rows(zones, room.width_mm, room.scale, 0.5) < drawing.rows(zones, room.width_mm, room.scale)

    def halves(self, block: Prose) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Return the items of a list in two columns of about the same height."""
        heights = Room((self.paper.text_mm - GUTTER_MM) / 2, self.theme.scale).parts(block)[1:-1]
        numbers = range(1, len(heights))
        cut = min(numbers, key=lambda number: max(sum(heights[:number]), sum(heights[number:])))
        return block.items[:cut], block.items[cut:]

    def charts_in_a_row(self, charts: tuple[Chart, ...]) -> int:
        """Return how many of some charts go beside each other."""
        if len(charts) == 1:
            return 1
        numbered = (len(each.series) for each in charts if len(each.series) <= chart.MOST_WITH_NUMBERS)
        least = max(NARROWEST_CHART_MM, BESIDE_BARS_MM + NARROWEST_BAR_MM * max(numbered, default=0))
        number = int((self.paper.text_mm + GUTTER_MM) / (least * self.theme.scale + GUTTER_MM))
        return min(MOST_CHARTS_IN_A_ROW, max(1, number))

    def chart(self, block: Chart, sheet: Sheet, *, beside: bool, in_a_row: int = 1) -> dict[str, Any]:
        """Return the drawing of a chart, on one scale with those of the same name."""
        width = self.room(block, beside=beside).width_mm
        width = min((width - (in_a_row - 1) * GUTTER_MM) / in_a_row, WIDEST_CHART_MM * self.theme.scale)
        alike = [each for each in sheet.blocks if isinstance(each, Chart) and each.name == block.name]
        top = max((chance for each in alike for _, chance in each.series), default=None)
        text = self.theme.text_pt * MM_PER_PT * self.theme.at_least(HEADING_TEXT)
        return chart.draw(block, width, text, top, thin=self.theme.bars == "thin")


@cache
def environment(templates: Path | None = None) -> "Environment":
    """Return the templates of chargen, and of a game, which escape all values and fail on undefined ones."""
    from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

    class Kept(FileSystemBytecodeCache):
        def dump_bytecode(self, bucket: "Bucket") -> None:
            with suppress(OSError):  # a full disk
                super().dump_bytecode(bucket)

    # Compiling templates takes a sixth of printing one sheet, so they are kept for the next command, in a folder below
    # that of temporary files which only the user may read. A template that has changed since is compiled again.
    kept = None
    with suppress(OSError, RuntimeError):  # the user has no safe folder for them
        kept = Kept()
    made = Environment(
        loader=FileSystemLoader([folder("templates"), *([templates] if templates else [])]),
        bytecode_cache=kept,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.tests.update(
        chance=lambda cell: isinstance(cell, Chance),
        label=lambda cell: isinstance(cell, Label),
        with_chances=lambda table: any(isinstance(cell, Chance) for row in table.rows for cell in row),
        with_headings=has_headings,
        heat_map=lambda table: any(getattr(cell, "heat", None) is not None for row in table.rows for cell in row),
        with_words_beside=drawing.has_words_beside,
        nothing_yet=nothing_yet,
        range=typography.RANGE.fullmatch,
        word=typography.is_word,
    )
    made.filters.update(
        percentage=typography.percentage,
        count=typography.count,
        bar=drawing.bar,
        # The step of a heat map that a share is drawn in, from 0 to 4.
        heat_step=lambda heat: min(max(int(heat * 5), 0), 4),
        heat_fill=typography.heat_fill,
        describe_chart=chart.describe_chart,
        pictogram=pictograms.pictogram,
        decimal=decimal,
        percent=lambda chance: in_percent(chance, 2),
        zones=drawing.zones,
        in_lines=drawing.in_lines,
        line_name=line_name,
        explained=typography.explained,
        # The chance that a slider shows at first.
        chance_at=lambda ask, chances: Chance(chances[ask.start], out_of=ask.out_of, bar=True),
        paragraphs=paragraphs,
    )
    return made


def html(sheet: Sheet, *, paper: Paper, theme: Theme = PLAIN, faces_at: str = "") -> str:
    """Return the sheet as one HTML file for a browser, with its style, the letters it uses, and the portrait inside.

    With ``faces_at``, the address of a folder with the typefaces, the letters are left there.
    """
    chosen = apply_game_colour(theme, sheet.masthead)
    layout, inside = Layout(paper, chosen), body(sheet, chosen, paper=paper)
    if faces_at or not find_spec("uharfbuzz"):
        # Where the letters in use cannot be cut out of the typefaces either, the page has those of the system.
        faces = {face: faces_at + Path(face.file).name for face in fonts.FACES if faces_at}
        return document(sheet, inside, style(layout, faces=faces, sheet=sheet), script(), fonts_from="'self'")
    letters = "".join(set(unescape(document(sheet, inside))))
    characters = {*letters, *letters.upper(), *LETTERS_OF_THE_STYLE, *script()}  # titles are in capitals
    needed = (*fonts.FACES, *fonts.find_faces(letters)[0])
    faces = {face: fonts.data_uri("font/ttf", fonts.subset(face, characters)) for face in needed}
    return document(sheet, inside, style(layout, faces=faces, sheet=sheet), script())


def markup(sheet: Sheet, layout: Layout) -> str:
    """Return the sheet as HTML for a printer, without style."""
    return document(sheet, body(sheet, layout.theme, layout))


def body(sheet: Sheet, theme: Theme, layout: Layout | None = None, paper: Paper = A4) -> str:
    """Return the body of a page: with a ``layout`` for a printer, else for a browser, with that ``paper``."""
    notes = sheet.block("notes")  # as in the file: a browser copies them with what is written there
    fillable = layout is not None and layout.press.fillable  # fields hold data
    named = f"{sheet.system}/{sheet.name}"
    sheet = on_page(sheet, typographic=not fillable)
    margins = make_margins(layout.paper if layout else paper, theme, sheet)
    picture = bitmap.in_greys(sheet.portrait) if sheet.portrait and theme.black else sheet.portrait
    # How many numbers fit beside the name; if there are more, all go below it.
    beside = HIGHLIGHTS_BESIDE
    if layout is not None:
        portrait_mm = PORTRAIT_MM[0] if sheet.portrait or sheet.blank else 0
        room = layout.paper.text_mm - NAME_MM * theme.scale - portrait_mm
        beside = min(beside, max(0, int(room / (HIGHLIGHT_MM * theme.scale))))
    plan = layout or Layout(A4, theme)
    one_column = layout is not None and layout.narrow
    template = environment(sheet.templates).select_template([f"{sheet.system}/sheet.html", "sheet.html"])
    markup = template.render(
        sheet=sheet,
        named=named,
        theme=theme,
        layout=layout,
        rolls=RollList(),
        notes=notes.text if isinstance(notes, Prose) else "",
        beside=beside,
        plan=plan,
        bands=arrangement.bands(sheet, one_column=one_column, wide=plan.wide, rooms=layout.rooms() if layout else None),
        small=arrangement.foot(sheet),
        fewest_lines=FEWEST_LINES,
        # More ruled lines than a page holds.
        page_lines=int(layout.paper.height_mm / LINE_MM) if layout else 0,
        reference_title=REFERENCE_TITLE,
        is_on_reference_page=arrangement.is_on_reference_page(sheet),
        reference=arrangement.reference(sheet, one_column=one_column),
        portrait=fonts.data_uri(picture.media_type, picture.content) if picture else "",
        margins=margins,
    )
    # Without the line breaks between elements, which cost a printer time, and which WeasyPrint turns into empty lines
    # in a footer. Texts of players are safe: their `<` is escaped.
    markup = re.sub(r">\s*\n\s*<", "><", markup)

    def with_element(found: re.Match[str]) -> str:
        if found["text"] is not None:
            return f"<bdi>{found['text']}</bdi>"
        # Attributes cannot hold elements: they keep the characters, but for the names of fields.
        return found[0].replace(ISOLATE, "").replace(END, "") if fillable and not found["kept"] else found[0]

    # Elements around isolated texts, which WeasyPrint also keeps apart at the end of a line.
    return _ISOLATED.sub(with_element, markup) if ISOLATE in markup else markup


_ISOLATED = re.compile(
    rf"(?P<kept><(?P<tag>script|svg)\b.*?</(?P=tag)>)|(?P<open><[^>]*>)|{ISOLATE}(?P<text>[^<>{END}]*){END}", re.S
)


def document(sheet: Sheet, inside: str, style: str = "", script: str = "", fonts_from: str = "data:") -> str:
    """Return an HTML file around a `body`; its content policy lets only that script run."""
    from markupsafe import Markup

    parts = {"inside": Markup(inside), "style": Markup(style), "script": Markup(script)}
    template = environment().get_template("document.html")
    return template.render(sheet=sheet, script_hash=hash_script(script), fonts_from=fonts_from, **parts)


def hash_script(text: str) -> str:
    """Return how a content policy names an inline script that may run.

    >>> hash_script("")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def script() -> str:
    """Return the script of a sheet for the screen, as `studio/build.mjs` builds it."""
    return (folder("templates") / "sheet.min.js").read_text(encoding="utf-8").rstrip()


def style(layout: Layout, *, faces: Mapping[fonts.Face, str], sheet: Sheet | None = None) -> str:
    """Return the style sheet, with the address of each face.

    For a browser, give the ``sheet``: its header and footer are written out, as a browser cannot take them from the
    page.
    """
    theme, press = layout.theme, layout.press
    # A browser's header and footer get the texts as they are, isolated by themselves.
    margins = make_margins(layout.paper, theme, sheet)
    template = environment().get_template("page.css")
    return template.render(
        layout=layout,
        faces=faces,
        others="".join(f', "{face.family}"' for face in faces if face not in fonts.FACES),
        edges=margins,
        profile=fonts.data_uri("application/vnd.iccprofile", press.profile) if press.profile else "",
        # A page that is printed alone does not say which of how many it is.
        counted=press.counted and not press.play,
        line=LINE_MM,
        gutter=GUTTER_MM,
        between_shares=BETWEEN_SHARES_MM,
        after_group=drawing.AFTER_GROUP_MM,
        after_zone=drawing.AFTER_ZONE_MM,
        title_text=TITLE_TEXT,
        highlight_mm=HIGHLIGHT_MM,
        portrait_mm=WIDE_PORTRAIT_MM if layout.wide else PORTRAIT_MM,
        heading_text=theme.at_least(HEADING_TEXT),
        browser=sheet is not None,
        head=quoted(isolate(to_typographic(margins.head))) if sheet else "",
        foot=quoted(isolate(to_typographic(margins.foot), sheet.texts)) if sheet else "",
    )


def quoted(text: str) -> str:
    """Return a text as a string of CSS that cannot end early, not even the HTML around it.

    >>> quoted('A "b"')
    '"A\\\\20 \\\\22 b\\\\22 "'
    """
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text) + '"'


@dataclass(frozen=True, slots=True)
class Margins:
    """The space above and below the text of a page, in millimetres: a header of one line, and a footer of two."""

    top: float  # Above all pages but the first, which has no header
    bottom: float
    head_pt: float
    foot_pt: float
    head: str = ""  # The name, cut where it is too long for a line
    foot: str = ""  # The game, and where the sheet came from; if that is too long, a reference to the `colophon`
    colophon: tuple[str, ...] = ()  # Where the sheet came from, for the end of the sheet; empty if the footer has it
    share: float = SHARE
    apart: float = APART_MM


def make_margins(paper: Paper, theme: Theme, sheet: Sheet | None = None) -> Margins:
    """Return the margins of a paper; without a ``sheet``, they have no texts."""
    head_pt, foot_pt = (theme.at_least(size) * theme.text_pt for size in (HEAD_TEXT, FOOT_TEXT))
    head_mm = HEAD_LINE * head_pt * MM_PER_PT
    foot_mm = FOOT_LINES * FOOT_LINE * foot_pt * MM_PER_PT
    top = max(paper.margin_mm + 4, round(UNPRINTED_MM + head_mm + APART_MM, 1))
    bottom = max(paper.margin_mm + 3, round(UNPRINTED_MM + foot_mm + APART_MM, 1))
    if sheet is None:
        return Margins(top, bottom, head_pt, foot_pt)

    name, lines = " ".join(sheet.name.split()), sheet.foot
    if not (lines and lines[0].startswith(sheet.system_title)):
        lines = (sheet.system_title, *lines)
    all_lines, most_pt = " · ".join(lines), paper.text_mm * SHARE / MM_PER_PT
    head = _cut(name, name, "…", lambda text: fonts.text_width(text, fonts.BOLD) * head_pt <= most_pt)
    foot = _cut(
        lines[0], all_lines, ELSEWHERE, lambda text: fonts.count_lines([(text, 1)], most_pt / foot_pt) <= FOOT_LINES
    )
    return Margins(top, bottom, head_pt, foot_pt, head=head, foot=foot, colophon=() if foot == all_lines else lines)


def _cut(text: str, whole: str, ending: str, fits: Callable[[str], bool]) -> str:
    """Return a whole text where it fits, else as much of ``text`` as fits together with an ending."""
    if fits(whole):
        return whole
    # The first length that does not fit, by bisection: a name may have thousands of letters.
    length = bisect_left(range(len(text) + 1), True, key=lambda length: not fits(text[:length] + ending))
    return text[: max(length - 1, 0)].rstrip() + ending
