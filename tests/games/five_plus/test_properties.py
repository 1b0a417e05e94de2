"""What holds for every concept that has the right shape, legal or not."""

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.core.ledger import Advanced
from chargen.core.parsing import parse
from chargen.core.roll import as_json
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.five_plus import GAME
from chargen.games.five_plus.character import Character, derive
from chargen.games.five_plus.concept import Concept
from chargen.games.five_plus.rating import Rating, apply_double
from chargen.games.five_plus.rules import Rules, maximum
from chargen.npc.proposal import propose_unpinned
from chargen.testing import check_text

NAMES = st.sampled_from(["Sword", "Shield", "sword", "Physical", "Mind", "Fire magic", "all", "Ärger", " ", "–"])
SMALL = st.integers(-3, 9)
WILD = st.one_of(SMALL, st.integers(-99, 99))
COUNT = st.one_of(st.integers(0, 8), st.integers(0, 99))


def mapping(required: dict[str, st.SearchStrategy[Any]], optional: dict[str, st.SearchStrategy[Any]]) -> Any:
    """Return mappings with some of the optional keys."""
    return st.fixed_dictionaries(required, optional=optional)


LEVELLED: dict[str, st.SearchStrategy[Any]] = {
    "tier": COUNT,
    "next": st.one_of(WILD, st.lists(SMALL, max_size=3)),
    "marked": st.booleans(),
}
SHORTHAND = st.builds(
    lambda level, tier, upper: f"{level}:{tier}" + (f"+{upper}" if upper else ""),
    SMALL,
    st.integers(0, 8),
    st.integers(0, 7),
)
SKILL = st.one_of(WILD, SHORTHAND, mapping({"level": WILD}, {**LEVELLED, "group": NAMES}))
RESISTANCE = st.one_of(WILD, SHORTHAND, mapping({"level": WILD}, {**LEVELLED, "damage": COUNT, "wounds": COUNT}))
BONUS = st.dictionaries(NAMES, WILD, max_size=3)
LINE = mapping(
    {},
    {
        "award": st.integers(0, 60),
        "rolled": NAMES,
        "double": st.integers(1, 6),
        "practice": st.lists(NAMES, max_size=3),
        "for": NAMES,
        "raise": NAMES,
        "to": WILD,
        "add": NAMES,
        "level": WILD,
        "tier": COUNT,
        "kind": st.sampled_from(["skill", "resistance"]),
    },
)
SENSIBLE_LINE = st.one_of(
    mapping({"award": st.integers(0, 12)}, {}),
    mapping({"rolled": NAMES, "double": st.integers(1, 6)}, {}),
    mapping({"raise": NAMES, "to": SMALL}, {}),
    mapping(
        {"practice": st.lists(NAMES, min_size=2, max_size=2), "for": NAMES},
        {"double": st.integers(1, 6)},
    ),
    mapping({"add": NAMES, "level": SMALL}, {"tier": st.integers(0, 3)}),
)
RULES = mapping(
    {},
    {
        "creation": st.sampled_from(["fixed", "random", "points"]),
        "points": st.integers(0, 99),
        "tier": st.integers(0, 6),
        "tiers": st.booleans(),
        "focus": st.sampled_from(["total", "literal"]),
        "overflow": st.sampled_from(["reset", "carry"]),
        "failure_margin": st.booleans(),
        "solo_deck": st.booleans(),
    },
)
CONCEPT = mapping(
    {"system": st.just("five-plus"), "name": NAMES.filter(str.strip)},
    {
        "rules": RULES,
        "skills": st.dictionaries(NAMES, SKILL, max_size=4),
        "resistances": st.dictionaries(NAMES, RESISTANCE, max_size=3),
        "traits": st.lists(mapping({"name": NAMES}, {"effect": NAMES, "bonus": BONUS}), max_size=2),
        "conditions": st.lists(
            mapping({"name": NAMES}, {"bonus": BONUS, "level": COUNT, "tier": COUNT, "until": NAMES}), max_size=2
        ),
        "abilities": st.lists(
            mapping(
                {"name": NAMES},
                {"skill": NAMES, "tier": COUNT, "cost": st.dictionaries(NAMES, COUNT, max_size=2), "uses": COUNT},
            ),
            max_size=2,
        ),
        "equipment": st.lists(
            mapping(
                {"name": NAMES},
                {"bonus": BONUS, "uses": COUNT, "damage": COUNT, "level": COUNT, "tier": COUNT, "skill": NAMES},
            ),
            max_size=2,
        ),
        "attitudes": st.dictionaries(NAMES, WILD, max_size=2),
        "reputations": st.dictionaries(NAMES, mapping({}, {"counter": WILD, "level": COUNT}), max_size=2),
        "opposition": mapping(
            {}, {"goal": NAMES, "rank": st.integers(-9, 9), "successes": st.integers(1, 80), "damage": COUNT}
        ),
        "advancement": st.lists(st.one_of(LINE, SENSIBLE_LINE), max_size=8),
        "state": st.dictionaries(NAMES, st.one_of(WILD, st.booleans()), max_size=2),
    },
)


def derived(data: dict[str, Any]) -> tuple[Advanced[Concept], Rules, Character] | None:
    """Return the character that data describe, rules broken or not; None only where nothing could be made of them."""
    parsed = parse(Concept, data)
    if parsed.value is None:
        return None
    rules = parsed.value.rules
    grown = GAME.advance(parsed.value, rules)
    return grown, rules, derive(grown, rules)


@given(CONCEPT)
def test_no_concept_of_the_right_shape_breaks_anything(data: dict[str, Any]) -> None:
    """Check, growth, stats, odds and sheet stand whatever numbers a file holds, waived errors among them."""
    checked = check_text(json.dumps(data, ensure_ascii=False))
    assert checked.game is GAME
    made = derived(data)
    assert made is not None
    _, _, character = made
    json.dumps([as_json(GAME.stats(character)), as_json(list(GAME.rolls(character)))])
    assert GAME.sheet(character).name == data["name"]
    assert all(tracker.low <= tracker.high for tracker in GAME.trackers(character))


@given(st.lists(SENSIBLE_LINE, max_size=20), st.integers(0, 2))
def test_a_replayed_ledger_never_spends_more_than_was_earned(ledger: list[dict[str, Any]], tier: int) -> None:
    """After every line, invalid or not."""
    data = {
        "system": "five-plus",
        "name": "X",
        "rules": {"tier": tier},
        "skills": {"Sword": 3, "Shield": "2*", "Fire magic": "3*"},
        "resistances": {"Physical": 3, "Mind": 1},
        "advancement": ledger,
    }
    made = derived(data)
    assert made is not None
    grown, rules, _ = made
    assert all(line.balance >= 0 for line in grown.ledger)
    points = grown.points.get("milestone")
    assert points is None or (points.budget is not None and points.spent <= points.budget)
    for _, rated in grown.concept.levelled():
        standing = Rating(rated.level or 0, rated.tier_in(rules), rated.upper)
        assert standing.level <= maximum(standing.tier)
        assert standing.upper <= maximum(standing.tier + 1)


@given(st.integers(0, 6), st.lists(st.integers(1, 6), max_size=60))
def test_doubles_only_ever_lead_upwards(tier: int, doubles: list[int]) -> None:
    """Tier by tier, and within a tier level by level, whatever is rolled; never beyond tier 6."""
    rating = Rating(0, tier)
    for face in doubles:
        after = apply_double(rating, face, Rules())
        assert (after.tier, after.level, after.upper) >= (rating.tier, rating.level, rating.upper)
        assert after.tier <= 6
        rating = after


def test_npcs_are_legal_under_every_method() -> None:
    """Two hundred seeds each: rolled levels, bought ones, tiers, no tiers, and groups."""
    tables = [
        Rules(),
        Rules(creation="points", points=40),
        Rules(creation="points", points=25, tier=2),
        Rules(tier=3),
        Rules(tiers=False),
        Rules(groups=("physical", "social")),
    ]
    seen = 0
    for rules in tables:
        for seed in range(200 // len(tables) + 1):
            data = propose_unpinned(GAME, Random(seed), rules, f"Somebody {seed}")
            assert data == propose_unpinned(GAME, Random(seed), rules, f"Somebody {seed}")
            checked = checking.check_input(Input("NPC", source=Source("NPC", "", data)))
            assert [diagnostic.code for diagnostic in checked.diagnostics] == []
            seen += 1
    assert seen >= 200


def test_rolled_npcs_have_levels_of_the_lower_die() -> None:
    """FPL-Q16: 1 to 6, and the low ones most often."""
    levels: list[int] = []
    for seed in range(100):
        skills = propose_unpinned(GAME, Random(seed), Rules(), "X")["skills"]
        assert isinstance(skills, dict)
        levels += skills.values()
    assert set(levels) == {1, 2, 3, 4, 5, 6}
    assert levels.count(1) > levels.count(3) > levels.count(6)


def test_bought_npcs_spend_what_they_can() -> None:
    """What is left of a budget of 40 is not enough for a level of anything."""
    for seed in range(30):
        data = propose_unpinned(GAME, Random(seed), Rules(creation="points", points=40), "X")
        checked = checking.check_input(Input("NPC", source=Source("NPC", "", data)))
        left = checked.points()["creation"].available
        assert left is not None
        concept: Concept = checked.advanced.concept if checked.advanced else Concept()
        assert all((rated.level or 0) + 1 > left or rated.level == 6 for _, rated in concept.levelled())
