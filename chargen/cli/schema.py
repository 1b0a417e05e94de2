"""`chargen schema`: the JSON Schema of a game's character file, or of a command's output."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from chargen import registry
from chargen.cli import options
from chargen.game.contract import AnyGame
from chargen.text.names import listing
from chargen.text.source import load

Schema = Mapping[str, Any]

# They are written by hand; the tests check what commands print against them.
_SCHEMAS = load("output_schema.yaml", Path(__file__).with_name("output_schema.yaml").read_bytes()).data
DEFINITIONS: Mapping[str, Schema] = _SCHEMAS["definitions"]  # The parts that several outputs share, by name
OUTPUTS: Mapping[str, Schema] = _SCHEMAS["outputs"]
"""By command, what it prints; a command of a group is written with a hyphen."""


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


def output_schema(command: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints with ``--format json``, with the definitions that it uses.

    >>> list(output_schema("odds")["$defs"])
    ['chance', 'mean', 'odds']
    """
    used: set[str] = set()
    waiting = [OUTPUTS[command]]
    while waiting:
        for name in _references(waiting.pop()) - used:
            used.add(name)
            waiting.append(DEFINITIONS[name])
    definitions = {name: DEFINITIONS[name] for name in DEFINITIONS if name in used}
    title = f"chargen {command.replace('-', ' ')} --format json"
    return {"title": title, **OUTPUTS[command], **({"$defs": definitions} if definitions else {})}


def _references(part: Any) -> set[str]:
    """Return the names of the definitions that a part of a schema names itself."""
    if isinstance(part, Mapping):
        own = {str(part["$ref"]).rpartition("/")[2]} if "$ref" in part else set[str]()
        return own.union(*map(_references, part.values()))
    return set[str]().union(*map(_references, part)) if isinstance(part, list) else set()


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
  chargen schema game > game.schema.json   the format of game files
  chargen schema --output check            what `check --format json` prints""",
)
@click.argument("system", type=_SystemOrGame(), required=False)
@click.option("--archetype", is_flag=True, help="Print the schema of an archetype for `chargen batch` instead.")
@click.option("--pack", is_flag=True, help="Print the schema of a word pack for every game, without SYSTEM.")
@click.option(
    "--output",
    type=click.Choice(list(OUTPUTS)),
    metavar="COMMAND",
    help=f"Print the schema of what a command prints with --format json: {listing(list(OUTPUTS), 'or')}.",
)
def command(system: Any, archetype: bool, pack: bool, output: str | None) -> None:
    """Print the JSON Schema of a game's character file, of a game file, a word pack, or a command's JSON output.

    With the schema of a character file, an editor completes keys and shows what they mean. `chargen new` sets that
    up.
    """
    if output is not None:
        if system is not None or archetype or pack:
            raise click.UsageError("--output takes a command; leave out SYSTEM, --archetype and --pack")
        click.echo(_written(output_schema(output)), nl=False)
        return
    if pack:
        if system is not None or archetype:
            raise click.UsageError("a word pack is for every game; leave out SYSTEM and --archetype")
        click.echo(pack_text(), nl=False)
        return
    if system is None:
        raise click.UsageError("name a SYSTEM, or use --output COMMAND or --pack")
    if system == GAME:
        click.echo(game_text(), nl=False)
        return
    click.echo(archetype_text(system) if archetype else format_schema(system), nl=False)
