"""Shuffle lists among the NPCs of a batch: no word repeats before all words of its list are used.

The word of an NPC depends on the key of the batch and the NPC's number alone. Number 7 is the same in a batch of any
size, in any order, and with any number of processes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import isqrt, lcm
from typing import TypeVar

W = TypeVar("W")
_TURNS = 4  # Rounds of the Feistel network; four make a pseudorandom permutation (Luby and Rackoff, 1988)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Hold the position of an NPC in the shuffled lists of a batch."""

    key: str = ""  # The key of the batch; each key has an order of its own
    number: int = 1  # From 1

    def index(self, label: str, size: int) -> int:
        """Return this NPC's index in a shuffled list of ``size``; each ``label`` is shuffled by itself.

        >>> sorted(Shuffle("docks", number).index("coats", 3) for number in (1, 2, 3))
        [0, 1, 2]
        """
        return shuffled_index((self.number - 1) % size, size, f"{self.key}/{label}")

    def pick_each(self, *lists: Sequence[W]) -> tuple[W, ...]:
        """Return a word of each list that is not empty.

        Each list is used up before one of its words repeats, and a combination repeats only after all combinations are
        used: four callings and eight manners make thirty-two different lines.

        >>> trades, manners = ["Diver", "Clerk"], ["in debt", "in love"]
        >>> len({Shuffle("docks", number).pick_each(trades, manners) for number in range(4)})
        4
        """
        words: list[W] = []
        turn, combined = self.number - 1, 1
        for place, options in reversed([*enumerate(lists)]):
            if size := len(options):
                # Lists whose lengths share a factor would repeat the same pairs: skip one place whenever both restart.
                skipped = turn % (combined * size) // lcm(combined, size)
                words.append(options[shuffled_index((turn + skipped) % size, size, f"{self.key}/{place}")])
                combined *= size
        return tuple(reversed(words))


def shuffled_index(index: int, number: int, key: str) -> int:
    """Return the place of ``index`` in the shuffle of 0 to ``number`` - 1 that belongs to ``key``.

    No two indexes share a place, and no other place is computed: a Feistel network permutes the smallest square that
    holds all numbers, and is applied again until the result is in range (cycle walking).

    >>> sorted(shuffled_index(index, 10, "docks") for index in range(10)) == list(range(10))
    True
    """
    side = isqrt(number - 1) + 1
    while True:
        left, right = divmod(index, side)
        for turn in range(_TURNS):
            digest = blake2b(f"{key}/{turn}/{right}".encode(), digest_size=8).digest()
            left, right = right, (left + int.from_bytes(digest)) % side
        index = left * side + right
        if index < number:
            return index
