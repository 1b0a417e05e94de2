"""NPCs of Five by Five: legal with any pins, refused with the reason, and drawn as their rules say."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

import pytest

from chargen.game.npc import Infeasible
from chargen.games.five_by_five import words
from chargen.games.five_by_five.npc import FRAGILE, SHIELDED
from tests.games.five_by_five.npcs import actions, made, values
from tests.npc import check_legal
from tests.scale import fourth, tenth

SEEDS = range(25)
ADVANCED = {"rules": {"advanced_descriptors": True}}
ASPECTS = {"rules": {"aspects": True}}
OPEN: Mapping[str, Any] = {"descriptors": {"Ice Fishing": {}, "Harpoon": {"exclusive": "attack"}}}
"""Descriptors that are fixed without their values."""


def test_all_that_is_pinned_without_a_value_gets_one() -> None:
    """An open descriptor keeps what is written of it, and gets a value like any other."""
    drawn = {values(made(seed, OPEN))["Ice Fishing"] for seed in SEEDS}
    assert drawn == {2, 4, 6}
    assert made(1, OPEN)["descriptors"]["Harpoon"].keys() == {"exclusive", "value"}


def test_a_pinned_action_is_not_drawn_again() -> None:
    """Who has a pinned descriptor for attacks gets no second one."""
    for seed in SEEDS:
        assert actions(made(seed, OPEN)).count("attack") == 1


def test_words_of_an_archetype_replace_lists() -> None:
    """Every list that is given is drawn from, and no other word of its kind; short lists go on with our words."""
    own = {
        "attack": "Harpoon",
        "arms": {"harpoon": {"name": "Harpoon", "damage_bonus": 4}},
        "weakness": ["Thin Ice"],
        "other": ["Whale Song"],
        "occupation": ["Whaler"],
        "manner": ["who sings"],
        "armor": ["heavy clothes"],
        "equipment": ["Tallow"],
    }
    seen = Counter[str]()
    for seed in SEEDS:
        data = made(seed, words=own)
        check_legal(data)
        assert data["concept"] == "Whaler who sings"
        assert data["armor"] == "heavy clothes"
        assert data["equipment"] == ["Tallow"]
        assert data["weapons"] == [{"name": "Harpoon", "damage_bonus": 4}]
        assert data["descriptors"]["Harpoon"]["exclusive"] == "attack"
        seen.update(list(data["descriptors"]))
    assert not seen.keys() & {*words.default_words().attack, *words.default_words().weakness}
    assert seen["Thin Ice"] > 15
    assert seen["Whale Song"] > 15
    assert seen.keys() & {*words.default_words().other}


def test_listed_weapons_go_before_those_that_fit() -> None:
    """An archetype's own list of weapons is drawn from for any attack."""
    assert {made(seed, words={"weapon": ["knife", "mace"]})["weapons"][0] for seed in SEEDS} == {"knife", "mace"}


def test_words_of_ours_that_a_table_rules_out_are_left_out() -> None:
    """A campaign that calls Beekeeping too general, and has its own weapons, still gets NPCs."""
    rules = {
        "too_general": {"beekeeping": "one kind of bee"},
        "weapons": [{"damage_bonus": 3, "name": "Claws", "items": ["claw"]}],
        "armor": [{"armor_value": 2, "name": "Hide", "items": ["fur"]}],
    }
    carried, number = Counter[str](), fourth(200)
    for seed in range(number):
        data = made(seed, {"rules": rules})
        check_legal(data)
        assert "Beekeeping" not in data["descriptors"]
        assert data["armor"] == "hide"
        carried.update(str(weapon) for weapon in data["weapons"])
    assert carried["claw"] > number / 20
    assert not {"knife", "trained fist", "medium rifle"} & carried.keys()


MANY = tenth(2000)


def near(found: int, chance: float, drawn: int = MANY) -> bool:
    """Whether a count is within five standard deviations of what a chance makes of it."""
    return abs(found - drawn * chance) <= 5 * sqrt(drawn * chance * (1 - chance))


def test_what_is_drawn_is_drawn_as_stated() -> None:
    """One in eight is fragile, one in four has a shield; values, words and actions fall evenly.

    So do attacks where no trade brings one, those with one hand more often by the people who have a shield.
    """
    fragile = shielded = 0
    value_of_hit_points, attack, armor, action = Counter[int](), Counter[str](), Counter[str](), Counter[str]()
    for seed in range(MANY):
        data = made(seed, words={"occupation": "Whaler"})
        fragile += data["hit_points"] == -5
        shielded += data.get("shield", False)
        value_of_hit_points[data["hit_points"]] += 1
        attack.update(name for name in data["descriptors"] if name in words.default_words().attack)
        armor[data["armor"]] += 1
        action.update(actions(data))
    assert near(fragile, 1 / FRAGILE)
    assert near(shielded, 1 / SHIELDED)
    well = 1 - 1 / FRAGILE
    assert all(near(value_of_hit_points[value], well * share) for value, share in ((6, 1 / 5), (4, 2 / 5), (2, 2 / 5)))
    assert set(attack) == set(words.default_words().attack)
    both_hands = set(words.default_words().excludes["shield"]) & set(attack)
    of_all, of_one_hand = 1 / len(attack), 1 / (len(attack) - len(both_hands))
    for name, found in attack.items():
        assert near(found, (1 - 1 / SHIELDED) * of_all + (0 if name in both_hands else 1 / SHIELDED) * of_one_hand)
    assert all(near(armor[name], 1 / 4) for name in ("light clothes", "medium clothes", "heavy clothes", "light armor"))
    assert action["attack"] == MANY
    assert all(near(action[name], 1 / 2) for name in ("dodge", "healing", "steal initiative"))


def test_half_of_all_npcs_have_aspects() -> None:
    """With the option on, one in two has one superior and one inferior aspect, each pair as likely."""
    pairs = Counter[tuple[str, str]]()
    for seed in range(MANY):
        if aspects := made(seed, ASPECTS).get("aspects"):
            superior, inferior = sorted(aspects, key=lambda name: aspects[name], reverse=True)
            pairs[superior, inferior] += 1
    assert len(pairs) == 12
    assert near(pairs.total(), 1 / 2)
    assert all(near(found, 1 / 24) for found in pairs.values())


def bought(award: int, *prefer: str, seed: int = 0, **pins: Any) -> list[dict[str, Any]]:
    """Return the lines of a ledger that spend an award, for a fully pinned NPC; assert that they are legal."""
    known = {
        "descriptors": {"Fists": {"value": 4, "exclusive": "attack"}, "Cook": 6, "Sing": 4, "Swim": 2, "Lie": -5},
        "hit_points": 2,
        **pins,
    }
    data = made(seed, known, award=award, prefer=prefer)
    check_legal(data)
    lines: list[dict[str, Any]] = data["advancement"]
    return lines


def test_experience_is_spent_by_preference() -> None:
    """Each wish as far as the points go, one after the other, a rank a line; what is left is kept."""
    fists = {"raise": "Fists", "to": 6}
    assert bought(5, "attack") == [{"award": 5}]
    assert bought(6, "attack") == [{"award": 6}, fists]
    assert bought(16, "Attack", "hp") == [
        {"award": 16},
        fists,
        {"raise": "Fists", "to": 9},
    ]
    assert bought(16, "hit points", "attack") == [
        {"award": 16},
        {"raise": "hit_points", "to": 4},
        {"raise": "hit_points", "to": 6},
        fists,
    ]
    assert bought(5, "attack", "swim") == [{"award": 5}, {"raise": "Swim", "to": 4}]


def test_experience_buys_what_is_not_there() -> None:
    """A name that no one has is added at 2 and raised; so is a descriptor for an action that none improves."""
    assert bought(6, "Juggling") == [{"award": 6}, {"add": "Juggling", "value": 2}, {"raise": "Juggling", "to": 4}]
    _, added, raised = bought(6, "dodge")
    assert added["add"] in words.default_words().dodge
    assert added == {"add": added["add"], "value": 2, "exclusive": "dodge"}
    assert raised == {"raise": added["add"], "to": 4}
    assert len(bought(40, "new", "new")) == 3
    assert len({line["add"] for line in bought(40, "new", "new")[1:]} & {*words.default_words().other}) == 2


def test_a_weakness_is_traded_once() -> None:
    """`trade` takes another weakness for 5 XP; of poor hit points too, which can be raised from then on."""
    _, trade = bought(20, "trade")
    assert trade == {"trade": "Lie", "for": trade["for"]}
    assert trade["for"] in words.default_words().weakness
    assert bought(9, "lie") == [{"award": 9}], "what is poor is not raised"
    pins: dict[str, Any] = {"descriptors": {"A": 6, "B": 4, "C": 4, "D": 2, "E": 2}, "hit_points": -5}
    _, trade, *raised = bought(11, "trade", "hit_points", **pins)
    assert trade["trade"] == "hit_points"
    assert raised == [{"raise": "hit_points", "to": 2}, {"raise": "hit_points", "to": 4}]


def test_no_more_is_bought_than_the_ranks_allow() -> None:
    """With points without end there is one descriptor at 16 and two at 12; with strict caps two at 12 or higher."""
    wishes = ("attack", "Cook", "Sing", "Swim", "hit_points")
    for caps, expected in (("literal", [-5, 9, 9, 12, 12, 16]), ("strict", [-5, 9, 9, 9, 12, 16])):
        lines = bought(500, *wishes, rules={"rank_caps": caps})
        reached = {"Lie": -5} | {line["raise"]: line["to"] for line in lines[1:]}
        assert sorted(reached.values()) == expected


def test_an_advanced_descriptor_is_raised_beyond_16() -> None:
    """With the option on, advanced descriptors go on to 20 and 25."""
    pins: dict[str, Any] = {
        "rules": {"advanced_descriptors": True},
        "descriptors": {"Surgery": {"value": 6, "advanced": True}, "B": 4, "C": 4, "D": 2, "E": -5},
    }
    assert bought(82, "Surgery", **pins)[-1] == {"raise": "Surgery", "to": 25}


def test_experience_without_a_preference_is_spent_on_anything() -> None:
    """All on the sheet may be raised, a descriptor added, a weakness traded; too little is left for more."""
    seen = Counter[str]()
    for seed in range(fourth(200)):
        lines = bought(12, seed=seed)
        seen.update(line.get("raise", next(iter(line))) for line in lines[1:])
        prices = [line.get("to", line.get("value", 5)) for line in lines[1:]]
        assert 11 <= sum(prices) <= 12
    assert {"Fists", "Cook", "Sing", "Swim", "hit_points", "add", "trade"} <= set(seen)


@pytest.mark.parametrize(("wish", "message"), [("Combat", "too general"), ("_", "this name is empty")])
def test_a_wish_that_no_one_may_have_is_refused(wish: str, message: str) -> None:
    """What would be added is held against the rules for names."""
    with pytest.raises(Infeasible, match=message) as refused:
        made(0, award=5, prefer=("attack", wish))
    assert refused.value.path == ("experience", "prefer", 1)


def test_one_descriptor_is_advanced_at_most() -> None:
    """Where the table has advanced descriptors, half of all NPCs have one."""
    found = Counter(
        sum(isinstance(descriptor, dict) and "advanced" in descriptor for descriptor in data["descriptors"].values())
        for data in (made(seed, ADVANCED) for seed in range(fourth(120)))
    )
    assert set(found) == {0, 1}
