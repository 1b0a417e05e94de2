"""A vocabulary finds what a player means, and says what was meant by a word that it does not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.vocabulary import Name, Vocabulary

TRAITS = Vocabulary("trait", [Name("Grit", "G", ("strength",)), Name("Instinct", "I"), Name("Will", "W")])
SKILLS = Vocabulary("skill", [Name("Arcane", "Arc"), Name("Combat", "Cmb"), Name("Subtlety", "Sub", ("stealth",))])
EVERY = (*TRAITS, *SKILLS, Name("Offensive Rating", "OR"))
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


@given(st.sampled_from(EVERY), st.sampled_from(["full", "short", "key"]), st.booleans())
def test_every_spelling_of_a_name_means_it(name: Name, kind: str, upper: bool) -> None:
    """Its name, its abbreviation and its key, in both cases."""
    word = getattr(name, kind)
    both = Vocabulary("name", EVERY)
    assert both.find(word.upper() if upper else word.lower()) is name


def test_a_hint_says_what_a_word_is_elsewhere() -> None:
    """A trait among the skills is reported as one; what other games call something like it is translated."""
    assert SKILLS.suggest("grit", TRAITS) == "Grit is a trait"
    assert TRAITS.suggest("Luck of the draw") == "there are grit, instinct and will"
    assert SKILLS.suggest("Stealth") == "did you mean `subtlety`?"
