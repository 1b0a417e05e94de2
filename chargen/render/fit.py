"""Whether a sheet fits on its page, and what comes after it if not."""

from dataclasses import dataclass
from itertools import pairwise, takewhile

from chargen.core.names import listing
from chargen.core.sheet import Sheet
from chargen.render.arrangement import foot, is_filler, reference
from chargen.render.paper import Paper

REFERENCE_TITLE = "The odds in full"
"""What stands above all that is looked up, on pages of its own behind the sheet proper."""
GAINED = 0.1
"""So much of a page is gained on each that is set tight (measured); to try and fail costs as much as the sheet does."""
UNUSED = 0.02
"""So much of a page is left where a title and two lines have no room."""
FULL_ENOUGH = 0.36
"""A page whose text ends further up is nearly empty."""
TOP, BOTTOM = 0.06, 0.93
"""Where the text of a page begins and ends, in parts of its height."""
SMALL_PARTS = 0.1
"""So much the foot of the first page takes, and so much the lines to write on that do not fill a page."""
NAMED = 4
"""More blocks than this are counted and not listed."""


def allowed(sheet: Sheet, *, narrow: bool) -> int:
    """How many pages the sheet proper may take: what its game lays it out for, and twice that in one column."""
    return sheet.pages * (2 if narrow else 1)


@dataclass(frozen=True, slots=True)
class Setting:
    """How a sheet came out: its headings, and how far down each page its text goes, in parts of its height."""

    headings: tuple[tuple[int, str, float], ...]
    """Each with its page, counted from 0, and how far down that it stands."""
    filled: tuple[float, ...]

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.filled)

    def front(self, sheet: Sheet) -> int:
        """How many pages the sheet proper takes."""
        if not reference(sheet):
            return self.pages
        behind = ((number, top) for number, title, top in reversed(self.headings) if title == REFERENCE_TITLE)
        number, top = next(behind, (self.pages, 0))
        return number + 1 if top > 2 * TOP else number


def spills(sheet: Sheet, setting: Setting, *, narrow: bool) -> bool:
    """Return whether the sheet proper takes one page too many, but so little of it that less white space saves it."""
    may = allowed(sheet, narrow=narrow)
    return setting.front(sheet) == may + 1 and setting.filled[may] - TOP <= GAINED * may + UNUSED


def has_room(filled: float) -> bool:
    """Return whether the reference tables may fit on a last page that is filled so far."""
    return filled < 1 - FULL_ENOUGH


def is_loose(sheet: Sheet, setting: Setting) -> bool:
    """Whether what is looked up had better go on below the sheet proper than begin a page of its own.

    So it is where a page is nearly empty, or two have room on one, if all of it has room on one page fewer.
    """
    behind = setting.filled[1:]
    loose = any(share < FULL_ENOUGH for share in behind) or any(
        sum(pair) < BOTTOM + TOP + GAINED for pair in pairwise(behind)
    )
    return loose and bool(reference(sheet)) and fullness(sheet, setting) <= 1 + GAINED


def fullness(sheet: Sheet, setting: Setting) -> float:
    """About how full the pages would be, were there one fewer: above 1, they have to be set tight."""
    small = bool(foot(sheet)) + any(map(is_filler, sheet.blocks))
    needed = sum(setting.filled) - setting.pages * TOP + SMALL_PARTS * small
    return needed / (setting.pages - 1) / (BOTTOM - TOP)


def overflow(sheet: Sheet, setting: Setting, paper: Paper, *, narrow: bool) -> str:
    """What did not fit, in words; empty where all did."""
    may, takes = allowed(sheet, narrow=narrow), setting.front(sheet)
    if takes <= may:
        return ""
    at_the_foot = {block.title.casefold() for block in foot(sheet)}
    proper = takewhile(lambda heading: heading[1] != REFERENCE_TITLE, setting.headings)
    named = [(number, _short(title, sheet)) for number, title, _ in proper if title.casefold() not in at_the_foot]
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


def _short(heading: str, sheet: Sheet) -> str:
    """The title of the block that a heading belongs to, without the small words after it."""
    titles = [block.title for block in sheet.blocks if block.title and heading.startswith(block.title)]
    return max(titles, key=len, default=heading)
