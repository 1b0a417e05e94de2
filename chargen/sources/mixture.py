"""Combine NPCs of several sources into one batch; each keeps its seed and its number in its source."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chargen import fileio
from chargen.checking.rules import TABLE, Table, at_table
from chargen.npc.generation import Npc, Order
from chargen.sources import check_file
from chargen.sources.source_parser import Request
from chargen.text.source import load


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A character in a file, which is printed and never changed."""

    path: str  # An absolute path: worker processes may have other working directories
    shown: str  # The name in messages
    name: str
    content: bytes  # As it was when it was asked for: a deck must not have two states of one file
    system: str
    table: str = ""  # The path of the campaign file whose house rules hold for all; empty where the file names its own

    def npc(self, number: int) -> Npc:
        """Return the character as an NPC of a batch."""
        path = Path(self.path)
        with at_table(Table(Path(self.table)) if self.table else None):
            checked = check_file.check_any(fileio.Input(self.shown, path, load(self.shown, self.content)))
        data = checked.source.data if isinstance(checked.source.data, dict) else {}
        return Npc(number=number, name=checked.name or "", concept=data, checked=checked, folder=path.parent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """A batch of NPCs from several orders and of characters in files; it has the interface of an `Order`."""

    seed: str
    orders: tuple[Order, ...]
    places: tuple[tuple[int, int] | Written, ...]
    """For each place, the index of the order, from 0, and the number in it; or the file."""
    first: int = 1
    """The number of the first place."""
    title: str = ""
    role: str = ""

    @property
    def system(self) -> str:
        """The keys of all games in the batch, sorted and separated by commas."""
        found = (place.system if isinstance(place, Written) else self.orders[place[0]].system for place in self.places)
        return ", ".join(sorted(set(found)))

    @property
    def size(self) -> int:
        """The number of NPCs."""
        return len(self.places)

    def npc(self, number: int) -> Npc:
        """Make an NPC, or check a character. Raises `NpcRejected` where that fails."""
        place = self.places[number - self.first]
        if isinstance(place, Written):
            return place.npc(number)
        which, own = place
        return replace(self.orders[which].npc(own), number=number)

    def seed_of(self, number: int) -> str:
        """Return the complete seed of an NPC; empty for a character in a file."""
        place = self.places[number - self.first]
        return "" if isinstance(place, Written) else self.orders[place[0]].seed_of(place[1])

    def pinned_name(self, number: int) -> str:
        """Return the name of an NPC if it is known without making the NPC."""
        place = self.places[number - self.first]
        return place.name if isinstance(place, Written) else self.orders[place[0]].pinned_name(place[1])

    def part(self, first: int, last: int) -> "Mixture":
        """Return the batch of NPCs ``first`` to ``last`` only."""
        return replace(self, places=self.places[first - self.first : last + 1 - self.first], first=first)


def make_mixture(requests: Sequence[Request], seed: str, title: str) -> Mixture:
    """Return one batch of valid requests, all that a `SourceParser` made of its arguments."""
    # By identity: an order is large and has no hash, and all requests of a source share one object.
    orders = {id(request.order): request.order for request in requests if request.order is not None}
    index = {identity: place for place, identity in enumerate(orders)}
    table, places = TABLE.get(), list[tuple[int, int] | Written]()
    for request in requests:
        if request.order is not None:
            places.append((index[id(request.order)], request.number))
            continue
        checked, input_file = request.checked, request.input_file
        assert checked is not None
        assert input_file is not None
        assert input_file.path is not None
        written = Written(
            path=str(input_file.path.absolute()),
            shown=input_file.shown,
            name=checked.name or "",
            content=checked.source.content,
            system=request.system,
            table=str(table.path) if table is not None else "",
        )
        places.append(written)
    return Mixture(seed=seed, orders=tuple(orders.values()), places=tuple(places), title=title)
