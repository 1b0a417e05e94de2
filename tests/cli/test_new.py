"""`chargen new`: a complete, commented, legal concept to start from, never written over another file."""

import json
import os
from pathlib import Path

import pytest

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


def test_a_game_without_npcs_offers_none(folder: Path, install: Install) -> None:
    """Its house rules can still be started."""
    install("mute", COPY + 'SYSTEM = replace(S, key="mute", title="Mute", npc=None)\n')
    for kind in ("--random", "--archetype", "--spreadsheet"):
        ended = run("new", "mute", kind)
        assert ended.code == 2
        assert "Mute makes no NPCs" in ended.err
    assert run("new", "mute", "--campaign").code == 0
    assert run("check", "campaign.yaml", "--strict").code == 0
