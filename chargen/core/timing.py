"""Report on standard error how long each step takes, on request (`chargen -v`, CHARGEN_LOG).

Nothing is loaded or printed without a request. Other processes of a command inherit it.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import Logger

ASKED = "CHARGEN_LOG"
"""The environment variable of the request: ``info`` for each file or long task; ``debug`` for the steps of each."""


@contextmanager
def timed(step: str, what: str = "", *, small: bool = False) -> Iterator[None]:
    """Report how long a ``with`` block takes; a ``small`` step only at the level of debug."""
    if not os.environ.get(ASKED):
        yield
        return
    logger, start = _logger(os.environ[ASKED]), time.perf_counter()
    try:
        yield
    finally:
        milliseconds = (time.perf_counter() - start) * 1000
        logger.log(10 if small else 20, "%8.1f ms  %-8s %s", milliseconds, step, what)


@cache
def _logger(level: str) -> "Logger":
    """Return the logger of that level, on standard error; for an unknown level, that of info."""
    import logging  # imported here: timing is rarely requested

    logger = logging.getLogger("chargen")
    logger.setLevel(logging.DEBUG if level.strip().lower() == "debug" else logging.INFO)
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler())
    return logger
