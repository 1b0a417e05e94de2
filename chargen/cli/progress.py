"""How far a long piece of work has come: a live line on a terminal, now and then a plain one elsewhere."""

import shutil
import time
from collections.abc import Callable
from typing import Self, TextIO

BAR = 24
"""How many letters a full bar takes."""
LINES_APART = 10.0
"""How many seconds pass between plain lines."""
REDRAWN_APART = 0.1
_CLEAR = "\r\x1b[K"


def duration(seconds: float) -> str:
    """A stretch of time as people say it.

    >>> duration(0.4), duration(59.6), duration(754), duration(7384)
    ('1 s', '1 min 0 s', '12 min 34 s', '2 h 3 min')
    """
    whole = max(1, round(seconds))
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Progress:
    """Says how far work has come, with its rate and the time that is left. Use it in a ``with``."""

    def __init__(
        self,
        stream: TextIO,
        total: int,
        noun: str,
        *,
        live: bool,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._total, self._noun = total, noun
        self._before = self._done = 0
        self._live, self._quiet, self._clock = live, quiet, clock
        self._start = self._said = clock()
        self._shown = ""
        """The live line as it stands."""
        self._first: tuple[float, int] | None = None
        """When something was done first, and how much then: what came before was setting up."""

    def __enter__(self) -> Self:
        self._draw()
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def done(self) -> int:
        """How much is done, earlier runs and all."""
        return self._done

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self._clock() - self._start

    def advance(self, more: int) -> None:
        """So much more is done; 0 where only time has passed."""
        self._done += more
        if more and self._first is None:
            self._first = self._clock(), self._done
        if self._quiet:
            return
        now = self._clock()
        apart = REDRAWN_APART if self._live else LINES_APART
        if now - self._said >= apart or (self._live and more):
            self._said = now
            self._draw()

    def count_before(self, more: int) -> None:
        """So much was done in an earlier run, which says nothing about the rate of this one."""
        self._before += more
        self._done += more

    def say(self, what: str) -> None:
        """What is being done where nothing can be counted; on a terminal only."""
        if self._live and not self._quiet:
            self._shown = f"{what} …"
            self._stream.write(_CLEAR + self._shown)
            self._stream.flush()

    def tell(self, what: str) -> None:
        """Something that stays to be read."""
        if not self._quiet:
            self.clear()
            self._stream.write(f"{what}\n")
            self._stream.flush()

    def clear(self) -> None:
        """Take the live line away, so that something else can be said."""
        if self._shown:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._shown = ""

    def _draw(self) -> None:
        if self._quiet:
            return
        if self._live:
            width = shutil.get_terminal_size().columns
            line = f"{self._bar()}  {self.said()}"[: width - 1]
            if line != self._shown:
                self._stream.write(_CLEAR + line)
                self._shown = line
        elif self._done > self._before:
            self._stream.write(self.said() + "\n")
        self._stream.flush()

    def _bar(self) -> str:
        filled = BAR * self._done // max(1, self._total)
        return "█" * filled + "░" * (BAR - filled)

    def _rate(self) -> float:
        """How much is done in a second; 0 where nothing can be said yet."""
        now = self._clock()
        since, before = self._start, self._before
        if self._first is not None and self._done > self._first[1]:
            since, before = self._first
        return (self._done - before) / (now - since) if now > since else 0.0

    def said(self) -> str:
        """How far it has come, in words."""
        parts = [f"{self._done:,} of {self._total:,} {self._noun}"]
        if rate := self._rate():
            parts.append(f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s")
            if left := self._total - self._done:
                parts.append(f"{duration(left / rate)} left")
        return ", ".join(parts)
