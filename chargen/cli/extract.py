"""`chargen extract`: the concept out of an archived sheet."""

import sys
from pathlib import Path, PureWindowsPath

import click

from chargen import files
from chargen.cli.main import FAULT, OK
from chargen.core.source import parse
from chargen.render.archive import NothingInside, Original, originals

MAXIMUM_BYTES = 200_000_000
"""The largest PDF that is read (ours)."""


@click.command(
    "extract",
    epilog="""\b
Examples:
  chargen render kai.yaml --standard pdf/a-3b -o kai.pdf
  chargen extract kai.pdf                  the concept, on standard output
  chargen extract kai.pdf -o kai.yaml      and its campaign file beside it
  chargen extract kai.pdf -o folder/       under the names they had""",
)
@click.argument("file", type=click.Path(allow_dash=True), metavar="FILE")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where to write it.  [default: standard output]")
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
def command(file: str, output: str | None, force: bool) -> int:
    """Give back the concept that is embedded in a sheet, to the byte, and its campaign file.

    FILE is a PDF made with --standard pdf/a-3b or pdf/a-3a, or - for standard input. Nothing is written over a file
    that is there, unless --force is given.
    """
    try:
        found = originals(_read(file))
    except NothingInside as fault:
        click.echo(f"{file}: {fault}", err=True)
        return FAULT
    if output is None or output == files.STANDARD_INPUT:
        sys.stdout.buffer.write(found[0].content)
        sys.stdout.flush()
        return OK
    return _write(_places(found, output), force)


def _read(file: str) -> bytes:
    try:
        if file == files.STANDARD_INPUT:
            return sys.stdin.buffer.read(MAXIMUM_BYTES)
        with Path(file).open("rb") as opened:
            return opened.read(MAXIMUM_BYTES)
    except FileNotFoundError as fault:
        raise NothingInside("there is no such file") from fault
    except (PermissionError, IsADirectoryError) as fault:
        raise NothingInside(f"it cannot be read: {fault.strerror}") from fault


def _places(found: list[Original], output: str) -> list[tuple[Path, Original]]:
    """Where each file goes: whatever a PDF calls it, into one folder, or where its concept looks for it below that."""
    target = Path(output)
    is_folder = target.is_dir() or output.endswith(("/", "\\"))
    concept, *others = found
    own = target / _bare(concept.name) if is_folder else target
    places = [(own, concept)]
    named = parse(concept.name, concept.content).data
    campaign = str(named.get("campaign", "")) if isinstance(named, dict) else ""
    for other in others:
        below = Path(campaign) if _is_below(campaign) else Path(_bare(other.name))
        places.append((own.parent / below, other))
    return places


def _bare(name: str) -> str:
    """A file's name without any folder, and never a hidden one."""
    path = PureWindowsPath(name)  # takes both kinds of slashes for what they are
    return files.file_name(path.stem, path.suffix if path.suffix.lower() in (".yaml", ".yml") else ".yaml")


def _is_below(path: str) -> bool:
    """Whether a path leads into the folder that it starts in, and to YAML."""
    given = PureWindowsPath(path)
    parts = given.parts
    return (
        bool(parts)
        and not given.anchor
        and not any(part.startswith(".") for part in parts)
        and given.suffix.lower() in (".yaml", ".yml")
    )


def _write(places: list[tuple[Path, Original]], force: bool) -> int:
    """All of them, or none where one is in the way; a file that is there with the same bytes is not."""
    for path, original in places:
        if path.exists() and not force and not (path.is_file() and path.read_bytes() == original.content):
            click.echo(f"{path} is there already and was left as it is; --force writes over it", err=True)
            return FAULT
    for path, original in places:
        files.write(path, original.content)
        click.echo(path)
    return OK
