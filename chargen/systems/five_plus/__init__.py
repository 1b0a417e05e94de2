"""The 5+ system: two dice, and a range that starts at 5.

Read this room in the order rules, notation, concept, creation, improvement, growth, character, odds, sheet; then, for
strangers, words, drafts, pins, spending, generate; then card and fight.
"""

from chargen.core.system import System
from chargen.systems.five_plus.card import card
from chargen.systems.five_plus.character import Character, derive, rolls, stats, trackers
from chargen.systems.five_plus.concept import Concept
from chargen.systems.five_plus.creation import CREATION
from chargen.systems.five_plus.fight import FIGHT
from chargen.systems.five_plus.generate import generate
from chargen.systems.five_plus.growth import GROWTH, grow
from chargen.systems.five_plus.question import QUESTION
from chargen.systems.five_plus.rules import Rules
from chargen.systems.five_plus.sheet import sheet
from chargen.systems.five_plus.words import Words

SYSTEM: System[Concept, Rules, Character] = System(
    key="five-plus",
    title="5+ system",
    edition="the 5+ system",
    credit="The 5+ system: numbers, names and tables of its public text, in our own words",
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    growth=GROWTH,
    reads={
        "random_levels": ("rules.creation",),
        "budget": ("rules.creation", "rules.points"),
        "no_budget": ("rules.creation", "rules.points"),
        "switched_off": ("rules.creation", "rules.points", "rules.tiers"),
        "tier_maximum": ("rules.tier", "rules.tiers"),
        "next_tier": ("rules.tier", "rules.tiers"),
        "groups": ("rules.groups",),
        "damage_within_level": ("rules.overflow",),
        "opposition_card": ("opposition",),
    },
    grow=grow,
    derive=derive,
    stats=stats,
    rolls=rolls,
    trackers=trackers,
    sheet=sheet,
    ask=QUESTION,
    words=Words,
    generate=generate,
    card=card,
    fight=FIGHT,
    columns=(
        ("success", "success"),
        ("alone", "actions.1.success"),
        ("now", "now.success"),
        ("raises", "level_up"),
        ("marks", "mark"),
        ("successes", "successes"),
    ),
    options=("failure_margin", "solo_deck"),
)
