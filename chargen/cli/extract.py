"""`chargen extract`: the concept of an archived sheet."""

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
from chargen.exports import markdown
from chargen.render.archive import NothingInside, Original, originals


@click.command(
    "extract",
    epilog="""\b
Examples:
  chargen render kai.yaml --standard pdf/a-3b -o kai.pdf
  chargen extract kai.pdf                  the concept, on standard output
  chargen extract kai.pdf -o kai.yaml      and its campaign file beside it
  chargen extract kai.pdf -o folder/       under their original names
  chargen export kai.yaml --to markdown -o notes
  chargen extract notes/kai-brenner.md""",
)
@click.argument("file", type=click.Path(allow_dash=True), metavar="FILE")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where to write it.  [default: standard output]")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(file: str, output: str | None, force: bool) -> int:
    """Write the concept that is embedded in a sheet, byte for byte, and its campaign file.

    FILE is a PDF made with --standard pdf/a-3b or pdf/a-3a, a file of `chargen export --to markdown`, which has no
    campaign file, or - for standard input. Existing files are overwritten only with --force.
    """
    try:
        content = fileio.read_bytes(None if file == fileio.STANDARD_INPUT else Path(file), limits.PDF_BYTES)
        concept = markdown.find_concept(content)
        files = originals(content) if concept is None else [Original(f"{Path(file).stem}.yaml", concept)]
    except (NothingInside, fileio.Unreadable) as exc:
        click.echo(f"{report.one_line(file)}: {report.printable(str(exc))}", err=True)
        return FAULT
    if output is None or output == fileio.STANDARD_INPUT:
        sys.stdout.buffer.write(files[0].content)
        sys.stdout.flush()
        return OK
    return _write(_places(files, output), force)


def _places(files: list[Original], output: str) -> list[tuple[Path, Original]]:
    """Return the path of each file: in one folder, or below it where the concept names the campaign's.

    Names in the PDF are not trusted: no path leads elsewhere, and no two files get the same one.
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
    """Return a file's name without a folder, and not hidden."""
    path = PureWindowsPath(name)  # it knows both kinds of slashes
    return fileio.file_name(path.stem, path.suffix if path.suffix.lower() in fileio.YAML else ".yaml")


def _is_below(path: str) -> bool:
    """Return whether a path stays in the folder that it starts in, and names a YAML file."""
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
    """Write all files, or none where one exists with other bytes; return the exit code."""
    for path, original in places:
        if path.exists() and not force and not (path.is_file() and path.read_bytes() == original.content):
            message = f"{path} already exists and was not changed; --force overwrites it"
            click.echo(report.one_line(message), err=True)
            return FAULT
    for path, original in places:
        fileio.write_file(path, original.content)
        click.echo(report.one_line(path))
    return OK
