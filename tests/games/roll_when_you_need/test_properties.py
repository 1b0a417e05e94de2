"""What holds of any concept, however odd: nothing crashes, and no one spends what was not earned."""

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chargen.checking.concept import Checked, check_input
from chargen.core.parsing import parse
from chargen.core.roll import as_json
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.roll_when_you_need import GAME
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.rules import Rules
from chargen.npc.proposal import propose_unpinned
from tests.scale import tenth

names = st.sampled_from(
    ["Stealth", "POISE", "endurance", "resilience", "wealth", "Reputation", "Hacking", "art", "Art"]
)
ratings = st.integers(-99, 99)
texts = st.sampled_from(["", "Quick fix", "quick-fix", "Proud", "A very long benefit, described at length"])
titles = st.sampled_from(["Quick fix", "quick-fix", "Proud", "Move on"])
things = st.fixed_dictionaries({"name": titles}, optional={"effect": texts})
qualities = st.fixed_dictionaries({"name": titles}, optional={"benefit": texts, "drawback": texts})
degrees = st.sampled_from(["minor", "moderate", "major"])
consequences = st.one_of(degrees, st.dictionaries(degrees, titles, max_size=3))
lines = st.fixed_dictionaries(
    {},
    optional={
        "award": st.integers(0, 9),
        "change": names,
        "to": ratings,
        "gain": st.one_of(st.fixed_dictionaries({"talent": things}), st.fixed_dictionaries({"quality": qualities})),
        "lose": st.one_of(names, titles),
        "points": st.integers(0, 6),
    },
)
likely_lines = st.one_of(
    lines,
    st.fixed_dictionaries({"award": st.integers(0, 5)}),
    st.fixed_dictionaries({"change": names, "to": st.integers(0, 5), "points": st.integers(0, 4)}),
)
rules = st.fixed_dictionaries(
    {},
    optional={
        "success_on": st.integers(2, 20),
        "die": st.integers(2, 20),
        "highest_ability": st.integers(1, 20),
        "take_time": st.booleans(),
        "difficulty_is_successes": st.booleans(),
        "ability_points": st.integers(0, 40),
        "starting_maximum": st.integers(0, 6),
        "unlisted": st.integers(0, 20),
        "physical_stress": names,
        "social_stress": names,
        "abilities": st.lists(names, max_size=3),
        "acquired": st.lists(names, max_size=3),
    },
)
concepts = st.fixed_dictionaries(
    {"system": st.just("roll-when-you-need"), "name": st.just("Anyone")},
    optional={
        "abilities": st.dictionaries(names, ratings, max_size=6),
        "qualities": st.lists(qualities, max_size=3),
        "talents": st.lists(things, max_size=3),
        "consequences": st.lists(consequences, max_size=4),
        "moves": st.lists(st.fixed_dictionaries({"name": titles, "difficulty": ratings}), max_size=3),
        "advancement": st.lists(likely_lines, max_size=6),
        "rules": rules,
        "state": st.dictionaries(st.sampled_from(["physical_stress", "wealth", "taken_out"]), st.integers(-3, 200)),
    },
)


def checked(data: dict[str, Any]) -> Checked:
    """A concept as it comes out of the checks."""
    return check_input(Input("anyone.yaml", source=Source("anyone.yaml", "", data)))


@given(data=concepts)
def test_no_concept_crashes(data: dict[str, Any]) -> None:
    """Everything that fits the schema is checked, derived, rolled and drawn, rules broken or not."""
    parsed = parse(Concept, data)
    assert parsed.value is not None
    assert not parsed.diagnostics
    concept = parsed.value
    checked(data)
    grown = GAME.advance(concept, concept.rules)
    character = GAME.derive(grown, concept.rules)
    rolls = list(GAME.rolls(character))
    json.dumps([as_json(GAME.stats(character)), as_json(rolls)])
    list(GAME.trackers(character))
    assert GAME.sheet(character).name == "Anyone"


@given(advancement=st.lists(likely_lines, max_size=12))
def test_no_one_spends_what_was_not_earned(advancement: list[dict[str, Any]]) -> None:
    """At every line of any ledger that is counted the balance is at least 0, and in the end it adds up."""
    concept = Concept.model_validate(
        {
            "system": "roll-when-you-need",
            "name": "Anyone",
            "talents": [{"name": "Quick fix"}],
            "advancement": [{"award": 0}, *advancement],
        }
    )
    grown = GAME.advance(concept, Rules())
    assert all(line.balance >= 0 for line in grown.ledger)
    xp = grown.points["xp"]
    assert xp.budget is not None
    assert xp.available == xp.budget - xp.spent >= 0
    assert xp.available == sum(line.change for line in grown.ledger)
    assert all(rating <= 5 for rating in grown.concept.abilities.values())


def test_npcs_are_legal() -> None:
    """Two hundred strangers check without an error or a warning, by the book and by a table's budget."""
    tables: tuple[dict[str, Any], ...] = (
        {},
        {"ability_points": 20},
        {"ability_points": 35, "starting_maximum": 3},
        {"highest_ability": 10},
    )
    for seed in range(tenth(200)):
        own = tables[seed % len(tables)]
        data = {**propose_unpinned(GAME, Random(seed), Rules(**own), f"Stranger {seed}"), "rules": own}
        found = [diagnostic for diagnostic in checked(data).diagnostics if str(diagnostic.severity) != "note"]
        assert not found, (seed, [diagnostic.message for diagnostic in found])


def test_strangers_spend_their_budget() -> None:
    """A stranger has twenty steps above unlisted where the table says nothing, and the table's budget where it does."""
    for seed in range(20):
        plain = checked(propose_unpinned(GAME, Random(seed), Rules(), "A"))
        assert plain.points()["abilities"].spent == 20
        rich = Rules(ability_points=44)
        assert checked({**propose_unpinned(GAME, Random(seed), rich, "A"), "rules": {"ability_points": 44}}).ok
