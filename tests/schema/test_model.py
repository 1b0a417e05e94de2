"""Plain data becomes a model: schema errors are reported and set aside, and the rest stays.

`models.yaml` has data by what they show, with what is made of them and what is reported. After an intended change write
it again with `python -m tests.schema.test_model`, and read the difference.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from chargen.games.five_by_five.concept import ONE_SPELLING
from chargen.schema.model import NEEDED, Choice, Model, Several, keys
from chargen.schema.parsing import Parsed, parse
from chargen.text import limits
from chargen.text.diagnostic import KeyPath
from tests.approved import Case, as_parameters, write_cases


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
    ratings: Annotated[Mapping[Annotated[str, Choice(("agility", "brawn"))], int], ONE_SPELLING] = {}


FILE = Path(__file__).with_name("models.yaml")


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


def explain(data: Any) -> Case:
    """Return data with what is made of them, but for defaults, and what is reported."""
    given = {key: value for key, value in data.items() if key != "partial"} if isinstance(data, dict) else data
    parsed = parse(Hero, given, partial=given != data)
    value = parsed.value and parsed.value.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    reported = [
        f"{one.code} at {'.'.join(map(str, one.path))}{' (its key)' if one.key else ''}: {one.message} | {one.hint}"
        for one in parsed.diagnostics
    ]
    return {"data": data, "made": value, "reported": reported}


@pytest.mark.parametrize("case", as_parameters(FILE))
def test_data_become_what_was_approved(case: Case) -> None:
    assert explain(case["data"]) == case


def test_what_was_set_aside_is_known() -> None:
    """A rule asks whether it has all of what it reads."""
    parsed = hero(from_="Ulm", armor_value="two", blades=[{"name": "Axe", "damage": 99}])
    assert not parsed.has_all(["armor_value"])
    assert not parsed.has_all(["blades.*.damage"])
    assert not parsed.has_all(["blades"])
    assert parsed.has_all(["from", "blades.*.name"])
    assert hero(blades={"name": "Knife", "damage": None}).rejected == {("blades", 0, "damage")}
    assert not made(parse(Hero, {"skills": {"Cut": {}}}, partial=True)).unread_within()


def test_a_path_into_the_value_leads_back_to_the_file() -> None:
    """Where whole entries went, `written` counts them in again."""
    parsed = hero(blades=[["no"], "Knife", ["no"], "Pick"])
    kept = made(parsed).blades
    places = [parsed.written(("blades", index)) for index, blade in enumerate(kept) if blade.name in ("Knife", "Pick")]
    assert places == [("blades", 1), ("blades", 3)]
    assert parsed.written(("name",)) == ("name",)


def test_forgotten_values_are_counted_beyond_a_limit() -> None:
    many = dict.fromkeys(map(str, range(limits.SCHEMA_ERRORS + 3)))
    assert len(hero(skills=many).diagnostics) == limits.SCHEMA_ERRORS + 1
    assert hero(skills=many).diagnostics[-1].message == "3 more values do not fit"


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


if __name__ == "__main__":
    write_cases(FILE, "data", explain)
