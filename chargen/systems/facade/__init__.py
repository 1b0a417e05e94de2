"""Façade 0.1, the generic roleplaying rules of a first draft.

Read this room in the order rules, concept, skills, costs, reckoning, creation, growth, body, armory, character,
odds, sheet.
"""

from chargen.core.system import System
from chargen.systems.facade.character import Character, derive, rolls, stats, trackers
from chargen.systems.facade.concept import Concept
from chargen.systems.facade.creation import CREATION
from chargen.systems.facade.generate import generate
from chargen.systems.facade.growth import GROWTH, grow
from chargen.systems.facade.question import QUESTION
from chargen.systems.facade.rules import BOOK, KEY, Rules
from chargen.systems.facade.sheet import sheet
from chargen.systems.facade.starter import starter

_POINTS = ("attributes", "modifiers", "skills", "backgrounds")

SYSTEM: System[Concept, Rules, Character] = System(
    key=KEY,
    title="Façade",
    edition=BOOK,
    credit="Façade: Generic Roleplaying System Rules, version 0.1",
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    growth=GROWTH,
    reads={
        "unspent": ("skills", "backgrounds"),
        "grow": (*_POINTS, "advancement"),
        "stated.initiative": ("attributes.action", "advancement"),
        "rolled_with": ("skills",),
    },
    grow=grow,
    derive=derive,
    stats=stats,
    rolls=rolls,
    trackers=trackers,
    sheet=sheet,
    starter=starter,
    ask=QUESTION,
    generate=generate,
    options=("stunts", "near_miss_softened", "individual_wounds", "as_printed"),
)
