"""Five by Five's own numbers, as the text prints or works them out, and the example characters' (FBF-X1, FBF-X2)."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.advancement import LEDGER, LedgerState
from chargen.games.five_by_five.concept import Advance
from chargen.games.five_by_five.rules import Rules, find_rank_name
from chargen.games.five_by_five.sheet import sheet
from chargen.page.roll import PERCENT
from tests.games.five_by_five.concepts import grown, mara

GOOD = Path(__file__).parent / "good"
BOOK = Rules()


def good(name: str) -> Checked:
    path = GOOD / f"{name}.yaml"
    return checking.check_input(Input(path.name, path))


@pytest.mark.parametrize(
    ("value", "successes", "out_of", "rank"),
    [
        (-5, 1, 6, "poor"),
        (0, 11, 36, "untrained"),
        (2, 14, 36, "novice"),
        (4, 19, 36, "competent"),
        (6, 23, 36, "skilled"),
        (9, 26, 36, "expert"),
        (12, 30, 36, "master"),
        (16, 33, 36, "legendary"),
    ],
)
def test_the_eight_ranks_have_the_printed_chances(value: int, successes: int, out_of: int, rank: str) -> None:
    """Page 10 prints for each rank how many throws succeed."""
    assert odds.chance(value) == Fraction(successes, out_of)
    assert find_rank_name(value) == rank


@pytest.mark.parametrize(("value", "hit_points"), [(6, 16), (4, 14), (2, 12), (-5, 5)])
def test_hit_points_are_ten_and_the_value(value: int, hit_points: int) -> None:
    """Page 6: 16, 14, 12, or a fragile 5."""
    spare = [6, 4, 4, 2, 2, -5]
    spare.remove(value)
    checked = mara(
        hit_points=value, descriptors=dict(zip("ABCDE", spare, strict=True)), stated={"hit_points": hit_points}
    )
    assert checked.ok
    assert checked.stats()["hit_points"] == hit_points


def test_ranks_cost_their_own_value_and_add_up() -> None:
    """Pages 13 and 27: 2, 4, 6, 9, 12, 16, 20 and 25 XP; in all 2, 6, 12, 21, 33, 49, 69 and 94."""
    nothing = LedgerState()
    paid, steps = [], (2, 4, 6, 9, 12, 16, 20, 25)
    for value in steps:
        line = Advance(add="Fiddle") if value == 2 else Advance.model_validate({"raise": "Fiddle", "to": value})
        paid.append(LEDGER.price(line, nothing, BOOK))
    assert tuple(paid) == steps
    assert [sum(paid[: count + 1]) for count in range(len(paid))] == [2, 6, 12, 21, 33, 49, 69, 94]


def test_a_trade_costs_five_and_an_exchange_nothing() -> None:
    """Pages 14 and 26."""
    assert LEDGER.price(Advance.model_validate({"trade": "Rum", "for": "Debts"}), LedgerState(), BOOK) == 5
    assert LEDGER.price(Advance.model_validate({"exchange": "Baskets", "for": "Ropes"}), LedgerState(), BOOK) == 0


def test_maras_next_ranks_have_the_prices_of_the_inventory() -> None:
    """FBF-X1: Pilot 9 XP, Hand Gun 6, Reflexes 4, First Aid 4; the poor one is traded for 5, a new one costs 2."""
    tables: list[Any] = [block for block in sheet(good("mara-quill").character).blocks if block.name == "descriptors"]
    ranks = [row[-1] for row in tables[0].rows]
    assert [rank.text for rank in ranks] == ["9 XP", "6 XP", "4 XP", "4 XP", "5 XP", "2 XP"]
    assert ranks[0].below == f"+{round(100 * (26 - 23) / 36)}{PERCENT}"


def test_an_advanced_pilot_at_12_rolls_as_6() -> None:
    """FBF-X2's last line: two ranks below 12 is 6."""
    checked = grown(
        {"award": 21},
        {"raise": "Pilot", "to": 9},
        {"raise": "Pilot", "to": 12},
        rules={"advanced_descriptors": True},
        descriptors={"Pilot": {"value": 6, "advanced": True}, "A": 4, "B": 2, "C": 2, "D": -5},
    )
    pilot = checked.rolls()[0]
    assert (pilot.value, pilot.odds["success"]) == (12, Fraction(23, 36))
