"""What stands on a Five by Five sheet: every number that the table asks for, and what pencils have changed."""

from fractions import Fraction
from typing import Any

import pytest

from chargen import checking
from chargen.core.roll import decimal, signed
from chargen.core.sheet import Chance, Chart, Label, Pips, Sheet, Table, Track
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


def said(cell: object) -> str:
    """Return the name in a cell."""
    return cell.text if isinstance(cell, Label) else str(cell)


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


def test_aspects_are_columns_when_they_are_on() -> None:
    """Four more chances a row, by each aspect, and a block that names the ratings."""
    plain = sheet()
    drawn = sheet(rules={"aspects": True}, aspects={"agility": "superior", "brawn": "inferior"})
    assert plain.block("aspects") is None
    assert drawn.block("aspects") is not None
    wide, narrow = table(drawn, "descriptors"), table(plain, "descriptors")
    assert len(wide.columns) == len(narrow.columns) + 4
    assert [column.heading for column in wide.columns][5:9] == ["Agi", "Bra", "Cog", "Det"]
    assert chances(wide.rows[0])[2:] == [Fraction(26, 36), Fraction(19, 36), Fraction(23, 36), Fraction(23, 36)]


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


@pytest.mark.parametrize(("left", "filled"), [(14, 0), (13, 1), (0, 14), (-3, 17), (-10, 24)])
def test_lost_hit_points_are_filled(left: int, filled: int) -> None:
    """As many boxes as points were lost, from the top."""
    boxes = track(sheet(state={"hit_points": left}), "hit-points").boxes
    assert [box.filled for box in boxes] == [True] * filled + [False] * (len(boxes) - filled)


def test_boxes_of_the_round_are_filled_by_the_state() -> None:
    """Token, dodges (two with a shield) and initiative."""
    boxes = track(sheet(shield=True, state={"doubles_token": True, "dodges_used": 1}), "boxes").boxes
    assert [(box.label, box.filled) for box in boxes] == [
        ("Doubles token", True),
        ("Dodge 1", True),
        ("Dodge 2", False),
        ("Initiative stolen", False),
    ]
    assert [box.filled for box in track(sheet(), "boxes").boxes] == [False, False, False]


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


def test_the_ledger_is_reported_line_by_line() -> None:
    """What was gained and paid, why and when; a rule ends each session, and the sum follows."""
    ledger = [{"award": 10, "why": "the bridge", "date": "2026-11-20"}, {"raise": "Pilot", "to": 9}]
    checked = grown(*ledger)
    drawn = table(checking.make_sheet(checked), "experience")
    *rows, total = [row for row in drawn.rows if any(row)]
    assert len(rows) == 2, "the others are blank, for a pencil"
    assert drawn.ends == {1}
    assert said(total[1]) == "earned 10 · spent 9"
    assert "2026-11-20" in map(said, rows[0])
    assert any(isinstance(cell, Label) and cell.below == "the bridge" for cell in rows[0])
    assert [row[-2:] for row in rows] == [("+10", "10"), ("−9", "1")]


def test_the_untrained_have_no_chance_at_advanced_things() -> None:
    """Said where the sheet says "everything else", once advanced descriptors are in play."""
    for rules, below in (
        ({}, "everything else"),
        ({"advanced_descriptors": True}, "everything else · at advanced things: no chance"),
    ):
        label = table(sheet(rules=rules), "descriptors").rows[-1][0]
        assert label == Label("Untrained", below)


def test_a_loss_by_healing_is_not_rounded_away() -> None:
    """The chart says −0.03 like the table beside it, and not 0.0."""
    (chart,) = [
        block
        for block in sheet(descriptors={"A": 6, "B": 4, "C": 2, "D": 2, "E": -5}).blocks
        if block.name == "healing-chart"
    ]
    assert isinstance(chart, Chart)
    assert (chart.mean, chart.places) == (Fraction(-1, 36), 2)
