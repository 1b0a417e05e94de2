"""Plain data becomes a model: schema errors are reported and set aside, and the rest stays."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from chargen.schema.model import NEEDED, Choice, Model, Several, keys
from chargen.schema.parsing import Parsed, parse
from chargen.text import limits
from chargen.text.diagnostic import KeyPath


class Blade(Model):
    """A weapon."""

    shorthand = "name"

    name: Annotated[str | None, NEEDED] = None
    damage: Annotated[int, Field(ge=0, le=9)] | None = None
    kind: Annotated[str, Choice(("short", "two handed"), {"long": "two handed"})] = "short"


class Hero(Model):
    """A character."""

    name: Annotated[str | None, NEEDED] = None
    from_: Annotated[str, Field(alias="from")] = ""
    armor_value: int = 0
    speed: float | None = None
    brave: bool = False
    blades: Several[Blade] = ()
    skills: Mapping[str, Blade] = {}
    faces: Annotated[Several[Annotated[int, Field(ge=1)]], Field(min_length=1, max_length=3)] = (6,)


def hero(**data: Any) -> Parsed[Hero]:
    """A hero of plain data; one underscore at the end of a key is dropped."""
    return parse(Hero, {"name": "Kai", **{key.removesuffix("_"): value for key, value in data.items()}})


def found(parsed: Parsed[Hero]) -> list[tuple[str, KeyPath]]:
    return [(diagnostic.code, diagnostic.path) for diagnostic in parsed.diagnostics]


def made(parsed: Parsed[Hero]) -> Hero:
    assert parsed.value is not None
    return parsed.value


def test_what_fits_is_made_and_cannot_be_changed() -> None:
    """A fitting mapping becomes a frozen value without a diagnostic, and the data stays as it was."""
    data = {"name": "Kai", "from": "Ulm", "armor_value": 2, "speed": 1.5, "brave": True, "blades": ["Knife"]}
    parsed = parse(Hero, data | {"skills": {"Cut": {"name": "x"}}})
    assert found(parsed) == []
    assert (made(parsed).from_, made(parsed).blades, made(parsed).skills) == (
        "Ulm", (Blade(name="Knife"),), {"Cut": Blade(name="x")},
    )  # fmt: skip
    assert data["blades"] == ["Knife"]
    with pytest.raises(ValueError, match="frozen"):
        setattr(made(parsed), "name", "Mara")  # noqa: B010


def test_schema_errors_are_set_aside_and_the_rest_is_kept() -> None:
    wrong = {"armor_value": "two", "brave": "yes", "speed": [1], "blades": [{"name": "Axe", "damage": 99}]}
    parsed = hero(from_="Ulm", **wrong)
    assert found(hero(name=["Kai"])) == [("concept/wrong-type", ("name",))], "and not missing as well"
    assert found(parsed) == [
        ("concept/wrong-type", ("armor_value",)),
        ("concept/wrong-type", ("speed",)),
        ("concept/wrong-type", ("brave",)),
        ("concept/out-of-range", ("blades", 0, "damage")),
    ]
    assert made(parsed).from_ == "Ulm"
    assert made(parsed).armor_value == 0
    assert made(parsed).blades == (Blade(name="Axe"),)
    assert not parsed.has_all(["armor_value"])
    assert not parsed.has_all(["blades.*.damage"])
    assert not parsed.has_all(["blades"])
    assert parsed.has_all(["from", "blades.*.name"])


def test_entries_that_are_set_aside_leave_the_others_their_places() -> None:
    """Diagnostics about later entries of a list point at where these stand in the file."""
    parsed = hero(blades=["Knife", {"nme": "Axe", "name": "Axe"}, {"name": "Saw", "damage": "x"}, "Pick"])
    assert ("concept/unknown-key", ("blades", 1, "nme")) in found(parsed)
    assert ("concept/wrong-type", ("blades", 2, "damage")) in found(parsed)
    assert [blade.name for blade in made(parsed).blades] == ["Knife", "Axe", "Saw", "Pick"]


def test_a_path_into_the_value_leads_back_to_the_file() -> None:
    """Where whole entries went, `written` counts them in again."""
    parsed = hero(blades=[["no"], "Knife", ["no"], "Pick"])
    kept = made(parsed).blades
    places = [parsed.written(("blades", index)) for index, blade in enumerate(kept) if blade.name in ("Knife", "Pick")]
    assert places == [("blades", 1), ("blades", 3)]
    assert parsed.written(("name",)) == ("name",)


def test_one_entry_needs_no_list_and_a_bare_value_no_mapping() -> None:
    """A schema error of a bare value is at the value that is written."""
    assert made(hero(blades="Knife")) == made(hero(blades=["Knife"])) == made(hero(blades={"name": "Knife"}))
    assert made(hero(skills={"Cut": "x"})) == made(hero(skills={"Cut": {"name": "x"}}))
    assert "Cut" in made(hero(skills={"Cut": 7})).skills, "the entry is there, without its name"


def test_keys_have_any_spelling() -> None:
    parsed = parse(
        Hero, {"NAME": "Kai", "Armour-Value": 3, "Blades": [{"Name": "x", "kind": "Two_Handed"}], "From": "Ulm"}
    )
    assert found(parsed) == []
    assert made(parsed).armor_value == 3
    assert made(parsed).blades[0].kind == "two handed"


def test_a_key_in_two_spellings_is_doubled() -> None:
    """The odd spelling is the error, first or second; the value of the other one counts."""
    for parsed in (hero(armor_value=1, **{"Armour Value": 2}), hero(**{"Armour Value": 2}, armor_value=1)):
        assert found(parsed) == [("yaml/doubled-key", ("Armour Value",))]
        assert made(parsed).armor_value == 1
        assert parsed.diagnostics[0].key
    assert found(hero(**{"Armour Value": 2, "Armor-Value": 1})) == [("yaml/doubled-key", ("Armor-Value",))]


def test_a_key_left_empty_gives_way_to_its_other_spelling() -> None:
    """An empty key beside a filled one of another spelling does not hide it, nor its schema error."""
    assert made(hero(armor_value=None, **{"Armour Value": 2})).armor_value == 2
    parsed = hero(armor_value=None, **{"Armour Value": "two"}, from_="Ulm")
    assert found(parsed) == [("concept/wrong-type", ("armor_value",))]
    assert made(parsed).from_ == "Ulm"


def test_an_unknown_key_is_guessed() -> None:
    slip, nonsense = hero(bladse=[]).diagnostics + hero(xyzzy=1).diagnostics
    assert (slip.code, slip.path, slip.key) == ("concept/unknown-key", ("bladse",), True)
    assert slip.hint == "did you mean `blades`?"
    assert "armor_value" in nonsense.hint
    (inner,) = hero(skills={"Cut": {"name": "x", "damge": 1}}).diagnostics
    assert (inner.path, inner.hint) == (("skills", "Cut", "damge"), "did you mean `damage`?")


@pytest.mark.parametrize(
    ("data", "missing"),
    [
        ({"name": None}, ("name",)),
        ({"blades": [{"damage": 1}, "Knife"]}, ("blades", 0, "name")),
        ({"skills": {"Cut": {}}}, ("skills", "Cut", "name")),
        ({"skills": {"Cut": None}}, ("skills", "Cut")),
        ({"armor_value": None}, ("armor_value",)),
        ({"brave": None, "blades": None, "skills": None}, None),
    ],
)
def test_what_is_needed_is_missing_where_it_is_absent_or_empty(data: dict[str, Any], missing: KeyPath | None) -> None:
    """So is an optional number without its value; other empty keys have their defaults."""
    assert found(hero(**data)) == ([("concept/missing-key", missing)] if missing else [])


def test_a_forgotten_value_is_an_error() -> None:
    """A name of a mapping, an entry of a list and a number within an entry need one; partial data may lack it."""
    data = {"skills": {"Cut": None, "Ride": {"name": "x", "damage": None}}, "blades": [None]}
    assert [(one.path, one.message) for one in hero(**data).diagnostics] == [
        (("skills", "Cut"), "`Cut` has no value"),
        (("skills", "Ride", "damage"), "`damage` has no value"),
        (("blades", 0), "an entry of `blades` has no value"),
    ]
    assert [one.message for one in hero(name=None).diagnostics] == ["`name` has no value"]
    assert parse(Hero, {"name": "Kai", "skills": None, "blades": {"name": "Knife", "damage": None}}).rejected == {
        ("blades", 0, "damage")
    }
    assert found(parse(Hero, {"skills": {"Ride": {"damage": None}}}, partial=True)) == []


def test_forgotten_values_are_counted_beyond_a_limit() -> None:
    many = dict.fromkeys(map(str, range(limits.SCHEMA_ERRORS + 3)))
    assert len(hero(skills=many).diagnostics) == limits.SCHEMA_ERRORS + 1
    assert hero(skills=many).diagnostics[-1].message == "3 more values do not fit"


def test_partial_data_lacks_nothing() -> None:
    parsed = parse(Hero, {"skills": {"Cut": {}}}, partial=True)
    assert found(parsed) == []
    assert not made(parsed).unread_within()
    assert found(parse(Hero, {"blades": 5, "bladse": []}, partial=True)) == [
        ("concept/wrong-type", ("blades", 0, "name")),
        ("concept/unknown-key", ("bladse",)),
    ]


@pytest.mark.parametrize("data", [None, 5, "text", ["a"], True, 2.5])
def test_what_is_no_mapping_is_one_error(data: Any) -> None:
    assert parse(Hero, data).diagnostics[0].path == ()


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([], "`faces` must have at least one entry"),
        ([1, 2, 3, 4], "`faces` must have at most 3 entries"),
        ([0], "`faces` must be at least 1; found 0"),
        ([1, 0, 2, 3], "`faces` must be at least 1; found 0"),
    ],
)
def test_lists_are_as_long_as_they_may_be(faces: list[int], message: str) -> None:
    """A list that is too short or too long is set aside; one that only lost its schema errors is not blamed for it."""
    parsed = hero(faces=faces)
    assert [diagnostic.message for diagnostic in parsed.diagnostics] == [message]
    assert all(made(parsed).faces)
    assert 1 <= len(made(parsed).faces) <= 3


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.floats() | st.sampled_from(["", "Kai", "short", "yes"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "Name", "damage", "kind", "x", ""]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*keys(Hero), "From", "armour value", "nme", "0"]), ANYTHING, max_size=6))
def test_any_mapping_is_fitted(data: dict[str, Any]) -> None:
    parsed = parse(Hero, data)
    assert parsed.value is not None
    assert bool(parsed.rejected) == bool(parsed.diagnostics)
    again = parsed.value.model_dump(by_alias=True, exclude_none=True)
    assert parse(Hero, again).value == parsed.value


class Table(Model):
    """A mapping whose keys are a few names."""

    ratings: Mapping[Annotated[str, Choice(("agility", "brawn"))], int] = {}
    """Ratings by name."""


def test_two_spellings_of_one_name_are_a_doubled_key() -> None:
    parsed = parse(Table, {"Ratings": {"agility": 1, "AGILITY": 2, "brawn": 3}})
    assert [(diagnostic.code, diagnostic.path, diagnostic.key) for diagnostic in parsed.diagnostics] == [
        ("yaml/doubled-key", ("Ratings", "AGILITY"), True)
    ]
    assert parsed.value is not None
    assert dict(parsed.value.ratings) == {"agility": 1, "brawn": 3}
