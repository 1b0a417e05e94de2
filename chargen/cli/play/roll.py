"""`chargen roll`: throw the dice of a character's roll."""

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import click

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.cli import options, report
from chargen.cli.base import WholeNumber
from chargen.dice import Throwable
from chargen.page.roll import percent
from chargen.sources import check_file
from chargen.text.names import did_you_mean, slug

MOST_THROWS = 10_000  # The most throws of one call (house default)


@click.command(
    "roll",
    epilog="""\b
Examples:
  chargen roll kai.yaml                       what there is to roll
  chargen roll kai.yaml attack
  chargen roll kai.yaml "Amateur Chef" -n 5
  chargen roll kai.yaml attack --seed friday --format json""",
)
@click.argument("file", type=click.Path(path_type=Path, readable=False), metavar="FILE")
@click.argument(
    "name",
    metavar="[ROLL]",
    required=False,
    shell_complete=options.completed(
        lambda ctx: (
            _throwable(check_file.check_any(fileio.Input(str(file), file))) if (file := ctx.params.get("file")) else ()
        )
    ),
)
@click.option("-n", "--number", type=WholeNumber(1, MOST_THROWS), default=1, metavar="N", help="Throw N times.")
@click.option("--seed", default="", metavar="TEXT", help="Throw the same dice again for the same text.")
@options.STYLE
def command(file: Path, name: str | None, number: int, seed: str, style: str) -> None:
    """Throw the dice of one of a character's rolls, and print the outcome, its chance and what was needed.

    FILE is a character file, ROLL the name of a roll or an action, such as attack. Without ROLL, list them.
    """
    checked = check_file.check_any(fileio.Input(str(file), file))
    if checked.view is None:
        report.refuse(checked)
    known = _throwable(checked)
    if name is None:
        if style == "json":
            raise click.UsageError("name the roll that is thrown: `chargen roll FILE ROLL --format json`")
        # The id of each roll, the chance that cards print, and the dice.
        listed = {}
        for each, (_, dice) in known.items():
            # An action that is a roll with its level, such as `sneak-4-1`, is thrown by either name and listed once.
            roll = re.sub(r"(-\d+)+$", "", each)
            if roll == each or roll not in known or known[roll][1] != dice:
                listed[each] = dice
        width = max(map(len, listed), default=0)
        for each, dice in listed.items():
            click.echo(f"{each:<{width}}  {percent(dice.chance):>3} %  {dice.text}")
        return
    # Names and ids become the same slug, so either may be typed.
    thrown = known.get(slug(name))
    if thrown is None:
        raise click.UsageError(
            f"there is no roll `{name}`: {did_you_mean(slug(name), known, '`chargen roll FILE` lists them')}"
        )
    random = Random(seed) if seed else Random()
    label, dice = thrown
    throws = [dice.throw(random) for _ in range(number)]
    if style == "json":
        data = [
            {
                "roll": label,
                "faces": list(throw.faces),
                "outcome": throw.outcome,
                "text": throw.text,
                "chance": dice.outcomes[throw.outcome],
            }
            for throw in throws
        ]
        report.print_json(data)
        return
    needed = dice.needed
    for throw in throws:
        line = f"{label}: {throw.text} ({percent(dice.outcomes[throw.outcome])} %)"
        click.echo(f"{line}; needed: {needed}" if needed else line)


def _throwable(checked: Checked) -> Mapping[str, tuple[str, Throwable]]:
    """Return the name and the dice of what a character can throw, by id: rolls, then actions of other names."""
    actions = {action.id: (action.name, action.thrown) for action in checked.actions()}
    rolls = {roll.id: (roll.label, roll.rule) for roll in checked.rolls()}
    # Ids of rolls are a stable interface, so they win over actions of the same name.
    return rolls | {identity: action for identity, action in actions.items() if identity not in rolls}
