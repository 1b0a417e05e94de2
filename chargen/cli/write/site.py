"""`chargen site`: the studio as a page that needs no server."""

import shlex
from collections.abc import Iterable
from pathlib import Path

import click

from chargen import registry
from chargen.cli.base import MachineError, refuse_file_name
from chargen.file_kind import GAME_FILE, FileKind, find_kind
from chargen.text.diagnostic import Diagnostic
from chargen.text.names import counted, instead

RUNTIME = Path("build/runtime")
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "site",
    epilog="""\b
Examples:
  chargen site public/
  chargen site public/ --games facade,five-by-five --title "Friday's table"
  chargen site public/ --game lanterns.game.yaml
  chargen site public/ --games gamocles --campaign house-rules.yaml""",
)
@click.argument("target", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", callback=refuse_file_name)
@click.option("--games", metavar="KEY,…", help="The games of the page.  [default: all; none with --game]")
@click.option("--game", "game_files", type=_FILE, multiple=True, metavar="FILE", help="A game in a file, *.game.yaml.")
@click.option("--campaign", type=_FILE, metavar="FILE", help="House rules, which each new character names.")
@click.option("--title", default="chargen", show_default=True, metavar="TEXT", help="The title of the page.")
@click.option(
    "--runtime",
    type=click.Path(file_okay=False, path_type=Path),
    default=RUNTIME,
    show_default=True,
    metavar="DIR",
    help="Python for the browser, which `make build/runtime` prepares.",
)
def command(
    target: Path, games: str | None, game_files: tuple[Path, ...], campaign: Path | None, title: str, runtime: Path
) -> None:
    """Write a page that builds characters in any browser, without a server and without an account.

    DIR is a new folder. Any host of static files serves it; to try it: python -m http.server -d DIR
    """
    from chargen.site import build  # imported here: the help does without
    from chargen.site.runtime import check_runtime

    if target.exists() and any(target.iterdir()):
        raise click.UsageError(f"{target} is not empty; name a new folder.")
    found: list[tuple[str, Path, Iterable[Diagnostic]]] = []
    for path in game_files:
        if find_kind(path.name) is not FileKind.GAME:
            raise click.UsageError(f"{path}: the name of a game's file ends in {GAME_FILE}")
        found.append(("--game", path, registry.read_game_file(path).diagnostics))
    if campaign is not None:
        from chargen.checking.campaign import read_campaign

        found.append(("--campaign", campaign, read_campaign(campaign, str(campaign)).diagnostics))
    for option, path, diagnostics in found:
        if errors := [one for one in diagnostics if one.severity == "error"]:
            more = f" This is the first of {counted(len(errors), 'error')}." if len(errors) > 1 else ""
            raise click.UsageError(f"{option}: {path}:{errors[0].line or 1}: {errors[0].message}.{more}")
    known = [key for key in registry.list_games() if registry.game_file(key) is None]
    chosen = [key.strip() for key in games.split(",") if key.strip()] if games else [] if game_files else known
    for key in chosen:
        if key not in known:
            raise click.UsageError(f"There is no game `{key}`. {instead(key, known).capitalize()}.", None)
    if why := check_runtime(runtime):
        raise MachineError(why)
    build.build(target, title, chosen, runtime, game_files, campaign)
    files = [path for path in target.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1_000_000
    click.echo(f"{target / 'index.html'}: {counted(len(files), 'file')}, {size:.0f} MB")
    click.echo(f"to try it: python -m http.server -d {shlex.quote(str(target))}")
