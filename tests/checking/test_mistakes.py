"""Mistakes, and the first diagnostic about each."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from chargen import checking, registry
from chargen.core.source import load

MISTAKES: list[dict[str, Any]] = yaml.load((Path(__file__).parent / "mistakes.yaml").read_bytes(), yaml.CSafeLoader)
STARTERS = {key: registry.system(key).new_concept("Kai") for key in registry.list_games()}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: f"{mistake['game']}-{mistake['written'][:30]!r}")
def test_a_mistake_is_reported_as_it_was_made(mistake: dict[str, Any]) -> None:
    starter = STARTERS[mistake["game"]]
    assert mistake["instead of"] in starter
    source = load("kai.yaml", starter.replace(mistake["instead of"], mistake["written"], 1).encode())
    diagnostic = next(f for f in checking.check_source(source, None).diagnostics if f.severity != "note")
    assert diagnostic.place is not None
    assert (diagnostic.place.line, diagnostic.code, diagnostic.message) == (
        mistake["line"],
        mistake["code"],
        mistake["says"],
    )
    assert (diagnostic.hint, diagnostic.fix) == (mistake.get("hint", ""), mistake.get("fix"))
