"""`chargen party`: the GM's page, on paper, in a browser, and on the terminal."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from chargen.cli import options, report
from chargen.cli.base import FAULT, OK
from chargen.cli.print import render
from chargen.cli.print.print_options import OUTPUT, Several, add_print_options, settings
from chargen.experience import party
from chargen.sheets.prepared import PreparedSheet, input_files

TEXT = "text"
STEM = "party"
MANY = 12  # The most characters that a GM's page is meant for (house default)


@click.command(
    "party",
    epilog="""\b
Examples:
  chargen party party/                       output/party.html and output/party.pdf
  chargen party kai.yaml mira.yaml --to text
  chargen party party/ --to pdf -o tonight.pdf --paper Letter --landscape""",
)
@options.FILES
@options.PEOPLE_SEED
@options.CAMPAIGN
@OUTPUT
@click.option(
    "--to",
    "formats",
    type=Several(("html", "pdf", TEXT), "format of the page"),
    metavar="FORMATS",
    help="Formats, separated by commas: html, pdf, text.  [default: html,pdf]",
)
@add_print_options("paper", "landscape", "theme", "ink")
def command(arguments: tuple[str, ...], seed: str, output: str, formats: tuple[str, ...] | None, **wishes: Any) -> int:
    """Print the party for the GM: chances side by side, then each character's boxes, actions and weakness.

    FILES may be files, folders or globs, and NPCs to generate, as for `chargen render`. Characters are grouped by
    game, and the best at each roll is marked. A file with an error is reported and left out.
    """
    checks = render.load_characters(arguments, seed=seed)
    groups = party.groups(checks)
    if not groups:
        return FAULT
    if len(checks) > MANY:
        hint = "`chargen render … --as roster` prints a list, ten or more to a page"
        click.echo(f"{len(checks)} characters are a long page; {hint}", err=True)
    target = Path(output)
    named = tuple(name for name in formats or () if name != TEXT)
    files = render.wanted_formats(target, named) if named or formats is None else ()
    if formats is not None and TEXT in formats:
        from chargen.cli import terminal  # imported here: it loads rich

        click.echo(terminal.format_sheet(party.make_party_page(groups), report.width()))
    # The page must not be written over what it is made from, portraits and house rules included.
    inputs = frozenset[Path]().union(*map(input_files, checks))
    how, code = settings(**wishes), OK
    prepared = partial(PreparedSheet, stem=STEM, shown="the party", inputs=inputs)
    if len(checks) > party.PART and "pdf" in files:
        # A large party in parts, each of one game and compared with all of it: what is laid out at once takes memory.
        parts = []
        for group in groups:
            for first in range(0, len(group.members), party.PART):
                members = group.members[first : first + party.PART]
                name = f"{group.title} {first + 1} to {first + len(members)}"
                parts.append(prepared(party.make_party_page([replace(group, members=members)], name)))
        code = render.print_merged(parts, target, f"{STEM}.pdf", how)
        files = tuple(name for name in files if name != "pdf")
    if files:
        page = prepared(party.make_party_page(groups))
        code = max(code, render.print_files([page], target, files, how))
    return code
