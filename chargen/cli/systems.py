"""`chargen systems`: the games."""

import click

from chargen import shelf


@click.command("systems")
def command() -> None:
    """List the games: the key that a concept names, the title, and whose game it is; of plug-ins, the package."""
    for key in shelf.names():
        try:
            system = shelf.system(key)
        except shelf.BrokenSystem as fault:
            click.echo(f"{key:<20} {click.style(f'{fault}; {fault.hint}', fg='red')}")
            continue
        whose = system.credit if system.title in system.credit else f"{system.title}. {system.credit}".rstrip(" .")
        package = shelf.origin(key)
        plug_in = f" [{package}]" if package.split(" ")[0] != shelf.OWN else ""
        click.echo(f"{click.style(f'{key:<20}', bold=True)} {whose}{plug_in}")
    for remark in shelf.ignored():
        click.echo(click.style(remark, fg="yellow"), err=True)
