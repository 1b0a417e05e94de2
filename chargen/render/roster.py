"""How many people a page of a roster has; what it looks like is said in its template."""

from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.theme import Theme

TEXT_PT = 8.8
BOX_MM = 4.5
"""What a pencil fills is no smaller, and no larger either."""
FEWEST = 10
"""So many people stand on a page of A4 or Letter, at any size of text."""
LOWEST_PAGE_MM = 265
LOWEST_MM = 24.5
"""The height of a person, in text of the usual size, at least."""
LARGEST = 1.2
"""Text grows by no more than that: what to roll is never cut."""
HEAD_AND_FOOT = 3.3
"""The height of the page's title and of its last line, in parts of the text's size."""


def scale(theme: Theme) -> float:
    """Return how much larger than usual the text of a roster is."""
    return min(theme.scale, LARGEST)


def people_on_a_page(paper: Paper, theme: Theme) -> int:
    """Return how many people a page of the roster has."""
    room = paper.height_mm - 2 * paper.margin_mm - HEAD_AND_FOOT * TEXT_PT * scale(theme) * MM_PER_PT
    natural = int(room / (LOWEST_MM * scale(theme)))
    return max(natural, FEWEST if paper.height_mm >= LOWEST_PAGE_MM else 1)
