"""However much a player writes, in any script: all of it is on the sheet, within its edges."""

from functools import cache

import pytest

from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf
from chargen.render.printer import Printed
from chargen.render.theme import NAMES, find_theme
from tests.render import stress
from tests.render.looking import texts
from tests.render.pages import pages
from tests.scale import QUICK, pairs

PAPERS = ("A5", "A4", "Letter", "half-Letter")
LOOKS = [(on, look) for on, look in pairs(PAPERS, NAMES) if look == "plain" or on in ("A4", "Letter")]
CASES = [(game, *look) for game, look in pairs(stress.GAMES, LOOKS)][: 2 if QUICK else None]
ONE_OF_EACH_GAME = {game: (game, on, look) for game, on, look in reversed(CASES)}.values()
"""Of each game the first case."""


@cache
def made(game: str, on: str, look: str = "plain") -> Printed:
    """Return the overfull sheet of a game on a paper in a theme, printed once."""
    return pdf(stress.sheet(game), paper=parse_paper(on), theme=find_theme(look))


def broken_over_a_page(word: str, found: str) -> bool:
    """Whether a word too long for a line goes on after what else is on its page."""
    return len(word) > 40 and any(word[:cut] in found and word[cut:] in found for cut in range(8, len(word) - 8))


@pytest.mark.parametrize(("game", "on", "look"), CASES)
def test_every_word_is_in_the_text_and_within_the_edges(game: str, on: str, look: str) -> None:
    """Every word of the concept can be found in the PDF: names of 500 letters, 60 skills, nine scripts, emoji."""
    content = made(game, on, look).content
    wanted = stress.words(game)
    assert len(wanted) > 60
    found = stress.printed(content)
    assert sorted(word for word in wanted if word not in found and not broken_over_a_page(word, found)) == []
    assert [page.beyond() for page in pages(content) if page.beyond()] == []


@pytest.mark.parametrize(("game", "on", "look"), ONE_OF_EACH_GAME)
def test_what_does_not_fit_is_reported_and_goes_on_under_the_name(game: str, on: str, look: str) -> None:
    """The answer says what came after the page; each further page is headed with the character's name."""
    printed = made(game, on, look)
    assert "pages, and should fit on" in printed.overflow
    assert printed.pages > 2
    assert all("Æthelþrýð Włodzimierz" in text for text in texts(printed.content))


@pytest.mark.parametrize(("game", "on", "look"), ONE_OF_EACH_GAME)
def test_letters_without_a_typeface_are_reported_in_one_line(game: str, on: str, look: str) -> None:
    """All that is missing is in one remark, and nothing but what no typeface here has is missing."""
    remarks = [problem for problem in made(game, on, look).problems if "no typeface has" in problem]
    assert len(remarks) <= 1
    for script in ("龍", "한", "م", "ש", "न", "த", "ส", "Ж", "✕"):
        assert not any(script in remark for remark in remarks)
