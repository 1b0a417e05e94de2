"""NPCs of Gamocles: legal with any pins, or refused with the reason, and drawn by the weights."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import pytest

from chargen.core.concept import Item
from chargen.core.npc import Experience, Infeasible
from chargen.games.gamocles import GAME
from chargen.games.gamocles.concept import Gear, Variation
from chargen.games.gamocles.rules import DRAWN_SKILLS, DRAWN_TRAITS, SKILLS, TRAITS, Rules
from chargen.games.gamocles.words import Words
from tests import npc
from tests.npc import check_legal
from tests.npc.archetypes import npcs_of
from tests.scale import fourth, tenth

SEEDS = range(tenth(40))


class Order(NamedTuple):
    """An order for an NPC: pins, words and experience."""

    pins: Mapping[str, Any]
    words: Words | None = None
    experience: Experience | None = None


def spec(pins: Mapping[str, Any], words: Words | None = None, experience: Experience | None = None) -> Order:
    """Return an order for an NPC with some pins."""
    return Order(pins, words, experience)


def npc_of(seed: int, ordered: Order, rules: Rules | None = None) -> dict[str, Any]:
    """Return the NPC of a seed."""
    experience = ordered.experience.model_dump() if ordered.experience else None
    return npc.made("gamocles", seed, ordered.pins, rules=rules, words=ordered.words, experience=experience)


def test_captains_are_guards_with_experience() -> None:
    """The captain builds on the guard: the guard's armour and variations, and a ledger."""
    npcs = [npc.concept for npc in npcs_of("gamocles", 20, "captain")]
    coats = {npc["armour"]["name"] for npc in npcs}
    assert coats == {"Quilted watch coat", "Chain apron"}
    assert all(npc["advancement"][1]["change"] == "combat" for npc in npcs)


def test_an_npc_states_what_it_is_built_on() -> None:
    """Where the table has no budget, the sums stand under `rules`; a budget of the table's is met, and not repeated."""
    data = npc_of(3, spec({}))
    assert data["rules"] == {
        "trait_points": sum(data["traits"].values()),
        "skill_points": sum(data["skills"].values()),
        "variation_points": 0,
    }
    table = Rules(trait_points=12, skill_points=9, variation_points=5)
    for seed in SEEDS:
        data = npc_of(seed, spec({}), table)
        assert "rules" not in data
        assert sum(data["traits"].values()) == 12
        assert sum(data["skills"].values()) == 9
        assert sum(variation["points"] for variation in data["variations"]) == 5


def test_numbers_beyond_any_budget_are_no_error() -> None:
    """What is pinned may come to more than a table could set as a budget; none is stated then."""
    data = npc_of(1, spec({"skills": {"combat": 999, "subtlety": 999}}))
    assert (data["skills"]["combat"], data["skills"]["subtlety"]) == (999, 999)
    assert data["rules"].keys() == {"trait_points", "variation_points"}


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (
            GAME.words_with({"variations": (Variation(name="Grim", requires={"luck": 1}),)}),
            ("words", "variations", 0, "requires", "luck"),
        ),
        (
            GAME.words_with({"variations": (Variation(name="Grim", modifies={"luck": 1}),)}),
            ("words", "variations", 0, "modifies", "luck"),
        ),
    ],
)
def test_words_that_make_no_variation_are_refused(words: Words, path: tuple[str | int, ...]) -> None:
    """A variation among the words is as well formed as one in a concept."""
    with pytest.raises(Infeasible) as refused:
        npc_of(1, spec({}, words))
    assert refused.value.path == path


def test_npcs_are_made_of_the_words_given() -> None:
    """Each list of words that is replaced is the only one that is drawn from."""
    words = GAME.words_with(
        {
            "trades": ("Diver",),
            "manners": ("in debt",),
            "weapons": (Gear(name="Fork", rating=-2), Gear(name="Unarmed", rating=0)),
            "armour": (Gear(name="Tin", rating=1),),
            "variations": (
                Variation(name="Grim"),
                Variation(name="grim"),
                Variation(name="Slow", modifies={"DR": -30}),
            ),
            "equipment": (Item(name="Rope", effect="Holds"),),
        }
    )
    seen = Counter[str]()
    for seed in range(fourth(100)):
        data = npc_of(seed, spec({}, words))
        check_legal(data)
        assert data["concept"] == "Diver in debt"
        assert data["variations"] in (["Grim"], ["grim"])
        assert data["equipment"] == [{"name": "Rope", "effect": "Holds"}]
        seen.update(piece["name"] for key in ("weapon", "armour") for piece in data.get(key, []))
    assert set(seen) == {"Fork", "Tin"}


def test_numbers_are_drawn_by_their_weights() -> None:
    """Traits, skills and gear come up as often as the lists that they are drawn from say, where no trade lifts them."""
    number = tenth(1500)
    npcs = [npc_of(seed, spec({}, GAME.words_with({"trades": ["Diver"]}))) for seed in range(number)]
    for section, names, drawn in (("traits", TRAITS, DRAWN_TRAITS), ("skills", SKILLS, DRAWN_SKILLS)):
        seen = Counter(npc[section].get(name.key, 0) for npc in npcs for name in names)
        for value, weight in Counter(drawn).items():
            assert near(seen[value], number * len(names), weight / len(drawn))
        assert sum(seen.values()) == sum(seen[value] for value in set(drawn))
    assert near(sum("weapon" in npc for npc in npcs), number, 7 / 8)
    assert near(sum("armour" in npc for npc in npcs), number, 2 / 3)


def test_a_trade_draws_from_the_best() -> None:
    """Its first skill is drawn from the best quarter of what skills are drawn from, the others from the upper half."""
    words = GAME.words_with({"trades": {"Diver": ["Cmb", "arcane", "will"]}})
    npcs = [npc_of(seed, spec({}, words)) for seed in range(fourth(100))]
    assert {npc["skills"]["combat"] for npc in npcs} == {2, 3}
    assert {npc["skills"].get("arcane", 0) for npc in npcs} == {0, 1, 2, 3} - {0}
    assert {npc["traits"]["will"] for npc in npcs} == {2, 3}


def test_a_trade_of_an_unknown_skill_is_refused() -> None:
    """With the skill that is nearest."""
    words = GAME.words_with({"trades": {"Diver": ["Combbat"]}})
    with pytest.raises(Infeasible, match="Combbat") as refused:
        npc_of(1, spec({}, words))
    assert refused.value.path == ("words", "trades", "Diver", 0)


def near(count: int, of: int, chance: float) -> bool:
    """Whether a count is within five standard deviations of what a chance makes likely."""
    return abs(count - of * chance) <= 5 * sqrt(of * chance * (1 - chance))


def test_a_pin_leaves_the_other_numbers_as_they_were() -> None:
    """Where no budget ties them together, pinning a skill changes no other trait or skill of the same seed."""
    for seed in SEEDS:
        free, pinned = npc_of(seed, spec({})), npc_of(seed, spec({"skills": {"combat": 7}}))
        assert pinned["traits"] == free["traits"]
        assert {**pinned["skills"], "combat": 0} == {**free["skills"], "combat": 0}


@pytest.mark.parametrize("award", [0, 1, 5, 12, 40, 400])
def test_experience_is_spent_by_preference(award: int) -> None:
    """Each preference as far as the points go, one after the other; what is left is too little."""
    wishes = ("tactics", "Will", "variations")
    names = ("Tactics", "Will")
    for seed in SEEDS:
        data = npc_of(seed, spec({}, experience=Experience(award=award, prefer=wishes)))
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
    experience = Experience(award=30, prefer=("old campaigner", "tactics"))
    pins = {"skills": {"tactics": 1}, "variations": []}
    data = npc_of(1, spec(pins, experience=experience))
    check_legal(data)
    gained = [line["gain"]["name"] for line in data["advancement"] if "gain" in line]
    assert gained == ["Old Campaigner"]
    assert "change" in data["advancement"][2]


def test_every_trait_and_skill_is_called_by_name() -> None:
    """An NPC's own numbers stand under the keys that the manual uses."""
    data = npc_of(5, spec({}))
    assert list(data["traits"]) == [name.key for name in TRAITS]
    assert all(SKILLS.find(word) is not None for word in data["skills"])
