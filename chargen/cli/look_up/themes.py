"""`chargen themes`: the themes of sheets."""

import click

from chargen.cli import report
from chargen.render.theme import INKS, THEMES


@click.command("themes", epilog="\b\nExample:\n  chargen themes")
def command() -> None:
    """List the themes of `chargen render --theme`, and how much ink each can use with --ink."""
    width = max(len(theme.name) for theme in THEMES)
    for theme in THEMES:
        click.echo(report.listed(theme.name, width, theme.about))
    click.echo("\nEach with --ink:")
    for name, about in INKS.items():
        click.echo(report.listed(name, width, about))
