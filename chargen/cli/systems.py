"""`chargen systems`: the games."""

import click

from chargen import registry


@click.command("systems")
def command() -> None:
    """List the games: the key that a concept names, the title, and whose game it is; of plug-ins, the package."""
    for key in registry.names():
        try:
            system = registry.system(key)
        except registry.BrokenGame as fault:
            click.echo(f"{key:<20} {click.style(f'{fault}; {fault.hint}', fg='red')}")
            continue
        whose = system.credit if system.title in system.credit else f"{system.title}. {system.credit}".rstrip(" .")
        package = registry.origin(key)
        plug_in = f" [{package}]" if package.split(" ")[0] != registry.OWN else ""
        click.echo(f"{click.style(f'{key:<20}', bold=True)} {whose}{plug_in}")
    for remark in registry.ignored():
        click.echo(click.style(remark, fg="yellow"), err=True)
