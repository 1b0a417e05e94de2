"""The blocks of an NPC's card: five lines, what players roll against it, and boxes for their successes."""

from chargen.core.roll import decimal, with_sign
from chargen.core.sheet import Block, Label, Table, Track
from chargen.games.five_plus import cells, odds
from chargen.games.five_plus.character import Character
from chargen.games.five_plus.concept import Opposition
from chargen.games.five_plus.rules import BASE, HELP_BONUS, HIGHEST_LEVEL, LOWEST_LEVEL, Rules, level_name
from chargen.kit.blocks import boxes
from chargen.kit.tables import center, left, right, table

BOXES_DRAWN = 60
"""A challenge of more successes is not drawn as boxes (ours)."""


def blocks(card: Opposition, character: Character) -> list[Block | None]:
    """All blocks of the card."""
    return [_lines(card, character.rules), _boxes(card, character), _against(card, character.rules)]


def highlights(card: Opposition, rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """The numbers that a GM reads every turn."""
    start = max(BASE + card.rank, odds.LOWEST_ROLL)
    numbers = (
        ("Rank", with_sign(card.rank), f"ranges start at {start}"),
        ("Damage", str(card.damage_done()), "when it acts"),
    )
    return (*numbers, ("To win", str(card.successes), "successes")) if card.successes else numbers


def _lines(card: Opposition, rules: Rules) -> Table:
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
            ("Rank", f"{with_sign(card.rank)}, damage {card.damage_done()}"),
            ("To win", to_win),
        ),
    )


def _boxes(card: Opposition, character: Character) -> Track | None:
    if card.successes is None or card.successes > BOXES_DRAWN:
        return None
    return Track(
        name="won",
        title="Successes against it",
        boxes=boxes("successes", card.successes, character.noted("successes"), label="{}"),
    )


def _against(card: Opposition, rules: Rules) -> Table:
    """What players roll against it, by their level."""
    levels = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)
    rolls = {level: odds.successes(odds.span(level, card.rank)) for level in levels}

    def rolls_to_win(level: int) -> str:
        rolls_needed = odds.expected_rolls(card.successes or 0, rolls[level])
        return "never" if rolls_needed is None else decimal(rolls_needed)

    return table(
        "against",
        "What players roll against it",
        levels,
        (left("A player's level", 30), lambda level: Label(f"Level {level}", level_name(level))),
        (center("Range", 14, cells.RANGE, big=True), lambda level: cells.success_range(level, card.rank)),
        (left("Chance", 30, cells.CHANCE), lambda level: cells.bar(level, rules, card.rank)),
        (right("Successes", 13, "successes of a roll, on average"), lambda level: decimal(rolls[level].mean(), 2)),
        *([(right("Rolls", 13, "rolls to win, on average"), rolls_to_win)] if card.successes else []),
        labels="game",
        caption="Level: all that helps or hinders included. "
        f"The lighter end of a bar is {HELP_BONUS} more. Successes: average of a roll."
        + (" Rolls: what one player alone needs to beat it." if card.successes else ""),
    )
