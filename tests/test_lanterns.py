"""The example of a game from outside: installed, it goes through every command as our own games do."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chargen.testing import conforms
from tests import plug_ins
from tests.cli.running import run

PACKAGE = Path(__file__).parent.parent / "examples/lanterns"


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The package installed, as far as Python can tell; tests run in a folder of their own."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.syspath_prepend(str(PACKAGE))
    plug_ins.register(site, "lanterns", "lanterns", "lanterns:GAME")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    yield importlib.import_module("lanterns")
    del sys.modules["lanterns"]
    monkeypatch.undo()
    plug_ins.forget()


def test_lanterns_conforms(lanterns: Any) -> None:
    """It keeps the promises that our own games keep."""
    conforms(lanterns.GAME, PACKAGE / "tests")


def test_lanterns_goes_through_every_command(lanterns: Any) -> None:
    """A character, its sheet and form, NPCs, an encounter, odds, and what the rules say."""
    assert "lanterns             Lanterns, an example [lanterns 1.0]" in run("systems").out
    for arguments in (
        ["new", "lanterns", "Mira"],
        ["check", "mira.yaml"],
        ["show", "mira.yaml"],
        ["odds", "lanterns", "--dice", "3"],
        ["explain", "lanterns"],
        ["explain", "lanterns/trades"],
        ["schema", "lanterns"],
        ["render", "mira.yaml", "-o", "sheets", "--to", "pdf,html,png"],
        ["render", "mira.yaml", "-o", "forms", "--to", "pdf", "--fillable"],
        ["import-form", "forms/mira.pdf"],
        ["render", "--blank", "lanterns", "-o", "blank", "--to", "pdf"],
        ["batch", "lanterns", "--roles"],
        ["batch", "lanterns", "-n", "4", "--role", "watch", "--seed", "wall", "-o", "watch", "--to", "pdf,yaml,csv"],
        ["batch", "lanterns", "-n", "2", "--as", "roster", "--seed", "wall", "-o", "roster", "--jobs", "1"],
        ["batch", "lanterns", "-n", "2", "--as", "sheets", "--seed", "wall", "-o", "whole", "--jobs", "1"],
        ["render", "mira.yaml", "mira.yaml", "--merge", "--to", "pdf", "-o", "both.pdf"],
        ["render", "mira.yaml", "--standard", "pdf/a-3b", "-o", "kept.pdf"],
        ["extract", "kept.pdf", "-o", "again.yaml"],
        ["presets"],
        ["encounter", "mira.yaml", "lanterns/watch*2"],
    ):
        ended = run(*arguments)
        assert ended.code == 0, (arguments, ended.out, ended.err)
    assert "Rat Catcher" in run("explain", "lanterns/trades").out
    for made in ("sheets/mira.pdf", "sheets/mira.html", "sheets/mira.png", "forms/mira.pdf", "watch/cards.pdf"):
        assert Path(made).is_file(), made
    assert Path("again.yaml").read_bytes() == Path("mira.yaml").read_bytes()


def test_its_house_rules_its_pins_and_its_experience_count(lanterns: Any) -> None:
    """A campaign may change its numbers, an archetype pin its traits, and lights are spent by preference."""
    Path("dark.yaml").write_text("rules: {lanterns: {lights: 4, points: 8}}\n", encoding="utf-8")
    Path("old.yaml").write_text(
        "archetype: lanterns\npins: {campaign: dark.yaml, traits: {Kind: 4}}\nexperience: {award: 3, prefer: [Kind]}\n",
        encoding="utf-8",
    )
    ended = run("batch", "old.yaml", "-n", "3", "--seed", "x", "--to", "yaml", "-o", "old")
    assert ended.code == 0, ended.err
    people = sorted(Path("old/people").glob("*.yaml"))
    assert len(people) == 3
    for path in people:
        text = path.read_text(encoding="utf-8")
        assert "Kind: 4" in text
        assert "raise: Kind" in text
        assert run("check", str(path)).code == 0
