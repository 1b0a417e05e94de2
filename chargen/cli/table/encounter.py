"""`chargen encounter`: who hits whom how often and how hard, and how a fight ends."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import click

from chargen.cli import options, report
from chargen.cli.base import FAULT, OK, WholeNumber
from chargen.cli.print import render
from chargen.cli.print.print_options import OUTPUT, Several, add_print_options, settings
from chargen.fights.as_data import encounter_as_json
from chargen.fights.notes import ONLY_CARDS
from chargen.fights.outcome import MOST_OPPONENTS, RUNS, find_even, find_outcome
from chargen.fights.page import make_page
from chargen.fights.sides import IN_ORDER, NAMES, OTHERS, PARTY, Focus, build_encounter
from chargen.page.sheet import Track
from chargen.sheets.prepared import PreparedSheet
from chargen.sources.source_parser import SourceParser
from chargen.text.names import fold, instead, short

STEM = "encounter"


def _parse_choice(value: str) -> tuple[str, str]:
    name, separator, action = value.partition("=")
    if not (name.strip() and separator and action.strip()):
        raise click.BadParameter(f"`{short(value)}` is not NAME=ACTION, such as `Kai=Rapier`")
    return name.strip(), action.strip()


def _parse_start(value: str) -> tuple[str, str, int]:
    name, separator, rest = value.partition("=")
    key, colon, number = rest.rpartition(":")
    number = number.strip()
    # A number below the lowest one is reported with those that the tracker takes.
    if not (name.strip() and separator and key.strip() and colon and number.removeprefix("-").isdecimal()):
        raise click.BadParameter(f"`{short(value)}` is not NAME=KEY:NUMBER, such as `Kai=hit_points:5`")
    return name.strip(), key.strip(), int(number)


def _parse_focus(value: str) -> tuple[Focus, Focus]:
    modes = {mode: mode for mode in get_args(Focus)}
    if value in modes:
        return modes[value], modes[value]
    chosen: dict[str, Focus] = {}
    for part in value.split(","):
        side, _, mode = map(str.strip, part.rpartition("="))
        if mode not in modes:
            raise click.BadParameter(f"`{short(mode)}` is no mode: {instead(mode, modes)}")
        if side not in NAMES:
            raise click.BadParameter(f"`{short(side)}` is no side: {instead(side, NAMES)}")
        if side in chosen:
            raise click.BadParameter(f"`{side}` has two modes; give one")
        chosen[side] = modes[mode]
    return chosen.get("party", IN_ORDER[PARTY]), chosen.get("others", IN_ORDER[OTHERS])


@click.command(
    "encounter",
    epilog="""\b
Examples:
  chargen encounter kai.yaml guard.yaml
  chargen encounter party/*.yaml guards.yaml -n 6       six NPCs of an archetype
  chargen encounter party/ 'five-by-five/guard*4' --seed docks
                                                        the first four of a role and a seed
  chargen encounter party/ --against captain.yaml --against 'thug.yaml*3'
  chargen encounter party/ guard.yaml --focus party=weakest,others=random
  chargen encounter kai.yaml guard.yaml --start Kai=hit_points:5
  chargen encounter party/ five-by-five/guard --even    how many guards make it even?
  chargen encounter kai.yaml guard.yaml --with "Kai=untrained fist"
  chargen encounter party/ guard.yaml --to html,pdf      the page to run the fight from
  chargen encounter kai.yaml guard.yaml --format json""",
)
@click.argument("arguments", metavar="FILES... OTHER", nargs=-1, required=True, type=options.ANY_FILE)
@click.option(
    "--against", metavar="FILE", multiple=True, help="The other side, instead of the last argument. Repeatable."
)
@click.option(
    "-n",
    "--number",
    type=WholeNumber(1, 100),
    default=1,
    metavar="N",
    help="How many NPCs to generate from each archetype.  [default: 1]",
)
@options.PEOPLE_SEED
@options.CAMPAIGN
@click.option(
    "--focus",
    default="first",
    callback=lambda _, __, value: _parse_focus(value),
    metavar="MODE | SIDE=MODE,SIDE=MODE",
    help="Which enemy is attacked: the first still standing, the weakest, or a random one. SIDE is party or others, if "
    "they differ.  [default: first]",
)
@click.option(
    "--with",
    "actions",
    multiple=True,
    type=_parse_choice,
    metavar="NAME=ACTION",
    help="What a fighter attacks with, by the name that `chargen show` prints. Repeatable.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    type=_parse_start,
    metavar="NAME=KEY:NUMBER",
    help="What a fighter starts with, by a key of `state:`, such as Kai=hit_points:5. Repeatable.",
)
@click.option("--at", type=click.Choice(["half"]), help="Everyone starts with half of what they can take.")
@click.option(
    "--to",
    "formats",
    type=Several(("html", "pdf"), "format of the page"),
    metavar="FORMATS",
    help="Print the page that a GM runs the fight from: html, pdf, separated by commas.",
)
@OUTPUT
@add_print_options("paper", "theme", "ink")
@click.option("--even", is_flag=True, help="Find how many of the other side make it an even fight.")
@click.option("--simulate", is_flag=True, help="Simulate even if an exact result is possible.")
@click.option(
    "--runs",
    type=WholeNumber(100, 1_000_000),
    metavar="N",
    help=f"The number of simulated fights, if the result is not exact.  [default: {RUNS:,}, fewer if they are long]",
)
@options.STYLE
def command(
    arguments: tuple[str, ...],
    against: tuple[str, ...],
    number: int,
    seed: str,
    focus: tuple[Focus, Focus],
    actions: tuple[tuple[str, str], ...],
    starts: tuple[tuple[str, str, int], ...],
    at: str | None,
    formats: tuple[str, ...] | None,
    output: str,
    even: bool,
    simulate: bool,
    runs: int | None,
    style: str,
    **wishes: Any,
) -> int:
    """Compute who hits whom how often and how hard, and how a fight is likely to end.

    FILES are the players' side, OTHER is the GM's side. Both may be character files, folders, globs, spreadsheets or
    archetypes; --number NPCs are generated from each archetype. FILE*4 means four of a file, SYSTEM/ROLE*4 four of a
    role that comes with chargen. --seed is also the seed of a simulation.

    The result is exact if the fight is short enough. Otherwise the fight is simulated many times, and each number
    comes with its standard error.
    """
    if formats is not None and style == "json":
        raise click.UsageError("--to prints a page, and --format json prints data; use one of them")
    given = [("--with", fold(name)) for name, _ in actions]
    given += [("--start", fold(f"{name}={key}")) for name, key, _ in starts]
    for (option, key), times in Counter(given).items():
        if times > 1:
            raise click.UsageError(f"{option} gives `{short(key)}` {times} values; give one")
    party, others = (arguments, against) if against else (arguments[:-1], arguments[-1:])
    if not party:
        raise click.UsageError("an encounter has two sides; add a file, or name the other side with --against")
    parser = SourceParser(number, seed, notify=report.tell)
    sides = parser.characters(party), parser.characters(others)
    # A side without the fighter whose file has an error would be another fight.
    characters = {character.source.name: character for side in sides for character in side}.values()
    for character in characters:
        report.tell(character)
    if not all(character.ok for character in characters):
        return FAULT
    with options.usage_errors():
        met = build_encounter(*sides, focus, actions=actions, starts=starts, half=at == "half")
    if not met.has_blows and style != "json":
        click.echo("\n".join(report.wrapped(ONLY_CARDS, report.width())))
        return OK
    with report.progress(runs or RUNS, "fights") as advance:
        outcome = find_outcome(met, runs=runs, seed=seed, always_simulate=simulate, tick=advance)
    with report.progress(MOST_OPPONENTS, "opponents") as advance:
        found = find_even(met, seed, advance) if even else ()
    if style == "json":
        report.print_json(encounter_as_json(met, outcome, seed, found))
        return OK
    page = make_page(met, outcome, seed, found)
    if formats is not None:
        prepared = PreparedSheet(page, stem=STEM, shown="the encounter")
        return render.print_files([prepared], Path(output), formats, settings(**wishes))
    # On a screen there are no boxes to mark.
    blocks = tuple(block for block in page.blocks if not isinstance(block, Track))
    from chargen.cli import terminal  # imported here: it loads rich

    click.echo(terminal.format_sheet(replace(page, blocks=blocks), report.width()))
    return OK
