"""Parse the arguments of a command into requests: NPCs to generate, characters in files, and errors."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

from chargen import fileio
from chargen.checking.concept import Checked
from chargen.checking.rules import TABLE, Table, at_table
from chargen.file_kind import FileKind
from chargen.game.npc import Infeasible
from chargen.npc import archetype as archetypes
from chargen.npc import generation
from chargen.npc.archetype_file import FULL, LINE
from chargen.npc.generation import Npc, Order, Row
from chargen.sources import check_file, ordering
from chargen.sources.argument import SourceKind, SourceSpec, parse_source
from chargen.sources.spreadsheet import OTHER_GAME
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.source import Source, load

MOST = 10_000  # The largest number of NPCs that one argument may ask for (house default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request for one NPC of an order or one character in a file; or the errors of an argument.

    It can be sent to another process.
    """

    order: Order | None = None  # The order of an NPC; None for a file and for an error
    number: int = 0  # The number of the NPC in its order
    row: Row | None = None  # Its row of a spreadsheet
    place: int = 0  # Its number among the valid ones of all sources
    name: str = ""  # The name of the source in messages
    input_file: fileio.Input | None = None
    checked: Checked | None = None  # The character that was read, or the errors; None for an NPC of an order
    table: Path | None = None  # The campaign file whose house rules hold for all; None where the file names its own

    @property
    def is_valid(self) -> bool:
        """Return whether it is for an NPC, or for a character without errors."""
        return self.order is not None or (self.checked is not None and self.checked.ok and bool(self.system))

    @property
    def system(self) -> str:
        """Return the key of the game; empty where it is unknown."""
        if self.order is not None:
            return self.order.archetype.system
        return self.checked.game.key if self.checked is not None and self.checked.game is not None else ""

    @property
    def seed(self) -> str:
        """Return the complete seed of an NPC; empty for a character in a file."""
        return self.order.seed_of(self.number, self.row) if self.order is not None else ""

    @property
    def pinned_name(self) -> str:
        """Return the name if it is known without making the NPC."""
        return (self.row.name if self.row is not None else "") or (self.checked.name or "" if self.checked else "")

    def npc(self) -> Npc:
        """Make the NPC, or take the character of the file. Raises `Infeasible` where that fails."""
        if self.order is not None:
            return generation.make_npc(self.order, self.number, self.row, self.place)
        assert self.checked is not None
        data = self.checked.source.data if isinstance(self.checked.source.data, dict) else {}
        folder = self.input_file.path.parent if self.input_file is not None and self.input_file.path else Path()
        return Npc(number=self.place, name=self.checked.name or "", concept=data, checked=self.checked, folder=folder)

    def character(self) -> Checked:
        """Return the character, generated or read, with its diagnostics."""
        if self.order is None:
            assert self.checked is not None
            return self.checked
        shown = f"{self.name}, NPC {self.number}"
        try:
            checked = self.npc().checked
            return replace(checked, source=replace(checked.source, name=shown))
        except Infeasible as rejection:
            return _make_failed(shown, rejection.diagnostics, rejection.sources)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle of a file its content, as it was when it was read: in another process it is checked again."""
        plain = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "checked"}
        return _restore_request, (plain, self.checked.source.content if self.checked is not None else None)


def _restore_request(plain: dict[str, Any], content: bytes | None) -> Request:
    request = Request(**plain)
    if content is None or (file := request.input_file) is None:
        return request
    with at_table(Table(request.table) if request.table else None):
        return replace(request, checked=check_file.check_any(replace(file, source=load(file.shown, content))))


@dataclass(slots=True)
class SourceParser:
    """Parses arguments into requests.

    ``PATH*4`` is four NPCs of an archetype, ``GAME/ROLE*4`` four NPCs of a role, and ``GAME*4`` four NPCs of a game.
    A spreadsheet is one NPC for each row. A source that is named again continues its numbering.
    """

    number: int
    """The number of NPCs that a source without a number makes."""
    seed: str
    pack: str = ""
    detail: str = LINE
    """The level of detail, as in `Order`."""
    counts: Counter[str] = field(default_factory=Counter)
    """The number of NPCs that each source has made so far."""
    orders: dict[str, Order] = field(default_factory=dict)
    """The order of each source of NPCs."""
    notify: Callable[[Checked], object] = lambda _: None
    """Called with each archetype file that NPCs are made from: it may have warnings of its own."""

    def characters(self, arguments: Iterable[str]) -> list[Checked]:
        """Return all characters that the arguments name, in order, each with its diagnostics."""
        return [request.character() for request in self.requests(arguments)]

    def requests(self, arguments: Iterable[str]) -> list[Request]:
        """Return a request for each NPC and each character, in order; no NPC is generated yet."""
        specs = [parse_source(argument) for argument in arguments]
        tables = {index: spec.name for index, spec in enumerate(specs) if spec.kind is SourceKind.SPREADSHEET}
        parsed = {index: list(self._parse(spec)) for index, spec in enumerate(specs) if index not in tables}
        # Spreadsheets come last: one that names no game is for the game of all other sources.
        games = sorted({request.system for request in chain.from_iterable(parsed.values())} - {""})
        parsed |= {index: list(self._parse_spreadsheet(name, games)) for index, name in tables.items()}
        requests = [request for index in range(len(specs)) for request in parsed[index]]
        # Where an order ends, and which number its NPCs have among those of all sources, is known only now.
        places = accumulate(int(request.is_valid) for request in requests)
        requests = [replace(request, place=place) for request, place in zip(requests, places, strict=True)]
        several = len(specs) > 1 or len({id(request.order) for request in requests if request.is_valid}) > 1
        deck = f"deck/{self.seed}" if several else ""
        orders = {
            id(order): replace(order, last=self.counts[request.name] or order.last, deck=deck)
            for request in requests
            if (order := request.order) is not None
        }
        if several and self.detail == FULL:
            near = (orders[id(one.order)].neighbour(one.number, one.row, one.place) for one in requests if one.order)
            neighbours = tuple(one for one in near if one is not None and one.ties)
            orders = {key: replace(order, neighbours=neighbours) for key, order in orders.items()}
        return [replace(request, order=orders.get(id(request.order))) for request in requests]

    def _parse(self, spec: SourceSpec) -> Iterator[Request]:
        if spec.times is not None and not 1 <= spec.times <= MOST:
            shown = f"{spec.name}*{spec.times}"
            message = f"the number after the * must be from 1 to {MOST:,}; found {spec.times}"
            yield Request(checked=_make_failed(shown, [error(message, code="archetype/number", file=shown)]))
        elif spec.kind is SourceKind.GAME:
            reading = archetypes.read_archetype(*spec.game_and_role, self.pack)
            yield from self._request_npcs(reading, spec.name, spec.times)
        else:
            for input_file in fileio.expand([spec.name]):
                checked = check_file.check_any(input_file)
                # Read again, with the pack of the command line, which the check does not know.
                if checked.kind is FileKind.ARCHETYPE and checked.ok and input_file.path is not None:
                    self.notify(checked)
                    reading = archetypes.check_archetype(input_file.path, input_file.shown, self.pack)
                    yield from self._request_npcs(reading, input_file.shown, spec.times)
                # House rules and the like lie beside the characters of a folder, and are passed over if they are valid.
                elif not checked.ok or checked.kind not in check_file.FOR_ALL:
                    path, table = input_file.path, TABLE.get()
                    # Worker processes may have other working directories.
                    file = replace(input_file, path=path.absolute() if path is not None else None)
                    yield from [Request(input_file=file, checked=checked, table=table.path if table else None)] * (
                        spec.times or 1
                    )

    def _request_npcs(self, reading: archetypes.Reading, name: str, times: int | None) -> Iterator[Request]:
        if reading.archetype is None:
            yield Request(checked=_make_failed(name, reading.diagnostics, reading.sources))
            return
        order = self.orders.setdefault(name, ordering.make_order(reading.archetype, self.seed, detail=self.detail))
        for _ in range(times or self.number):
            self.counts[name] += 1
            yield Request(order=order, number=self.counts[name], name=name)

    def _parse_spreadsheet(self, name: str, games: list[str]) -> Iterator[Request]:
        try:
            # Several games, and none named: nothing says which one is meant.
            named = ordering.read_games(Path(name)) or (games if len(games) == 1 else [])
        except fileio.Unreadable as exc:
            yield Request(checked=_make_failed(name, fileio.unread(name, exc).diagnostics))
            return
        if not named:
            message, hint = "the spreadsheet names no game", "add a column `system`, with the key of a game"
            missing = error(message, code="spreadsheet/no-system", hint=hint, file=name)
            yield Request(checked=_make_failed(name, [missing]))
        results = [
            ordering.read_order(game, "", Path(name), self.seed, pack=self.pack, detail=self.detail) for game in named
        ]
        # Of several games, each order reports the rows of the others, and each mistake that all of them share.
        found = dict.fromkeys(diagnostic for result in results for diagnostic in result.diagnostics)
        diagnostics = [each for each in found if len(results) == 1 or each.code != OTHER_GAME]
        if diagnostics:
            sources = chain.from_iterable(result.sources for result in results)
            yield Request(checked=_make_failed(name, diagnostics, sources))
        # The errors of invalid rows are reported above, and the valid rows can still be used.
        requests = [
            Request(order=result.order, number=number, row=row, name=name)
            for result in results
            for number, row in enumerate(result.rows, 1)
            if not row.diagnostics
        ]
        yield from sorted(requests, key=lambda request: request.number)


def _make_failed(name: str, diagnostics: Iterable[Diagnostic], sources: Iterable[Source] = ()) -> Checked:
    return Checked(source=Source(name, ""), diagnostics=tuple(diagnostics), others=tuple(sources))
