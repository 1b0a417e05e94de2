"""`chargen new --game` writes a game that works: one commented file, or a package."""

import importlib
import sys
from pathlib import Path

import pytest

from chargen import registry, testing
from chargen.testing.trial import Trial
from tests.cli.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


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


def test_a_title_may_begin_with_a_digit() -> None:
    assert run("new", "--game", "24XX").code == 0
    assert run("check", "24xx.game.yaml").out == "24xx.game.yaml: fine: 24XX (a game)\n"
    assert run("new", "24xx", "Kai").code == 0


def test_one_name_of_a_list_is_one() -> None:
    """Messages, offers and the names of outcomes are in plain words."""
    Path("one.game.yaml").write_text(
        "format: 1\ntitle: One\nscores: {stats: {of: [Might], from: 1, to: 4, roll: task}}\n"
        "picks: {abilities: {of: [Only]}}\ndice: {task: {roll: 2d6 + value, fails: miss, outcomes: "
        "{hit: total >= 12, plain success: total >= 9, miss: otherwise}}}\n",
        encoding="utf-8",
    )
    kai = "system: one\nname: Kai\nstats: {Might: 4}\nabilities: [Nope]\n"
    Path("kai.yaml").write_text(kai, encoding="utf-8")
    assert "hint: there is Only" in run("check", "kai.yaml").out
    Path("kai.yaml").write_text(kai.replace("Nope", "Only"), encoding="utf-8")
    thrown = run("roll", "kai.yaml", "might", "-n", "30", "--seed", "1").out
    assert "plain success" in thrown
    assert "plain_success" not in thrown
