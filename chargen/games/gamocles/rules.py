"""Read the game file of Gamocles, and define the numbers that its dice, fights and NPCs need besides.

The text is the published part of the rules: checks, traits, skills and the two ratings. It has no budget for a new
character, no prices, no equipment, and not the chapter on combat. A *house default* is chargen's own number.
"""

from pathlib import Path

from chargen.game.concept import describe_fixed
from chargen.gamefile.build import read_definition

MADE = read_definition(Path(__file__).with_name("gamocles.game.yaml"))
"""The traits, skills, gear, variations, ratings, ledger and settings."""
TRAITS, SKILLS = MADE.scores["traits"], MADE.scores["skills"]
GRIT = TRAITS.names[0]
COMBAT, DEFENCE = "Combat", "Defence"
UNARMED, UNARMOURED = "unarmed", "unarmoured"  # The names of the ratings without a weapon and without armour

LARGEST_SUM = 999  # The largest budget that a table may set, and the largest below 0 (house default)
LARGEST_SCORE = 999  # The largest trait and skill that `chargen odds` takes, and that NPCs have (house default)
DIE = 10  # The number of faces of a die; a kept highest face is thrown once more and added (GAM-d1)
MOST_ROLLED = 10  # The largest number of dice that a check rolls or keeps (GAM-b4)
EXTRA_DIE_BONUS = 4  # The bonus to the total for each die above the limit, rolled or kept (GAM-b4)
CRITICAL_MARGIN = 15  # A success by this much or more is a critical (GAM-d3)
FUMBLE_MARGIN = 15  # A failure by this much or more is a fumble (GAM-d3)
TARGET_NUMBERS = (5, 10, 15, 20, 25, 30, 35, 40)
"""The target numbers of the full tables (house default: only 15 is in the text)."""
DRAWN_TRAITS = (1, 1, 2, 2, 2, 3, 3)  # The values that the traits of NPCs are drawn from (house default)
DRAWN_SKILLS = (-1, 0, 0, 0, 0, 1, 1, 2, 2, 3)
"""The values that the skills of NPCs are drawn from (house default)."""
USUAL = {key: number.usual for key, number in MADE.file.numbers.items() if number.usual is not None}
"""The points of a player's character where the table sets none (house default)."""
BARE_WOUNDS = 2
"""The wounds a character with Grit 0 can take if `wound_boxes` is 0; each point of Grit adds 1 (house default)."""
FIXED = describe_fixed(
    globals(),
    target_numbers="5, 10 … 40",
    drawn_traits="1 to 3, mostly 2",
    drawn_skills="−1 to 3, mostly 0",
    trait_price=TRAITS.file.price,
    skill_price=SKILLS.file.price,
    variation_price=str(MADE.things["variations"].file.price),
    encounter_tn="`sheet_tn` serves for encounters, too",
)
