"""How often Python looks for garbage."""

import contextlib
import gc
import subprocess
import sys
from collections.abc import Iterator

import pytest

from chargen import gc_tuning

PROCESS = """
import atexit, gc
atexit.register(lambda: print(gc.get_freeze_count() > 1000))
from chargen import gc_tuning
gc_tuning.tune_process()
print(gc.get_threshold()[0] == gc_tuning.AT_FIRST > gc_tuning.THRESHOLDS[0])
"""


@pytest.fixture
def before() -> Iterator[tuple[int, int, int]]:
    """How often it is looked for otherwise: as Python does by itself, whatever ran here before."""
    thresholds = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield gc.get_threshold()
    gc.set_threshold(*thresholds)


def test_garbage_is_looked_for_as_before_once_a_chunk_is_made(before: tuple[int, int, int]) -> None:
    """Seldom while NPCs are made, and as before after that, even where they could not be."""
    with gc_tuning.seldom_collected():
        assert gc.get_threshold() == gc_tuning.THRESHOLDS != before
    assert gc.get_threshold() == before
    with contextlib.suppress(ValueError), gc_tuning.seldom_collected():
        raise ValueError
    assert gc.get_threshold() == before


def test_a_process_of_ours_looks_rarely_and_not_at_its_end() -> None:
    """What is left when it ends is set aside, so that nothing looks through it once more."""
    line = [sys.executable, "-c", PROCESS]
    assert subprocess.run(line, check=True, capture_output=True, text=True).stdout.split() == ["True", "True"]
