"""`chargen encounter`: who hits whom, and how it ends, for GMs and for scripts."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.npc.archetypes import GAMES

PRESETS = Path(__file__).parents[2] / "presets" / "concepts" / "facade"
DUELLISTS = {
    "facade": "gate-warden",
    "five-by-five": "parish-constable",
    "five-plus": "tide-gate-lamplighter",
    "gamocles": "gate-butcher",
    "roll-when-you-need": "understudy",
}


BRIEFLY = ("--simulate", "--runs", "100")
"""Options of an encounter whose chances do not matter."""


def encounter(*arguments: str | Path) -> dict[str, Any]:
    """Return what `chargen encounter --format json` prints."""
    ended = run("encounter", *arguments, "--format", "json")
    assert ended.code == 0, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


def test_simple_combat_is_fought_with_the_attack_that_wins(tmp_path: Path) -> None:
    """A fencing master takes her rapier, and of all her attacks none wins the duel as often."""
    warden, widow = (simple_combat(tmp_path, name) for name in ("gate-warden", "salle-widow"))

    def win(*options: str) -> float:
        chances = encounter(warden, widow, *options)["outcome"]["wins"]
        return float(chances["others"]["probability"])

    shown = json.loads(run("show", widow, "--format", "json").out)["actions"]
    attacks = [action["name"] for action in shown if action["kind"] == "attack"]
    assert len(attacks) > 1
    chances = {name: win("--with", f"Odile Marchetti={name}") for name in attacks}
    assert win() == max(chances.values()) == chances["rapier"] == pytest.approx(0.850, abs=0.001)


def simple_combat(folder: Path, preset: str) -> Path:
    """Return a copy of a preset whose rules have simple combat."""
    path = folder / f"{preset}.yaml"
    text = (PRESETS / path.name).read_text(encoding="utf-8")
    simple = "rules: {combat: simple}\n"
    path.write_text(text.replace("rules: {", "rules: {combat: simple, ") if "rules: {" in text else text + simple)
    for portrait in PRESETS.glob(f"{preset}.svg"):
        shutil.copy(portrait, folder)
    return path


@pytest.mark.parametrize("game", GAMES)
def test_every_attack_can_be_chosen(game: str) -> None:
    """Each attack or move of the list is chosen, by name and by id, in every game."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    shown = json.loads(run("show", preset, "--format", "json").out)
    for action in shown["actions"]:
        if action["kind"] in ("attack", "move"):
            for spelling in (action["name"], action["id"]):
                encounter(preset, preset, "--with", f"{shown['name']}={spelling}", *BRIEFLY)


def test_a_page_to_run_the_fight_from(tmp_path: Path) -> None:
    """Order of acting, both sides' attacks and boxes, and the chance to win, in HTML; and as PDF."""
    sides: list[str | Path] = [f"{PRESETS / 'gate-warden.yaml'}*2", PRESETS / "salle-widow.yaml"]
    ended = run("encounter", *sides, *BRIEFLY, "--seed", "x", "--to", "html,pdf", "-o", tmp_path / "page")
    assert ended.code == 0, ended.err
    assert sorted(path.suffix for path in (tmp_path / "page").glob("encounter.*")) == [".html", ".pdf"]
    found = encounter(*sides, *BRIEFLY, "--seed", "x")
    chance = found["outcome"]["wins"]["party"]["probability"]
    text = (tmp_path / "page" / "encounter.html").read_text(encoding="utf-8")
    for words in ("Order of acting", "Odile Marchetti", "Corporal Ruck", "at initiative 13", "Deadly 3"):
        assert words in text, words
    assert re.search(rf"\b{chance * 100:.1f}\s*%", text.replace("&nbsp;", " "))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_page(tmp_path: Path, game: str) -> None:
    """Guards, and a character who starts with half: of each, as many boxes are marked as it starts without."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    options: list[str | Path] = ["--at", "half", "--to", "html", "-o", tmp_path, "--runs", "100"]
    ended = run("encounter", preset, f"{game}/guard*2", *options)
    assert ended.code == 0, ended.err
    text = (tmp_path / "encounter.html").read_text(encoding="utf-8")
    starts = re.findall(r"starts with (\d+) of (\d+)", text)
    assert len(starts) == 3
    left, most = map(int, starts[0])
    track = next(part for part in text.split("<section")[1:] if "starts with" in part)
    marked = track.count("checked") or track.count("filled")
    assert marked == most - left or (game == "roll-when-you-need" and marked == 2)  # it has two boxes, and consequences
