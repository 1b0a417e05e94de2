"""`chargen encounter`: who hits whom how often and how hard, and how it ends."""

from typing import get_args

import click

from chargen.checking.concept import Checked
from chargen.cli import encounter_report, options, report
from chargen.cli.base import FAULT, OK
from chargen.core.names import listing
from chargen.encounter.fighting import RUNS, outcome
from chargen.encounter.sides import Encounter, Focus, encounter
from chargen.npc.gathering import Gathering


@click.command(
    "encounter",
    epilog="""\b
Examples:
  chargen encounter kai.yaml guard.yaml
  chargen encounter party/*.yaml guards.yaml -n 6       six people of an archetype
  chargen encounter party/ 'five-by-five/guard*4' --seed docks
                                                        the first four of a role and a seed
  chargen encounter party/ --against captain.yaml --against 'thug.yaml*3'
  chargen encounter kai.yaml guard.yaml --format json""",
)
@click.argument("arguments", metavar="FILES... OTHER", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--against", metavar="FILE", multiple=True, help="The other side, in place of the last argument; may be repeated."
)
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1, 100),
    default=1,
    metavar="N",
    help="How many people an archetype stands for.  [default: 1]",
)
@options.PEOPLE_SEED
@click.option(
    "--focus",
    type=click.Choice(get_args(Focus)),
    default="first",
    help="Whom everybody attacks: the first enemy still standing, the weakest, or one chosen by lot.  [default: first]",
)
@click.option("--simulate", is_flag=True, help="Play it out, even where it can be reckoned.")
@click.option(
    "--runs",
    type=click.IntRange(100, 1_000_000),
    default=RUNS,
    metavar="N",
    help=f"How often it is played out where it has to be simulated.  [default: {RUNS:,}]",
)
@options.STYLE
def command(
    arguments: tuple[str, ...],
    against: tuple[str, ...],
    number: int,
    seed: str,
    focus: Focus,
    simulate: bool,
    runs: int,
    style: str,
) -> int:
    """Say who hits whom how often and how hard, and how a fight is likely to end.

    FILES are the players' side, OTHER is the GM's: concepts, folders or globs; archetypes, of each of which --number
    people are made; spreadsheets; FILE*4 for four of a file, and SYSTEM/ROLE*4 for four of a role that comes with
    chargen. --seed is that of a simulation, too.

    It is exact where the rules allow it and the sums can be done; otherwise it is played out many times, and each
    figure comes with its error.
    """
    party, others = (arguments, against) if against else (arguments[:-1], arguments[-1:])
    if not party:
        raise click.UsageError("an encounter has two sides; name a further file, or the other side with --against")
    gathering = Gathering(number, seed)
    sides = gathering.gathered(party), gathering.gathered(others)
    if not _all_fine([*sides[0], *sides[1]]):
        return FAULT
    met = _met(*sides, focus)
    result = outcome(met, runs=runs, seed=seed, always_simulate=simulate)
    if style == "json":
        click.echo(report.printable_json(encounter_report.plain(met, result, seed)))
    else:
        click.echo("\n".join(encounter_report.text(met, result, seed, report.width())))
    return OK


def _all_fine(everybody: list[Checked]) -> bool:
    """Whether all are in order; what is wrong, and what is warned of, goes to standard error once for each file."""
    for character in {character.source.name: character for character in everybody}.values():
        report.tell(character)
    return all(character.ok for character in everybody)


def _met(party: list[Checked], others: list[Checked], focus: Focus) -> Encounter:
    for side, which in ((party, "the party"), (others, "the other side")):
        if not side:
            raise click.UsageError(f"{which} has nobody in it")
    games = {
        checked.game.key: (checked.game, checked.name) for checked in (*party, *others) if checked.game is not None
    }
    if len(games) > 1:
        named = [f"{name} ({key})" for key, (_, name) in games.items()]
        raise click.UsageError(f"an encounter is of one game, and these are of several: {listing(named)}")
    ((game, _),) = games.values()
    try:
        return encounter(game, party, others, focus)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
