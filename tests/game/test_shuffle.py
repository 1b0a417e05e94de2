"""Lists are drawn like shuffled cards: nothing is repeated before the list is exhausted."""

from itertools import pairwise
from math import prod

import pytest

from chargen.game.shuffle import Shuffle, shuffled_index


@pytest.mark.parametrize("number", [1, 2, 3, 7, 100, 1001])
def test_a_shuffle_is_a_shuffle(number: int) -> None:
    assert sorted(shuffled_index(index, number, "key") for index in range(number)) == list(range(number))


def test_neighbours_do_not_stay_together() -> None:
    places = [shuffled_index(index, 10_000, "key") for index in range(10_000)]
    beside = sum(abs(one - other) == 1 for one, other in pairwise(places))
    assert beside < 20


@pytest.mark.parametrize("sizes", [(1, 1), (4, 8), (6, 4), (9, 12), (8, 8), (5, 7), (3, 4, 6), (4, 4, 4)])
def test_each_combination_comes_once_before_one_is_repeated(sizes: tuple[int, ...]) -> None:
    """And each list by itself is exhausted before one of its words is repeated."""
    lists = [[f"{place}.{word}" for word in range(size)] for place, size in enumerate(sizes)]
    drawn = [Shuffle("docks", number).pick_each(*lists) for number in range(1, prod(sizes) + 1)]
    assert len(set(drawn)) == prod(sizes)
    for place, size in enumerate(sizes):
        words = [line[place] for line in drawn]
        rounds = [words[start : start + size] for start in range(0, len(words), size)]
        assert all(sorted(words) == sorted(lists[place]) for words in rounds)


def test_an_empty_list_gives_no_word() -> None:
    assert Shuffle().pick_each([], ["a"], [], ["b"]) == ("a", "b")
    assert Shuffle().pick_each([]) == ()


def test_batches_have_orders_of_their_own() -> None:
    orders = {
        tuple(Shuffle(key, number).index(label, 20) for number in range(1, 21))
        for key in ("docks", "quay")
        for label in ("coats", "hats")
    }
    assert len(orders) == 4
