"""NPCs of Gamocles: legal with any pins, or refused with the reason, and drawn by the weights."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

import pytest

from chargen.games.gamocles.rules import DRAWN_SKILLS, DRAWN_TRAITS, SKILLS, TRAITS, Rules
from tests import npc
from tests.npc import check_legal
from tests.scale import fourth, tenth

SEEDS = range(tenth(40))


def npc_of(
    seed: int,
    pins: Mapping[str, Any] | None = None,
    *,
    words: Mapping[str, Any] | None = None,
    rules: Rules | None = None,
    experience: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    return npc.made("gamocles", seed, pins, rules=rules, words=words, experience=experience)


def test_an_npc_states_what_it_is_built_on() -> None:
    """Where the table has no budget, the sums are under `rules`; a budget of the table's is met, and not repeated."""
    data = npc_of(3)
    assert data["rules"] == {
        "trait_points": sum(data["traits"].values()),
        "skill_points": sum(data["skills"].values()),
        "variation_points": 0,
    }
    table = Rules(trait_points=12, skill_points=9, variation_points=5)
    for seed in SEEDS:
        data = npc_of(seed, rules=table)
        assert "rules" not in data
        assert sum(data["traits"].values()) == 12
        assert sum(data["skills"].values()) == 9
        assert sum(variation["points"] for variation in data["variations"]) == 5


def test_numbers_beyond_any_budget_are_no_error() -> None:
    """What is pinned may come to more than a table could set as a budget; none is stated then."""
    data = npc_of(1, {"skills": {"combat": 999, "subtlety": 999}})
    assert (data["skills"]["combat"], data["skills"]["subtlety"]) == (999, 999)
    assert data["rules"].keys() == {"trait_points", "variation_points"}


def test_npcs_are_made_of_the_words_given() -> None:
    """Each list of words that is replaced is the only one that is drawn from."""
    words = {
        "trades": "Diver",
        "manners": "in debt",
        "weapons": [{"name": "Fork", "rating": -2}, {"name": "Unarmed", "rating": 0}],
        "armour": {"name": "Tin", "rating": 1},
        "variations": ["Grim", "grim", {"name": "Slow", "modifies": {"DR": -30}}],
        "equipment": {"name": "Rope", "effect": "Holds"},
    }
    seen = Counter[str]()
    for seed in range(fourth(100)):
        data = npc_of(seed, words=words)
        check_legal(data)
        assert data["concept"] == "Diver in debt"
        assert data["variations"] in (["Grim"], ["grim"])
        assert data["equipment"] == [{"name": "Rope", "effect": "Holds"}]
        seen.update(piece["name"] for key in ("weapon", "armour") for piece in data.get(key, []))
    assert set(seen) == {"Fork", "Tin"}


def test_numbers_are_drawn_by_their_weights() -> None:
    """Traits, skills and gear come up as often as the lists that they are drawn from say, where no trade lifts them."""
    number = tenth(1500)
    npcs = [npc_of(seed, words={"trades": ["Diver"]}) for seed in range(number)]
    for section, names, drawn in (("traits", TRAITS, DRAWN_TRAITS), ("skills", SKILLS, DRAWN_SKILLS)):
        seen = Counter(npc[section].get(name.key, 0) for npc in npcs for name in names)
        for value, weight in Counter(drawn).items():
            assert near(seen[value], number * len(names), weight / len(drawn))
        assert sum(seen.values()) == sum(seen[value] for value in set(drawn))
    assert near(sum("weapon" in npc for npc in npcs), number, 7 / 8)
    assert near(sum("armour" in npc for npc in npcs), number, 2 / 3)


def test_experience_raises_nothing_above_the_largest_number_of_a_file() -> None:
    data = npc_of(1, {"traits": {"grit": 999}}, experience={"award": 5, "prefer": ["grit"]})
    assert [line.get("award") for line in data["advancement"]] == [5]


def test_a_trade_draws_from_the_best() -> None:
    """Its first skill is drawn from the best quarter of what skills are drawn from, the others from the upper half."""
    words = {"trades": {"Diver": ["Cmb", "arcane", "will"]}}
    npcs = [npc_of(seed, words=words) for seed in range(fourth(100))]
    assert {npc["skills"]["combat"] for npc in npcs} == {2, 3}
    assert {npc["skills"].get("arcane", 0) for npc in npcs} == {0, 1, 2, 3} - {0}
    assert {npc["traits"]["will"] for npc in npcs} == {2, 3}


def near(count: int, of: int, chance: float) -> bool:
    """Whether a count is within five standard deviations of what a chance makes likely."""
    return abs(count - of * chance) <= 5 * sqrt(of * chance * (1 - chance))


def test_a_pin_leaves_the_other_numbers_as_they_were() -> None:
    """Where no budget ties them together, pinning a skill changes no other trait or skill of the same seed."""
    for seed in SEEDS:
        free, pinned = npc_of(seed), npc_of(seed, {"skills": {"combat": 7}})
        assert pinned["traits"] == free["traits"]
        assert {**pinned["skills"], "combat": 0} == {**free["skills"], "combat": 0}


@pytest.mark.parametrize("award", [0, 1, 5, 12, 40, 400])
def test_experience_is_spent_by_preference(award: int) -> None:
    """Each preference as far as the points go, one after the other; what is left is too little."""
    wishes = ("tactics", "Will", "variations")
    names = ("Tactics", "Will")
    for seed in SEEDS:
        data = npc_of(seed, experience={"award": award, "prefer": wishes})
        grown = check_legal(data).advanced
        assert grown is not None
        if not award:
            assert "advancement" not in data
            continue
        lines = data["advancement"]
        assert lines[0]["award"] == award
        assert {line["change"] for line in lines if "change" in line} <= {"tactics", "will"}
        spent = sum(line.get("points", 0) or line.get("gain", {}).get("points", 0) for line in lines)
        assert grown.points["experience"].available == award - spent
        have = {**grown.concept.traits, **grown.concept.skills}
        prices = [max(have[name] + 1, 1) * factor for name, factor in zip(names, (1, 3), strict=True)]
        assert award - spent < min(prices)
        if award >= 40:
            assert lines[1]["change"] == "tactics"


def test_a_variation_may_be_preferred_by_name() -> None:
    """A variation by name is gained once, if its prerequisites are met by then."""
    experience = {"award": 30, "prefer": ["old campaigner", "tactics"]}
    data = npc_of(1, {"skills": {"tactics": 1}, "variations": []}, experience=experience)
    check_legal(data)
    gained = [line["gain"]["name"] for line in data["advancement"] if "gain" in line]
    assert gained == ["Old Campaigner"]
    assert "change" in data["advancement"][2]
