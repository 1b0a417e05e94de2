"""`chargen watch`: sheets in a browser, updated at each save: the studio, which only shows some files."""

import os
from pathlib import Path
from typing import Any

import click

from chargen import fileio
from chargen.cli import options
from chargen.cli.print.print_options import add_print_options, settings
from chargen.cli.write.studio import NO_BROWSER, PORT, serve


@click.command(
    "watch",
    epilog="""\b
Examples:
  chargen watch kai.yaml
  chargen watch party/ --theme pulp
  chargen watch kai.yaml --port 8000 --no-browser""",
)
@options.FILES
@PORT
@NO_BROWSER
@add_print_options("paper", "theme", "ink")
def command(arguments: tuple[str, ...], port: int | None, no_browser: bool, **wishes: Any) -> None:
    """Show sheets in your browser, and update them at each save: `chargen studio --read-only` for some files.

    FILES may be files, folders or globs. Errors are shown above the last valid sheet. House rules and portraits are
    watched, too. The pages are served to this machine only. Press Ctrl-C to stop.
    """
    if fileio.STANDARD_INPUT in arguments:
        raise click.UsageError("watch needs files; it cannot read standard input")
    how = settings(**wishes)
    # The folder that holds all files; of a pattern, or a file to come, the nearest folder that exists.
    found = []
    for argument in arguments:
        path = Path(os.path.realpath(argument))
        found.append(next(above for above in (path, *path.parents) if above.is_dir()))
    folder = Path(os.path.commonpath(found))
    serve(folder, port, opens=not no_browser, read_only=True, arguments=arguments, settings=how)
