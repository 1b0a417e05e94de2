"""The charts of a Five by Five sheet: what a hit does, and what a healing check changes."""

from fractions import Fraction
from itertools import pairwise

from chargen.core.sheet import Chart, Table
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.rules import Rules
from chargen.render.chart import number
from tests.games.five_by_five.test_sheet import sheet


def _charts(name: str) -> list[Chart]:
    found = [block for block in sheet().blocks if isinstance(block, Chart) and block.name == name]
    assert found
    return found


def test_every_damage_table_has_its_chart() -> None:
    """Beside it: the damage against no armour, with its average."""
    blocks = sheet().blocks
    beside = [
        (one, two)
        for one, two in pairwise(blocks)
        if isinstance(one, Table) and one.name == "damage" and isinstance(two, Chart)
    ]
    assert len(beside) == len(_charts("damage-chart")) > 1
    for damage, chart in beside:
        assert sum(chance for _, chance in chart.series) == 1
        assert (damage.place, chart.place) == ("main", "side")
        assert len(chart.series) == len(damage.columns) - 3
        assert chart.mean is not None
        assert f"{float(chart.mean):.2f}" == damage.rows[0][-2]


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
