"""`chargen systems`: the games."""

import click

from chargen import registry
from chargen.cli import report
from chargen.cli.base import AMBER, RED

WIDEST_KEY = 19


@click.command("systems", epilog="\b\nExample:\n  chargen systems")
def command() -> None:
    """List the games: the key for character files, title, author, and the package that provides each."""
    for key in registry.list_games():
        try:
            game = registry.system(key)
        except registry.BrokenGame as exc:
            about = click.style(f"{exc}; {exc.hint}", fg=RED)
        else:
            whose = game.credit if game.title in game.credit else f"{game.title}. {game.credit}".rstrip(" .")
            about = f"{whose} [{registry.origin(key)}]"
        click.echo(report.listed(key, WIDEST_KEY, about))
    for remark in registry.ignored():
        click.echo("\n".join(report.wrapped(click.style(remark, fg=AMBER), report.width_of_lines())), err=True)
