"""The numbers of sheets and cards of Five by Five follow from those of the rolls."""

from fractions import Fraction

from chargen.games.five_by_five.reference import how
from chargen.games.five_by_five.rules import Rules
from chargen.page.sheet import Chance
from chargen.testing import check_text
from tests.npc import check_legal, made


def chances(row: tuple[object, ...]) -> list[Fraction]:
    return [cell.value for cell in row if isinstance(cell, Chance)]


def test_the_chances_are_those_of_the_rolls() -> None:
    """On the cards of NPCs every chance is that of the sheet's roll of the same name, or of the exclusive action."""
    compared = 0
    for seed in range(20):
        rules = {"aspects": seed % 2 == 0, "advanced_descriptors": seed % 3 == 0}
        checked = check_legal(made("five-by-five", seed, {"rules": rules}))
        rolls = {roll.label: roll.odds["success"] for roll in checked.rolls()}
        for action in checked.actions():
            name = action.name.partition(":")[0]
            assert action.chance == rolls["Untrained" if name == "Anything else" or name not in rolls else name]
            compared += 1
    assert compared > 100


def test_what_is_a_house_default_is_marked_where_it_is_printed() -> None:
    """One attack descriptor for all weapons, bare hands among them, healing to the maximum, and a free exchange."""
    lines = check_text(
        "system: five-by-five\nname: Kai\ndescriptors: {Brawler: {value: 6, exclusive: attack}, Chef: 4, Scout: 2, "
        "Medic: 2, Shy: -5}\nhit_points: 4\nadvancement: [{exchange: Chef, for: Baker}]\n"
    )
    assert lines.advanced is not None
    assert [line.what for line in lines.advanced.ledger] == ["Chef exchanged for Baker, free (house default)"]
    texts = dict(how(Rules()))
    assert "every weapon and bare hands (house default)" in texts["Attack"]
    assert "up to the maximum (house defaults)" in texts["Healing"]
