"""The ready characters of this game."""

import re

from chargen.game.resources import folder
from tests.characters import check

PRESETS = sorted((folder("presets") / "concepts" / "five-plus").glob("*.yaml"))


def test_the_prices_written_beside_the_levels_are_right() -> None:
    """Where a preset notes what a level cost, the comments add up to what was spent."""
    noted = 0
    for path in PRESETS:
        prices = re.findall(r": \d +# (\d+)", path.read_text(encoding="utf-8"))
        if prices:
            noted += 1
            spent = check(path).points()["creation"].spent
            assert sum(map(int, prices)) == spent, path.name
    assert noted >= 2
