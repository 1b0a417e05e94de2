"""`chargen themes`: the looks of a sheet."""

import click


@click.command("themes")
def command() -> None:
    """List the looks that a sheet can have, for `chargen render --theme`."""
    click.echo(f"{click.style('plain', bold=True)}  black on white, one accent: reads well on any printer")
