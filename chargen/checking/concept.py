"""Check a character: from the text of a file to a derived character and everything that is wrong with it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chargen import registry
from chargen.checking import causes, stated
from chargen.checking import rules as ruling
from chargen.file_kind import FileKind
from chargen.game.concept import Concept, RuleSet
from chargen.game.contract import AnyGame, View
from chargen.game.failure import FaultyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.ledger import Advanced, LedgerLine
from chargen.game.timing import timed
from chargen.kit.checks import is_sum, paths_added_by, paths_read_by
from chargen.schema.model import folded_keys, keys
from chargen.schema.parsing import Parsed, parse
from chargen.schema.schema_error import kind, merge_missing_keys, too_many, written_near
from chargen.text.diagnostic import Diagnostic, Severity, error, has_errors
from chargen.text.names import counted, fold, listing
from chargen.text.source import Source

if TYPE_CHECKING:  # a check draws and throws nothing
    from chargen.page.action import Action
    from chargen.page.roll import Points, Roll
    from chargen.page.sheet import Portrait, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Hold a file after all its checks."""

    source: Source
    diagnostics: tuple[Diagnostic, ...]
    kind: FileKind = FileKind.CHARACTER
    game: AnyGame | None = None  # The game of a character, where the file names one
    name: str | None = None
    rules: RuleSet | None = None  # The rules in force, where there is a concept that can be read
    advanced: Advanced[Any] | None = None  # The concept with its ledger replayed, where that was possible
    derived: View | None = None
    """The character as far as it can be derived in spite of errors, which an editor needs while they are there."""
    waived: tuple[str, ...] = ()  # The line in the sheet's footer for each waived error
    portrait: "Portrait | None" = None
    theme: str = ""
    others: tuple[Source, ...] = ()  # Further files that diagnostics point into: the campaign file

    @property
    def ok(self) -> bool:
        """Return whether no error is left."""
        return not has_errors(self.diagnostics)

    @property
    def view(self) -> View | None:
        """Return the derived character; None unless it is `ok`."""
        return self.derived if self.ok else None

    @property
    def character(self) -> Any:
        """Return the game's own value, for that game and its tests; None unless the character is `ok`."""
        return self.view.character if self.view is not None else None

    def stats(self) -> Mapping[str, Any]:
        """Return the derived numbers by their public names; none unless it is `ok`. Raises FaultyGame."""
        return self.view.stats() if self.view is not None else {}

    def points(self) -> "Mapping[str, Points]":
        """Return the points by budget; none unless it is `ok`."""
        return self.advanced.points if self.advanced is not None and self.ok else {}

    def actions(self) -> "tuple[Action, ...]":
        """Return what the character can do, the most important first; nothing where it has errors."""
        return self.view.actions() if self.view is not None else ()

    def rolls(self) -> "list[Roll]":
        """Return every roll with its odds; none unless it is `ok`. Raises FaultyGame."""
        return self.view.rolls() if self.view is not None else []


_TEXTS = frozenset(keys(Concept)) - {"system", "equipment", "waive", "stated", "state"}
"""The keys of a concept whose values no game reads in its own way."""
_WITHOUT_RULES = frozenset({registry.BrokenGame.code, "concept/date"})
"""The codes of what is wrong under any house rules."""


def check_source(source: Source, path: Path | None) -> Checked:
    """Check the text of a character, all that is wrong in one pass; ``path`` is None where it is not that of a file."""
    if (data := source.data) is None:
        return Checked(source=source, diagnostics=source.diagnostics)
    folder = path.parent if path is not None else Path()
    game: AnyGame | None = None
    diagnostics: list[Diagnostic] = []
    with registry.beside(folder):
        if not isinstance(data, dict):
            from chargen.text.syntax_error import NO_CONCEPT  # imported here: it is for files that are no character

            message, hint = NO_CONCEPT
            message += "" if isinstance(data, str) else f"; found {kind(data)}"
            diagnostics.append(error(message, code="concept/not-a-mapping", hint=hint))
        elif not isinstance(named := next((data[key] for key in data if fold(key) == "system"), None), str):
            missing = "`system` is missing: which game is this character for?"
            message = missing if named is None else f"`system` must be text; found {kind(named)}"
            code = "concept/missing-key" if named is None else "concept/wrong-type"
            hint = f"write one of {listing(registry.list_games(), 'or')}"
            diagnostics.append(error(message, "system", code=code, hint=hint))
        else:
            try:
                game = registry.system(named)
            except registry.Unavailable as exc:
                fix = written_near(named, registry.list_games()) if isinstance(exc, registry.UnknownGame) else None
                diagnostics.append(error(str(exc), "system", code=exc.code, hint=exc.hint, fix=fix))
        if game is None and isinstance(data, dict):
            # What every game asks for is judged without one.
            texts = {key: data[key] for key in data if folded_keys(Concept).get(fold(key)) in _TEXTS}
            found = parse(Concept, texts, partial="system" not in map(fold, data)).diagnostics
            diagnostics += [each for each in found if each.path != ("system",)]
        # The limits come before the schema and the rules, which they keep from running for minutes.
        diagnostics += too_many(data)
        if game is None or diagnostics:
            located = source.locate([*source.diagnostics, *diagnostics])
            in_order = tuple(sorted(located, key=lambda one: one.place or ()))
            return Checked(source=source, diagnostics=in_order, game=game)
        with timed("check", source.name):
            return _check_concept(source, game, folder)


def rewind(checked: Checked, entries: int) -> Checked:
    """Return a legal character as it was after the first ``entries`` of its ledger; 0 is as created.

    Raises ValueError where its ledger has fewer.
    """
    if (view := checked.view) is None:
        return checked
    created = view.advanced.created
    written = len(getattr(created, "advancement", ()))
    if entries > written:
        raise ValueError(f"the ledger of {checked.source.name} has {counted(written, 'entry', 'entries')}")
    advanced = view.game.advance(created, view.rules, entries)
    return replace(checked, advanced=advanced, derived=view.game.view(advanced, view.rules))


def check_data(game: AnyGame, data: Mapping[str, Any], folder: Path = Path(), name: str = "made") -> Checked:
    """Check the plain data of a concept in ``folder``; diagnostics have paths into it, and no places."""
    with timed("check", name, small=True):
        return _check_concept(Source(name, "", data), game, folder)


def rules(game: AnyGame, concept: Concept, folder: Path = Path()) -> RuleSet:
    """Return the rules that hold for a concept in ``folder``: the book's, its campaign's, then its own."""
    return ruling.merged(game, ruling.house_rules(game, concept, folder), concept)


def _check_concept(source: Source, game: AnyGame, folder: Path) -> Checked:
    """Turn what was read into a checked character, in eight steps.

    The order matters: house rules and waivers decide what is an error, so they come before any rule; numbers follow
    from the concept that the ledger leaves, so the ledger comes before them; waivers turn the errors of all earlier
    steps into notes, so they are applied last.
    """
    # 1. Parse the plain data. A value that does not fit the schema is set aside, and the rest of the concept is kept.
    with timed("read", game.key, small=True):
        parsed = parse(game.concept, source.data)
    if parsed.value is None:
        diagnostics = source.locate([*source.diagnostics, *parsed.diagnostics])
        return Checked(source=source, diagnostics=diagnostics, game=game)
    wrong_system = causes.find_wrong_system(parsed.diagnostics, game, source.data)
    if wrong_system is not None:
        diagnostics = source.locate([*source.diagnostics, wrong_system])
        return Checked(source=source, diagnostics=diagnostics, game=game)
    concept: Concept = parsed.value

    # 2. Collect the rules in force: the book's, the campaign's, the concept's own, and what is waived of them.
    house = ruling.house_rules(game, concept, folder)
    allowed: ruling.Waivers = (
        *((waiver, ("waive", index)) for index, waiver in enumerate(concept.waive)),
        *((waiver, None) for waiver in house.campaign.waive),
    )
    rules = ruling.merged(game, house, concept, allowed)
    # The settings that the campaign may change in a way that could not be read. One of the concept itself is known.
    lost = frozenset(game.rules.model_fields) if house.unread is None else house.unread
    unknown = lost.difference(concept.own_rules.model_fields_set if concept.own_rules else ())

    # 3. Open the portrait.
    picture: Portrait | None = None
    picture_diagnostics: list[Diagnostic] = []
    if concept.portrait:
        from chargen.render.pictures import read_portrait  # imported here: few characters have one

        picture, picture_diagnostics = read_portrait(concept.portrait, folder)

    # 4. Apply the rules of creation; one that reads a value that has an error already is skipped.
    # A key that is written twice counts as unreadable: nothing says which of its values is meant.
    parsed = parsed.without_doubled(diagnostic.path for diagnostic in source.diagnostics if diagnostic.path)
    with timed("rules", game.key, small=True):
        found, complete = _apply_creation_rules(game, rules, parsed, unknown)
    # From here on, a number out of range is the nearest legal one.
    concept = complete.value or concept

    # 5. Replay the ledger.
    with timed("ledger", game.key, small=True):
        replayed = list[Diagnostic]()
        advanced = _replay_ledger(game, concept, rules, unknown, replayed)
        found += causes.without_followers(replayed, parsed, source.data, game)

    # 6. Derive the character's numbers, and compare them with those that the file states.
    view: View | None = None
    derived = list[Diagnostic]()
    with timed("numbers", game.key, small=True), _reported(game, "the derived numbers", derived):
        if advanced is not None:
            view = game.view(advanced, rules)
            derived += stated.compare(concept, view, complete, source.data, advanced.refused)
    # With an unknown setting, a number that differs may only follow from that.
    found += [diagnostic for diagnostic in derived if not unknown or diagnostic.code in _WITHOUT_RULES]

    # 7. Apply the waivers, once every diagnostic points into the file as it is written: parts may have been set aside.
    schema_errors = parsed.diagnostics if view is None else stated.elsewhere(parsed.diagnostics, view)
    own = [*source.diagnostics, *causes.merge_foreign_keys(schema_errors, game), *picture_diagnostics]
    # Without a file of its own: the campaign was not found, which is an error of this file's `campaign:`.
    own += [diagnostic for diagnostic in house.diagnostics if not diagnostic.file]
    own += [
        replace(
            each,
            path=parsed.written(each.path),
            mentions=tuple(map(parsed.written, each.mentions)),
            related=tuple(replace(other, path=parsed.written(other.path)) for other in each.related),
        )
        for each in found
    ]
    # Rules that were left out would make their waivers seem unused.
    merged = merge_missing_keys(own, parsed.possible)
    own, waived = ruling.apply_waivers(merged, allowed, game, is_partial=bool(unknown))

    # 8. Find line and column of each, and put them in the order of the file; those of the campaign file come last.
    of_campaign = (diagnostic for diagnostic in house.diagnostics if diagnostic.file)
    every = (*source.locate(own), *of_campaign)
    diagnostics = tuple(sorted(every, key=lambda one: (one.file != source.name, one.place or ())))
    return Checked(
        source=source,
        diagnostics=diagnostics,
        game=game,
        name=concept.name,
        rules=rules,
        advanced=advanced,
        derived=view,
        waived=waived,
        portrait=picture,
        theme=house.campaign.theme,
        others=(house.source,) if house.source else (),
    )


def _apply_creation_rules(
    game: AnyGame, rules: RuleSet, complete: Parsed[Any], unknown: frozenset[str]
) -> tuple[list[Diagnostic], Parsed[Any]]:
    """Return what the rules of creation find, and the concept with the nearest legal numbers and marks of its errors.

    Rules that judge single values and names come first. Those that read several parts of the concept are skipped if
    any of these parts has an error: what they found would only follow from it. Those that add numbers up get the
    nearest legal numbers.
    """
    single, several = _split_by_reading(game)
    if unknown:
        single, several = ([ruling.careful(rule, unknown) for rule in half] for half in (single, several))
    found: list[Diagnostic] = []
    nearest = complete
    for half in (single, several):
        for rule in half:
            # A sum waits for no other errors in the sections that it adds up.
            added = paths_added_by(rule)
            sections = {path.partition(".")[0] for path in added}
            awaited = [path for path in paths_read_by(rule) if path.partition(".")[0] not in sections]
            if nearest.has_all(awaited) and nearest.has_all(added, numbers=True):
                # One that raises is reported, and the others still run. Not `with` from the start, which takes time
                # for each rule of each good character; a `try` takes none.
                try:
                    found += game.apply(rule, nearest.value, rules)
                except (Exception, SystemExit):
                    with _reported(game, f"the rule `{rule.__name__}`", found):
                        raise
        if half is single:
            errors = (each for each in found if each.severity is Severity.ERROR and each.path)
            wrong = [each for each in errors if not rules.waives(each.code)]
            nearest = complete.corrected(wrong) if wrong or complete.nearest else complete
    return found, nearest


@cache_by_identity(64)
def _split_by_reading(game: AnyGame) -> tuple[list[Callable[..., Any]], list[Callable[..., Any]]]:
    """Return the rules of creation that read no more of a concept than what they judge, and those that do."""
    single: list[Callable[..., Any]] = []
    several: list[Callable[..., Any]] = []
    for rule in game.creation:
        reads_concept = any(path.partition(".")[0] != "rules" for path in paths_read_by(rule))
        (several if reads_concept or is_sum(rule) else single).append(rule)
    return single, several


def _replay_ledger(
    game: AnyGame, concept: Concept, rules: RuleSet, unknown: frozenset[str], found: list[Diagnostic]
) -> Advanced[Any] | None:
    """Return the concept as its ledger leaves it, or None where the game fails; append what is wrong to ``found``."""
    with _reported(game, "the ledger", found):
        # Errors raised within end the block, and None is returned below.
        advanced = game.advance(concept, rules)
        if not unknown:
            found += advanced.diagnostics
            return advanced
        from chargen.kit.ledger import Ledger

        # By any value of the unknown settings: a line is free whose price or form may depend on them.
        if isinstance(ledger := game.ledger, Ledger):
            judge = partial(ruling.careful, unknown=unknown, unclear=set[int]())
            verbs = (
                replace(verb, rules=tuple(map(judge, verb.rules)), form=judge(verb.form), price=judge(verb.price))
                for verb in ledger.verbs
            )
            line_rules = tuple(map(judge, ledger.line_rules))
            final_rules = tuple(ruling.careful(rule, unknown) for rule in ledger.final_rules)
            judged = replace(ledger, verbs=tuple(verbs), line_rules=line_rules, final_rules=final_rules)
            found += judged.replay(concept, rules).diagnostics
        return advanced
    return None


@contextmanager
def _reported(game: AnyGame, part: str, found: list[Diagnostic]) -> Iterator[None]:
    """Turn what a game raises within into a diagnostic, so that the other steps still run."""
    try:
        with game.contained(part):
            yield
    except FaultyGame as failure:
        found.append(error(str(failure), code=registry.BrokenGame.code, hint=failure.hint))


def make_sheet(checked: Checked, *, compact: bool = False) -> "Sheet":
    """Return the sheet of a character without errors; ``compact``: the GM's half page.

    Raises ValueError for a character with errors, and where the game has no compact sheet; FaultyGame where the
    game raises an exception.
    """
    from chargen.checking.chances import events, measured  # imported here: a check draws nothing
    from chargen.page.sheet import Own

    if (view := checked.view) is None:
        raise ValueError("only a character without errors has a sheet")
    if (ledger := view.advanced.ledger) and not compact:
        # Each line says what it did to the chance of the roll that it is about.
        of, lines = measured(view), list[LedgerLine]()
        for done, changed in events(view.game, view.advanced, view.rules):
            if len(lines) == len(ledger):  # the replay stopped at an earlier entry, as in `at`
                break
            gain = replace(changed[0], of=of) if changed else None
            lines += [replace(line, gain=gain) for line in done]
        view = view.game.view(replace(view.advanced, ledger=tuple(lines)), view.rules)
    drawn = ruling.on_the_foot(view.game, view.rules, view.sheet(compact=compact))
    foot, state = (*drawn.foot, *map(Own, checked.waived)), view.advanced.concept.state
    return replace(drawn, foot=foot, portrait=checked.portrait, state=state)
