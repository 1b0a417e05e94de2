"""How to roll, in words, for the foot of a sheet and the back of a card."""

from chargen.games.gamocles.rules import CRITICAL_MARGIN, DIE, EXTRA_DIE_BONUS, FUMBLE_MARGIN, MOST_ROLLED

ON_A_SHEET = ("A check", "Margins", "Your choice")
"""What of `HOW` stands on a sheet, whose tables say the rest; all of it stands on the leaf."""


HOW: tuple[tuple[str, str], ...] = (
    (
        "A check",
        f"Roll trait + skill d{DIE}, keep the highest, as many as the trait, and reach the TN. Each kept "
        f"{DIE} is rolled once more and added. The Boss picks the trait by what you describe.",
    ),
    (
        "Many dice",
        f"Over {MOST_ROLLED} rolled, or more kept than rolled: +{EXTRA_DIE_BONUS} for each instead.",
    ),
    ("Negative skill", "Takes away dice rolled and dice kept. Below 0 dice: a fumble; at 0: a total of 0."),
    (
        "Margins",
        f"{CRITICAL_MARGIN} or more above the TN: a critical. {FUMBLE_MARGIN} or more below: a fumble.",
    ),
    ("Opposed", "The first total is the TN of the second, who wins ties."),
    ("Your choice", "Keep fewer dice, or fail any check on purpose."),
    (
        "Ratings",
        "Offensive: Movement + Instinct + Combat + weapon. Defensive: Grit + Instinct + Defence + armour. They "
        "meet as your table plays combat.",
    ),
)
"""How a check is made, a heading and a text each."""
