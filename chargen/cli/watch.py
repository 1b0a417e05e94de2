"""`chargen watch`: sheets in a browser, updated at each save."""

import contextlib
import os
import sys
import time
import webbrowser
from collections.abc import Sequence
from typing import Any

import click

from chargen import fileio
from chargen.cli import options, report
from chargen.cli.base import OK, MachineError
from chargen.cli.print_options import INK, PAPER, THEME, settings
from chargen.cli.watch_server import Server, Watched

USUAL_PORT = 4755
PAUSE, SHARE = 0.04, 9
"""The least seconds between two checks of the files, and the least pause as a multiple of the time to list them.

So a large folder on a slow disk takes at most a tenth of the time.
"""


@click.command(
    "watch",
    epilog="""\b
Examples:
  chargen watch kai.yaml
  chargen watch party/ --theme pulp
  chargen watch kai.yaml --port 8000 --no-open""",
)
@options.FILES
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help=f"The port to serve the pages on.  [default: {USUAL_PORT}, or a free one if it is taken]",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in your browser.  [default: open]")
@PAPER
@THEME
@INK
def command(arguments: tuple[str, ...], port: int | None, opens: bool, **wishes: Any) -> int:
    """Show sheets in a browser, and update them at each save.

    FILES may be files, folders or globs. Errors are shown above the last valid sheet. House rules and portraits are
    watched, too. The pages are served to this machine only. Press Ctrl-C to stop.
    """
    if fileio.STANDARD_INPUT in arguments:
        raise click.UsageError("watch needs files; it cannot read standard input")
    watched = Watched(settings(**wishes))
    _look(watched, arguments)
    server = _server(watched, port)
    with contextlib.suppress(KeyboardInterrupt), server.serving():
        click.echo(f"\n{server.address}   Ctrl-C ends it")
        if opens and _has_window():
            webbrowser.open(server.address)
        while True:
            time.sleep(_look(watched, arguments))
    click.echo()
    return OK


def _look(watched: Watched, arguments: Sequence[str]) -> float:
    """Check the files that are new or changed, print their diagnostics, and return the seconds until the next look."""
    begun = time.monotonic()
    inputs = list(fileio.expand(arguments))
    pause = max(PAUSE, SHARE * (time.monotonic() - begun))
    for checked in watched.look(inputs):
        click.echo(report.text(report.without_notes(checked)))
    return pause


def _server(watched: Watched, port: int | None) -> Server:
    """Start a server at the port; without one, at the usual port or, if that is taken, at a free one."""
    try:
        return Server(watched, port or USUAL_PORT)
    except OSError as fault:
        if port is not None:
            hint = "omit --port, or choose another"
            raise MachineError(f"port {port} cannot be used: {fault.strerror}; {hint}") from fault
        return Server(watched, 0)


def _has_window() -> bool:
    """Return whether a browser has a window; one in the terminal would hide this command."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
