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
            described = registry.describe(key)
            title, whose = described["title"], described["credit"]
            credit = whose if title in whose else f"{title}. {whose}".rstrip(" .")
            about = f"{credit} [{described['origin']}]"
        except registry.BrokenGame as exc:
            about = click.style(f"{exc}; {exc.hint}", fg=RED)
        report.print_list([(key, about)], WIDEST_KEY)
    for remark in registry.ignored():
        click.echo("\n".join(report.wrapped(click.style(remark, fg=AMBER), report.width_of_lines())), err=True)
