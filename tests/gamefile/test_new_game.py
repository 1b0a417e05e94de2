"""`chargen new --game` writes a game that works: one commented file, or a package."""

import importlib
import sys
from pathlib import Path

import pytest

from chargen import registry, testing
from chargen.testing.trial import Trial
from chargen.text.source import load
from tests.cli.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_works_at_once(folder: Path) -> None:
    """It keeps what every game promises, and its starter is legal; its title is the one that was asked for."""
    ended = run("new", "--game", "River of Bells")
    assert (ended.code, ended.err) == (0, "")
    assert "next: chargen check river-of-bells.game.yaml" in ended.out
    assert (folder / ".chargen/game.schema.json").is_file()
    assert run("check", "river-of-bells.game.yaml").out == "river-of-bells.game.yaml: fine: River of Bells (a game)\n"
    assert run("new", "river-of-bells", "Kai").code == 0
    assert run("check", "kai.yaml", "--strict").code == 0


def test_a_title_may_begin_with_a_digit(folder: Path) -> None:
    """The file, its characters and its NPCs are named so."""
    assert run("new", "--game", "24XX").code == 0
    assert run("check", "24xx.game.yaml").out == "24xx.game.yaml: fine: 24XX (a game)\n"
    assert run("new", "24xx", "Kai").code == 0
    assert run("check", "kai.yaml", "--strict").code == 0


def test_a_new_package_keeps_its_promises(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy of the example has the new name everywhere: key, module, codes, title."""
    assert run("new", "--game", "River of Glass", "--package").code == 0
    root = folder / "river-of-glass"
    files = [path for path in root.rglob("*") if path.is_file()]
    assert not [path for path in files if "lanterns" in f"{path}{path.read_text(encoding='utf-8')}".lower()]
    monkeypatch.syspath_prepend(str(root))
    try:
        game = importlib.import_module("river_of_glass").GAME
    finally:
        sys.modules.pop("river_of_glass", None)
    assert (game.key, game.title) == ("river-of-glass", "River of Glass")
    trial = Trial(game, root / "tests")
    with registry.standing_in(game):
        promises = (testing.concepts.good_files_are_fine, testing.concepts.every_rule_is_shown)
        assert [line for promise in promises for line in testing.complaints(promise, trial)] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "Gamocles"], "there is a game `gamocles` already"),
        (["--game", "!?"], "a title begins with a letter or a digit"),
        (["--game", 'A "B"'], "a title begins with a letter or a digit"),
        (["--game", "24XX", "--package"], "the title of a package begins with a letter"),
        (["gamocles", "--game", "Mine"], "--game takes a title"),
        (["--package"], "--package is for --game"),
        (["--game", "Mine", "-o", "mine.yaml"], "the name of a game file ends in .game.yaml"),
    ],
)
def test_what_cannot_be_a_game_is_wrong_usage(arguments: list[str], words: str) -> None:
    """With what to write instead."""
    ended = run("new", *arguments)
    assert ended.code == 2
    assert words in ended.err


def test_a_game_that_is_there_is_left_alone(folder: Path) -> None:
    """Unless --force is given."""
    (folder / "mine.game.yaml").write_text("mine", encoding="utf-8")
    assert run("new", "--game", "Mine").code == 1
    assert (folder / "mine.game.yaml").read_text(encoding="utf-8") == "mine"
    assert run("new", "--game", "Mine", "--force").code == 0
    assert load("", (folder / "mine.game.yaml").read_bytes()).data["title"] == "Mine"
