"""The keys of an archetype file, and the details of an NPC that are drawn from its lists."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from pydantic import WithJsonSchema

from chargen.game.concept import Text
from chargen.game.shuffle import Shuffle, shuffled_index
from chargen.npc.names import NameSource
from chargen.schema.model import NEEDED, Model, Several

NAME, LINE, FULL = DETAILS = ("name", "line", "full")
"""The levels of detail: the name alone; the name and a line; all details."""
BLOCK = 12
"""The number of neighbours that may have ties with one another (house default): as many as a GM sees at once."""
MOST_BEHIND = 2  # The largest number of later neighbours that an NPC has ties with (house default)
DETAIL_LISTS = {"want": "wants", "secret": "secrets", "look": "looks", "voice": "voices"}
"""The keys of a concept, with the list that each is drawn from."""
_ANYTHING = WithJsonSchema({"type": "object"})


WHO = "{who}"  # The placeholder for the other NPC in a tie


class Tie(Model):
    """A relation between two NPCs of a batch, described from both sides."""

    example = '{one: "owes {who} money", other: "is owed money by {who}"}'

    one: Annotated[Text | None, NEEDED] = None
    """The relation of the first NPC to `{who}`."""
    other: Annotated[Text | None, NEEDED] = None
    """The relation of the second NPC to `{who}`."""


class Details(Model):
    """Lists of details, of which each NPC gets one line. Write an empty list to leave a line out."""

    wants: Several[Text] = ()
    """What the NPC wants, as in `to be out of debt by spring`."""
    secrets: Several[Text] = ()
    """What the NPC hides, as in `sold the same cargo twice`."""
    looks: Several[Text] = ()
    """What one sees first, as in `a coat with one sleeve`."""
    voices: Several[Text] = ()
    """How the NPC speaks, as in `answers with a question`."""
    ties: Several[Tie] = ()
    """Relations between NPCs of one batch."""


class ArchetypeFile(Model):
    """A kind of NPC: the values that are fixed, and the values that are drawn for each NPC.

    A value of `pins` or `experience` may be a draw: `{one_of: [this, that]}`, `{one_of: {this: 3, that: 1}}` with
    weights, `{range: [2, 4]}`, or `{some_of: [this, that, other], count: 2}`.
    """

    archetype: Annotated[Text | None, NEEDED] = None
    """The game: five-by-five, or another that `chargen systems` lists."""
    title: str = ""
    """The title; left out, the file's name."""
    about: str = ""
    """One line that describes the archetype in lists of roles."""
    extends: Several[Text] = ()
    """Archetypes to extend: roles of the game, or paths beside this file. Mappings merge; values of this file win."""
    names: Several[NameSource] = ()
    """The names to draw from; by default, one of the everyday lists for each batch."""
    pins: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """The fixed values: any key of a concept. The rest is drawn by the rules of the game."""
    words: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """Lists of words to draw from, which replace the game's own lists."""
    pack: Text | None = None
    """The words of a genre, as for --pack: anywhere, court, harbour, modern, station, or the path of a pack file."""
    details: Details = Details()
    """Lists for --detail full, which replace the default lists."""
    experience: Annotated[Mapping[str, Any], _ANYTHING] = {}
    """Experience of each NPC: the `award`, and what the NPC shall `prefer` to buy, the most wanted first.

    Without `prefer` an NPC buys anything legal at random; `keep: true` keeps all points.
    """


def draw_details(details: Details, shuffle: Shuffle) -> dict[str, str]:
    """Return the details of one NPC: one line of each list, by the key of a concept."""
    lists = {key: (name, getattr(details, name)) for key, name in DETAIL_LISTS.items()}
    return {key: lines[shuffle.index(name, len(lines))] for key, (name, lines) in lists.items() if lines}


class Neighbour(NamedTuple):
    """An NPC as the ties of the others need it."""

    place: int
    """Its number in the batch."""
    shown: str
    """Its name in a tie."""
    ties: Sequence[Tie]


def detail_ties(shuffle: Shuffle, neighbour_of: Callable[[int], Neighbour | None]) -> list[str]:
    """Return the ties of an NPC with other NPCs of the batch; the two NPCs of a tie get its two matching sides.

    Within a block of twelve, each NPC except the first has a tie to one earlier NPC, and up to two ties to later NPCs.
    So ties do not depend on the size of the batch. ``neighbour_of`` returns an NPC by its number, or None where there
    is none. A tie is from the list of its later NPC.
    """
    block, here = divmod(shuffle.number - 1, BLOCK)
    before = _earlier_partners(f"{shuffle.key}/{block}")
    lines = []
    # Each tie belongs to its later NPC. An NPC has its own tie (`later == here`), and those of NPCs that chose it.
    for later in range(max(here, 1), BLOCK):
        if here not in (later, before[later]):
            continue
        other = block * BLOCK + (before[later] if here == later else later) + 1
        # Both NPCs of a tie draw with the number of the later one, so that they get the same tie and its two sides.
        tied = Shuffle(shuffle.key, block * BLOCK + later + 1)
        partner, last = neighbour_of(other), neighbour_of(tied.number)
        if partner and last and last.ties:
            tie = last.ties[tied.index("ties", len(last.ties))]
            # Which of the two has which side is drawn, too: the later NPC is not always the debtor.
            words = (tie.one, tie.other)[(here == later) ^ tied.index("sides", 2)] or WHO
            lines.append(words.replace(WHO, partner.shown))
    return lines


@lru_cache(maxsize=16)
def _earlier_partners(key: str) -> list[int]:
    """Return, for each place of a block, the earlier place that it has a tie with; none is chosen more than twice."""
    before = [0]
    for place in range(1, BLOCK):
        free = [other for other in range(place) if before[1:].count(other) < MOST_BEHIND]
        before.append(free[shuffled_index(0, len(free), f"{key}/{place}")])
    return before
