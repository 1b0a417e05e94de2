"""`chargen party`: the GM's page, on paper, in a browser, and on the terminal."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

import click

from chargen import fileio
from chargen.cli import options, render, report, terminal
from chargen.cli.base import FAULT, refuse_dash
from chargen.cli.campaign_option import CAMPAIGN
from chargen.cli.print_options import INK, LANDSCAPE, PAPER, THEME, Several, settings
from chargen.experience import party
from chargen.game.isolation import isolate
from chargen.page.roll import percent
from chargen.render.paper import Paper
from chargen.sheets import printing

TEXT = "text"
STEM = "party"
MANY = 12  # The most characters that a GM's page is meant for (house default)
NAME_WIDTH, WIDTH = 22, 16
"""The widths of the names of rolls, and of a character, on a terminal, in letters (house default)."""


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
@CAMPAIGN
@click.option(
    "-o",
    "--output",
    default="output",
    callback=refuse_dash,
    metavar="DIR|FILE",
    help="Where the page goes.  [default: output]",
)
@click.option(
    "--to",
    "formats",
    type=Several(("html", "pdf", TEXT), "format of the page"),
    metavar="FORMATS",
    help="Formats, separated by commas: html, pdf, text.  [default: html,pdf]",
)
@PAPER
@LANDSCAPE
@THEME
@INK
def command(
    arguments: tuple[str, ...],
    seed: str,
    output: str,
    formats: tuple[str, ...] | None,
    paper: Paper | None,
    landscape: bool,
    theme: str | None,
    ink: str,
) -> int:
    """Print the party for the GM: chances side by side, then each character's boxes, actions and weakness.

    FILES may be files, folders or globs, and NPCs to generate, as for `chargen render`. Characters are grouped by
    game, and the best at each roll is marked. A file with an error is reported and left out.
    """
    checks, code = render.load_characters(arguments, seed=seed)
    groups = party.groups(checks)
    if not groups:
        return max(code, FAULT)
    if len(checks) > MANY:
        hint = "`chargen render … --as roster` prints a list, ten or more to a page"
        click.echo(f"{len(checks)} characters are a long page; {hint}", err=True)
    target = Path(output)
    wanted = formats or render.wanted_formats(target, None)
    if TEXT in wanted:
        click.echo("\n".join(_text(groups, report.width())))
    files = tuple(name for name in wanted if name != TEXT)
    if not files:
        return code
    single = render.named_format(target)
    if single and files != (single,):
        raise click.UsageError(f"-o {output} is {single}, and --to asks for {', '.join(files)}")
    fileio.sweep(target.parent if single else target)
    # The page must not be written over what it is made from, portraits and house rules included.
    inputs = frozenset(path for checked in checks for path in printing.prepare(checked).inputs)
    how = settings(paper=paper, landscape=landscape, theme=theme, ink=ink)
    prepare = partial(printing.PreparedSheet, stem=STEM, shown="the party", inputs=inputs)
    results: list[Iterable[printing.PrintResult]] = []
    if len(checks) > party.PART and "pdf" in files:
        parts = [prepare(page) for page in party.split_page(groups)]
        results.append(render.print_merged(parts, target if single else target / f"{STEM}.pdf", how))
        files = tuple(name for name in files if name != "pdf")
    if files:
        results.append(render.print_files([prepare(party.make_party_page(groups))], target, files, how))
    return max(code, render.report_results(chain(*results)))


def _text(groups: Sequence[party.Group], columns: int) -> Iterator[str]:
    """Yield the page for a terminal: rolls as rows, characters as columns, as many as fit side by side."""
    for number, group in enumerate(groups):
        if number:
            yield ""
        yield click.style(group.title, bold=True) + (f", chances {group.of}" if group.of else "")
        # A wide party is printed in several tables below each other, and no column is cut.
        at_once = max(1, (columns - NAME_WIDTH) // (WIDTH + terminal.GAP))
        for start in range(0, len(group.members), at_once):
            yield _side_by_side(group, group.members[start : start + at_once], columns)
        for heading, text in group.about:
            yield textwrap.fill(isolate(report.printable(f"{heading}: {text}")), columns, subsequent_indent="  ")
        if spots := group.weaknesses:
            yield f"no one above {percent(party.WEAK)} % at:"
            for roll, best, who in spots[: party.MOST_WEAK]:
                line = isolate(report.printable(f"{roll} ({party.describe_weakness(best, who)})"))
                yield textwrap.fill(line, columns, initial_indent="  ", subsequent_indent="    ")
            if len(spots) > party.MOST_WEAK:
                yield f"  and {len(spots) - party.MOST_WEAK} more"


def _side_by_side(group: party.Group, members: Sequence[party.Member], columns: int) -> str:
    """Format a table of some characters, in columns of equal width."""
    rows = [(name, *(member.numbers.get(name, party.NONE) for member in members)) for name in group.numbers]
    rows += [(group.heading(roll), *(_chance(group, member, roll) for member in members)) for roll in group.rolls]
    for rank, best in enumerate(zip_longest(*(member.strengths for member in members))):
        shown = (f"{action.name} {percent(action.chance)}" if action is not None else "" for action in best)
        rows.append(("" if rank else "best at", *shown))
    room = min(columns, NAME_WIDTH + len(members) * (WIDTH + terminal.GAP))
    return terminal.table(["", *(member.name for member in members)], rows, room)


def _chance(group: party.Group, member: party.Member, roll: str) -> str:
    if roll not in member.chances:
        return party.NONE
    return f"{'*' if group.is_best(member, roll) else ''}{percent(member.chances[roll])} %"
