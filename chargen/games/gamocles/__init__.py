"""Gamocles, as far as its author published it: checks, traits, skills, the two ratings, and variations.

Read this room in the order names, rules, concept, scores, creation, advancement, ratings, pool, character, odds,
sheet, leaf; for NPCs words, npc; then card and fight.
"""

from chargen.core.game import API, Game
from chargen.games.gamocles.advancement import LEDGER, points
from chargen.games.gamocles.card import card
from chargen.games.gamocles.character import Character, derive, rolls, stats, trackers
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.creation import CREATION
from chargen.games.gamocles.fight import FIGHT
from chargen.games.gamocles.leaf import leaf
from chargen.games.gamocles.masthead import MASTHEAD
from chargen.games.gamocles.npc import NPC
from chargen.games.gamocles.question import QUESTION
from chargen.games.gamocles.rules import BOOK, Rules
from chargen.games.gamocles.sheet import sheet
from chargen.games.gamocles.words import Words

GAME: Game[Concept, Rules, Character] = Game(
    key="gamocles",
    api=API,
    title="Gamocles",
    edition=f"{BOOK}: names and numbers of its published rules text",
    credit="Gamocles: names and numbers of its published rules text; the game is its author's",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    ledger=LEDGER,
    # Traits and skills come through whole: what is wrong with them, their rules say. A missing rating counts as 0.
    derived_from={
        **dict.fromkeys(
            ("offensive_rating", "defensive_rating", "offensive_ratings", "defensive_ratings"),
            ("traits", "skills", "variations", "advancement"),
        ),
        "traits": ("traits", "advancement"),
        "skills": ("skills", "advancement"),
    },
    points=points,
    derive=derive,
    stats=stats,
    rolls=rolls,
    trackers=trackers,
    sheet=sheet,
    leaf=leaf,
    ask=QUESTION,
    words=Words,
    npc=NPC,
    card=card,
    fight=FIGHT,
)
