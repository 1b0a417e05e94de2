"""NPCs of Roll When You Need: legal with any pins, or refused with the reason."""

from collections import Counter
from typing import Any

import pytest

from chargen.game.npc import Infeasible
from chargen.games.roll_when_you_need import GAME
from chargen.games.roll_when_you_need.rules import Rules
from chargen.text.names import fold
from tests.games.roll_when_you_need.npcs import checked, made
from tests.scale import tenth


def test_a_trade_of_an_unknown_ability_is_refused() -> None:
    """A misspelt ability in a trade is found, and one that only this table does not play is passed over."""
    with pytest.raises(Infeasible) as refusal:
        made(1, words={"trades": {"Thief": ["stealht"]}})
    assert refusal.value.path == ("words", "trades", "Thief", 0)
    assert "`stealth`" in refusal.value.hint
    own = {"rules": {"abilities": ["Sorcery", "Poise"], "physical_stress": "Sorcery"}}
    checked(made(1, own, words={"trades": {"Thief": ["stealth", "sorcery"]}}))


def test_words_may_be_replaced() -> None:
    """Lists of an archetype replace those of chargen, and its pastimes take what the trade leaves."""
    own = {
        "trades": {"Thief": "stealth"},
        "pastimes": ["devices", "guns", "charm", "insight", "athletics"],
        "wants": "in a hurry",
        "qualities": {"name": "Odd", "benefit": "is remembered", "drawback": "is remembered"},
        "talents": "Vanish",
        "things": {"name": "Rope", "effect": "holds two"},
        "comes_with": {"guns": "Duck gun"},
    }
    for seed in range(tenth(20)):
        data = made(seed, {"rules": {"ability_points": 16}}, words=own)
        checked(data)
        assert data["concept"] == "Thief in a hurry"
        assert set(data["abilities"]) <= {"stealth", *own["pastimes"], "resilience"}
        assert data["abilities"]["stealth"] == 4
        assert [quality["name"] for quality in data["qualities"]] == ["Odd"]
        assert data["talents"] == ["Vanish"]
        armed = ["Duck gun"] if data["abilities"].get("guns", 1) >= 3 else []
        assert data["equipment"] == [*armed, {"name": "Rope", "effect": "holds two"}]


def test_a_pinned_concept_names_the_trade() -> None:
    """Who is pinned as a cat burglar is best at what a cat burglar does."""
    for seed in range(tenth(20)):
        ratings = made(seed, {"concept": "Cat Burglar with a cold"})["abilities"]
        assert ratings["stealth"] == max(ratings.values()) == 4
        assert ratings["gymnastics"] >= 3


def test_experience_goes_on_what_is_preferred() -> None:
    """Nine points: Stealth as high as it goes, a talent, Poise, a quality by name, and the rest is kept."""
    prefer = ["stealth", "talent", "poise", "loyal"]
    data = made(3, {"abilities": {"stealth": 3, "poise": 4}}, experience={"award": 9, "prefer": prefer})
    award, stealth, talent, poise, quality = data["advancement"]
    assert award["award"] == 9
    assert stealth == {"change": "stealth", "to": 5, "points": 2}
    assert talent["points"] == 2
    assert talent["gain"]["talent"]["name"] not in [other["name"] for other in data["talents"]]
    assert poise == {"change": "poise", "to": 5, "points": 1}
    assert quality["gain"]["quality"]["name"] == "Loyal"
    points = checked(data).points()["xp"]
    assert (points.budget, points.spent, points.available) == (9, 6, 3)


def test_trades_and_talents_come_up_as_often_as_they_should() -> None:
    """Of 2,000 NPCs each trade is drawn about as often as any other, and one talent twice as often as two."""
    own, trades, talents = GAME.words_with().trades, Counter[str](), Counter[int]()
    number = tenth(2000)
    for seed in range(number):
        data = made(seed)
        (trade,) = [name for name in own if data["concept"].startswith(name)]
        trades[trade] += 1
        talents[len(data["talents"])] += 1
    expected = number / len(own)
    square = sum((trades[name] - expected) ** 2 / expected for name in own)
    assert square < 45  # 17 degrees of freedom: exceeded once in five thousand
    assert abs(talents[1] - number * 2 / 3) < 4 * (number * 2 / 9) ** 0.5
    assert talents[1] + talents[2] == number


def test_stress_is_raised_three_times_as_often() -> None:
    """Where there is one point to spend, it goes to Poise three times as often as to any one other ability."""
    idle: dict[str, Any] = {"trades": {"Idler": []}}
    raised = Counter[str]()
    number = tenth(2500)
    for seed in range(number):
        data = made(seed, {"rules": {"ability_points": 1, "physical_stress": "art"}}, words=idle)
        raised.update(data["abilities"].keys())
    shares = {fold(name): 3 if name in ("Poise", "Resilience") else 1 for name in Rules().known()}
    expected = {name: number * share / sum(shares.values()) for name, share in shares.items()}
    assert sum(raised.values()) == number
    square = sum((raised[name] - expected[name]) ** 2 / expected[name] for name in shares)
    assert square < 50  # 22 degrees of freedom: exceeded less than once in a thousand
