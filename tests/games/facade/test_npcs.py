"""NPCs of Façade are legal under every way of creation that a table may choose."""

from typing import Any

import pytest

from tests.games.facade.npcs import checked, errors, npc_of
from tests.scale import pairs, tenth


@pytest.mark.parametrize(
    ("rules", "prefer"),
    pairs(
        [{}, {"creation": "pool-buy"}, {"skills": "cascade"}, {"negatives": "extra-points"}],
        [["skills"], ["body", "modifiers"], ["attributes", "skills"], ["Limp", "luck"], []],
    ),
)
def test_a_ledger_is_legal_under_every_way_of_creation(rules: dict[str, Any], prefer: list[str]) -> None:
    """With any preference there is no diagnostic, and no step of it left that the rest could pay."""
    limp = [{"name": "Limp", "category": "body", "cost": "minor", "level": -2}]
    for seed in range(tenth(4)):
        data = npc_of(seed, rules=rules, modifiers=limp, experience={"award": 9, "prefer": prefer})
        assert errors(data) == []
        assert len(data["advancement"]) > 1
        left = checked(data).points()["wp" if rules.get("creation") else "ep"].available
        assert left is not None
        assert left < 9
