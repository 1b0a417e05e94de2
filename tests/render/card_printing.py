"""Cards laid out by the printer, so that tests can look at every box."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from chargen.render import cards, fonts
from chargen.render.card_form import CardForm
from chargen.render.coverage import faces_for
from chargen.render.paper import Paper
from chargen.render.theme import Theme

MM_PER_PX = 25.4 / 96


@cache
def _shared() -> tuple[Any, Any]:
    from weasyprint.text.fonts import FontConfiguration

    from chargen.render.printer import Fetcher

    return FontConfiguration(), Fetcher(*fonts.folders())


@cache
def _style(form: CardForm | Paper, theme: Theme, others: tuple[fonts.Face, ...]) -> Any:
    from weasyprint import CSS

    configuration, fetcher = _shared()
    faces = {face: face.path.as_uri() for face in (*fonts.FACES, *others)}
    return CSS(string=cards.style(form, theme, faces=faces), font_config=configuration, url_fetcher=fetcher)


def laid_out(text: str, form: CardForm | Paper, theme: Theme) -> Any:
    """The pages of a document in the style of cards: a document of WeasyPrint's."""
    from weasyprint import HTML

    configuration, fetcher = _shared()
    style = _style(form, theme, faces_for(text))
    return HTML(string=text, url_fetcher=fetcher).render(stylesheets=[style], font_config=configuration)


@dataclass(frozen=True, slots=True)
class Shown:
    """A text or a drawing on a page, with its edges and those of the block around it, in millimetres."""

    text: str
    kind: str
    """The class of the element; ``svg`` in front of that of a drawing."""
    left: float
    top: float
    right: float
    bottom: float
    block_left: float
    block_right: float


def shown(document: Any) -> Iterator[Shown]:
    """All that is to be seen on the pages."""
    for page in document.pages:
        yield from _within(page._page_box, None)


def _within(box: Any, block: Any) -> Iterator[Shown]:
    from weasyprint.formatting_structure import boxes

    if isinstance(box, boxes.TextBox | boxes.ReplacedBox):
        if isinstance(box, boxes.ReplacedBox) or box.text.strip("\u200b "):
            yield _shown(box, block if isinstance(box, boxes.TextBox) else box)
        return
    if isinstance(box, boxes.BlockContainerBox):
        block = box
    for child in getattr(box, "children", ()):
        yield from _within(child, block)


def _shown(box: Any, block: Any) -> Shown:
    is_text = hasattr(box, "text")
    kind = box.element.get("class") or ""
    if is_text and block.element is not None:
        kind = block.element.get("class") or kind
    left, top = (box.position_x, box.position_y) if is_text else (box.content_box_x(), box.content_box_y())
    return Shown(
        box.text if is_text else "",
        kind if is_text else f"svg {kind}",
        left * MM_PER_PX,
        top * MM_PER_PX,
        (left + box.width) * MM_PER_PX,
        (top + box.height) * MM_PER_PX,
        block.content_box_x() * MM_PER_PX,
        (block.content_box_x() + block.width) * MM_PER_PX,
    )
