"""What sheets consist of is what was approved."""

import re

import pytest

from tests.sheets.content import APPROVED, SHOWN, content


@pytest.mark.parametrize("game", SHOWN)
def test_a_sheet_consists_of_what_was_approved(game: str) -> None:
    """Every block, cell, box and chance, with the reference page; cards have tests of their own.

    Where a change is intended, look at the difference after `python -m tests.sheets`.
    """
    consists_of = content(game)
    assert re.findall(r".{20}\d %", consists_of) == [], "a line may end before this sign"
    assert consists_of.splitlines() == (APPROVED / f"{game}.txt").read_text(encoding="utf-8").splitlines()
