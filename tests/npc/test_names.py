"""Names: lists of several cultures, and no name a second time until all are used."""

from pathlib import Path

import pytest

from chargen.npc import names
from chargen.npc.generation import Order
from chargen.npc.names import NameList, unite_lists
from tests.npc.archetypes import read

CULTURES = ("city", "desert", "harbour", "northern", "river", "starfaring")


@pytest.mark.parametrize("culture", CULTURES)
def test_a_culture_has_names_enough(culture: str) -> None:
    """At least sixty given and sixty family names, each once, with a title and a line about them."""
    found = names.load_name_list(culture)
    assert found.title
    assert found.about
    assert len(set(found.all_given)) == len(found.all_given) >= 60
    assert len(set(found.family)) == len(found.family) >= 60


def test_no_two_cultures_share_a_family_name() -> None:
    """So that lists together lose no name."""
    words = [word for culture in CULTURES for word in names.load_name_list(culture).family]
    assert len(set(words)) == len(words) > 360


@pytest.mark.parametrize("lists", [("harbour",), ("city", "starfaring"), CULTURES])
def test_ten_thousand_people_have_ten_thousand_names(lists: tuple[str, ...]) -> None:
    """Even where a list has fewer, when names come again with a numeral."""
    dealing = unite_lists(map(names.load_name_list, lists))
    assert len({dealing.pick("docks", number) for number in range(1, 10_001)}) == 10_000


@pytest.mark.parametrize("seed", ["docks", "tonight", "w"])
def test_a_place_has_the_names_of_one_culture(seed: str) -> None:
    """All NPCs of a seed whose archetypes name no list, whatever their role is."""
    order = Order(seed=seed, archetype=read("five-by-five"))
    families = {" ".join(order.name_of(number).split(" ")[1:]) for number in range(1, 31)}
    lists = [set(names.load_name_list(culture).family) for culture in CULTURES]
    assert sum(any(family.endswith(tuple(own)) for family in families) for own in lists) == 1


def test_names_are_all_used_before_one_comes_again() -> None:
    """Twelve names: the second dozen has them all with a II, in the same order, the third with a III."""
    dealing = unite_lists([NameList(given=("Ada", "Bo", "Cy"), family=("Net", "Oar"), between=("", "of"))])
    first = [dealing.pick("x", number) for number in range(1, 13)]
    assert set(first) == {
        f"{one}{between} {two}" for one in ("Ada", "Bo", "Cy") for between in ("", " of") for two in ("Net", "Oar")
    }
    assert [dealing.pick("x", number) for number in range(13, 25)] == [f"{name} II" for name in first]
    assert dealing.pick("x", 25) == f"{first[0]} III"


def test_a_list_of_names_with_an_error_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "npcs" / "names").mkdir(parents=True)
    (tmp_path / "npcs" / "names" / "mine.yaml").write_text("female: [Ada]\nmale: 3\n")
    with pytest.raises(ValueError, match=r"mine\.yaml:2: `male` must be text; found the number 3"):
        names.load_name_list("mine", tmp_path)
