"""What becomes of cards and rosters that hold much, little or something odd, as it was approved: `cards.yaml`.

A case is a card of `sample_cards` with some parts in place of its own, and where it is printed. What is approved of it
are the lines of the page, with their size in points and their place in millimetres, and the number of boxes to tick.
To add one, write what is tried, and approve the rest with `python -m tests.render.test_card_facts`.
"""

from pathlib import Path

import pytest

from chargen.page.card import Card
from chargen.render.card_size import find_size
from chargen.render.deck import ROSTER_BOX_MM
from chargen.render.paper import parse_paper
from chargen.render.theme import find_theme
from tests.approved import Case, as_parameters, write_cases
from tests.render.printed_cards import cards, roster
from tests.render.sample_cards import GAMES, ODD, with_parts

CASES = Path(__file__).with_name("cards.yaml")


def card(parts: Case) -> Card:
    return with_parts((GAMES | ODD)[parts["card"]], {key: value for key, value in parts.items() if key != "card"})


def explain(tried: Case) -> Case:
    """Return some cards with the lines and boxes of their pages: on cards of a form, both sides or one, or a roster."""
    made, look = tuple(map(card, tried["cards"])), find_theme(tried.get("look", "plain"))
    if tried["on"] == "roster":
        pages, box_mm = roster(made, parse_paper(tried.get("paper", "A4")), look), ROSTER_BOX_MM
    else:
        form = find_size(tried["on"])
        pages, box_mm = cards(made, form, look, backs=tried.get("backs", False)), form.box_mm
    shown = [
        [
            *(f"{line.text} ({line.size_pt:.1f} at {line.left:.0f}, {line.top:.0f})" for line in page.lines),
            page.boxes(box_mm),
        ]
        for page in pages
    ]
    return {"tried": tried, "pages": shown}


@pytest.mark.parametrize("case", as_parameters(CASES))
def test_a_card_is_printed_as_approved(case: Case) -> None:
    assert explain(case["tried"]) == case


if __name__ == "__main__":
    write_cases(CASES, "tried", explain)
