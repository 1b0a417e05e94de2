"""How to roll, in words, for the foot of a sheet and the back of a card."""

from chargen.games.gamocles.rules import Rules

ON_A_SHEET = ("A check", "Margins", "Your choice")
"""What of `how` stands on a sheet, whose tables say the rest; all of it stands on the leaf."""


def how(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return how a check is made, a heading and a text each, alike for all characters under the same rules."""
    return (
        (
            "A check",
            f"Roll trait + skill d{rules.die}, keep the highest, as many as the trait, and reach the TN. Each kept "
            f"{rules.die} is rolled once more and added. The Boss picks the trait by what you describe.",
        ),
        (
            "Many dice",
            f"Over {rules.most_rolled} rolled, or more kept than rolled: +{rules.extra_die_bonus} for each instead.",
        ),
        ("Negative skill", "Takes away dice rolled and dice kept. Below 0 dice: a fumble; at 0: a total of 0."),
        (
            "Margins",
            f"{rules.critical_margin} or more above the TN: a critical. {rules.fumble_margin} or more below: a fumble.",
        ),
        ("Opposed", "The first total is the TN of the second, who wins ties."),
        ("Your choice", "Keep fewer dice, or fail any check on purpose."),
        (
            "Ratings",
            "Offensive: Movement + Instinct + Combat + weapon. Defensive: Grit + Instinct + Defence + armour. They "
            "meet as your table plays combat.",
        ),
    )
