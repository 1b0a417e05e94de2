"""A vocabulary finds what a player means, and says what was meant by a word that it does not know."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.kit.vocabulary import Vocabulary

SHORT = {"Grit": "G", "Instinct": "I", "Will": "W", "Arcane": "Arc", "Combat": "Cmb", "Subtlety": "Sub"}


def names(what: str, *entries: str, like: Iterable[tuple[str, str]] = ()) -> Vocabulary[str]:
    """A vocabulary of names with abbreviations, which files write in small letters."""
    return Vocabulary(what, entries, lambda name: (name, SHORT[name]), like=like, written=str.lower)


TRAITS = names("trait", "Grit", "Instinct", "Will", like=[("strength", "Grit")])
SKILLS = names("skill", "Arcane", "Combat", "Subtlety", like=[("stealth", "Subtlety")])
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


@given(st.sampled_from([*TRAITS, *SKILLS]), st.booleans(), st.booleans())
def test_every_spelling_of_a_name_means_it(name: str, short: bool, upper: bool) -> None:
    """Its name and its abbreviation, in both cases."""
    word = SHORT[name] if short else name
    assert names("name", *TRAITS, *SKILLS).find(word.upper() if upper else word.lower()) == name


def test_a_hint_says_what_a_word_is_elsewhere() -> None:
    """A trait among the skills is reported as one; what other games call something like it is translated."""
    assert SKILLS.suggest("grit", TRAITS) == "Grit is a trait"
    assert TRAITS.suggest("Luck of the draw") == "there are grit, instinct and will"
    assert SKILLS.suggest("Stealth") == "did you mean `subtlety`?"
