"""The soak itself, for a moment: targets take what they begin with and what was once found, and errors lose nothing."""

from pathlib import Path

import pytest

from tests.scale import some, tenth
from tests.soak import faults, studio
from tests.soak.corpus import inputs
from tests.soak.targets import TARGETS, seeds

FOUND = Path(__file__).parent / "found"
"""Inputs that once broke a promise, by target."""


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_takes_what_it_begins_with(target: str) -> None:
    """Files that are in order, whole and cut, files that broke it once, and what hours of fuzzing came upon."""
    known = [path.read_bytes() for path in sorted(FOUND.glob(f"{target}-*"))]
    for content in [*seeds(target)[: tenth(20)], *known, *(content for _, content in some(inputs(target), 3))]:
        TARGETS[target](content)
        TARGETS[target](content[: len(content) * 2 // 3])


def test_nothing_is_lost_where_commands_are_stopped() -> None:
    """Killed or interrupted at random moments: no half file, no file of the player's own changed, no worker left."""
    number = tenth(20)
    done = faults.soak(number, 7, print)
    assert done.lost == []
    assert done.injected.total() + done.finished == number


def test_no_text_is_lost_in_the_studio() -> None:
    """Two windows and another program save, rename, delete and restore; a studio is killed while it saves."""
    done = studio.soak(steps=150, kills=1, seed=7)
    assert done.lost == []
    assert (done.steps, done.kills) == (150, 1)
