"""Where time goes: what each step takes, told on standard error to whoever asks (`chargen -v`, CHARGEN_LOG).

Nothing is loaded for it, and nothing said, unless it is asked for. Other processes of a command inherit the question.
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
"""The variable that asks: ``info`` for each file, or whatever takes a while; ``debug`` for the steps of each."""


@contextmanager
def timed(step: str, what: str = "", *, small: bool = False) -> Iterator[None]:
    """Tell how long it takes to leave a ``with``; a ``small`` step only at the level of debug."""
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
    """The logger of that level, on standard error; of a level that there is not, that of info."""
    import logging  # imported here: nearly nobody asks

    logger = logging.getLogger("chargen")
    logger.setLevel(logging.DEBUG if level.strip().lower() == "debug" else logging.INFO)
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler())
    return logger
