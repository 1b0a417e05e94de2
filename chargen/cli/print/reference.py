"""`chargen reference`: the reference page that all sheets of a game share."""

from pathlib import Path
from typing import Any

import click

from chargen import fileio
from chargen.checking import campaign
from chargen.checking.campaign import HouseRules
from chargen.cli import options, report
from chargen.cli.base import FAULT
from chargen.cli.print.print_options import FORMATS_TO, OUTPUT, add_print_options, settings
from chargen.cli.print.render import print_files, report_results, wanted_formats
from chargen.game.contract import AnyGame
from chargen.sheets.prepared import prepare_reference
from chargen.text.diagnostic import has_errors


@click.command(
    "reference",
    epilog="""\b
Examples:
  chargen reference five-by-five                      output/five-by-five-reference.html and .pdf
  chargen reference facade --paper Letter -o facade.pdf
  chargen reference gamocles --campaign table.yaml    by the house rules of your table""",
)
@options.GAME
@OUTPUT
@FORMATS_TO
@add_print_options("paper", "landscape", "punch", "theme", "ink")
@click.option(
    "--campaign",
    "campaign_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The campaign file whose house rules hold, and whose theme it has.",
)
def command(
    system: AnyGame, output: str, formats: tuple[str, ...] | None, campaign_file: Path | None, **wishes: Any
) -> int:
    """Print a game's reference page: the tables that all its sheets share, such as success levels and healing.

    It fits on one sheet of paper, front and back. `chargen render --merge` adds it after the character sheets.
    """
    target = Path(output)
    file_formats = wanted_formats(target, formats)
    house = HouseRules()
    if campaign_file is not None:
        house = campaign.read_campaign(campaign_file, str(campaign_file), system.key)
        if house.diagnostics:
            click.echo(report.format_diagnostics(house.diagnostics, filter(None, [house.source])), err=True)
        if has_errors(house.diagnostics):
            return FAULT
    try:
        reference_page = prepare_reference(system, house)
    except ValueError as exc:
        raise click.UsageError(str(exc)) from exc
    fileio.sweep(target.parent if target.suffix else target)
    return report_results(print_files([reference_page], target, file_formats, settings(**wishes)))
