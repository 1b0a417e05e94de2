"""No file makes it crash; what is bought is paid for; NPCs are legal."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.core.diagnostic import Severity
from chargen.core.parsing import parse
from chargen.core.roll import as_json
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.gamocles import GAME
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.rules import SKILLS, TRAITS, Rules
from chargen.npc.proposal import propose_unpinned
from tests.scale import tenth

NUMBERS = st.integers(-20, 30) | st.sampled_from([-(10**9), 10**9])
ANYTHING = NUMBERS | st.booleans() | st.floats() | st.text(max_size=3) | st.none() | st.just([1]) | st.just({"a": 1})
NAMES = st.sampled_from(["Red Mist", "red mist", "Cold Blood", "unarmed", "Unarmoured", "Harpoon"])
SCORES = st.dictionaries(
    st.sampled_from([*TRAITS.words, *SKILLS.words, "OR", "stealth", ""]), NUMBERS | ANYTHING, max_size=12
)
GEAR = st.fixed_dictionaries({"name": NAMES}, optional={"rating": NUMBERS})
VARIATION = st.fixed_dictionaries(
    {"name": NAMES},
    optional={"points": st.integers(-9, 9), "requires": SCORES, "modifies": SCORES, "effect": st.text(max_size=5)},
)
CALLS = st.builds(lambda rolled, kept: f"{rolled}k{kept}", st.integers(-3, 15), st.integers(-3, 15)) | st.text(
    min_size=1, max_size=4
)
LINE = st.fixed_dictionaries(
    {},
    optional={
        "award": st.integers(0, 9),
        "change": st.sampled_from([*TRAITS.words, *SKILLS.words, "stealth"]),
        "to": st.integers(-3, 9),
        "points": st.integers(0, 9),
        "gain": VARIATION,
        "lose": NAMES,
    },
)
SANE_LINE = st.one_of(
    st.fixed_dictionaries({"award": st.integers(0, 9)}),
    st.fixed_dictionaries(
        {"change": st.sampled_from(SKILLS.words), "to": st.integers(-3, 9), "points": st.integers(0, 9)}
    ),
    st.fixed_dictionaries({"gain": VARIATION}),
    st.fixed_dictionaries({"lose": NAMES, "points": st.integers(0, 3)}),
)
RULES = st.fixed_dictionaries(
    {},
    optional={
        "trait_points": st.integers(0, 20),
        "sheet_tn": st.integers(1, 200),
        "wound_boxes": st.integers(0, 9),
    },
)
CONCEPTS = st.fixed_dictionaries(
    {"system": st.just("gamocles"), "name": st.text(min_size=1, max_size=5)},
    optional={
        "traits": SCORES,
        "skills": SCORES,
        "weapon": st.lists(GEAR, max_size=3),
        "armour": st.lists(GEAR, max_size=3),
        "variations": st.lists(VARIATION, max_size=3),
        "pools": st.lists(st.fixed_dictionaries({"name": NAMES, "pool": CALLS}), max_size=3),
        "advancement": st.lists(LINE | SANE_LINE, max_size=5),
        "rules": RULES,
    },
)


@given(CONCEPTS)
def test_no_concept_crashes(data: dict[str, Any]) -> None:
    """Every rule, number, roll and sheet copes with anything that fits the shape, broken rules included."""
    checking.check_input(Input("any", source=Source("any", "", data)))
    concept = parse(Concept, data).value
    assert concept is not None
    rules = concept.rules
    for rule in GAME.creation:
        for diagnostic in GAME.apply(rule, concept, rules):
            assert diagnostic.message
    character = GAME.derive(GAME.advance(concept, rules), rules)
    as_json([GAME.stats(character), list(GAME.rolls(character))])
    list(GAME.trackers(character))
    drawn = GAME.sheet(character)
    assert drawn.blocks


@given(st.lists(SANE_LINE, max_size=8))
def test_a_ledger_never_overspends(lines: list[dict[str, Any]]) -> None:
    """Where points are awarded, no more is spent than was awarded, line by line; elsewhere nothing is left over."""
    data = {"system": "gamocles", "name": "Any", "traits": dict.fromkeys("GIMRW", 2), "advancement": lines}
    concept = parse(Concept, data).value
    assert concept is not None
    grown = GAME.advance(concept, Rules())
    assert all(line.balance >= 0 for line in grown.ledger)
    if lines:
        points = grown.points["experience"]
        if any("award" in line for line in lines):
            assert points.budget is not None
            assert 0 <= points.spent <= points.budget
        else:
            assert points.available is None


@given(LINE)
def test_a_invalid_line_changes_nothing(line: dict[str, Any]) -> None:
    """A line with an error leaves the character as it was, unless it is only not paid for."""
    data = {"system": "gamocles", "name": "Any", "traits": dict.fromkeys("GIMRW", 2), "advancement": [line]}
    concept = parse(Concept, data).value
    assert concept is not None
    grown = GAME.advance(concept, Rules())
    codes = {diagnostic.code for diagnostic in grown.diagnostics if diagnostic.severity is Severity.ERROR}
    if codes - {"gamocles/experience"}:
        assert not grown.ledger
        assert set(grown.concept.skills.values()) == {0}
        assert grown.concept.variations == ()


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(trait_points=12, skill_points=10, variation_points=5),
        Rules(trait_points=25, skill_points=40, variation_points=1, highest_trait=5, highest_skill=6, lowest_skill=0),
        Rules(trait_points=5, skill_points=0, variation_points=0, highest_trait=3, lowest_skill=-1),
    ],
)
def test_npcs_are_legal(rules: Rules) -> None:
    """200 NPCs at each of several tables check without error or warning, and the same seed gives the same one."""
    stated = {name: getattr(rules, name) for name in rules.model_fields_set}
    for seed in range(tenth(200)):
        data = propose_unpinned(GAME, Random(seed), rules, "Someone")
        assert data == propose_unpinned(GAME, Random(seed), rules, "Someone")
        checked = checking.check_input(Input("NPC", source=Source("NPC", "", {**data, "rules": stated})))
        assert [
            diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity is not Severity.NOTE
        ] == []
        assert checked.ok
