"""How far long work has come: a bar on a terminal (by rich)."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chargen.cli.base import DUMB


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


@contextmanager
def progress(total: int, noun: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """Yield what counts more work as done, and shows a bar of it on a terminal from its first call on.

    Called with 0, it removes the bar, so that something else can be printed; at the end it is removed, too.
    """
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM", "any") in DUMB:
        yield lambda more: None
        return
    # Imported here: commands whose output goes elsewhere start without rich.
    from rich import progress as rich
    from rich.console import Console

    bar = rich.Progress(
        rich.BarColumn(24),
        rich.TextColumn(f"{{task.completed:,}} of {{task.total:,}} {noun}", markup=False),
        rich.TimeRemainingColumn(),
        console=Console(file=sys.stderr, force_terminal=True, color_system=None),
        # A refresh thread beside worker processes could be forked with a lock held.
        auto_refresh=False,
        transient=True,
    )
    task = bar.add_task(noun, total=total)

    def advance(more: int) -> None:
        if more:
            bar.start()
            bar.update(task, advance=more, refresh=True)
        else:
            bar.stop()

    try:
        yield advance
    finally:
        bar.stop()
