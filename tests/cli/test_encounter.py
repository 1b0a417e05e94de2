"""`chargen encounter`: who hits whom, and how it ends, for GMs and for scripts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.npc.archetypes import GAMES
from tests.scale import pairs

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


@pytest.mark.parametrize("game", GAMES)
def test_every_attack_can_be_chosen(game: str) -> None:
    """Each attack or move of the list is chosen, by name and by id, in every game."""
    preset = PRESETS.parent / game / f"{DUELLISTS[game]}.yaml"
    shown = json.loads(run("show", preset, "--format", "json").out)
    attacks = [action for action in shown["actions"] if action["kind"] in ("attack", "move")]
    for action, key in pairs(attacks, ("name", "id")):
        encounter(preset, preset, "--with", f"{shown['name']}={action[key]}", *BRIEFLY)


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
