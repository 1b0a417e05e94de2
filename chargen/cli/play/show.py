"""`chargen show`: the checked character on the terminal."""

import click

from chargen import checking, fileio
from chargen.cli import options, report
from chargen.cli.base import FAULT, OK
from chargen.exports.data import character_as_json
from chargen.sources import check_file


@click.command(
    "show",
    epilog="""\b
Examples:
  chargen show kai.yaml
  chargen show party/ | less -R
  chargen show kai.yaml --format json | jq .stats""",
)
@options.FILES
@options.STYLE
@options.AT
@options.CAMPAIGN
def command(arguments: tuple[str, ...], style: str, at: int | None) -> int:
    """Show characters: their sheets in the terminal, or all their numbers as JSON.

    FILES may be files, folders, globs or - (standard input). Errors and warnings go to standard error. The exit code
    is 1 if any file has an error. JSON is an object for one file, and an array for several.
    """
    code, several = OK, []
    for index, given in enumerate(files := list(fileio.expand(arguments))):
        checked = options.apply_at(check_file.check_any(given), at)
        code = max(code, OK if checked.ok else FAULT)
        if style == "json":
            several.append(character_as_json(checked))
            continue
        report.tell(checked)
        if checked.ok and checked.game is None:
            held = f"{report.one_line(checked.source.name)} contains {checked.kind}, not a character"
            click.echo("\n" * bool(index) + held)
        elif checked.ok:
            from chargen.cli import terminal  # imported here: it loads rich

            click.echo("\n" * bool(index) + terminal.format_sheet(checking.make_sheet(checked), report.width()))
    if style == "json":
        report.print_json(several[0] if len(files) == 1 else several)
    return code
