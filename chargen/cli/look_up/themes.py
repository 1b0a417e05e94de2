"""`chargen themes`: the themes of sheets."""

import click

from chargen.cli import report
from chargen.render.theme import INKS, THEMES


@click.command("themes", epilog="\b\nExample:\n  chargen themes")
def command() -> None:
    """List the themes of `chargen render --theme`, and how much ink each can use with --ink."""
    width = max(len(theme.name) for theme in THEMES)
    report.print_list(((theme.name, theme.about) for theme in THEMES), width)
    click.echo("\nEach with --ink:")
    report.print_list(INKS.items(), width)
