"""Whether a sheet fits on its page, and what comes after it if not."""

from collections.abc import Sequence
from itertools import pairwise

from chargen.core.names import listing
from chargen.core.sheet import Sheet
from chargen.render.arrangement import foot, reference
from chargen.render.paper import Paper

REFERENCE_TITLE = "The odds in full"
"""What stands above all that is looked up, on pages of its own behind the sheet proper."""
WITHIN_REACH = 0.2
"""What begins further down a page than this cannot be pulled back onto the one before by giving up white space.

That moves things up by some 15 hundredths of a page (measured); to try and fail costs as much as the sheet does.
"""
FULL_ENOUGH = 0.36
"""A page whose text ends further up is nearly empty."""
NAMED = 4
"""More blocks than this are counted and not listed."""


def allowed(sheet: Sheet, *, narrow: bool) -> int:
    """How many pages the sheet proper may take: what its game lays it out for, and twice that in one column."""
    return sheet.pages * (2 if narrow else 1)


def front(sheet: Sheet, headings: Sequence[tuple[int, str]], pages: int) -> int:
    """How many pages the sheet proper takes; ``headings`` are those of the pages, counted from 0."""
    if not reference(sheet):
        return pages
    return next((number for number, title in reversed(headings) if title == REFERENCE_TITLE), pages)


def is_wasteful(filled: Sequence[float], sheet: Sheet) -> bool:
    """Whether a page is nearly empty, or two have room on one, were what is looked up not to begin a page of its own.

    ``filled`` is how far down each page its text goes, in parts of its height.
    """
    behind = filled[1:]
    return bool(reference(sheet)) and (
        any(share < FULL_ENOUGH for share in behind) or any(sum(pair) < 1 for pair in pairwise(behind))
    )


def overflow(sheet: Sheet, headings: Sequence[tuple[int, str]], pages: int, paper: Paper, *, narrow: bool) -> str:
    """What did not fit, in words; empty where all did."""
    may, takes = allowed(sheet, narrow=narrow), front(sheet, headings, pages)
    if takes <= may:
        return ""
    at_the_foot = {block.title.casefold() for block in foot(sheet)}
    named = [(number, _short(title, sheet)) for number, title in headings if title.casefold() not in at_the_foot]
    beyond = list(dict.fromkeys(title for number, title in named if may <= number < takes and title))
    if beyond:
        shown = beyond[:NAMED] + ([f"{len(beyond) - NAMED} more"] if len(beyond) > NAMED else [])
        what = f"{listing(shown)} {'comes' if len(beyond) == 1 else 'come'} after"
    else:
        last = [title for number, title in named if number < may]
        what = f"{last[-1] if last else 'it'} goes on after"
    on = f"{may} {'page' if may == 1 else 'pages'} of {paper.name}"
    return f"it takes {takes} pages, and should fit on {on}: {what} {'it' if may == 1 else 'them'}"


def _short(heading: str, sheet: Sheet) -> str:
    """The title of the block that a heading belongs to, without the small words after it."""
    titles = [block.title for block in sheet.blocks if block.title and heading.startswith(block.title)]
    return max(titles, key=len, default=heading)
