"""Options and arguments that several commands share."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from chargen import registry
from chargen.cli.base import WholeNumber
from chargen.text.names import instead

if TYPE_CHECKING:
    from chargen.checking import Checked
    from chargen.game.contract import AnyGame


USUAL_SEED = "encounter"
"""The default seed, the same for cards and for `chargen encounter`, so that both have the same NPCs."""


def starting(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that start with an incomplete one, for the shell."""
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class SystemName(click.ParamType[Any]):
    """The key of a game, in any spelling; completed by the shell."""

    name = "system"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "AnyGame":
        if not isinstance(value, str):
            game: AnyGame = value  # a default, or the value of an earlier conversion
            return game
        try:
            return registry.system(value)
        except registry.UnknownGame as exc:
            self.fail(f"{exc}; {exc.hint}", param, ctx)
        except registry.BrokenGame as exc:
            self.fail(str(exc), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return starting(registry.list_games(), incomplete)


class RoleName(click.ParamType[str]):
    """A role of the game that was named before."""

    name = "role"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from chargen.npc import roles  # imported here: most commands do without

        # Commands differ in how they take the game: as one of several sources, or as an argument.
        game = next(iter(ctx.params.get("sources") or ()), None) or ctx.params.get("system")
        games = [getattr(game, "key", game)] if game else registry.list_games()
        return starting(dict.fromkeys(role for game in games for role in roles.list_roles(str(game))), incomplete)


class PresetName(click.ParamType[str]):
    """A ready-made character of the game that was named before."""

    name = "preset"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        game = ctx.params.get("system")
        from chargen import ready_made  # imported here: only the shell asks for them

        return starting((preset.key for preset in ready_made.presets(getattr(game, "key", game))), incomplete)


class Text(click.ParamType[str]):
    """A text that a file can hold: a shell may pass bytes that are none."""

    name = "text"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("it is not valid text; use letters and digits", param, ctx)
        return text


def program() -> list[str]:
    """Return the beginning of a command that works anywhere: without a configuration file, if one applies here."""
    context = click.get_current_context(silent=True)
    return ["chargen", "--no-config"] if context is not None and context.default_map else ["chargen"]


PEOPLE_SEED = click.option(
    "--seed",
    type=Text(),
    default=USUAL_SEED,
    metavar="TEXT",
    help=f"The seed of generated NPCs, as in batches.  [default: {USUAL_SEED}]",
)
GAME = click.argument("system", type=SystemName())
STYLE = click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
FILES = click.argument("arguments", metavar="FILES...", nargs=-1, required=True, type=click.Path(allow_dash=True))


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

    try:
        return checking.rewind(checked, entries)
    except ValueError as exc:
        # `compare` has the number behind a file's name, and not in this option.
        raise click.UsageError(str(exc)) from exc


def role_file(game: str, role: str) -> Path:
    """Return the file of a role of a game. Raises a usage error for an unknown role."""
    from chargen.npc import roles  # imported here: most commands do without

    path = roles.find_role(game, role)
    if path is None:
        names = roles.list_roles(game)
        hint = instead(role, names)
        raise click.BadParameter(f"{game} has no role `{role}`; {hint}", param_hint="--role")
    return path
