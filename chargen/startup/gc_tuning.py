"""Tune the garbage collector: it runs rarely, as chargen makes many small objects with few reference cycles."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (10_000, 10, 10)
"""Numbers of new objects before a collection of the young ones, and of collections before one of older ones (chargen's
default). An NPC is thousands of small values with few cycles: with Python's 700, making it takes a third longer."""
AT_FIRST = 250_000
"""The first threshold in a process of chargen's own (chargen's default): more objects than a command makes that prints
one sheet, and few enough for the memory of any machine."""


def tune_process() -> None:
    """Collect garbage less often in this process, and not at its end, where the system frees all memory.

    A sheet creates a large number of objects: a collection at the end takes as long as painting its pages.
    """
    gc.set_threshold(AT_FIRST, *THRESHOLDS[1:])
    # Python collects once more at its end; what is frozen is left out.
    atexit.register(gc.freeze)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage less often within a ``with`` block; the memory that this takes is bounded."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
