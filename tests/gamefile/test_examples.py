"""The games that are files keep every promise, and every command works on them."""

import shutil
from pathlib import Path

import pytest

from chargen import registry
from chargen.testing.game_file import broken_promises
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples/games").glob("*.game.yaml"))
GAMES = [path.name.removesuffix(registry.GAME_FILE) for path in FILES]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the games in its folder `games`; it is the working folder."""
    (tmp_path / "chargen.toml").touch()
    shutil.copytree(ROOT / "examples/games", tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_game_in_a_file_keeps_what_every_game_promises(path: Path) -> None:
    """With characters that are made up for it, good and broken ones: each rule finds one."""
    read = registry.read_game_file(path)
    assert read.diagnostics == ()
    assert read.game is not None
    assert list(broken_promises(read.game)) == []


@pytest.mark.parametrize("key", GAMES)
def test_every_command_works_on_a_game_in_a_file(project: Path, key: str) -> None:
    """A character, its numbers, sheet and ledger, NPCs, an encounter, odds, and what the rules say."""
    for arguments in (
        ["new", key, "Mira"],
        ["check", "mira.yaml", "--strict"],
        ["show", "mira.yaml", "--format", "json"],
        ["new", key, "--random", "--seed", "docks", "-o", "random.yaml"],
        ["new", key, "--archetype"],
        ["new", key, "--campaign"],
        ["new", key, "--spreadsheet"],
        ["check", "random.yaml", "night-watch.yaml", "campaign.yaml", "--strict"],
        ["odds", key],
        ["explain", key],
        ["schema", key],
        ["advance", "mira.yaml", "award", "30"],
        ["advance", "mira.yaml", "plan"],
        ["render", "mira.yaml", "-o", "sheets", "--to", "html"],
        ["batch", "night-watch.yaml", "-n", "3", "--seed", "wall", "-o", "watch", "--to", "yaml,csv"],
        ["encounter", "mira.yaml", f"{key}*2"],
        ["party", "mira.yaml", "random.yaml"],
    ):
        ended = run(*arguments)
        assert ended.code == 0, (arguments, ended.out, ended.err)
    assert f"[{Path('games') / f'{key}.game.yaml'}]" in run("systems").out
