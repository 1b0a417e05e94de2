"""Read a game file: check everything in it, and make the declarations of `chargen.kit` from it.

`read_game` reports all errors of a file in one pass, each with its line and column. What it returns is a
`chargen.game.contract.Game` like that of a package: the same rules, verbs, rolls and trackers, under the same names.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import islice, product
from operator import or_
from pathlib import Path
from typing import Any

from chargen.file_kind import GAME_FILE
from chargen.game.concept import DRAWS, Concept, Entry, RuleSet
from chargen.game.contract import AnyGame
from chargen.gamefile import declarations
from chargen.gamefile.definition import (
    Call,
    Condition,
    Definition,
    DiceKind,
    Names,
    PickList,
    ScoreGroup,
    Table,
    as_key,
    join_score_names,
    names_of_scores,
    numbers_of,
)
from chargen.gamefile.feasibility import find_infeasible
from chargen.gamefile.format import (
    FORMAT,
    LARGEST_NUMBER,
    AskedFile,
    Choice,
    Derived,
    DiceFile,
    FightFile,
    GameFile,
    Number,
    Picks,
    RollFile,
    RuleFile,
    Scores,
    TableFile,
    ThingsFile,
    VerbFile,
)
from chargen.gamefile.stated import STATED, gains, loses, sets
from chargen.gamefile.things import LARGEST_MEMBER, Member, ThingList, singular
from chargen.kit import checks
from chargen.kit.checks import Limit
from chargen.kit.pool import SOME_DIE, Pool
from chargen.kit.verbs import learns, raises
from chargen.kit.vocabulary import Vocabulary
from chargen.language.formula import (
    LARGEST,
    MOST_DICE,
    MOST_ENTRIES,
    MOST_SIDES,
    RESERVED,
    Atom,
    Formula,
    Kind,
    Range,
    Reader,
    Scale,
    Thrown,
    Values,
    parse_formula,
    read_among,
    scale,
)
from chargen.language.syntax import OTHERWISE, FormulaError, is_well_formed
from chargen.page.roll import signed
from chargen.schema.model import Model
from chargen.schema.parsing import Parsed, parse
from chargen.schema.schema_error import UNKNOWN_KEY, kind, merge_missing_keys, too_many
from chargen.text.diagnostic import Diagnostic, KeyPath, Place, error, has_errors, note
from chargen.text.names import closest, fold, listing
from chargen.text.parts import find_value, with_value_at
from chargen.text.source import Source, load

MOST_NAMES = {"scores": 100, "picks": 200, "tables": 100, "things": 200}
"""The most names of a section, over all groups, lists and tables (house default)."""
MOST_BOXES = 100  # The most boxes of a tracker (house default)
MOST_STEPS = 500_000
"""The most steps in which the odds of the dice of a game are computed, over all values that they are rolled with
(house default), estimated from above: 2d6 with a stat take 2,500."""
MOST_VALUES = 2_000  # The most values that dice are rolled with (house default)
_OWN_CODES = {
    "concept/unknown-key": "game/unknown-key",
    "concept/missing-key": "game/missing-key",
    "concept/too-many": "game/too-large",
}
"""By the code of an error of the schema in a character's file, that in a game file; others are about a value."""
_NAMING = ("lines", "numbers", "scales", "choices", "scores", "picks", "tables", "things", "derived")
"""The sections whose keys are names in formulas."""
SURELY = 0.8
"""The likeness from which a name misspells a known one, even where others could not be read (house default)."""
OF_EACH_LEDGER = ("ledger_line", "experience")
"""The rules of every ledger, which no line of it brings."""
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_NONE = Range(0, 0)


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a game file; ``game`` and ``definition`` are None where there is an error."""

    game: AnyGame | None
    diagnostics: tuple[Diagnostic, ...]
    definition: Definition | None = None


def read_game(source: Source, key: str, folder: Path) -> Reading:
    """Return the game of a file that was read, or its errors; ``folder`` is that of its further files."""
    if source.data is None:
        # A file without content may be one that was just begun.
        found = (replace(one, hint=_FIRST_KEYS) if one.code == "yaml/empty" else one for one in source.diagnostics)
        return Reading(None, tuple(found))
    if not isinstance(source.data, dict):
        message = f"a game file has keys with values; found {kind(source.data)}"
        return Reading(None, source.locate([error(message, code="game/value", hint=_FIRST_KEYS)]))
    definition, diagnostics = _read(source, key)
    in_order = tuple(sorted(source.locate(diagnostics), key=lambda one: one.place or ()))
    return Reading(declarations.make_game(definition, folder) if definition else None, in_order, definition)


def read_definition(path: Path, **scores: Table) -> Definition:
    """Return what the game file of a package defines, for `declarations.make_game`; it is named ``KEY.game.yaml``.

    ``scores`` are functions for groups of scores whose names a table may change; the file has the usual ones under
    ``base``. Its ``dice`` may be empty: then the package has its rolls in Python. Raises ValueError where it has an
    error.
    """
    source = load(path.name, path.read_bytes())
    definition, diagnostics = _read(source, path.name.removesuffix(GAME_FILE), scores)
    if definition is None:
        first = next(one for one in source.locate(diagnostics) if one.severity == "error")
        raise ValueError(f"{path}:{first.line}: {first.message}")
    return definition


def _read(
    source: Source, key: str, of_package: Mapping[str, Table] | None = None
) -> tuple[Definition | None, list[Diagnostic]]:
    """Return what a game file defines, or None, and what is wrong with it."""
    # Before the schema, which would read all of it.
    if large := [*too_many(source.data)]:
        return None, [*map(_with_own_code, large)]
    parsed, misspelt = _parse_as_meant(source.data)
    # A key that is written twice counts as unreadable: nothing says which of its values is meant.
    parsed = parsed.without_doubled(diagnostic.path for diagnostic in source.diagnostics if diagnostic.path)
    found = merge_missing_keys(parsed.diagnostics, parsed.possible)
    diagnostics = [*source.diagnostics, *(_with_own_code(_as_written(one, misspelt)) for one in found)]
    if parsed.value is None:
        return None, diagnostics
    is_complete = not has_errors(diagnostics)
    builder = _Builder(source, key, parsed.value, misspelt, is_complete=is_complete, of_package=of_package)
    definition = builder.build()
    diagnostics += [_as_written(one, misspelt) for one in builder.errors]
    return None if has_errors(diagnostics) else definition, diagnostics


def _parse_as_meant(data: dict[str, Any]) -> tuple[Parsed[GameFile], dict[KeyPath, str]]:
    """Return what a file holds if each key that misspells one is that one, with all errors, also of these keys.

    The second value has the misspelt keys, by the paths of what they mean; all paths are with what they mean.
    """
    misspelt, errors = dict[KeyPath, str](), list[Diagnostic]()
    while True:
        parsed, before = parse(GameFile, data), len(misspelt)
        for one in parsed.diagnostics:
            *around, key = one.path or ("",)
            holder = find_value(data, tuple(around)) if one.code == UNKNOWN_KEY and one.fix else None
            if isinstance(holder, dict) and one.fix and one.fix not in holder:
                renamed = {one.fix if name == key else name: value for name, value in holder.items()}
                data = with_value_at(data, tuple(around), renamed)
                misspelt[(*around, one.fix)] = str(key)
                errors.append(one)
        # What is in such a key is read in the next turn.
        if len(misspelt) == before:
            return replace(parsed, diagnostics=(*errors, *parsed.diagnostics)), misspelt


def _as_written(diagnostic: Diagnostic, misspelt: Mapping[KeyPath, str]) -> Diagnostic:
    """Return a diagnostic with the keys that a file has, of which some are misspelt."""
    if not misspelt:
        return diagnostic
    related = tuple(replace(other, path=_written(other.path, misspelt)) for other in diagnostic.related)
    return replace(diagnostic, path=_written(diagnostic.path, misspelt), related=related)


def _written(path: KeyPath, misspelt: Mapping[KeyPath, str]) -> KeyPath:
    return tuple(misspelt.get(path[: place + 1], step) for place, step in enumerate(path))


_FIRST_KEYS = "it begins with `format: 1` and `title:`; `chargen new --game TITLE` writes one that works"


def _with_own_code(diagnostic: Diagnostic) -> Diagnostic:
    """Return an error of the schema with its code for game files."""
    return replace(diagnostic, code=_OWN_CODES.get(diagnostic.code, "game/value"))


def _lacking(names: Iterable[str], there: Iterable[str]) -> list[str]:
    """Return the names that are not there, without those that others may stand for.

    One that is like none of them may stand for any, and its own error lists them.
    """
    lacking, others = [name for name in names if name not in there], [name for name in there if name not in names]
    misspelt = [closest(other, lacking) for other in others] if lacking else []
    return [] if None in misspelt else [name for name in lacking if name not in misspelt]


class _Builder:
    """Read one game file. Each part is checked with what was read before it: numbers, scores, derived numbers, dice.

    A part with an error of the schema is set aside, and so is one in which an error is found here. What only follows
    from such a part is not reported: a formula that names it has no value, and a name that it may have is not unknown.
    """

    def __init__(
        self,
        source: Source,
        key: str,
        file: GameFile,
        misspelt: Mapping[KeyPath, str],
        *,
        is_complete: bool,
        of_package: Mapping[str, Table] | None,
    ) -> None:
        self.errors: list[Diagnostic] = []
        self._source, self._key, self._file = source, key, file
        self._misspelt = misspelt
        self._is_complete = is_complete
        """Whether the file has no errors of the schema."""
        self._of_package = of_package
        """The functions for scores of the package that the file is part of, which may have its rolls in Python; None
        for a file by itself."""
        self._lost: set[str] = set()
        """The folded names of values, lists, choices and scales that have an error."""
        self._lost_rolls: dict[str, str] = {}
        """The labels of rolls that have an error, each with the name of its dice; empty where that is not known."""
        self._lacks_values = any(map(file.unread, _NAMING)) or any(
            bool(group.of) == bool(group.base) or self._has_error(("of", "base"), "scores", key)
            for key, group in file.scores.items()
        )
        """Whether there may be values whose names could not be read."""
        self._lacks_rolls = file.unread("rolls") or any(
            self._has_error(("roll",), "scores", key) for key in file.scores
        )
        """Whether there may be rolls that could not be read."""
        self._formulas: dict[KeyPath, Formula] = {}
        self._scales: dict[str, Scale] = {}
        self._numbers: dict[str, Range | Kind] = {}
        self._unset: dict[str, Range] = {}
        """The numbers that a table may set, and the rules do not."""
        self._names: dict[str, Range | Kind] = {fold(key): Kind("condition", Range(0, 1)) for key in file.lines}
        """The values that a formula may name: lines, numbers, scores, and the derived numbers so far."""
        self._parts: dict[str, Kind] = {}
        """The lists and choices that a formula may name."""
        self._defined: dict[str, KeyPath] = {}
        """By the folded name of a value, where it is defined."""
        self._calls: dict[str, Call] = {}
        """What each roll gives to its dice, by its label."""
        self._spans: dict[str, Range] = {}
        """What each derived number may come to."""
        self._steps = 0

    # Reports.

    def _report(self, code: str, message: str, *path: str | int, **more: Any) -> None:
        self.errors.append(error(message, *path, code=code, **more))

    def _refuse_name(
        self, message: str, *path: str | int, hint: str = "give one of them another name", **more: Any
    ) -> None:
        self._report("game/name", message, *path, key=True, hint=hint, **more)

    def _refuse_part(self, message: str, *path: str | int, hint: str = "") -> None:
        self._report("game/incomplete", message, *path, key=True, hint=hint)

    def _names_in(self, named: Mapping[str, Any], *path: str | int) -> list[str]:
        """Return the names of a mapping, also those whose values could not be read."""
        return [*named, *(str(key) for key in self._file.unread_keys(*path) if key not in named)]

    def _has_error(self, fields: Iterable[str], *path: str | int) -> bool:
        """Return whether one of some fields has an error of the schema."""
        return not self._is_complete and any(self._file.unread_within(*path, field) for field in fields)

    def _may_have(self, part: Model, fields: Iterable[str], *path: str | int) -> bool:
        """Return whether one of some fields has an error, or may be there under a name that is not known."""
        return self._has_error(fields, *path) or bool(part.unknown_keys)

    def _is_known(
        self, what: str, name: str, known: Iterable[str], *path: str | int, are_all_read: bool = True
    ) -> bool:
        """Return whether there is something of that name; report it where not.

        Unless ``are_all_read``, there may be further names, so only one that misspells a known one is reported.
        """
        names = list(known)
        if name not in names and (are_all_read or closest(name, names, SURELY)):
            hint = "" if names else f"the file has no {what}"
            unknown = checks.unknown(name, Vocabulary(what, names), *path, hint=hint, code="game/unknown-name")
            self.errors.append(unknown)
        return name in names

    def _is_key(self, what: str, name: str, section: str | tuple[str, ...], *path: str | int) -> bool:
        """Return whether a section, or one of several, has a key that could be read; report it where there is none."""
        sections = (section,) if isinstance(section, str) else section
        named = [{} if (part := getattr(self._file, section)) is None else part for section in sections]
        known = [key for section, keys in zip(sections, named, strict=True) for key in self._names_in(keys, section)]
        are_all_read = not any(self._file.unread(section) for section in sections)
        return self._is_known(what, name, known, *path, are_all_read=are_all_read) and any(name in one for one in named)

    def _check_names(self, part: Model, at: str, *path: str | int) -> None:
        """Report each name of a list or a mapping that is empty, or there twice in any spelling."""
        names = [*checks.find_names(part, at, *path)]
        found = [*checks.find_repeated(names)]
        for where, name, key in names:
            found += checks.find_unusable(name, *where, key=key)
        self.errors += [replace(one, code="game/name") for one in found]

    # Formulas.

    def _formula(
        self,
        text: str | None,
        names: Mapping[str, Range | Kind],
        *path: str | int,
        truth: bool = False,
        lost: Collection[str] = (),
        are_names_read: bool = True,
    ) -> Formula | None:
        """Return a formula and keep it by its path, or report its error at its own column.

        ``lost`` are further names that have an error. Unless ``are_names_read``, there may be any others.
        """
        if text is None:  # it has an error, or is missing
            return None
        # Only formulas that may name scores see the lists and choices of a character.
        parts = self._parts if names.keys() >= self._names.keys() else {}
        known = dict(names)
        formula, wrong = read_among(
            lambda: parse_formula(text, known, parts, truth=truth, scales=self._scales), known, {*lost, *self._lost}
        )
        if wrong is not None and not self._may_follow(wrong, text, names, lost, are_names_read=are_names_read):
            self._report_formula(wrong, text, *path)
        if formula is not None:
            self._formulas[path] = formula
        return formula

    def _may_follow(
        self,
        exc: FormulaError,
        text: str,
        names: Mapping[str, Any],
        lost: Collection[str] = (),
        *,
        are_names_read: bool = True,
    ) -> bool:
        """Return whether an error in a formula of some names may only follow from one that is reported elsewhere."""
        lost = {*lost, *self._lost}
        if not exc.name:  # what is read of a list with an error
            words = re.findall(r"[^\W\d][\w'’]*", text)
            return not lost.isdisjoint(map(fold, words)) and is_well_formed(text)
        of_rules = self._file.unread("numbers") or self._file.unread("scales")
        is_lacking = self._lacks_values if names.keys() >= self._names.keys() else of_rules
        may_be_other = is_lacking or not are_names_read
        return fold(exc.name) in lost or (may_be_other and not closest(exc.name, names, SURELY))

    def _report_formula(self, exc: FormulaError, text: str, *path: str | int) -> None:
        """Report an error in a formula, at its own column where the file has the formula in one line as it is."""
        message, hint = str(exc), exc.hint
        later = next((key for key in self._file.derived if exc.name and fold(key) == fold(exc.name)), None)
        # A derived number may be named before it is computed.
        if later is not None and path[0] == "derived" and fold(later) not in self._names:
            key = str(path[1])
            if later == key:
                message, hint = f"`{key}` is computed from itself", "name other values"
            elif re.search(rf"\b{re.escape(key)}\b", self._file.derived[later].is_ or ""):
                message = f"`{key}` and `{later}` are computed from each other"
                hint = "compute one of them from other values"
            else:
                message, hint = f"`{later}` is computed further down", f"move `{later}` above `{key}`"

        place, own = self._source.place(_written(path, self._misspelt)), None
        line = self._source.lines[place.line - 1] if place.line <= len(self._source.lines) else ""
        start = line.find(text, place.column - 1)
        if place.line == place.end_line and 0 <= start <= place.column:
            column = start + 1 + exc.at
            own = Place(place.line, column, place.line, column + exc.length)
        self._report("game/formula", message, *path, hint=hint, place=own)

    def _limit(self, text: str | None, *path: str | int) -> tuple[Limit, Range | None]:
        """Return a number, the name of one, or a formula of some, as a limit of a rule; and its range.

        The range is None where an error leaves it unknown.
        """
        named = next((key for key in self._file.numbers if text is not None and fold(key) == fold(text)), None)
        # A number that only a table sets cannot be computed with; the rule reads it by its name.
        if named is not None and fold(named) in self._unset:
            return named, self._unset[fold(named)]
        formula = self._formula(text, self._numbers, *path)
        if formula is None:
            is_unknown = text is not None or self._file.unread_within(*path)
            return None, None if is_unknown else _NONE
        low, high = formula.range
        if not -LARGEST_NUMBER <= low <= high <= LARGEST_NUMBER:
            message = f"`{formula.text}` may come to {formula.range}, and a number has at most {LARGEST_NUMBER:,}"
            self._report("game/range", message, *path)
            return None, None
        if low == high:
            return low, formula.range
        return named or (lambda rules: formula(Values(numbers_of(self._file, rules)))), formula.range

    def _define(self, name: str, span: Range, *path: str | int) -> None:
        """Give a value its name in formulas."""
        if fold(name) in map(fold, RESERVED):
            hint = f"formulas have these words: {listing(RESERVED)}"
            self._refuse_name(f"`{name}` is a word of formulas, and cannot name a value", *path, hint=hint)
        elif (before := self._defined.setdefault(fold(name), path)) != path:
            related = (note("the first", *before, key=isinstance(before[-1], str)),)
            self._refuse_name(f"`{name}` names two values", *path, related=related)
        elif fold(name) not in self._lost:
            self._names[fold(name)] = span

    def _list(self, key: str, kind: Kind, *, is_lost: bool) -> None:
        """Give a list or a choice its name in formulas, unless it has an error."""
        if is_lost:
            self._lost.add(fold(key))
        else:
            self._parts[fold(key)] = kind

    # The parts of a game, in the order in which they refer to each other.

    def build(self) -> Definition | None:
        """Return what the file defines; None where there is an error."""
        file = self._file
        if file.format is not None and file.format != FORMAT:
            message = f"this chargen reads format {FORMAT} of game files; found {file.format}"
            hint = "a newer chargen reads it" if (file.format or 0) > FORMAT else f"write `format: {FORMAT}`"
            self._report("game/format", message, "format", hint=hint)
        for section in _NAMING:
            named = getattr(file, section)
            self._lost.update(fold(key) for key in self._names_in(named, section) if key not in named)
        self._check_keys()
        self._check_sizes()
        for key, number in file.numbers.items():
            self._define_number(key, number)
        for key, rows in file.scales.items():
            self._define_scale(key, rows)
        choices = {key: self._choice(key, choice) for key, choice in file.choices.items()}
        scores = {key: self._scores(key, group) for key, group in file.scores.items()}
        picks = {key: self._picks(key, list_) for key, list_ in file.picks.items()}
        picks |= {key: self._table(key, table) for key, table in file.tables.items()}
        things = {key: self._things(key, list_, scores) for key, list_ in file.things.items()}
        for key, derived in file.derived.items():
            if not self._derived(key, derived, things):
                self._lost.add(fold(key))
        rolls = self._rolls(scores)
        dice = dict(self._dice(rolls))
        for key, tracker in file.trackers.items():
            at = ("trackers", key, "boxes")
            boxes = self._formula(tracker.boxes, self._names, *at)
            if boxes is not None and not 1 <= boxes.range.high <= MOST_BOXES:
                message = f"`{boxes.text}` may come to {boxes.range} boxes; there may be 1 to {MOST_BOXES}"
                self._report("game/range", message, *at)
        if file.fight is not None:
            self._check_fight(file.fight, scores, rolls)
        conditions = {key: made for key, rule in file.rules.items() if (made := self._condition(key, rule))}
        definition = Definition(
            key=self._key,
            file=file,
            ranges={name: span for name, span in {**self._numbers, **self._unset}.items() if isinstance(span, Range)},
            formulas=self._formulas,
            choices=choices,
            scores=scores,
            picks=picks,
            things=things,
            conditions=conditions,
            spans=self._spans,
            dice=dice,
            rolls=rolls,
            calls=self._calls,
            verbs=(),
        )
        definition = replace(definition, verbs=tuple(self._verbs(definition)))
        self.errors += find_infeasible(definition, self._lost)
        if not self._is_complete or has_errors(self.errors):
            return None
        rules = (*declarations.creation(definition), *(rule for verb in definition.verbs for rule in verb.rules))
        names = [rule.__name__ for rule in rules]
        for name in file.why:
            self._is_known("rule", name, [*names, *(OF_EACH_LEDGER if file.ledger else ())], "why", name)
        for name, times in Counter(names).items():
            if times > 1:
                hint = "rename the key that one of them follows from"
                self._refuse_name(f"two rules of this game are called `{name}`", hint=hint)
        if has_errors(self.errors):
            return None
        return definition

    def _check_keys(self) -> None:
        """Report each name that cannot be a key of a character's file, of house rules, or of the ledger."""
        file, sections = self._file, ("choices", "scores", "picks", "lines", "tables", "things")
        first: dict[str, str] = {}
        for section in sections:
            for key in getattr(file, section):
                if (before := first.setdefault(key, section)) != section:
                    self._refuse_name(f"`{key}` is a key of `{before}` already", section, key)
        for section in (*sections, "numbers", "derived", "trackers"):
            taken = Concept if section in sections else RuleSet if section == "numbers" else Model
            for key in getattr(file, section):
                if not _KEY.fullmatch(key):
                    hint = f"write `{as_key(key)}`" if as_key(key) != "unnamed" else "such as `hit_points`"
                    self._refuse_name(f"`{key}` is to be a key: small letters, digits and _", section, key, hint=hint)
                # Methods of models count, too: a field called `copy` would hide one.
                elif hasattr(taken, key) or key in (*taken.model_fields, "rules", "advancement"):
                    self._refuse_name(f"`{key}` is a key that every game has already", section, key)
                elif taken is Concept and key in DRAWS:
                    self._refuse_name(f"`{key}` is a word of NPC archetypes, for a random draw", section, key)
        for key in file.derived.keys() & file.scores.keys():
            self._refuse_name(f"`{key}` is a key of `scores` already", "derived", key)
        for key in (file.ledger.buys or {}) if file.ledger is not None else {}:
            if not _KEY.fullmatch(key) or hasattr(Entry, key) or key in Entry.model_fields:
                self._refuse_name(f"`{key}` cannot begin a line of the ledger", "ledger", "buys", key)

    def _check_sizes(self) -> None:
        """Report more names than a game on paper has."""
        file = self._file
        sizes = {
            "scores": sum(len(group.of or group.base) for group in file.scores.values()),
            "picks": sum(len(names) for picks in file.picks.values() for names in (picks.of, *picks.lists.values())),
            "tables": sum(len(table.rows or ()) for table in file.tables.values()),
            "things": sum(len(things.of) + len(things.always) for things in file.things.values()),
        }
        for section, number in sizes.items():
            if number > MOST_NAMES[section]:
                message = f"`{section}` has {number:,} names; a game in a file has at most {MOST_NAMES[section]}"
                self._report("game/too-large", message, section, key=True)

    def _define_number(self, key: str, number: Number) -> None:
        at = ("numbers", key)
        of_value = ("is", "from", "to")
        if self._has_error(of_value, *at) or (number.is_ is None and self._may_have(number, of_value, *at)):
            self._lost.add(fold(key))
            return
        usual = number.is_ or 0
        low = min(0, usual) if number.low is None else number.low
        high = min(LARGEST_NUMBER, max(10, 2 * usual)) if number.to is None else number.to
        if number.is_ is None:
            # No formula can compute with it, so it has no name in formulas: see `_limit`.
            self._unset[fold(key)] = Range(min(low, high), high)
        elif not low <= usual <= high:
            self._report("game/range", f"`{key}` is {usual}, and goes from {low} to {high}", "numbers", key)
            self._lost.add(fold(key))
        else:
            self._define(key, Range(low, high), "numbers", key)
            self._numbers[fold(key)] = Range(low, high)

    def _define_scale(self, key: str, rows: Mapping[str, str]) -> None:
        """Give a scale its name, or report its rows that are wrong."""
        errors = len(self.errors)
        for start, text in rows.items():
            if not re.fullmatch(r"-?\d{1,6}", start):
                hint = "each step begins with a number, as in `{1: -3, 6: -1}`"
                self._report("game/value", f"`{start}` is no whole number", "scales", key, start, key=True, hint=hint)
            reader = Reader({}, thrown=Thrown())
            reader.rolls = True
            try:
                reader.formula(text)
            except FormulaError as exc:
                self._report_formula(exc, text, "scales", key, start)
        if len(self.errors) > errors or self._file.unread_within("scales", key):
            self._lost.add(fold(key))
        else:
            self._scales[fold(key)] = scale({int(start): text for start, text in rows.items()})

    def _choice(self, key: str, choice: Choice) -> Names:
        options = choice.of or {}
        self._check_names(choice, "of", "choices", key)
        is_lost = self._file.unread("choices", key, "of") or self._names_in(options, "choices", key, "of") != [*options]
        if not options and not is_lost:
            self._refuse_part(f"`{key}` has no option", "choices", key, "of")
        known = [name for group in self._file.scores.values() for name in group.base]
        others = [name for group in self._file.scores.values() for name in group.of]
        for option, described in options.items():
            for name in described.adds:
                at = ("choices", key, "of", option, "adds", name)
                if name in others:
                    hint = "`adds` is for scores with a number of their own under `base`"
                    self._refuse_part(f"`{name}` has no base that could be added to", *at, hint=hint)
                else:
                    self._is_known("score", name, [*known, *others], *at, are_all_read=not self._lacks_values)
        self._list(key, Kind("entry", names=tuple(options)), is_lost=is_lost)
        return Vocabulary(singular(key), tuple(options))

    def _adds(self, base: Mapping[str, int]) -> dict[str, dict[str, dict[str, int]]]:
        """Return what the choices add to some scores, by choice, folded option and name."""
        adds = {
            key: {
                fold(option): {name: more for name, more in described.adds.items() if name in base}
                for option, described in (choice.of or {}).items()
            }
            for key, choice in self._file.choices.items()
        }
        return {key: options for key, options in adds.items() if any(options.values())}

    def _scores(self, key: str, group: Scores) -> ScoreGroup:
        at, field = ("scores", key), "of" if group.of else "base"
        names = tuple(group.of or group.base)
        are_names_lost = self._has_error(("of", "base"), *at)
        if bool(group.of) == bool(group.base) and not are_names_lost:
            are_names_lost = True
            if not self._may_have(group, ("of", "base"), *at):
                self._refuse_part(f"`{key}` needs names: `of`, or `base`, and not both", *at)
        low, lowest = self._limit(group.low, *at, "from")
        to, highest = self._limit(group.to, *at, "to")
        points, _ = self._limit(group.points, *at, "points")
        has_no_limit = not group.to and not group.set_ and self._may_have(group, ("to",), *at)
        is_set_lost = are_names_lost or has_no_limit or self._has_error(("set",), *at)
        if group.set_ and len(group.set_) != len(names) and not is_set_lost:
            message = f"`{key}` has {len(names)} names, and `set` has {len(group.set_)} numbers"
            self._report("game/range", message, *at, "set")
        adds = self._adds(group.base)
        errors = len(self.errors)
        is_span_lost = is_set_lost or lowest is None or highest is None or self._has_error(("except",), *at)
        span = _NONE if is_span_lost else self._span(key, group, lowest or _NONE, highest or _NONE, adds)
        is_span_lost = is_span_lost or len(self.errors) > errors
        self._check_names(group, field, *at)
        scored = Kind("list", members={"value": Kind("number", span)}, names=names, size=len(names))
        self._list(key, scored, is_lost=is_span_lost)
        self._lost.update(map(fold, names) if is_span_lost else ())
        for name in names:
            self._define(name, span, *at, field, *([name] if group.base else []))
        if group.roll is not None and self._file.dice:
            self._is_key("dice", group.roll, "dice", *at, "roll")
        for name, short in group.short.items():
            self._is_known("name", name, names, *at, "short", name, are_all_read=not are_names_lost)
            others = [*names, *group.short, *group.short.values()]
            if sum(fold(other) == fold(short) for other in others) > 1 + 2 * (fold(name) == fold(short)):
                self._refuse_name(f"`{short}` is short for two names", *at, "short", name)
        for name in group.like:
            self._is_known("name", name, names, *at, "like", name, are_all_read=not are_names_lost)
        if group.unless:
            self._is_key("list of things", group.unless, "things", *at, "unless")
        numbers = {**self._numbers, **({} if is_span_lost else {"value": Kind("number", span)})}
        self._formula_within(
            group.price, 0, LARGEST, "points", *at, "price", names=numbers, lost=("value",) if is_span_lost else ()
        )
        least = None if isinstance(low, str) and fold(low) in self._unset else low
        return ScoreGroup(
            key=key,
            file=group,
            names=names_of_scores(key, group),
            span=span,
            low=low,
            least=least,
            to=to,
            points=points,
            adds=adds,
            table=(self._of_package or {}).get(key),
        )

    def _span(
        self,
        key: str,
        group: Scores,
        lowest: Range,
        highest: Range,
        adds: Mapping[str, Mapping[str, Mapping[str, int]]],
    ) -> Range:
        """Return the numbers that a score may ever have, which formulas are checked for; report where there is none."""
        # A set says by itself how high and how low its numbers are.
        if group.set_ and not group.to:
            lowest, highest = Range(min(group.set_), min(group.set_)), Range(max(group.set_), max(group.set_))
        elif group.to is None:
            message = f"`{key}` needs `to`: the highest number of a new character"
            self._report("game/range", message, "scores", key, key=True)
        bottom = lowest.low
        if group.base:
            # A score that nothing was spent on has its base, even below `from`.
            bottom = min([*group.base.values(), *([] if group.low is None else [lowest.low])])
        if lowest.low > highest.high and (group.to or group.set_):
            message = f"`{key}` may go from {lowest} to {highest}: no number is between them"
            self._report("game/range", message, "scores", key, key=True)
        if group.except_ is not None:
            bottom = min(bottom, group.except_.value or 0)
        added = [more for options in adds.values() for scores in options.values() for more in scores.values()]
        least = bottom if group.base else lowest.high
        tops = [highest.high, least, 0, *group.base.values()]
        # Formulas must hold for experienced characters, too.
        for verb in ((self._file.ledger.buys or {}) if self._file.ledger else {}).values():
            with suppress(FormulaError):  # reported where the verbs are read
                tops += [parse_formula(verb.to, self._numbers).range.high] if verb.raises == key and verb.to else []
        top = max(tops)
        # A table may waive the limit, so a little more is valid in formulas.
        return Range(min([bottom, *added]), top + max(2, top // 4))

    def _picks(self, key: str, picks: Picks) -> PickList:
        at = ("picks", key)
        number, number_range = self._limit(picks.number, *at, "number")
        is_lost = self._has_error(("of", "by", "lists"), *at)
        if (bool(picks.of) == bool(picks.by) or (picks.by and not picks.lists)) and not is_lost:
            is_lost = True
            if not self._may_have(picks, ("of", "by", "lists"), *at):
                self._refuse_part(f"`{key}` needs names: `of`, or `by` with `lists`, and not both", *at)
        self._check_names(picks, "of", *at)
        self._check_names(picks, "lists.*", *at)
        choice = self._file.choices.get(picks.by)
        options = (choice.of or {}) if choice is not None else {}
        if picks.by and self._is_key("choice", picks.by, "choices", *at, "by") and fold(picks.by) not in self._lost:
            for option in picks.lists:
                self._is_known(singular(picks.by), option, options, *at, "lists", option)
            for option in _lacking(options, picks.lists) if not is_lost else ():
                self._refuse_part(f"`{option}` has no list", *at, "lists", hint=f"add `{option}: [...]`")
        lists = {
            fold(option): Vocabulary(f"{singular(key)} of {option}", tuple(names))
            for option, names in picks.lists.items()
        }
        every = [*picks.of.items(), *(item for names in picks.lists.values() for item in names.items())]
        texts = {name: described.about for name, described in every}
        self._list(key, Kind("list", names=tuple(texts), size=len(texts)), is_lost=is_lost or number_range is None)
        names = Vocabulary(singular(key), tuple(texts))
        by = picks.by
        return PickList(key=key, file=picks, names=names, texts=texts, number=number, by=by, lists=lists)

    def _table(self, key: str, table: TableFile) -> PickList:
        rows = table.rows or {}
        texts = {name: ", ".join(map(str, cells)) for name, cells in rows.items()}
        number, _ = self._limit(table.most, "tables", key, "most")
        is_lost = self._has_error(("columns",), "tables", key)
        for name, cells in rows.items():
            is_row_lost = is_lost or self._file.unread_within("tables", key, "rows", name)
            if len(cells) != len(table.columns or ()) and not is_row_lost:
                message = f"`{name}` has {len(cells)} cells under {len(table.columns or ())} columns"
                self._report("game/table", message, "tables", key, "rows", name)
        are_rows_lost = self._names_in(rows, "tables", key, "rows") != [*rows]
        are_rows_lost = are_rows_lost or self._file.unread("tables", key, "rows")
        self._list(key, Kind("list", names=tuple(rows), size=len(rows)), is_lost=are_rows_lost)
        names = Vocabulary(singular(key), tuple(rows))
        return PickList(key=key, file=table, names=names, texts=texts, number=number, is_table=True)

    def _things(self, key: str, file: ThingsFile, scores: Mapping[str, ScoreGroup]) -> ThingList:
        at = ("things", key)
        if not file.own and not self._file.unread(*at, "own"):
            hint = "lists of the rules are `picks` and `tables`"
            self._refuse_part(f"`{key}` needs `own: true`: players make up such things", *at, hint=hint)
        members: dict[str, Member] = {}
        for name, line in file.has.items():
            member = Member.read(line.is_ or "")
            if not _KEY.fullmatch(name) or hasattr(Model, name) or name in ("name", "value", "always"):
                self._refuse_name(f"`{name}` cannot be a member of things", *at, "has", name)
            elif member is None:
                hint = "write a number, `0 to 5`, `yes` or `no`, `light or heavy`, `text`, `price`, `needs` or `adds`"
                if line.is_ is not None:
                    self._report("game/value", f"`{line.is_}` describes no member", *at, "has", name, hint=hint)
            elif member.what in ("price", "needs", "adds") and any(one.what == member.what for one in members.values()):
                self._refuse_part(f"only one member is `{member.what}`", *at, "has", name)
            else:
                members[name] = member
        # After an error in a member, what things have of it would seem wrong.
        is_lost = len(members) < len(file.has) or self._file.unread_within(*at, "has")
        wrong = set(self._names_in(file.has, *at, "has")) - members.keys()
        stated = {"of": file.of, "always": file.always} if not self._file.unread(*at, "has") else {}
        rows = {field: self._rows(listed, members, wrong, *at, field) for field, listed in stated.items()}
        most, _ = self._limit(file.most, *at, "most")
        points, _ = self._limit(file.points, *at, "points")
        if file.points is not None and not is_lost and not any(one.what == "price" for one in members.values()):
            self._refuse_part("`points` needs a member that is a `price`", *at, "points")
        for field in ("of", "always"):
            self._check_names(file, field, *at)
        kinds = {fold(name): member.kind for name, member in members.items() if member.kind is not None}
        self._list(key, Kind("list", members=kinds, size=MOST_ENTRIES + len(file.always)), is_lost=is_lost)
        initials = {name: (name, "".join(word[0] for word in name.split("_"))) for name in self._file.derived}
        return ThingList(
            key=key,
            file=file,
            members=members,
            suggested=rows.get("of", {}),
            always=rows.get("always", {}),
            most=most,
            points=points,
            scores=join_score_names(scores.values()),
            derived=Vocabulary("derived number", tuple(initials), initials.__getitem__),
        )

    def _rows(
        self, rows: Mapping[str, Mapping[str, Any]], members: Mapping[str, Member], wrong: Collection[str], *at: str
    ) -> dict[str, dict[str, Any]]:
        """Return the things of a file with what they have, and report what does not fit their members.

        ``wrong`` are the members with an error of their own.
        """
        read: dict[str, dict[str, Any]] = {}
        for name, row in rows.items():
            read[name] = {}
            for key, written in row.items():
                if not self._is_known("member", key, [*members, *wrong], *at, name, key) or key in wrong:
                    continue
                read[name][key] = members[key].value(written)
                if read[name][key] is None:
                    message = f"`{key}` of `{name}` does not fit `{self._file.things[at[1]].has[key].is_}`"
                    self._report("game/value", message, *at, name, key)
            needed = [key for key, member in members.items() if member.default is None]
            there = [key for key in self._names_in(row, *at, name) if key in needed or key not in members]
            for key in _lacking(needed, there) if not self._file.unread(*at, name) else ():
                self._refuse_part(f"`{name}` has no `{key}`", *at, name)
        return read

    def _derived(self, key: str, file: Derived, things: Mapping[str, ThingList]) -> bool:
        """Read a derived number, or one for each of some things; return whether it has its name now."""
        at, members = ("derived", key), dict[str, Kind]()
        if file.each:
            if not self._is_key("list of things", file.each, "things", *at, "each"):
                return False
            if fold(file.each) in self._lost:
                listed = next(key for key in self._file.things if fold(key) == fold(file.each))
                has = self._names_in(self._file.things[listed].has, "things", listed, "has")
                self._formula(file.is_, self._names, *at, "is", lost=[*map(fold, has)])
                return False
            members = dict(self._parts[fold(file.each)].members)
        formula = self._formula(file.is_, {**self._names, **members}, *at, "is")
        if formula is None or self._has_error(("each", "from", "to"), *at):
            return False
        is_changed = any(one.role("adds") for one in things.values())
        low, high = formula.range
        if is_changed:
            low, high = low - LARGEST_MEMBER, high + LARGEST_MEMBER
        span = Range(low if file.low is None else max(low, file.low), high if file.to is None else min(high, file.to))
        if span.low > span.high:
            message = f"`{key}` may come to {formula.range}, and goes from {signed(span.low)} to {signed(span.high)}"
            self._report("game/range", message, *at, key=True)
            span = formula.range
        self._spans[key] = span
        # Named only now: a formula can refer to those above it, and not to itself.
        if file.each and fold(key) in self._parts:
            self._refuse_name(f"`{key}` names two lists", *at)
        elif file.each:
            members = {"value": Kind("number", span)}
            self._parts[fold(key)] = Kind("list", members=members, size=self._parts[fold(file.each)].size)
        else:
            self._define(key, span, *at)
        return True

    # Dice and rolls.

    def _rolls(self, scores: Mapping[str, ScoreGroup]) -> dict[str, RollFile]:
        """Return the rolls of scores, then the others; what each gives to its dice is in `_calls`."""
        kinds = self._file.dice or {}
        rolls: dict[str, RollFile] = {}
        for key, group in scores.items():
            for name in group.names if group.file.roll else ():
                rolls[name] = RollFile(value=name, dice=group.file.roll)
                is_lost = fold(key) in self._lost
                self._calls[name] = Call({} if is_lost else {"value": Formula.named(name, group.span)}, {})
        self._check_names(self._file, "rolls")
        taken = set(map(as_key, rolls))
        for label, roll in self._file.rolls.items():
            dice = roll.dice or next(iter(kinds), "")
            is_known = roll.dice is None or self._is_key("dice", dice, "dice", "rolls", label, "dice")
            takes = (kinds[dice].takes or ("value",)) if is_known and dice in kinds else None
            calls = self._calls_of(label, roll, takes, scores)
            is_known = takes is not None and not self._has_error(("dice",), "rolls", label)
            if calls is None or not is_known:
                self._lost_rolls[label] = dice if is_known else ""
                continue
            for one, call in calls.items():
                if as_key(one) in taken:
                    self._refuse_name(f"two rolls are called `{one}`", "rolls", label, hint="rename one of them")
                taken.add(as_key(one))
                rolls[one], self._calls[one] = roll.model_copy(update={"dice": dice}), call
        if self._of_package is not None and not kinds:
            return rolls
        if not kinds and not self._file.unread("dice"):
            self._refuse_part("a game has dice", "dice", hint="as in `dice: {task: {dice: 2, sides: 6, …}}`")
        elif not (rolls or self._lost_rolls or self._lacks_rolls or self._lacks_values):
            self._refuse_part("nothing is rolled", "dice", hint="add `rolls:`, or `roll:` to a group of scores")
        return rolls

    def _calls_of(
        self, label: str, roll: RollFile, takes: Sequence[str] | None, scores: Mapping[str, ScoreGroup]
    ) -> dict[str, Call] | None:
        """Return the calls of a roll by their labels: one, or one for each combination of scores.

        ``takes`` is None where its dice are not known. After an error it returns None.
        """
        at, errors = ("rolls", label), len(self.errors)
        is_lost = takes is None or self._has_error(("value", "with", "each"), *at)
        names, lost = dict(self._names), list[str]()
        for name, group in roll.each.items():
            is_known = self._is_key("group of scores", group, "scores", *at, "each", name)
            if is_known and fold(group) not in self._lost:
                names[fold(name)] = scores[group].span
            else:
                names.pop(fold(name), None)
                lost.append(fold(name))
        texts = dict(roll.with_) if roll.value is None else {"value": roll.value, **roll.with_}
        for name in _lacking(takes or (), texts) if not is_lost else ():
            self._refuse_part(f"the dice take `{name}`, which `{label}` does not give", *at)
        for name in texts if takes is not None else ():
            self._is_known(
                "number that these dice take", name, takes or (), *at, *(("with", name) if name in roll.with_ else ())
            )
        given: dict[str, Formula] = {}
        for name, text in texts.items():
            where = ("with", name) if name in roll.with_ else ("value",)
            formula = self._formula(text, names, *at, *where, lost=lost)
            if formula is not None:
                given[fold(name)] = formula
        if is_lost or lost or len(self.errors) > errors or len(given) < len(texts):
            return None
        combinations = [*product(*(scores[group].names for group in roll.each.values()))]
        if len(combinations) > MOST_NAMES["scores"]:
            message = f"these are {len(combinations)} rolls; there may be {MOST_NAMES['scores']}"
            self._report("game/too-large", message, *at, key=True)
            return None
        aliases = [*map(fold, roll.each)]
        return {
            " + ".join(each) if each else label: Call(given, dict(zip(aliases, each, strict=True)))
            for each in combinations
        }

    def _dice(self, rolls: Mapping[str, RollFile]) -> Iterator[tuple[str, DiceKind]]:
        """Yield the dice, by name. What rolls may give them decides whether their odds can be computed."""
        kinds = self._file.dice or {}
        named = [roll.dice or next(iter(kinds), "") for roll in (*rolls.values(), *self._file.rolls.values())]
        # A roll whose dice are not known may be rolled with any.
        is_any = self._lacks_values or self._lacks_rolls or not kinds.keys() >= set(named)
        is_any = is_any or any(self._has_error(("dice",), "rolls", label) for label in self._file.rolls)
        for key, file in kinds.items():
            calls = [self._calls[label].given for label, roll in rolls.items() if roll.dice == key]
            if key not in named and not is_any:
                self._refuse_part(f"nothing is rolled with the dice `{key}`", "dice", key)
            takes = [fold(name) for name in file.takes or ("value",)]
            given = {name: [call[name].range for call in calls if name in call] for name in takes}
            spans = {name: reduce(or_, ranges) for name, ranges in given.items() if ranges}
            if (made := self._dice_kind(key, file, spans, {*takes} - spans.keys())) is not None:
                yield key, made

    def _dice_kind(self, key: str, file: DiceFile, spans: Mapping[str, Range], lost: set[str]) -> DiceKind | None:
        """Return the dice of a name; None after an error. ``lost`` are the names of what no roll gives to them."""
        at = ("dice", key)
        older = [part for part in (file.dice, file.sides) if part is not None]
        are_dice_lost = self._has_error(("roll", "dice", "sides", "takes"), *at)
        is_other = len(older) != (2 if file.roll is None else 0)
        are_dice_lost = are_dice_lost or (is_other and self._may_have(file, ("roll", "dice", "sides"), *at))
        if is_other and not are_dice_lost:
            hint = "as in `roll: 2d6 + value`, or `dice: 2` and `sides: 6`"
            self._refuse_part("these dice need `roll`, or `dice` and `sides`, and not both", *at, hint=hint)
            return None
        asks = {
            fold(name): asked for name, line in file.asks.items() if (asked := self._asked(line, *at, "asks", name))
        }
        lost = {*lost, *(set(map(fold, self._names_in(file.asks, *at, "asks"))) - asks.keys())}
        names = {name: kind for name, kind in {**self._names, **spans}.items() if name not in lost}
        also: dict[str, dict[str, Formula]] = {}
        for name, changes in file.also.items():
            for parameter, text in changes.items():
                truth = fold(parameter) in asks and asks[fold(parameter)][0].what == "condition"
                where = (*at, "also", name, *(() if parameter == "value" else (parameter,)))
                formula = self._formula(text, names, *where, truth=truth, lost=lost)
                known = (*(file.takes or ("value",)), *self._names_in(file.asks, *at, "asks"))
                is_known = self._is_known("question of these dice", parameter, known, *at, "also", name)
                if formula is not None and is_known and self._is_asked(formula, asks, *at, "also", name, parameter):
                    also.setdefault(name, {})[fold(parameter)] = formula
        wider = {
            name: {take: span | changes[take].range if take in changes else span for take, span in spans.items()}
            for name, changes in also.items()
        }
        widest = {take: reduce(or_, (other[take] for other in wider.values()), span) for take, span in spans.items()}
        dice = self._pool(file, widest, asks, lost, *at)
        if dice is None and not lost and not are_dice_lost:
            # Perhaps only what is rolled with other numbers is wrong.
            wrong = [name for name, other in wider.items() if self._pool(file, other, asks, lost) is None]
            if wrong and self._pool(file, spans, asks, lost) is not None:
                self.errors = [one for one in self.errors if one.path[:2] != at]
                for name in wrong:
                    changed = next(formula for take, formula in also[name].items() if take in spans)
                    message = f"`{changed.text}` may come to {changed.range}, and no such value can be rolled"
                    number = f"`{file.dice}` dice of `{file.sides}` sides" if file.roll is None else f"`{file.roll}`"
                    hint = f"with it, {number} are too few or too many"
                    self._report("game/range", message, *at, "also", name, hint=hint)
        self._check_outcomes(file, *at)
        if dice is None or lost or len(also) < len(file.also) or self._file.unread_within(*at):
            return None
        kind = DiceKind(file=file, numbers=partial(numbers_of, self._file), dice=dice, asks=asks, also=also)
        return kind if self._can_be_computed(kind, *at) else None

    def _asked(self, line: AskedFile, *at: str) -> tuple[Kind, Formula] | None:
        """Return what the situation decides about a roll: what it may be, and how it usually is. None after errors."""
        if self._has_error(("is", "from", "to"), *at):
            return None
        if line.is_yes_or_no:
            usual = "true" if (line.is_ or "").strip().lower() == "yes" else "false"
            return Kind("condition", Range(0, 1)), parse_formula(usual, {}, truth=True)
        formula = self._formula(line.is_, self._numbers, *at, *(() if line.low is line.to is None else ("is",)))
        if formula is None:
            return None
        low = min(0, formula.range.low) if line.low is None else line.low
        high = max(10, 2 * formula.range.high) if line.to is None else line.to
        if not low <= formula.range.low <= formula.range.high <= high:
            message = f"`{at[-1]}` is {formula.range}, and goes from {signed(low)} to {signed(high)}"
            self._report("game/range", message, *at, key=True)
            return None
        return Kind("number", Range(low, high)), formula

    def _is_asked(self, formula: Formula, asks: Mapping[str, tuple[Kind, Formula]], *at: str) -> bool:
        """Return whether a formula stays within what is asked; report it where not."""
        kind, _ = asks.get(fold(at[-1]), (None, None))
        if kind is None or (kind.range.low <= formula.range.low and formula.range.high <= kind.range.high):
            return True
        self._report(
            "game/range", f"`{formula.text}` may come to {formula.range}, and `{at[-1]}` goes from {kind.range}", *at
        )
        return False

    def _pool(
        self,
        file: DiceFile,
        takes: Mapping[str, Range],
        asks: Mapping[str, tuple[Kind, Formula]],
        lost: Collection[str],
        *at: str,
    ) -> Pool | None:
        """Return the dice for some values, or report what is wrong with them; without a path, nothing is reported."""
        # Scores have no names here: `chargen odds` rolls with a value alone.
        names = {**self._numbers, **{name: kind for name, (kind, _) in asks.items()}}
        before, is_read = len(self.errors), True
        roll: str | Mapping[str, str] | Atom = SOME_DIE if file.roll is None else file.roll
        if file.roll is None:
            hint = f"it is rolled with {listing(f'a {name} from {span}' for name, span in takes.items())}"
            valued = {**names, **takes}
            dice = self._formula_within(
                file.dice, 0, MOST_DICE, "dice", "dice", *at[1:], "dice", names=valued, hint=hint, lost=lost
            )
            sides = self._formula_within(
                file.sides, 1, MOST_SIDES, "sides", "dice", *at[1:], "sides", names=valued, hint=hint, lost=lost
            )
            if not at:
                del self.errors[before:]
            is_read = dice is not None and sides is not None
            if dice is not None and sides is not None:
                roll = Atom(dice.part, sides.part)
        of_rules = set(map(fold, (*self._file.numbers, *self._file.scales)))
        are_names_read = not self._has_error(("takes", "roll", "asks", "where", "reads"), *at)
        try:
            pool = Pool.read(
                roll,
                {as_key(name): text for name, text in (file.outcomes or {}).items()},
                where=file.where,
                reads=file.reads,
                total=file.total or "",
                names=names,
                takes=takes,
                scales=self._scales,
                lost={*lost, *(self._lost & of_rules)},
                fails=tuple(map(as_key, file.fails or ())),
                reading=file.reading,
                adds=file.adds,
            )
        except ExceptionGroup as group:
            for exc in group.exceptions if at else ():
                assert isinstance(exc, FormulaError)
                if not self._may_follow(exc, "", {**names, **takes}, are_names_read=are_names_read):
                    self._report_dice(exc, file, *at)
            return None
        # Without an error of its own, a formula is missing that names something with an error.
        is_read = is_read and len(pool.outcomes) == len(file.outcomes or ())
        return pool if is_read and (pool.rolled is not None or not isinstance(roll, str)) else None

    def _report_dice(self, exc: FormulaError, file: DiceFile, *at: str) -> None:
        """Report an error in a description of dice at its key, which the file spells in its own way."""
        section, *name = exc.key
        if section == "outcomes":
            name = [next(one for one in file.outcomes or {} if as_key(one) == name[0])]
        written = getattr(file, section)
        self._report_formula(exc, written[name[0]] if name else written, *at, section, *name)

    def _formula_within(
        self,
        text: str | None,
        low: int,
        high: int,
        what: str,
        *path: str | int,
        names: Mapping[str, Range | Kind] | None = None,
        hint: str = "",
        lost: Collection[str] = (),
    ) -> Formula | None:
        """Return a formula whose value is always within some limits; None where it is none, which is reported."""
        formula = self._formula(text, self._names if names is None else names, *path, lost=lost)
        if formula is None or low <= formula.range.low <= formula.range.high <= high:
            return formula
        message = f"`{formula.text}` may come to {formula.range} {what}; there may be {low} to {high}"
        self._report("game/range", message, *path, hint=hint)
        return None

    def _can_be_computed(self, kind: DiceKind, *path: str | int) -> bool:
        """Report dice whose odds take too many steps."""
        # With the highest numbers that a table may set, which as a rule make the most dice, and with all that is asked.
        highest = {name: span.high for name, span in self._numbers.items() if isinstance(span, Range)}
        ends = [{name: asked.range[end] for name, (asked, _) in kind.asks.items()} for end in (0, 1)]
        pools = [kind.dice.under({**highest, **asked}) for asked in (ends if kind.asks else ends[:1])]
        takes = kind.dice.takes
        # Of several numbers, only the ends are tried.
        each = (range(low, high + 1) if len(takes) == 1 else (low, high) for low, high in takes.values())
        combinations = [*islice(product(*each), MOST_VALUES + 1)]
        for numbers in combinations:
            self._steps += max(pool.steps(dict(zip(takes, numbers, strict=True))) for pool in pools)
            if self._steps > MOST_STEPS:
                break
        else:
            if len(combinations) <= MOST_VALUES:
                return True
        rolled = listing(f"a {name} from {span}" for name, span in takes.items())
        message = f"these dice fall in too many ways to compute, with {rolled}"
        hint = "fewer dice, fewer sides, or a smaller `to` for the scores"
        self._report("game/too-large", message, *path, key=True, hint=hint)
        return False

    def _check_outcomes(self, kind: DiceFile, *at: str | int) -> None:
        names = self._names_in(kind.outcomes or {}, *at, "outcomes")
        self._check_names(kind, "outcomes", *at)
        for place, name in enumerate(kind.fails or ()):
            are_all_read = not self._file.unread(*at, "outcomes")
            self._is_known("outcome", name, names, *at, "fails", place, are_all_read=are_all_read)
        if self._file.unread_within(*at, "outcomes"):
            return
        if not names:
            self._refuse_part("a roll has outcomes", *at, "outcomes")
            return
        texts = [text.strip().lower() for text in (kind.outcomes or {}).values()]
        end = next((place for place, text in enumerate(texts) if text in (OTHERWISE, "true")), None)
        if end is None:
            at_last = (*at, "outcomes", names[-1])
            hint = f"write `{names[-1]}: {OTHERWISE}`"
            message = f"the last outcome, `{names[-1]}`, is to be `{OTHERWISE}`, so that every roll has an outcome"
            # One with an error may be a misspelt `otherwise`.
            if not any(one.path == at_last for one in self.errors):
                self._report("game/outcomes", message, *at_last, hint=hint)
        elif end < len(names) - 1:
            message = f"`{names[end + 1]}` never happens: the outcome before it is always true"
            self._report("game/outcomes", message, *at, "outcomes", names[end + 1], key=True)
        good = [as_key(name) for name in names if name not in (kind.fails or ())]
        if "success" in good and len(good) > 1 and not self._file.unread_within(*at, "fails"):
            message = "`success` is the chance of all outcomes that are no failure, and not the name of one of several"
            self._refuse_name(message, *at, "outcomes", "success", hint="call it `plain success`")

    # What happens in play, and after it.

    def _check_fight(
        self,
        fight: FightFile,
        scores: Mapping[str, ScoreGroup],
        rolls: Mapping[str, RollFile],
    ) -> None:
        if fight.takes is not None:
            self._is_key("tracker", fight.takes, "trackers", "fight", "takes")
        is_any = self._may_have(fight, ("with", "weapons"), "fight")
        if bool(fight.with_) == bool(fight.weapons) and not is_any:
            self._refuse_part("a fight needs `with`, or `weapons`, and not both", "fight")
            return
        groups = {key: group.names for key, group in scores.items() if group.file.roll}
        attacks = [label for name in fight.with_ for label in groups.get(name, (name,))]
        for place, name in enumerate(fight.with_):
            self._is_roll(name, [*rolls, *groups], "fight", "with", place)
        if fight.weapons and self._is_key("table", fight.weapons, "tables", "fight", "weapons"):
            attacks += self._check_weapons(fight, self._file.tables[fight.weapons], rolls)
        kinds = self._file.dice or {}
        used = {(rolls[one].dice if one in rolls else self._lost_rolls.get(one)) or "" for one in attacks}
        outcomes = [
            name
            for key in kinds
            if key in used
            for name in self._names_in(kinds[key].outcomes or {}, "dice", key, "outcomes")
        ]
        # An attack with an error may be made with dice that have other outcomes.
        are_all_read = (
            bool(used)
            and used <= kinds.keys()
            and not any(self._file.unread("dice", key, "outcomes") for key in used)
            and not self._has_error(("with", "weapons", "roll"), "fight")
        )
        for outcome, text in (fight.harm or {}).items():
            self._is_known(
                "outcome of these rolls", outcome, outcomes, "fight", "harm", outcome, are_all_read=are_all_read
            )
            self._formula_within(text, 0, MOST_BOXES, "harm", "fight", "harm", outcome)

    def _is_roll(self, name: str, rolls: Iterable[str], *path: str | int) -> bool:
        """Return whether there is a roll of that name; report it where not, unless one with an error may be meant."""
        is_any = (
            self._lacks_values
            or self._lacks_rolls
            or any(
                self._file.rolls[label].each or self._has_error(("each",), "rolls", label) for label in self._lost_rolls
            )
        )
        return self._is_known("roll", name, [*rolls, *self._lost_rolls], *path, are_all_read=not is_any)

    def _check_weapons(self, fight: FightFile, table: TableFile, rolls: Mapping[str, RollFile]) -> list[str]:
        """Check the weapons of a table; return the rolls that they name."""
        at, rows, named = ("tables", fight.weapons), table.rows or {}, {"roll": fight.roll, "damage": fight.damage}
        if fight.unarmed:
            known, are_all_read = self._names_in(rows, *at, "rows"), not self._file.unread(*at, "rows")
            self._is_known("row", fight.unarmed, known, "fight", "unarmed", are_all_read=are_all_read)
        columns, are_columns_read = table.columns or (), not self._file.unread_within(*at, "columns")
        for field, word in named.items():
            if not self._file.unread_within("fight", field):
                self._is_known("column", word, columns, "fight", field, are_all_read=are_columns_read)
        from chargen.kit.attacks import Damage  # imported here: few games have a table of weapons

        attacks = list[str]()
        for name, cells in rows.items() if are_columns_read else ():
            # A row with an error of its own may lack any cell.
            if len(cells) != len(columns) or self._file.unread_within(*at, "rows", name):
                continue
            cell = {
                field: (columns.index(word), cells[columns.index(word)])
                for field, word in named.items()
                if word in columns
            }
            if "roll" in cell:
                attacks.append(str(cell["roll"][1]))
                self._is_roll(attacks[-1], rolls, *at, "rows", name, cell["roll"][0])
            if "damage" in cell and Damage.parse(str(cell["damage"][1])) is None:
                message = f"`{cell['damage'][1]}` is no damage"
                self._report("game/table", message, *at, "rows", name, cell["damage"][0], hint="write 1d6, 2d6+1 or 3")
        return attacks

    def _verbs(self, made: Definition) -> Iterator[Any]:
        """Yield the lines of the ledger besides awards."""
        ledger, scores, picks, things = self._file.ledger, made.scores, made.picks, made.things
        for key, verb in ((ledger.buys or {}) if ledger is not None else {}).items():
            at = ("ledger", "buys", key)
            source = made.page(ledger.page if verb.page is None and ledger is not None else verb.page)
            does = ("raises", "learns", "loses", "sets")
            done = [word for word in does if getattr(verb, word)]
            if self._has_error(does, *at) or (not done and self._may_have(verb, does, *at)):
                continue
            if len(done) != 1:
                self._refuse_part(f"`{key}` needs one of `raises`, `learns`, `loses` and `sets`", *at)
            elif verb.sets or verb.loses or len(verb.learns) > 1 or things.keys() & {*verb.learns}:
                yield from self._stated_verb(key, verb, made, source)
            # Only of lists: a table has columns, and things are not learned from it.
            elif verb.learns:
                price, _ = self._limit(verb.price, *at, "price")
                is_known = self._is_key("list of picks", verb.learns[0], "picks", *at, "learns", 0)
                if is_known and self._is_right() and (learned := picks[verb.learns[0]]).names:
                    by, lists = learned.by, learned.lists
                    yield learns(key, learned.key, learned.names, price=price, by=by, lists=lists, source=source)
            elif self._is_key("group of scores", verb.raises, "scores", *at, "raises"):
                yield from self._raising_verb(key, verb, scores[verb.raises], source)

    def _is_right(self) -> bool:
        """Return whether no error was found so far; after one, a game is not made."""
        return self._is_complete and not self.errors

    def _condition(self, key: str, rule: RuleFile) -> Condition | None:
        """Return a rule of the author, with the formulas of its message."""
        at, members = ("rules", key), dict[str, Kind]()
        if not _KEY.fullmatch(key):
            self._refuse_name(
                f"`{key}` is to be a key: small letters, digits and _", *at, hint=f"write `{as_key(key)}`"
            )
        sections = ("scores", "things", "choices", "picks", "tables", "lines")
        things = self._file.things.get(rule.each)
        if rule.at and (things is None or rule.at not in self._names_in(things.has, "things", rule.each, "has")):
            self._is_key("key of a character", rule.at, sections, *at, "at")
        if rule.each:
            self._is_key("group of scores or things", rule.each, (*sections[:2], "derived"), *at, "each")
            if rule.each in self._file.derived and not self._file.derived[rule.each].each:
                self._refuse_part(f"`{rule.each}` is one number: name it in `must`", *at, "each")
            members = dict(self._parts[fold(rule.each)].members if fold(rule.each) in self._parts else {})
        is_each_known = not rule.each or fold(rule.each) in self._parts
        are_names_read = is_each_known and not self._has_error(("each",), *at)
        names = {**self._names, **members}
        must = self._formula(rule.must, names, *at, "must", truth=True, are_names_read=are_names_read)
        says, offset = list[str | Formula](), 0
        for part in re.split(r"(\{[^{}]*\})", rule.says or ""):
            try:
                is_formula = part.startswith("{") and part != "{name}"
                formula = parse_formula(part[1:-1], names, self._parts, scales=self._scales) if is_formula else None
                says.append(part if formula is None else formula)
            except FormulaError as exc:
                exc.at += offset + 1
                if not self._may_follow(exc, part[1:-1], names, are_names_read=are_names_read):
                    self._report_formula(exc, rule.says or "", *at, "says")
            offset += len(part)
        if must is None:
            return None
        words = {*map(fold, re.findall(r"[^\W\d]\w*", f"{must.text} {rule.says}")), "name"}
        named = [name for name in (*(things.has if things else ()), "name") if fold(name) in words]
        return Condition(rule, must, tuple(says), tuple(named) if things else ())

    def _stated_verb(self, key: str, verb: VerbFile, made: Definition, source: str) -> Iterator[Any]:
        """Yield a line of the ledger that states its price."""
        at = ("ledger", "buys", key)
        if verb.price is not None and fold(verb.price) != STATED:
            hint = f"write `price: {STATED}`, or leave it out"
            self._refuse_part(f"a line of `{key}` states its price itself", *at, "price", hint=hint)
        word, names = (
            ("sets", verb.sets) if verb.sets else ("loses", verb.loses) if verb.loses else ("learns", verb.learns)
        )
        what, section = ("group of scores", "scores") if verb.sets else ("list of things", "things")
        known = [self._is_key(what, name, section, *at, word, place) for place, name in enumerate(names)]
        most, _ = self._limit(verb.to, *at, "to") if verb.sets else (None, None)
        if all(known) and self._is_right() and verb.sets:
            yield sets(key, names, most, made, source)
        elif all(known) and self._is_right():
            yield (loses if verb.loses else gains)(key, [made.things[name] for name in names], made, source)

    def _raising_verb(self, key: str, verb: VerbFile, group: ScoreGroup, source: str) -> Iterator[Any]:
        at = ("ledger", "buys", key)
        if verb.to is None and not self._file.unread_within(*at, "to"):
            self._report("game/range", f"`{key}` needs `to`: the highest score that it buys", *at, key=True)
        by, _ = self._limit(verb.by or "1", *at, "by")
        most, _ = self._limit(verb.to, *at, "to")
        lost = ("value",) if fold(group.key) in self._lost else ()
        names = {**self._numbers, **({} if lost else {"value": group.span})}
        price = self._formula_within(verb.price or "0", 0, LARGEST, "points", *at, "price", names=names, lost=lost)
        if price is None or not group.names or not self._is_right():
            return

        def costs(value: int, rules: Any) -> int:
            return price(Values({**numbers_of(self._file, rules), "value": value}))

        yield raises(
            key,
            group.key,
            group.names,
            price=costs,
            most=most,
            by=by,
            otherwise=lambda concept, name: group.floors(concept).get(name, 0),
            source=source,
        )
