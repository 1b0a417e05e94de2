"""Gamocles, as far as its author published it: checks, traits, skills, the two ratings, and variations.

Read this room in the order names, rules, concept, scores, creation, growth, ratings, pool, character, odds, sheet;
for strangers words, pins, fitting, variations, spending, generate; then card and fight.
"""

from chargen.core.system import System
from chargen.systems.gamocles.card import card
from chargen.systems.gamocles.character import Character, derive, rolls, stats, trackers
from chargen.systems.gamocles.concept import Concept
from chargen.systems.gamocles.creation import CREATION
from chargen.systems.gamocles.fight import FIGHT
from chargen.systems.gamocles.generate import generate
from chargen.systems.gamocles.growth import GROWTH, grow
from chargen.systems.gamocles.question import QUESTION
from chargen.systems.gamocles.rules import BOOK, Rules
from chargen.systems.gamocles.sheet import sheet
from chargen.systems.gamocles.words import Words

SYSTEM: System[Concept, Rules, Character] = System(
    key="gamocles",
    title="Gamocles",
    edition=BOOK,
    credit="Gamocles: names and numbers of its published rules text; the game is its author's",
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    growth=GROWTH,
    # Traits and skills come through whole: what is wrong with them, their rules say. A missing rating counts as 0.
    reads={
        "no_budget": ("traits", "skills", "variations"),
        "stated.offensive_rating": ("traits", "skills", "variations", "advancement"),
        "stated.defensive_rating": ("traits", "skills", "variations", "advancement"),
        "stated.offensive_ratings": ("traits", "skills", "variations", "advancement"),
        "stated.defensive_ratings": ("traits", "skills", "variations", "advancement"),
        "stated.traits": ("traits", "advancement"),
        "stated.skills": ("skills", "advancement"),
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
)
