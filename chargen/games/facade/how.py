"""How to roll, in words, for the foot of a sheet and the back of a card."""

from collections.abc import Iterator

from chargen.games.facade import odds
from chargen.games.facade.rules import AUTOMATIC_MINIMAL, AUTOMATIC_MINOR, Rules

ON_A_SHEET = ("A task", "Pools", "Attack")
"""What of `how` stands on a sheet; the leaf has the rest."""
ON_A_CARD = ("A task", "Sure", "Against somebody", "Stunts", "Attack", "Defense", "Harm", "Limits")
"""What of it stands on a card."""
ON_THE_LEAF = (*ON_A_CARD[:-1], "Turns", "Wounds")
"""What of it stands on the leaf, which has a table of the limit pools."""


def how(rules: Rules, headings: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return how each kind of roll is made, a heading and a text each: those of some headings."""
    return tuple((heading, text) for heading, text in _texts(rules) if heading in headings)


def _texts(rules: Rules) -> Iterator[tuple[str, str]]:
    yield (
        "A task",
        "Throw the dice of the trait, add them up, reach the difficulty. Each full "
        f"{odds.LEVEL_STEP} above it is a success level.",
    )
    yield (
        "Pools",
        "A failed roll adds 1 to the pool of its category. From the first double box on, the pool is the least "
        "difficulty of such rolls.",
    )
    if rules.automatic_success:
        minimal, minor = AUTOMATIC_MINIMAL, AUTOMATIC_MINOR
        yield (
            "Sure",
            f"Where nobody opposes it, a trait {minimal} above the difficulty needs no roll: it is a minimal success, "
            f"and a minor one from {minor} above on.",
        )
    yield (
        "Against somebody",
        "Both throw; the higher total wins by the difference. Nobody wins a tie; an attribute of 0 loses.",
    )
    if rules.stunts:
        yield "Stunts", f"A deed well told adds up to {odds.MOST_STUNTS}d{odds.STUNT_DIE}."
    if rules.combat == "simple":
        yield (
            "Attack",
            "Both sides roll at once. A tie or 1 more is a Glancing blow (half damage), a higher total a Full one, "
            "twice the other's Strong (double), three times it Savage (triple). If GM and player like, a better blow "
            "is traded for a location.",
        )
    else:
        yield "Turns", "The lowest Action acts first, and whoever has more may interrupt."
        yield (
            "Attack",
            "Reach the Action of whoever is attacked. Level 0 or 1 does half damage to the torso, 2 full, 4 double, "
            "6 triple. The legs take 1 level more, the arms 2, the head 3.",
        )
        yield "Defense", "Who has a passive action left may dodge or parry with a roll of their own."
    yield (
        "Harm",
        "Armor stops its kind of damage; as much of the rest as its Reduction is only Bruising. "
        "Out of Deadly boxes: out of the fight.",
    )
    yield (
        "Wounds",
        "Each hit to the head, and each Crushing or Deadly one to the torso, takes 1 off the skill of every "
        "physical action; hits to arms or legs off what they do.",
    )
    yield (
        "Limits",
        "A failed roll adds 1 to the pool of its category. From the category's value on, the pool is the least "
        "difficulty of such rolls; at its double they fail (Stress: more of it becomes Passion). Will carries Strain "
        "and Fatigue further.",
    )
