"""`chargen presets`: the ready-made characters."""

from itertools import groupby
from typing import TYPE_CHECKING

import click

from chargen import ready_made
from chargen.cli import options, report

if TYPE_CHECKING:
    from chargen.game.contract import AnyGame


@click.command(
    "presets", epilog="\b\nExamples:\n  chargen presets five-by-five\n  chargen new five-by-five --preset bridge-warden"
)
@click.argument("system", required=False, **options.GAMES)
def command(system: "AnyGame | None") -> None:
    """List the ready-made characters of one game or of all games."""
    presets = ready_made.presets(system.key if system else None)
    width = max((len(preset.key) for preset in presets), default=0)
    for number, (game, of_game) in enumerate(groupby(presets, key=lambda preset: preset.system)):
        click.echo("\n" * bool(number) + click.style(game, bold=True))
        report.print_list(((preset.key, ": ".join(preset.about())) for preset in of_game), width, indent="  ")
