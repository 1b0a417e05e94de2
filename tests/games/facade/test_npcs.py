"""NPCs of Façade: legal with anything pinned, or refused with the reason; drawn by the weights that are stated."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from chargen.game.npc import Infeasible
from chargen.games.facade import GAME, npc
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import CATEGORIES, Rules
from tests.games.facade.concepts import attributes
from tests.games.facade.npcs import checked, errors, keeps, npc_of
from tests.scale import fourth, pairs, tenth

TREE: dict[str, Any] = {
    "Athletics": {"attribute": "agility", "Dodge": {"Roll": {}, "Sidestep": {}}, "Running": {"Sprinting": {}}},
    "Martial": {"attribute": "agility", "Swords": {"Rapier": {}}, "Parry": {"Blade Parry": {}}},
    "Alertness": {"attribute": "perception", "Empathy": {"Sense Motive": {}, "Calming": {}}},
}
SMALL = {"attribute_points": 90, "skill_points": 40, "background_points": 10, "extra_points": 12}


WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"creation": "pool-buy"},
    {"skills": "cascade"},
    {"creation": "pool-buy", "skills": "cascade"},
    {"negatives": "extra-points"},
    SMALL,
)


def part(random: Random, data: Any, depth: int = 0) -> Any:
    """Some of a mapping, and of what is in it."""
    if not isinstance(data, dict):
        return data
    levels = ("level", "points") if depth else ()
    return {
        key: part(random, value, depth + 1)
        for key, value in data.items()
        if random.randrange(4 if key in levels else 2) == 0
    }


def test_any_part_of_a_legal_character_can_be_pinned() -> None:
    """Where a legal person has it, another one is found who has it too: 60 people, parts of each pinned at random."""
    for seed in range(tenth(60)):
        random = Random(seed)
        rules = random.choice(WAYS)
        model = npc_of(seed, rules=rules)
        pins: dict[str, Any] = {"rules": rules}
        for key in ("age", "frame", "modifiers", "backgrounds", "weapons", "armor"):
            if key in model and random.randrange(2):
                pins[key] = model[key]
        for key in ("attributes", "skills"):
            pins[key] = random.choice((model[key], part(random, model[key]), {}))
        data = npc_of(seed + 1, **pins)
        assert errors(data) == [], pins
        assert keeps(pins, data)


CRAFTS = {"Repair": {"Electrical": 1}, "Smithing": {}}
BROAD = {name: {"attribute": "wits"} for name in GAME.words_with().skills}
RANK = {"name": "Rank", "class": "status", "kind": "individual", "points": 50}
ROWING = {"Rowing": {"attribute": "strength", "foci": {"Boats": ["Skiff"]}}}
CASCADE = {"skills": "cascade"}


@pytest.mark.parametrize(
    "pins",
    [
        {"rules": SMALL, "skills": {"Crafts": CRAFTS, **{name: {f"{name} history": {}} for name in "ABCD"}}},
        {
            "rules": CASCADE,
            "attributes": attributes(wits=5, will=4, luck=2),
            "modifiers": [],
            "backgrounds": RANK,
            "skills": BROAD,
        },
        {"rules": CASCADE | {"skill_points": 0}, "backgrounds": RANK, "words": {"skills": ROWING}},
    ],
    ids=("half-a-point-left", "inside-pinned-skills", "attributes-take-the-rest"),
)
def test_pins_that_take_few_points_leave_none(pins: dict[str, Any]) -> None:
    assert errors(npc_of(**pins)) == []


def test_ways_of_creation_go_together() -> None:
    """Every mixture of the switches of creation makes legal NPCs; pool buy has no say over negatives."""
    seen = 0
    switches = {
        "creation": ("point-buy", "pool-buy"),
        "skills": ("standard", "cascade"),
        "negatives": ("area", "extra-points"),
        "as_printed": (False, True),
    }
    for number, chosen in enumerate(product(*switches.values())):
        rules = dict(zip(switches, chosen, strict=True))
        if chosen[0] == "pool-buy" and chosen[2] == "extra-points":
            continue
        for seed in range(number, number + tenth(4)):
            assert errors(npc_of(seed, rules=rules)) == [], rules
            seen += 1
    assert seen == 12 * tenth(4)


HEAVY: tuple[dict[str, Any], ...] = (
    {"weapons": ["Greatsword"]},
    {"weapons": ["Halberd"], "armor": ["Flak Vest"]},
    {"weapons": ["Spear"], "attributes": {"body": {"strength": 3}}},
)


@pytest.mark.parametrize("pins", HEAVY, ids=str)
def test_a_weapon_that_costs_strain_may_be_pinned_as_a_player_may_have_it(pins: dict[str, Any]) -> None:
    """With a note that says so, and nothing worse."""
    (note,) = checked(npc_of(1, **pins)).diagnostics
    assert (str(note.severity), note.code) == ("note", "facade/extra-strain")


def test_skills_that_are_pinned_without_levels_are_all_there_are() -> None:
    """As long as they can take the SP, no others come; each is of level 1 at least."""
    for seed in range(tenth(20)):
        data = npc_of(seed, rules=SMALL, skills=TREE)
        assert list(data["skills"]) == list(TREE)
        levels = [skill.level for skill in checked(data).character.skills]
        assert len(levels) == 15
        assert all(1 <= level <= 4 for level in levels)


def test_further_skills_come_where_the_pinned_ones_are_full() -> None:
    """Where 200 SP are granted, three broad skills cannot take them; others of the catalogue come after them."""
    data = npc_of(3, skills=TREE)
    assert list(data["skills"])[:3] == list(TREE)
    assert len(data["skills"]) > 3


def test_words_of_an_archetype_replace_those_of_the_game() -> None:
    """Calling, modifiers, skills, backgrounds, weapons, armour and gear come from its lists."""
    words: dict[str, Any] = {
        "callings": ["Lamplighter"],
        "manners": ["in a hurry"],
        "modifiers": [{"name": "Tall", "category": "body"}, {"name": "Calm", "category": "soul"}],
        "skills": {
            broad: {"attribute": "luck", "foci": {f"{broad} {letter}": ["One", "Two"] for letter in "AB"}}
            for broad in ("Lamps", "Ladders", "Fog", "Oil", "Wicks", "Dogs", "Gates", "Cats", "Bells")
        },
        "backgrounds": [{"name": "Ladder", "class": "resources"}, {"name": "Guild", "class": "status"}],
        "liabilities": [{"name": "Moths", "class": "notoriety"}],
        "weapons": ["Staff"],
        "armor": ["Leather Pants"],
        "gear": ["Wick"],
    }
    for seed in range(tenth(20)):
        data = npc_of(seed, words=words)
        assert errors(data) == []
        assert data["concept"] == "Lamplighter in a hurry"
        assert {modifier["name"] for modifier in data["modifiers"]} == {"Tall", "Calm"}
        assert set(data["skills"]) <= set(words["skills"])
        assert {background["name"] for background in data["backgrounds"]} <= {"Ladder", "Guild", "Moths"}
        assert set(data.get("weapons", ())) <= {"Staff"}
        assert data.get("armor", ["Leather Pants"]) == ["Leather Pants"]
        assert data["equipment"] == ["Wick"]


def test_npcs_have_only_skills_of_the_catalogue_of_the_table() -> None:
    foci = dict.fromkeys("ABCDEF", ("One", "Two", "Three"))
    sea = {
        name: {"attribute": "agility", "foci": foci} for name in ("Rigging", "Helm", "Swimming", "Boarding", "Gunnery")
    }
    for seed in range(tenth(30)):
        data = npc_of(seed, rules={"skill_catalogue": sea})
        assert errors(data) == []
        assert set(data["skills"]) <= set(sea)


def test_armour_that_is_none_is_refused_in_words() -> None:
    """A list of armour names armour of the table."""
    with pytest.raises(Infeasible, match="Tin") as refused:
        npc_of(words={"armor": ["Leather Jacket", "Tin"]})
    assert refused.value.path == ("words", "armor", 1)


def test_attributes_differ_and_spend_all_points() -> None:
    """Of NPCs with 96 AP and no modifiers, all levels from 1 come up, the middle ones most often; no AP is left."""
    rules = {"attribute_points": 96, "skill_points": 0, "background_points": 0, "extra_points": 0}
    seen = Counter[int]()
    for seed in range(fourth(100)):
        data = npc_of(seed, rules=rules, modifiers=[])
        assert errors(data) == []
        seen.update(data["attributes"][category][name] for category, three in CATEGORIES.items() for name in three)
    assert set(seen) >= {1, 2, 3, 4, 5}
    assert {level for level, _ in seen.most_common(3)} <= {2, 3, 4}


def test_experience_goes_to_what_is_preferred_first() -> None:
    """The first wish is raised as far as the award goes, then the next; the ledger is legal and the rest is kept."""
    raised, number = Counter[str](), fourth(30)
    for seed in range(number):
        data = npc_of(
            seed,
            rules=SMALL,
            skills=TREE,
            attributes={"soul": {"will": 3}},
            experience={"award": 12, "prefer": ["will", "Rapier", "Alertness"]},
        )
        assert errors(data) == []
        assert data["advancement"][0] == {"award": 12}
        assert data["advancement"][1] == {"raise": "will", "to": 5}
        raised.update(line["raise"] for line in data["advancement"][1:])
        assert checked(data).points()["ep"].available is not None
    assert raised["will"] == number
    assert any("Rapier" in line for line in raised)


@pytest.mark.parametrize("rules", [{}, {"creation": "pool-buy"}, {"skills": "cascade"}, {"negatives": "extra-points"}])
@pytest.mark.parametrize("prefer", [["skills"], ["body", "modifiers"], ["attributes", "skills"], ["Limp", "luck"], []])
def test_a_ledger_is_legal_under_every_way_of_creation(rules: dict[str, Any], prefer: list[str]) -> None:
    """With any preference there is no diagnostic, and no step of it left that the rest could pay."""
    limp = [{"name": "Limp", "category": "body", "cost": "minor", "level": -2}]
    for seed in range(tenth(4)):
        data = npc_of(seed, rules=rules, modifiers=limp, experience={"award": 9, "prefer": prefer})
        assert errors(data) == []
        lines = data["advancement"]
        assert len(lines) > 1
        left = checked(data).points()["wp" if rules.get("creation") else "ep"].available
        assert left is not None
        assert left < 9


def test_what_hinders_is_bought_off() -> None:
    """A wish that names a negative modifier overcomes it, for what it gave."""
    limp = [{"name": "Limp", "category": "body", "cost": "major", "level": -2}]
    lines = npc_of(2, modifiers=limp, experience={"award": 6, "prefer": ["Limp"]})["advancement"]
    assert lines == [{"award": 6}, {"buy_off": "Limp"}]


@pytest.mark.parametrize(
    ("rules", "wish"),
    pairs(
        [{}, {"creation": "pool-buy"}, {"skills": "cascade"}],
        ["Swords", "sleights", "Martial > Hafted > Mace", "Climbing"],
    ),
)
def test_a_skill_of_the_catalogue_is_learned_where_it_is_preferred(rules: dict[str, Any], wish: str) -> None:
    """Broad, focus or specialty, with its attribute."""
    learned = 0
    for seed in range(fourth(12)):
        pins: dict[str, Any] = {"rules": rules, "skills": {"Occult": {"attribute": "will", "Ritual": {"Candles": {}}}}}
        data = npc_of(seed, experience={"award": 12, "prefer": [wish, "Occult"]}, **pins)
        assert errors(data) == []
        new = [line for line in data["advancement"] if "add" in line]
        learned += len(new)
        assert all({"attribute", "points" if rules.get("skills") else "level"} <= line.keys() for line in new)
    assert learned


def test_an_npc_carries_little() -> None:
    """One or two weapons, those that its skills are for, and up to three other things."""
    made = [npc_of(seed) for seed in range(tenth(600))]
    assert {len(data.get("weapons", [])) for data in made} <= {0, 1, 2}
    assert max(len(data.get("weapons", [])) for data in made) == 2
    assert max(len(data.get("equipment", [])) for data in made) == 3


def test_a_pinned_weight_asks_for_no_more_body_than_it_needs() -> None:
    """A man of 155 pounds has a Body of 9: 110 pounds, and 5 for each point; an attribute of 0 adds none."""
    for weight, body, pins in ((155, 9, {}), (156, 10, {}), (110, 3, {}), (160, 10, {}), (155, 9, {"health": 0})):
        pinned = Concept.model_validate({"name": "Bo", "frame": "male", "weight": weight, "attributes": {"body": pins}})
        floors = npc._lowest_levels(pinned, (), Rules()) | pins
        assert sum(floors[name] for name in CATEGORIES["body"]) == body


@pytest.mark.parametrize("heavier", [0, 1])
def test_a_weapon_is_light_enough_for_the_strength_that_it_names(heavier: int) -> None:
    """And for more, and not for less; armour adds to it where the table names a Strength."""
    rules = Rules()
    for row in rules.melee_weapons:
        needed = max((row.strength + heavier) if row.strength is not None else 0, row.minimum or 0)
        name = row.name.split("/")[0]
        enough, too_few = (npc._list_light_weapons(rules, strength, heavier) for strength in (needed, needed - 1))
        assert name in {arm.names[0] for arm in enough}
        assert name not in {arm.names[0] for arm in too_few}
