"""Sheets and cards look as they did when they were approved."""

import pytest

from tests.render.visual.looks import APPROVED, NAMES, compare
from tests.scale import some


@pytest.mark.parametrize("name", some(NAMES[::-1], 8))
def test_it_looks_as_approved(name: str) -> None:
    """Within what another version of the text engine may change."""
    differs = compare(name)
    assert not differs, differs


def test_every_approved_look_is_one_of_a_game() -> None:
    """None is left over, and none is large."""
    found = list(APPROVED.glob("*.png"))
    assert {each.stem for each in found} == {*NAMES}
    assert max(each.stat().st_size for each in found) < 30_000
