"""What makes somebody of an NPC: a want, a secret, a look, a voice, and ties with others of the batch."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from chargen.core.shuffle import Shuffle, shuffled_index
from chargen.npc.archetype_file import WHO, Details, Tie

NAME, LINE, FULL = DETAILS = ("name", "line", "full")
"""How much is said of an NPC: the name alone; the line besides; and all that is here."""
BLOCK = 12
"""So many neighbours of a batch have ties with one another (ours): no more than a GM sees at once."""
MOST_BEHIND = 2
"""With so many who come after, at most, somebody has a tie (ours)."""
_HEADINGS = {"wants": "Wants", "secrets": "Secret", "looks": "Look", "voices": "Voice"}
"""What stands before a line, by the list that it is from."""


def notes(details: Details, shuffle: Shuffle) -> Iterator[str]:
    """Yield what there is to say of an NPC by itself, a line each with its heading."""
    for name, heading in _HEADINGS.items():
        lines = getattr(details, name)
        if lines:
            yield f"{heading}: {lines[shuffle.index(name, len(lines))]}"


def ties(several: Sequence[Tie], shuffle: Shuffle, called: Callable[[int], str]) -> list[str]:
    """Return what an NPC has with others of the batch, as they are ``called``; what they say of it agrees.

    Within a block of neighbours everybody but the first has a tie to somebody before, and up to two to those behind, so
    that it does not depend on how many are made. Ties with numbers that are not called anything are left out.
    """
    if not several:
        return []
    block, here = divmod(shuffle.number - 1, BLOCK)
    before = _before(f"{shuffle.key}/{block}")
    said = []
    for later in range(max(here, 1), BLOCK):
        if here not in (later, before[later]):
            continue
        other = block * BLOCK + (before[later] if here == later else later) + 1
        if name := called(other):
            tied = Shuffle(shuffle.key, block * BLOCK + later + 1)
            tie = several[tied.index("ties", len(several))]
            words = (tie.one, tie.other)[(here == later) ^ tied.index("sides", 2)] or WHO
            said.append(words.replace(WHO, name))
    return said


@lru_cache(maxsize=16)
def _before(key: str) -> list[int]:
    """With whom before it each place of a block has a tie; nobody is chosen more than twice."""
    before = [0]
    for place in range(1, BLOCK):
        free = [other for other in range(place) if before[1:].count(other) < MOST_BEHIND]
        before.append(free[shuffled_index(0, len(free), f"{key}/{place}")])
    return before
