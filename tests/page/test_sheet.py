"""A sheet as data refuses what no page could show."""

import pickle
from fractions import Fraction
from typing import Any

import pytest

from chargen.page.sheet import Block, Box, Chance, Chart, Column, Entries, Facts, Own, Prose, Sheet, Table, Track

BLOCKS: list[tuple[type[Any], dict[str, Any]]] = [
    (Facts, {"facts": ()}),
    (Table, {"columns": (), "rows": ()}),
    (Track, {"boxes": ()}),
    (Prose, {}),
    (Chart, {"series": ()}),
    (Entries, {"entries": ()}),
]


@pytest.mark.parametrize(("block", "rest"), BLOCKS)
def test_a_block_has_a_place_on_the_page(block: type[Any], rest: dict[str, Any]) -> None:
    """One at a misspelt place would be printed nowhere, and no one would know."""
    made: Block = block(name="n", title="N", place="side", **rest)
    assert made.place == "side"
    with pytest.raises(ValueError, match="the block n is at 'left', and a page has across, main, side, half"):
        block(name="n", title="N", place="left", **rest)


@pytest.mark.parametrize(("value", "fault"), [(0.5, TypeError), (Fraction(3, 2), ValueError), (-1, ValueError)])
def test_a_chance_is_exact_and_between_0_and_1(value: Any, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        Chance(value)
    assert Chance(Fraction(1)).value == 1


def test_a_cell_holds_what_can_be_printed() -> None:
    """A bare number is refused where it is put, and not by the printer."""
    with pytest.raises(TypeError, match="7 in the table t is no text, Label or Chance"):
        Table(name="t", title="T", columns=(Column(heading="A"),), rows=((7,),))  # type: ignore[arg-type]


def test_two_kinds_of_blocks_have_two_names() -> None:
    """A table and a chart of one name are distinguished by no one; several of one kind are a series."""
    table = Table(name="damage", title="A", columns=(), rows=())
    head: dict[str, Any] = {"system": "any", "system_title": "Any", "name": "Kai"}
    assert len(Sheet(**head, blocks=(table, Table(name="damage", title="B", columns=(), rows=()))).blocks) == 2
    with pytest.raises(ValueError, match="damage is the name of two blocks: a table and a chart"):
        Sheet(**head, blocks=(table, Chart(name="damage", title="C", series=())))


def test_boxes_stand_in_the_lines_of_what_is_there() -> None:
    """No one would see those in the lines of a table that the sheet has not, or of what has no lines."""
    marks = Track(name="marks", title="Mark", within="skills", boxes=(Box(zone="Sword"),))
    with pytest.raises(ValueError, match="the boxes marks are in the lines of skills, which the sheet has not"):
        Sheet(name="Kai", blocks=(marks, Chart(name="skills", title="Skills", series=())))
    assert Sheet(name="Kai", blocks=(marks, Table(name="skills", title="Skills", columns=(), rows=()))).block("marks")


def test_a_text_of_its_own_is_a_text_and_keeps_what_an_empty_sheet_has() -> None:
    """It equals the text that is printed, and a worker process gets all of it."""
    title = pickle.loads(pickle.dumps(Own("Hit Points 14", "Hit Points")))
    assert title == "Hit Points 14"
    assert title.blank == "Hit Points"
