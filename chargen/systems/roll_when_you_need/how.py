"""How to roll, in words: for the foot of a sheet, and shorter for the back of a card."""

from functools import lru_cache

from chargen.core.names import listing
from chargen.core.roll import percent
from chargen.systems.roll_when_you_need import odds
from chargen.systems.roll_when_you_need.concept import DEGREES
from chargen.systems.roll_when_you_need.rules import Rules

MOVES = ("Moves", "Players roll all the dice; an NPC's moves are difficulties.")
"""What a sheet of an NPC says beside the rest."""
USUAL_DICE = 3
"""The dice with which a card has its moves met: an ability in the middle of the scale (ours)."""


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Every kind of roll: a heading, and a text."""
    found = [_task(rules, "adds an effect (quickly, silently, …)")]
    if not rules.difficulty_is_successes:
        found.append(
            (
                "Trouble",
                "A difficulty above the ability: roll the difference in disaster dice afterwards; each success on them "
                "is a problem. Give up successes to take disaster dice away, but never the last of either.",
            )
        )
    found += [
        (
            "Mixed",
            "More 1s than successes on the ability dice: a success is tainted (not clean), a failure has a "
            "silver lining.",
        ),
        (
            "Many dice",
            f"Above {rules.most_dice}, roll {rules.most_dice}; each {rules.dice_for_a_success} more are a success.",
        ),
        ("Critical", "for good or ill, it falls on a place, person or circumstance that the player names."),
    ]
    return (*found, *_time(rules))


@lru_cache(maxsize=32)
def back(rules: Rules) -> tuple[tuple[str, str], ...]:
    """What stands on the back of a card: each kind of roll in as few words as will do."""
    found = [_task(rules, "is an effect more")]
    if not rules.difficulty_is_successes:
        chances = ", ".join(percent(odds.trouble(dice, rules)) for dice in (1, 2, 3))
        found.append(
            (
                "Trouble",
                "A difficulty above the ability: then roll the difference as disaster dice, where each success is a "
                f"problem ({chances} % with 1, 2, 3 dice). A success given up takes a die away, but never the last of "
                "either.",
            )
        )
    untroubled = "" if rules.difficulty_is_successes else ", and no trouble"
    return (
        *found,
        ("Mixed", "More 1s than successes: a success is tainted, a failure has a silver lining."),
        (
            "Moves",
            f"Players roll all the dice: a move is a difficulty. The chance beside it is that of {USUAL_DICE} dice: "
            f"done{untroubled}.",
        ),
        (
            "Stress",
            f"A hit fills a box. Beyond them come consequences: {listing(DEGREES)}; a fourth takes out. Who has moves "
            "is out at the first of them (ours).",
        ),
        *_time(rules),
    )


def _task(rules: Rules, more: str) -> tuple[str, str]:
    lowest = rules.lowest_success
    faces = f"{lowest}s and {rules.die}s" if rules.die - lowest == 1 else f"{lowest}s and up"
    done = (
        "As many successes as the difficulty do it."
        if rules.difficulty_is_successes
        else f"One does it; each further one {more}."
    )
    return "A task", f"Roll as many d{rules.die} as the ability has: {faces} are successes. {done}"


def _time(rules: Rules) -> tuple[tuple[str, str], ...]:
    if not rules.take_time:
        return ()
    able = rules.ability_for_time
    return (("Time", f"Taken time adds a success for an ability of {able}, much time two for {2 * able}."),)
