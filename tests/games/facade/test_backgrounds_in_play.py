"""Backgrounds come, change and go in the ledger, for nothing and with the GM's leave (FAC-e2)."""

from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Severity
from tests.games.facade.concepts import codes, make_average, messages

KIN = {"name": "Kin", "class": "relationships", "kind": "standard", "cost": "medium", "level": 3}
DEBT = {"name": "Bar tab", "class": "debts", "kind": "standard", "cost": "medium", "level": 3}
HOUSE = {"name": "House", "class": "resources", "kind": "individual", "points": 4}


def after(*lines: dict[str, Any]) -> Checked:
    """Check a character with Kin 3, a debt and a house, after lines of a ledger."""
    return make_average(backgrounds=[KIN, DEBT, HOUSE], advancement=[*lines])


def owned(checked: Checked) -> dict[str, tuple[int | None, int, bool]]:
    """By name: level, price and whether it came in play."""
    return {
        background.name: (background.level, price, created is None)
        for background, created, price in checked.character.backgrounds
    }


def test_a_background_grows_for_nothing() -> None:
    """Kin 3 becomes Kin 5: its price stays that of creation, and so does the budget."""
    before, grown = after(), after({"background": "kin", "to": 5})
    assert owned(grown)["Kin"] == (5, 5, False)
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
    assert owned(checked)["Rank"] == (1, 0, True)
    assert checked.points()["bp"] == after().points()["bp"]


def test_a_debt_that_is_settled_costs_nothing() -> None:
    """It gave its points at creation, and keeps them."""
    assert after({"lose": "Bar tab"}).points() == after().points()
    assert after({"background": "Bar tab", "to": 1}).points() == after().points()


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ({"background": {**KIN, "level": 5}}, "ledger-subject", "on the sheet already"),
        ({"background": "Kinn", "to": 5}, "ledger-subject", "there is no background `Kinn`"),
        ({"lose": "Family"}, "ledger-subject", "there is no background `Family`"),
        ({"background": "Kin"}, "ledger-line", "needs `to`"),
        ({"background": {**KIN, "name": "Clan"}, "to": 2}, "ledger-line", "the name of a background that is there"),
        ({"background": {"name": "Clan", "level": 2}}, "ledger-line", "a new background needs `class`"),
        ({"background": "Kin", "to": 3}, "upwards", "is at 3 already"),
        ({"background": "Kin", "to": 0}, "ledger-range", "level 1 or higher"),
        ({"background": "House", "to": 2}, "ledger-range", "has a price and no level"),
        ({"add": "Dodge > Level", "level": 1}, "ledger-subject", "no names of skills"),
    ],
)
def test_what_cannot_be_is_refused(line: dict[str, Any], code: str, message: str) -> None:
    """A second Kin, a Kin that is not there, a half background, a change to what it is, a level where there is none."""
    checked = after(line)
    assert codes(checked)[0] == code
    assert message in messages(checked, code)[0]
    assert checked.advanced is not None
    assert checked.advanced.concept.backgrounds == checked.advanced.created.backgrounds


def test_raising_what_is_not_raised_says_what_to_write() -> None:
    """A background changes by a line of its own; a category rises with its attributes."""
    checked = after({"raise": "Kin", "to": 5}, {"raise": "soul", "to": 13})
    hints = [diagnostic.hint for diagnostic in checked.diagnostics if diagnostic.code == "facade/ledger-subject"]
    assert "{background: Kin, to: 5}" in hints[0]
    assert "`creativity`, `luck` or `will`" in hints[1]


def test_what_is_beyond_the_range_has_no_price() -> None:
    """Will 9 is one error, and not also 11 EP too few."""
    assert codes(after({"raise": "will", "to": 9})) == ["ledger-range"]


def test_the_sheet_shows_the_level_and_what_was_paid() -> None:
    """A grown background has its level now, and the price of the level at creation."""
    block = next(
        block
        for block in checking.make_sheet(after({"background": "Kin", "to": 5})).blocks
        if block.name == "backgrounds"
    )
    assert ("Kin 5", "relationships; standard medium, 5\N{NO-BREAK SPACE}BP at level 3") in block.items  # type: ignore[union-attr]


def test_a_refund_rounds_down_where_a_price_rounds_up() -> None:
    """Medium 3 costs 5 BP and gives back 4; ten Minor debts of level 1 give nothing, one of level 10 gives 5."""
    assert make_average(backgrounds=[KIN]).points()["bp"].spent == 5
    assert make_average(backgrounds=[DEBT]).points()["bp"].spent == -4
    minor = {"class": "debts", "kind": "standard", "cost": "minor"}
    assert (
        make_average(backgrounds=[{"name": f"D{n}", "level": 1, **minor} for n in range(10)]).points()["bp"].spent == 0
    )
    assert make_average(backgrounds=[{"name": "D", "level": 10, **minor}]).points()["bp"].spent == -5
