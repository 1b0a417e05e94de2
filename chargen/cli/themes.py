"""`chargen themes`: the looks of a sheet."""

import click

from chargen.render.theme import INKS, THEMES


@click.command("themes")
def command() -> None:
    """List the looks that a sheet can have, for `chargen render --theme`, and how much ink they can take."""
    width = max(len(each.name) for each in THEMES)
    for each in THEMES:
        click.echo(f"{click.style(each.name.ljust(width), bold=True)}  {each.about}")
    click.echo("\nEach with --ink:")
    for name, about in INKS.items():
        click.echo(f"{click.style(name.ljust(width), bold=True)}  {about}")
