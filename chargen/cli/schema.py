"""`chargen schema`: the JSON Schema of a game's concept."""

import json
from typing import Any

import click

from chargen.cli import options
from chargen.core.system import System


def text(system: System[Any, Any, Any]) -> str:
    """The JSON Schema of a game's concept."""
    schema = system.concept.model_json_schema()
    dialect = "https://json-schema.org/draft/2020-12/schema"
    whole = {"$schema": dialect, **schema, "title": f"{system.title}: a character concept"}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


@click.command("schema", epilog="\b\nExample:\n  chargen schema five-by-five > five-by-five.schema.json")
@options.SYSTEM
def command(system: System[Any, Any, Any]) -> None:
    """Print the JSON Schema of a game's concept.

    An editor that reads it completes keys and shows what they mean. `chargen new` sets that up by itself.
    """
    click.echo(text(system), nl=False)
