"""Test the planner: an exhaustive search finds no better use of points."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chargen import ready_made, registry
from chargen.checking.concept import check_source
from chargen.core.source import load
from chargen.experience import moves, search
from chargen.experience.market import Market
from tests.characters import GOOD
from tests.scale import first


def open_market(path: Path) -> Market:
    """Return what a character could buy."""
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
    """Return whether a file holds a valid character."""
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


def test_no_part_of_the_plans_is_searched_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although steps that exclude each other can be given up in any order."""
    searched = []

    def maximize(upgrades: Any, factors: Any, most: search.Levels, points: int) -> Any:
        searched.append(most)
        return original(upgrades, factors, most, points)

    original = search._maximize
    monkeypatch.setattr(search, "_maximize", maximize)
    market = open_market(GOOD / "gamocles" / "good" / "free-changes.yaml")
    search.find_best(market, 6, market.goal("overall"))
    assert len(searched) == len(set(searched)) > 1


def test_interchangeable_upgrades_gain_the_same() -> None:
    """In Façade's cascade a dozen upgrades change the same rolls: the plan is exact, and its table follows the rules.

    Upgrades are interchangeable only if the character stays the same when their names are exchanged: the same steps on
    others of them gain the same, and have no entry in the table.
    """
    market = open_market(next(preset.path for preset in ready_made.presets("facade") if "rooftop" in preset.path.stem))
    goal = market.goal("overall")
    assert search.find_best(market, 6, goal).exact
    upgrades = search._list_upgrades(market, 6, goal)
    factors = search._build_factors(market, upgrades, 6, goal)
    assert factors is not None
    scope, table = max(factors, key=lambda factor: len(factor[0]))
    assert len(scope) > search.MANY_UPGRADES
    rolls = [roll for roll in goal if tuple(i for i, upgrade in enumerate(upgrades) if roll in upgrade.rolls) == scope]
    symmetries = search._find_symmetries(market, upgrades, scope, rolls)
    assert (len(scope), len(symmetries), len(table)) == (12, 8, 48)
    others = [levels for levels in table if any(levels[other] != levels[place] for place, other in symmetries.items())]
    for levels in Random(7).sample(others, 4):
        exchanged = list(levels)
        for place, other in symmetries.items():
            exchanged[place], exchanged[other] = exchanged[other], exchanged[place]
        assert tuple(exchanged) not in table
        for steps in (levels, exchanged):
            state = market.state
            for index, level in zip(scope, steps, strict=True):
                for step in upgrades[index].steps[:level]:
                    state = step.verb.apply(step.line, state, market.rules)
            now = market.chances(state)
            assert table[levels] == sum((now[roll] - market.now[roll] for roll in rolls), Fraction(0))
    place, partner = next(iter(symmetries.items()))
    first_one, second = upgrades[scope[partner]], upgrades[scope[place]]
    assert search._are_interchangeable(market.data(), first_one, second, rolls)
    for different in (replace(second, prices=(*second.prices, 99)), replace(second, gains=second.gains[:-1])):
        assert not search._are_interchangeable(market.data(), first_one, different, rolls)
