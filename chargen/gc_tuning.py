"""How often Python looks for garbage: seldom, as what is made here has few cycles and is soon finished."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (10_000, 10, 10)
"""After so many new objects Python looks through the young ones, after ten such times through the older ones, and after
ten of those through all (ours): an NPC is thousands of small values with few cycles, and to look after every 700 of
them, as Python does, costs a third more."""
AT_FIRST = 250_000
"""In a process of ours it looks no earlier than after so many (ours): more than a command makes that prints one sheet,
and little enough for the memory of any machine."""


def tune_process() -> None:
    """Have this process look for garbage less often, and not at its end, where the system takes everything back.

    A sheet leaves so many objects behind that to look through them at the end costs as much as to paint its pages.
    """
    gc.set_threshold(AT_FIRST, *THRESHOLDS[1:])
    atexit.register(gc.freeze)


def keep_what_is_there() -> None:
    """Look for garbage now, and never again among what is left, which is to stay as long as the process."""
    gc.collect()
    gc.freeze()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within this, garbage is looked for less often; the memory that takes is bounded all the same."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
