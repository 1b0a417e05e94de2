"""`chargen extract`: the character's file, from a sheet or an export."""

from pathlib import Path

import click

from chargen import fileio
from chargen.cli import options, report
from chargen.exports import foundry, markdown
from chargen.render import attachment
from chargen.text import limits


@click.command(
    "extract",
    epilog="""\b
Examples:
  chargen render kai.yaml -o kai.pdf
  chargen extract kai.pdf                  the character's file, on standard output
  chargen extract kai.pdf -o again.yaml
  chargen export kai.yaml --to markdown -o notes
  chargen extract notes/kai-brenner.md -o folder/""",
)
@click.argument("file", type=options.ANY_FILE, metavar="FILE")
@click.option("-o", "--output", metavar="FILE|DIR", help="Where to write it.  [default: standard output]")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(file: str, output: str | None, force: bool) -> None:
    """Write the character's file that is in a sheet, byte for byte.

    FILE is a PDF of a sheet, a Markdown file or an actor of `chargen export`, or - for standard input. An existing file
    is overwritten only with --force.
    """
    try:
        content = fileio.read_bytes(None if file == fileio.STANDARD_INPUT else Path(file), limits.PDF_BYTES)
        concept = markdown.find_concept(content) or foundry.find_concept(content) or attachment.find_concept(content)
    except fileio.Unreadable as exc:
        report.say(f"{report.one_line(file)}: {report.printable(str(exc))}")
        return
    if output is None or output == fileio.STANDARD_INPUT:
        report.print_bytes(concept)
        return
    path = Path(output)
    if path.is_dir() or output.endswith(("/", "\\")):
        # Not the name in the PDF, which a stranger may have chosen.
        path /= f"{'character' if file == fileio.STANDARD_INPUT else Path(file).stem}.yaml"
    report.write_files({path: concept}, force=force)
