"""`chargen schema`: the JSON Schemas of the files that users write."""

import json
from collections.abc import Mapping
from typing import Any

import click

from chargen import registry
from chargen.cli import options
from chargen.game.contract import AnyGame


def format_schema(game: AnyGame) -> str:
    """Return the JSON Schema of a game's character file."""
    return _written(game.schema())


def archetype_text(game: AnyGame) -> str:
    """Return the JSON Schema of a game's archetypes."""
    from chargen.npc.schema import archetype_schema  # imported here: `chargen new` mostly writes the other one

    return _written(archetype_schema(game))


def game_text() -> str:
    """Return the JSON Schema of a game file."""
    from chargen.gamefile.format import GameFile  # imported here: most games are packages

    return _written({**GameFile.model_json_schema(), "title": "A game for chargen"})


def pack_text() -> str:
    """Return the JSON Schema of a word pack for all installed games."""
    from chargen.npc.schema import pack_schema  # imported here: as above

    return _written(pack_schema(registry.games()))


def _written(schema: Mapping[str, Any]) -> str:
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps({"$schema": dialect, **schema}, ensure_ascii=False, indent=2) + "\n"


GAME = "game"  # The word for the format of game files, in place of a game


class _SystemOrGame(options.SystemName):
    """The key of a game, or the word for the format of game files."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return GAME if value == GAME else super().convert(value, param, ctx)


@click.command(
    "schema",
    epilog="""\b
Examples:
  chargen schema five-by-five > five-by-five.schema.json
  chargen schema five-by-five --archetype > archetype.schema.json
  chargen schema --pack > pack.schema.json
  chargen schema game > game.schema.json   the format of game files""",
)
@click.argument("system", type=_SystemOrGame(), required=False)
@click.option("--archetype", is_flag=True, help="Print the schema of an archetype for `chargen batch` instead.")
@click.option("--pack", is_flag=True, help="Print the schema of a word pack for every game, without SYSTEM.")
def command(system: Any, archetype: bool, pack: bool) -> None:
    """Print the JSON Schema of a game's character file, of a game file, or of a word pack.

    With the schema of a character file, an editor completes keys and shows what they mean. `chargen new` sets that
    up.
    """
    if pack:
        if system is not None or archetype:
            raise click.UsageError("a word pack is for every game; leave out SYSTEM and --archetype")
        click.echo(pack_text(), nl=False)
        return
    if system is None:
        raise click.UsageError("name a SYSTEM, or use --pack")
    if system == GAME:
        click.echo(game_text(), nl=False)
        return
    click.echo(archetype_text(system) if archetype else format_schema(system), nl=False)
