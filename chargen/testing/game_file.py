"""Test the promises of a game that has no tests of its own, with characters that are made up for it.

A good character is the one of `chargen new`. Broken ones are copies of it with one value changed; together they show
each rule of the game at work.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chargen import registry
from chargen.checking.concept import check_data
from chargen.core.diagnostic import KeyPath
from chargen.core.game import AnyGame
from chargen.core.parts import ABSENT, number_of_values, value_at, with_value_at
from chargen.core.reader import Plain
from chargen.core.rule import names_allowed_by
from chargen.core.source import load
from chargen.testing import PROMISES, complaints, concepts, naming, pages
from chargen.testing.trial import Trial, list_paths

NOT_FOR_FILES = (naming.it_is_installed, concepts.every_rule_is_shown, pages.sheets_are_whole, pages.it_prints)
"""The promises that are not tested: two are about packages, and two about pages, which chargen draws itself."""
STEPS = (1, -1, 5, -5, 20, -20, 50)  # How numbers of a broken character differ from those of the good one
MOST_ENTRIES = 2  # The entries of a list or mapping that are broken one by one
FEWEST_CASES, MOST_CASES = 2, 25  # The cases of each promise: a game file has no code of its own to fail
SIZE_OF_ALL = 800
"""The size of all cases of a promise: a large game is tried with fewer, so that it takes less than two seconds."""
OFTEN = 40  # How often a broken ledger buys the same
MOST_LINES = 3  # The lines about one promise (house default)
MUCH = 9_999
NO_SUCH = "Nonesuch"  # A name that no game has


def broken_promises(game: AnyGame) -> Iterator[str]:
    """Yield how a game breaks its promises, a line each."""
    with registry.standing_in(game), TemporaryDirectory() as folder:
        text = game.new_concept("Kai")
        good = Path(folder, "good")
        good.mkdir()
        (good / "kai.yaml").write_text(text, encoding="utf-8")
        data = load("kai.yaml", text.encode()).data
        shown = set(_rules_shown(game, data))
        # What a case costs depends on what a character has, and on its rolls.
        size = number_of_values(data) + len(check_data(game, data).rolls())
        trial = Trial(game, Path(folder), max(FEWEST_CASES, min(MOST_CASES, SIZE_OF_ALL // size)))
        for promise in PROMISES:
            lines = list(dict.fromkeys(complaints(promise, trial))) if promise not in NOT_FOR_FILES else []
            yield from lines[:MOST_LINES]
            if len(lines) > MOST_LINES:
                yield f"{promise.__name__}: {len(lines) - MOST_LINES} more like these"
    for rule in game.all_rules:
        if rule.__name__ not in shown:
            yield f"every_rule_is_shown: no character breaks the rule `{rule.__name__}`"


def _rules_shown(game: AnyGame, data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name of each rule that reports one of the broken characters."""
    waiting = {game.code(rule): rule.__name__ for rule in game.all_rules}
    for broken in _break(game, data):
        found = {diagnostic.code for diagnostic in check_data(game, broken).diagnostics}
        for code in found & waiting.keys():
            yield waiting.pop(code)
        if not waiting:
            return


def _break(game: AnyGame, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of a character, each with something changed."""
    seen: Counter[KeyPath] = Counter()
    for path in list_paths(data):
        seen[path[:-1]] += 1
        # The rules treat all scores of a group alike, and a game may have hundreds.
        if path[0] not in ("system", "name") and (len(path) == 1 or seen[path[:-1]] <= MOST_ENTRIES):
            yield from (with_value_at(data, path, value) for value in _others(value_at(data, path)))
            yield with_value_at(data, path, ABSENT)
    # Rules about a budget report nothing until a table sets one.
    for key, field in game.rules.model_fields.items():
        if field.default is None:
            yield from ({**data, "rules": {key: number}} for number in (0, 1, -1, MUCH))
    for rule in game.creation:
        if (names := names_allowed_by(rule, game.rules())) and isinstance(data.get(rule.__name__), list):
            yield {**data, rule.__name__: names}
    for line in _purchases(game, data):
        # Unpaid, with an award in the same line, and bought so often that a limit is reached.
        for lines in ([line], [{"award": MUCH, **line}], [{"award": MUCH}, *[line] * OFTEN]):
            yield {**data, "advancement": lines}
        yield {**data, "advancement": [{"award": MUCH}, dict.fromkeys(line, NO_SUCH)]}


def _others(value: Plain) -> Iterator[Plain]:
    """Yield values that may be wrong in place of a value."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (0, *(value + step for step in STEPS))
    elif isinstance(value, str):
        yield NO_SUCH
    elif isinstance(value, list):
        yield from ([*value, *value[:1]], [*value, NO_SUCH], [], value[1:])
    elif isinstance(value, dict):
        yield {**value, NO_SUCH: 1}
        yield {**value, **{f"{key}_": inner for key, inner in list(value.items())[:1]}}
        yield from (dict.fromkeys(value, number) for number in (0, 1))


def _purchases(game: AnyGame, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a line of the ledger for each of its verbs."""
    ledger: Any = game.ledger
    view = check_data(game, data).draft if ledger is not None else None
    if view is None:
        return
    seen: set[str] = set()
    for candidate in ledger.all_candidates(view.character.advanced.concept, game.rules()):
        line = dict(candidate.entry or {})
        if line and (key := next(iter(line))) not in seen:
            seen.add(key)
            yield line
