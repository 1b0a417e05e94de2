"""What commands print with --format json has the promised keys: `output_schema.yaml`."""

import json
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from chargen import ready_made, registry
from chargen.text.source import load
from tests.cli.running import run
from tests.scale import pairs, some

PRESETS = [preset.path for preset in ready_made.presets()]
BAD = sorted((Path(__file__).parents[1] / "games").glob("*/bad/*.yaml"))


SCHEMAS = load("output_schema.yaml", Path(__file__).with_name("output_schema.yaml").read_bytes()).data
OUTPUTS: dict[str, Any] = SCHEMAS["outputs"]
"""By command, what it prints; a command of a group is written with a hyphen."""


@cache
def validator(command: str) -> Any:
    """The schema of a command's output, by which its output is judged."""
    return Draft202012Validator({**OUTPUTS[command], "$defs": SCHEMAS["definitions"]})


def judged(name: str, *arguments: str | Path) -> Any:
    """What a command prints as JSON; asserts that its schema allows it."""
    command, _, inner = name.partition("-")
    ended = run(command, *arguments[:1], *filter(None, [inner]), *arguments[1:], "--format", "json")
    data = json.loads(ended.out)
    assert [f"{error.json_path}: {error.message}"[:300] for error in validator(name).iter_errors(data)] == []
    return data


def presets(game: str) -> list[Path]:
    return [preset.path for preset in ready_made.presets() if preset.system == game]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every part of a schema that is one itself, or looks like one."""
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(inner)


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_schema_is_sound_and_closed(command: str) -> None:
    """It is JSON Schema, and says of every object whether it may have other keys."""
    schema = validator(command).schema
    Draft202012Validator.check_schema(schema)
    objects = [part for part in parts(schema) if part.get("type") == "object"]
    assert all("additionalProperties" in part for part in objects)
    assert all(not part["additionalProperties"] for part in objects if "properties" in part)


def test_every_preset_and_every_broken_file_is_reported_as_published() -> None:
    """Checked and shown, and a file that is not there; one alone is shown as an object."""
    files = [*some(PRESETS, 3), *some(BAD, 8), Path("nowhere.yaml")]
    checked = judged("check", *files)
    shown = judged("show", *files)
    assert len(checked) == len(shown) == len(files)
    assert [one["diagnostics"] for one in checked] == [one["diagnostics"] for one in shown]
    assert [one["ok"] for one in judged("check", "nowhere.yaml")] == [False]
    assert judged("show", PRESETS[0])["ok"]


def test_every_example_of_odds_is_reported_as_published() -> None:
    for key in registry.list_games():
        for example in registry.system(key).ask.examples:
            assert judged("odds", key, *shlex.split(example))["system"] == key


@pytest.mark.parametrize("game", registry.list_games())
def test_what_a_character_grows_into_is_reported_as_published(game: str, tmp_path: Path) -> None:
    """Its ledger so far, what could be bought, and the two ends side by side."""
    grown = next(path for path in presets(game) if "\nadvancement:" in path.read_text(encoding="utf-8"))
    assert judged("advance-history", grown)
    richer = tmp_path / "richer.yaml"
    richer.write_bytes(grown.read_bytes())
    run("advance", richer, "award", "4")
    assert judged("advance-plan", richer, "--points", "2")["purchases"]
    assert judged("compare", f"{richer}@0", richer)["system"] == game
    assert judged("compare", *presets(game)[:2])["rolls"]


@pytest.mark.parametrize(("game", "number"), some(pairs(registry.list_games(), (1, 3, 2, 7, 10)), 6))
def test_a_fight_is_reported_as_published(game: str, number: int) -> None:
    """Computed where that does not take too long, and simulated; no chance is below 0 or above 1."""
    side = f"{presets(game)[0]}*{number}"
    assert judged("encounter", side, side, "--runs", "100")["system"] == game
    assert judged("encounter", side, f"{game}/guard*2", "--simulate", "--runs", "100")["outcome"]["runs"] == 100
