"""`chargen export`: characters in the formats of other programs."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from chargen import fileio
from chargen.cli import options, report
from chargen.cli.base import FAULTY, refuse_file_name
from chargen.exports.data import character_as_json
from chargen.exports.foundry import write_foundry
from chargen.exports.markdown import write_markdown
from chargen.exports.subject import Subject, prepare
from chargen.exports.text import write_text
from chargen.npc.archetype_file import FULL
from chargen.sources.source_parser import SourceParser

LIST = "list"
FORMATS: Mapping[str, tuple[str, str, Callable[[Subject, Sequence[Subject]], str]]] = {
    "text": (
        "a stat block of at most 40 lines, with the lines that throw its dice in a chat",
        ".txt",
        lambda subject, _: write_text(subject),
    ),
    "markdown": (
        "for Obsidian, GitHub and wikis; `chargen extract` reads the character back",
        ".md",
        write_markdown,
    ),
    "foundry": (
        "an actor of Foundry VTT's system Simple World-Building, with dice to throw",
        ".json",
        lambda subject, _: write_foundry(subject),
    ),
    "json": (
        "what `chargen show --format json` prints",
        ".json",
        lambda subject, _: json.dumps(character_as_json(subject.checked), ensure_ascii=False, indent=2) + "\n",
    ),
}
"""What each is for, how its files end, and what writes the document of a character, of all that are exported."""


@click.command(
    "export",
    epilog="""\b
Examples:
  chargen export kai.yaml --to text
  chargen export kai.yaml --to markdown > kai.md
                                                         `chargen extract kai.md` gives kai.yaml back
  chargen export party/ --to foundry -o actors
  chargen export 'five-by-five/guard*4' --to markdown -o vault
                                                         four NPCs with their ties as links
  chargen export --to list""",
)
@click.argument("arguments", metavar="FILES...", nargs=-1, type=options.ANY_FILE)
@click.option(
    "--to",
    "name",
    type=click.Choice([*FORMATS, LIST]),
    required=True,
    help="The format; list shows what each is for.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    callback=lambda ctx, param, value: value if value == "-" else refuse_file_name(ctx, param, value),
    help="The folder to write files to.  [default: standard output]",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@options.PEOPLE_SEED
@options.CAMPAIGN
def command(arguments: tuple[str, ...], name: str, output: str | None, force: bool, seed: str) -> None:
    """Write characters in the formats of other programs, one document for each.

    FILES may be files, folders, globs and NPCs to generate, as for `chargen render`. NPCs get all details: what they
    want and hide, and their ties. A file with an error is reported and left out. Existing files that differ are
    overwritten only with --force.
    """
    if name == LIST:
        report.print_list((each, about) for each, (about, *_) in FORMATS.items())
        return
    if not arguments:
        raise click.UsageError("name the characters to export, such as kai.yaml")
    is_printed = output is None or output == fileio.STANDARD_INPUT
    folder, subjects, taken = Path() if is_printed else Path(str(output)), list[Subject](), set[str]()
    for request in SourceParser(number=1, seed=seed, detail=FULL, notify=report.tell).requests(arguments):
        checked, order = request.character(), request.order
        report.tell(checked)
        if checked.ok:
            role = (request.seed, order.archetype_of(request.row).role) if order is not None else ()
            subjects.append(prepare(checked, taken, folder, *role))
    # Campaign files and packs are no characters, and are passed over in folders.
    if not subjects and FAULTY not in click.get_current_context().meta:
        report.say("there is no character to export")

    if is_printed and len(subjects) > 1:
        raise click.UsageError(f"{len(subjects)} characters make {len(subjects)} documents; name a folder with -o")
    _, suffix, write = FORMATS[name]
    documents = {f"{subject.stem}{suffix}": write(subject, subjects).encode() for subject in subjects}
    if is_printed:
        content = b"".join(documents.values())
        # A terminal gets no control characters, anything else the very bytes.
        if sys.stdout.isatty():
            click.echo(report.printable(content.decode(), has_isolates=True), nl=False)
        else:
            report.print_bytes(content)
        return
    report.write_files({folder / file: content for file, content in documents.items()}, force=force)
