"""The charts of a Gamocles sheet: the totals of the pools that most checks use."""

import pytest

from chargen.core.sheet import Chart
from chargen.games.gamocles.sheet import MOST_CHARTED
from tests.games.gamocles.test_sheet import FOLDER, drawn


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_totals_are_whole_and_on_one_scale(name: str) -> None:
    """Each adds up to certainty, and all go from the same total to the same, so that they can be compared."""
    charts = [block for block in drawn(name).blocks if isinstance(block, Chart)]
    assert len(charts) <= MOST_CHARTED
    assert {sum(chance for _, chance in chart.series) for chart in charts} <= {1}
    assert len({tuple(label for label, _ in chart.series) for chart in charts}) <= 1


def test_the_pools_that_most_checks_use_are_drawn() -> None:
    """With the average of each, which the chart of the same dice has too."""
    charts = [block for block in drawn("gamocles-nalac").blocks if isinstance(block, Chart)]
    assert len(charts) == MOST_CHARTED
    assert all(chart.title.startswith("Totals of ") for chart in charts)
    for chart in charts:
        assert chart.mean is not None
        shown = sum(int(label.rstrip("+")) * chance for label, chance in chart.series)
        assert 0 <= chart.mean - shown < 1  # the last bar takes the rarest together
