"""Report on standard error how long each step takes, on request (`chargen -v`, CHARGEN_LOG).

Nothing is loaded or printed without a request. Other processes of a command inherit it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

ASKED = "CHARGEN_LOG"
"""The environment variable of the request: ``info`` for each file or long task; ``debug`` for the steps of each."""


@contextmanager
def timed(step: str, what: str = "", *, small: bool = False, before: float = 0) -> Iterator[None]:
    """Report how long a ``with`` block takes; a ``small`` step only at the level of debug.

    ``before``: the seconds before the block that count, too.
    """
    if not os.environ.get(ASKED):
        yield
        return
    start = time.perf_counter() - before
    try:
        yield
    finally:
        _report(time.perf_counter() - start, step, what, small=small)


def timed_command(name: str) -> AbstractContextManager[None]:
    """Report what Python and the command took to start, and then how long all of it takes."""
    before = time.process_time()
    if os.environ.get(ASKED):
        _report(before, "start", name)
    return timed("in all", name, before=before)


def _report(seconds: float, step: str, what: str, *, small: bool = False) -> None:
    """Write a line on standard error, at the level of the request; an unknown one is that of info."""
    import logging  # imported here: timing is rarely requested

    logger = logging.getLogger("chargen")
    level = os.environ.get(ASKED, "").strip().lower()
    logger.setLevel(logging.DEBUG if level == "debug" else logging.INFO)
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler())
    logger.log(logging.DEBUG if small else logging.INFO, "%8.1f ms  %-8s %s", seconds * 1000, step, what)
