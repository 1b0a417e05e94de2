"""A vocabulary finds what a player means, and says what was meant by a word that it does not know."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.games.five_by_five.rules import Rules as FiveByFive
from chargen.games.five_by_five.rules import armor_table
from chargen.games.gamocles.rules import EVERY, RATINGS, SKILLS, TRAITS
from chargen.kit.vocabulary import Name, Vocabulary, make_vocabulary

GEAR = Vocabulary("weapon", ["Knife/Dagger", "Comp. Bow", "Épée", "Knife"], table="table of weapons")


@pytest.mark.parametrize(
    ("word", "entry"),
    [
        ("dagger", "Knife/Dagger"),
        ("Knife/Dagger", "Knife/Dagger"),
        ("knife", "Knife/Dagger"),
        ("KNIVES", None),
        ("Daggers", "Knife/Dagger"),
        ("comp_bow", "Comp. Bow"),
        ("comp bow!", "Comp. Bow"),
        ("epee", "Épée"),
        ("sword", None),
        ("", None),
    ],
)
def test_a_word_finds_what_it_spells(word: str, entry: str | None) -> None:
    """In any case, by either name of a thing, without its accents, its punctuation and the s of a plural."""
    assert GEAR.find(word) == entry


def test_what_is_spelled_exactly_is_not_what_is_only_like_it() -> None:
    """A plural that is a name itself means that one."""
    clothes = make_vocabulary("thing", ("Glasses", "Glass"))
    assert [clothes.find(word) for word in ("glass", "glasses", "Gläss")] == ["Glass", "Glasses", "Glass"]


def test_a_word_may_mean_several_rows() -> None:
    """A knife is one to hold and one to throw; the first row is the one that counts."""
    assert GEAR.find_all("knife") == ("Knife/Dagger", "Knife")
    assert GEAR.find("knife") == "Knife/Dagger"


@given(st.sampled_from([*EVERY, *RATINGS]), st.sampled_from(["full", "short", "key"]), st.booleans())
def test_every_spelling_of_a_name_means_it(name: Name, kind: str, upper: bool) -> None:
    """Its name, its abbreviation and its key, in both cases."""
    word = getattr(name, kind)
    both = Vocabulary("name", (*EVERY, *RATINGS))
    assert both.find(word.upper() if upper else word.lower()) is name


@given(st.text(max_size=12))
def test_any_text_is_answered(word: str) -> None:
    """Every word means something or gets a hint."""
    assert SKILLS.find(word) is not None or SKILLS.suggest(word)


def test_the_schema_knows_every_word_of_a_hint() -> None:
    """What a hint proposes an editor accepts."""
    schema = TRAITS.schema({"type": "integer"})
    properties, patterns = schema["properties"], schema["patternProperties"]
    assert isinstance(properties, dict)
    assert isinstance(patterns, dict)
    (pattern,) = patterns
    assert all(word in properties or re.search(pattern, word) for word in TRAITS.words)


def test_a_hint_says_what_a_word_is_elsewhere() -> None:
    """A trait among the skills is reported as one; what other games call something like it is translated."""
    assert SKILLS.suggest("grit", TRAITS) == "Grit is a trait"
    assert TRAITS.suggest("Luck of the draw") == "there are grit, instinct, movement, reason and will"
    assert SKILLS.suggest("Stealth") == "did you mean `subtlety`?"


def test_no_hint_says_what_is_unsaid() -> None:
    """Bare skin is in the armour table, and no hint suggests wearing it."""
    table = armor_table(FiveByFive())
    assert table.find("no armor") is not None
    assert "no armor" not in table.words
