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
