"""The details of an NPC: a want, a secret, a look, a voice, and ties with others of the batch."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from chargen.core.shuffle import Shuffle, shuffled_index
from chargen.npc.archetype_file import WHO, Details, Tie

NAME, LINE, FULL = DETAILS = ("name", "line", "full")
"""The levels of detail: the name alone; the name and a line; all details."""
BLOCK = 12
"""The number of neighbours that have ties with one another (house default): as many as a GM sees at once."""
MOST_BEHIND = 2
"""The largest number of later neighbours that an NPC has ties with (house default)."""
_HEADINGS = {"wants": "Wants", "secrets": "Secret", "looks": "Look", "voices": "Voice"}
"""The heading of a line, by its list."""


def notes(details: Details, shuffle: Shuffle) -> Iterator[str]:
    """Yield the details of one NPC, a line each with its heading."""
    for name, heading in _HEADINGS.items():
        lines = getattr(details, name)
        if lines:
            yield f"{heading}: {lines[shuffle.index(name, len(lines))]}"


def ties(several: Sequence[Tie], shuffle: Shuffle, called: Callable[[int], str]) -> list[str]:
    """Return the ties of an NPC with others of the batch; the two sides of a tie agree.

    Within a block each NPC but the first has a tie to an earlier one, and up to two to later ones, so that ties do not
    depend on the size of the batch. ``called`` returns the name of a number; a tie with an empty name is left out.
    """
    if not several:
        return []
    block, here = divmod(shuffle.number - 1, BLOCK)
    before = _before(f"{shuffle.key}/{block}")
    lines = []
    for later in range(max(here, 1), BLOCK):
        if here not in (later, before[later]):
            continue
        other = block * BLOCK + (before[later] if here == later else later) + 1
        if name := called(other):
            tied = Shuffle(shuffle.key, block * BLOCK + later + 1)
            tie = several[tied.index("ties", len(several))]
            words = (tie.one, tie.other)[(here == later) ^ tied.index("sides", 2)] or WHO
            lines.append(words.replace(WHO, name))
    return lines


@lru_cache(maxsize=16)
def _before(key: str) -> list[int]:
    """Return the earlier place that each place of a block has a tie with; no place is chosen more than twice."""
    before = [0]
    for place in range(1, BLOCK):
        free = [other for other in range(place) if before[1:].count(other) < MOST_BEHIND]
        before.append(free[shuffled_index(0, len(free), f"{key}/{place}")])
    return before
