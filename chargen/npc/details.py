"""What makes somebody of an NPC: a want, a secret, a look, a voice, and ties with others of the batch."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from chargen.core.deal import Deal, shuffled
from chargen.npc.archetype_file import WHO, Details, Tie

NAME, LINE, FULL = DETAILS = ("name", "line", "full")
"""How much is said of an NPC: the name alone; the line besides; and all that is here."""
BLOCK = 12
"""So many neighbours of a batch have ties with one another (ours): no more than a GM sees at once."""
_HEADINGS = {"wants": "Wants", "secrets": "Secret", "looks": "Look", "voices": "Voice"}
"""What stands before a line, by the list that it is from."""


def notes(details: Details, deal: Deal) -> Iterator[str]:
    """Yield what there is to say of an NPC by itself, a line each with its heading."""
    for name, heading in _HEADINGS.items():
        lines = getattr(details, name)
        if lines:
            yield f"{heading}: {lines[deal.index(name, len(lines))]}"


def ties(several: Sequence[Tie], deal: Deal, last: int, name_of: Callable[[int], str]) -> list[str]:
    """Return what an NPC has with others of the batch, by their names and numbers; what they say of it agrees.

    Each block of neighbours stands in a circle, in an order of its own, so that everybody has a tie to two others. Who
    these are does not depend on how many are made; ties with numbers above ``last`` are left out, unless it is 0.
    """
    if not several:
        return []
    block, place = divmod(deal.number - 1, BLOCK)
    circle = _circle(f"{deal.key}/{block}")
    here = circle.index(place)
    said = []
    for side, ahead, start in (("one", 1, here), ("other", -1, here - 1)):
        number = block * BLOCK + circle[(here + ahead) % BLOCK] + 1
        if last and number > last:
            continue
        tie = several[Deal(deal.key, block * BLOCK + start % BLOCK + 1).index("ties", len(several))]
        who = f"{name_of(number)} ({number})" if name_of(number) else f"number {number}"
        said.append((getattr(tie, side) or WHO).replace(WHO, who))
    return said


@lru_cache(maxsize=16)
def _circle(key: str) -> list[int]:
    """The places of a block in the order in which they stand in its circle."""
    return sorted(range(BLOCK), key=lambda place: shuffled(place, BLOCK, key))
