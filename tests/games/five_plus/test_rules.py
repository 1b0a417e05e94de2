"""Marks of the ledger, and notation of levels."""

import re

import pytest

from chargen.games.five_plus import GAME
from chargen.testing import check_text
from tests.games.five_plus.concepts import codes, grown


def test_a_mark_stays_until_practice_takes_it() -> None:
    """One mark at most (FPL-Q15): a second double that does not raise changes nothing more."""
    checked = grown({"rolled": "Sword", "double": 1}, {"rolled": "Sword", "double": 2})
    assert checked.advanced is not None
    assert checked.advanced.concept.skills["Sword"].marked
    assert [line.what for line in checked.advanced.ledger] == ["Double 1: Sword marked", "Double 2: Sword marked"]


def test_notation_in_a_flow_mapping_and_with_a_slash() -> None:
    """The slash is read as the colon, and the character loads."""
    checked = check_text(
        "system: five-plus\nname: X\nskills: {Shield: 3/2, Sword: 5:1+2}\nresistances: {Physical: 0/3:1, Mind: 3}\n"
    )
    assert codes(checked) == ["slash-notation"]
    assert checked.ok
    assert checked.stats()["Mind"] == {"damage": 0, "level": 3, "tier": 0, "wounds": 0}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Skill", ["3", "3:1", "5:1+2", "5:1 + 2", "3:2*", "3/2"]),
        ("Resistance", ["3", "0/3", "0/3:1", "2/4:1+1", "1/2*"]),
    ],
)
def test_the_schema_has_the_notation(name: str, written: list[str]) -> None:
    kinds = GAME.concept.model_json_schema()["$defs"][name]["anyOf"]
    pattern = next(kind["pattern"] for kind in kinds if kind.get("type") == "string")
    assert all(re.search(pattern, text) for text in written)
    assert not re.search(pattern, "3/4:1+1*x")
