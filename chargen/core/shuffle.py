"""Lists dealt out to the NPCs of a batch like cards: nobody has a word again before all of its list are used up.

Who has which word follows from the key of the batch and the NPC's number alone, so that number 7 is the same however
many are made, in any order, and by any number of processes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import isqrt, lcm
from typing import TypeVar

W = TypeVar("W")
_TURNS = 4


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Who somebody is among those that lists are dealt out to."""

    key: str = ""
    """What tells one batch from another; each deals in an order of its own."""
    number: int = 1
    """From 1."""

    def index(self, label: str, size: int) -> int:
        """Return which of ``size`` cards is this NPC's; a ``label`` tells a pack of cards from others of its size.

        >>> sorted(Shuffle("docks", number).index("coats", 3) for number in (1, 2, 3))
        [0, 1, 2]
        """
        return shuffled_index((self.number - 1) % size, size, f"{self.key}/{label}")

    def pick_each(self, *lists: Sequence[W]) -> tuple[W, ...]:
        """Return a word of each list that is not empty.

        Each list is dealt out whole before one of its words comes again, and no words come together again before all
        that can be joined have been: four callings and eight manners make thirty-two different lines.

        >>> trades, manners = ["Diver", "Clerk"], ["in debt", "in love"]
        >>> len({Shuffle("docks", number).pick_each(trades, manners) for number in range(4)})
        4
        """
        words: list[W] = []
        turn, combined = self.number - 1, 1
        for place, options in reversed([*enumerate(lists)]):
            if size := len(options):
                # When both have come round together, one of them skips a place: so they meet otherwise.
                skipped = turn % (combined * size) // lcm(combined, size)
                words.append(options[shuffled_index((turn + skipped) % size, size, f"{self.key}/{place}")])
                combined *= size
        return tuple(reversed(words))


def shuffled_index(index: int, number: int, key: str) -> int:
    """Return the place of ``index`` when the numbers from 0 to ``number`` - 1 are shuffled as ``key`` says.

    No two have the same place, and none but the one asked for is worked out: a Feistel network over the smallest
    square that holds them all, walked until it leads back among them.

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
