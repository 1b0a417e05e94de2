"""The sizes of cards: what fits on them, and how many fit on a sheet of paper."""

from contextlib import suppress
from dataclasses import dataclass, replace

from chargen.render.paper import A4, MM_PER_INCH, Paper

LYING = 1.15  # The ratio of width to height from which a card has two columns
SMALLEST_MM = (60, 68)  # The smallest part of a paper that is a useful card
USUAL_PT = 10  # The size of a theme's text from which its cards are in large print
EDGE_MM = 4  # The border of the paper that cards with cut edges avoid, where no printer prints


@dataclass(frozen=True, slots=True)
class CardSize:
    """A size of cards. Lengths are for text of the usual size; a theme scales them."""

    name: str
    width_mm: float
    height_mm: float
    margin_mm: float
    text_pt: float
    """The size that all others are parts of."""
    box_mm: float
    """The side of a box for a pencil."""
    bar_mm: float
    """The length of a bar at 100 %."""
    line_mm: float
    """The distance of write-in lines."""
    box_rows: int
    """The largest number of rows of boxes; a longer track is one box for a number."""
    portrait_mm: float
    """The side of a portrait."""
    cut: bool = False
    """Whether all its edges are cut, so that colour may run over them; otherwise there is a printer's margin."""

    def places(self, paper: Paper) -> tuple[Paper, int, int]:
        """Return the paper, turned if more cards fit on it then, and how many fit across and down; 0 on a smaller one.

        They are side by side in its middle, none of them turned, and without a gap.
        """
        edges, hair = 2 * EDGE_MM if self.cut else 0, 1e-6  # a float that is a hair too small still counts
        upright, turned = (
            (
                sheet,
                int((sheet.width_mm - edges) / self.width_mm + hair),
                int((sheet.height_mm - edges) / self.height_mm + hair),
            )
            for sheet in (paper, paper.turned())
        )
        return turned if turned[1] * turned[2] > upright[1] * upright[2] else upright


# In the order of the fields: name, sides, margin, text, box, bar, lines, rows of boxes, portrait.
CARDS = CardSize("cards", 2.5 * MM_PER_INCH, 3.5 * MM_PER_INCH, 3.5, 7.5, 4, 15, 5, 3, 13, cut=True)
TAROT = CardSize("tarot", 70, 120, 4, 8.2, 4.2, 17, 6, 4, 16, cut=True)
MINI = CardSize("mini", 44, 63, 3, 7, 4, 9, 5, 2, 9, cut=True)
INDEX_CARDS = CardSize("index-cards", 5 * MM_PER_INCH, 3 * MM_PER_INCH, 4.5, 7.8, 4, 18, 6, 4, 16, cut=True)
A6 = CardSize("a6", 105, 148, 6, 9.5, 4.5, 24, 7, 4, 20)
FIXED = {size.name: size for size in (CARDS, TAROT, MINI, INDEX_CARDS, A6)}
NAMES = ("half", "quarter", *FIXED)


def find_size(name: str, paper: Paper = A4) -> CardSize:
    """Return the size of that name; halves and quarters are of that paper. Raises ValueError where it is too small."""
    if name not in NAMES:
        raise ValueError(f"no size of card is called {name!r}; choose one of {', '.join(NAMES)}")
    upright = paper.turned() if paper.landscape else paper
    if name in FIXED:
        return FIXED[name]
    # Papers smaller than A4 have smaller text.
    share = min(1.0, max(0.75, min(upright.width_mm / A4.width_mm, upright.height_mm / 270)))
    if name == "half":
        part = replace(A6, name=name, margin_mm=9, text_pt=11.5 * share, box_mm=5, bar_mm=28 * share, box_rows=6)
        part = replace(part, portrait_mm=30, width_mm=upright.width_mm, height_mm=upright.height_mm / 2)
    else:
        part = replace(A6, name=name, margin_mm=7, text_pt=9.5 * share, box_mm=4.6, bar_mm=24 * share)
        part = replace(part, width_mm=upright.width_mm / 2, height_mm=upright.height_mm / 2)
    if min(part.width_mm, part.height_mm) < SMALLEST_MM[0] or max(part.width_mm, part.height_mm) < SMALLEST_MM[1]:
        raise ValueError(f"a {name} of {paper.name} is too small for a card; take a larger paper")
    return part


def find_scale(own_pt: float, text_pt: float) -> float:
    """Return how much larger a text is in a theme with text of some size: as large as there, if that is large.

    >>> find_scale(7.5, 10), find_scale(7.5, 15)
    (1, 2.0)
    """
    return max(1, text_pt / own_pt) if text_pt > USUAL_PT else 1


LARGER = ("tarot", "a6", "half")
"""The forms that replace one that is too small for large print, in this order."""
LEAST_SHARE = 0.9
"""The part of a usual playing card's text that a card must hold in large print (house default)."""


def list_large_enough(name: str, paper: Paper, text_pt: float) -> tuple[str, ...]:
    """Return the size itself and the larger ones that hold in large print about what a usual playing card holds.

    It is empty where no size does on that paper. Where the text has the usual size, it is the size itself.

    >>> list_large_enough("cards", A4, 10), list_large_enough("cards", A4, 16), list_large_enough("cards", A4, 30)
    (('cards',), ('half',), ())
    """
    if text_pt <= USUAL_PT:
        return (name,)
    # About how much text a size holds: its area, in units of its text's size squared.
    asked = find_size(name, paper)
    needed = LEAST_SHARE * (CARDS.width_mm * CARDS.height_mm / CARDS.text_pt**2)
    found = []
    for larger in dict.fromkeys((name, *LARGER)):
        with suppress(ValueError):  # half a page of a small paper
            size = find_size(larger, paper)
            area = size.width_mm * size.height_mm
            is_larger = area >= asked.width_mm * asked.height_mm and all(size.places(paper)[1:])
            if is_larger and area / (size.text_pt * find_scale(size.text_pt, text_pt)) ** 2 >= needed:
                found.append(larger)
    return tuple(found)
