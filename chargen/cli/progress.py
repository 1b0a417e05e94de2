"""How far long work has come: a bar on a terminal (by rich)."""

import os
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
    """Show how far work has come, on a terminal, from the first call of `advance` on. Use it in a ``with``.

    The bar is removed at the end. ``quiet``: show nothing.
    """

    def __init__(self, stream: TextIO, total: int, noun: str, *, quiet: bool = False) -> None:
        self._stream, self._total, self._noun = stream, total, noun
        self._is_live = stream.isatty() and os.environ.get("TERM", "any") not in DUMB and not quiet
        self._bar: rich_progress.Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def advance(self, more: int) -> None:
        """Count more work as done."""
        if not self._is_live:
            return
        # Imported here: commands without long work start without rich.
        from rich import progress
        from rich.console import Console

        if self._bar is None:
            self._bar = progress.Progress(
                progress.BarColumn(24),
                progress.TextColumn(f"{{task.completed:,}} of {{task.total:,}} {self._noun}", markup=False),
                progress.TimeRemainingColumn(),
                console=Console(file=self._stream, force_terminal=True, color_system=None),
                # A refresh thread beside worker processes could be forked with a lock held.
                auto_refresh=False,
                transient=True,
            )
            self._bar.add_task(self._noun, total=self._total)
        self._bar.start()
        self._bar.update(self._bar.task_ids[0], advance=more, refresh=True)

    def clear(self) -> None:
        """Remove the bar, so that something else can be printed; `advance` shows it again."""
        if self._bar:
            self._bar.stop()
