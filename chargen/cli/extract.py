"""`chargen extract`: the concept out of an archived sheet."""

import sys
from pathlib import Path, PureWindowsPath

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK
from chargen.core import limits
from chargen.core.names import fold
from chargen.core.reader import CONTROL
from chargen.core.source import load
from chargen.render.archive import NothingInside, Original, originals


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
        files = originals(_read(file))
    except NothingInside as fault:
        click.echo(report.printable(f"{file}: {fault}"), err=True)
        return FAULT
    if output is None or output == fileio.STANDARD_INPUT:
        sys.stdout.buffer.write(files[0].content)
        sys.stdout.flush()
        return OK
    return _write(_places(files, output), force)


def _read(file: str) -> bytes:
    try:
        return fileio.read_bytes(None if file == fileio.STANDARD_INPUT else Path(file), limits.PDF_BYTES)
    except fileio.Unreadable as fault:
        raise NothingInside(str(fault)) from fault


def _places(files: list[Original], output: str) -> list[tuple[Path, Original]]:
    """Where each file goes: whatever a PDF calls it, into one folder, or where its concept looks for it below that.

    No two go to one place, whatever they call themselves.
    """
    target = Path(output)
    is_folder = target.is_dir() or output.endswith(("/", "\\"))
    concept, *others = files
    own = target / _bare(concept.name) if is_folder else target
    places = [(own, concept)]
    taken = {fold(str(own))}
    named = load(concept.name, concept.content).data
    campaign = str(named.get("campaign", "")) if isinstance(named, dict) else ""
    for other in others:
        place = own.parent / (Path(campaign) if _is_below(campaign) else _bare(other.name))
        while fold(str(place)) in taken:
            place = place.with_name(f"campaign-{place.name}")
        taken.add(fold(str(place)))
        places.append((place, other))
    return places


def _bare(name: str) -> str:
    """A file's name without any folder, and never a hidden one."""
    path = PureWindowsPath(name)  # takes both kinds of slashes for what they are
    return fileio.file_name(path.stem, path.suffix if path.suffix.lower() in fileio.YAML else ".yaml")


def _is_below(path: str) -> bool:
    """Whether a path leads into the folder that it starts in, and to YAML."""
    windows_path = PureWindowsPath(path)
    parts = windows_path.parts
    return (
        bool(parts)
        and CONTROL.search(path) is None
        and not windows_path.anchor
        and not any(part.startswith(".") for part in parts)
        and windows_path.suffix.lower() in fileio.YAML
    )


def _write(places: list[tuple[Path, Original]], force: bool) -> int:
    """All of them, or none where one is in the way; a file that is there with the same bytes is not."""
    for path, original in places:
        if path.exists() and not force and not (path.is_file() and path.read_bytes() == original.content):
            said = f"{path} is there already and was left as it is; --force writes over it"
            click.echo(report.printable(said), err=True)
            return FAULT
    for path, original in places:
        fileio.write(path, original.content)
        click.echo(report.printable(str(path)))
    return OK
