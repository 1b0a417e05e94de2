"""Derive the characters of a game file: their numbers, rolls, attacks, boxes and sheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self

from pydantic import Field, create_model

from chargen.game.concept import RuleSet
from chargen.game.contract import Character, Tracker
from chargen.game.failure import Unanswerable
from chargen.game.fight import Fighter, State
from chargen.game.ledger import Advanced
from chargen.game.question import Answer, Question
from chargen.gamefile.definition import Definition, PickList, ScoreGroup, as_key, titled
from chargen.gamefile.format import TableFile
from chargen.gamefile.things import ThingList
from chargen.kit import blocks, tables
from chargen.kit.attacks import Damage, attack, strongest_first
from chargen.kit.pool import Pool
from chargen.language.formula import Range, Values
from chargen.page.action import Action
from chargen.page.roll import Roll, signed, with_sign
from chargen.page.sheet import Block, Chance, Facts, Label, Prose, Sheet, Table
from chargen.schema.model import Choice, Model
from chargen.text.names import fold

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
        return cls(advanced, rules, definition, definition.values(advanced.concept, rules), pools)

    def number(self, *path: str) -> int:
        """Return the value of the formula at a path of the game file."""
        return self.definition.formulas[path](self.values)

    def scores(self, group: ScoreGroup) -> dict[str, int]:
        """Return the numbers of a group of scores."""
        return group.of(self.advanced.concept)

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
    return [_roll(of, label, line.dice or "") for label, line in of.definition.rolls.items()]


def _roll(of: FileCharacter, label: str, dice: str) -> Roll:
    given = of.definition.calls[label].values(of.values)
    rolled = of.values._replace(numbers={**of.values.numbers, **given})
    also = {
        as_key(name): {**given, **{parameter: formula(rolled) for parameter, formula in other.items()}}
        for name, other in of.definition.dice[dice].also.items()
    }
    return of.pools[dice].roll(label, given["value"] if given.keys() == {"value"} else given, **also)


def trackers(of: FileCharacter) -> Iterator[Tracker]:
    """Yield what is marked during play."""
    for key, line in of.definition.file.trackers.items():
        # The formula may come to 0 or less for weak characters, and a track has at least one box.
        boxes = max(1, of.number("trackers", key, "boxes"))
        yield Tracker(name=key, title=line.title or titled(key), high=boxes, caption=line.about)


# Attacks.


def actions(of: FileCharacter) -> list[Action]:
    """Return the attacks, then the other rolls, the likeliest first."""
    every, lines, fight = {roll.label: roll for roll in rolls(of)}, of.definition.rolls, of.definition.file.fight
    attacks, used = [], set[str]()
    if fight is not None:
        unit, own = fighter(of).unit, of.owned(fight.weapons) if fight.weapons else ()
        harm = {as_key(outcome): of.number("fight", "harm", outcome) for outcome in fight.harm or ()}
        for one in of.definition.attacks:
            if one.damage is None:
                # A roll that is an attack is listed once; one that weapons use may be rolled for other things.
                used.add(one.roll)
                attacks.append(attack(every[one.roll], harm, effect=lines[one.roll].about, unit=unit))
            elif one.name in own:
                attacks.append(attack(every[one.roll], harm, name=one.name, damage=one.damage, unit=unit))
    others = [
        Action(name=label, rule=roll.rule, kind=lines[label].kind, effect=lines[label].about)
        for label, roll in every.items()
        if label not in used
    ]
    return [*strongest_first(attacks), *sorted(others, key=lambda action: -action.chance)]


def fighter(of: FileCharacter) -> Fighter:
    """Return how much harm a character can take."""
    fight = of.definition.file.fight
    hurt = next(tracker for tracker in trackers(of) if fight is not None and tracker.name == fight.takes)
    return Fighter(stamina=hurt.high, unit=hurt.title.lower(), state=State(of.noted(hurt.name)))


# The sheet.


def sheet(of: FileCharacter) -> Sheet:
    """Return the sheet: rolls with their chances and what the character has, beside scores and boxes."""
    definition, file, concept = of.definition, of.definition.file, of.advanced.concept
    facts = tuple((titled(key), getattr(concept, key) or "") for key in (*file.choices, *file.lines))
    others = [group for group in definition.scores.values() if not group.file.roll]
    shown = _shown_scores(others, MOST_HIGHLIGHTS - len(file.derived))
    derived = ((line.title or titled(key), key) for key, line in file.derived.items() if not line.each)
    return blocks.sheet(
        of,
        [
            Facts(name="who", title="Character", place="main", facts=facts) if facts else None,
            *_roll_tables(of),
            *(_picks(of, picks) for picks in definition.picks.values() if picks.table is None),
            *(_things(of, things) for things in definition.things.values()),
            *(
                Facts(name=group.key, title=titled(group.key), place="side", facts=_numbers(of, group))
                for group in others
                if group not in shown
            ),
            *blocks.tracks(of, trackers(of)),
            *(_rows(of, key, table) for key, table in file.tables.items()),
            *blocks.tail(of, "" if file.ledger is None else file.ledger.unit, file.how.items()),
        ],
        highlights=[
            *((name, number, "") for group in shown for name, number in _numbers(of, group)),
            *((title, signed(of.values.numbers[fold(key)]), "") for title, key in derived),
        ][:MOST_HIGHLIGHTS],
        pages=1 + len(definition.rolls) // ROLLS_OF_A_PAGE,
    )


def _shown_scores(groups: Iterable[ScoreGroup], room: int) -> list[ScoreGroup]:
    """Return the scores for the head of the sheet, as far as there is room for all of a group."""
    shown: list[ScoreGroup] = []
    for group in groups:
        if len(group.names) <= room:
            shown.append(group)
            room -= len(group.names)
    return shown


def _numbers(of: FileCharacter, group: ScoreGroup) -> tuple[tuple[str, str], ...]:
    written = with_sign if group.file.signed else signed
    return tuple((name, written(number)) for name, number in of.scores(group).items())


def _roll_tables(of: FileCharacter) -> Iterator[Table]:
    """Yield a table for each group of scores that is rolled, and one for the other rolls of each kind of dice."""
    definition = of.definition
    every = {roll.label: roll for roll in rolls(of)}
    groups = [(key, titled(key), [*group.names]) for key, group in definition.scores.items() if group.file.roll]
    for key in definition.dice:
        of_scores = {label for _, _, labels in groups for label in labels}
        labels = [label for label, roll in definition.rolls.items() if roll.dice == key and label not in of_scores]
        groups.append((f"rolls_{key}", "Rolls" if len(definition.dice) == 1 else titled(key), labels))
    for name, title, labels in groups:
        if labels:
            dice = definition.dice[definition.rolls[labels[0]].dice or ""]
            columns = [("Success", "success")]
            columns += [(titled(dice.best), dice.best)] if dice.best else []
            columns += [(variant, f"{as_key(variant)}.success") for variant in [*dice.also][:MOST_VARIANTS]]
            below = {label: definition.rolls[label].about for label in labels}
            own = [every[label] for label in labels]
            yield tables.rolls(name, title, own, *columns, what="Roll", value="Value", place="main", below=below)


def _picks(of: FileCharacter, picks: PickList) -> Block:
    """Return the block of what a character has picked, with what it does."""
    items = tuple((name, picks.texts.get(name, "")) for name in picks.of(of.advanced.concept))
    return Prose(name=picks.key, title=titled(picks.key), place="main", items=items, lines=0)


def _things(of: FileCharacter, things: ThingList) -> Block:
    """Return the block of what a player made up: what each has, and the derived numbers that each has of its own."""
    derived = {key: file for key, file in of.definition.file.derived.items() if file.each == things.key}
    own = [(thing.name or "", things.describe(vars(thing))) for thing in getattr(of.advanced.concept, things.key)]
    always = [(name, things.describe(row)) for name, row in things.always.items()] if derived else []
    items = []
    for place, (name, text) in enumerate((*own, *always)):
        numbers = (
            f"{file.title or titled(key)} {signed(of.values.parts[fold(key)][place]['value'])}"
            for key, file in derived.items()
            if place < len(of.values.parts[fold(key)])
        )
        items.append((name, "; ".join(filter(None, (*numbers, text)))))
    return Prose(name=things.key, title=titled(things.key), place="main", items=tuple(items), lines=1)


def _rows(of: FileCharacter, key: str, table: TableFile) -> Block:
    """Return the table of what a character has of a table, such as its weapons, with the chance of each attack."""
    fight, headings = of.definition.file.fight, table.columns or ()
    empty = ("",) * len(headings)
    rows = {name: [*map(str, (table.rows or {}).get(name, empty))] for name in of.owned(key)}
    armed = fight is not None and fight.weapons == key
    chances = {action.name: Chance(action.chance, dice=action.rule) for action in actions(of)} if armed else {}
    # In percent: 24 for the name, 9 for the chance; the other columns share the rest by their longest text.
    lengths = [3 + max(map(len, column)) for column in zip(headings, *rows.values(), strict=True)]
    shares = [76 * length // (sum(lengths) + 9 * armed) for length in lengths]
    return tables.table(
        key,
        titled(key),
        rows,
        (blocks.left("", 24), str),
        *tables.spread(
            range(len(headings)),
            lambda place: blocks.left(headings[place], shares[place]),
            lambda place, name: _throwable(rows[name][place]) if armed else rows[name][place],
        ),
        *([(blocks.right("Chance", 76 - sum(shares)), chances.get)] if armed else []),
        place="side",
    )


def _throwable(text: str) -> Label | str:
    """Return a cell of a table of weapons: damage throws its dice."""
    damage = Damage.parse(text)
    return Label(text, dice=damage.rule) if damage is not None and damage.dice else text


# `chargen odds`.


def question(made: Definition) -> Question[Any]:
    """Return the question of `chargen odds`: the value, which dice where there are several, and what they ask."""
    first = next(iter(made.dice.values()))
    number = Annotated[int, Field(ge=-999, le=999)]
    spans: dict[str, Range] = {}
    for kind in made.dice.values():
        spans |= {name: span for name, span in kind.dice.takes.items() if name not in spans}
    usual = {name: span.nearest(1) for name, span in spans.items()}
    about = {"value": "The value that the dice are rolled with, such as a score."}
    fields: dict[str, Any] = {
        name: (number, Field(value, description=about.get(name, f"What the dice take as `{name}`.")))
        for name, value in usual.items()
    }
    if len(made.dice) > 1:
        names = Annotated[str, Choice(tuple(made.dice))]
        fields["roll"] = (names, Field(next(iter(made.dice)), description=f"Which dice: {', '.join(made.dice)}."))
    asked = {key: line for kind in made.dice.values() for key, line in kind.file.asks.items()}
    for key, line in asked.items():
        low, high = next(kind.asks[fold(key)][0].range for kind in made.dice.values() if key in kind.file.asks)
        text = line.about or f"What the dice ask for as `{key}`."
        if line.is_yes_or_no:
            fields[key] = (bool, Field(fold(line.is_ or "") == "yes", description=text))
        else:
            asked_number: Any = Annotated[int, Field(ge=low, le=high)]
            fields[key] = (asked_number | None, Field(None, description=text))
    options = create_model("Options", __base__=Model, __doc__="The options of `chargen odds`.", **fields)

    def reply(options: Any, rules: RuleSet) -> Answer:
        kind = made.dice[options.roll] if len(made.dice) > 1 else first
        stated = {key: getattr(options, key) for key in asked if getattr(options, key) != fields[key][1].default}
        for key in stated.keys() - kind.file.asks.keys():
            raise Unanswerable(key, f"these dice do not ask for `{key}`")
        given = {name: getattr(options, name) for name in kind.dice.takes}
        given |= {fold(key): int(number) for key, number in stated.items()}
        return kind.pool(rules).answer(given["value"] if given.keys() == {"value"} else given)

    example = " ".join(f"--{name.replace('_', '-')} {usual[name]}" for name in first.dice.takes)
    return Question(options=options, reply=reply, examples=(example,))
