"""How often Python looks for garbage while people are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (10_000, 10, 10)
"""After so many new objects Python looks through the young ones, after ten such times through the older ones, and after
ten of those through all (ours): a person is thousands of small values with few cycles, and to look after every 700 of
them, as Python does, costs a third more."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within this, garbage is looked for less often; the memory that takes is bounded all the same."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
