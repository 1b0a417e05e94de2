"""What sheets consist of is what was approved."""

import re

import pytest

from tests.sheets.content import APPROVED, SHEETS, content


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_consists_of_what_was_approved(name: str) -> None:
    """Every block, cell, box and chance, with the reference page, and of empty sheets; cards have tests of their own.

    Where a change is intended, look at the difference after `python -m tests.sheets`.
    """
    consists_of = content(name)
    assert re.findall(r".{20}\d %", consists_of) == [], "a line may end before this sign"
    assert consists_of.splitlines() == (APPROVED / f"{name}.txt").read_text(encoding="utf-8").splitlines()
