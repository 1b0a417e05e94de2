"""How to roll, in words: for the foot of a sheet, and shorter for the back of a card."""

from functools import lru_cache

from chargen.core.names import listing
from chargen.core.roll import percent
from chargen.games.roll_when_you_need import odds
from chargen.games.roll_when_you_need.concept import DEGREES
from chargen.games.roll_when_you_need.rules import (
    ABILITY_FOR_TIME,
    DICE_FOR_A_SUCCESS,
    MOST_DICE,
    MOST_TIME,
    Rules,
)

ON_A_SHEET = ("A task", "Trouble", "Mixed", "Time")
"""What of `how` stands on a sheet; the leaf has all."""
OFF_CARDS = ("Many dice", "Critical")
MOVES = ("Moves", "Players roll all the dice; an NPC's moves are difficulties.")
"""What a sheet of an NPC says beside the rest."""
USUAL_DICE = 3
"""The dice with which a card has its moves met: an ability in the middle of the scale (ours)."""


def back(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what of it stands on the back of a card."""
    return tuple((heading, text) for heading, text in how(rules) if heading not in OFF_CARDS)


@lru_cache(maxsize=32)
def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return how each kind of roll is made: a heading and a text each, alike for all under the same rules."""
    lowest, by_successes = rules.lowest_success, rules.difficulty_is_successes
    faces = {0: f"{lowest}s", 1: f"{lowest}s and {rules.die}s"}.get(rules.die - lowest, f"{lowest}s and up")
    one = "One does it; each further one adds an effect (quickly, silently, …)."
    done = "As many successes as the difficulty do it." if by_successes else one
    chances = ", ".join(percent(odds.trouble(dice, rules)) for dice in (1, 2, 3))
    trouble = (
        "Trouble",
        "A difficulty above the ability: then roll the difference as disaster dice, where each success is a problem "
        f"({chances} % with 1, 2, 3 dice). A success given up takes a die away, but never the last of either.",
    )
    untroubled = "" if by_successes else ", and no trouble, with no successes given up"
    return (
        ("A task", f"Roll as many d{rules.die} as the ability has: {faces} are successes. {done}"),
        *(() if by_successes else (trouble,)),
        (
            "Mixed",
            "More 1s than successes on the ability dice: a success is tainted, a failure has a silver lining.",
        ),
        ("Many dice", f"Above {MOST_DICE}, roll {MOST_DICE}; each {DICE_FOR_A_SUCCESS} more are a success."),
        ("Critical", "for good or ill, it falls on a place, person or circumstance that the player names."),
        (
            "Moves",
            f"Players roll all the dice: a move is a difficulty. The chance beside it is that of {USUAL_DICE} dice: "
            f"done{untroubled}.",
        ),
        (
            "Stress",
            f"A hit fills a box. Each beyond them is a consequence (ours): {listing(DEGREES)}; a fourth takes out. Who "
            "has moves is out at the first of them (ours).",
        ),
        *_time(rules),
    )


def _time(rules: Rules) -> tuple[tuple[str, str], ...]:
    if not rules.take_time:
        return ()
    able, most = ABILITY_FOR_TIME, MOST_TIME
    return (("Time", f"Taken time adds a success for an ability of {able}, much time up to {most} for {most * able}."),)
