"""The papers."""

import pytest

from chargen.render.paper import PAPERS, Paper, paper


@pytest.mark.parametrize("name", ["A4", "a4", " Letter ", "LETTER"])
def test_a_paper_is_found_in_capitals_or_not(name: str) -> None:
    """How a name is written does not matter."""
    assert paper(name).name.casefold() == name.strip().casefold()


def test_an_unknown_paper_is_answered_with_the_known_ones() -> None:
    """The message names every paper."""
    with pytest.raises(ValueError, match="napkin") as fault:
        paper("napkin")
    assert PAPERS
    assert all(each.name in str(fault.value) for each in PAPERS)


def test_papers_have_the_sizes_of_their_standards() -> None:
    """A4 by ISO 216, Letter by ANSI Y14.1."""
    assert paper("A4") == Paper("A4", 210, 297)
    assert paper("Letter") == Paper("Letter", 215.9, 279.4)
