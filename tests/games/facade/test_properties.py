"""Any file of Façade is checked, shown and drawn without a crash, and ledgers never overspend."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Severity
from chargen.core.source import Source
from chargen.exports.data import character_as_json
from chargen.fileio import Input
from chargen.games.facade import GAME
from chargen.games.facade.concept import Advance, Concept
from chargen.games.facade.rules import ATTRIBUTES, CATEGORIES, CLASSES, Rules
from chargen.games.facade.sheet import compact
from chargen.npc.proposal import propose_unpinned
from chargen.testing import check_text
from tests.games.facade.concepts import PLAIN
from tests.scale import tenth

WORDS = st.text(alphabet=st.characters(blacklist_categories=["Cs"]), max_size=10)
NAMES = st.one_of(
    st.sampled_from(["Dodge", "dodge", "Roll", "will", "Strain", "Martial > Swords", "level", "points", ""]), WORDS
)
NUMBERS = st.one_of(st.integers(-3, 9), st.integers(-9999, 9999), st.sampled_from([0.5, 2.5, 3.0, 1e3, 0.3]))
WHOLE = st.one_of(st.integers(-3, 9), st.integers(-9999, 9999))
COSTS = st.sampled_from([*CLASSES, "Minor", "mega"])
THREES = st.fixed_dictionaries({}, optional=dict.fromkeys(ATTRIBUTES, WHOLE))
ATTRIBUTE_GROUPS = st.fixed_dictionaries(
    {},
    optional={category: st.fixed_dictionaries(dict.fromkeys(three, WHOLE)) for category, three in CATEGORIES.items()},
)


def inside(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A skill: a bare number, or a mapping of its parts and of skills inside it."""
    parts = st.fixed_dictionaries(
        {}, optional={"level": NUMBERS, "points": NUMBERS, "attribute": st.sampled_from([*ATTRIBUTES, "Per"])}
    )
    return st.one_of(
        NUMBERS, st.builds(lambda one, two: {**one, **two}, st.dictionaries(NAMES, inner, max_size=3), parts)
    )


SKILLS = st.dictionaries(NAMES, inside(inside(inside(NUMBERS))), max_size=4)
MODIFIERS = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "category": st.sampled_from(list(CATEGORIES)),
        "cost": COSTS,
        "level": WHOLE,
        "bonus": st.dictionaries(NAMES, st.integers(-99, 99), max_size=3),
        "effect": WORDS,
    },
)
BACKGROUNDS = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "class": st.sampled_from(["resources", "debts", "Status", "luck"]),
        "kind": st.sampled_from(["standard", "exponential", "individual"]),
        "cost": COSTS,
        "level": WHOLE,
        "points": st.integers(-2, 999),
    },
)
WEAPONS = st.one_of(
    st.sampled_from(["rapier", "knife", "judo throw", "longbow", "spoon"]),
    st.fixed_dictionaries(
        {"name": NAMES}, optional={"damage": st.sampled_from(["2D", "9L", "x"]), "strength": WHOLE, "skill": NAMES}
    ),
)
ARMOR = st.one_of(
    st.sampled_from(["full plate", "small shield", "chain shirt", "tin"]),
    st.fixed_dictionaries({"name": NAMES, "protects": st.sampled_from(["1B", "2B/9D", "x"])}),
)
LINES = st.fixed_dictionaries(
    {},
    optional={
        "award": st.integers(-1, 60),
        "raise": NAMES,
        "to": WHOLE,
        "points": NUMBERS,
        "add": NAMES,
        "level": WHOLE,
        "modifier": MODIFIERS,
        "background": BACKGROUNDS,
        "buy_off": NAMES,
    },
)
RULES = st.fixed_dictionaries(
    {},
    optional={
        "creation": st.sampled_from(["point-buy", "pool-buy"]),
        "skills": st.sampled_from(["standard", "cascade"]),
        "negatives": st.sampled_from(["area", "extra-points"]),
        "background_points_from": st.sampled_from(["fixed", "age-root", "age-double"]),
        "as_printed": st.booleans(),
        "stunts": st.booleans(),
        "automatic_success": st.booleans(),
        "combat": st.sampled_from(["simple", "dramatic"]),
        "attribute_points": WHOLE,
        "extra_points": st.integers(0, 400),
        "attribute_costs": st.lists(st.integers(0, 9), max_size=4),
        "standing_difficulties": st.lists(st.integers(-1, 20), max_size=6),
        "more_health": st.integers(-20, 40),
    },
)
SHAPED = st.fixed_dictionaries(
    {"system": st.just("facade"), "name": st.just("Average"), "attributes": ATTRIBUTE_GROUPS},
    optional={
        "rules": RULES,
        "age": st.integers(-1, 9999),
        "frame": st.sampled_from(["female", "Male", "tall"]),
        "height": WHOLE,
        "weight": WHOLE,
        "modifiers": st.one_of(MODIFIERS, st.lists(MODIFIERS, max_size=4)),
        "skills": SKILLS,
        "backgrounds": st.lists(BACKGROUNDS, max_size=4),
        "weapons": st.lists(WEAPONS, max_size=3),
        "armor": st.lists(ARMOR, max_size=2),
        "advancement": st.lists(LINES, max_size=5),
        "state": st.dictionaries(st.sampled_from(["strain", "deadly", "head_hits_deadly", "x"]), WHOLE, max_size=2),
        "stated": st.dictionaries(st.sampled_from(["initiative", "limit_pools", "load_pounds"]), WHOLE, max_size=2),
        "waive": st.lists(
            st.fixed_dictionaries(
                {"code": st.sampled_from([f"facade/{rule.__name__.replace('_', '-')}" for rule in GAME.all_rules])}
            ),
            max_size=6,
        ),
    },
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [*PLAIN, "rules", "modifiers", "skills", "backgrounds", "weapons", "armor", "advancement", "age"]
)


def hold(checked: Checked) -> None:
    """What holds for every checked file, in order or not."""
    shown = character_as_json(checked)
    json.dumps(shown, allow_nan=False)
    if checked.ok:
        assert checking.make_sheet(checked).name == checked.name
        assert compact(checked.character).name == checked.name
        assert all(area["available"] >= 0 for area in shown["points"].values())
    for diagnostic in checked.diagnostics:
        assert diagnostic.message
        assert diagnostic.place is not None
        line = checked.source.lines[diagnostic.place.line - 1]
        assert 1 <= diagnostic.place.column <= len(line) + 1


@given(SHAPED)
def test_no_shape_valid_concept_crashes(concept: dict[str, Any]) -> None:
    """A concept of about the right shape is checked, shown and drawn, with any values."""
    hold(check_text(json.dumps(concept, ensure_ascii=False)))


@given(SHAPED)
def test_with_every_error_waived_there_is_still_a_sheet(concept: dict[str, Any]) -> None:
    """A table may waive any rule; the sheet of what is left is drawn."""
    every = [{"code": GAME.code(rule)} for rule in GAME.all_rules]
    hold(check_text(json.dumps({**PLAIN, **concept, "attributes": PLAIN["attributes"], "waive": every})))


@given(st.dictionaries(KEYS, ANYTHING, min_size=1, max_size=4))
def test_no_shape_broken_concept_crashes(changes: dict[str, Any]) -> None:
    """With anything in place of some values there are diagnostics, and no crash."""
    hold(check_text(json.dumps({**PLAIN, **changes}, ensure_ascii=False)))


@given(
    st.lists(st.one_of(LINES, st.fixed_dictionaries({"award": st.integers(0, 20)})), max_size=8),
    st.sampled_from(["standard", "cascade"]),
    st.sampled_from(["point-buy", "pool-buy"]),
)
def test_a_replayed_ledger_never_overspends(lines: list[dict[str, Any]], method: str, creation: str) -> None:
    """At no line is more spent than was left over and awarded; balances are never below 0."""
    fitting = []
    for line in lines:
        try:
            fitting.append(Advance.model_validate(line))
        except ValueError:
            continue
    rules = Rules.model_validate({"skills": method, "creation": creation, "attribute_points": 90})
    tree = {"Athletics": {"attribute": "agility", "Dodge": {"Roll": 2}}}
    base = Concept.model_validate({**PLAIN, "skills": tree})
    concept = base.model_copy(update={"advancement": tuple(fitting)})
    grown = GAME.advance(concept, rules)
    balance = 50 if creation == "point-buy" else 100
    for replayed in grown.ledger:
        balance += int(replayed.change)
        assert balance == replayed.balance
        assert balance >= 0


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"creation": "pool-buy"},
        {"skills": "cascade"},
        {"creation": "pool-buy", "skills": "cascade"},
        {"background_points_from": "age-root", "negatives": "extra-points"},
        {"attribute_points": 60, "skill_points": 30, "background_points": 5, "extra_points": 10},
    ],
)
def test_strangers_are_legal_under_every_way_of_creation(rules: dict[str, Any]) -> None:
    """Forty NPCs each: every budget is spent to the end, without an error or a warning."""
    for seed in range(tenth(40)):
        data = propose_unpinned(GAME, Random(seed), Rules.model_validate(rules), f"S{seed}")
        checked = checking.check_input(
            Input("x", source=Source("x", "", {**data, "rules": {**data.get("rules", {}), **rules}}))
        )
        errors = [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity is not Severity.NOTE]
        assert not errors, (seed, errors)
        assert all(point.available == 0 for point in checked.points().values())
