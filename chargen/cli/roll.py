"""`chargen roll`: throw the dice of a character's roll."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.base import FAULT, OK, WholeNumber
from chargen.core.action import Action
from chargen.core.names import did_you_mean, slug
from chargen.core.roll import Roll, as_json, percent
from chargen.dice import DiceRule, Throw
from chargen.npc import check_file

MOST_THROWS = 10_000  # The most throws of one call (house default)


class RollName(options.Text):
    """The name of a roll or an action, completed from the file before it."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the rolls of the file that start with the text."""
        file = ctx.params.get("file")
        names = _throwable(check_file.check_any(fileio.Input(str(file), file))) if file else {}
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.command(
    "roll",
    epilog="""\b
Examples:
  chargen roll kai.yaml                       what there is to roll
  chargen roll kai.yaml attack
  chargen roll kai.yaml "Amateur Chef" -n 5
  chargen roll kai.yaml attack --seed friday --format json""",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.argument("name", type=RollName(), metavar="[ROLL]", required=False)
@click.option("-n", "--number", type=WholeNumber(1, MOST_THROWS), default=1, metavar="N", help="Throw N times.")
@click.option("--seed", default="", metavar="TEXT", help="Throw the same dice again for the same text.")
@options.STYLE
def command(file: Path, name: str | None, number: int, seed: str, style: str) -> int:
    """Throw the dice of one of a character's rolls, and print the outcome, its chance and what was needed.

    FILE is a character file, ROLL the name of a roll or an action, such as attack. Without ROLL, list them.
    """
    checked = check_file.check_any(fileio.Input(str(file), file))
    if not checked.ok or checked.view is None:
        click.echo(report.format_report(checked), err=True)
        return FAULT
    known = _throwable(checked)
    if name is None:
        if style == "json":
            raise click.UsageError("name the roll that is thrown: `chargen roll FILE ROLL --format json`")
        click.echo("\n".join(_list_rolls(known)))
        return OK
    # Names and ids become the same slug, so either may be typed.
    thrown = known.get(slug(name))
    if thrown is None:
        raise click.UsageError(
            f"there is no roll `{name}`: {did_you_mean(slug(name), known, '`chargen roll FILE` lists them')}"
        )
    random = Random(seed) if seed else Random()
    throws = [thrown.throw(random) for _ in range(number)]
    if style == "json":
        report.print_for_programs(report.printable_json([_as_data(thrown, throw) for throw in throws]))
        return OK
    needed = thrown.rule.needed if isinstance(thrown.rule, DiceRule) else ""
    for throw in throws:
        line = f"{_label(thrown)}: {throw.text} ({percent(thrown.outcomes[throw.outcome])} %)"
        click.echo(f"{line}; needed: {needed}" if needed else line)
    return OK


def _as_data(thrown: Roll | Action, throw: Throw) -> dict[str, Any]:
    return {
        "roll": _label(thrown),
        "faces": list(throw.faces),
        "outcome": throw.outcome,
        "text": throw.text,
        "chance": as_json(thrown.outcomes[throw.outcome]),
    }


def _throwable(checked: Checked) -> Mapping[str, Roll | Action]:
    """Return what a character can throw, by id: the rolls, and then the actions of other names."""
    rolls: dict[str, Roll | Action] = {roll.id: roll for roll in checked.rolls()}
    # Ids of rolls are a stable interface, so they win over actions of the same name.
    return rolls | {action.id: action for action in checked.actions() if action.id not in rolls}


def _label(thrown: Roll | Action) -> str:
    return thrown.label if isinstance(thrown, Roll) else thrown.name


def _list_rolls(known: Mapping[str, Roll | Action]) -> list[str]:
    """Return a line for each roll: its id, its dice, and the chance that cards print."""
    width = max((len(name) for name in known), default=0)
    return [f"{name:<{width}}  {percent(thrown.chance):>3} %  {thrown.rule.text}" for name, thrown in known.items()]
