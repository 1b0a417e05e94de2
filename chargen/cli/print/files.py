"""Write the files of a command that never overwrites others."""

from collections.abc import Mapping
from pathlib import Path

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK


def write_files(contents: Mapping[Path, bytes], *, force: bool) -> int:
    """Write all files and print their paths, or write none if one exists with other bytes; return the exit code."""
    for path, content in contents.items():
        # The same bytes are no conflict: a command may be repeated.
        if not force and path.exists() and not (path.is_file() and path.read_bytes() == content):
            click.echo(report.one_line(f"{path} already exists and was not changed; --force overwrites it"), err=True)
            return FAULT
    for path, content in contents.items():
        fileio.write_file(path, content)
        click.echo(report.one_line(path))
    return OK
