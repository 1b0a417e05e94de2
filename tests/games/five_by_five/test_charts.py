"""The charts of a Five by Five sheet: what a hit does, and what a healing check changes."""

from typing import Any

from chargen.core.roll import with_sign
from chargen.core.sheet import Chance, Chart, Table
from chargen.games.five_by_five import odds
from chargen.games.five_by_five.reference import make_reference_page
from chargen.games.five_by_five.rules import Rules
from tests.games.five_by_five.test_sheet import sheet


def _charts(name: str, **changes: Any) -> list[Chart]:
    charts = [block for block in sheet(**changes).blocks if isinstance(block, Chart) and block.name == name]
    assert charts
    return charts


def test_every_damage_bonus_has_its_chart() -> None:
    """The damage without armour, with its mean, is the reference page's row of that bonus; equal weapons have one."""
    (damage,) = [block for block in make_reference_page(Rules()) if isinstance(block, Table) and block.name == "damage"]
    armed = ["medium hand gun", "mace", "knife"]
    charts = dict(zip((3, 2), _charts("damage-chart", weapons=armed), strict=True))
    for bonus, chart in charts.items():
        (row,) = [row for row in damage.rows if row[0] == with_sign(bonus)]
        assert sum(chance for _, chance in chart.series) == 1
        assert [chance for _, chance in chart.series] == [cell.value for cell in row if isinstance(cell, Chance)]
        assert len(chart.series) == len(damage.columns) - 3
        assert chart.mean is not None
        assert f"{float(chart.mean):.2f}" == row[-2]


def test_bare_hands_are_drawn_for_the_unarmed() -> None:
    """Whoever carries no weapon hits with 1d6."""
    (chart,) = _charts("damage-chart", weapons=[])
    assert chart.mean == odds.mean_damage(0, 0)
