"""The page as data refuses what no page could show."""

from fractions import Fraction
from typing import Any

import pytest

from chargen.core.sheet import Block, Chance, Chart, Column, Entries, Facts, Prose, Table, Track

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
    """One at a misspelt place would be printed nowhere, and nobody would know."""
    made: Block = block(name="n", title="N", place="side", **rest)
    assert made.place == "side"
    with pytest.raises(ValueError, match="the block n is at 'left', and a page has across, main, side, foot"):
        block(name="n", title="N", place="left", **rest)


@pytest.mark.parametrize(("value", "fault"), [(0.5, TypeError), (Fraction(3, 2), ValueError), (-1, ValueError)])
def test_a_chance_is_exact_and_between_0_and_1(value: Any, fault: type[Exception]) -> None:
    """Neither a float nor a number beyond."""
    with pytest.raises(fault):
        Chance(value)
    assert Chance(Fraction(1)).value == 1


def test_a_cell_holds_what_can_be_printed() -> None:
    """A bare number is refused where it is put, and not by the printer."""
    with pytest.raises(TypeError, match="7 in the table t is no text, Label or Chance"):
        Table(name="t", title="T", columns=(Column(heading="A"),), rows=((7,),))  # type: ignore[arg-type]
