"""Ask the questions that lead to a character of any game: answers are fixed, and the rest is drawn at random.

No game writes a dialogue. Each part of the random characters becomes a question, in the order of the game's file. The
values of the part become the choices, so each choice is legal after the earlier answers.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from random import Random
from typing import Any

from chargen import checking
from chargen.checking.chances import chances, measured
from chargen.core.concept import PERSON, Concept
from chargen.core.diagnostic import has_errors
from chargen.core.game import AnyGame, View
from chargen.core.json_schema import nodes
from chargen.core.model import keys
from chargen.core.names import fold
from chargen.core.npc import Infeasible, NpcSpec
from chargen.core.parsing import parse
from chargen.core.parts import ABSENT, find_value, with_value_at
from chargen.core.reader import Plain
from chargen.core.roll import percent
from chargen.core.shuffle import Shuffle
from chargen.core.source import load
from chargen.core.writing import in_flow_style
from chargen.npc import archetype as archetypes
from chargen.npc import validation
from chargen.npc.archetype import Archetype
from chargen.npc.starters import describe_keys
from chargen.quick_dataclass import dataclass

MOST_SAMPLES, MOST_SECONDS = 24, 0.4
"""The largest number of characters drawn for the choices of a question, and of seconds for it (house default)."""
CHOICES = 8
"""The number of choices that a question shows (house default)."""
NOT_ASKED = ("system", "name", "rules", *PERSON, "notes")
"""Keys that are never asked."""


class Refused(ValueError):
    """An answer that no legal character can have; the message is the message of the rule."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the value of a path of the concept."""

    path: tuple[str, ...]
    value: Plain


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer and its effect."""

    value: Plain
    effect: str = ""
    """A chance, or else a number, in which this choice differs from the other choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a part of the character that is not answered yet."""

    path: tuple[str, ...]
    free: bool
    """Whether the answer is an entry of a mapping with free names: a name and its value."""
    about: str
    """What the part means; empty where an earlier question explained it."""
    choices: Sequence[Choice]
    suggested: Plain
    """The value of the suggested choice."""
    conditions: str
    """The conditions of the chances, such as ``at difficulty 11``; empty for none."""
    left: str
    """The points left to spend, or the numbers left to assign; empty for none."""
    number: int
    of: int
    """The total number of questions."""


@dataclass
class Interview:
    """The questions about one character. Raises ValueError for a game without NPCs, and `Refused` as `answer` does."""

    game: AnyGame
    name: str
    seed: str
    answers: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.game.npc is None:
            raise ValueError(f"{self.game.title} makes no NPCs, and the choices are drawn from NPCs")
        self._descriptions = describe_keys(self.game.concept)
        self._samples = self._draw_samples()

    @property
    def concept(self) -> dict[str, Plain]:
        """Return a legal character with the answers so far; the rest is drawn at random."""
        return self._samples[0]

    def question(self) -> Question | None:
        """Return the next question; None when everything is answered."""
        parts = list(self._open_parts())
        if not parts:
            return None
        path, free = parts[0]
        values = self._values(path, free)
        suggested = values[0]
        if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            values.sort(key=lambda value: int(str(value)))
        choices = self._choices(path, free, values)
        is_explained = not free and any(answer.path[0] == path[0] for answer in self.answers)
        view = self._view(self.concept)
        return Question(
            path=path,
            free=free,
            about="" if is_explained else self._descriptions.get(path[0], ""),
            choices=choices,
            suggested=suggested,
            conditions=measured(view) if view is not None and any("%" in choice.effect for choice in choices) else "",
            left=self._format_rest(),
            number=len(self.answers) + 1,
            of=len(self.answers) + len(parts),
        )

    def answer(self, question: Question, value: Plain) -> None:
        """Record an answer. Where no legal character can have it, raise `Refused` and record nothing."""
        before = list(self.answers)
        if question.free:
            entries = value if isinstance(value, dict) else {str(value): _entry_value(question.suggested)}
            self.answers += [Answer((*question.path, name), inner) for name, inner in entries.items()]
        else:
            self.answers.append(Answer(question.path, value))
        try:
            self._samples = self._draw_samples()
        except Refused:
            self.answers = before
            raise

    def undo(self) -> bool:
        """Remove the last answer; return whether there was one."""
        if not self.answers:
            return False
        self.answers.pop()
        self._samples = self._draw_samples()
        return True

    # ---------------------------------------------------------------- characters

    def _make_pins(self) -> dict[str, Any]:
        """Return the answers as pins."""
        pins: dict[str, Any] = {"system": self.game.key, "name": self.name}
        for answer in self.answers:
            pins = with_value_at(pins, answer.path, answer.value)
        return pins

    def _draw_samples(self) -> list[dict[str, Plain]]:
        """Draw characters that have the answers. Raises `Refused` where no legal character is found."""
        pins = self._make_pins()
        parsed = parse(self.game.concept, pins, partial=True)
        if parsed.value is None or has_errors(parsed.diagnostics):
            raise Refused(
                "; ".join(_with_hint(diagnostic.message, diagnostic.hint) for diagnostic in parsed.diagnostics)
            )
        words, rules = _open_archetype(self.game).words, checking.rules(self.game, parsed.value)
        samples: list[dict[str, Plain]] = []
        start = time.monotonic()
        for number in range(1, MOST_SAMPLES + 1):
            random, shuffle = Random(f"{self.seed}/{number}"), Shuffle(self.seed, number)
            spec = NpcSpec(name=self.name, pins=pins, pinned=parsed.value, words=words, shuffle=shuffle)
            try:
                validated = validation.find_legal(self.game, random, rules, spec, Path(), self.name, validation.FEW)
            except Infeasible as exc:
                raise Refused(_with_hint(exc.message, exc.hint)) from exc
            if validated.errors and not samples:
                raise Refused(validated.errors[0].message)
            samples += [] if validated.errors else [validated.concept]
            if time.monotonic() - start > MOST_SECONDS:
                break
        return samples

    # ---------------------------------------------------------------- questions

    def _open_parts(self) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Yield the path of each part without an answer, and whether it is an entry with a free name."""
        own = [key for key in keys(self.game.concept) if key not in keys(Concept) and key not in NOT_ASKED]
        for key in ("concept", *own, "equipment"):
            if any(key in sample for sample in self._samples):
                yield from self._open_parts_of((key,))

    def _open_parts_of(self, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Yield the parts of a value without an answer: each name of the book, and each entry with a free name."""
        values = [value for sample in self._samples if (value := find_value(sample, path)) is not None]
        mappings = [value for value in values if isinstance(value, dict)]
        if not mappings:
            if path not in {answer.path for answer in self.answers}:
                yield path, False
        elif all(name.islower() for value in mappings for name in value):
            for name in sorted({name for value in mappings for name in value}, key=_schema_order(self.game, path)):
                yield from self._open_parts_of((*path, name))
        else:
            for _ in set(map(fold, find_value(self.concept, path) or ())) - self._answered_names(path):
                yield path, True

    def _answered_names(self, path: Sequence[str]) -> set[str]:
        """Return the folded names of a mapping that are answered."""
        depth = len(path)
        return {fold(answer.path[depth]) for answer in self.answers if answer.path[:depth] == (*path,)}

    def _values(self, path: tuple[str, ...], free: bool) -> list[Plain]:
        """Return the distinct values of the characters at a path, the suggestion first."""
        names = self._answered_names(path)
        there = [value for sample in self._samples if (value := find_value(sample, path)) is not None]
        values: list[Plain] = []
        if free:
            for entries in there:
                name = next((name for name in entries if fold(name) not in names), None)
                if name is not None:
                    names.add(fold(name))
                    values.append({name: entries[name]})
            return values[:CHOICES]
        if len(there) < len(self._samples):
            there += self._neutral_values(path, there[0])
        for value in there:
            values += [] if _is_among(value, values) else [value]
        return values[:CHOICES]

    def _neutral_values(self, path: tuple[str, ...], there: Plain) -> list[Plain]:
        """Return the value that has the same effect as no value, if there is one."""
        if isinstance(there, bool):
            return [False]
        if isinstance(there, list):
            return [[]]
        if not isinstance(there, int) or len(path) == 1:
            return []
        without = self._rolls(with_value_at(self.concept, path, ABSENT))
        return [number for number in (0, 1) if self._rolls(with_value_at(self.concept, path, number)) == without][:1]

    # ---------------------------------------------------------------- effects

    def _choices(self, path: tuple[str, ...], free: bool, values: Sequence[Plain]) -> list[Choice]:
        """Return the choices, each with the chance, or else the number, in which they differ."""
        others: dict[str, Plain] = {}
        if free:  # each choice replaces the first entry without an answer
            answered, entries = self._answered_names(path), find_value(self.concept, path) or {}
            replaced = next((name for name in entries if fold(name) not in answered), None)
            others = {name: value for name, value in entries.items() if name != replaced}
        views = [
            self._view(with_value_at(self.concept, path, {**others, **value} if free else value)) for value in values
        ]
        choices = []
        for value, view in zip(values, views, strict=True):
            names = _find_names(value) if free else [path[-1]]
            choices.append(Choice(value, _format_chance(view, names) if view is not None else ""))
        if free or len({choice.effect for choice in choices}) == len(choices):
            return choices
        return [Choice(value, effect) for value, effect in zip(values, _format_effects(views), strict=True)]

    def _view(self, data: Mapping[str, Any]) -> View | None:
        """Return the view of a legal or illegal character; None where the data cannot be read."""
        concept = parse(self.game.concept, dict(data)).value
        if concept is None:
            return None
        rules = checking.rules(self.game, concept)
        return self.game.view(self.game.advance(concept, rules), rules)

    def _rolls(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        view = self._view(data)
        return {} if view is None else chances(view)

    def _format_rest(self) -> str:
        """Return the points left of each budget; without budgets, the numbers left to assign."""
        drawn = [sample.get("rules") for sample in self._samples]
        rules = {"rules": drawn[0]} if drawn[0] is not None and all(other == drawn[0] for other in drawn) else {}
        concept = parse(self.game.concept, {**rules, **self._make_pins()}, partial=True).value
        assert concept is not None
        points = self.game.advance(concept, checking.rules(self.game, concept)).points
        if counted := [(name, budget) for name, budget in points.items() if budget.budget]:
            return ", ".join(f"{budget.available} of {budget.budget} {_format_unit(name)}" for name, budget in counted)
        placed = [sorted(_find_numbers(sample), reverse=True) for sample in self._samples]
        if any(numbers != placed[0] for numbers in placed):
            return ""
        for number in _find_numbers(self._make_pins()):
            if number in placed[0]:
                placed[0].remove(number)
        return ", ".join(map(format_value, placed[0]))


def suggest_name(game: AnyGame, seed: str) -> str:
    """Return a random name of a game."""
    return _open_archetype(game).names.pick(seed, 1)


def _open_archetype(game: AnyGame) -> Archetype:
    """Return the archetype that fixes only the game."""
    archetype = archetypes.open_archetype(game).archetype
    assert archetype is not None, "only a pack can have errors here"
    return archetype


def _schema_order(game: AnyGame, path: tuple[str, ...]) -> Any:
    """Return a sort key for the names of a mapping: schema order, then alphabetical."""
    listed = [name for node in nodes(game.schema(), path) for name in node.get("properties", {})]
    return lambda name: (listed.index(name) if name in listed else len(listed), name)


def _format_unit(name: str) -> str:
    return name.upper() if len(name) == len("AP") else name


def _with_hint(message: str, hint: str) -> str:
    return f"{message} ({hint})" if hint else message


def _is_among(value: Plain, values: Sequence[Plain]) -> bool:
    """Return whether a value is in a list; true is not 1."""
    return any(value == other and type(value) is type(other) for other in values)


def _entry_value(entry: Plain) -> Plain:
    """Return the main value of an entry: of a mapping, its first value."""
    value = next(iter(entry.values())) if isinstance(entry, dict) else entry
    return next(iter(value.values())) if isinstance(value, dict) else value


def _find_names(value: Plain) -> list[str]:
    """Return all names in a value, the outermost first."""
    inner = value if isinstance(value, dict) else {}
    return [*inner, *(name for part in inner.values() for name in _find_names(part))]


def _format_effects(views: Sequence[View | None]) -> list[str]:
    """Return, for each character, the chance that differs most among them, else a number that differs, else nothing."""
    rolls = [chances(view) if view is not None else {} for view in views]
    shared = [label for label in rolls[0] if all(label in labels for labels in rolls)]
    spread = {label: max(of[label] for of in rolls) - min(of[label] for of in rolls) for label in shared}
    if any(spread.values()):
        label = max(spread, key=lambda label: spread[label])
        return [f"{label} {percent(of[label], 1)} %" for of in rolls]
    stats = [view.stats() if view is not None else {} for view in views]
    for name in stats[0]:
        numbers = [of.get(name) for of in stats]
        if all(isinstance(number, int) for number in numbers) and len(set(numbers)) > 1:
            return [f"{name.replace('_', ' ')} {number}" for number in numbers]
    return [""] * len(views)


def _format_chance(view: View, names: Sequence[str]) -> str:
    """Return the chance of the first name's roll; else the best roll of the other names, or a roll that has it."""
    rolls = {fold(label): (label, chance) for label, chance in chances(view).items()}
    first, *others = map(fold, names)
    if first in rolls:
        return f"{percent(rolls[first][1], 1)} %"
    meant = [rolls[name] for name in others if name in rolls]
    meant = meant or [roll for name, roll in rolls.items() if first in name.split()][:1]
    if not meant:
        return ""
    label, best = max(meant, key=lambda roll: roll[1])
    return f"{label} {percent(best, 1)} %"


def _find_numbers(data: Mapping[str, Any]) -> Iterator[int]:
    """Yield the numbers of a concept, at any depth of its mappings."""
    for key, value in data.items():
        if isinstance(value, int) and not isinstance(value, bool):
            yield value
        elif isinstance(value, Mapping) and key not in NOT_ASKED:
            yield from _find_numbers(value)


def parse_answer(text: str, question: Question) -> Plain:
    """Parse an answer that the player typed. Raises `Refused` for invalid YAML.

    The entries of a list may be separated by semicolons, without brackets.
    """
    listed = isinstance(question.suggested, list)
    parts = [part.strip() for part in text.split(";")] if listed and "[" not in text else [text]
    values = []
    for part in parts:
        source = load("the answer", part.encode())
        if has_errors(source.diagnostics):
            raise Refused(_with_hint(source.diagnostics[0].message, source.diagnostics[0].hint))
        values.append(source.data)
    return values if listed and not isinstance(values[0], list) else values[0]


def format_value(value: Plain) -> str:
    """Format a value on a line, without the brackets of YAML.

    >>> format_value({"Lock Picking": {"value": 4, "exclusive": "attack"}}), format_value([])
    ('Lock Picking: 4, exclusive attack', 'nothing')
    >>> format_value([{"name": "Knife"}, "rope"])
    'Knife; rope'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(map(format_value, value)) or "nothing"
    if isinstance(value, dict):
        if len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
            return f"{next(iter(value))}: {format_value(inner)}"
        (key, part), *rest = value.items()
        start = "" if key in ("name", "value", "level") else f"{key} " if rest else f"{key}: "
        return ", ".join([f"{start}{format_value(part)}", *(f"{key} {format_value(part)}" for key, part in rest)])
    return in_flow_style(value, str).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)
