"""Generate the NPCs of a batch. NPC 7 of a seed is the same on every machine and in a batch of any size."""

import os
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking, fileio
from chargen.checking.concept import Checked
from chargen.game.npc import Experience, Infeasible, NpcSpec
from chargen.game.shuffle import Shuffle
from chargen.kit.checks import is_sum, paths_read_by
from chargen.npc import draws, validation
from chargen.npc.archetype import Archetype, Reading, find_holder, sort_by_place
from chargen.npc.archetype_file import FULL, LINE, NAME, Neighbour, detail_ties, draw_details
from chargen.npc.draws import Chooser
from chargen.npc.fixed import find_not_fixed, merge
from chargen.schema.parsing import parse
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, Place, Severity, error
from chargen.text.names import fold
from chargen.text.reader import Plain
from chargen.text.writing import document

ROLE = "role"  # The column of a spreadsheet that names the role of each row


@dataclass(frozen=True, slots=True)
class Pin:
    """The place of a pin in a spreadsheet."""

    file: str
    place: Place
    where: str  # Row, column and text of the cell, for messages

    def located(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic about the pin with the place of its cell."""
        return replace(diagnostic, file=self.file, place=self.place, message=f"{self.where}: {diagnostic.message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One NPC of a spreadsheet."""

    pins: Mapping[str, Any] = field(default_factory=dict)
    """The values of the cells, as plain data of a concept."""
    archetype: Archetype | None = None
    """The archetype of the role in the column ``role``; None where that cell is empty."""
    cells: Mapping[KeyPath, Pin] = field(default_factory=dict)
    """The place of each pin, by its folded path."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Why no NPC can be made of the row; empty for a valid row."""

    @property
    def name(self) -> str:
        """Return the name in the row; empty where it has none."""
        name = self.pins.get("name")
        return name if isinstance(name, str) else ""

    def cell(self, path: KeyPath) -> Pin | None:
        """Return the cell of a path of the pins: the nearest enclosing cell, or else the first cell within the path."""
        folded = fold_path(path)
        for length in range(len(folded), 0, -1):
            if (pin := self.cells.get(folded[:length])) is not None:
                return pin
        # An error about a mapping, such as a sum of traits, whose values are in several cells.
        return next((pin for steps, pin in self.cells.items() if steps[: len(folded)] == folded), None)


def fold_path(path: KeyPath) -> KeyPath:
    """Return a path with its names folded."""
    return tuple(fold(step) if isinstance(step, str) else step for step in path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """All that the NPCs of one source have in common; with a number, and a row where there is one, it makes an NPC."""

    seed: str
    archetype: Archetype
    table: str = ""
    """The name of the spreadsheet without its ending. Part of each seed, so that its NPCs differ from a role's."""
    detail: str = LINE
    """The level of detail: one of `chargen.npc.archetype_file.DETAILS`."""
    last: int = 0
    """The number of the last NPC; 0 where the end is unknown."""
    deck: str = ""
    """The key of the shuffles of details in a deck of several sources; without one, that of names and words."""
    neighbours: tuple[Neighbour, ...] | None = None
    """All NPCs of a deck or a spreadsheet that can have ties, in their order; None where others are named as drawn."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The contents of the house rules files by path, as they were when the order was read."""
    campaign: str = ""
    """The file of the house rules that hold for all NPCs, even where a row names another; empty without one."""

    @property
    def key(self) -> str:
        """Return the key of the shuffles of names and words."""
        return self._key_of(self.archetype.role)

    def _key_of(self, role: str) -> str:
        return "/".join((self.archetype.system, role, self.seed, *filter(None, [self.table])))

    def seed_of(self, number: int, row: Row | None = None) -> str:
        """Return the complete seed of an NPC."""
        return f"{self._key_of(self.archetype_of(row).role)}/{number}"

    def archetype_of(self, row: Row | None) -> Archetype:
        """Return the archetype of an NPC: the role that its row names, else the archetype of the order."""
        return self.archetype if row is None or row.archetype is None else row.archetype

    def name_of(self, number: int, row: Row | None = None) -> str:
        """Return the name of an NPC without making the NPC; empty where the name itself is a draw."""
        archetype = self.archetype_of(row)
        pinned = (row.name if row is not None else "") or archetype.pins.get("name")
        if pinned:
            return pinned if isinstance(pinned, str) else ""
        return archetype.names.pick(self.key, number, self.seed)

    def neighbour(self, number: int, row: Row | None = None, place: int = 0) -> Neighbour | None:
        """Return an NPC as ties need it, with a name as in `Bess Keel (12)`; None where there is no such NPC."""
        if self.last and number > self.last:
            return None
        place, name = place or number, self.name_of(number, row)
        # The ties of the order, not of the row's role: both NPCs of a tie must choose from one list.
        return Neighbour(place, f"{name} ({place})" if name else f"number {place}", self.archetype.details.ties)

    def ties_of(self, place: int) -> list[str]:
        """Return the ties of the NPC at a place of its batch, to any other NPC of it."""
        near, key = self.neighbours, self.deck or self.key
        if not self.archetype.details.ties:
            return []
        if near is None:
            return detail_ties(Shuffle(key, place), self.neighbour)
        here = bisect_left(near, place, key=lambda one: one.place)
        return detail_ties(Shuffle(key, here + 1), lambda other: near[other - 1] if other <= len(near) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Npc:
    """A generated and checked NPC of a batch."""

    number: int  # The number in the batch, from 1
    seed: str = ""  # The complete seed; empty for a character that is read from a file
    name: str
    concept: Mapping[str, Any]  # The NPC as the plain data of a concept file
    checked: Checked
    folder: Path = Path()  # The folder that the paths in ``concept`` are relative to

    def concept_in(self, folder: Path) -> dict[str, Any]:
        """Return the concept for a file in a folder: the paths of house rules and portrait are relative to it."""
        paths = {key: self.folder / self.concept[key] for key in ("campaign", "portrait") if self.concept.get(key)}
        return {**self.concept, **{key: Path(os.path.relpath(path, folder)).as_posix() for key, path in paths.items()}}

    def yaml(self, folder: Path | None = None) -> str:
        """Return the text of a valid concept file for the NPC, in ``folder`` where one is given."""
        return document(self.concept if folder is None else self.concept_in(folder))


def make_npc(
    order: Order, number: int, row: Row | None = None, place: int = 0, choices: Mapping[KeyPath, int] | None = None
) -> Npc:
    """Make an NPC of a batch. The same order, number and row give the same NPC on any machine.

    ``row`` is its row of a spreadsheet, ``place`` its number in a batch of several sources. ``choices`` are the options
    of draws to take, by their paths; the others are drawn. Raises `Infeasible` where no legal character was found for
    the fixed values, or the row is invalid.
    """
    if row is not None and row.diagnostics:
        raise Infeasible(row.diagnostics)
    # House rules as they were when the order was read: a file may change meanwhile, or be on another machine.
    with fileio.kept(order.files):
        return _Making(order, number, row, place or number).npc(choices or {})


def find_all_errors(reading: Reading) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an archetype, and why its values without errors make no NPC, for each option of draws.

    An option that only does not fit other values is no error while NPCs can be made: such an NPC is drawn again.
    After `limits.OPTIONS_REFUSED` refused options the rest is not tried. This is reported unless all were refused for
    the reasons of the first one, which then are not in the draws.
    """
    archetype = reading.rest
    if archetype is None:
        return reading.diagnostics
    order = Order(seed="trial", archetype=archetype)
    found = list(reading.diagnostics)
    seen = set[tuple[str, Place | None, str, str]]()
    refused, of_the_first, makes_some = 0, 0, False
    joint = {archetype.game.code(rule) for rule in archetype.game.creation if is_sum(rule) or paths_read_by(rule)}
    # First an NPC as a batch makes it, which an archetype without draws needs as well.
    for number, choices in enumerate(chain([{}], draws.list_choices(archetype.fixed)), start=1):
        if refused == limits.OPTIONS_REFUSED:
            if len(seen) > of_the_first:
                message = f"no NPC can be made with {refused} options of draws; fix them to have the others tried"
                found += archetype.files[0].locate([error(message, "pins", key=True, code="archetype/draw")])
            break
        try:
            # The number of the option serves as the number of the NPC: any will do.
            make_npc(order, number, choices=choices)
            makes_some = True
        except Infeasible as exc:
            is_redrawn = makes_some and all(diagnostic.code in joint for diagnostic in exc.diagnostics)
            for diagnostic in exc.diagnostics:
                if is_redrawn:
                    message = f"{diagnostic.message}; such an NPC is drawn again"
                    diagnostic = replace(diagnostic, severity=Severity.NOTE, message=message)
                found += [diagnostic] if diagnostic.identity not in seen else []
                seen.add(diagnostic.identity)
            refused += not is_redrawn
            of_the_first = of_the_first or len(seen)
    return sort_by_place(found, reading.sources)


def find_errors_beside(order: Order, number: int, row: Row) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the cells of an invalid row that could be read: no error hides another."""
    # Without its rules, which may not be those that were meant, a row cannot be judged.
    if not row.pins or any(found.path[:1] in (("rules",), ("campaign",)) for found in row.diagnostics):
        return ()
    try:
        make_npc(order, number, replace(row, diagnostics=()))
    except Infeasible as exc:
        # Not what the role says: without the cells that could not be read, it may not fit to the others.
        places = {pin.place for pin in row.cells.values()}
        return tuple(found for found in exc.diagnostics if found.place in places)
    return ()


class _Making:
    """Makes one NPC of an order."""

    def __init__(self, order: Order, number: int, row: Row | None, place: int) -> None:
        self.archetype = order.archetype_of(row)
        self.game = self.archetype.game
        self.order = order
        self.number = number
        self.row = row
        self.place = place
        self.seed = order.seed_of(number, row)
        self.random = Random(self.seed)
        self.folder = Path(self.archetype.folder)
        self.shuffle = Shuffle(order.key, number)

    def npc(self, choices: Mapping[KeyPath, int]) -> Npc:
        """Return the NPC; where no proposal is legal with the values that were drawn, they are drawn again."""
        last: tuple[Diagnostic, ...] = ()
        alike = 0
        for turn in range(validation.TRIES):
            # A key of its own for each turn: with the same key, the shuffle would draw the same options.
            shuffle = Shuffle(f"{self.order.key}/{turn}", self.number) if turn else self.shuffle
            self.drawn = draws.make_draws(self.archetype.fixed, Chooser(self.random, shuffle, choices))
            try:
                return self._make(1 if self.drawn.origins else validation.TRIES)
            except Infeasible as exc:
                rejected = exc
            # The same reasons again and again do not depend on what is drawn.
            alike = alike + 1 if rejected.diagnostics == last else 0
            last = rejected.diagnostics
            if not self.drawn.origins or alike == validation.SAME:
                break
        raise rejected

    def _find_fixed(self) -> dict[str, Plain]:
        """Return the pins: the drawn values, with those of the row over them."""
        pins: dict[str, Plain] = self.drawn.value.get("pins", {})
        if self.row is not None:
            # After the draws: the row may set one part of a value that is drawn.
            pins = merge(pins, self.row.pins)
        name = pins.get("name") or self.order.name_of(self.number, self.row)
        if self.order.detail == FULL:
            # One shuffle for a deck, so that no source repeats what another has, while the list is not used up.
            deck = Shuffle(self.order.deck or self.order.key, self.place)
            ties = self.order.ties_of(self.place)
            # Below the pins: a drawn detail must not replace a pinned one.
            pins = {**draw_details(self.archetype.details, deck), **({"ties": ties} if ties else {}), **pins}
        if self.order.detail == NAME:
            # An empty concept is pinned, so that the game draws none; `_make` drops it.
            pins = {"concept": "", **pins}
        if self.order.campaign:
            pins = {**pins, "campaign": self.order.campaign}
        first = {"system": self.game.key, "name": name}
        return first | pins | first

    def _make(self, tries: int) -> Npc:
        fixed = self._find_fixed()
        parsed = parse(self.game.concept, fixed, partial=True)
        # A row of a table that was printed may have a ledger and marks, but no waiver.
        if diagnostics := [*parsed.diagnostics, *find_not_fixed(fixed, "waive")]:
            raise Infeasible(map(self._at_pin, diagnostics), self.archetype.files)
        assert parsed.value is not None
        experience = self.drawn.value.get("experience")
        spec = NpcSpec(
            name=fixed["name"],
            pins=fixed,
            pinned=parsed.value,
            words=self.archetype.words,
            sex=self.archetype.names.sex(fixed["name"]),
            shuffle=self.shuffle,
            experience=Experience.model_validate(experience) if experience else None,
        )
        rules = checking.rules(self.game, parsed.value, self.folder)
        name = f"NPC {self.number}"
        try:
            checked = validation.find_legal(self.game, self.random, rules, spec, self.folder, name, tries)
        except Infeasible as exc:
            raise Infeasible(map(self._at_pin, exc.diagnostics), self.archetype.files) from exc
        # An empty text is a key that was pinned only to keep it empty.
        concept = {key: value for key, value in checked.source.data.items() if value != ""}
        return Npc(
            number=self.place,
            seed=self.seed,
            name=concept["name"],
            concept=concept,
            checked=checked,
            folder=self.folder,
        )

    def _at_pin(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic about a pin at this pin, or at the nearest enclosing one."""
        # The diagnostic's place is in the generated NPC, which the user never sees.
        bare = replace(diagnostic, file="", place=None, related=(), mentions=())
        if self.row is not None and (cell := self.row.cell(diagnostic.path)) is not None:
            return cell.located(bare)
        files = self.archetype.files
        if not files:
            return replace(bare, file=f"NPC {self.number}")
        # Users can correct only their own file, which is the first; a role's pin is legal until theirs contradicts it.
        of_their_files = []
        for path in (diagnostic.path, *diagnostic.mentions):
            # These are sections of the archetype beside `pins`; all other paths are keys of a concept.
            at_the_top = path[:1] in (("words",), ("experience",))
            origin = self.drawn.origin(path if at_the_top else ("pins", *path))
            of_their_files.append((find_holder(files, origin), origin))
        number, path = min(of_their_files, key=lambda found: bool(found[0]))
        return files[number].locate([replace(bare, path=path)])[0]
