"""Report on standard error how long each step takes, on request (`chargen -v`, CHARGEN_LOG).

Nothing is loaded or printed without a request. Other processes of a command inherit it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

ASKED = "CHARGEN_LOG"
"""The environment variable of the request: ``info`` for each file or long task; ``debug`` for the steps of each."""


@contextmanager
def timed(step: str, what: str = "", *, small: bool = False, before: float = 0) -> Iterator[None]:
    """Report how long a ``with`` block takes; a ``small`` step only at the level of debug.

    ``before``: the seconds before the block that count, too.
    """
    if not (level := os.environ.get(ASKED, "").strip().lower()):
        yield
        return
    import logging  # imported here: timing is rarely requested

    logger = logging.getLogger("chargen")
    # An unknown level is that of info.
    logger.setLevel(logging.DEBUG if level == "debug" else logging.INFO)
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler())
    start = time.perf_counter() - before
    try:
        yield
    finally:
        milliseconds = (time.perf_counter() - start) * 1000
        logger.log(logging.DEBUG if small else logging.INFO, "%8.1f ms  %-8s %s", milliseconds, step, what)
