"""Backgrounds come, change and go in the ledger, for nothing and with the GM's leave (FAC-e2)."""

from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Severity
from tests.games.facade.concepts import codes, make_average

KIN = {"name": "Kin", "class": "relationships", "kind": "standard", "cost": "medium", "level": 3}
DEBT = {"name": "Bar tab", "class": "debts", "kind": "standard", "cost": "medium", "level": 3}
HOUSE = {"name": "House", "class": "resources", "kind": "individual", "points": 4}


def after(*lines: dict[str, Any]) -> Checked:
    """Check a character with Kin 3, a debt and a house, after lines of a ledger."""
    return make_average(backgrounds=[KIN, DEBT, HOUSE], advancement=[*lines])


def owned(checked: Checked) -> dict[str, tuple[int | None, bool]]:
    """By name: level, and whether it came in play."""
    return {
        background.name: (background.level, created is None) for background, created in checked.character.backgrounds
    }


def test_a_background_grows_for_nothing() -> None:
    """Kin 3 becomes Kin 5: its price stays that of creation, and so does the budget."""
    before, grown = after(), after({"background": "kin", "to": 5})
    assert owned(grown)["Kin"] == (5, False)
    assert grown.points()["bp"] == before.points()["bp"]
    assert codes(grown, Severity.NOTE).count("free-background") == 1
    assert grown.character.ledger[0].what == "kin 3 → 5"


def test_a_background_is_lost_and_nothing_comes_back() -> None:
    """Kin goes from the sheet; the BP that it took are still spent."""
    lost = after({"lose": "Kin"})
    assert set(owned(lost)) == {"Bar tab", "House"}
    assert lost.points()["bp"] == after().points()["bp"]
    assert lost.character.ledger[0].what == "Kin, lost"


def test_what_is_gained_in_play_may_change_and_go() -> None:
    """Each line sees what the lines before it did; a lost name may come again."""
    rank = {"name": "Rank", "class": "status", "kind": "standard", "cost": "simple", "level": 1}
    checked = after({"background": rank}, {"background": "Rank", "to": 2}, {"lose": "rank"}, {"background": rank})
    assert codes(checked) == []
    assert owned(checked)["Rank"] == (1, True)
    assert checked.points()["bp"] == after().points()["bp"]


def test_the_sheet_shows_the_level_and_what_was_paid() -> None:
    """A grown background has its level now, and the price of the level at creation."""
    block = next(
        block
        for block in checking.make_sheet(after({"background": "Kin", "to": 5})).blocks
        if block.name == "backgrounds"
    )
    assert ("Kin 5", "relationships; standard medium, 5\N{NO-BREAK SPACE}BP at level 3") in block.items  # type: ignore[union-attr]
