"""Draws: exact weights, every option, and errors reported before any NPC is made."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from chargen.game.shuffle import Shuffle
from chargen.npc.draws import Chooser, find_draw_errors, make_draws
from tests.scale import fourth


def draw(data: Any, seed: int = 1) -> Any:
    """Return the data with its draws made by a seed."""
    assert list(find_draw_errors(data)) == []
    return make_draws(data, Chooser(Random(seed), Shuffle())).value


def many(data: Any, number: int) -> Counter[Any]:
    """Count the results of one draw made many times from one seed."""
    random = Random(7)
    return Counter(make_draws(data, Chooser(random, Shuffle("docks", turn))).value for turn in range(1, number + 1))


@pytest.mark.parametrize(
    ("options", "weights"),
    [
        ({"spear": 3, "club": 1}, {"spear": 3, "club": 1}),
        ({"spear": 0.1, "club": 0.2, "axe": 0.7}, {"spear": 1, "club": 2, "axe": 7}),
        (["spear", "club", "axe"], {"spear": 1, "club": 1, "axe": 1}),
        ({"4": 5, "true": 1}, {4: 5, True: 1}),
    ],
)
def test_options_come_as_often_as_their_weights_say(options: Any, weights: dict[Any, int]) -> None:
    """Over 6,000 draws by one seed, chi square stays under what chance exceeds once in ten thousand times."""
    number = fourth(6000)
    found = many({"one_of": options}, number)
    assert set(found) == set(weights)
    complete = sum(weights.values())
    expected = {drawn: number * weight / complete for drawn, weight in weights.items()}
    square = sum((found[drawn] - usual) ** 2 / usual for drawn, usual in expected.items())
    assert square < 18.5


def test_weights_are_exact() -> None:
    """Three tenths are three of ten, and no float near them: each option has its number of the ten chooser."""

    options = {"one_of": {"a": 0.1, "b": 0.3, "c": 0.6}}
    found = [make_draws(options, Chooser(Random(1), Shuffle("docks", turn))).value for turn in range(1, 11)]
    assert Counter(found) == {"a": 1, "b": 3, "c": 6}
