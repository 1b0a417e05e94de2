"""`chargen site`: the studio as a page that needs no server."""

from pathlib import Path

import click

from chargen.cli.base import OK, MachineError

RUNTIME = Path("build/runtime")


@click.command(
    "site",
    epilog="""\b
Examples:
  chargen site public/
  chargen site public/ --games facade,five-by-five --title "Friday's table"
  chargen site public/ --game lanterns.game.yaml --campaign house-rules.yaml""",
)
@click.argument("target", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option("--title", default="chargen", show_default=True, help="The title of the page.")
@click.option(
    "--runtime",
    type=click.Path(file_okay=False, path_type=Path),
    default=RUNTIME,
    show_default=True,
    metavar="DIR",
    help="Python for the browser, which `make site` prepares.",
)
def command(target: Path, title: str, runtime: Path) -> int:
    """Write a page that builds characters in any browser, without a server and without an account.

    DIR is a new folder. Any host of static files serves it.
    """
    from chargen import registry
    from chargen.site import build
    from chargen.site.runtime import Unusable

    try:
        build.build(build.Order(title, registry.list_games(), runtime=runtime), target)
    except Unusable as exc:
        raise MachineError(str(exc)) from exc
    click.echo(f"{target}/index.html")
    return OK
