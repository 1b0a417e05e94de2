"""`chargen new`: a complete, commented, legal concept to start from, never written over another file."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from chargen import ready_made
from chargen.text.source import load
from tests.cli.running import run
from tests.plug_ins import COPY, Install

ODD = ["Łukasz „Ö“ O'Neil", "yes: no", "null", "../../etc/x", "C:\\x", "?!", "龍" * 200, "a\tb"]


@pytest.mark.parametrize("name", ODD)
def test_names_of_every_kind_are_kept(folder: Path, name: str) -> None:
    """Whatever the name, the file lies in this folder, its name is short, and the character's is kept."""
    ended = run("new", "five-by-five", "--", name)
    assert ended.code == 0
    (path,) = folder.glob("*.yaml")
    assert len(os.fsencode(path.name)) <= 105
    (entry,) = json.loads(run("check", path, "--strict", "--format", "json").out)
    assert (entry["ok"], entry["name"]) == (True, name)


def data_of(preset: ready_made.Preset) -> Any:
    return load("x", preset.path.read_bytes()).data


FURNISHED = [preset for preset in ready_made.presets() if {"campaign", "portrait"} & {*data_of(preset)}]


@pytest.mark.parametrize("preset", FURNISHED, ids=lambda preset: preset.key)
def test_a_preset_brings_its_house_rules_and_its_portrait(folder: Path, preset: ready_made.Preset) -> None:
    """They are copied beside the concept, and it checks there; a file of that name that exists stays as it is."""
    ended = run("new", preset.system, "Kai", "--preset", preset.key)
    made = load("x", (folder / "kai.yaml").read_bytes()).data
    for key, remark in ("portrait", "(its portrait)"), ("campaign", "(its house rules)"):
        if key in made:
            assert f"wrote {made[key]} {remark}" in ended.out
    assert run("check", "kai.yaml", "--strict").code == 0
    if "campaign" in made:
        (folder / made["campaign"]).write_text("# mine\n", encoding="utf-8")
        assert run("new", preset.system, "Mara", "--preset", preset.key).code == 0
        assert (folder / made["campaign"]).read_text(encoding="utf-8") == "# mine\n"


def test_a_game_without_npcs_offers_none(folder: Path, install: Install) -> None:
    """Its house rules can still be started."""
    install("mute", COPY + 'SYSTEM = replace(S, key="mute", title="Mute", npc=None)\n')
    for kind in ("--random", "--archetype", "--spreadsheet"):
        ended = run("new", "mute", kind)
        assert ended.code == 2
        assert "Mute makes no NPCs" in ended.err
    assert run("new", "mute", "--campaign").code == 0
    assert run("check", "campaign.yaml", "--strict").code == 0
