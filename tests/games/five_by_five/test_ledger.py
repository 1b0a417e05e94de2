"""The experience ledger of Five by Five: prices, caps and balances, line by line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.core.roll import Points
from chargen.games.five_by_five import GAME
from chargen.games.five_by_five.advancement import LEDGER, LedgerState
from chargen.games.five_by_five.concept import Advance, Concept
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import MARA, codes, grown, mara

CAREER = [("Pilot", to) for to in (9, 12, 16)] + [("Hand Gun", to) for to in (6, 9, 12)]


def raises(*steps: tuple[str, int]) -> list[dict[str, Any]]:
    """Lines that raise one rank each."""
    return [{"raise": name, "to": to} for name, to in steps]


def values(*ledger: dict[str, Any], **changes: Any) -> dict[str, int | None]:
    """Name to value after a ledger, hit points by the value placed on them."""
    checked = grown(*ledger, **changes)
    assert checked.advanced is not None
    concept = checked.advanced.concept
    return {
        **{name: descriptor.value for name, descriptor in concept.descriptors.items()},
        "hit points": concept.hit_points,
    }


def test_a_character_without_a_ledger_has_neither_earned_nor_spent() -> None:
    """The points of a starting character are 0, 0 and 0."""
    assert mara().points() == {"xp": Points(budget=0, spent=0, available=0)}


def test_every_line_is_priced_by_its_new_rank() -> None:
    """A raise costs the new value, a new descriptor 2, a trade 5, an exchange and an award nothing."""
    checked = grown(
        {"award": 30},
        {"raise": "Pilot", "to": 9},
        {"raise": "First Aid", "to": 4},
        {"raise": "HP", "to": 6},
        {"add": "Camp Cook"},
        {"trade": "Public Speaking", "for": "Debts"},
        {"exchange": "Uncanny Reflexes", "for": "Juggling"},
    )
    assert checked.ok
    assert checked.advanced is not None
    assert [line.change for line in checked.advanced.ledger] == [30, -9, -4, -6, -2, -5, 0]
    assert [line.balance for line in checked.advanced.ledger] == [30, 21, 17, 11, 9, 4, 4]
    assert checked.points()["xp"] == Points(budget=30, spent=26, available=4)


def test_a_ledger_line_keeps_its_why_and_its_date() -> None:
    """What a line was for and when it was come back with it."""
    checked = grown({"award": 2, "why": "bridge session", "date": "2026-11-20"})
    assert checked.advanced is not None
    assert [(line.why, line.date) for line in checked.advanced.ledger] == [("bridge session", "2026-11-20")]


def test_a_ledger_changes_what_it_says_and_nothing_else() -> None:
    """Raised, added, traded and exchanged descriptors stand in the grown character; the created one stays."""
    after = values(
        {"award": 30},
        {"raise": "pilot", "to": 9},
        {"add": "Camp Cook"},
        {"trade": "PUBLIC SPEAKING", "for": "Debts"},
        {"exchange": "First Aid", "for": "Juggling"},
        {"raise": "Juggling", "to": 4},
    )
    assert after == {
        "Pilot": 9,
        "Hand Gun": 4,
        "Uncanny Reflexes": 2,
        "Juggling": 4,
        "Debts": -5,
        "Camp Cook": 2,
        "hit points": 4,
    }
    checked = grown({"award": 9}, {"raise": "Pilot", "to": 9})
    assert checked.advanced is not None
    assert checked.advanced.created.descriptors["Pilot"].value == 6


def test_what_comes_by_a_line_may_be_exclusive() -> None:
    """A new descriptor improves the exclusive action that its line names."""
    checked = grown({"award": 2}, {"add": "Alertness", "value": 2, "exclusive": "steal initiative"})
    steal = {roll.id: roll for roll in checked.rolls()}["steal-initiative"]
    assert steal.value == 2


def test_poor_hit_points_are_traded_for_another_weakness() -> None:
    """Traded, hit points come to 10, a new −5 subject is named, and 2 XP make them 12 (FBF-Q6)."""
    weak = {"hit_points": -5, "descriptors": {"A": 6, "B": 4, "C": 4, "D": 2, "E": 2}}
    assert mara(**weak).stats()["hit_points"] == 5
    traded = grown({"award": 7}, {"trade": "Hit Points", "for": "Heights"}, **weak)
    assert traded.ok
    assert traded.stats()["hit_points"] == 10
    assert traded.points()["xp"].available == 2
    assert values({"award": 7}, {"trade": "hp", "for": "Heights"}, {"raise": "hp", "to": 2}, **weak) == {
        "A": 6,
        "B": 4,
        "C": 4,
        "D": 2,
        "E": 2,
        "Heights": -5,
        "hit points": 2,
    }
    assert codes(grown({"award": 7}, {"raise": "hp", "to": 0}, **weak)) == ["poor-stays"]


def test_after_a_trade_the_new_weakness_is_the_poor_one() -> None:
    """What was traded away is gone; what came for it may be traded in its turn, and never raised."""
    checked = grown(
        {"award": 20},
        {"trade": "Public Speaking", "for": "Debts"},
        {"trade": "Debts", "for": "Heights"},
        {"raise": "Heights", "to": 0},
    )
    assert codes(checked) == ["poor-stays"]
    assert checked.diagnostics[0].place is not None
    assert "Heights" in checked.diagnostics[0].message


def test_caps_are_reported_as_they_are_set() -> None:
    """Strict ones say "12 or higher", literal ones 12."""
    masters = raises(*CAREER[:2], *CAREER[3:], ("hp", 6), ("hp", 9), ("hp", 12))
    (literal,) = grown({"award": 300}, *masters).diagnostics
    (strict,) = grown({"award": 300}, *masters, rules={"rank_caps": "strict"}).diagnostics
    assert literal.message == "only 2 descriptors may be at 12; this would be one more"
    assert strict.message == "only 2 descriptors may be at 12 or higher; this would be one more"
    assert literal.path[2:] == ("to",)


def test_an_award_after_a_purchase_does_not_pay_for_it() -> None:
    """The order of the ledger counts."""
    assert codes(grown({"raise": "First Aid", "to": 4}, {"award": 4})) == ["experience"]
    assert codes(grown({"award": 4}, {"raise": "First Aid", "to": 4})) == []


def test_a_line_after_an_unpaid_one_is_judged_by_itself() -> None:
    """One unpaid line does not make every later raise of the same descriptor wrong."""
    assert codes(grown({"award": 12}, {"raise": "Pilot", "to": 9}, {"raise": "Pilot", "to": 12})) == ["experience"]


@pytest.mark.parametrize(
    ("more", "literal", "strict"),
    [
        pytest.param([], [], [], id="one at 16, one at 12"),
        pytest.param([("hp", 6), ("hp", 9), ("hp", 12)], [], ["rank-caps"], id="one at 16 beside two at 12"),
        pytest.param(
            [("hp", 6), ("hp", 9), ("hp", 12), ("First Aid", 4), ("First Aid", 6), ("First Aid", 9), ("First Aid", 12)],
            ["rank-caps"],
            ["rank-caps", "rank-caps"],
            id="three at 12",
        ),
        pytest.param([("Hand Gun", 16)], ["rank-caps"], ["rank-caps"], id="two at 16"),
    ],
)
def test_the_caps_on_high_ranks(more: list[tuple[str, int]], literal: list[str], strict: list[str]) -> None:
    """To the letter one 16 stands beside two 12s; strictly it is one of the two. Hit points count."""
    ledger = [{"award": 300}, *raises(*CAREER), *raises(*more)]
    assert codes(grown(*ledger)) == literal
    assert codes(grown(*ledger, rules={"rank_caps": "strict"})) == strict


def test_raising_a_master_to_legend_frees_a_masters_place() -> None:
    """By the letter a descriptor that goes from 12 to 16 no longer counts among those at 12."""
    two_masters = raises(*CAREER[:2], *CAREER[3:])
    third = raises(("First Aid", 4), ("First Aid", 6), ("First Aid", 9), ("First Aid", 12))
    assert codes(grown({"award": 300}, *two_masters, *third)) == ["rank-caps"]
    assert codes(grown({"award": 300}, *two_masters, {"raise": "Pilot", "to": 16}, *third)) == []


def test_advanced_descriptors_rise_to_25_and_take_the_legends_place() -> None:
    """Only an advanced descriptor goes on to 20 and 25; there it takes the one place at 16."""
    powers = {"Fire": {"value": 6, "advanced": True}, "Ice": {"value": 4, "advanced": True}, "A": 2, "B": 2, "C": -5}
    up = raises(*[("Fire", to) for to in (9, 12, 16, 20, 25)], *[("Ice", to) for to in (6, 9, 12)])
    ledger = [{"award": 300}, *up]
    on = {"advanced_descriptors": True}
    assert codes(grown(*ledger, descriptors=powers, rules=on)) == []
    more = [*ledger, *raises(("Ice", 16))]
    assert codes(grown(*more, descriptors=powers, rules=on)) == ["rank-caps"]
    plain = {**powers, "Fire": 6}
    assert codes(grown({"award": 300}, *up[:3], *raises(("Fire", 20)), descriptors=plain, rules=on)) == ["one-rank"]


def test_the_top_of_the_ladder_is_the_top() -> None:
    """Above 16 nothing plain rises, above 25 nothing."""
    powers = {"Fire": {"value": 6, "advanced": True}, "A": 4, "B": 2, "C": 2, "D": -5}
    up = raises(*[("Fire", to) for to in (9, 12, 16, 20, 25, 30)])
    checked = grown({"award": 300}, *up, descriptors=powers, rules={"advanced_descriptors": True})
    assert codes(checked) == ["one-rank"]
    assert "top of the ladder" in checked.diagnostics[0].message


def test_negative_and_absurd_awards_are_schema_errors() -> None:
    """An award is from 0 to 9999; one that is not is reported, and the line does nothing."""
    assert "concept/out-of-range" in codes(grown({"award": -3}))
    assert "concept/out-of-range" in codes(grown({"award": 10**7}))
    assert "concept/wrong-type" in codes(grown({"award": "many"}))


NAMES = st.sampled_from(
    ["Pilot", "Hand Gun", "First Aid", "Public Speaking", "HP", "hit_points", "Debts", "Fiddle", "fiddle"]
)
VALUES = st.sampled_from([-5, 0, 2, 3, 4, 6, 9, 12, 14, 16, 20, 25])
LINES = st.one_of(
    st.fixed_dictionaries({"award": st.integers(0, 40)}),
    st.fixed_dictionaries({"award": st.integers(0, 40)}),
    st.fixed_dictionaries({"raise": NAMES, "to": VALUES}),
    st.fixed_dictionaries({"raise": NAMES, "to": VALUES}),
    st.fixed_dictionaries({"add": NAMES}, optional={"value": VALUES}),
    st.fixed_dictionaries({"trade": NAMES, "for": NAMES}),
    st.fixed_dictionaries({"exchange": NAMES, "for": NAMES}),
)
RULES = st.builds(Rules, advanced_descriptors=st.booleans(), rank_caps=st.sampled_from(["literal", "strict"]))


@given(st.lists(LINES, max_size=30), RULES)
def test_no_ledger_overspends(ledger: list[dict[str, Any]], rules: Rules) -> None:
    """Whatever a ledger says, no more is spent than was earned before, and the points add up."""
    concept = Concept.model_validate({**MARA, "advancement": ledger})
    grown = GAME.advance(concept, rules)
    points = grown.points["xp"]
    assert points.budget is not None
    assert points.available == points.budget - points.spent
    assert points.available >= 0
    balance: float = 0
    for line in grown.ledger:
        balance += line.change
        assert line.balance == balance >= 0
    assert points.spent == -sum(min(line.change, 0) for line in grown.ledger)


@given(st.lists(LINES, max_size=30), RULES)
def test_a_ledger_without_an_error_keeps_every_cap(ledger: list[dict[str, Any]], rules: Rules) -> None:
    """A character grown without an error has one poor descriptor, ranks of the ladder, and no rank too many."""
    kept = [{"award": 500}]
    for line in ledger:
        trial = Concept.model_validate({**MARA, "advancement": [*kept, line]})
        if not GAME.advance(trial, rules).diagnostics:
            kept.append(line)
    now, _ = LEDGER.state(Concept.model_validate({**MARA, "advancement": kept}), rules)
    found = [descriptor.value or 0 for descriptor in now.rated.values()]
    assert found.count(-5) == 1
    assert all(value in (-5, 0, 2, 4, 6, 9, 12, 16) for value in found)
    assert found.count(16) <= 1
    assert sum(value == 12 or (value > 12 and rules.rank_caps == "strict") for value in found) <= 2
    assert len({name.casefold() for name in now.descriptors}) == len(now.descriptors)


def test_the_price_of_a_broken_line_is_never_negative() -> None:
    """Even a raise to −5 pays nothing back."""
    line = Advance.model_validate({"raise": "Pilot", "to": -5})
    assert LEDGER.price(line, LedgerState(), Rules()) == 0


def test_a_poor_newcomer_that_is_advanced_warns() -> None:
    """As at creation: a weakness that costs nothing is worth a word with the GM (FBF-Q28)."""
    rules = {"advanced_descriptors": True}
    (diagnostic,) = grown(
        {"award": 5}, {"trade": "Public Speaking", "for": "Spellcraft", "advanced": True}, rules=rules
    ).diagnostics
    assert (str(diagnostic.severity), diagnostic.path) == ("warning", ("advancement", 1, "for"))
    assert "hardly a weakness" in diagnostic.message
    assert grown({"award": 5}, {"add": "Spellcraft", "advanced": True}, rules=rules).diagnostics == ()
