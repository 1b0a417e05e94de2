"""What the rules of Five by Five say to a player: the words, the hints, and what they point at."""

from typing import Any

import pytest

from chargen.core.diagnostic import Diagnostic
from tests.games.five_by_five.concepts import MARA, codes, grown, mara


def only(code: str, **changes: Any) -> Diagnostic:
    """Return the one finding of a code about a changed Mara."""
    (diagnostic,) = [
        diagnostic for diagnostic in mara(**changes).diagnostics if diagnostic.code == f"five-by-five/{code}"
    ]
    return diagnostic


def handed(*values: int) -> dict[str, Any]:
    """Descriptors with values, the last of which is placed on hit points."""
    return {"descriptors": dict(zip("ABCDEFGH", values[:-1], strict=False)), "hit_points": values[-1]}


@pytest.mark.parametrize(
    ("values", "label", "hint"),
    [
        ((6, 4, 4, 2, -5, 4), "the third 4, where the set has two", "make one of line 1 a 2"),
        ((6, 6, 4, 2, 2, -5), "the second 6, where the set has one", "make one of line 1 a 4"),
        ((6, 4, 4, 2, 0, -5), "0, which the set does not have", "make line 1 a 2"),
        ((6, 6, 6, 2, 2, -5), "the third 6, where the set has one", "still to hand out: 4 and 4"),
        ((6, 4, 4, 4, 4, -5), "the fourth 4, where the set has two", "still to hand out: 2 and 2"),
        ((4, 4, 4, 4, 4, 4), "the sixth 4, where the set has two", "still to hand out: 6, 2, 2 and -5"),
        ((6, 4, 4, 2, 2, 2), "the third 2, where the set has two", "make one of line 1 a -5"),
    ],
)
def test_a_wrong_set_says_what_is_left(values: tuple[int, ...], label: str, hint: str) -> None:
    """Beside the caret what there is too much of, and as a hint what is still to be handed out."""
    diagnostic = only("values", **handed(*values))
    assert diagnostic.label == label
    assert diagnostic.hint == hint
    assert diagnostic.message.startswith("the six values must be 6, 4, 4, 2, 2 and -5; found ")
    assert diagnostic.message.endswith(", ".join(map(str, values)))


def test_a_set_that_lacks_a_descriptor_is_not_called_wrong() -> None:
    """Where one of the six is not there yet, only that is said."""
    assert codes(mara(**handed(6, 4, 4, 2, -5)))[:1] == ["five-descriptors"]
    assert "values" not in codes(mara(**handed(6, 4, 4, 2, -5)))


@pytest.mark.parametrize(
    ("values", "message", "hint"),
    [
        ((6, 4, 2, -5, 4), "found 4", "add 1 more"),
        ((6, 4), "found 1", "add 4 more"),
        ((6, 4, 4, 2, 2, -5, 2), "found 6", "take 1 away, or buy them in the ledger"),
        ((6, 4, 4, 2, 2, -5, 2, 2), "found 7", "take 2 away, or buy them in the ledger"),
    ],
)
def test_a_wrong_number_of_descriptors_says_how_many(values: tuple[int, ...], message: str, hint: str) -> None:
    """Five beside hit points, no more and no fewer."""
    diagnostic = only("five-descriptors", **handed(*values))
    assert message in diagnostic.message
    assert diagnostic.hint.startswith(hint)
    assert (diagnostic.path, diagnostic.key) == (("descriptors",), True)


def test_one_descriptor_too_many_is_reported_once() -> None:
    """Where nothing is left to hand out, the set is not called wrong as well."""
    assert codes(mara(**handed(6, 4, 4, 2, 2, -5, 4))) == ["five-descriptors"]


@pytest.mark.parametrize(
    ("value", "left", "hint"),
    [
        (14, 4, "write `hit_points: 4`"),
        (12, 2, "write `hit_points: 2`"),
        (16, 6, "write `hit_points: 6`"),
        (5, -5, "write `hit_points: -5`"),
        (14, 2, "write `hit_points: 4`, but the value that is left is 2, which is 12 HP"),
        (5, 2, "write `hit_points: -5`, but the value that is left is 2, which is 12 HP"),
    ],
)
def test_hp_written_for_the_value_are_reported_once(value: int, left: int, hint: str) -> None:
    """The likeliest slip gets one diagnostic, which says what to write."""
    others = [6, 4, 4, 2, 2, -5]
    others.remove(left)
    changes = handed(*others, value)
    assert codes(mara(**changes)) == ["hit-points-value"]
    diagnostic = only("hit-points-value", **changes)
    assert diagnostic.message == f"HP is 10 + the value placed on it; {value} is the sum and not the value"
    assert (diagnostic.hint, diagnostic.path) == (hint, ("hit_points",))


def test_the_set_is_not_judged_beside_hp_written_for_the_value() -> None:
    """Whether a second 6 is too many is checked once the value of hit points is written."""
    assert codes(mara(**handed(6, 6, 4, 2, -5, 14))) == ["hit-points-value"]
    assert codes(mara(**handed(6, 4, 4, 2, 2, 5))) == ["hit-points-value"]


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (3, "the nearest ranks are 2 and 4"),
        (-3, "the nearest ranks are -5 and 0"),
        (-9, "the lowest is -5"),
        (30, "the highest is 25"),
        (17, "the nearest ranks are 16 and 20"),
    ],
)
def test_a_value_off_the_ladder_names_its_neighbours(value: int, hint: str) -> None:
    """The ranks on both sides of it. Above the starting maximum, only those whom the table allows more need them."""
    waive = [{"code": "five-by-five/starting-maximum"}]
    assert only("ladder", **handed(6, 4, 4, 2, -5, value), waive=waive).hint == hint


def test_a_set_of_another_length_is_counted_as_it_is() -> None:
    """A table that hands out four values is not reported of six."""
    rules = {"starting_values": [6, 4, 2, -5]}
    two_sixes = {"rules": rules, "descriptors": {"A": 6, "B": 6, "C": -5}, "hit_points": 2}
    assert only("values", **two_sixes).message == "the four values must be 6, 4, 2 and -5; found 6, 6, -5, 2"
    nobody = {"rules": rules, "descriptors": {"A": 6, "B": 4, "C": 2}, "hit_points": 2}
    assert "one of the four must have the value -5" in only("poor", **nobody).message


def test_a_third_poor_one_is_named_as_well() -> None:
    """Each beyond the first, hit points among them."""
    found = [
        diagnostic.path
        for diagnostic in mara(**handed(-5, 4, -5, 2, 2, -5)).diagnostics
        if diagnostic.code.endswith("/poor")
    ]
    assert sorted(found) == [("descriptors", "C", "value"), ("hit_points",)]


@pytest.mark.parametrize(
    ("aspects", "hint"),
    [
        ({"agility": "superior"}, "make one more inferior, or this one average"),
        ({"agility": "superior", "brawn": "superior"}, "make two more inferior, or this one average"),
        (
            {"agility": "superior", "brawn": "superior", "cognition": "inferior"},
            "make one more inferior, or this one average",
        ),
        (
            dict.fromkeys(("agility", "brawn", "cognition", "determination"), "superior"),
            "make four more inferior, or this one average",
        ),
    ],
)
def test_superior_aspects_want_as_many_inferior_ones(aspects: dict[str, str], hint: str) -> None:
    """How many are lacking."""
    diagnostic = only("unbalanced-aspects", rules={"aspects": True}, aspects=aspects)
    assert diagnostic.hint == hint
    assert str(diagnostic.severity) == "error"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_aspects_that_balance_are_silent(number: int) -> None:
    """As many superior as inferior ones."""
    names = ("agility", "brawn", "cognition", "determination")
    aspects = dict.fromkeys(names[:number], "superior") | dict.fromkeys(names[2 : 2 + number], "inferior")
    assert codes(mara(rules={"aspects": True}, aspects=aspects)) == []


def test_a_shield_and_a_dagger_are_two_dodges_in_all() -> None:
    """Not three, and that is said."""
    both = {"shield": True, "off_hand": "dagger"}
    assert "not two: 2 a round" in only("one-off-hand", **both).message
    assert mara(**both).stats()["dodges_per_round"] == 2
    assert mara().stats()["dodges_per_round"] == 1
    for one in ({"shield": True}, {"off_hand": "dagger"}, {"off_hand": "shield"}):
        assert codes(mara(**one)) == []
        assert mara(**one).stats()["dodges_per_round"] == 2


@pytest.mark.parametrize("name", ["Hit Points", "HP", "hit_points", "hp"])
def test_hit_points_are_no_descriptor(name: str) -> None:
    """They stand by themselves, in whatever spelling."""
    descriptors = {**MARA["descriptors"], name: 2}
    del descriptors["Pilot"]
    assert "has a key of its own" in only("names", descriptors=descriptors).message


def test_the_list_of_general_names_is_the_campaigns() -> None:
    """A table may replace it."""
    rules = {"too_general": {"pilot": "Gliders"}}
    assert "such as Gliders" in only("too-general", rules=rules).hint


def test_two_exclusive_actions_of_one_kind_are_one() -> None:
    """The same action twice is no second one; two descriptors may improve the same action."""
    descriptors = {**MARA["descriptors"], "Hand Gun": {"value": 4, "exclusive": ["attack", "Attack"]}}
    assert codes(mara(descriptors=descriptors)) == []
    descriptors = {**MARA["descriptors"], "Pilot": {"value": 6, "exclusive": "attack"}}
    assert codes(mara(descriptors=descriptors)) == []


def test_a_weapon_and_armour_of_ones_own_bring_their_numbers() -> None:
    """With a number any name will do; without one a name must be in the table."""
    assert (
        codes(mara(weapons=[{"name": "Cane sword", "damage_bonus": 0}], armor={"name": "Rags", "armor_value": 0})) == []
    )
    assert codes(mara(weapons=["cane sword"], armor="rags")) == ["weapons", "armor"]


@pytest.mark.parametrize(
    ("name", "armor_value"),
    [("studded or hard leather armor", 4), ("Chain or light plate", 5), ("chain", 5), ("hard leather", 4)],
)
def test_armour_is_known_as_the_book_prints_it(name: str, armor_value: int) -> None:
    """A line of the table, whole or one of its halves."""
    assert mara(armor=name).stats()["armor_value"] == armor_value


def test_a_number_beats_the_table() -> None:
    """A knife may be a better knife."""
    stats = mara(weapons=[{"name": "knife", "damage_bonus": 4}], armor={"name": "boxers", "armor_value": 3}).stats()
    assert stats["weapon_damage"][0]["damage_bonus"] == 4
    assert stats["armor_value"] == 3


def test_a_fist_may_be_trained_later() -> None:
    """An attack that comes by the ledger counts, too."""
    fist = {"weapons": ["trained fist"], "descriptors": {"A": 6, "B": 4, "C": 2, "D": 2, "E": -5}}
    assert codes(mara(**fist)) == ["trained-fist"]
    assert codes(grown({"award": 2}, {"add": "Boxing", "exclusive": "attack"}, **fist)) == []
    assert codes(grown({"award": 2}, {"add": "Boxing", "exclusive": "dodge"}, **fist)) == ["trained-fist"]


def test_gear_of_any_kind_will_do() -> None:
    """The reminder comes only where there is neither weapon, nor armour, nor anything else."""
    assert codes(mara(weapons=None, armor=None)) == ["gear"]
    for one in ({"weapons": ["rock"]}, {"armor": "boxers"}, {"equipment": "Rope"}):
        assert codes(mara(**{"weapons": None, "armor": None, **one})) == []


def test_switches_that_are_reported_to_be_off_are_off() -> None:
    """`advanced: false` and no aspects are no use of an option."""
    descriptors = {**MARA["descriptors"], "Pilot": {"value": 6, "power": False, "advanced": False}}
    assert codes(mara(descriptors=descriptors, aspects={})) == []


def test_related_places_are_the_others() -> None:
    """Where one of several is pointed at, the rest are named beside it, and it is not."""
    diagnostic = only("values", **handed(6, 4, 4, 2, 4, -5))
    assert [other.path for other in diagnostic.related] == [
        ("descriptors", "B", "value"),
        ("descriptors", "C", "value"),
    ]
    (twin,) = only("names", descriptors={**MARA["descriptors"], "pilot": 2}).related
    assert (twin.path, twin.key) == (("descriptors", "Pilot"), True)
