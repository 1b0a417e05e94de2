"""`chargen extract`: the concept of an archived sheet."""

import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path, PureWindowsPath

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import FAULT, OK
from chargen.cli.files import write_files
from chargen.exports import foundry, markdown
from chargen.render import pictures
from chargen.render.archive import PICTURES, NothingInside, Original, originals
from chargen.text import limits
from chargen.text.diagnostic import Place
from chargen.text.names import fold
from chargen.text.reader import CONTROL
from chargen.text.source import load
from chargen.text.writing import quoted, splice


@click.command(
    "extract",
    epilog="""\b
Examples:
  chargen render kai.yaml --standard pdf/a-3b -o kai.pdf
  chargen extract kai.pdf                  the concept, on standard output
  chargen extract kai.pdf -o kai.yaml      with its portrait and campaign file beside it
  chargen extract kai.pdf -o folder/       under their original names
  chargen export kai.yaml --to markdown -o notes
  chargen extract notes/kai-brenner.md""",
)
@click.argument("file", type=click.Path(allow_dash=True), metavar="FILE")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where to write it.  [default: standard output]")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def command(file: str, output: str | None, force: bool) -> int:
    """Write the concept that is embedded in a sheet, byte for byte, with its portrait and its campaign file.

    FILE is a PDF made with --standard pdf/a-3b or pdf/a-3a, a Markdown file or an actor of `chargen export`, which has
    only the concept, or - for standard input. If the concept names a file outside of its folder, that file is written
    beside it, and the concept names it there. Existing files are overwritten only with --force.
    """
    try:
        content = fileio.read_bytes(None if file == fileio.STANDARD_INPUT else Path(file), limits.PDF_BYTES)
        concept = markdown.find_concept(content) or foundry.find_concept(content)
        files = originals(content) if concept is None else [Original(f"{Path(file).stem}.yaml", concept)]
    except (NothingInside, fileio.Unreadable) as exc:
        click.echo(f"{report.one_line(file)}: {report.printable(str(exc))}", err=True)
        return FAULT
    if output is None or output == fileio.STANDARD_INPUT:
        sys.stdout.buffer.write(files[0].content)
        sys.stdout.flush()
        return OK
    try:
        places = _places(files, output)
    except NothingInside as exc:
        click.echo(f"{report.one_line(file)}: {report.printable(str(exc))}", err=True)
        return FAULT
    return write_files({path: original.content for path, original in places}, force=force)


def _places(files: list[Original], output: str) -> list[tuple[Path, Original]]:
    """Return the path of each file: in one folder, or below it where the concept names it so.

    Names in the PDF are not trusted: no path leads elsewhere, no two files get the same one, and a portrait is a
    picture. Raises `NothingInside` for one that is not.
    """
    target = Path(output)
    is_folder = target.is_dir() or output.endswith(("/", "\\"))
    concept, *others = files
    own = target / _bare(concept.name, fileio.YAML) if is_folder else target
    taken = {fold(str(own))}
    source = load(concept.name, concept.content)
    named = {fold(key): (key, value) for key, value in (source.data if isinstance(source.data, dict) else {}).items()}
    places: list[tuple[Path, Original]] = []
    changes: list[tuple[Place, str]] = []
    for other in others:
        kinds = PICTURES if other.role == "portrait" else fileio.YAML
        key, written = named.pop(other.role, ("", ""))
        # The PDF has only the name of each file; where it was is in the concept.
        below = isinstance(written, str) and _is_below(written, kinds)
        place = own.parent / (Path(written) if below else _bare(other.name, kinds))
        # Without regard to case, as some systems have it.
        while fold(str(place)) in taken:
            place = place.with_name(f"{other.role}-{place.name}")
        taken.add(fold(str(place)))
        if key and (not below or place != own.parent / written):
            changes.append((source.place((key,)), quoted(place.name)))
        places.append((place, _checked(other)))
    if changes:
        concept = replace(concept, content=source.encoded(splice(source.text, changes)))
    return [(own, concept), *places]


def _checked(original: Original) -> Original:
    """Return a file from a PDF; a portrait is opened as any picture, and loses what is not drawn."""
    if original.role != "portrait":
        return original
    try:
        return replace(original, content=pictures.opened(original.content).content)
    except pictures.Unfit as exc:
        raise NothingInside(f"its embedded portrait {exc}") from exc


def _bare(name: str, kinds: Collection[str]) -> str:
    """Return a file's name without a folder, not hidden, and with one of the ends that its kind has."""
    path = PureWindowsPath(name)  # it knows both kinds of slashes
    return fileio.file_name(path.stem, path.suffix if path.suffix.lower() in kinds else next(iter(kinds)))


def _is_below(path: str, kinds: Collection[str]) -> bool:
    """Return whether a path stays in the folder that it starts in, and names a file of a kind."""
    windows_path = PureWindowsPath(path)
    parts = windows_path.parts
    return (
        bool(parts)
        and CONTROL.search(path) is None
        and not windows_path.anchor
        and not any(part.startswith(".") for part in parts)
        and windows_path.suffix.lower() in kinds
    )
