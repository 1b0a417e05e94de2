"""`chargen systems`, `presets`, `themes`, `schema` and `doctor`: what there is."""

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from chargen import ready_made, registry
from chargen.render import fonts, health
from chargen.render.health import Check
from chargen.schema.json_schema import nodes
from chargen.schema.model import keys
from chargen.text.source import load
from tests.cli.running import run


@pytest.mark.parametrize("key", registry.list_games())
def test_the_schema_of_a_game_takes_its_characters(key: str) -> None:
    """It is valid JSON Schema, says what each key means, and refuses unknown keys."""
    schema = json.loads(run("schema", key).out)
    Draft202012Validator.check_schema(schema)
    assert list(schema["properties"]) == keys(registry.system(key).concept)
    assert all(each["description"] for each in schema["properties"].values())
    validator = Draft202012Validator(schema)
    for preset in ready_made.presets(key):
        concept = load("preset", preset.path.read_bytes()).data
        assert [error.message for error in validator.iter_errors(concept)] == []
        assert not validator.is_valid({**concept, "colour": "red"})
        assert not validator.is_valid({key: value for key, value in concept.items() if key != "name"})


@pytest.mark.parametrize("name", [name for name in registry.list_games() if registry.system(name).tables])
def test_the_schema_suggests_what_the_tables_have(name: str) -> None:
    """At each place that a game has a table for, its names are suggested, each with its row; any other is allowed."""
    game = registry.system(name)
    schema, rules = game.schema(), game.rules()
    for at, table in game.tables.items():
        rows = table(rules)
        alternatives = nodes(schema, tuple(at.split(".")))
        (suggested,) = [node for node in alternatives if set(node.get("enum", ())) == set(rows)]
        assert len(suggested["enumDescriptions"]) == len(rows) > 1
        assert any("enum" not in node and "type" in node for node in alternatives)


FINE = Check("WeasyPrint 70, Pango 1.52", is_ok=True)


@pytest.mark.parametrize(
    ("diagnostics", "code", "words"),
    [
        ([FINE], 0, "This machine can make PDFs."),
        ([FINE, Check("no subsetter", is_ok=False, needed=())], 0, "not at full speed"),
        ([FINE, Check("no Typst", is_ok=False, needed=("deck",))], 0, "full sheets, but no cards"),
        ([FINE, Check("no Pango", is_ok=False, needed=("sheets",))], 0, "cards and rosters, but no full sheets"),
        ([Check("no typefaces", is_ok=False)], 3, "cannot make PDFs"),
        (
            [Check("no Typst", is_ok=False, needed=("deck",)), Check("no Pango", is_ok=False, needed=("sheets",))],
            3,
            "cannot make PDFs",
        ),
    ],
)
def test_the_doctor_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, diagnostics: list[Check], code: int, words: str
) -> None:
    """Exit 3 only where no PDF can be made; what is missing comes with the one command that fixes it."""
    monkeypatch.setattr(health, "examine", lambda: diagnostics)
    ended = run("doctor")
    assert ended.code == code
    assert words in ended.out
    assert ("To fix it:" in ended.out) == (len(diagnostics) > 1 or code == 3)


@pytest.mark.parametrize(
    ("file", "code", "sentence"),
    [
        ("usual/SourceSansPro-Regular.ttf", 3, "This machine cannot make PDFs."),
        ("scripts/NotoSansThai-Regular.ttf", 0, "This machine can make PDFs, but not at full speed."),
    ],
)
def test_the_doctor_names_a_missing_typeface(
    file: str, code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typeface that every sheet needs stops it; one for letters of another script does not."""
    shutil.copytree(fonts.TYPEFACES, copied := tmp_path / "typefaces")
    (copied / file).unlink()
    monkeypatch.setattr(fonts, "TYPEFACES", copied)
    ended = run("doctor")
    assert ended.code == code
    assert f"the typeface {file} is missing" in ended.out
    assert sentence in ended.out
    assert "To fix it:  install chargen again" in ended.out


def test_the_doctor_names_the_package_of_the_typeface_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the typeface for Chinese, Japanese and Korean comes with a package; sheets without those letters print."""
    monkeypatch.setattr(fonts, "EAST_ASIAN", replace(fonts.EAST_ASIAN, package="no_such_package"))
    ended = run("doctor")
    assert ended.code == 0
    assert "the typeface package noto-cjk-sans-jp-regular is missing" in ended.out
    assert "-m pip install --force-reinstall noto-cjk-sans-jp-regular\n" in ended.out
    assert "apt-get" not in ended.out


@pytest.mark.parametrize(("module", "cannot"), [("typst", "no cards and rosters"), ("weasyprint", "no full sheets")])
def test_the_doctor_names_the_printer_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, module: str, cannot: str
) -> None:
    """What it prints, and the one line that fixes it; the other prints all the same."""
    monkeypatch.setitem(sys.modules, module, None)
    ended = run("doctor")
    assert ended.code == 0
    assert cannot in ended.out
    (cure,) = [line for line in ended.out.splitlines() if line.startswith("To fix it:")]
    assert cure.endswith(f"-m pip install --force-reinstall {module}")
