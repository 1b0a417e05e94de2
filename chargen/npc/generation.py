"""Generate the NPCs of a batch. NPC 7 of a seed is the same on every machine and in a batch of any size."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking, fileio
from chargen.checking.concept import Checked
from chargen.game.concept import RuleSet
from chargen.game.contract import AnyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.npc import Experience, Infeasible, NpcSpec
from chargen.game.shuffle import Shuffle
from chargen.kit.checks import paths_read_by
from chargen.npc import draws, validation
from chargen.npc.archetype import Archetype, Reading, sort_by_place
from chargen.npc.archetype_file import BLOCK, FULL, LINE, NAME, detail_ties, draw_details
from chargen.npc.draws import Chooser
from chargen.npc.fixed import Layer, merge_layers
from chargen.npc.row import Row
from chargen.npc.validation import ValidatedNpc, has_part
from chargen.schema.parsing import parse
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, KeyPath, Place, Severity, error
from chargen.text.parts import find_value
from chargen.text.reader import Plain
from chargen.text.source import Source
from chargen.text.writing import document

_TRIED = 3  # The number of NPCs of which one must be legal where a single option of a draw fits nothing (house default)
REDRAWS = 30
"""How many times values that were drawn are drawn again where they do not fit each other (house default)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """All that is needed to make any NPC of a batch, in any process."""

    system: str
    role: str = ""
    """The name of the archetype; empty where nothing is fixed."""
    seed: str
    archetype: Archetype
    rows: tuple[Row, ...] = ()
    """The rows of a spreadsheet; NPC ``first`` is made of the first row."""
    table: str = ""
    """The name of the spreadsheet without its ending. Part of each seed, so that its NPCs differ from a role's."""
    first: int = 1
    detail: str = LINE
    """The level of detail: one of `chargen.npc.archetype_file.DETAILS`."""
    last: int = 0
    """The number of the last NPC; 0 where the end is unknown."""
    places: Mapping[int, int] | None = None
    """In a deck of several sources, the place of each NPC by its number; None where the two are the same."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The contents of the house rules files by path, as they were when the order was read."""
    is_player: bool = False
    """Whether players' characters are made, and not NPCs."""

    @property
    def size(self) -> int:
        """The number of NPCs; 0 where the order has no end."""
        return len(self.rows)

    @property
    def systems(self) -> tuple[str, ...]:
        """The key of the game, as the only one."""
        return (self.system,)

    @property
    def starts(self) -> tuple[int, ...]:
        """The numbers at which a further source starts: none."""
        return ()

    @property
    def key(self) -> str:
        """Return the key of the shuffles of names and words."""
        return self._key(self.system, self.role)

    def _key(self, system: str, role: str) -> str:
        return f"{system}/{role}/{self.seed}{f'/{self.table}' if self.table else ''}"

    @property
    def title(self) -> str:
        """Return the title of a deck of these NPCs."""
        return self.archetype.title or self.system

    def npc(self, number: int) -> "Npc":
        """Make an NPC; see `make_npc`."""
        return make_npc(self, number)

    def seed_of(self, number: int) -> str:
        """Return the complete seed of an NPC."""
        archetype = self.archetype_of(number)
        return f"{self._key(archetype.system, archetype.role)}/{number}"

    def pinned_name(self, number: int) -> str:
        """Return the name of an NPC in the spreadsheet; empty where it has none."""
        row = self.row(number)
        name = row.pins.get("name") if row is not None else None
        return name if isinstance(name, str) else ""

    def name_of(self, number: int) -> str:
        """Return the name of an NPC without making the NPC; empty where the name itself is a draw."""
        archetype = self.archetype_of(number)
        pinned = self.pinned_name(number) or archetype.pins.get("name")
        if pinned:
            return pinned if isinstance(pinned, str) else ""
        return archetype.names.pick(self.key, number)

    def name_in_tie(self, number: int) -> str:
        """Return an NPC's name and number for a tie, as in `Bess Keel (12)`; empty where there is no such NPC."""
        place = number if self.places is None else self.places.get(number)
        if place is None or (self.last and number > self.last):
            return ""
        name = self.name_of(number)
        return f"{name} ({place})" if name else f"number {place}"

    def archetype_of(self, number: int) -> Archetype:
        """Return the archetype of an NPC: the role that its row names, else the archetype of the order."""
        row = self.row(number)
        return self.archetype if row is None or row.archetype is None else row.archetype

    def row(self, number: int) -> Row | None:
        """Return the spreadsheet row that an NPC is made of; None without a spreadsheet."""
        # `first` moves with `part`: a worker gets only its own rows, and NPCs keep their numbers.
        return self.rows[number - self.first] if self.rows else None

    def part(self, first: int, last: int) -> "Order":
        """Return the order with only the rows that NPCs ``first`` to ``last`` and their ties need."""
        if not self.rows:
            return self
        if self.detail == FULL:
            # Ties name NPCs of the same block, and the names of these are in their rows.
            first, last = max(first - (first - 1) % BLOCK, self.first), last + -last % BLOCK
        return replace(self, rows=self.rows[first - self.first : last + 1 - self.first], first=first)


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


class NpcRejected(Exception):
    """Report why an NPC cannot be made. A reason that is a pin has its place in the archetype or spreadsheet.

    The exception can be sent to another process.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Iterable[Source] = ()) -> None:
        self.diagnostics = tuple(diagnostics)
        self.sources = tuple(sources)
        """The files that the diagnostics point into, without the spreadsheet."""
        super().__init__(self.diagnostics, self.sources)

    def __str__(self) -> str:
        return "; ".join(diagnostic.message for diagnostic in self.diagnostics)


def make_npc(order: Order, number: int) -> Npc:
    """Make an NPC of a batch. The same order and number give the same NPC on any machine.

    Raises `NpcRejected` where the fixed values allow no legal character, or the row of the spreadsheet is invalid.
    """
    row = order.row(number)
    if row is not None and row.diagnostics:
        raise NpcRejected(row.diagnostics)
    # House rules as they were when the order was read: a file may change meanwhile, or be on another machine.
    with fileio.kept(order.files):
        return _Making(order, number, row).npc()


def find_all_errors(reading: Reading) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an archetype, and those of the NPCs that its values without errors make."""
    tried = reading.archetype or reading.rest
    more = find_impossible_options(tried) if tried is not None else ()
    return sort_by_place((*reading.diagnostics, *more), reading.sources)


def find_impossible_options(archetype: Archetype) -> Iterator[Diagnostic]:
    """Try every option of each draw of an archetype once, and yield each reason why no NPC can be made with it.

    A search that finds no legal NPC for the pins uses all its tries, which is slow. After the first such search,
    further options get one try each. After `limits.OPTIONS_REFUSED` refused options the rest is not tried. This is
    reported unless all were refused for the reasons of the first one, which then are not in the draws.
    """
    order = Order(system=archetype.system, role=archetype.role, seed="trial", archetype=archetype)
    seen: set[tuple[str, Place | None, str, str]] = set()
    exhausted, refused, of_the_first = False, 0, 0
    joint = _find_joint_codes(archetype.game)
    for number, chooser in enumerate(draws.cover_options(archetype.fixed.data), start=1):
        if refused == limits.OPTIONS_REFUSED:
            if len(seen) > of_the_first:
                message = f"no NPC can be made with {refused} options of draws; fix them to have the others tried"
                at = error(message, "pins", key=True, code="archetype/draw")
                yield archetype.locate(at) or at
            return
        making = _Making(order, number, None, chooser)
        try:
            # The number of the option serves as the number of the NPC: any will do.
            making.npc(1 if exhausted else validation.TRIES)
        except NpcRejected as exc:
            of_a_draw = [
                diagnostic
                for diagnostic in exc.diagnostics
                if validation.may_fit_another(diagnostic, *diagnostic.path[1:2])
            ]
            # What only does not fit the other values is drawn again, so the archetype has no error while others fit.
            is_joint = len(exc.diagnostics) == 1 and len(making.mentioned) > 1
            is_joint = is_joint or all(diagnostic.code in joint for diagnostic in exc.diagnostics)
            is_joint = is_joint or making.is_about_sums()
            is_redrawn = is_joint and _makes_some(order)
            for diagnostic in exc.diagnostics:
                if is_redrawn:
                    message = f"{diagnostic.message}; such an NPC is drawn again"
                    diagnostic = replace(diagnostic, severity=Severity.NOTE, message=message)
                # After one try only, an error that another proposal may not have proves nothing.
                if diagnostic.identity not in seen and not (exhausted and diagnostic in of_a_draw):
                    seen.add(diagnostic.identity)
                    yield diagnostic
            exhausted = exhausted or bool(of_a_draw)
            refused += not is_redrawn
            of_the_first = of_the_first or len(seen)


@cache_by_identity(64)
def _find_joint_codes(game: AnyGame) -> frozenset[str]:
    """Return the codes of the rules that judge several sections together, such as a sum over them."""
    return frozenset(
        game.code(rule)
        for rule in game.creation
        if len({path.partition(".")[0] for path in paths_read_by(rule)} - {"rules"}) > 1
    )


def _makes_some(order: Order) -> bool:
    """Return whether NPCs can be made of an order as a batch makes them."""
    for number in range(1, _TRIED + 1):
        with suppress(NpcRejected):
            make_npc(order, number)
            return True
    return False


class _Making:
    """Makes one NPC of an order."""

    def __init__(self, order: Order, number: int, row: Row | None, chooser: Chooser | None = None) -> None:
        self.archetype = order.archetype_of(number)
        self.game = self.archetype.game
        self.order = order
        self.number = number
        self.row = row
        self.seed = order.seed_of(number)
        self.random = Random(self.seed)
        self.folder = Path(self.archetype.folder)
        self.shuffle = Shuffle(order.key, number)
        self.refused: set[KeyPath] = set()
        """The paths of the last rejection, in the drawn data; ``mentioned`` are further values that it names."""
        self.mentioned: set[KeyPath] = set()
        self._draw(chooser or Chooser(self.random, self.shuffle))

    def _draw(self, chooser: Chooser) -> None:
        """Make the draws of the archetype; what depends on them follows."""
        self.chooser = chooser
        self.drawn = draws.make_draws(self.archetype.fixed.data, chooser)
        self.fixed = self._find_fixed()

    def _find_fixed(self) -> dict[str, Plain]:
        """Return the pins: the drawn values, with those of the row over them."""
        pins: dict[str, Plain] = self.drawn.value.get("pins", {})
        if self.row is not None:
            # After the draws: the row may set one part of a value that is drawn.
            pins = merge_layers(Layer(pins), Layer(self.row.pins)).data
        name = pins.get("name") or self.order.name_of(self.number)
        if self.order.detail == FULL:
            # Below the pins: a drawn detail must not replace a pinned one.
            pins = {**self._details(), **pins}
        if self.order.detail == NAME:
            # An empty concept is pinned, so that the game draws none; `_make` drops it.
            pins = {"concept": "", **pins}
        return {"system": self.game.key, "name": name, **{key: pins[key] for key in pins if key not in _FIRST}}

    def _details(self) -> dict[str, Plain]:
        """Return the keys that ``--detail full`` adds to the concept."""
        # One shuffle for a deck, so that no source repeats what another has, while the list is not used up.
        place = (self.order.places or {}).get(self.number)
        deck = self.shuffle if place is None else Shuffle(f"deck/{self.order.seed}", place)
        details: dict[str, Plain] = dict(draw_details(self.archetype.details, deck))
        # The ties of the order, not of the row's role: both NPCs of a tie must choose from one list.
        several = self.order.archetype.details.ties
        ties = detail_ties(several, self.shuffle, self.order.name_in_tie)
        return details | {"ties": [*ties]} if ties else details

    def is_about_sums(self) -> bool:
        """Return whether all that was refused are sections in which a drawn value is beside other pins."""
        return bool(self.refused) and all(
            isinstance(section := find_value(self.drawn.value, path), dict)
            and len(section) > 1
            and any(path == origin[: len(path)] != origin for origin in self.drawn.origins)
            for path in self.refused
        )

    def npc(self, tries: int = validation.TRIES) -> Npc:
        """Return the NPC; values that are drawn and do not fit are drawn again, up to `REDRAWS` times."""
        try:
            return self._make(tries)
        except NpcRejected:
            # Fixed values were refused, and no draw takes part: another one changes nothing.
            drawn = [(path, origin) for path in (*self.refused, *self.mentioned) for origin in self.drawn.origins]
            if not any(path[: len(origin)] == origin[: len(path)] for path, origin in drawn):
                raise
            first, refused = self.chooser, [*map(self.drawn.origin, self.refused)]
            for number in range(1, REDRAWS + 1):
                # A key of its own for each redraw: with the same key, the shuffle would draw the same options.
                self._draw(first.again(self.random, Shuffle(f"{self.order.key}/{number}", self.number), refused))
                with suppress(NpcRejected):
                    # One proposal each: the number of redraws replaces the tries. No rejection of these is reported.
                    return self._make(1, explained=False)
            raise

    def _make(self, tries: int, *, explained: bool = True) -> Npc:
        parsed = parse(self.game.concept, self.fixed, partial=True)
        if diagnostics := [*parsed.diagnostics, *validation.find_waiver_errors(self.fixed)]:
            raise self.reject(diagnostics)
        assert parsed.value is not None
        experience = self.drawn.value.get("experience")
        spec = NpcSpec(
            name=self.fixed["name"],
            pins=self.fixed,
            pinned=parsed.value,
            words=self.archetype.words,
            sex=self.archetype.names.sex(self.fixed["name"]),
            shuffle=self.shuffle,
            experience=Experience.model_validate(experience) if experience else None,
            is_player=self.order.is_player,
        )
        rules = checking.rules(self.game, parsed.value, self.folder)
        validated = self._find_legal(spec, rules, tries, explained=explained)
        # An empty text is a key that was pinned only to keep it empty.
        concept = {key: value for key, value in validated.concept.items() if value != ""}
        return Npc(
            number=self.number,
            seed=self.seed,
            name=concept["name"],
            concept=concept,
            checked=validated.checked,
            folder=self.folder,
        )

    def _find_legal(self, spec: NpcSpec[Any], rules: RuleSet, tries: int, *, explained: bool = True) -> ValidatedNpc:
        """Return a legal NPC; raises `NpcRejected`, if ``explained`` with all reasons why there is none."""
        try:
            validated = validation.find_legal(
                self.game, self.random, rules, spec, self.folder, f"NPC {self.number}", tries, explained=explained
            )
        except Infeasible as exc:
            if not explained:
                raise NpcRejected(()) from exc
            self.refused = {("pins", *exc.path)}
            reasons = [self._at_pin(error(exc.message, *exc.path, code="batch/unlawful", hint=exc.hint))]
            sources: tuple[Source, ...] = self.archetype.sources
            if exc.path[:1] == ("experience",):  # the pins may have errors of their own
                try:
                    self._find_legal(replace(spec, experience=None), rules, tries)
                except NpcRejected as more:
                    reasons += more.diagnostics
                    sources = more.sources
            raise NpcRejected(reasons, sources) from exc
        if validated.errors:
            raise self._reject_broken(validated, spec, rules) if explained else NpcRejected(())
        return validated

    def reject(self, diagnostics: Iterable[Diagnostic]) -> NpcRejected:
        """Return the rejection for diagnostics about pins, each at its pin or at the nearest enclosing pin."""
        diagnostics = tuple(diagnostics)
        self.refused = {("pins", *diagnostic.path) for diagnostic in diagnostics}
        return NpcRejected(map(self._at_pin, diagnostics), self.archetype.sources)

    def _reject_broken(self, validated: ValidatedNpc, spec: NpcSpec[Any], rules: RuleSet) -> NpcRejected:
        """Return the rejection for the errors of the check: at the pin, or else in the text of the NPC."""
        self.refused = {("pins", *diagnostic.path) for diagnostic in validated.errors if diagnostic.path}
        self.mentioned = {("pins", *path) for diagnostic in validated.errors for path in diagnostic.mentions}
        diagnostics = [
            self._at_pin(self._at_own_pin(diagnostic, spec, rules)) if self._is_pinned(diagnostic.path) else diagnostic
            for diagnostic in validated.errors
        ]
        return NpcRejected(diagnostics, (*self.archetype.sources, validated.checked.source, *validated.checked.others))

    def _at_own_pin(self, diagnostic: Diagnostic, spec: NpcSpec[Any], rules: RuleSet) -> Diagnostic:
        """Return an error at an extended archetype's pin at the archetype's own pin that causes it, if one does."""
        # Users can correct only their own file; a role's pin is legal until theirs contradicts it.
        if self.row is not None or self._is_own(diagnostic.path):
            return diagnostic
        own = validation.find_blamed_pin(self.game, spec, rules, self.folder, diagnostic.code, self._is_own)
        return replace(diagnostic, path=own, mentions=(diagnostic.path, *diagnostic.mentions)) if own else diagnostic

    def _is_own(self, path: KeyPath) -> bool:
        """Return whether the archetype itself, and none that it extends, has a pin at or inside a path."""
        origin = self.archetype.fixed.origin_to_report(self.drawn.origin(("pins", *path)))
        return origin is not None and not origin[0]

    def _is_pinned(self, path: KeyPath) -> bool:
        in_row = self.row is not None and self.row.cell(path) is not None
        return in_row or has_part(self.drawn.value.get("pins", {}), path)

    def _at_pin(self, diagnostic: Diagnostic) -> Diagnostic:
        hint = "; ".join(filter(None, (diagnostic.hint, *self._hint_extended(diagnostic))))
        # The diagnostic's place is in the generated NPC, which the user never sees.
        bare = replace(diagnostic, file="", place=None, related=(), mentions=(), hint=hint)
        if self.row is not None and (cell := self.row.cell(diagnostic.path)) is not None:
            return cell.located(bare)
        # These are sections of the archetype beside `pins`; all other paths are keys of a concept.
        at_the_top = diagnostic.path[:1] in (("words",), ("experience",))
        path = diagnostic.path if at_the_top else ("pins", *diagnostic.path)
        located = self.archetype.locate(replace(bare, path=self.drawn.origin(path)))
        return located or replace(bare, file=f"NPC {self.number}")

    def _hint_extended(self, diagnostic: Diagnostic) -> Iterator[str]:
        """Yield a hint with the line of each part that the diagnostic mentions and that an extended file fixes."""
        for path in dict.fromkeys(diagnostic.mentions):
            origin = self.archetype.fixed.origin(self.drawn.origin(("pins", *path)))
            if origin is not None and origin[0] and has_part(self.drawn.value.get("pins", {}), path):
                source = self.archetype.sources[origin[0]]
                at = f"{Path(source.name).stem}, line {source.place(origin[1]).line}"
                yield f"`{'.'.join(map(str, path))}` is fixed by the archetype it extends: {at}"


_FIRST = ("system", "name")
