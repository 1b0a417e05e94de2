"""Read a game file: check everything in it, and make the declarations of `chargen.kit` from it.

`read_game` reports all errors of a file in one pass, each with its line and column. What it returns is a
`chargen.core.game.Game` like that of a package: the same rules, verbs, rolls and trackers, under the same names.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import comb
from pathlib import Path
from typing import Any, get_args

from chargen.core.action import Kind
from chargen.core.concept import Concept, Entry, RuleSet
from chargen.core.diagnostic import Diagnostic, KeyPath, Place, Related, error, has_errors
from chargen.core.game import AnyGame
from chargen.core.model import Model
from chargen.core.names import did_you_mean, fold, listing
from chargen.core.parsing import parse
from chargen.core.schema_error import too_many
from chargen.core.source import Source
from chargen.gamefile import declarations
from chargen.gamefile.definition import (
    Attack,
    Definition,
    DiceKind,
    FightRules,
    Names,
    PickList,
    RollLine,
    ScoreGroup,
    TrackerLine,
    as_key,
    source_at,
    titled,
)
from chargen.gamefile.format import FORMAT, LARGEST_NUMBER, DiceFile, GameFile, Picks, Scores, TableFile, VerbFile
from chargen.gamefile.formula import (
    OTHERWISE,
    RESERVED,
    Formula,
    FormulaError,
    Range,
    Values,
    of_dice,
    parse_formula,
)
from chargen.kit.attacks import Damage
from chargen.kit.checks import Limit
from chargen.kit.pool import MOST_HANDS
from chargen.kit.verbs import learns, raises
from chargen.kit.vocabulary import Vocabulary
from chargen.quick_dataclass import dataclass

MOST_NAMES = 200  # The most scores of a game, and the most names to pick, over all lists (house default)
MOST_BOXES = 100  # The most boxes of a tracker (house default)
MOST_DICE, MOST_SIDES = 100, 1000  # The most dice of a roll, and the most sides of a die (house default)
MOST_STEPS = 1_000_000
"""The most ways in which the dice of a game may fall, times their outcomes, over all values that they are rolled with
(house default): a pool of up to ten ten-sided dice with four outcomes has 740,000, 2d6 with a stat has 500."""
MOST_VALUES = 2_000  # The most values that dice are rolled with (house default)
_OWN_CODES = {
    "concept/unknown-key": "game/unknown-key",
    "concept/missing-key": "game/missing-key",
    "concept/too-many": "game/too-large",
}
"""By the code of an error of the schema in a character's file, that in a game file; others are about a value."""
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading a game file; ``game`` is None where there is an error."""

    game: AnyGame | None
    diagnostics: tuple[Diagnostic, ...]


def read_game(source: Source, key: str, folder: Path) -> Reading:
    """Return the game of a file that was read, or its errors; ``folder`` is that of its further files."""
    if source.data is None or has_errors(source.diagnostics):
        return Reading(None, source.diagnostics)
    # Before the schema, which would read all of it.
    if large := [*too_many(source.data)]:
        return Reading(None, source.locate(_with_own_code(one) for one in large))
    parsed = parse(GameFile, source.data)
    diagnostics = [_with_own_code(one) for one in parsed.diagnostics]
    if parsed.value is not None and not has_errors(diagnostics):
        builder = _Builder(source, key, parsed.value)
        game = builder.build(folder)
        diagnostics += builder.errors
        if not has_errors(diagnostics):
            return Reading(game, source.locate([*source.diagnostics, *diagnostics]))
    return Reading(None, source.locate([*source.diagnostics, *diagnostics]))


def _with_own_code(diagnostic: Diagnostic) -> Diagnostic:
    """Return an error of the schema with its code for game files."""
    return replace(diagnostic, code=_OWN_CODES.get(diagnostic.code, "game/value"))


def _singular(key: str) -> str:
    """Return the term for one of the names under a key, for messages."""
    words = key.replace("_", " ")
    if words.endswith("ies"):
        return f"{words[:-3]}y"
    return words.removesuffix("s")


class _Builder:
    """Read one game file. Each part is checked with what was read before it: numbers, scores, derived numbers, dice."""

    def __init__(self, source: Source, key: str, file: GameFile) -> None:
        self.errors: list[Diagnostic] = []
        self._source, self._key, self._file = source, key, file
        self._numbers: dict[str, Range] = {}
        self._unset: dict[str, Range] = {}
        """The numbers that a table may set, and the rules do not."""
        self._names: dict[str, Range] = {}
        self._steps = 0
        self._defined: dict[str, KeyPath] = {}
        """By the folded name of a value, where it is defined."""
        self._edition = file.edition or file.title or key

    # Reports.

    def _report(self, code: str, message: str, *path: str | int, **more: Any) -> None:
        self.errors.append(error(message, *path, code=code, **more))

    def _refuse_name(
        self, message: str, *path: str | int, hint: str = "give one of them another name", **more: Any
    ) -> None:
        self._report("game/name", message, *path, key=True, hint=hint, **more)

    def _refuse_part(self, message: str, *path: str | int, hint: str = "") -> None:
        self._report("game/incomplete", message, *path, key=True, hint=hint)

    def _unknown(self, what: str, name: str, known: Iterable[str], *path: str | int) -> None:
        names = list(known)
        hint = did_you_mean(name, names, f"there are {listing(names)}" if names else f"the file has no {what}")
        self._report("game/unknown-name", f"there is no {what} `{name}`", *path, hint=hint)

    # Formulas.

    def _formula(self, text: str, names: Mapping[str, Range], *path: str | int, truth: bool = False) -> Formula | None:
        """Return a formula, or report its error at its own column."""
        try:
            return parse_formula(text, names, truth=truth)
        except FormulaError as exc:
            place = self._place_in(path, text, exc)
            self._report("game/formula", str(exc), *path, hint=exc.hint, place=place)
            return None

    def _place_in(self, path: KeyPath, text: str, exc: FormulaError) -> Place | None:
        """Return the place of an error in a formula; None where the file does not have it in one line as it is."""
        place = self._source.place(path)
        line = self._source.lines[place.line - 1] if place.line <= len(self._source.lines) else ""
        start = line.find(text, place.column - 1)
        if place.line != place.end_line or not 0 <= start <= place.column:
            return None
        column = start + 1 + exc.at
        return Place(place.line, column, place.line, column + exc.length)

    def _limit(self, text: str | None, *path: str | int) -> tuple[Limit, Range]:
        """Return a number, the name of one, or a formula of some, as a limit of a rule; and its range."""
        # A number that only a table sets cannot be computed with; the rule reads it by its name.
        if text is not None and (span := self._unset.get(fold(text))) is not None:
            return next(key for key in self._file.numbers if fold(key) == fold(text)), span
        formula = None if text is None else self._formula(text, self._numbers, *path)
        if formula is None:
            return None, Range(0, 0)
        low, high = formula.range
        if not -LARGEST_NUMBER <= low <= high <= LARGEST_NUMBER:
            message = f"`{formula.text}` may come to {formula.range}, and a number has at most {LARGEST_NUMBER:,}"
            self._report("game/range", message, *path)
            return None, Range(0, 0)
        if low == high:
            return low, formula.range
        name = _name_of_number(formula, self._file.numbers)
        return name or partial(_compute, formula, self._numbers_of), formula.range

    def _numbers_of(self, rules: Any) -> dict[str, int]:
        return {fold(key): getattr(rules, key) for key in self._file.numbers if fold(key) in self._numbers}

    # Names.

    def _define(self, name: str, span: Range, *path: str | int) -> None:
        """Give a value its name in formulas."""
        folded = fold(name)
        if folded in map(fold, RESERVED):
            hint = f"formulas have these words: {listing(RESERVED)}"
            self._refuse_name(f"`{name}` is a word of formulas, and cannot name a value", *path, hint=hint)
        elif (before := self._defined.get(folded)) is not None:
            related = (Related(path=before, message="the first", key=isinstance(before[-1], str)),)
            message = f"`{name}` names two values"
            self._refuse_name(message, *path, related=related)
        else:
            self._defined[folded] = path
            self._names[folded] = span

    def _check_keys(self, section: str, names: Iterable[str], taken: type[Model], *more: str) -> None:
        """Report each name that cannot be a key of a character's file, of house rules, or of the ledger."""
        for name in names:
            if not _KEY.fullmatch(name):
                hint = f"write `{as_key(name)}`" if as_key(name) != "unnamed" else "such as `hit_points`"
                self._refuse_name(f"`{name}` is to be a key: small letters, digits and _", section, name, hint=hint)
            # Methods of models count, too: a field called `copy` would hide one.
            elif hasattr(taken, name) or name in (*taken.model_fields, *more):
                self._refuse_name(f"`{name}` is a key that every game has already", section, name)

    def _check_names(self, names: Iterable[str], *path: str | int) -> None:
        """Report each name of a list that is there twice, in any spelling."""
        first: dict[str, str] = {}
        for name in names:
            if not fold(name):
                self._refuse_name("this name is empty", *path)
            before = first.setdefault(fold(name), name)
            if before != name:
                self._refuse_name(f"`{name}` and `{before}` are the same name", *path)

    def _find_doubled(self, *path: str | int) -> None:
        """Report a name that a list has twice: as a mapping, the second would be lost."""
        data: Any = self._source.data
        for step in path:
            data = data.get(step) if isinstance(data, dict) else None
        if isinstance(data, list):
            for place, name in enumerate(data):
                if name in data[:place]:
                    self._refuse_name(f"`{name}` appears twice", *path, place, hint="keep one of them")

    # The parts of a game, in the order in which they refer to each other.

    def build(self, folder: Path) -> AnyGame | None:
        """Return the game; None where there is an error."""
        file = self._file
        if file.format != FORMAT:
            message = f"this chargen reads format {FORMAT} of game files; found {file.format}"
            hint = "a newer chargen reads it" if (file.format or 0) > FORMAT else f"write `format: {FORMAT}`"
            self._report("game/format", message, "format", hint=hint)
            return None
        self._check_all_keys()
        for key in file.numbers:
            self._define_number(key)
        choices = {key: self._choice(key) for key in file.choices}
        scores = {key: self._scores(key, group) for key, group in file.scores.items()}
        picks = {key: self._picks(key, list_) for key, list_ in file.picks.items()}
        picks |= {key: self._table(key, table) for key, table in file.tables.items()}
        derived = dict(self._derived())
        dice, rolls = self._dice_and_rolls(scores)
        trackers = tuple(self._trackers())
        fight = self._fight(rolls, trackers)
        verbs = self._verbs(scores, picks)
        if has_errors(self.errors):
            return None
        definition = Definition(
            key=self._key,
            file=file,
            edition=self._edition,
            numbers=self._numbers_of,
            ranges=self._numbers | self._unset,
            choices=choices,
            scores=scores,
            picks=picks,
            derived=derived,
            dice=dice,
            rolls=rolls,
            trackers=trackers,
            fight=fight,
        )
        rules = declarations.creation(definition)
        names = Counter(rule.__name__ for rule in (*rules, *(rule for verb in verbs for rule in verb.rules)))
        for name in (name for name, number in names.items() if number > 1):
            hint = "rename the key that one of them follows from"
            self._refuse_name(f"two rules of this game are called `{name}`", hint=hint)
        return None if has_errors(self.errors) else declarations.make_game(definition, verbs, folder)

    def _check_all_keys(self) -> None:
        file = self._file
        first: dict[str, str] = {}
        for section in ("choices", "scores", "picks", "lines", "tables"):
            self._check_keys(section, getattr(file, section), Concept, "rules", "advancement")
            for key in getattr(file, section):
                if (before := first.setdefault(key, section)) != section:
                    self._refuse_name(f"`{key}` is a key of `{before}` already", section, key)
        names: dict[str, list[Iterable[str]]] = {
            "scores": [group.of or group.base for group in file.scores.values()],
            "picks": [names for picks in file.picks.values() for names in (picks.of, *picks.lists.values())],
            "tables": [table.rows or () for table in file.tables.values()],
        }
        for section, lists in names.items():
            if (number := sum(map(len, map(list, lists)))) > MOST_NAMES:
                message = f"`{section}` has {number:,} names; a game in a file has at most {MOST_NAMES}"
                self._report("game/too-large", message, section, key=True)
        self._check_keys("numbers", file.numbers, RuleSet)
        for section in ("derived", "trackers"):
            self._check_keys(section, getattr(file, section), Model)
        for key in file.derived:
            if key in file.scores:
                self._refuse_name(f"`{key}` is a key of `scores` already", "derived", key)
        if file.ledger is not None:
            for key in file.ledger.buys or ():
                if not _KEY.fullmatch(key) or hasattr(Entry, key) or key in Entry.model_fields:
                    self._refuse_name(f"`{key}` cannot begin a line of the ledger", "ledger", "buys", key)

    def _define_number(self, key: str) -> None:
        number = self._file.numbers[key]
        usual = number.is_ or 0
        low = min(0, usual) if number.low is None else number.low
        high = min(LARGEST_NUMBER, max(10, 2 * usual)) if number.to is None else number.to
        if number.is_ is None:
            # No formula can compute with it, so it has no name in formulas: see `_limit`.
            self._unset[fold(key)] = Range(min(low, high), high)
            return
        if not low <= usual <= high:
            self._report("game/range", f"`{key}` is {usual}, and goes from {low} to {high}", "numbers", key)
            return
        self._define(key, Range(low, high), "numbers", key)
        self._numbers[fold(key)] = Range(low, high)

    def _choice(self, key: str) -> Names:
        options = self._file.choices[key].of or {}
        self._find_doubled("choices", key, "of")
        self._check_names(options, "choices", key, "of")
        if not options:
            self._refuse_part(f"`{key}` has no option", "choices", key, "of")
        for option, described in options.items():
            for name in described.adds:
                groups = [group for group in self._file.scores.values() if name in group.base]
                if not groups:
                    known = [name for group in self._file.scores.values() for name in group.base]
                    self._unknown("score with a `base`", name, known, "choices", key, "of", option, "adds", name)
        return Vocabulary(_singular(key), tuple(options))

    def _adds(self, base: Iterable[str]) -> dict[str, dict[str, dict[str, int]]]:
        """Return what the choices add to some scores, by choice, folded option and name."""
        names = set(base)
        adds = {
            key: {
                fold(option): {name: more for name, more in described.adds.items() if name in names}
                for option, described in (choice.of or {}).items()
            }
            for key, choice in self._file.choices.items()
        }
        return {key: options for key, options in adds.items() if any(options.values())}

    def _scores(self, key: str, group: Scores) -> ScoreGroup:
        at = ("scores", key)
        names = tuple(group.of or group.base)
        if bool(group.of) == bool(group.base):
            self._refuse_part(f"`{key}` needs names: `of`, or `base`, and not both", *at)
        self._find_doubled(*at, "of")
        self._check_names(names, *at, "of" if group.of else "base")
        low, lowest = self._limit(group.low, *at, "from")
        to, highest = self._limit(group.to, *at, "to")
        points, _ = self._limit(group.points, *at, "points")
        if group.set_ and len(group.set_) != len(names):
            message = f"`{key}` has {len(names)} names, and `set` has {len(group.set_)} numbers"
            self._report("game/range", message, *at, "set")
        adds = self._adds(group.base)
        span = self._span(key, group, lowest, highest, _all_added(adds))
        for name in names:
            self._define(name, span, *at, *(("base", name) if group.base else ("of",)))
        if group.roll is not None and group.roll not in (self._file.dice or {}):
            self._unknown("dice", group.roll, self._file.dice or (), *at, "roll")
        for name in group.short:
            if name not in names:
                self._unknown("name", name, names, *at, "short", name)
        self._check_names((*names, *group.short.values()), *at, "short")
        spelled = {name: (name, group.short[name]) if name in group.short else (name,) for name in names}
        return ScoreGroup(
            key=key,
            names=Vocabulary(_singular(key), names, spelled.__getitem__),
            base=group.base,
            span=span,
            low=low,
            to=to if group.to else None,
            points=points if group.points else None,
            numbers=group.set_,
            roll=group.roll or "",
            signed=group.signed,
            adds=adds,
        )

    def _span(self, key: str, group: Scores, lowest: Range, highest: Range, added: Iterable[int]) -> Range:
        """Return the numbers that a score may ever have, which formulas are checked for; report where there is none."""
        at = ("scores", key)
        # A set says by itself how high and how low its numbers are.
        if group.set_ and not group.to:
            lowest, highest = Range(min(group.set_), min(group.set_)), Range(max(group.set_), max(group.set_))
        elif group.to is None:
            self._report("game/range", f"`{key}` needs `to`: the highest number of a new character", *at, key=True)
        if group.base:
            # A score that nothing was spent on has its base, even below `from`.
            least = min(lowest.low, *group.base.values()) if group.low is not None else min(group.base.values())
            lowest = Range(least, least)
        if lowest.low > highest.high and not group.base:
            message = f"`{key}` may go from {lowest} to {highest}: no number is between them"
            self._report("game/range", message, *at, key=True)
        # Formulas must hold for experienced characters, too.
        top = max(highest.high, self._highest_bought(key), *group.base.values(), lowest.high)
        bottom = lowest.low if group.except_ is None else min(lowest.low, group.except_.value or 0)
        # A table may waive the limit, so a little more is valid in formulas.
        return Range(min([bottom, *added]), top + max(2, top // 4))

    def _highest_bought(self, key: str) -> int:
        """Return the highest number that experience can buy of a group of scores."""
        buys = (self._file.ledger.buys or {}) if self._file.ledger else {}
        # Errors in these formulas are reported where the verbs are read.
        tops = [_parsed(verb.to, self._numbers) for verb in buys.values() if verb.raises == key and verb.to]
        return max((top.range.high for top in tops if top is not None), default=0)

    def _picks(self, key: str, picks: Picks) -> PickList:
        at = ("picks", key)
        number, _ = self._limit(picks.number, *at, "number")
        self._find_doubled(*at, "of")
        texts: dict[str, str] = dict(picks.of)
        lists: dict[str, Names] = {}
        if bool(picks.of) == bool(picks.by):
            self._refuse_part(f"`{key}` needs names: `of`, or `by` with `lists`, and not both", *at)
        if picks.by:
            options = self._file.choices[picks.by].of if picks.by in self._file.choices else None
            if options is None:
                self._unknown("choice", picks.by, self._file.choices, *at, "by")
            for option, names in picks.lists.items():
                self._find_doubled(*at, "lists", option)
                self._check_names(names, *at, "lists", option)
                if options is not None and option not in options:
                    self._unknown(f"{_singular(picks.by)}", option, options, *at, "lists", option)
                lists[fold(option)] = Vocabulary(f"{_singular(key)} of {option}", tuple(names))
                texts |= names
            for option in options or ():
                if fold(option) not in lists:
                    self._refuse_part(f"`{option}` has no list", *at, "lists", hint=f"add `{option}: [...]`")
        self._check_names(texts, *at, "of")
        words = Vocabulary(_singular(key), tuple(texts))
        return PickList(
            key=key,
            names=words,
            texts=texts,
            about=picks.about,
            source=source_at(self._edition, picks.page),
            number=number,
            by=picks.by,
            lists=lists,
        )

    def _table(self, key: str, table: TableFile) -> PickList:
        rows = table.rows or {}
        return PickList(
            key=key,
            names=Vocabulary(_singular(key), tuple(rows)),
            texts={name: ", ".join(map(str, cells)) for name, cells in rows.items()},
            about=table.about,
            source=source_at(self._edition, table.page),
            number=self._limit(table.most, "tables", key, "most")[0],
            or_fewer=True,
            columns=table.columns or (),
            rows=rows,
        )

    def _derived(self) -> Iterator[tuple[str, Formula]]:
        for key, derived in self._file.derived.items():
            formula = self._formula(derived.is_ or "", self._names, "derived", key, *self._inside("derived", key, "is"))
            if formula is not None:
                # Named only now: a formula can refer to those above it, and not to itself.
                self._define(key, formula.range, "derived", key)
                yield key, formula

    def _inside(self, section: str, key: str, field: str) -> tuple[str, ...]:
        """Return the last step to a field that may be written without its mapping."""
        written: Any = self._source.data
        value = written.get(section, {}).get(key) if isinstance(written.get(section), dict) else None
        return (field,) if isinstance(value, dict) else ()

    # Dice and rolls.

    def _dice_and_rolls(self, scores: Mapping[str, ScoreGroup]) -> tuple[dict[str, DiceKind], tuple[RollLine, ...]]:
        """Return the dice and all rolls. Which values a roll may have decides whether its dice can be computed."""
        kinds = self._file.dice or {}
        lines = list(self._find_rolls(scores))
        first: dict[str, int] = {}
        for place, (label, *_) in enumerate(lines):
            if first.setdefault(as_key(label), place) != place:
                hint = "rename one of them"
                self._refuse_name(f"two rolls are called `{label}`", "rolls", label, hint=hint)
        if not lines and not self.errors:
            self._refuse_part("nothing is rolled", "dice", hint="add `rolls:`, or `roll:` to a group of scores")
        dice = {}
        for key, kind in kinds.items():
            ranges = [value.range for _, of, value, *_ in lines if of == key]
            if not ranges and not self.errors:
                self._refuse_part(f"nothing is rolled with the dice `{key}`", "dice", key)
            if ranges and (made := self._dice(key, kind, ranges)) is not None:
                dice[key] = made
        return dice, tuple(
            RollLine(label=label, value=value, dice=dice[of], kind=sort, about=about, group=group)  # type: ignore[arg-type]
            for label, of, value, sort, about, group in lines
            if of in dice
        )

    def _find_rolls(self, scores: Mapping[str, ScoreGroup]) -> Iterator[tuple[str, str, Formula, str, str, str]]:
        """Yield the rolls of scores, then those with names: label, dice, value, kind, description, group of scores."""
        kinds = self._file.dice or {}
        for group in scores.values():
            for name in group.names if group.roll else ():
                # None where the name was refused, which is an error already.
                if (score := _parsed(fold(name).replace(" ", "_"), self._names)) is not None:
                    yield name, group.roll, score, "skill", "", group.key
        for label, roll in self._file.rolls.items():
            inside = self._inside("rolls", label, "value")
            value = self._formula(roll.value or "", self._names, "rolls", label, *inside)
            if roll.dice is not None and roll.dice not in kinds:
                self._unknown("dice", roll.dice, kinds, "rolls", label, "dice")
            if roll.kind is not None and roll.kind not in _KINDS:
                self._unknown("kind of roll", roll.kind, _KINDS, "rolls", label, "kind")
            if value is not None:
                yield label, roll.dice or next(iter(kinds), ""), value, roll.kind or "skill", roll.about, ""

    def _dice(self, key: str, kind: DiceFile, ranges: Sequence[Range]) -> DiceKind | None:
        at = ("dice", key)
        span = _around(ranges)
        also = {}
        for name, text in kind.also.items():
            formula = self._formula(text, {**self._names, "value": _around(ranges)}, *at, "also", name)
            if formula is not None:
                also[name] = formula
                span |= formula.range
        # Scores have no names here: `chargen odds` rolls with a value alone.
        names = {**self._numbers, "value": span}
        dice = self._formula(kind.dice or "", names, *at, "dice")
        sides = self._formula(kind.sides or "", names, *at, "sides")
        if dice is None or sides is None or not self._can_be_thrown(dice, sides, span, *at):
            return None
        names |= of_dice(dice.range.high, sides.range.high)
        outcomes = {}
        for name, text in (kind.outcomes or {}).items():
            formula = self._formula(text, names, *at, "outcomes", name, truth=True)
            if formula is not None:
                outcomes[as_key(name)] = formula
        self._check_outcomes(kind, *at)
        if len(outcomes) != len(kind.outcomes or ()):
            return None
        starts = _join_starts(outcomes.values())
        if not self._can_be_listed(dice, sides, span, len(outcomes), starts, *at):
            return None
        return DiceKind(
            key=key,
            numbers=self._numbers_of,
            dice=dice,
            sides=sides,
            outcomes=outcomes,
            fails=tuple(map(as_key, kind.fails or ())),
            reading=kind.reading,
            adds=kind.adds,
            also=also,
            span=span,
            starts=starts,
        )

    def _can_be_thrown(self, dice: Formula, sides: Formula, span: Range, *path: str | int) -> bool:
        """Report dice of which there may be less than none, or too many."""
        for formula, low, high, what in ((dice, 0, MOST_DICE, "dice"), (sides, 1, MOST_SIDES, "sides")):
            if formula.range.low < low or formula.range.high > high:
                message = f"`{formula.text}` may come to {formula.range} {what}; there may be {low} to {high}"
                hint = f"it is rolled with a value from {span}"
                self._report("game/range", message, *path, what, hint=hint)
                return False
        return True

    def _can_be_listed(
        self, dice: Formula, sides: Formula, span: Range, outcomes: int, starts: tuple[int, ...], *path: str | int
    ) -> bool:
        """Report dice that fall in too many ways to list."""
        # With the highest numbers that a table may set, which as a rule make the most dice.
        numbers = {name: high for name, (_, high) in self._numbers.items()}
        values_of_a_roll = range(span.low, span.high + 1)
        for value in values_of_a_roll[:MOST_VALUES]:
            values = Values({**numbers, "value": value})
            number = dice(values)
            faces = sum(face <= sides(values) for face in starts) or sides(values)
            falls = comb(number + faces - 1, number)
            self._steps += falls * outcomes
            if falls > MOST_HANDS or self._steps > MOST_STEPS:
                break
        else:
            if len(values_of_a_roll) <= MOST_VALUES:
                return True
        message = f"these dice fall in too many ways to list, with a value from {span}"
        hint = "fewer dice, fewer sides, or a smaller `to` for the scores"
        self._report("game/too-large", message, *path, key=True, hint=hint)
        return False

    def _check_outcomes(self, kind: DiceFile, *at: str | int) -> None:
        names = list(kind.outcomes or ())
        self._check_names(names, *at, "outcomes")
        if not names:
            self._refuse_part("a roll has outcomes", *at, "outcomes")
            return
        texts = [text.strip().lower() for text in (kind.outcomes or {}).values()]
        ends = [place for place, text in enumerate(texts) if text in (OTHERWISE, "true")]
        if not ends:
            hint = f"write `{names[-1]}: {OTHERWISE}`"
            message = f"the last outcome, `{names[-1]}`, is to be `{OTHERWISE}`, so that every roll has an outcome"
            self._report("game/outcomes", message, *at, "outcomes", names[-1], hint=hint)
        elif ends[0] < len(names) - 1:
            message = f"`{names[ends[0] + 1]}` never happens: the outcome before it is always true"
            self._report("game/outcomes", message, *at, "outcomes", names[ends[0] + 1], key=True)
        for place, name in enumerate(kind.fails or ()):
            if name not in names:
                self._unknown("outcome", name, names, *at, "fails", place)
        good = [name for name in names if name not in (kind.fails or ())]
        if "success" in map(as_key, good) and len(good) > 1:
            message = "`success` is the chance of all outcomes that are no failure, and not the name of one of several"
            self._refuse_name(message, *at, "outcomes", "success", hint="call it `plain success`")

    # What changes in play.

    def _trackers(self) -> Iterator[TrackerLine]:
        for key, tracker in self._file.trackers.items():
            boxes = self._formula(tracker.boxes or "", self._names, "trackers", key, "boxes")
            if boxes is None:
                continue
            if boxes.range.high > MOST_BOXES or boxes.range.high < 1:
                message = f"`{boxes.text}` may come to {boxes.range} boxes; there may be 1 to {MOST_BOXES}"
                self._report("game/range", message, "trackers", key, "boxes")
            title = tracker.title or titled(key)
            yield TrackerLine(key=key, title=title, boxes=boxes, about=tracker.about)

    def _fight(self, rolls: Sequence[RollLine], trackers: Sequence[TrackerLine]) -> FightRules | None:
        fight = self._file.fight
        # After other errors rolls may be missing, and the fight would seem wrong.
        if fight is None or self.errors:
            return None
        tracker = next((tracker for tracker in trackers if tracker.key == fight.takes), None)
        if tracker is None:
            self._unknown("tracker", fight.takes or "", self._file.trackers, "fight", "takes")
        if bool(fight.with_) == bool(fight.weapons):
            self._refuse_part("a fight needs `with`, or `weapons`, and not both", "fight")
            return None
        attacks = tuple(self._armed(rolls) if fight.weapons else self._unarmed(rolls))
        used = {attack.roll for attack in attacks}
        outcomes = {outcome for roll in rolls if roll.label in used for outcome in roll.dice.outcomes}
        harm = {}
        for outcome, text in (fight.harm or {}).items():
            if as_key(outcome) not in outcomes:
                self._unknown("outcome of these rolls", outcome, outcomes, "fight", "harm", outcome)
            formula = self._formula(text, self._names, "fight", "harm", outcome)
            if formula is not None and not 0 <= formula.range.low <= formula.range.high <= MOST_BOXES:
                self._report(
                    "game/range", f"harm goes from 0 to {MOST_BOXES}; this is {formula.range}", "fight", "harm", outcome
                )
            if formula is not None:
                harm[as_key(outcome)] = formula
        if tracker is None:
            return None
        return FightRules(attacks=attacks, table=fight.weapons, unarmed=fight.unarmed, tracker=tracker, harm=harm)

    def _unarmed(self, rolls: Sequence[RollLine]) -> Iterator[Attack]:
        """Yield the attacks of a fight that is fought with rolls alone."""
        assert self._file.fight is not None
        for place, name in enumerate(self._file.fight.with_):
            found = [roll.label for roll in rolls if name in (roll.label, roll.group)]
            if not found:
                known = [*(roll.label for roll in rolls), *dict.fromkeys(roll.group for roll in rolls if roll.group)]
                self._unknown("roll", name, known, "fight", "with", place)
            yield from (Attack(name=label, roll=label) for label in found)

    def _armed(self, rolls: Sequence[RollLine]) -> Iterator[Attack]:
        """Yield the attacks of a fight that is fought with the weapons of a table."""
        fight = self._file.fight
        assert fight is not None
        table = self._file.tables.get(fight.weapons)
        if table is None:
            self._unknown("table", fight.weapons, self._file.tables, "fight", "weapons")
            return
        columns = list(table.columns or ())
        for field in ("roll", "damage"):
            if getattr(fight, field) not in columns:
                self._unknown("column", getattr(fight, field), columns, "fight", field)
                return
        rows = table.rows or {}
        if fight.unarmed and fight.unarmed not in rows:
            self._unknown("row", fight.unarmed, rows, "fight", "unarmed")
        known = [roll.label for roll in rolls]
        for name, cells in rows.items():
            at = ("tables", fight.weapons, "rows", name)
            if len(cells) != len(columns):
                self._report("game/table", f"`{name}` has {len(cells)} cells under {len(columns)} columns", *at)
                continue
            roll, damage = (str(cells[columns.index(column)]) for column in (fight.roll, fight.damage))
            if roll not in known:
                self._unknown("roll", roll, known, *at, columns.index(fight.roll))
            if (parsed := Damage.parse(damage)) is None:
                message = f"`{damage}` is no damage"
                self._report("game/table", message, *at, columns.index(fight.damage), hint="write 1d6, 2d6+1 or 3")
            else:
                yield Attack(name=name, roll=roll, damage=parsed)

    # What experience buys.

    def _verbs(self, scores: Mapping[str, ScoreGroup], picks: Mapping[str, PickList]) -> list[Any]:
        ledger = self._file.ledger
        found = [self._verb(key, verb, scores, picks) for key, verb in (ledger.buys or {}).items()] if ledger else []
        return [verb for verb in found if verb is not None]

    def _verb(self, key: str, file: VerbFile, scores: Mapping[str, ScoreGroup], picks: Mapping[str, PickList]) -> Any:
        at = ("ledger", "buys", key)
        ledger = self._file.ledger
        source = source_at(self._edition, file.page if file.page is not None or ledger is None else ledger.page)
        if bool(file.raises) == bool(file.learns):
            self._refuse_part(f"`{key}` needs `raises`, or `learns`, and not both", *at)
            return None
        if file.raises:
            return self._raising_verb(key, file, scores, source)
        # A table has columns, and things are not learned from it.
        if (listed := picks.get(file.learns)) is None or listed.columns:
            self._unknown("list of picks", file.learns, self._file.picks, *at, "learns")
            return None
        price, _ = self._limit(file.price, *at, "price")
        return learns(key, file.learns, listed.names, price=price, source=source)

    def _raising_verb(self, key: str, file: VerbFile, scores: Mapping[str, ScoreGroup], source: str) -> Any:
        at = ("ledger", "buys", key)
        if (group := scores.get(file.raises)) is None:
            self._unknown("group of scores", file.raises, scores, *at, "raises")
            return None
        if file.to is None:
            self._report("game/range", f"`{key}` needs `to`: the highest score that it buys", *at, key=True)
        by, _ = self._limit(file.by or "1", *at, "by")
        most, _ = self._limit(file.to, *at, "to")
        names = {**self._numbers, "value": group.span}
        price = self._formula(file.price or "0", names, *at, "price")
        if price is None:
            return None
        if price.range.low < 0:
            self._report("game/range", f"a price is at least 0; this is {price.range}", *at, "price")

        def costs(value: int, rules: Any) -> int:
            return price(Values({**self._numbers_of(rules), "value": value}))

        otherwise = partial(_floor, group)
        return raises(key, file.raises, group.names, price=costs, most=most, by=by, otherwise=otherwise, source=source)


def _compute(formula: Formula, numbers: Callable[[Any], Mapping[str, int]], rules: Any) -> int:
    return formula(Values(numbers(rules)))


def _name_of_number(formula: Formula, numbers: Iterable[str]) -> str | None:
    """Return the key of the number that a formula is; None where it is more than that."""
    return next((key for key in numbers if fold(key) == fold(formula.text)), None)


def _floor(group: ScoreGroup, concept: Any, name: str) -> int:
    return group.floors(concept).get(name, 0)


def _parsed(text: str, names: Mapping[str, Range]) -> Formula | None:
    try:
        return parse_formula(text, names)
    except FormulaError:
        return None


def _join_starts(outcomes: Iterable[Formula]) -> tuple[int, ...]:
    """Return the lowest faces of the ranges that no outcome distinguishes; empty where one of them reads every face."""
    every = [outcome.starts for outcome in outcomes]
    return () if None in every else tuple(sorted({1}.union(*(starts for starts in every if starts is not None))))


def _around(ranges: Iterable[Range]) -> Range:
    """Return the range that holds all ranges."""
    every = list(ranges)
    return Range(min(low for low, _ in every), max(high for _, high in every))


def _all_added(adds: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[int]:
    return [more for options in adds.values() for added in options.values() for more in added.values()]
