"""Five by Five 2.5 by Jeff Moore.

Read this room in the order rules, concept, creation, growth, character, odds, sheet.
"""

from chargen.core.system import System
from chargen.systems.five_by_five.character import Character, derive, rolls, stats, trackers
from chargen.systems.five_by_five.concept import Concept
from chargen.systems.five_by_five.creation import CREATION
from chargen.systems.five_by_five.growth import GROWTH, grow
from chargen.systems.five_by_five.question import QUESTION
from chargen.systems.five_by_five.rules import BOOK, Rules
from chargen.systems.five_by_five.sheet import sheet
from chargen.systems.five_by_five.starter import starter

SYSTEM: System[Concept, Rules, Character] = System(
    key="five-by-five",
    title="Five by Five",
    edition=BOOK,
    credit="Five by Five 2.5 by Jeff Moore, CC BY",
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    growth=GROWTH,
    reads={
        "five_descriptors": ("descriptors",),
        "values": ("descriptors", "hit_points"),
        "poor": ("descriptors", "hit_points"),
        "unbalanced_aspects": ("aspects",),
        "trained_fist": ("descriptors", "advancement"),
    },
    grow=grow,
    derive=derive,
    stats=stats,
    rolls=rolls,
    trackers=trackers,
    sheet=sheet,
    starter=starter,
    ask=QUESTION,
    options=("aspects", "advanced_descriptors", "powers_are_advanced", "bonus_xp"),
)
