"""Derive the characters of a game file: their numbers, rolls and boxes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from chargen.game.contract import Character, Tracker
from chargen.game.ledger import Advanced
from chargen.gamefile.definition import Definition, ScoreGroup, as_key, titled
from chargen.kit.pool import Pool
from chargen.language.formula import Values
from chargen.page.roll import Roll
from chargen.text.names import fold


@dataclass(frozen=True, slots=True)
class FileCharacter(Character[Any, Any]):
    """A character of a game file."""

    definition: Definition
    values: Values  # The numbers that formulas may name, by their folded names
    pools: Mapping[str, Pool]  # The dice under the rules of the character, by their names

    @classmethod
    def of(cls, definition: Definition, advanced: Advanced[Any], rules: Any) -> Self:
        """Return the character that follows from a concept after its ledger."""
        pools = {key: kind.pool(rules) for key, kind in definition.dice.items()}
        return cls(advanced, rules, definition, definition.values(advanced.concept, rules), pools)

    def number(self, *path: str) -> int:
        """Return the value of the formula at a path of the game file."""
        return self.definition.formulas[path](self.values)

    def scores(self, group: ScoreGroup) -> Mapping[str, int]:
        """Return the numbers of a group of scores."""
        return group.under(self.rules).of(self.advanced.concept)

    def owned(self, table: str) -> list[str]:
        """Return what the character has of a table; of the weapons, also the one that everyone has."""
        fight = self.definition.file.fight
        own = self.definition.picks[table].of(self.advanced.concept)
        unarmed = fight.unarmed if fight is not None and fight.weapons == table else ""
        return own if not unarmed or unarmed in own else [*own, unarmed]


def stats(of: FileCharacter) -> dict[str, Any]:
    """Return the scores by group, and the derived numbers."""
    groups = {key: of.scores(group) for key, group in of.definition.scores.items()}
    derived: dict[str, Any] = {}
    for key, file in of.definition.file.derived.items():
        if not file.each:
            derived[key] = of.values.numbers[fold(key)]
            continue
        derived[key] = {}
        for entry in of.values.parts[fold(key)]:
            derived[key].setdefault(entry["name"], entry["value"])  # of two things of one name, the first counts
    return {**groups, **derived}


def rolls(of: FileCharacter) -> list[Roll]:
    """Return every roll, with the odds of the variants of its dice."""
    every = []
    for label, line in of.definition.rolls.items():
        dice, call = line.dice or "", of.definition.calls[label]
        scores = {name: of.values.numbers[fold(score)] for name, score in call.scores.items()}
        scored = of.values._replace(numbers={**of.values.numbers, **scores})
        given = {name: formula(scored) for name, formula in call.given.items()}
        rolled = of.values._replace(numbers={**of.values.numbers, **given})
        also = {
            as_key(name): {**given, **{parameter: formula(rolled) for parameter, formula in other.items()}}
            for name, other in of.definition.dice[dice].also.items()
        }
        value = given["value"] if given.keys() == {"value"} else given
        every.append(of.pools[dice].roll(label, value, **also))
    return every


def trackers(of: FileCharacter) -> Iterator[Tracker]:
    """Yield what is marked during play."""
    for key, line in of.definition.file.trackers.items():
        # The formula may come to 0 or less for weak characters, and a track has at least one box.
        boxes = max(1, of.number("trackers", key, "boxes"))
        yield Tracker(name=key, title=line.title or titled(key), high=boxes, caption=line.about)
