"""What stands on a Five by Five sheet: every number that the table asks for, and what pencils have changed."""

from fractions import Fraction
from typing import Any

from chargen import checking
from chargen.core.roll import decimal, signed
from chargen.core.sheet import Chance, Label, Pips, Sheet, Table, Track
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.reference import make_reference_page
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.concepts import grown, mara


def sheet(**changes: Any) -> Sheet:
    """Mara's sheet, with keys of her concept changed."""
    checked = mara(**changes)
    assert checked.ok, [diagnostic.message for diagnostic in checked.diagnostics]
    return checking.make_sheet(checked)


def table(drawn: Sheet, name: str) -> Table:
    """Return the table of a name."""
    block = drawn.block(name)
    assert isinstance(block, Table)
    return block


def track(drawn: Sheet, name: str) -> Track:
    """Return the track of a name."""
    block = drawn.block(name)
    assert isinstance(block, Track)
    return block


def chances(row: tuple[object, ...]) -> list[Fraction]:
    """Return the chances in a row."""
    return [cell.value for cell in row if isinstance(cell, Chance)]


def test_signal_bars_show_the_ranks() -> None:
    """One for a novice, five for a master; poor and untrained have none, and a legend has one beyond the five."""
    figures = [
        label.figure for label in (row[1] for row in table(sheet(), "descriptors").rows) if isinstance(label, Label)
    ]
    assert figures == [Pips(bars, 5 - bars, "bars") for bars in (3, 2, 1, 1, 0, 0)]
    legend = checking.make_sheet(grown({"award": 60}, *({"raise": "Pilot", "to": to} for to in (9, 12, 16))))
    label = table(legend, "descriptors").rows[0][1]
    assert isinstance(label, Label)
    assert label.figure == Pips(6, 0, "bars")


def test_the_hit_points_go_down_to_death() -> None:
    """A box a point from the maximum to −10; at −1 nine minutes are left, at −9 one, and at the ends none."""
    boxes = track(sheet(), "hit-points").boxes
    assert [box.label for box in boxes] == [signed(hp) for hp in range(14, -11, -1)]
    minutes = {box.label: box.below for box in boxes if box.below}
    assert list(minutes) == [signed(hp) for hp in range(-1, -10, -1)]
    assert ["".join(filter(str.isdigit, minute)) for minute in minutes.values()] == list("987654321")
    zones = {box.label: box.zone for box in boxes}
    assert len({zones["14"], zones["0"], zones["−1"], zones["−10"]}) == 4
    assert zones["1"] == zones["14"]
    assert zones["−9"] == zones["−1"]


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
            dealt = odds.damage_table(bonus, armor, last)
            assert chances(row) == [chance for _, chance in dealt]
            assert sum(chances(row)) == 1
            assert row[-2:] == tuple(decimal(odds.mean_damage(bonus, armor, token=token), 2) for token in (False, True))
