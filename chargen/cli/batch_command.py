"""A batch said again: its options as they are typed, and what its folder is called."""

from collections.abc import Sequence
from itertools import zip_longest

from chargen import fileio
from chargen.batch.job import Work
from chargen.core.names import slug
from chargen.render.paper import A4, PAPERS
from chargen.render.press import USUAL_PAGES
from chargen.render.theme import INKS, PLAIN
from chargen.render.theme import theme as theme_of

DEFAULT_FORMATS = ("pdf", "jsonl")
_TELLING = ("only", "ink")
"""Options whose values say little without their names."""


def folder_name(called: Sequence[str], words: Sequence[str]) -> str:
    """What the folder of a batch is called: after all that tells it from another, as far as there is room."""
    parts = list(called)
    for word, following in zip_longest(words, words[1:], fillvalue="--"):
        is_flag = word.startswith("--") and following.startswith("--")
        if not word.startswith("--") or is_flag or word[2:] in _TELLING:
            parts.append(word)
    return fileio.file_name(slug(" ".join(filter(None, parts))), "")


def options_typed(**options: object) -> list[str]:
    """Options as they are typed; those that are not given are left out."""
    words = []
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif value:
            words += [f"--{name}", str(value)]
    return words


def printing_typed(work: Work) -> list[str]:
    """The options of printing that differ from the usual, as they are typed."""
    to = ",".join(work.formats)
    words = options_typed(to=to if to != ",".join(DEFAULT_FORMATS) else "")
    if not work.printed:
        return words
    usual = "cards"
    turned = work.paper.landscape and not any(work.paper.name == paper.name and paper.landscape for paper in PAPERS)
    ink = next((ink for ink in INKS if theme_of(work.theme.name, ink) == work.theme), "full")
    return words + options_typed(
        **{
            "as": work.form.name if work.form.name != usual else "",
            "files": work.separate,
            "paper": work.paper.name if work.paper.name != A4.name else "",
            "landscape": turned,
            "theme": work.theme.name if work.theme.name != PLAIN.name else "",
            "ink": ink if ink != "full" else "",
            "backs": work.backs,
            "no-marks": not work.marks,
            "bleed": f"{work.press.bleed_mm:g}mm" if work.press.bleed_mm else "",
            "marks": bool(work.press.marks),
            "standard": work.press.standard,
            "cmyk": work.press.cmyk,
            "pages": work.press.pages if work.press.pages != USUAL_PAGES else "",
        }
    )
