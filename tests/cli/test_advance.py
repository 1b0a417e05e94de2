"""`chargen advance`: a legal entry is one line, any other leaves the file as it was, to the byte.

What the commands of a campaign print is tested with docs/after-the-session.md.
"""

import json
from pathlib import Path

import pytest

from chargen import registry
from chargen.text.source import load
from tests.cli.running import run


@pytest.mark.parametrize("game", registry.list_games())
def test_a_promoted_npc_advances(game: str, tmp_path: Path) -> None:
    """What `batch --to yaml` writes has a ledger like any character's: an award, a purchase, and back to the byte."""
    assert run("batch", game, "-n", "1", "--seed", "docks", "--to", "yaml", "-o", tmp_path).code == 0
    (npc,) = (path for path in tmp_path.rglob("*.yaml") if "\nsystem:" in f"\n{path.read_text('utf-8')}")
    before = npc.read_bytes()
    assert run("advance", npc, "award", "12").code == 0
    plan = json.loads(run("advance", npc, "plan", "--points", "3", "--format", "json").out)
    verb, name = next(iter(plan["purchases"][0]["entry"].items()))
    assert run("advance", npc, verb, name).code == 0
    assert len(load("npc", npc.read_bytes()).data["advancement"]) == 2
    assert [run("advance", npc, "undo").code for _ in range(2)] == [0, 0]
    assert npc.read_bytes() == before
