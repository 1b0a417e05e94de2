"""Draws: exact weights, every option, and errors reported before any NPC is made."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen.core.shuffle import Shuffle
from chargen.npc.draws import Chooser, cover_options, draw_variants, find_draw_errors, make_draws


def draw(data: Any, seed: int = 1) -> Any:
    """Return the data with its draws made by a seed."""
    assert list(find_draw_errors(data)) == []
    return make_draws(data, Chooser(Random(seed), Shuffle())).value


def many(data: Any, number: int = 6000) -> Counter[Any]:
    """Count the results of one draw made many times from one seed."""
    random = Random(7)
    return Counter(make_draws(data, Chooser(random, Shuffle("docks", turn))).value for turn in range(1, number + 1))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_plain_data_stays_as_it_is(data: Any) -> None:
    """What holds no draw is not changed, but that keys without a value are left out."""
    if list(find_draw_errors(data)) or data != _full(data):
        return
    assert make_draws(data, Chooser(Random(1), Shuffle())).value == data


def _full(data: Any) -> Any:
    """The data without keys that have no value, and without anything that is named as a draw is."""
    if isinstance(data, dict):
        kept = {key: _full(value) for key, value in data.items() if value is not None}
        return {key: value for key, value in kept.items() if key not in ("one_of", "range", "some_of", "count")}
    return [_full(value) for value in data] if isinstance(data, list) else data


@pytest.mark.parametrize(
    ("options", "weights"),
    [
        ({"spear": 3, "club": 1}, {"spear": 3, "club": 1}),
        ({"spear": 0.1, "club": 0.2, "axe": 0.7}, {"spear": 1, "club": 2, "axe": 7}),
        (["spear", "club", "axe"], {"spear": 1, "club": 1, "axe": 1}),
        ({"4": 5, "true": 1}, {4: 5, True: 1}),
    ],
)
def test_options_come_as_often_as_their_weights_say(options: Any, weights: dict[Any, int]) -> None:
    """Over 6,000 draws by one seed, chi square stays under what chance exceeds once in ten thousand times."""
    found = many({"one_of": options})
    assert set(found) == set(weights)
    complete = sum(weights.values())
    expected = {drawn: 6000 * weight / complete for drawn, weight in weights.items()}
    square = sum((found[drawn] - number) ** 2 / number for drawn, number in expected.items())
    assert square < 18.5


def test_weights_are_exact() -> None:
    """Three tenths are three of ten, and no float near them: each option has its number of the ten chooser."""

    options = {"one_of": {"a": 0.1, "b": 0.3, "c": 0.6}}
    found = [make_draws(options, Chooser(Random(1), Shuffle("docks", turn))).value for turn in range(1, 11)]
    assert Counter(found) == {"a": 1, "b": 3, "c": 6}


def test_a_range_has_both_its_ends_and_nothing_else() -> None:
    """Whole numbers from 2 to 4 come about equally often."""
    found = many({"range": [2, 4]})
    assert set(found) == {2, 3, 4}
    assert min(found.values()) > 1850


def test_some_of_a_list_are_different_and_in_its_order() -> None:
    """Two of three things, never the same one twice, always in the order of the list, each pair about equally often."""
    random = Random(7)
    data = {"some_of": ["Whistle", "Lantern", "Dice"], "count": 2}
    found = Counter(tuple(make_draws(data, Chooser(random, Shuffle())).value) for _ in range(3000))
    assert set(found) == {("Whistle", "Lantern"), ("Whistle", "Dice"), ("Lantern", "Dice")}
    assert min(found.values()) > 900


def test_a_count_may_be_drawn_and_be_left_out() -> None:
    """A drawn count keeps to its range; without one, it is anything from one to all."""
    random = Random(3)
    drawn = {"some_of": [1, 2, 3, 4], "count": {"range": [0, 2]}}
    assert {len(make_draws(drawn, Chooser(random, Shuffle())).value) for _ in range(200)} == {0, 1, 2}
    assert {len(make_draws({"some_of": [1, 2, 3]}, Chooser(random, Shuffle())).value) for _ in range(200)} == {
        1,
        2,
        3,
    }


def test_some_of_a_mapping_is_a_mapping() -> None:
    """Some entries of a mapping, each with its own draws made."""
    found = draw({"some_of": {"Sword": {"range": [3, 3]}, "Bow": 2}, "count": 2})
    assert found == {"Sword": 3, "Bow": 2}


def test_what_is_drawn_of_a_list_joins_the_list_around_it() -> None:
    """Some of several things stand among the fixed ones, and not as a list in the list."""
    found = draw(["Rope", {"some_of": ["Dice", "Pipe"], "count": 2}, "Knife"])
    assert found == ["Rope", "Dice", "Pipe", "Knife"]


def test_nothing_is_an_option() -> None:
    """An option that is nothing leaves out its key, or its entry of a list."""
    assert draw({"shield": {"one_of": [None]}, "armor": "mail"}) == {"armor": "mail"}
    assert draw(["Rope", {"one_of": [None]}, "Knife"]) == ["Rope", "Knife"]


def test_draws_stand_within_draws() -> None:
    """An option may itself be drawn, to any depth."""
    data = {"one_of": [{"one_of": [{"range": [5, 5]}]}]}
    assert draw(data) == 5


def test_a_key_that_is_called_like_a_draw_is_plain_beside_others() -> None:
    """A mapping with further keys is no draw because one of them is called range or count."""
    data = {"range": "60 ft", "name": "Bow", "count": 3}
    assert draw(data) == data


def test_every_option_is_seen_at_least_once() -> None:
    """The variants of data show each option of each draw, also of draws within options."""
    data = {
        "armor": {"one_of": ["mail", {"one_of": ["coat", "hide"]}]},
        "hit_points": {"range": [2, 4]},
        "equipment": [{"some_of": ["Rope", "Dice", "Pipe"], "count": {"range": [0, 1]}}],
    }
    seen = [variant.value for variant in draw_variants(data)]
    assert {drawn["armor"] for drawn in seen} == {"mail", "coat", "hide"}
    assert {drawn["hit_points"] for drawn in seen} == {2, 4}
    assert {word for drawn in seen for word in drawn["equipment"]} == {"Rope", "Dice", "Pipe"}
    assert len(seen) < 12


def test_what_is_drawn_knows_where_it_came_from() -> None:
    """Paths in the data that was drawn lead back to the option in the data with the draws."""
    data = {
        "bag": ["Rope", {"some_of": [{"name": "Dice"}], "count": 1}, "Knife"],
        "armor": {"one_of": [["mail", "helm"]]},
    }
    made = make_draws(data, Chooser(Random(1), Shuffle()))
    assert made.value == {"bag": ["Rope", {"name": "Dice"}, "Knife"], "armor": ["mail", "helm"]}
    assert made.origin(("bag", 1, "name")) == ("bag", 1, "some_of", 0, "name")
    assert made.origin(("bag", 2)) == ("bag", 2)
    assert made.origin(("armor", 1)) == ("armor", "one_of", 0, 1)


@pytest.mark.parametrize(
    ("bag", "path", "origin"),
    [
        ([{"one_of": [None]}, "Knife"], (0,), (1,)),
        ([{"some_of": ["Rope", None], "count": 2}, "Knife"], (1,), (1,)),
        ([{"some_of": {"effect": "glows"}}, "Knife"], (0, "effect"), (0, "some_of", "effect")),
    ],
)
def test_an_entry_behind_or_in_a_draw_knows_where_it_came_from(bag: list[Any], path: Any, origin: Any) -> None:
    """Also where an option is nothing, so that the next entry takes its place, and where options have keys."""
    made = make_draws(bag, Chooser(Random(1), Shuffle()))
    assert made.value[-1] == "Knife"
    assert made.origin(path) == origin


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"one_of": []}, ("one_of",)),
        ({"one_of": "spear"}, ("one_of",)),
        ({"one_of": {"spear": 0}}, ("one_of", "spear")),
        ({"one_of": {"spear": -1}}, ("one_of", "spear")),
        ({"one_of": {"spear": "often"}}, ("one_of", "spear")),
        ({"one_of": {"spear": True}}, ("one_of", "spear")),
        ({"one_of": ["spear"], "count": 1}, ("count",)),
        ({"one_of": ["spear"], "effect": "x"}, ("effect",)),
        ({"one_of": ["spear"], "range": [1, 2]}, ("range",)),
        ({"range": [4, 2]}, ("range",)),
        ({"range": [4]}, ("range",)),
        ({"range": 4}, ("range",)),
        ({"range": [1.5, 4]}, ("range", 0)),
        ({"some_of": ["a", "b"], "count": 3}, ("count",)),
        ({"some_of": ["a", "b"], "count": -1}, ("count",)),
        ({"some_of": ["a", "b"], "count": "two"}, ("count",)),
        ({"some_of": ["a", "b"], "count": {"range": [1, 3]}}, ("count", "range")),
        ({"some_of": ["a", "b"], "count": {"one_of": [1, 5]}}, ("count", "one_of", 1)),
        ({"some_of": [], "count": 1}, ("some_of",)),
        ({"bag": ["Rope", {"One Of": [{"range": []}]}]}, ("bag", 1, "one_of", 0, "range")),
    ],
)
def test_a_draw_that_cannot_be_made_is_a_error_at_its_place(data: Any, path: tuple[str | int, ...]) -> None:
    """One diagnostic, at the part that is wrong, at any depth."""
    assert [(fault.code, fault.path) for fault in find_draw_errors(data)] == [("archetype/draw", path)]


def test_an_option_that_is_covered_is_kept_when_all_else_is_drawn_again() -> None:
    """Each option of a choice, each end of a range and each start of a list stays where it was chosen."""
    data = {"a": {"one_of": [1, 2, 3]}, "b": {"range": [1, 9]}, "c": {"some_of": [1, 2, 3, 4], "count": 2}}
    drawn = set()
    for way in cover_options(data):
        first, again = make_draws(data, way).value, make_draws(data, way.again(Random(2), Shuffle(), ())).value
        for path in way.choices:
            assert again[path[0]] == first[path[0]]
        drawn.add(str(again))
    assert len(drawn) > 3
