"""Write the files of a command that never overwrites others."""

import os
from collections.abc import Mapping
from pathlib import Path

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK

SCHEMAS = ".chargen"  # The folder beside a new file that holds the schema for editors


def write_files(contents: Mapping[Path, bytes], *, force: bool, verb: str = "") -> int:
    """Write all files and print their paths, or write none if one exists with other bytes; return the exit code."""
    # The same bytes are no conflict: a command may be repeated.
    same = {path for path, content in contents.items() if path.is_file() and path.read_bytes() == content}
    for path in contents:
        if not force and path not in same and os.path.lexists(path):
            click.echo(report.one_line(f"{path} already exists and was not changed; --force overwrites it"), err=True)
            return FAULT
    for path, content in contents.items():
        if path not in same:
            fileio.write_file(path, content, replace=force)
        click.echo(verb + report.one_line(path))
    return OK
