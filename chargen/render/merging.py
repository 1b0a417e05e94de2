"""Many sheets in one file: bookmarks, page labels, page numbers, and a table of contents before them."""

import io
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chargen.core.names import roman
from chargen.render import imposition, page
from chargen.render.boxes import tell_readers
from chargen.render.paper import Paper
from chargen.render.pdf import Gathered, finish, pdf_of_page, saved, theme_for
from chargen.render.press import Press
from chargen.render.sharing import share
from chargen.render.theme import Theme

if TYPE_CHECKING:
    from pikepdf import Pdf

TITLE = "Character sheets"
NUMBERS_AT_ONCE = 50
"""Page numbers are set so many pages at a time, which bounds the memory that takes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A sheet in the table of contents."""

    name: str
    game: str
    page: int
    headings: tuple[str, ...]
    """What each of its pages starts with, "" for nothing new."""


def bind(
    parts: Sequence[Gathered], names: Sequence[tuple[str, str]], *, paper: Paper, theme: str | Theme, press: Press
) -> bytes:
    """One file of all the parts; ``names`` are the names and games of their sheets, in order.

    Where the paper is printed on both sides, every sheet starts on a front.
    """
    import pikepdf

    with ExitStack() as stack:
        made = stack.enter_context(pikepdf.Pdf.new())
        opened = [stack.enter_context(pikepdf.open(io.BytesIO(part.content))) for part in parts]
        on_fronts = bool(press.duplex) and not press.booklet
        entries, feet = _collect(made, opened, parts, names, on_fronts, paper)
        contents = pdf_of_page(_contents(entries, theme_for(theme, press)), paper=paper, theme=theme, press=press)
        front = stack.enter_context(pikepdf.open(io.BytesIO(contents.content)))
        made.pages[0:0] = list(front.pages)
        if on_fronts and contents.pages % 2:
            _add_blank(made, contents.pages, paper)
        before = len(made.pages) - len(feet)
        romans = [("", roman(number).lower()) for number in range(1, before + 1)]
        _number(
            stack, made, [*romans[: contents.pages], *[None] * (before - contents.pages), *feet], paper, theme, press
        )
        _link(made, contents.pages, before)
        _bookmark(made, entries, contents.pages, before)
        made.Root.PageLabels = _labels(before)
        made.trailer.Info = made.copy_foreign(front.trailer.Info)
        tell_readers(made, press.duplex)
        if not press.standard:
            share(made)
        finish(made, paper, press)
        if press.booklet:
            folded = stack.enter_context(imposition.booklet(made, paper, press.duplex))
            return saved(folded)
        return saved(made)


def _collect(
    made: "Pdf",
    opened: Sequence["Pdf"],
    parts: Sequence[Gathered],
    names: Sequence[tuple[str, str]],
    on_fronts: bool,
    paper: Paper,
) -> tuple[list[Entry], list[tuple[str, str] | None]]:
    """Put all pages into one file; the entries of its contents, and what each page has at its foot."""
    entries: list[Entry] = []
    feet: list[tuple[str, str] | None] = []
    named = iter(names)
    for part, file in zip(parts, opened, strict=True):
        pages = iter(file.pages)
        for headings in part.sheets:
            if on_fronts and len(feet) % 2:
                _add_blank(made, len(feet), paper)
                feet.append(None)
            entries.append(Entry(*next(named), len(feet) + 1, headings))
            for number in range(1, len(headings) + 1):
                made.pages.append(next(pages))
                feet.append((f"{number} of {len(headings)}", str(len(feet) + 1)))
    return entries, feet


def _add_blank(made: "Pdf", index: int, paper: Paper) -> None:
    from pikepdf import Dictionary, Name

    made.add_blank_page(page_size=(paper.width_mm * 72 / 25.4, paper.height_mm * 72 / 25.4))
    blank = made.pages[-1]
    blank.obj.Resources = Dictionary(ColorSpace=Dictionary(), Type=Name.Resources)
    if index < len(made.pages) - 1:
        made.pages.insert(index, blank)
        del made.pages[-1]


def _contents(entries: Sequence[Entry], theme: Theme) -> str:
    return page.environment().get_template("contents.html").render(title=TITLE, entries=entries, theme=theme)


def _number(
    stack: ExitStack,
    made: "Pdf",
    feet: Sequence[tuple[str, str] | None],
    paper: Paper,
    theme: str | Theme,
    press: Press,
) -> None:
    """Lay the page numbers over the pages."""
    import pikepdf

    wanted = [(index, foot) for index, foot in enumerate(feet) if foot is not None]
    template = page.environment().get_template("numbers.html")
    for start in range(0, len(wanted), NUMBERS_AT_ONCE):
        some = wanted[start : start + NUMBERS_AT_ONCE]
        text = template.render(paper=paper, numbers=[(index % 2 == 1, *foot) for index, foot in some])
        set_ = pdf_of_page(text, paper=paper, theme=theme, press=press)
        numbers = stack.enter_context(pikepdf.open(io.BytesIO(set_.content)))
        for (index, _), number in zip(some, numbers.pages, strict=True):
            below = made.pages[index]
            left, bottom, right, top = (float(side) for side in below.trimbox)
            imposition.lay_over(made, below, number, (left, bottom, right, top), f"/Number{index}")


def _link(made: "Pdf", contents: int, before: int) -> None:
    """Turn the addresses of the contents into links to pages."""
    from pikepdf import Array, Name

    for leaf in list(made.pages)[:contents]:
        for annotation in leaf.obj.get("/Annots", []):
            number = int(str(annotation.A.URI).removeprefix("page:"))
            del annotation.A
            annotation.Dest = Array([made.pages[before + number - 1].obj, Name.Fit])


def _bookmark(made: "Pdf", entries: Sequence[Entry], contents: int, before: int) -> None:
    """A bookmark for each sheet, closed, with its pages below it; with its game where several have one name."""
    from pikepdf import Name, OutlineItem

    names = Counter(entry.name for entry in entries)
    with made.open_outline() as outline:
        if contents:
            outline.root.append(OutlineItem("Contents", 0, "Fit"))
        for entry in entries:
            start = before + entry.page - 1
            called = entry.name if names[entry.name] == 1 else f"{entry.name}: {entry.game}"
            item = OutlineItem(called, start, "Fit")
            item.is_closed = True
            item.children.extend(
                OutlineItem(_page_title(number, heading), start + number - 1, "Fit")
                for number, heading in enumerate(entry.headings, 1)
            )
            outline.root.append(item)
    made.Root.PageMode = Name.UseOutlines


def _page_title(number: int, heading: str) -> str:
    return f"Page {number}: {heading}" if heading and number > 1 else f"Page {number}"


def _labels(before: int) -> object:
    """Roman numbers for the contents, and from 1 for the sheets."""
    from pikepdf import Dictionary, Name

    return Dictionary(Nums=[0, Dictionary(S=Name.r), before, Dictionary(S=Name.D, St=1)])
