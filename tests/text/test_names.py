"""Names as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.text.names import closest, did_you_mean, fold, listing, slug, unique_slugs


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("steal initiative", "Steal-Initiative"),
        ("steal initiative", "STEAL_INITIATIVE"),
        ("steal initiative", "  steal   initiative "),
        ("steal initiative", "steal–initiative"),
        ("light armor", "Light Armour"),
        ("armor_value", "Armour Value"),
        ("defense", "Defence"),
        ("Zoë", "Zoe\u0308"),
        ("STRASSE", "straße"),
    ],
)
def test_two_spellings_are_one_name(one: str, two: str) -> None:
    assert fold(one) == fold(two) == fold(fold(one))


@pytest.mark.parametrize(("one", "two"), [("dodge", "dodges"), ("a b", "ab"), ("Zoë", "Zoe"), ("", "-a")])
def test_other_names_stay_apart(one: str, two: str) -> None:
    assert fold(one) != fold(two)


@given(st.text(max_size=30))
def test_a_slug_is_safe_in_a_path(name: str) -> None:
    made = slug(name)
    assert made
    assert not set(made) & set("/\\. :\n\t\0'\"")
    assert made == made.strip("-")
    assert slug(made) == made


@given(st.lists(st.sampled_from(["Dodge", "dodge", "dodge 2", "Dodge-2", "?", ""]), max_size=10))
def test_ids_are_unique(names: list[str]) -> None:
    """The first has the plain one, the second `-2`, and a name that is itself such a number steps aside."""
    made = unique_slugs(names)
    assert len(set(made)) == len(made) == len(names)
    if names:
        assert made[0] == slug(names[0])
    assert unique_slugs(["Attack", "attack", "ATTACK"]) == ("attack", "attack-2", "attack-3")
    assert unique_slugs(["a", "a", "a 2"]) == ("a", "a-2", "a-2-2")


def test_a_guess_needs_to_be_near() -> None:
    known = ["descriptors", "hit_points", "Heavy Armor"]
    assert closest("descripters", known) == "descriptors"
    assert closest("Hit Point", known) == "hit_points"
    assert closest("heavy armur", known) == "Heavy Armor"
    assert closest("xyzzy", known) is None
    assert did_you_mean("xyzzy", known, "there are three") == "there are three"
    assert did_you_mean("hitpoints", known) == "did you mean `hit_points`?"


def test_lists_are_written_as_english_writes_them() -> None:
    assert [listing(["a", "b", "c"][:number]) for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listing([1, 2], "or") == "1 or 2"
