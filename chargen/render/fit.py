"""Whether a sheet fits on its pages once it is laid out, and what goes over if it does not."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, takewhile

from chargen.page.sheet import Block, Sheet
from chargen.render.arrangement import foot, is_filler, reference
from chargen.render.paper import Paper
from chargen.text.names import listing

REFERENCE_TITLE = "For reference"
"""The heading above the reference tables, on pages of their own behind the sheet proper."""
GAINED = 0.1
"""The part of a page that less white space gains (measured). A failed attempt takes as long as the sheet."""
UNUSED = 0.02  # The part of a page that stays empty where a title and two lines do not fit
FULL_ENOUGH = 0.36  # A page whose text ends further up is nearly empty
TOP, BOTTOM = 0.06, 0.93  # Where the text of a page begins and ends, in parts of its height
SMALL_PARTS = 0.1
"""What the footer of the first page takes, and what write-in lines take that do not fill a page, in parts of a page."""
NAMED = 4  # The number of blocks that a message lists; it counts the others


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a sheet came out: its headings, and how far down each page its text goes, in parts of its height."""

    headings: tuple[tuple[int, str, float], ...]
    """Each with its page, counted from 0, and how far down the page it is."""
    filled: tuple[float, ...]

    @property
    def pages(self) -> int:
        """Return the number of pages."""
        return len(self.filled)

    def front(self, sheet: Sheet) -> int:
        """Return how many pages the sheet proper takes."""
        if not reference(sheet):
            return self.pages
        behind = ((number, top) for number, title, top in reversed(self.headings) if title == REFERENCE_TITLE)
        number, top = next(behind, (self.pages, 0))
        return number + 1 if top > 2 * TOP else number


def is_late(blocks: Iterable[Block], outcome: Outcome) -> bool:
    """Return whether one of some blocks is on another page than the first."""
    titles = {block.title for block in blocks}
    return any(number and title in titles for number, title, _ in outcome.headings)


def spills(sheet: Sheet, outcome: Outcome, may: int) -> bool:
    """Return whether the sheet proper takes a page more than it may, by so little that less white space may save it."""
    if outcome.front(sheet) != may + 1:
        return False
    # A block that is not divided between pages leaves room on the page before it.
    left = max(0, BOTTOM - outcome.filled[may - 1])
    return outcome.filled[may] - TOP <= GAINED * may + UNUSED + left


def is_loose(sheet: Sheet, outcome: Outcome) -> bool:
    """Return whether the reference tables may save a page if they follow right below the sheet proper.

    They may where a page is nearly empty, or two fit on one, and all of it fits on one page fewer.
    """
    behind = outcome.filled[1:]
    loose = any(share < FULL_ENOUGH for share in behind) or any(
        sum(pair) < BOTTOM + TOP + GAINED for pair in pairwise(behind)
    )
    return loose and bool(reference(sheet)) and fullness(sheet, outcome) <= 1 + GAINED


def fullness(sheet: Sheet, outcome: Outcome) -> float:
    """Return about how full the pages would be if there were one fewer: above 1, white space has to go."""
    small = bool(foot(sheet)) + any(map(is_filler, sheet.blocks))
    needed = sum(outcome.filled) - outcome.pages * TOP + SMALL_PARTS * small
    return needed / (outcome.pages - 1) / (BOTTOM - TOP)


def overflow(sheet: Sheet, outcome: Outcome, paper: Paper, may: int) -> str:
    """Return a message about what does not fit on the pages that the sheet proper may take; empty where all does."""
    takes = outcome.front(sheet)
    if takes <= may:
        return ""
    # Footers print at the end of the first page, wherever they are on the sheet as data.
    footers = {block.title.casefold() for block in foot(sheet)}
    proper = takewhile(lambda heading: heading[1] != REFERENCE_TITLE, outcome.headings)
    named = []
    for number, heading, _ in proper:
        if heading.casefold() not in footers:
            # The title of its block, without the small words after it.
            titles = [block.title for block in sheet.blocks if block.title and heading.startswith(block.title)]
            named.append((number, max(titles, key=len, default=heading)))
    beyond = list(dict.fromkeys(title for number, title in named if may <= number < takes and title))
    if beyond:
        shown = [f"`{title}`" for title in beyond[:NAMED]]
        if len(beyond) > NAMED:
            shown.append(f"{len(beyond) - NAMED} more")
        what = f"{listing(shown)} {'comes' if len(beyond) == 1 else 'come'} after"
    else:
        last = [title for number, title in named if number < may]
        what = f"`{last[-1]}` goes on after" if last else "it goes on after"
    on = f"{may} {'page' if may == 1 else 'pages'} of {paper.name}"
    return f"it takes {takes} pages, and should fit on {on}: {what} {'it' if may == 1 else 'them'}"
