"""`chargen systems`: the games."""

import click

from chargen import registry


@click.command("systems")
def command() -> None:
    """List the games: the key that a concept names, the title, whose game it is, and the package that brings it."""
    for key in registry.names():
        try:
            game = registry.system(key)
        except registry.BrokenGame as fault:
            click.echo(f"{key:<20} {click.style(f'{fault}; {fault.hint}', fg='red')}")
            continue
        whose = game.credit if game.title in game.credit else f"{game.title}. {game.credit}".rstrip(" .")
        click.echo(f"{click.style(f'{key:<20}', bold=True)} {whose} [{registry.origin(key)}]")
    for remark in registry.ignored():
        click.echo(click.style(remark, fg="yellow"), err=True)
