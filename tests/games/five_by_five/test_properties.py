"""Whatever a file of Five by Five holds, it is checked, shown and drawn without a crash, and findings have a place."""

import json
from functools import cache
from typing import Any

from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from chargen import checking
from chargen.checking.concept import Checked
from chargen.cli.main import cli
from chargen.exports.data import character_as_json
from chargen.games.five_by_five.rules import Rules
from chargen.testing import check_text
from tests.games.five_by_five.concepts import MARA

WORDS = st.text(alphabet=st.characters(blacklist_categories=["Cs"]), max_size=12)
NAMES = st.one_of(
    st.sampled_from(["Pilot", "pilot", "Hit Points", "hp", "Omniscient", "Attack", "Untrained", ""]), WORDS
)
VALUES = st.one_of(st.sampled_from([-5, 0, 2, 4, 6, 9, 16, 25]), st.integers(-99, 99))
ACTIONS = st.sampled_from(["attack", "Dodge", "heal", "steal_initiative"])
ASPECTS = st.sampled_from(["agility", "Brawn", "cognition", "determination"])
RATINGS = st.sampled_from(["superior", "average", "INFERIOR"])
DESCRIPTORS = st.one_of(
    VALUES,
    st.fixed_dictionaries(
        {"value": VALUES},
        optional={
            "exclusive": st.one_of(ACTIONS, st.lists(ACTIONS, max_size=3)),
            "aspect": ASPECTS,
            "advanced": st.booleans(),
            "power": st.booleans(),
        },
    ),
)
LINES = st.fixed_dictionaries(
    {},
    optional={
        "award": st.integers(0, 99),
        "raise": NAMES,
        "to": VALUES,
        "add": NAMES,
        "value": VALUES,
        "trade": NAMES,
        "exchange": NAMES,
        "for": NAMES,
        "why": WORDS,
    },
)
WEAPONS = st.one_of(
    st.sampled_from(["knife", "large", "Heavy Rifle", "spoon"]),
    st.fixed_dictionaries({"name": NAMES}, optional={"damage_bonus": st.integers(0, 99)}),
)
SHAPED = st.fixed_dictionaries(
    {
        "system": st.just("five-by-five"),
        "name": st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=30),
        "descriptors": st.dictionaries(NAMES, DESCRIPTORS, max_size=7),
        "hit_points": VALUES,
    },
    optional={
        "rules": st.fixed_dictionaries(
            {},
            optional={
                "aspects": st.booleans(),
                "advanced_descriptors": st.booleans(),
                "rank_caps": st.sampled_from(["literal", "strict"]),
            },
        ),
        "aspects": st.dictionaries(ASPECTS, RATINGS, max_size=4),
        "weapons": st.one_of(WEAPONS, st.lists(WEAPONS, max_size=3)),
        "armor": st.one_of(
            st.sampled_from(["soft leather", "tin"]),
            st.fixed_dictionaries({"name": WORDS, "armor_value": st.integers(-99, 99)}),
        ),
        "shield": st.booleans(),
        "off_hand": st.sampled_from(["dagger", "shield"]),
        "advancement": st.lists(LINES, max_size=6),
        "state": st.dictionaries(st.sampled_from(["hit_points", "dodges_used", "x"]), st.integers(-30, 30)),
        "stated": st.dictionaries(st.sampled_from(["hit_points", "armor_value", "x"]), st.integers(-30, 30)),
        "notes": WORDS,
        "waive": st.lists(
            st.fixed_dictionaries({"code": st.sampled_from(["five-by-five/values", "five-by-five/poor", "x"])})
        ),
    },
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=8,
)
KEYS = st.sampled_from([*MARA, "rules", "aspects", "advancement", "state", "stated", "waive", "equipment", "campaign"])


@cache
def explained(code: str) -> bool:
    """Whether `chargen explain` knows a code."""
    return CliRunner().invoke(cli, ["explain", code]).exit_code == 0


def hold(checked: Checked) -> None:
    """Check what is true of every checked file, with errors or without."""
    shown = character_as_json(checked)
    json.dumps(shown, allow_nan=False)
    assert shown["ok"] == checked.ok
    if checked.ok:
        assert checking.make_sheet(checked).name == checked.name
        assert shown["rolls"]
        assert shown["points"]["xp"]["available"] >= 0
    else:
        assert shown["stats"] == shown["points"] == {}
        assert shown["rolls"] == []
    for diagnostic in checked.diagnostics:
        assert explained(diagnostic.code), diagnostic.code
        assert diagnostic.message
        assert diagnostic.place is not None
        assert 1 <= diagnostic.place.line <= len(checked.source.lines)
        line = checked.source.lines[diagnostic.place.line - 1]
        assert 1 <= diagnostic.place.column <= len(line) + 1
        assert (diagnostic.place.end_line, diagnostic.place.end_column) >= (
            diagnostic.place.line,
            diagnostic.place.column,
        )


@given(SHAPED)
def test_no_shape_valid_concept_crashes(concept: dict[str, Any]) -> None:
    """A concept of the right shape is checked, shown and drawn, whatever its values."""
    hold(check_text(json.dumps(concept, ensure_ascii=False)))


@given(st.dictionaries(KEYS, ANYTHING, min_size=1, max_size=4))
def test_no_shape_broken_concept_crashes(changes: dict[str, Any]) -> None:
    """With anything in place of some values, diagnostics come and no crash."""
    hold(check_text(json.dumps({**MARA, **changes}, ensure_ascii=False)))


NUMBERS = st.integers(-120, 120) | st.integers(-9, 9)
HOUSE_RULES = st.fixed_dictionaries(
    {},
    optional={name: st.booleans() | NUMBERS | st.lists(NUMBERS, max_size=7) | ANYTHING for name in Rules.model_fields}
    | {
        "weapons": st.lists(st.fixed_dictionaries({"damage_bonus": NUMBERS, "name": WORDS}), max_size=3),
        "armor": st.lists(st.fixed_dictionaries({"armor_value": NUMBERS, "name": WORDS}), max_size=3),
    },
)


@given(HOUSE_RULES, st.booleans())
def test_no_house_rules_crash(rules: dict[str, Any], bare: bool) -> None:
    """Whatever a campaign makes of the book's numbers, characters are checked, shown and drawn by them."""
    values = rules.get("starting_values")
    handed = list(values) if isinstance(values, list) and len(values) > 1 and bare else [6, 4, 4, 2, 2, -5]
    descriptors = {f"Descriptor {index}": value for index, value in enumerate(handed[1:])}
    concept = {**MARA, "rules": rules, "descriptors": descriptors, "hit_points": handed[0]}
    if bare:
        concept |= {"weapons": [], "armor": None}
    hold(check_text(json.dumps({key: value for key, value in concept.items() if value is not None})))


@given(ANYTHING)
def test_no_plain_data_crashes(data: Any) -> None:
    """Any data is at worst no concept."""
    checked = check_text(json.dumps(data, ensure_ascii=False))
    hold(checked)
    assert not checked.ok


@given(st.text(alphabet=st.sampled_from("aA:-,[]{}&*!|>'\"#%@`?\n\t 01~"), max_size=60))
def test_no_text_crashes(text: str) -> None:
    """Neither does any text, YAML or not, by itself or behind a concept's first lines."""
    hold(check_text(text))
    hold(check_text(f"system: five-by-five\nname: Kai\n{text}"))
