"""What a sheet and a card say in words alike: how to roll, and what traits, abilities, things and conditions do."""

from chargen.core.names import counted, fold
from chargen.core.roll import signed, with_sign
from chargen.games.five_plus.concept import ALL, Ability, Bonus, Condition, Gear, Standing, Trait
from chargen.games.five_plus.rules import BASE, HELP_BONUS, MOVE_PENALTY, OPPOSITION_DAMAGE, WOUND_PENALTY, Rules

ON_A_SHEET = ("A roll", "Successes", "A miss")
"""What of `how` stands on a character's sheet, whose tables and boxes say the rest; all of it stands on the leaf."""
ON_AN_OPPONENT = ("Opponents", "Successes")


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """How each kind of roll is made: a heading and a text each, alike for all characters of a table."""
    one, two, three = (with_sign(rules.turn_modifier(actions)) for actions in (1, 2, 3))
    tiers = "its tier" if rules.tiers else "none"
    excess = "the rest stays" if rules.overflow == "carry" else "the boxes start anew"
    miss = ("A miss", "Counts too, with a success less for each point beyond the range.")
    return (
        (
            "A roll",
            f"2d6. A sum inside the range succeeds: from {BASE} and the rank up to {BASE}, the level and "
            "whatever helps or hinders.",
        ),
        (
            "A turn",
            f"A single action {one}, each of two {two}, of three {three}. Dodging is an action; resisting is none, and "
            f"goes without. A full move {signed(MOVE_PENALTY)}, help {with_sign(HELP_BONUS)}.",
        ),
        ("Successes", "The lower die; the higher one against a weakness, 1 against resistance, none if immune."),
        *((miss,) if rules.failure_margin else ()),
        (
            "Damage",
            f"More than the level is a wound: {signed(WOUND_PENALTY)} on every roll, and {excess}. More wounds "
            f"than {tiers}: out of action.",
        ),
        (
            "Opponents",
            f"Do not roll. Say what they are about to do: where the players' rolls fail, they do it. Damage "
            f"{OPPOSITION_DAMAGE} and their rank.",
        ),
        ("Doubles", "As high as level and tier, or higher: a level more. Lower: a mark."),
    )


def bonus(numbers: Bonus) -> str:
    """Return what something adds.

    >>> bonus({"Climbing": 1, "all": -1})
    '+1 Climbing, −1 to every roll'
    """
    return ", ".join(
        f"{with_sign(number)} {'to every roll' if fold(name) == ALL else name}" for name, number in numbers.items()
    )


def trait(trait: Trait) -> tuple[str, ...]:
    """Return what a trait does, in a few phrases; those that say nothing are empty, as in all that follow."""
    return trait.effect, bonus(trait.bonus)


def ability(ability: Ability) -> tuple[str, ...]:
    """Return what an ability does, where it came from, and what it costs."""
    skill = f"by {ability.skill}" if ability.skill is not None else ""
    tier = f"tier {ability.tier}" if ability.tier is not None else ""
    price = ", ".join(f"{damage} {name}" for name, damage in ability.cost.items())
    return ability.effect, " ".join(filter(None, [skill, tier])), price and f"costs {price}"


def gear(gear: Gear) -> tuple[str, ...]:
    """Return what a thing does, and whom it wants."""
    tier = f"for tier {gear.tier}" if gear.tier is not None else ""
    return gear.effect, bonus(gear.bonus), tier


def uses(gear: Gear) -> str:
    """Return how often a thing can be used."""
    return counted(gear.uses, "use") if gear.uses is not None else ""


def condition(condition: Condition) -> tuple[str, ...]:
    """Return what a condition does, and what ends it."""
    return condition.effect, bonus(condition.bonus), condition.until and f"until: {lowered(condition.until)}"


def standing(standing: Standing) -> tuple[str, ...]:
    """Return how an attitude or a reputation stands, and what it does."""
    most = f" of {standing.level}" if standing.level is not None else ""
    return f"{with_sign(standing.counter)}{most}", standing.effect


def lowered(text: str) -> str:
    """Return a sentence as it goes on behind a colon; what begins in capitals keeps them.

    >>> lowered("A fire"), lowered("NPCs look away")
    ('a fire', 'NPCs look away')
    """
    return text[0].lower() + text[1:] if text[:1].isupper() and not text[1:2].isupper() else text
