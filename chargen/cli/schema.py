"""`chargen schema`: the JSON Schema of a game's concept."""

import json
from collections.abc import Mapping
from typing import Any

import click

from chargen.cli import options
from chargen.core.game import AnyGame


def text(game: AnyGame) -> str:
    """The JSON Schema of a game's concept."""
    return _written(game.schema())


def archetype_text(game: AnyGame) -> str:
    """The JSON Schema of a game's archetypes."""
    from chargen.npc.schema import schema  # imported here: `chargen new` mostly writes the other one

    return _written(schema(game))


def _written(schema: Mapping[str, Any]) -> str:
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps({"$schema": dialect, **schema}, ensure_ascii=False, indent=2) + "\n"


@click.command(
    "schema",
    epilog="""\b
Examples:
  chargen schema five-by-five > five-by-five.schema.json
  chargen schema five-by-five --archetype > archetype.schema.json""",
)
@options.GAME
@click.option("--archetype", is_flag=True, help="That of an archetype for `chargen batch` instead.")
def command(system: AnyGame, archetype: bool) -> None:
    """Print the JSON Schema of a game's concept.

    An editor that reads it completes keys and shows what they mean. `chargen new` sets that up by itself.
    """
    click.echo(archetype_text(system) if archetype else text(system), nl=False)
