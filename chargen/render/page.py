"""The templates, and what they are given."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from chargen.core.resources import folder
from chargen.core.sheet import Chance, Label, Sheet, Table
from chargen.render import arrangement, drawing, figures, fonts, margin
from chargen.render.paper import Paper
from chargen.render.run import Run, longest
from chargen.render.theme import Theme

if TYPE_CHECKING:
    from jinja2 import Environment

LINE_MM = 7
"""From one write-in line to the next."""
SIDE_SHARE = 0.38
"""The part of the page's width that the side column takes."""
GUTTER_MM = 6
GRID_TEXT = 0.8
"""The text of tables that are looked up, in parts of the sheet's."""
HEADING_TEXT = 0.75
LETTERS_OF_THE_STYLE = " of0123456789…"
"""What the style sheet prints by itself."""
MM_PER_PT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class Layout:
    """What a printer is told about its page, and a browser finds out by itself."""

    paper: Paper
    theme: Theme
    tagged: bool = False
    """Whether the page is to be read aloud: pictures have words, and each number of a table has a cell."""

    @property
    def lines(self) -> int:
        """More ruled lines than the page holds."""
        return int(self.paper.height_mm / LINE_MM)

    def run(self, table: Table) -> Run | None:
        """The numbers of a table that are set as text."""
        if self.tagged:
            return None
        width = self.paper.width_mm - 2 * self.paper.margin_mm
        if table.reference or self.paper.narrow:
            pass
        elif table.place == "main":
            width = width * (1 - SIDE_SHARE) - GUTTER_MM
        elif table.place == "side":
            width *= SIDE_SHARE
        size = self.theme.text_pt * MM_PER_PT
        return longest(table, width, size * (GRID_TEXT if table.reference else 1), size * HEADING_TEXT)


@cache
def environment() -> "Environment":
    """The templates of this project, with everything escaped and nothing undefined."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.tests.update(
        chance=lambda cell: isinstance(cell, Chance),
        label=lambda cell: isinstance(cell, Label),
        with_chances=figures.has_chances,
        with_words_beside=drawing.has_words_beside,
    )
    made.filters.update(
        percentage=figures.percentage,
        count=figures.count,
        spoken=figures.spoken,
        bar=drawing.bar,
        zones=drawing.zones,
        paragraphs=paragraphs,
    )
    return made


def body(sheet: Sheet, theme: Theme, layout: Layout | None = None) -> str:
    """Everything of a page but its head; with a ``layout`` for a printer."""
    template = environment().select_template([f"{sheet.system}/sheet.html", "sheet.html"])
    return tight(
        template.render(
            sheet=sheet,
            theme=theme,
            layout=layout,
            bands=arrangement.bands(sheet, one_column=layout is not None and layout.paper.narrow),
            small=arrangement.foot(sheet),
            reference=arrangement.reference(sheet),
            portrait=portrait(sheet),
            running_head=margin.head(sheet),
            running_foot=margin.foot(sheet),
            colophon=margin.colophon(sheet),
        )
    )


def document(sheet: Sheet, inside: str, style: str = "") -> str:
    """A whole HTML file around a `body`."""
    from markupsafe import Markup

    return environment().get_template("document.html").render(sheet=sheet, inside=Markup(inside), style=Markup(style))


def style(
    paper: Paper,
    theme: Theme,
    *,
    faces: dict[fonts.Face, str],
    sheet: Sheet | None = None,
    bleed_mm: float = 0,
    profile: str = "",
    counted: bool = True,
) -> str:
    """The style sheet, with the address of each face, and of the colour ``profile`` of a print shop.

    For a browser, give the ``sheet``: what stands in its margins is written out, as a browser cannot take it from
    the page. ``counted``: whether the foot says which of how many pages it is.
    """
    return (
        environment()
        .get_template("page.css")
        .render(
            paper=paper,
            theme=theme,
            faces=faces,
            margin=paper.margin_mm,
            bleed_mm=bleed_mm,
            profile=profile,
            counted=counted,
            line=LINE_MM,
            side_share=SIDE_SHARE,
            gutter=GUTTER_MM,
            grid_text=GRID_TEXT,
            heading_text=HEADING_TEXT,
            browser=sheet is not None,
            head=quoted(margin.head(sheet)) if sheet else "",
            foot=quoted(margin.foot(sheet)) if sheet else "",
        )
    )


def portrait(sheet: Sheet) -> str:
    """The address of the portrait, which holds the picture itself; empty where there is none."""
    if sheet.portrait is None:
        return ""
    return fonts.data_uri(sheet.portrait.media_type, sheet.portrait.content)


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of a text, which blank lines part.

    >>> paragraphs("one\\nstill one\\n\\n\\ntwo\\n")
    ('one\\nstill one', 'two')
    """
    return tuple(part.strip() for part in re.split(r"\n\s*\n", text) if part.strip())


def tight(markup: str) -> str:
    """Markup without the line ends between its elements.

    They cost a printer time, and at the foot of a page WeasyPrint makes empty lines of them. A player's own text is
    not touched: its angle brackets are escaped.
    """
    return re.sub(r">\s*\n\s*<", "><", markup)


def quoted(text: str) -> str:
    """A text as a string of CSS that nothing can break out of, not even of the HTML around it.

    >>> quoted('A "b"')
    '"A\\\\20 \\\\22 b\\\\22 "'
    """
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in text) + '"'
