"""Derive the characters of a game file: their numbers, rolls, attacks, boxes and sheet."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Annotated, Any, Self

from pydantic import Field, create_model

from chargen.core.action import Action, ActionHarm
from chargen.core.concept import RuleSet
from chargen.core.failure import Unanswerable
from chargen.core.fight import Blow, Combatant, Fighter, State, points
from chargen.core.game import Answer, Character, Question, Tracker
from chargen.core.identity_key import IdentityKey
from chargen.core.ledger import Advanced
from chargen.core.model import Choice, Model
from chargen.core.names import fold
from chargen.core.roll import Roll, signed, with_sign
from chargen.core.sheet import Block, Chance, Facts, Prose, Sheet, Table
from chargen.dice.distribution import Distribution, die
from chargen.gamefile.definition import Attack, Damage, Definition, RollLine, ScoreGroup, as_key, titled
from chargen.gamefile.formula import Values
from chargen.kit import blocks, tables
from chargen.kit.pool import Pool
from chargen.quick_dataclass import dataclass

MOST_HIGHLIGHTS = 5
"""The most numbers that the head of a sheet shows, and a card (house default)."""
ROLLS_OF_A_PAGE = 22
"""The rolls for which a page has room beside all else (house default)."""
MOST_VARIANTS = 2
"""The most further chances in a table of rolls (house default)."""


@dataclass(frozen=True, slots=True)
class FileCharacter(Character[Any, Any]):
    """A character of a game file."""

    definition: Definition
    values: Values
    """The numbers that formulas may name, by their folded names."""
    pools: Mapping[str, Pool]
    """The dice under the rules of the character, by their names."""

    @classmethod
    def of(cls, definition: Definition, advanced: Advanced[Any], rules: Any) -> Self:
        """Return the character that follows from a concept after its ledger."""
        pools = {key: kind.pool(rules) for key, kind in definition.dice.items()}
        return cls(advanced, rules, definition, Values(definition.values(advanced.concept, rules)), pools)

    def owned(self, table: str) -> list[str]:
        """Return what the character has of a table; of the weapons, also the one that everyone has."""
        names, fight = self.definition.tables[table], self.definition.fight
        own = [names.find(word) or word for word in getattr(self.advanced.concept, table)]
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
        yield Tracker(name=line.key, title=line.title, high=max(1, line.boxes(of.values)), caption=line.about)


# Attacks.


def actions(of: FileCharacter) -> list[Action]:
    """Return the attacks, then the other rolls, the likeliest first."""
    every = {roll.label: roll for roll in rolls(of)}
    lines = {line.label: line for line in of.definition.rolls}
    possible = _attacks(of)
    attacks = [
        _attack(of, attack, every[attack.roll], lines[attack.roll].about if attack.damage is None else "")
        for attack in possible
    ]
    used = {attack.roll for attack in possible if attack.damage is None}
    others = [
        _action(roll, kind=lines[label].kind, effect=lines[label].about)
        for label, roll in every.items()
        if label not in used
    ]
    by_chance = sorted(others, key=lambda action: -action.chance)
    return [*sorted(attacks, key=lambda action: -_mean(action)), *by_chance]


def _action(roll: Roll, name: str = "", **more: Any) -> Action:
    return Action(name=name or roll.label, rule=roll.rule, **more)


def _mean(action: Action) -> Fraction:
    """Return the harm of an attack that can be expected, misses included."""
    harm = action.strike[1]
    return sum((amount * chance for amount, chance in harm.items()), Fraction(0))


def _attacks(of: FileCharacter) -> list[Attack]:
    """Return what a character can attack with."""
    fight = of.definition.fight
    if fight is None:
        return []
    own = of.owned(fight.table) if fight.table else []
    return [attack for attack in fight.attacks if attack.damage is None or attack.name in own]


def _attack(of: FileCharacter, attack: Attack, roll: Roll, effect: str) -> Action:
    harm = _harm(of, attack, roll)
    text = f"{format_damage(attack.damage)} damage" if attack.damage is not None else ""
    does = {"harm": ActionHarm.landed(text, harm), "strike": (attack.name, harm)}
    return _action(roll, attack.name, kind="attack", effect=effect, **does)


def _harm(of: FileCharacter, attack: Attack, roll: Roll) -> dict[int, Fraction]:
    """Return the chance of each amount of harm of an attack, 0 included."""
    fight = of.definition.fight
    assert fight is not None
    damage = {1: Fraction(1)} if attack.damage is None else damage_chances(attack.damage)
    chances: dict[int, Fraction] = {}
    for outcome, chance in roll.outcomes.items():
        times = fight.harm[outcome](of.values) if outcome in fight.harm else 0
        for amount, share in damage.items():
            chances[times * amount] = chances.get(times * amount, Fraction(0)) + chance * share
    return dict(sorted(chances.items()))


def damage_chances(damage: Damage) -> dict[int, Fraction]:
    """Return the chance of each amount of some damage, at least 0.

    >>> damage_chances((1, 4, -2))
    {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
    """
    dice, sides, more = damage
    total = Distribution({more: 1})
    for _ in range(dice):
        total += die(sides)
    return dict(total.map(lambda amount: max(0, amount)))


def format_damage(damage: Damage) -> str:
    """Return some damage as a table writes it.

    >>> format_damage((1, 6, 1)), format_damage((0, 0, 3))
    ('1d6+1', '3')
    """
    dice, sides, more = damage
    return f"{dice}d{sides}{with_sign(more) if more else ''}" if dice else str(more)


def fighter(of: FileCharacter) -> Fighter:
    """Return how much harm a character can take."""
    fight = of.definition.fight
    assert fight is not None
    boxes = max(1, fight.tracker.boxes(of.values))
    return Fighter(stamina=boxes, unit=fight.tracker.title.lower(), state=State(of.noted(fight.tracker.key)))


def blow(attacker: Combatant[FileCharacter], target: Combatant[FileCharacter]) -> Blow | None:
    """Return what an attack does: the one that was chosen, or the one that can be expected to do most harm."""
    strike = attacker.strike or _first_strike(IdentityKey(attacker.character))
    if strike is None:
        return None
    name, harm = strike
    return Blow(what=name, hit=1 - harm.get(0, Fraction(0)), dealt=points(harm))


# Cached, because an encounter asks for every pair of fighters.
@lru_cache(maxsize=256)
def _first_strike(attacker: IdentityKey[FileCharacter]) -> tuple[str, dict[int, Fraction]] | None:
    return next((action.strike for action in actions(attacker.value) if action.strike is not None), None)


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
            *(_picks(of, key) for key in definition.picks),
            *(_scores(of, group) for group in definition.scores.values() if not group.roll and group not in shown),
            *blocks.tracks(of, trackers(of)),
            *(_rows(of, key) for key in definition.tables),
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


def _picks(of: FileCharacter, key: str) -> Block:
    """Return the block of what a character has picked, with what it does."""
    picks = of.definition.picks[key]
    items = tuple((name, picks.texts.get(name, "")) for name in picks.of(of.advanced.concept))
    return Prose(name=key, title=titled(key), place="main", items=items, lines=0)


def _rows(of: FileCharacter, key: str) -> Block:
    """Return the table of what a character has of a table, such as its weapons, with the chance of each attack."""
    definition = of.definition
    file = definition.file.tables[key]
    rows = {name: [*map(str, (file.rows or {}).get(name, ()))] for name in of.owned(key)}
    columns = file.columns or ()
    armed = definition.fight is not None and definition.fight.table == key
    chances = {action.name: Chance(action.chance) for action in actions(of)} if armed else {}
    width = 70 // max(1, len(columns) + armed)
    return tables.table(
        key,
        titled(key),
        rows,
        (blocks.left("", 30), str),
        *((blocks.left(heading, width), partial(_cell, rows, place)) for place, heading in enumerate(columns)),
        *([(blocks.right("Chance", width), chances.get)] if armed else []),
        place="side",
    )


def _cell(rows: Mapping[str, list[str]], place: int, name: str) -> str:
    cells = rows[name]
    return cells[place] if place < len(cells) else ""


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
