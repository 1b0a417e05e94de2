"""A plan is a legal use of points: entry after entry is accepted, and gains what it says."""

from fractions import Fraction

import pytest

from chargen import ready_made, registry
from chargen.checking.concept import check_source
from chargen.experience import moves
from chargen.experience.market import Market
from chargen.text.source import load
from tests.scale import QUICK, first

POINTS = 5 if QUICK else 20
"""How many points a plan may spend."""


@pytest.mark.parametrize("game", registry.list_games())
def test_a_plan_is_legal_and_gains_what_it_says(game: str) -> None:
    """The check accepts each entry, the chances rise as promised, and at least as much as by the best purchase."""
    path = sorted(preset.path for preset in ready_made.presets(game))[0]
    checked = moves.add_entry(check_source(load(str(path), path.read_bytes()), path), path, {"award": POINTS}).after
    market = Market(checked)
    for wish in ("overall", *first(list(market.now))):
        goal = market.goal(wish)
        offers, price, gain = market.plan(POINTS, goal)
        after = checked
        for offer in offers:
            edit = moves.add_entry(after, path, offer.entry)
            assert edit.new_errors == ()
            after = edit.after
        now = Market(after).now
        assert sum((now[roll] - market.now[roll] for roll in goal), Fraction(0)) == gain
        assert gain >= max((each.goal for each in market.purchases(POINTS, goal)[:1]), default=Fraction(0))
        assert after.advanced is not None
        assert checked.advanced is not None
        assert after.advanced.account.balance == checked.advanced.account.balance - price


def test_a_plan_goes_on_where_a_single_step_changes_nothing() -> None:
    """A pool of Gamocles has no dice while its trait is far below 0: only the fourth step gains something."""
    path = next(preset.path for preset in ready_made.presets("gamocles") if preset.path.stem == "ghost-usher")
    market = Market(check_source(load(str(path), path.read_bytes()), path))
    goal = market.goal("Grit Combat")
    assert not any(each.goal for each in market.purchases(6, goal))
    assert [offer.entry["to"] for offer in market.plan(6, goal)[0]] == [-1, 0, 1, 2]
