"""The forms of cards."""

import pytest

from chargen.render import card_size
from chargen.render.paper import A4, LETTER, Paper


@pytest.mark.parametrize(
    ("name", "on", "across", "down", "lies"),
    [
        ("cards", A4, 3, 3, False),
        ("cards", LETTER, 3, 3, False),
        ("tarot", A4, 2, 2, False),
        ("tarot", LETTER, 2, 2, False),
        ("mini", A4, 6, 3, True),
        ("mini", LETTER, 6, 3, True),
        ("index-cards", A4, 2, 2, True),
        ("index-cards", LETTER, 2, 2, True),
        ("a6", A4, 2, 2, False),
        ("a6", LETTER, 2, 1, False),
        ("quarter", A4, 2, 2, False),
        ("quarter", LETTER, 2, 2, False),
        ("half", A4, 1, 2, False),
        ("half", LETTER, 1, 2, False),
    ],
)
def test_so_many_lie_on_a_sheet(name: str, on: Paper, across: int, down: int, lies: bool) -> None:
    """Side by side with one cut between them; the paper is turned where more have room then."""
    found = card_size.find_size(name, on)
    paper = on.turned() if lies else on
    assert found.places(on) == (paper, across, down)
    edges = 8 if found.cut else 0
    assert paper.width_mm - across * found.width_mm >= edges - 1e-6
    assert paper.height_mm - down * found.height_mm >= edges - 1e-6


def test_halves_and_quarters_are_of_the_paper() -> None:
    """Cut once or twice, nothing is left over; a turned paper is cut as an upright one."""
    half, quarter = card_size.find_size("half", A4), card_size.find_size("quarter", LETTER)
    assert (half.width_mm, half.height_mm, quarter.width_mm, quarter.height_mm) == (210, 148.5, 107.95, 139.7)
    assert card_size.find_size("half", A4.turned()) == card_size.find_size("half", A4)


def test_too_small_a_paper_is_refused() -> None:
    """And so is a size that there is not."""
    with pytest.raises(ValueError, match=r"quarter of tiny is too small.*take a larger paper"):
        card_size.find_size("quarter", Paper("tiny", 100, 140))
    with pytest.raises(ValueError, match=r"'napkin'; choose one of half, quarter, cards"):
        card_size.find_size("napkin")


@pytest.mark.parametrize("name", card_size.NAMES)
def test_a_pencil_fits_into_every_box(name: str) -> None:
    """Smaller than elsewhere on small cards only: those of a size of their own, whose edges are all cut."""
    small = name in ("cards", "tarot", "mini", "index-cards")
    size = card_size.find_size(name)
    assert size.box_mm >= (4 if small else 4.5)
    assert size.cut is small
