"""The games that are files keep every promise, and every command works on them."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from chargen import checking, registry
from chargen.testing import found, marked
from chargen.testing.game_file import broken_promises
from chargen.text.source import load
from tests.characters import check
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples").glob("*/*.game.yaml"))


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


def test_every_command_works_on_a_game_in_a_file(project: Path) -> None:
    """A character, its numbers, sheet and ledger, NPCs, an encounter, odds, and what the rules say."""
    key = "fog-ward"
    for arguments in (
        ["new", key, "Mira"],
        ["check", "mira.yaml", "--strict"],
        ["show", "mira.yaml", "--format", "json"],
        ["new", key, "--random", "--seed", "docks", "-o", "random.yaml"],
        ["new", key, "--archetype"],
        ["new", key, "--campaign"],
        ["check", "random.yaml", "night-watch.yaml", "campaign.yaml", "--strict"],
        ["odds", key, "--value", "55"],
        ["explain", key],
        ["schema", key],
        ["advance", "mira.yaml", "award", "9"],
        ["advance", "mira.yaml", "plan"],
        ["render", "mira.yaml", "-o", "sheets", "--to", "html"],
        ["batch", "night-watch.yaml", "-n", "3", "--seed", "wall", "-o", "watch", "--to", "yaml,csv"],
        ["encounter", "mira.yaml", f"{key}*2"],
        ["party", "mira.yaml", "random.yaml"],
    ):
        ended = run(*arguments)
        assert ended.code == 0, (arguments, ended.out, ended.err)
    assert f"[{Path('games') / f'{key}.game.yaml'}]" in run("systems").out
    assert "as high as 90 (`mastery`)" in run("explain", f"{key}/train").out


def test_the_file_and_the_package_of_a_game_judge_alike() -> None:
    """Each good and bad character of the package Lanterns has the same diagnostics by the file, on the same lines."""
    read = registry.read_game_file(ROOT / "examples/games/lanterns.game.yaml")
    assert read.game is not None
    paths = sorted((ROOT / "examples/lanterns/tests").glob("*/*.yaml"))
    assert len(paths) > 12
    with registry.standing_in(read.game):
        for path in paths:
            checked = check(path)
            marks = Counter(mark[:2] for mark in marked(checked.source).elements())
            assert Counter(mark[:2] for mark in found(checked.diagnostics).elements()) == marks, path.name


def test_a_ledger_learns_what_the_choice_of_the_character_has(project: Path) -> None:
    """A move of another playbook is no more learned in play than it is picked at the start."""
    with registry.beside(project):
        text = registry.system("salt-and-signal").new_concept("Kai")  # a Wirehand
        text += "advancement: [{award: 99}, {learn: Old Frequency}, {learn: Long Breath}]\n"
        [found] = checking.check_source(load("kai.yaml", text.encode()), None).diagnostics
    assert (found.message, found.hint) == (
        "there is no move of Wirehand `Long Breath`",
        "Long Breath is a move of Diver",
    )


def test_a_game_is_found_from_the_characters_folder(project: Path) -> None:
    """Beside it, in its project, or in `games/` of that, wherever one works."""
    away = project / "tables" / "monday"
    away.mkdir(parents=True)
    assert run("new", "deep-claim", "Ada", "-o", str(away / "ada.yaml")).code == 0
    assert run("check", str(away / "ada.yaml")).code == 0
    shutil.copy(project / "games/deep-claim.game.yaml", away / "deeper.game.yaml")
    text = (away / "ada.yaml").read_text(encoding="utf-8").replace("system: deep-claim", "system: deeper")
    (away / "bea.yaml").write_text(text, encoding="utf-8")
    assert run("check", str(away / "bea.yaml")).code == 0
    (project / "cat.yaml").write_text(text, encoding="utf-8")
    elsewhere = run("check", str(project / "cat.yaml"))
    assert elsewhere.code == 1
    assert "there is no system `deeper`" in elsewhere.out
    assert "deep-claim" in elsewhere.out
