"""What sheets consist of is what was approved."""

import pytest

from tests.sheets.content import APPROVED, SHOWN, content


@pytest.mark.parametrize("game", SHOWN)
def test_a_sheet_consists_of_what_was_approved(game: str) -> None:
    """Every block, cell, box and chance, with the reference page; cards have tests of their own.

    Where a change is intended, look at the difference after `python -m tests.sheets`.
    """
    assert content(game).splitlines() == (APPROVED / f"{game}.txt").read_text(encoding="utf-8").splitlines()
