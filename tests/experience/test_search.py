"""Test the planner: an exhaustive search finds no better use of points."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chargen import ready_made, registry
from chargen.checking.concept import check_source
from chargen.experience import moves, search
from chargen.experience.market import Market
from chargen.text.source import load
from tests.characters import GOOD
from tests.scale import first


def open_market(path: Path) -> Market:
    return Market(check_source(load(str(path), path.read_bytes()), path))


def best_of_all(market: Market, points: int, goal: tuple[str, ...]) -> Fraction:
    """Return the most that some points can gain, by every legal history; of interchangeable new things, two."""
    seen: dict[str, Fraction] = {}

    def gain(state: Any) -> Fraction:
        now = market.chances(state)
        return sum((now.get(roll, market.now[roll]) - market.now[roll] for roll in goal), Fraction(0))

    def look(state: Any, account: Any) -> None:
        key = f"{state!r} {account.balance}"
        if key in seen:
            return
        seen[key] = gain(state)
        alike: dict[object, int] = {}
        for offer, step in market.ledger.purchases(state, account, market.rules, market.words):
            if offer.is_new:
                same = (offer.price, list(offer.entry), gain(step.after))
                alike[str(same)] = alike.get(str(same), 0) + 1
            if not offer.is_new or alike[str(same)] <= 2:
                look(step.after, step.account)

    look(market.state, market.account_with(points))
    return max(seen.values())


CASES = [
    ("five_by_five/good/five-by-five-larry.yaml", 4),
    ("facade/good/tougher.yaml", 4),
    ("gamocles/good", 3),
    ("five_plus/good", 5),
    ("roll_when_you_need/good", 2),
]


@pytest.mark.parametrize(("file", "points"), CASES)
def test_no_history_is_better(file: str, points: int) -> None:
    """Of all that few points can buy in any order, nothing gains more than the plan, for all rolls or for one."""
    path = GOOD / file
    markets = (
        open_market(path) for path in ([path] if path.is_file() else sorted(path.glob("*.yaml"))) if ledger_in(path)
    )
    market = next(
        market
        for market in markets
        if any(market.ledger.purchases(market.state, market.account_with(points), market.rules, market.words))
    )
    for wish in ("overall", next(iter(market.now))):
        goal = market.goal(wish)
        plan = search.find_best(market, points, goal)
        assert plan.exact
        assert plan.price <= points
        assert plan.gain == best_of_all(market, points, goal)


def ledger_in(path: Path) -> bool:
    return check_source(load(str(path), path.read_bytes()), path).view is not None


@pytest.mark.parametrize("game", registry.list_games())
def test_a_plan_is_legal_and_gains_what_it_says(game: str) -> None:
    """Entry after entry is accepted by the check, and the chances come to what was promised."""
    path = sorted(preset.path for preset in ready_made.presets(game))[0]
    checked = moves.add_entry(check_source(load(str(path), path.read_bytes()), path), path, {"award": 20}).after
    market = Market(checked)
    for wish in ("overall", *first(list(market.now))):
        goal = market.goal(wish)
        plan = search.find_best(market, 20, goal)
        after = checked
        for offer in plan.offers:
            edit = moves.add_entry(after, path, offer.entry)
            assert edit.new_errors == ()
            after = edit.after
        now = Market(after).now
        assert sum((now[roll] - market.now[roll] for roll in goal), Fraction(0)) == plan.gain
        assert after.advanced is not None
        assert checked.advanced is not None
        assert after.advanced.account.balance == checked.advanced.account.balance - plan.price


def test_a_plan_is_not_called_exact_where_purchases_are_cheaper_together() -> None:
    """In Façade's pool buy a sum of half points is rounded up: two steps cost one point, as does each alone."""
    thief = next(preset.path for preset in ready_made.presets("facade") if "rooftop" in preset.path.stem)
    market = open_market(thief)
    goal = market.goal("overall")
    plan = search.find_best(market, 1, goal)
    assert plan.gain < best_of_all(market, 1, goal)
    assert not plan.exact
