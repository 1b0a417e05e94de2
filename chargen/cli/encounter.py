"""`chargen encounter`: who hits whom how often and how hard, and how a fight ends."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import get_args

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import encounter_page, encounter_report, options, render, report
from chargen.cli.base import FAULT, OK, WholeNumber, refuse_dash
from chargen.cli.campaign_option import CAMPAIGN
from chargen.cli.print_options import INK, PAPER, THEME, Several, settings
from chargen.cli.progress import Progress
from chargen.fights.as_data import encounter_as_json
from chargen.fights.sides import IN_ORDER, NAMES, OTHERS, PARTY, Encounter, Focus, build_encounter
from chargen.fights.simulation import RUNS, find_outcome
from chargen.fights.variants import MOST_OPPONENTS, Variants, find_even, find_spread_by_order
from chargen.npc.source_parser import SourceParser
from chargen.page.sheet import Sheet
from chargen.render.paper import Paper
from chargen.sheets.printing import PreparedSheet, PrintSettings
from chargen.text.names import fold, instead, listing, short

STEM = "encounter"
PRINTED = ("html", "pdf")


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
    """Return whom the party and the others attack."""
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


def _refuse_repeated(option: str, keys: Iterable[str]) -> None:
    """Raise a usage error where an option gives the same key two values."""
    for key, number in Counter(map(fold, keys)).items():
        if number > 1:
            raise click.UsageError(f"{option} gives `{short(key)}` {number} values; give one")


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
@click.argument("arguments", metavar="FILES... OTHER", nargs=-1, required=True, type=click.Path(allow_dash=True))
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
@CAMPAIGN
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
    callback=lambda _, __, values: [_parse_choice(value) for value in values],
    metavar="NAME=ACTION",
    help="What a fighter attacks with, by the name that `chargen show` prints. Repeatable.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    callback=lambda _, __, values: [_parse_start(value) for value in values],
    metavar="NAME=KEY:NUMBER",
    help="What a fighter starts with, by a key of `state:`, such as Kai=hit_points:5. Repeatable.",
)
@click.option("--at", type=click.Choice(["half"]), help="Everyone starts with half of what they can take.")
@click.option(
    "--to",
    "formats",
    type=Several((*PRINTED, "markdown"), "format of the page"),
    metavar="FORMATS",
    help="Print the page that a GM runs the fight from: html, pdf, markdown, separated by commas.",
)
@click.option(
    "-o",
    "--output",
    default="output",
    callback=refuse_dash,
    metavar="DIR",
    help="Where the page goes.  [default: output]",
)
@PAPER
@THEME
@INK
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
    actions: list[tuple[str, str]],
    starts: list[tuple[str, str, int]],
    at: str | None,
    formats: tuple[str, ...] | None,
    output: str,
    paper: Paper | None,
    theme: str | None,
    ink: str,
    even: bool,
    simulate: bool,
    runs: int | None,
    style: str,
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
    _refuse_repeated("--with", (name for name, _ in actions))
    _refuse_repeated("--start", (f"{name}={key}" for name, key, _ in starts))
    party, others = (arguments, against) if against else (arguments[:-1], arguments[-1:])
    if not party:
        raise click.UsageError("an encounter has two sides; add a file, or name the other side with --against")
    parser = SourceParser(number, seed)
    sides = parser.characters(party), parser.characters(others)
    # A side without the fighter whose file has an error would be another fight.
    if not _all_fine([*sides[0], *sides[1]]):
        return FAULT
    met = _met(*sides, focus, actions=actions, starts=starts, half=at == "half")
    columns = report.width()
    in_words = style != "json" and formats is None
    if in_words:
        click.echo("\n".join(encounter_report.format_tables(met, columns)))
    if not met.has_blows and style != "json":
        return OK
    with _progress(runs or RUNS, "fights") as shown:
        result = find_outcome(
            met,
            runs=runs,
            seed=seed,
            always_simulate=simulate,
            tick=shown.advance,
        )
    with _progress(MOST_OPPONENTS, "opponents") as shown:
        found = find_even(met, seed, shown.advance) if even else ()
    if formats is not None:
        how = settings(paper=paper, theme=theme, ink=ink)
        page = encounter_page.make_page(met, result, seed, Variants(even=found))
        return _print_page(page, formats, Path(output), how)
    variants = Variants(find_spread_by_order(met, result, seed), found)
    if style == "json":
        report.print_for_programs(report.printable_json(encounter_as_json(met, result, seed, variants)))
    else:
        click.echo("\n".join(encounter_report.format_outcome(met, result, seed, columns, variants)))
    return OK


def _print_page(page: Sheet, formats: Sequence[str], folder: Path, how: PrintSettings) -> int:
    """Write the page in each format into a folder, and print the paths."""
    fileio.sweep(folder)
    if "markdown" in formats:
        path = folder / f"{STEM}.md"
        folder.mkdir(parents=True, exist_ok=True)
        fileio.write_file(path, encounter_page.to_markdown(page).encode())
        click.echo(report.one_line(path))
    printed = [name for name in formats if name in PRINTED]
    if not printed:
        return OK
    prepared = PreparedSheet(page, stem=STEM, shown="the encounter")
    return render.report_results(render.print_files([prepared], folder, printed, how))


def _progress(total: int, noun: str) -> Progress:
    """Return a progress bar for a terminal, shown from the second second on."""
    return Progress(sys.stderr, total, noun, after=1)


def _all_fine(characters: list[Checked]) -> bool:
    """Return whether no file has an error; print errors and warnings to standard error, once for each file."""
    for character in {character.source.name: character for character in characters}.values():
        report.tell(character)
    return all(character.ok for character in characters)


def _met(
    party: list[Checked],
    others: list[Checked],
    focus: tuple[Focus, Focus],
    *,
    actions: list[tuple[str, str]],
    starts: list[tuple[str, str, int]],
    half: bool,
) -> Encounter:
    for side, which in ((party, "the party"), (others, "the other side")):
        if not side:
            raise click.UsageError(f"{which} is empty")
    games = {
        checked.game.key: (checked.game, checked.name) for checked in (*party, *others) if checked.game is not None
    }
    if len(games) > 1:
        named = [f"{name} ({key})" for key, (_, name) in games.items()]
        raise click.UsageError(
            f"all characters of an encounter must be of one game; these are of several: {listing(named)}"
        )
    ((game, _),) = games.values()
    try:
        return build_encounter(game, party, others, focus, actions=actions, starts=starts, half=half)
    except ValueError as exc:
        raise click.UsageError(str(exc)) from exc
