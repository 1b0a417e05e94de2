"""`chargen systems`: the games."""

import click

from chargen import shelf


@click.command("systems")
def command() -> None:
    """List the games: the key that a concept names, the title, and whose game it is."""
    for key in shelf.names():
        try:
            system = shelf.system(key)
        except shelf.BrokenSystem as fault:
            click.echo(f"{key:<20} {click.style(str(fault), fg='red')}")
            continue
        click.echo(f"{click.style(f'{key:<20}', bold=True)} {system.credit or system.title}")
