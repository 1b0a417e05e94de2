"""Derive the characters of a game file: their numbers, rolls, attacks, boxes and sheet."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Self

from pydantic import Field, create_model

from chargen.core.action import Action
from chargen.core.concept import RuleSet
from chargen.core.failure import Unanswerable
from chargen.core.fight import Fighter, State
from chargen.core.game import Answer, Character, Question, Tracker
from chargen.core.ledger import Advanced
from chargen.core.model import Choice, Model
from chargen.core.names import fold
from chargen.core.roll import Roll, signed, with_sign
from chargen.core.sheet import Block, Chance, Facts, Label, Prose, Sheet, Table
from chargen.gamefile.definition import Attack, Definition, PickList, RollLine, ScoreGroup, as_key, titled
from chargen.gamefile.formula import Values
from chargen.kit import blocks, tables
from chargen.kit.attacks import Damage, attack, strongest_first
from chargen.kit.pool import Pool
from chargen.quick_dataclass import dataclass

MOST_HIGHLIGHTS = 5  # The most numbers that the head of a sheet shows, and a card (house default)
ROLLS_OF_A_PAGE = 22  # The rolls for which a page has room beside all else (house default)
MOST_VARIANTS = 2  # The most further chances in a table of rolls (house default)


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
        return cls(advanced, rules, definition, Values(definition.values(advanced.concept, rules)), pools)

    def owned(self, table: str) -> list[str]:
        """Return what the character has of a table; of the weapons, also the one that everyone has."""
        fight = self.definition.fight
        own = self.definition.picks[table].of(self.advanced.concept)
        unarmed = fight.unarmed if fight is not None and fight.table == table else ""
        return own if not unarmed or unarmed in own else [*own, unarmed]


def stats(of: FileCharacter) -> dict[str, Any]:
    """Return the scores by group, and the derived numbers."""
    definition, values = of.definition, of.values.numbers
    groups = {key: group.of(of.advanced.concept) for key, group in definition.scores.items()}
    return {**groups, **{key: values[fold(key)] for key in definition.derived}}


def rolls(of: FileCharacter) -> list[Roll]:
    """Return every roll, with the odds of the variants of its dice."""
    return [_roll(of, line) for line in of.definition.rolls]


def _roll(of: FileCharacter, line: RollLine) -> Roll:
    number = line.value(of.values)
    also: dict[str, int] = {}
    if line.dice.also:
        rolled = Values({**of.values.numbers, "value": number})
        also = {as_key(name): formula(rolled) for name, formula in line.dice.also.items()}
    return of.pools[line.dice.key].roll(line.label, number, **also)


def trackers(of: FileCharacter) -> Iterator[Tracker]:
    """Yield what is marked during play."""
    for line in of.definition.trackers:
        # The formula may come to 0 or less for weak characters, and a track has at least one box.
        yield Tracker(name=line.key, title=line.title, high=max(1, line.boxes(of.values)), caption=line.about)


# Attacks.


def actions(of: FileCharacter) -> list[Action]:
    """Return the attacks, then the other rolls, the likeliest first."""
    every = {roll.label: roll for roll in rolls(of)}
    lines = {line.label: line for line in of.definition.rolls}
    possible, used = list(_attacks(of)), set[str]()
    unit = of.definition.fight.tracker.title.lower() if of.definition.fight is not None else ""
    attacks = []
    for one in possible:
        about = lines[one.roll].about if one.damage is None else ""
        attacks.append(attack(every[one.roll], _harm(of), name=one.name, damage=one.damage, effect=about, unit=unit))
        # A roll that is an attack by itself is listed once; one that weapons use may be rolled for other things.
        used |= {one.roll} if one.damage is None else set()
    others = [
        Action(name=label, rule=roll.rule, kind=lines[label].kind, effect=lines[label].about)
        for label, roll in every.items()
        if label not in used
    ]
    return [*strongest_first(attacks), *sorted(others, key=lambda action: -action.chance)]


def _attacks(of: FileCharacter) -> Iterator[Attack]:
    fight = of.definition.fight
    if fight is not None:
        own = of.owned(fight.table) if fight.table else []
        yield from (one for one in fight.attacks if one.damage is None or one.name in own)


def _harm(of: FileCharacter) -> dict[str, int]:
    fight = of.definition.fight
    return {outcome: formula(of.values) for outcome, formula in fight.harm.items()} if fight is not None else {}


def fighter(of: FileCharacter) -> Fighter:
    """Return how much harm a character can take."""
    fight = of.definition.fight
    assert fight is not None
    boxes = max(1, fight.tracker.boxes(of.values))
    return Fighter(stamina=boxes, unit=fight.tracker.title.lower(), state=State(of.noted(fight.tracker.key)))


# The sheet.


def sheet(of: FileCharacter) -> Sheet:
    """Return the sheet: rolls with their chances and what the character has, beside scores and boxes."""
    definition, concept = of.definition, of.advanced.concept
    every = {roll.label: roll for roll in rolls(of)}
    facts = tuple((titled(key), getattr(concept, key) or "") for key in (*definition.choices, *definition.file.lines))
    shown = _shown_scores(definition)
    unit = definition.file.ledger.unit if definition.file.ledger is not None else ""
    return blocks.sheet(
        of,
        [
            Facts(name="who", title="Character", place="main", facts=facts) if facts else None,
            *(_table(of, key, title, lines, every) for key, title, lines in _tables(definition)),
            *(_picks(of, picks) for picks in definition.picks.values() if not picks.columns),
            *(_scores(of, group) for group in definition.scores.values() if not group.roll and group not in shown),
            *blocks.tracks(of, trackers(of)),
            *(_rows(of, picks) for picks in definition.picks.values() if picks.columns),
            *blocks.tail(of, unit, definition.file.how.items()),
        ],
        highlights=_highlights(of, shown),
        pages=1 + len(every) // ROLLS_OF_A_PAGE,
    )


def _shown_scores(definition: Definition) -> list[ScoreGroup]:
    """Return the scores for the head of the sheet: those that are not rolled by themselves, if they are few."""
    shown: list[ScoreGroup] = []
    room = MOST_HIGHLIGHTS - len(definition.derived)
    for group in definition.scores.values():
        if not group.roll and len(group.names) <= room:
            shown.append(group)
            room -= len(group.names)
    return shown


def _highlights(of: FileCharacter, groups: list[ScoreGroup]) -> list[tuple[str, str, str]]:
    """Return the numbers for the head of the sheet: some scores, and the derived numbers."""
    definition, values = of.definition, of.values.numbers
    scores = [
        (name, _number(group, value), "") for group in groups for name, value in group.of(of.advanced.concept).items()
    ]
    derived = [
        (line.title or titled(key), signed(values[fold(key)]), "") for key, line in definition.file.derived.items()
    ]
    return [*scores, *derived][:MOST_HIGHLIGHTS]


def _scores(of: FileCharacter, group: ScoreGroup) -> Facts:
    """Return the list of scores that are not rolled by themselves."""
    numbers = group.of(of.advanced.concept).items()
    facts = tuple((name, _number(group, number)) for name, number in numbers)
    return Facts(name=group.key, title=titled(group.key), place="side", facts=facts)


def _number(group: ScoreGroup, number: int) -> str:
    return with_sign(number) if group.signed else signed(number)


def _tables(definition: Definition) -> Iterator[tuple[str, str, list[RollLine]]]:
    """Yield name, title and rolls of each table: one for each group of scores, one for the other rolls of each kind."""
    for key, group in definition.scores.items():
        if group.roll:
            yield key, titled(key), [line for line in definition.rolls if line.group == key]
    for kind in definition.dice.values():
        if lines := [line for line in definition.rolls if line.dice is kind and not line.group]:
            yield f"rolls_{kind.key}", "Rolls" if len(definition.dice) == 1 else titled(kind.key), lines


def _table(of: FileCharacter, key: str, title: str, lines: list[RollLine], every: Mapping[str, Roll]) -> Table:
    dice = lines[0].dice
    columns = [("Success", "success")]
    columns += [(titled(dice.best), dice.best)] if dice.best else []
    columns += [(name, f"{as_key(name)}.success") for name in [*dice.also][:MOST_VARIANTS]]
    below = {line.label: line.about for line in lines}
    own = [every[line.label] for line in lines]
    return tables.rolls(key, title, own, *columns, what="Roll", value="Value", place="main", below=below)


def _picks(of: FileCharacter, picks: PickList) -> Block:
    """Return the block of what a character has picked, with what it does."""
    items = tuple((name, picks.texts.get(name, "")) for name in picks.of(of.advanced.concept))
    return Prose(name=picks.key, title=titled(picks.key), place="main", items=items, lines=0)


def _rows(of: FileCharacter, table: PickList) -> Block:
    """Return the table of what a character has of a table, such as its weapons, with the chance of each attack."""
    fight = of.definition.fight
    rows = {name: [*map(str, table.rows.get(name, ()))] for name in of.owned(table.key)}
    armed = fight is not None and fight.table == table.key
    chances = {action.name: Chance(action.chance, dice=action.rule) for action in actions(of)} if armed else {}
    texts = [[heading, *(_cell(rows, place, name) for name in rows)] for place, heading in enumerate(table.columns)]
    # In percent: 24 for the name, 9 for the chance; the other columns share the rest by their longest text.
    lengths = [3 + max(map(len, column)) for column in texts]
    shares = [76 * length // (sum(lengths) + 9 * armed) for length in lengths]
    return tables.table(
        table.key,
        titled(table.key),
        rows,
        (blocks.left("", 24), str),
        *(
            (blocks.left(heading, shares[place]), partial(_throwable if armed else _cell, rows, place))
            for place, heading in enumerate(table.columns)
        ),
        *([(blocks.right("Chance", 76 - sum(shares)), chances.get)] if armed else []),
        place="side",
    )


def _cell(rows: Mapping[str, list[str]], place: int, name: str) -> str:
    cells = rows[name]
    return cells[place] if place < len(cells) else ""


def _throwable(rows: Mapping[str, list[str]], place: int, name: str) -> Label | str:
    """Return a cell of a table of weapons: damage throws its dice."""
    text = _cell(rows, place, name)
    damage = Damage.parse(text)
    return Label(text, dice=damage.rule) if damage is not None and damage.dice else text


# `chargen odds`.


def question(made: Definition) -> Question[Any]:
    """Return the question of `chargen odds`: the value, and which dice where there are several."""
    first = next(iter(made.dice.values()))
    value = Annotated[int, Field(ge=-999, le=999)]
    about = "The value that the dice are rolled with, such as a score."
    usual = first.span.nearest(1)
    fields: dict[str, Any] = {"value": (value, Field(usual, description=about))}
    if len(made.dice) > 1:
        names = Annotated[str, Choice(tuple(made.dice))]
        fields["roll"] = (names, Field(first.key, description=f"Which dice: {', '.join(made.dice)}."))
    options = create_model("Options", __base__=Model, __doc__="The options of `chargen odds`.", **fields)

    def reply(asked: Any, rules: RuleSet) -> Answer:
        kind = made.dice[getattr(asked, "roll", first.key)]
        if kind.span.nearest(asked.value) != asked.value:
            raise Unanswerable("value", f"the value goes from {kind.span}; found {signed(asked.value)}")
        return kind.pool(rules).answer(asked.value, "value")

    return Question(options=options, reply=reply, examples=(f"--value {usual}",))
