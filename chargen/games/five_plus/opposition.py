"""The blocks of an NPC's card: five lines, what players roll against it, and boxes for their successes."""

from chargen.core.roll import decimal, with_sign
from chargen.core.sheet import Block, Cell, Label, Table, Track
from chargen.games.five_plus import cells, odds
from chargen.games.five_plus.character import Card, Character
from chargen.games.five_plus.rules import Rules
from chargen.kit.blocks import boxes, center, left, right

BOXES_DRAWN = 60
"""A challenge of more successes is not drawn as boxes (ours)."""


def blocks(card: Card, character: Character) -> list[Block | None]:
    """All blocks of the card."""
    return [_lines(card), _boxes(card, character), _against(card, character.rules)]


def highlights(card: Card, rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """The numbers that a GM reads every turn."""
    start = max(rules.base + card.rank, odds.LOWEST_ROLL)
    found = (("Rank", with_sign(card.rank), f"ranges start at {start}"), ("Damage", str(card.damage), "when it acts"))
    return (*found, ("To win", str(card.successes), "successes")) if card.successes else found


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """How a card is played."""
    return (
        (
            "Turns",
            "An NPC does not roll. Say what it is about to do; where the players' rolls fail, it does.",
        ),
        (
            "Successes",
            "A player's lower die counts; the higher one where it is weak, 1 where it resists, none if immune.",
        ),
        ("Ones and sixes", "may set off what its actions can do besides: a 1 against the players, a 6 for them."),
    )


def _lines(card: Card) -> Table:
    to_win = (
        f"{card.successes} successes"
        if card.successes is not None
        else "the sum of the party's key levels, more or less"
    )
    return Table(
        name="card",
        title="Opposition",
        columns=(left("", 18), left("NPCs do not roll", 82)),
        labels="game",
        rows=(
            ("Goal", card.goal or "—"),
            ("Actions", "; ".join(card.actions) or "—"),
            ("Behaviour", card.behaviour or "—"),
            ("Rank", f"{with_sign(card.rank)}, damage {card.damage}"),
            ("To win", to_win),
        ),
    )


def _boxes(card: Card, character: Character) -> Track | None:
    if card.successes is None or card.successes > BOXES_DRAWN:
        return None
    return Track(
        name="won",
        title="Successes against it",
        boxes=boxes("successes", card.successes, character.noted("successes"), label="{}"),
    )


def _against(card: Card, rules: Rules) -> Table:
    """What players roll against it, by their level."""
    rows: list[tuple[Cell, ...]] = []
    for level in range(rules.lowest_level, rules.highest_level + 1):
        roll = odds.successes(odds.span(level, card.rank, rules))
        needed = odds.expected_rolls(card.successes, roll) if card.successes else None
        row: list[Cell] = [
            Label(f"Level {level}", rules.level_name(level)),
            cells.success_range(level, rules, card.rank),
            cells.bar(level, rules, card.rank),
            decimal(roll.mean(), 2),
        ]
        if card.successes:
            row.append("never" if needed is None else decimal(needed))
        rows.append(tuple(row))
    columns = [
        left("A player's level", 30),
        center("Range", 14, cells.RANGE, big=True),
        left("Chance", 30, cells.CHANCE),
        right("Successes", 13, "successes of a roll, on average"),
    ]
    if card.successes:
        columns.append(right("Rolls", 13, "rolls to win, on average"))
    return Table(
        name="against",
        title="What players roll against it",
        columns=tuple(columns),
        rows=tuple(rows),
        labels="game",
        caption="Level: with all that helps or hinders. "
        f"Bar: its lighter end is {rules.help_bonus} more. Successes: on average."
        + (" Rolls: until it is beaten, by one player alone." if card.successes else ""),
    )
