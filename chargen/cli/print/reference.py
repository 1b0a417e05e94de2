"""`chargen reference`: the reference page that all sheets of a game share."""

from pathlib import Path
from typing import Any

import click

from chargen.checking.rules import house_rules, make_reference_page, merged
from chargen.cli import options
from chargen.cli.print.print_options import FORMATS_TO, OUTPUT, add_print_options, settings
from chargen.cli.print.render import print_files, wanted_formats
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame
from chargen.sheets.prepared import prepare_reference


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
@options.CAMPAIGN
def command(system: AnyGame, output: str, formats: tuple[str, ...] | None, **wishes: Any) -> int:
    """Print a game's reference page: the tables that all its sheets share, such as success levels and healing.

    It fits on one sheet of paper, front and back. `chargen render --merge` adds it after the character sheets.
    """
    target = Path(output)
    file_formats = wanted_formats(target, formats)
    house = house_rules(system)
    with options.usage_errors():
        page = make_reference_page(system, merged(system, house, Concept()))
    if page is None:
        raise click.UsageError(f"{system.title} has no reference page; its sheets have all there is")
    return print_files([prepare_reference(page, house.campaign.theme)], target, file_formats, settings(**wishes))
