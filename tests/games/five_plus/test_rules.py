"""Marks of the ledger, and notation of levels."""

import re
from fractions import Fraction
from random import Random

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


HURT = "system: five-plus\nname: X\nskills: {Sword: 3}\nresistances: {Nerve: {level: 4, damage: 2}, Body: %s}\n"


def test_actions_throw_the_present_dice_and_print_the_chance_of_the_unhurt() -> None:
    """`chargen roll FILE ACTION` throws what is left of 5–9; where nothing is left, exports give nothing to roll."""
    nerve = next(action for action in check_text(HURT % 3).actions() if action.name == "Nerve")
    assert (nerve.chance, nerve.thrown.chance, nerve.limits) == (
        Fraction(24, 36),
        Fraction(15, 36),
        "now 5–7, 42\N{NARROW NO-BREAK SPACE}%",
    )
    assert {nerve.throw(Random(seed)).outcome for seed in range(200)} == {*nerve.thrown.outcomes}
    gone = next(action for action in check_text(HURT % "{level: 2, damage: 2}").actions() if action.name == "Body")
    assert (gone.chance, gone.thrown.chance) == (Fraction(15, 36), Fraction(4, 36))
    dead = next(
        action
        for action in check_text(HURT % "{level: 3, tier: 4, wounds: 4, damage: 3}").actions()
        if action.name.startswith("Body")
    )
    assert not dead.thrown.chance
    assert not dead.formulas
