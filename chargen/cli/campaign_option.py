"""The option `--campaign`: the house rules of a table for everything in one call."""

from pathlib import Path

import click

from chargen.cli.base import CAMPAIGN_FAULT, FAULT


def _join_table(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Apply the house rules of a campaign file for the rest of the command; report what is wrong in it, once."""
    if value is None:
        return None
    from chargen import registry  # imported here: help and lists do without
    from chargen.checking import campaign
    from chargen.checking.rules import Table, at_table
    from chargen.cli import report
    from chargen.text.diagnostic import has_errors

    path = Path(value)
    with registry.beside(path.parent):
        house = campaign.read_campaign(path, value)
    if house.diagnostics:
        click.echo(report.format_diagnostics(house.diagnostics, [house.source] if house.source else []), err=True)
    if has_errors(house.diagnostics):
        ctx.meta[CAMPAIGN_FAULT] = True
    if house.unread is None:
        ctx.exit(FAULT)
    printed = set[str]()

    def tell(sentence: str) -> None:
        if sentence not in printed:
            click.echo(report.one_line(sentence), err=True)
        printed.add(sentence)

    ctx.with_resource(at_table(Table(path.absolute(), tell, value)))
    return value


CAMPAIGN = click.option(
    "--campaign",
    metavar="FILE",
    callback=_join_table,
    is_eager=True,
    expose_value=False,
    help="The house rules of the table, for all characters and NPCs of this call.",
)
