"""`chargen schema`: the JSON Schemas of the files that users write."""

import json

import click

from chargen import registry
from chargen.cli import options
from chargen.game.contract import AnyGame

GAME, PACK = "game", "pack"
"""The words for the format of game files and for that of packs, in place of a game."""


def format_schema(of: AnyGame | str, *, archetype: bool = False) -> str:
    """Return the JSON Schema of a game's character files or archetypes, or of `GAME` or `PACK`."""
    from chargen.npc.schema import archetype_schema, pack_schema  # imported here: help does without

    if of == GAME:
        from chargen.gamefile.format import GameFile  # imported here: most games are packages

        schema = {**GameFile.model_json_schema(), "title": "A game for chargen"}
    elif of == PACK:
        schema = pack_schema()
    else:
        assert not isinstance(of, str)
        schema = archetype_schema(of) if archetype else dict(of.schema())
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return json.dumps({"$schema": dialect, **schema}, ensure_ascii=False, indent=2) + "\n"


@click.command(
    "schema",
    epilog="""\b
Examples:
  chargen schema five-by-five > five-by-five.schema.json
  chargen schema five-by-five --archetype > archetype.schema.json
  chargen schema --pack > pack.schema.json
  chargen schema game > game.schema.json   the format of game files""",
)
@click.argument(
    "system",
    type=lambda word: word if word == GAME else options.find_game(word),
    required=False,
    shell_complete=options.completed(lambda _: [*registry.list_games(), GAME]),
)
@click.option("--archetype", is_flag=True, help="Print the schema of an archetype for `chargen batch` instead.")
@click.option("--pack", is_flag=True, help="Print the schema of a word pack for every game, without SYSTEM.")
def command(system: AnyGame | str | None, archetype: bool, pack: bool) -> None:
    """Print the JSON Schema of a game's character file, of a game file, or of a word pack.

    With the schema of a character file, an editor completes keys and shows what they mean. `chargen new` sets that
    up.
    """
    if pack:
        if system is not None or archetype:
            raise click.UsageError("a word pack is for every game; leave out SYSTEM and --archetype")
        system = PACK
    if system is None:
        raise click.UsageError("name a SYSTEM, or use --pack")
    click.echo(format_schema(system, archetype=archetype), nl=False)
