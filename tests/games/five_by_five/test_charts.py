"""The charts of a Five by Five sheet: what a hit does, and what a healing check changes."""

from fractions import Fraction

from chargen.core.roll import with_sign
from chargen.core.sheet import Chance, Chart, Table
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.leaf import leaf
from chargen.games.five_by_five.rules import Rules
from chargen.render.chart import number
from tests.games.five_by_five.test_sheet import sheet


def _charts(name: str) -> list[Chart]:
    found = [block for block in sheet().blocks if isinstance(block, Chart) and block.name == name]
    assert found
    return found


def test_every_weapon_has_its_chart() -> None:
    """Its damage against no armour, with its average: the leaf's row of its damage bonus."""
    (damage,) = [block for block in leaf(Rules()) if isinstance(block, Table) and block.name == "damage"]
    charts = dict(zip((3, 0), _charts("damage-chart"), strict=True))  # a medium hand gun, and bare hands
    for bonus, chart in charts.items():
        (row,) = [row for row in damage.rows if row[0] == with_sign(bonus)]
        assert sum(chance for _, chance in chart.series) == 1
        assert [chance for _, chance in chart.series if chance] == [
            cell.value for cell in row if isinstance(cell, Chance)
        ]
        assert len(chart.series) == len(damage.columns) - 3
        assert chart.mean is not None
        assert f"{float(chart.mean):.2f}" == row[-2]


def test_a_healing_check_is_drawn_whole() -> None:
    """Harm where it fails, healing where it succeeds; together certain, and on average what the dice do."""
    (chart,) = _charts("healing-chart")
    rules = Rules()
    assert sum(chance for _, chance in chart.series) == 1
    success = odds.chance(2, rules)  # First Aid 2
    healed = sum(chance for label, chance in chart.series if (number(label) or 0) > 0)
    assert healed == success
    assert dict(chart.series)["0"] == Fraction(0)
    assert chart.mean == odds.healing_gain(2, rules)
