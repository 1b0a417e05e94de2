"""The whole journey, in one place: text, source, concept, grown concept, character, sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import filterfalse
from pathlib import Path
from typing import Any

from chargen import fileio, registry
from chargen.checking import campaign, portrait
from chargen.core.concept import Concept, RuleSet, Waiver
from chargen.core.diagnostic import Diagnostic, Severity, error, has_errors, warning
from chargen.core.game import Advanced, AnyGame, FaultyGame, View
from chargen.core.model import Parsed, parse
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.roll import Mean, Points, Roll
from chargen.core.schema_error import crowded, kind
from chargen.core.sheet import Own, Portrait, Sheet
from chargen.core.source import Source, load
from chargen.core.writing import document
from chargen.kit.checks import what_it_reads

ROUNDED = 0.005
"""How far a stated chance or average may be from the exact one: it may be rounded to two places (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A file after all its checks. ``view`` is there only if it is ``ok``."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    system: AnyGame | None = None
    name: str | None = None
    rules: RuleSet | None = None
    grown: Advanced[Any] | None = None
    view: View | None = None
    waived: tuple[str, ...] = ()
    """What stands on the sheet's foot for each waived error."""
    portrait: Portrait | None = None
    theme: str = ""
    is_campaign: bool = False
    is_archetype: bool = False
    others: tuple[Source, ...] = field(default=())
    """Further files that diagnostics point into: the campaign file."""

    @property
    def character(self) -> Any:
        """The game's own value, for the tests of that game; None where there is an error."""
        return self.view.character if self.view is not None else None

    @property
    def ok(self) -> bool:
        """Whether no error is left."""
        return not has_errors(self.diagnostics)

    def stats(self) -> Mapping[str, Any]:
        """The derived numbers by their public names. Raises FaultyGame, as `rolls` does."""
        return self.view.stats() if self.view is not None else {}

    def points(self) -> Mapping[str, Points]:
        """The points by budget."""
        return self.grown.points if self.grown and self.ok else {}

    def rolls(self) -> list[Roll]:
        """Every roll with its odds."""
        return self.view.rolls() if self.view is not None else []


def check(given: fileio.Input) -> Checked:
    """Read a file of a character or of house rules, and check it; everything wrong in one pass."""
    return check_source(given.fault or fileio.read(given.path, given.shown), given.path)


def check_source(source: Source, path: Path | None) -> Checked:
    """Check what was read from a file at ``path``; None where it was not read from a file."""
    if source.data is None:
        return Checked(source=source, diagnostics=source.diagnostics)
    if campaign.is_campaign(source.data):
        house = campaign.read(path, source.name) if path is not None else campaign.HouseRules()
        return Checked(source=source, diagnostics=house.diagnostics, is_campaign=True)
    system, findings = _system(source.data)
    findings += crowded(source.data)
    if system is None or findings:
        return Checked(source=source, diagnostics=source.locate([*source.diagnostics, *findings]), system=system)
    return _check(source, system, path.parent if path is not None else Path())


def check_data(system: AnyGame, data: Mapping[str, Any], folder: Path = Path(), name: str = "made") -> Checked:
    """Check the plain data of a concept in ``folder``; findings have paths into it, and no places."""
    return _check(Source(name, "", data), system, folder)


def check_made(system: AnyGame, data: Mapping[str, Any], folder: Path = Path(), name: str = "made") -> Checked:
    """Check the plain data of a concept as if it had been written to a file in ``folder`` and read again.

    It is written, under this name, only where something is found: then the findings have their places in that text.
    """
    checked = check_data(system, data, folder, name)
    if not checked.diagnostics:
        return checked
    return _check(load(name, document(data).encode()), system, folder)


def rules(system: AnyGame, concept: Concept, folder: Path = Path()) -> RuleSet:
    """The rules that hold for a concept in ``folder``: the book's, its campaign's over them, its own over those."""
    return _merged(system, _house_rules(concept, system, folder).rules, concept)


def _system(data: Any) -> tuple[AnyGame | None, list[Diagnostic]]:
    """The game that a concept names."""
    if not isinstance(data, dict):
        hint = "it starts with `system:` and `name:`; `chargen new SYSTEM` writes a starter concept"
        return None, [
            error(
                f"a concept is a mapping of keys to values; found {kind(data)}", code="concept/not-a-mapping", hint=hint
            )
        ]
    named = next((value for key, value in data.items() if fold(key) == "system"), None)
    everything = f"write one of {listing(registry.names(), 'or')}"
    if named is None:
        return None, [
            error(
                "`system` is missing: which game is this character for?",
                "system",
                code="concept/missing-key",
                hint=everything,
            )
        ]
    if not isinstance(named, str):
        return None, [
            error(f"`system` must be text; found {kind(named)}", "system", code="concept/wrong-type", hint=everything)
        ]
    try:
        return registry.system(named), []
    except registry.UnknownGame as fault:
        return None, [error(str(fault), "system", code="concept/unknown-system", hint=fault.hint)]
    except registry.BrokenGame as fault:
        return None, [error(str(fault), "system", code="concept/broken-system", hint=fault.hint)]


def _check(source: Source, system: AnyGame, folder: Path) -> Checked:
    parsed = parse(system.concept, source.data)
    if parsed.value is None:
        return Checked(
            source=source, diagnostics=source.locate([*source.diagnostics, *parsed.diagnostics]), system=system
        )
    concept: Concept = parsed.value
    house = _house_rules(concept, system, folder)
    waivers: Waivers = [(waiver, ("waive", index)) for index, waiver in enumerate(concept.waive)]
    waivers += ((waiver, None) for waiver in house.campaign.waive)
    rules = _allowing(_merged(system, house.rules, concept), waivers)
    picture, picture_findings = portrait.read(concept.portrait, folder) if concept.portrait else (None, [])

    found = [*source.diagnostics, *parsed.diagnostics, *picture_findings]
    found += [each for each in house.diagnostics if not each.file]
    reliable = _without_mere_points(parsed, source.data) if parsed.rejected else parsed
    ruled = _ruled(
        system, [rule for rule in system.creation if _is_whole(what_it_reads(rule), reliable)], concept, rules
    )
    grown: Advanced[Any] | None = None
    view: View | None = None
    with _reported(system, "the ledger", ruled):
        grown = system.advance(concept, rules)
        ruled += grown.diagnostics if _is_whole(system.ledger.reads if system.ledger else (), parsed) else ()
    if grown is not None:
        with _reported(system, "the derived numbers", ruled):
            view = system.view(grown, rules)
            ruled += _stated(concept, view, reliable)
            ruled += _state(concept, view, reliable)
    found += [
        replace(
            each,
            path=parsed.written(each.path),
            mentions=tuple(map(parsed.written, each.mentions)),
            related=tuple(replace(other, path=parsed.written(other.path)) for other in each.related),
        )
        for each in ruled
    ]

    found, waived = _waive(found, waivers, system)
    diagnostics = _sorted((*source.locate(found), *(each for each in house.diagnostics if each.file)), source.name)
    return Checked(
        source=source,
        diagnostics=diagnostics,
        system=system,
        name=concept.name,
        rules=rules,
        grown=grown,
        view=None if has_errors(diagnostics) else view,
        waived=waived,
        portrait=picture,
        theme=house.campaign.theme,
        others=(house.source,) if house.source else (),
    )


def _ruled(
    system: AnyGame, creation: Iterable[Callable[..., Any]], concept: Concept, rules: RuleSet
) -> list[Diagnostic]:
    """What the rules of creation find. Where one of them fails, it is told, and the others are heard all the same."""
    try:
        return [finding for rule in creation for finding in system.apply(rule, concept, rules)]
    except (Exception, SystemExit):  # which it was, is found by asking each alone
        found: list[Diagnostic] = []
        for rule in creation:
            with _reported(system, f"the rule `{rule.__name__}`", found):
                found += system.apply(rule, concept, rules)
        return found


@contextmanager
def _reported(system: AnyGame, door: str, found: list[Diagnostic]) -> Iterator[None]:
    """Whatever a game raises within becomes a finding, and all else is checked all the same."""
    try:
        with system.contained(door):
            yield
    except FaultyGame as fault:
        found.append(error(str(fault), code="concept/broken-system", hint=fault.hint))


def _sorted(diagnostics: Iterable[Diagnostic], own: str) -> tuple[Diagnostic, ...]:
    """In the order of the file; what belongs to the campaign file comes after it."""

    def key(each: Diagnostic) -> tuple[bool, int, int]:
        return (each.file != own, *((each.place.line, each.place.column) if each.place else (0, 0)))

    return tuple(sorted(diagnostics, key=key))


def _is_whole(paths: Iterable[str], parsed: Parsed[Any]) -> bool:
    """Whether all that a rule reads, or a number follows from, could be read."""
    return not parsed.rejected or not parsed.touches(*(tuple(path.split(".")) for path in paths))


def _without_mere_points(parsed: Parsed[Any], data: Any) -> Parsed[Any]:
    """The same without the lines of the ledger that name nothing: they can be meant to change no more than points."""
    ledger = data.get("advancement") if isinstance(data, dict) else None
    lines = ledger if isinstance(ledger, list) else [ledger]

    def is_mere(misfit: tuple[str | int, ...]) -> bool:
        place = misfit[1] if len(misfit) > 1 and misfit[0] == "advancement" else None
        line = lines[place] if isinstance(place, int) and place < len(lines) else data
        if not isinstance(line, dict):
            return True
        words = ("award", "why", "date")
        return line is not data and not any(
            isinstance(value, (str, list, dict)) for key, value in line.items() if key not in words
        )

    return replace(parsed, rejected=frozenset(filterfalse(is_mere, parsed.rejected)))


def _house_rules(concept: Concept, system: AnyGame, folder: Path) -> campaign.HouseRules:
    if not concept.campaign:
        return campaign.HouseRules()
    path = campaign.sought(concept.campaign, folder)
    if isinstance(path, Diagnostic):
        return campaign.HouseRules(diagnostics=(path,))
    return _campaign(path, system.key, fileio.state(path))


@lru_cache(maxsize=16)
def _campaign(path: Path, system: str, state: tuple[object, ...]) -> campaign.HouseRules:
    """The house rules of a file as it was at some moment: the people of a batch all have the same."""
    return campaign.read(path, str(path), system)


def _merged(system: AnyGame, house: RuleSet | None, concept: Concept) -> RuleSet:
    """The book's rules, with the campaign's over them, and the concept's own over those.

    Where nothing is stated anew, it is the same object again, so that a game can keep what it reckons from it.
    """
    base = house or _book(system)
    own: RuleSet | None = getattr(concept, "rules", None)
    if own is None or not own.model_fields_set:
        return base
    before = _last_merged.get(system.key)
    if (
        before is not None
        and before[0] is base
        and before[1].model_fields_set == own.model_fields_set
        and before[1] == own
    ):
        return before[2]
    merged: RuleSet = base.model_copy(update={name: getattr(own, name) for name in own.model_fields_set})
    _last_merged[system.key] = (base, own, merged)
    return merged


_last_merged: dict[str, tuple[RuleSet, RuleSet, RuleSet]] = {}
"""By game, the rules that were merged last, and of what: the people of a batch all have the same."""


_books: dict[str, RuleSet] = {}


def _book(system: AnyGame) -> RuleSet:
    """The rules of the book."""
    if type(_books.get(system.key)) is not system.rules:
        _books[system.key] = system.rules()
    return _books[system.key]


def _stated(concept: Concept, view: View, parsed: Parsed[Any]) -> Iterator[Diagnostic]:
    """A derived number that the file repeats is what the rules give."""
    if not concept.stated:
        return
    stats = view.stats()
    waiting = {name for name in stats if not _is_whole(view.game.derived_from.get(name, ()), parsed)}
    yield from _compared(
        concept.stated, {name: stats[name] for name in stats if name not in waiting}, waiting, ("stated",)
    )


def _compared(
    stated: Mapping[str, Any], stats: Mapping[str, Any], waiting: set[str], path: tuple[str | int, ...]
) -> Iterator[Diagnostic]:
    known = {fold(name): name for name in stats}
    for key, value in stated.items():
        if fold(key) in map(fold, waiting):
            continue
        if fold(key) not in known:
            hint = did_you_mean(key, stats, f"there are {listing(stats)}")
            yield error(f"there is no derived number `{key}`", *path, key, key=True, code="concept/stated", hint=hint)
            continue
        yield from _differs(key, value, stats[known[fold(key)]], (*path, key))


def _differs(key: str, value: Any, right: Any, path: tuple[str | int, ...]) -> Iterator[Diagnostic]:
    if right is None:  # what it follows from cannot be read, which is reported where it stands
        return
    if isinstance(right, Mapping) and isinstance(value, dict):
        yield from _compared(value, right, set(), path)
    elif isinstance(right, (list, tuple)) and isinstance(value, list) and len(value) == len(right):
        for index, (one, other) in enumerate(zip(value, right, strict=True)):
            yield from _differs(key, one, other, (*path, index))
    elif not _is_stated(value, right):
        plain = isinstance(right, (int, float, str, Fraction, Mean))
        shown = _number(right) if plain else f"{kind(right)} of {len(right)}"
        hint = f"write {shown}, or leave it out: it follows from the rest" if plain else "leave it out"
        yield error(
            f"`{key}` is stated as {_shown(value)}; the rules give {shown}", *path, code="concept/stated", hint=hint
        )


def _is_stated(value: Any, right: Any) -> bool:
    """Whether a number is the right one; a chance or an average may be rounded to two places."""
    if isinstance(right, (Fraction, Mean)):
        return isinstance(value, (int, float)) and abs(value - _number(right)) <= ROUNDED
    return bool(value == right) and isinstance(value, bool) == isinstance(right, bool)


def _number(right: Any) -> Any:
    right = right.value if isinstance(right, Mean) else right
    return float(right) if isinstance(right, Fraction) else right


def _shown(value: Any) -> str:
    return kind(value) if isinstance(value, (dict, list)) or value is None else str(value)


def _state(concept: Concept, view: View, parsed: Parsed[Any]) -> Iterator[Diagnostic]:
    """What pencils changed in play fits the boxes of the sheet."""
    if not concept.state:
        return
    trackers = {fold(tracker.name): tracker for tracker in view.trackers()}
    for key, value in concept.state.items():
        tracker = trackers.get(fold(key))
        if tracker is None:
            names = [each.name for each in trackers.values()]
            hint = did_you_mean(key, names, f"there are {listing(names)}")
            yield error(f"there is no tracker `{key}`", "state", key, key=True, code="concept/state", hint=hint)
        elif tracker.yes_or_no:
            if not isinstance(value, bool):
                yield error(f"`{key}` is `true` or `false`; found {kind(value)}", "state", key, code="concept/state")
        elif isinstance(value, bool) or not isinstance(value, int):
            yield error(f"`{key}` is a whole number; found {kind(value)}", "state", key, code="concept/state")
        elif not tracker.low <= value <= tracker.high and _is_whole(
            view.game.derived_from.get(tracker.name, ()), parsed
        ):
            span = f"from {tracker.low} to {tracker.high}"
            yield error(f"`{key}` goes {span}; found {value}", "state", key, code="concept/state")


Waivers = list[tuple[Waiver, tuple[str | int, ...] | None]]
"""Each waiver, and its path in the concept; None for one of the campaign's."""


def _allowing(rules: RuleSet, waivers: Waivers) -> RuleSet:
    """The rules with what the table waives of them, known before anything is judged."""
    codes = {waiver.code for waiver, _ in waivers if waiver.code}
    return rules.waiving(codes) if codes else rules


def _waive(found: list[Diagnostic], waivers: Waivers, system: AnyGame) -> tuple[list[Diagnostic], tuple[str, ...]]:
    """Turn waived errors and warnings into notes. A waiver of the concept's own that is not used warns."""
    codes = {each.code for each in found if each.severity is not Severity.NOTE}
    waivable = {code for code in codes if code.startswith(f"{system.key}/")}
    allowed = {waiver.code: waiver for waiver, _ in waivers if waiver.code in waivable}
    for waiver, path in waivers:
        if path is not None and waiver.code and waiver.code not in waivable:
            if waiver.code in system.codes():
                hint = "take it out: the rule is kept"
            elif waiver.code in codes:
                hint = "only a game's own rules can be waived; mend the file"
            else:
                hint = did_you_mean(waiver.code, system.codes(), campaign.SHOWN_BY_CHECK)
            found.append(warning(f"the waiver of `{waiver.code}` is not used", *path, code="waive/unused", hint=hint))
    kept = [
        replace(each, severity=Severity.NOTE, message=f"{each.message} (waived{_why(allowed[each.code])})")
        if each.severity is not Severity.NOTE and each.code in allowed
        else each
        for each in found
    ]
    return kept, tuple(f"Waived: {code}{_why(waiver)}" for code, waiver in sorted(allowed.items()))


def _why(waiver: Waiver) -> str:
    return f": {waiver.why}" if waiver.why else ""


def sheet(checked: Checked, *, compact: bool = False) -> Sheet:
    """The sheet of a character that is in order; ``compact``: the GM's half page.

    Raises ValueError for a character that is not in order, and where the game has no compact sheet; FaultyGame where
    the game trips over the character.
    """
    if checked.view is None or checked.rules is None:
        raise ValueError("only a character without errors has a sheet")
    game, drawn = checked.view.game, checked.view.sheet(compact=compact)
    foot = (*drawn.foot, *_in_force(game, checked.rules), *map(Own, checked.waived))
    templates = game.resources / "templates"
    return replace(
        drawn, foot=foot, portrait=checked.portrait, templates=templates if templates.is_dir() else drawn.templates
    )


def _in_force(system: AnyGame, rules: RuleSet) -> list[str]:
    """The options and house rules that differ from the book, as a sheet's foot names them."""
    book = system.rules()
    changed = [name for name in type(rules).model_fields if getattr(rules, name) != getattr(book, name)]
    options = [name.replace("_", " ") for name in changed if name in system.options and getattr(rules, name) is True]
    house = [
        f"{name.replace('_', ' ')} {_plain(getattr(rules, name))}"
        for name in changed
        if name.replace("_", " ") not in options
    ]
    return [
        *([f"Options: {', '.join(options)}"] if options else []),
        *([f"House rules: {', '.join(house)}"] if house else []),
    ]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (int, float, str)):
        return str(value)
    return "changed"
