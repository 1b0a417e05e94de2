"""Make the sheet of a character of a game file."""

from collections.abc import Iterator

from chargen.gamefile.character import FileCharacter, rolls, trackers
from chargen.gamefile.definition import ScoreGroup, as_key, titled
from chargen.gamefile.format import TableFile
from chargen.gamefile.play import actions
from chargen.gamefile.things import ThingList
from chargen.kit import blocks, tables
from chargen.kit.attacks import Damage
from chargen.page.roll import signed, with_sign
from chargen.page.sheet import Block, Chance, Facts, Label, Prose, Sheet, Table
from chargen.text.names import fold

MOST_HIGHLIGHTS = 5  # The most numbers that the head of a sheet shows, and a card (house default)
ROLLS_OF_A_PAGE = 22  # The rolls for which a page has room beside all else (house default)
MOST_VARIANTS = 2  # The most further chances in a table of rolls (house default)


def sheet(of: FileCharacter) -> Sheet:
    """Return the sheet: rolls with their chances and what the character has, beside scores and boxes."""
    definition, file, concept = of.definition, of.definition.file, of.advanced.concept
    facts = tuple((titled(key), getattr(concept, key) or "") for key in (*file.choices, *file.lines))
    others = [group for group in definition.scores.values() if not group.file.roll]
    # The scores in the head of the sheet, as far as there is room for all of a group.
    shown, room = list[ScoreGroup](), MOST_HIGHLIGHTS - len(file.derived)
    for group in others:
        if len(group.names) <= room:
            shown.append(group)
            room -= len(group.names)
    picked = {
        key: tuple((name, picks.texts.get(name, "")) for name in picks.of(concept))
        for key, picks in definition.picks.items()
        if not picks.is_table
    }
    derived = ((line.title or titled(key), key) for key, line in file.derived.items() if not line.each)
    return blocks.sheet(
        of,
        [
            Facts(name="who", title="Character", place="main", facts=facts) if facts else None,
            *_roll_tables(of),
            *(Prose(name=key, title=titled(key), place="main", items=items, lines=0) for key, items in picked.items()),
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
            good = [outcome for outcome in dice.dice.outcomes if outcome not in dice.dice.fails]
            columns += [(titled(good[0]), good[0])] if len(good) > 1 else []
            columns += [(variant, f"{as_key(variant)}.success") for variant in [*dice.also][:MOST_VARIANTS]]
            below = {label: definition.rolls[label].about for label in labels}
            own = [every[label] for label in labels]
            yield tables.rolls(name, title, own, *columns, what="Roll", value="Value", place="main", below=below)


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

    def cell(place: int, name: str) -> Label | str:
        """Return a cell; in a table of weapons, damage throws its dice."""
        text = rows[name][place]
        damage = Damage.parse(text) if armed else None
        return Label(text, dice=damage.rule) if damage is not None and damage.dice else text

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
            cell,
        ),
        *([(blocks.right("Chance", 76 - sum(shares)), chances.get)] if armed else []),
        place="side",
    )
