"""Options and arguments that several commands share."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from chargen import registry
from chargen.cli.base import FAULT, WholeNumber
from chargen.text.names import instead

if TYPE_CHECKING:
    from chargen.checking import Checked
    from chargen.game.contract import AnyGame


USUAL_SEED = "encounter"
"""The default seed, the same for cards and for `chargen encounter`, so that both have the same NPCs."""


def completed(
    names: Callable[[click.Context], Iterable[str]] | Iterable[str], or_files: bool = False
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return what completes a parameter in a shell: the names that start with what is typed, or else files."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        known, start = names(ctx) if callable(names) else names, incomplete.casefold()
        found = [CompletionItem(name) for name in known if name.casefold().startswith(start)]
        return found or [CompletionItem(incomplete, type="file")] * or_files

    return complete


def find_game(name: "str | AnyGame") -> "AnyGame":
    """Return the game of a key in any spelling: the type of a parameter. Raises a usage error where there is none."""
    if not isinstance(name, str):  # a default, or the value of an earlier conversion
        return name
    try:
        return registry.system(name)
    except (registry.UnknownGame, registry.BrokenGame) as exc:
        raise click.BadParameter(f"{exc}; {exc.hint}") from exc


def parse_text(value: object) -> str:
    """Return a text that a file can hold: the type of a parameter. A shell may pass bytes that are none.

    A default of `chargen.toml` may be a number.
    """
    text = str(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it is not valid text; use letters and digits") from None
    return text


def list_roles(ctx: click.Context) -> Iterable[str]:
    """Return the roles of the game that was named before, for completion."""
    from chargen.npc import roles  # imported here: most commands do without

    # Commands differ in how they take the game: as one of several sources, or as an argument.
    game = next(iter(ctx.params.get("sources") or ()), None) or ctx.params.get("system")
    games = [getattr(game, "key", game)] if game else registry.list_games()
    return dict.fromkeys(role for game in games for role in roles.list_roles(str(game)))


@contextmanager
def usage_errors() -> Iterator[None]:
    """Raise what is wrong with options, which other modules report as ValueError, as a usage error."""
    try:
        yield
    except ValueError as exc:
        raise click.UsageError(str(exc)) from exc


PEOPLE_SEED = click.option(
    "--seed",
    type=parse_text,
    default=USUAL_SEED,
    metavar="TEXT",
    help=f"The seed of generated NPCs, as in batches.  [default: {USUAL_SEED}]",
)
GAMES: Mapping[str, Any] = {"type": find_game, "shell_complete": completed(lambda _: registry.list_games())}
GAME = click.argument("system", **GAMES)
STYLE = click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
# A file without the permission to read it is an error of that file, beside which the others are checked.
ANY_FILE = click.Path(allow_dash=True, readable=False)
FILES = click.argument("arguments", metavar="FILES...", nargs=-1, required=True, type=ANY_FILE)
AT = click.option(
    "--at",
    type=WholeNumber(0),
    metavar="N",
    help="The character after the first N entries of its ledger; 0 is as created.",
)


def apply_at(checked: "Checked", entries: int | None) -> "Checked":
    """Return a character after a number of ledger entries, or as it is for None. Raises a usage error for too many."""
    if entries is None:
        return checked
    from chargen import checking  # imported here: help and lists do without

    with usage_errors():  # `compare` has the number behind a file's name, and not in this option
        return checking.rewind(checked, entries)


def _join_table(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Apply the house rules of a campaign file for the rest of the command; report what is wrong in it, once."""
    if value is None:
        return None
    from chargen.checking.rules import Table, at_table  # imported here: help and lists do without
    from chargen.cli import report
    from chargen.npc import packs
    from chargen.text.diagnostic import has_errors

    path = Path(value)
    with registry.beside(path.parent):
        house = packs.check_campaign(path, value)
    if house.diagnostics:
        found = report.format_diagnostics(house.diagnostics, [house.source] if house.source else [])
        report.say(found, is_fault=has_errors(house.diagnostics))
    if house.unread is None:
        ctx.exit(FAULT)
    # Cached, so that it says each sentence once.
    tell = cache(lambda sentence: click.echo(report.one_line(sentence), err=True))
    ctx.with_resource(at_table(Table(path.absolute(), tell, value)))
    return value


CAMPAIGN = click.option(
    "--campaign",
    metavar="FILE",
    callback=_join_table,
    is_eager=True,
    expose_value=False,
    help="The house rules of the table, for all characters and NPCs of this call.",
)


def role_file(game: str, role: str) -> Path:
    """Return the file of a role of a game. Raises a usage error for an unknown role."""
    from chargen.npc import roles  # imported here: most commands do without

    path = roles.find_role(game, role)
    if path is None:
        hint = instead(role, roles.list_roles(game))
        raise click.BadParameter(f"{game} has no role `{role}`; {hint}", param_hint="--role")
    return path
