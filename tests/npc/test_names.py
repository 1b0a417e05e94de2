"""Names: lists of several cultures, and no name a second time until all are used."""

import pytest

from chargen.core.names import roman
from chargen.npc import names
from chargen.npc.names import NameList, unite_lists

CULTURES = ("city", "desert", "harbour", "northern", "river", "starfaring")


def test_there_are_six_cultures() -> None:
    """The lists that come with chargen."""
    assert names.list_name_lists() == list(CULTURES)


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


def test_names_are_all_used_before_one_comes_again() -> None:
    """Twelve names: the second dozen has them all with a II, in the same order, the third with a III."""
    dealing = unite_lists([NameList(given=("Ada", "Bo", "Cy"), family=("Net", "Oar"), between=("", "of"))])
    first = [dealing.pick("x", number) for number in range(1, 13)]
    assert set(first) == {
        f"{one}{between} {two}" for one in ("Ada", "Bo", "Cy") for between in ("", " of") for two in ("Net", "Oar")
    }
    assert [dealing.pick("x", number) for number in range(13, 25)] == [f"{name} II" for name in first]
    assert dealing.pick("x", 25) == f"{first[0]} III"


def test_a_seed_deals_in_an_order_of_its_own() -> None:
    """Two seeds deal the same names out in two orders, and one always in the same."""
    dealing = unite_lists([names.load_name_list("harbour")])
    docks = [dealing.pick("docks", number) for number in range(1, 30)]
    assert docks == [dealing.pick("docks", number) for number in range(1, 30)]
    assert docks != [dealing.pick("gate", number) for number in range(1, 30)]


def test_a_list_without_family_names_gives_single_names() -> None:
    """One word each, and words between have no place."""
    dealing = unite_lists([NameList(given=("Ada", "Bo"), between=("of",))])
    assert {dealing.pick("x", 1), dealing.pick("x", 2)} == {"Ada", "Bo"}


def test_lists_that_share_names_give_each_once() -> None:
    """What two lists could both make is made by the first."""
    one = NameList(given=("Ada", "Bo"), family=("Net",))
    other = NameList(given=("Bo", "Cy"), family=("Net", "Oar"))
    dealing = unite_lists([one, other])
    found = [dealing.pick("x", number) for number in range(1, 5)]
    assert sorted(found) == ["Ada Net", "Bo Net", "Bo Oar", "Cy Oar"]


@pytest.mark.parametrize(("name", "sex"), [("Jean Luc Oar", "male"), ("Jean Oar", "female"), ("Luc Oar", "")])
def test_a_given_name_of_several_words_has_its_own_sex(name: str, sex: str) -> None:
    """It is not that of another name with the same first word."""
    assert unite_lists([NameList(female=("Jean",), male=("Jean Luc",), family=("Oar",))]).sex(name) == sex


def test_numerals_are_roman() -> None:
    """As far as any batch goes."""
    assert [roman(number) for number in (1, 4, 9, 14, 40, 90, 400, 944)] == [
        "I", "IV", "IX", "XIV", "XL", "XC", "CD", "CMXLIV",
    ]  # fmt: skip
