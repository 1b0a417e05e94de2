"""How far long work has come: a bar on a terminal (by rich)."""

import os
import time
from typing import TYPE_CHECKING, Self, TextIO

from chargen.cli.base import DUMB

if TYPE_CHECKING:
    from rich import progress as rich_progress


def duration(seconds: float) -> str:
    """Return a duration in words.

    >>> duration(0.4), duration(59.6), duration(754), duration(7384)
    ('1 s', '1 min 0 s', '12 min 34 s', '2 h 3 min')
    """
    minutes, rest = divmod(max(1, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Progress:
    """Show how far work has come, on a terminal. Use it in a ``with``; the bar is removed at its end.

    ``quiet``: show nothing. ``after``: the seconds until the bar is shown; work that is done by then has none.
    """

    _task: "rich_progress.TaskID"

    def __init__(self, stream: TextIO, total: int, noun: str, *, quiet: bool = False, after: float = 0) -> None:
        self.done = 0
        """How much is done, earlier runs included."""
        self._stream, self._total, self._noun, self._quiet = stream, total, noun, quiet
        self._start = time.monotonic()
        self._is_live, self._after = stream.isatty() and os.environ.get("TERM", "any") not in DUMB and not quiet, after
        self._bar: rich_progress.Progress | None = None

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @property
    def seconds(self) -> float:
        """Return how long it has taken so far."""
        return time.monotonic() - self._start

    def advance(self, more: int) -> None:
        """Count more work as done; 0 where only time has passed."""
        self._show()
        self.done += more
        if self._bar:
            self._bar.update(self._task, advance=more, description=self._state(), refresh=True)

    def _show(self) -> None:
        """Show the bar for the first time, or again after `clear`."""
        if self._is_live and not self._bar and self.seconds >= self._after:
            self._bar = _bar(self._stream)
            self._task = self._bar.add_task(self._state(), total=self._total, completed=self.done)
        if self._bar:
            self._bar.start()

    def _state(self) -> str:
        return f"{self.done:,} of {self._total:,} {self._noun}"

    def say(self, what: str) -> None:
        """Name work that cannot be counted, on a terminal only."""
        if self._bar:
            self._bar.update(self._task, description=f"{what} …", refresh=True)

    def clear(self) -> None:
        """Remove the bar, so that something else can be printed; `advance` shows it again."""
        if self._bar:
            self._bar.stop()


def _bar(stream: TextIO) -> "rich_progress.Progress":
    # Imported here: commands without long work start without rich.
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.BarColumn(24),
        progress.TextColumn("{task.description}", markup=False),
        progress.TimeRemainingColumn(),
        console=Console(file=stream, force_terminal=True, color_system=None),
        # A refresh thread beside worker processes could be forked with a lock held.
        auto_refresh=False,
        transient=True,
    )
