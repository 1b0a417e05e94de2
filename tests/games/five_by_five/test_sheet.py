"""The numbers of sheets and cards of Five by Five follow from those of the rolls."""

from fractions import Fraction

from chargen.games.five_by_five import odds
from chargen.games.five_by_five.reference import how, make_reference_page
from chargen.games.five_by_five.rules import Rules
from chargen.page.roll import decimal
from chargen.page.sheet import Chance, Table
from chargen.testing import check_text
from tests.games.five_by_five.npcs import made
from tests.npc import check_legal


def chances(row: tuple[object, ...]) -> list[Fraction]:
    return [cell.value for cell in row if isinstance(cell, Chance)]


def on_reference_page(name: str) -> Table:
    """Return the table of a name on the reference page."""
    (block,) = [block for block in make_reference_page(Rules()) if block.name == name]
    assert isinstance(block, Table)
    return block


def test_one_table_has_the_damage_of_every_weapon_against_every_armour() -> None:
    """It depends on the damage bonus less the armour value alone, so that a row a difference has them all."""
    rules, last, rows = Rules(), odds.LAST_DAMAGE, on_reference_page("damage").rows
    bonuses = [weapon.damage_bonus for weapon in rules.weapons]
    assert [armor.armor_value for armor in rules.armor] == list(odds.ARMOR_VALUES)
    by_difference = dict(zip(odds.BONUS_LESS_ARMOR, rows, strict=True))
    assert {bonus - armor for bonus in bonuses for armor in odds.ARMOR_VALUES} == {*by_difference}
    for bonus in bonuses:
        for armor in odds.ARMOR_VALUES:
            row = by_difference[bonus - armor]
            amounts = odds.damage_table(bonus, armor, last)
            assert chances(row) == [chance for _, chance in amounts]
            assert sum(chances(row)) == 1
            assert row[-2:] == tuple(decimal(odds.mean_damage(bonus, armor, token=token), 2) for token in (False, True))


def test_the_chances_are_those_of_the_rolls() -> None:
    """On the cards of NPCs every chance is that of the sheet's roll of the same name, or of the exclusive action."""
    compared = 0
    for seed in range(50):
        checked = check_legal(made(seed, {"rules": {"aspects": seed % 2 == 0, "advanced_descriptors": seed % 3 == 0}}))
        rolls = {roll.label: roll.odds["success"] for roll in checked.rolls()}
        for action in checked.actions():
            name = action.name.partition(":")[0]
            assert action.chance == rolls["Untrained" if name == "Anything else" or name not in rolls else name]
            compared += 1
    assert compared > 300


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
