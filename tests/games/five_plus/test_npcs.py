"""NPCs are legal around any pins, and keep them."""

from collections import Counter

import pytest

from chargen.game.npc import Infeasible
from chargen.games.five_plus import GAME
from chargen.games.five_plus.npc import RARE
from chargen.games.five_plus.rules import Rules, cost
from tests.games.five_plus.npcs import checked, findings, made
from tests.npc.archetypes import npcs_of
from tests.scale import fourth, tenth

# What is pinned in part is completed.


@pytest.mark.parametrize("seed", range(tenth(40)))
def test_a_few_pinned_skills_are_filled_up_to_five(seed: int) -> None:
    """The pinned ones come first; one without a level gets one; an NPC with six pinned has no more."""
    data = made(seed, skills={"Sword": 4, "Old songs": {}, "Spear": {"tier": 1}}, resistances={"Pride": 2})
    assert list(data["skills"])[:3] == ["Sword", "Old songs", "Spear"]
    assert len(data["skills"]) == 5
    assert data["skills"]["Sword"] == 4
    assert 1 <= data["skills"]["Spear"]["level"] <= 5
    assert list(data["resistances"]) == ["Pride", "Physical"]
    five = dict.fromkeys(["A", "B", "C", "D", "E", "F"], 2)
    assert made(seed, skills=five)["skills"] == five


def test_what_the_pins_speak_of_is_there() -> None:
    """A bonus, an ability and its price, a thing, play state: each brings its skill or resistance along."""
    for seed in range(tenth(30)):
        data = made(
            seed,
            traits=[{"name": "Strong", "bonus": {"Lifting": 1}}],
            abilities=[{"name": "Feint", "effect": "x", "skill": "Fencing", "tier": 2, "cost": {"Breath": 1}}],
            equipment=[{"name": "Lute", "skill": "Music"}],
            state={"Nerve": 3, "Lying marked": True},
        )
        assert findings(data) == []
        assert {"Lifting", "Fencing", "Music", "Lying"} <= set(data["skills"])
        assert data["skills"]["Fencing"]["tier"] == 2
        assert {"Breath", "Nerve"} <= set(data["resistances"])
        assert data["resistances"]["Nerve"] >= 3


def test_a_pinned_ledger_finds_levels_from_which_it_can_be_followed() -> None:
    """A raise to 4 that was paid with 4 points starts from 3 at least, and from less than 4."""
    levels = set()
    for seed in range(fourth(60)):
        data = made(seed, advancement=[{"award": 7}, {"raise": "Sword", "to": 4}])
        assert findings(data) == []
        levels.add(data["skills"]["Sword"])
    assert levels == {2, 3}
    data = made(advancement=[{"practice": ["Sword", "Shield"], "for": "Sword"}])
    assert findings(data) == []
    assert data["skills"]["Sword"]["marked"]


def test_npcs_have_a_skill_of_each_group_of_the_table() -> None:
    """A pinned skill may be in one; the others are drawn."""
    rules = Rules(groups=("combat", "social", "court"))
    for seed in range(tenth(30)):
        data = made(seed, table=rules, skills={"Poems": {"group": "court"}, "Sword": 3})
        groups = [skill["group"] for skill in data["skills"].values() if isinstance(skill, dict)]
        assert set(groups) == {"combat", "social", "court"}
        assert findings(data) == []


def test_levels_that_are_pinned_are_agreed_on_and_not_rolled() -> None:
    """A file says that dice were rolled where they were, for every level, and the table does not say otherwise."""
    assert "rules" not in made(skills={"Sword": 0})
    assert "rules" not in made(skills={"Sword": 1})
    assert made(skills={"Sword": {}})["rules"] == {"creation": "random"}


def test_words_of_an_archetype_are_used() -> None:
    """Lists that are replaced are the only ones drawn from."""
    words = GAME.words_with(
        {
            "skills": {"arms": ["Spear", "Net"], "sea": ["Sails"]},
            "traits": [{"name": "Tall", "effect": "Sees far", "group": "sea"}],
            "trades": "Fisher",
            "manners": "of men",
            "things": ["Net"],
            "comes_with": {"Net": "Cork floats", "spear": [{"name": "Fish spear", "effect": "Has three points"}]},
            "resistances": ["Cold"],
        }
    )
    for seed in range(tenth(20)):
        data = made(seed, words=words)
        assert sorted(data["skills"]) == ["Net", "Sails", "Spear"]
        assert sorted(data["resistances"]) == ["Cold", "Physical"]
        assert data["traits"] == [{"name": "Tall", "effect": "Sees far", "bonus": {"Sails": 1}}]
        spear = {"name": "Fish spear", "effect": "Has three points"}
        assert data["concept"] == "Fisher of men"
        assert [spear in data["equipment"], *data["equipment"][2:]] == [True, "Net"]


def test_npcs_can_use_what_is_pinned() -> None:
    """A thing for users of tier 2 has one: a skill that is drawn is of that tier."""
    for seed in range(tenth(20)):
        data = made(seed, equipment=[{"name": "Warded blade", "tier": 2}], skills={"Sword": 3})
        assert findings(data) == []
        assert [skill["tier"] for skill in data["skills"].values() if isinstance(skill, dict)] == [2]


def test_the_wounded_are_of_a_tier_that_bears_it() -> None:
    """A wounded NPC is not out of action, unless the tier is pinned; the same for wounds in the play state."""
    for seed in range(tenth(20)):
        data = made(seed, resistances={"Nerve": {"level": 3, "wounds": 1}, "Fear": {"wounds": 2}})
        assert findings(data) == []
        assert data["resistances"]["Nerve"] == {"level": 3, "wounds": 1, "tier": 1}
        assert data["resistances"]["Fear"]["tier"] == 2
        assert findings(made(seed, state={"Nerve wounds": 3})) == []


# Opponents.


def test_opponents_have_a_card_and_nothing_else() -> None:
    """FPL-g2: rank 0 to 2 and about six successes; what is pinned stays, and there are no levels."""
    for seed in range(tenth(100)):
        data = made(seed, opposition={"goal": "Feed"})
        assert findings(data) == []
        card = data["opposition"]
        assert (card["goal"], len(card["actions"])) == ("Feed", 2)
        assert 0 <= card["rank"] <= 2
        assert 4 <= card["successes"] <= 8
        assert set(data) == {"system", "name", "concept", "opposition"}
        assert made(seed, opposition={"rank": -1, "successes": 3})["opposition"]["rank"] == -1


def test_opponents_have_the_skills_that_are_pinned() -> None:
    """And no others; under bought levels the card says what there is to buy with."""
    data = made(opposition={}, skills={"Sword": {}})
    assert list(data["skills"]) == ["Sword"]
    assert findings(data) == []
    assert findings(made(opposition={}, table=Rules(creation="points"))) == []


# Distributions.


def test_levels_are_the_lower_of_two_dice() -> None:
    """11, 9, 7, 5, 3 and 1 of 36, within five of a hundred: sums that have to be met move some of them."""
    found: Counter[int] = Counter()
    for seed in range(tenth(600)):
        data = made(seed)
        found.update(data["skills"].values())
        found.update(data["resistances"].values())
    assert set(found) == {1, 2, 3, 4, 5, 6}
    total = sum(found.values())
    for level, number in found.items():
        chance = (13 - 2 * level) / 36
        assert number / total == pytest.approx(chance, abs=0.05), level


def test_one_in_four_has_a_skill_of_a_rare_group() -> None:
    """Where there is room for it: NPCs have five to seven skills, and magic is the sixth group."""
    magic = set(GAME.words_with().skills["magic"])
    third = tenth(900) / 3
    people = [made(seed)["skills"] for seed in range(tenth(900))]
    numbers = Counter(map(len, people))
    assert set(numbers) == {5, 6, 7}
    assert all(abs(number - third) <= 4 * (third * 2 / 3) ** 0.5 for number in numbers.values())
    roomy = [skills for skills in people if len(skills) > 5]
    wizards = sum(bool(magic & set(skills)) for skills in roomy)
    assert abs(wizards - len(roomy) / RARE) <= 4 * (len(roomy) * 3 / 16) ** 0.5


# Experience.


def test_points_are_spent_on_the_most_wanted_first() -> None:
    """Sword from 3 to 5 costs 9 of 12, Shield from 2 to 3 the rest; then nothing is left for the third."""
    data = made(skills={"Shield": 2, "Sword": 3, "Law": 1}, award=12, prefer=("sword", "Shield", "Law"))
    assert data["advancement"] == [{"award": 12}, {"raise": "Sword", "to": 5}, {"raise": "Shield", "to": 3}]
    assert findings(data) == []


def test_a_preference_may_be_new_or_a_group() -> None:
    """What is not on the sheet is learned from nothing; a group of the words means its skills that are there."""
    data = made(award=6, prefer=("Cooking",), skills=dict.fromkeys("ABCDE", 2))
    assert data["advancement"] == [{"award": 6}, {"add": "Cooking", "level": 0}, {"raise": "Cooking", "to": 3}]
    data = made(award=7, prefer=("social",), skills={"Lying": 2, "Gossip": 1, "Axe": 1, "Law": 1, "Riding": 1})
    assert {line["raise"] for line in data["advancement"][1:]} <= {"Lying", "Gossip"}
    data = made(award=2, prefer=("Nerve",), resistances={"Physical": 2, "Fear": 2})
    assert data["advancement"][1] == {"add": "Nerve", "level": 0, "kind": "resistance"}


# What cannot be.


def test_what_the_words_and_the_card_do_not_allow_is_refused() -> None:
    """On a card there is nothing to raise; a list of words may have too few skills for the groups of a table."""
    with pytest.raises(Infeasible, match="nothing to spend experience on"):
        made(opposition={}, award=5)
    words = GAME.words_with({"skills": {"war": ["Sword"]}, "trades": "Fisher"})
    with pytest.raises(Infeasible, match="no skill in sea"):
        made(table=Rules(groups=("war", "sea")), words=words)


def test_bought_levels_stay_within_the_points() -> None:
    """Around what is pinned; nothing that is left over would buy a further level."""
    rules = Rules(creation="points", points=30)
    for seed in range(tenth(60)):
        data = made(seed, table=rules, skills={"Sword": 4, "Shield": {}})
        assert findings(data) == []
        points = checked(data).points()["creation"]
        assert points.spent <= 30
        levels = [skill["level"] if isinstance(skill, dict) else skill for skill in data["skills"].values()]
        levels += data["resistances"].values()
        assert all(one >= 6 or one + 1 > points.available or one == 4 for one in levels)
        assert sum(map(cost, levels)) == points.spent


# Roles.


def test_captains_are_harder_than_ruffians() -> None:
    """They build on one another: more rank, more successes, and the same thing in their pockets."""
    ruffians, captains = ([npc.concept for npc in npcs_of(GAME.key, 15, role)] for role in ("ruffian", "captain"))
    assert max(ruffian["opposition"]["successes"] for ruffian in ruffians) < min(
        captain["opposition"]["successes"] for captain in captains
    )
    assert Counter(captain["opposition"]["rank"] for captain in captains).most_common(1)[0][0] == 1
    pockets = [{str(npc["equipment"][-1]) for npc in role} for role in (ruffians, captains)]
    assert pockets[0] == pockets[1]
