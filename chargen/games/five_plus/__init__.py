"""The 5+ system: two dice, and a range that starts at 5.

Read this room in the order rules, notation, concept, creation, improvement, advancement, character, odds, sheet,
leaf; then, for NPCs, words, npc; then card and fight.
"""

from chargen.core.game import API, Game
from chargen.games.five_plus.advancement import LEDGER, points
from chargen.games.five_plus.card import card
from chargen.games.five_plus.character import Character, derive, rolls, stats, trackers
from chargen.games.five_plus.concept import Concept
from chargen.games.five_plus.creation import CREATION
from chargen.games.five_plus.fight import FIGHT
from chargen.games.five_plus.leaf import leaf
from chargen.games.five_plus.masthead import MASTHEAD
from chargen.games.five_plus.npc import NPC
from chargen.games.five_plus.question import QUESTION
from chargen.games.five_plus.rules import BOOK, LEVELS, Rules
from chargen.games.five_plus.sheet import sheet
from chargen.games.five_plus.words import Words

GAME: Game[Concept, Rules, Character] = Game(
    key="five-plus",
    api=API,
    title="5+ system",
    also=("5+", "5plus", "5 plus", "five plus system"),
    edition=f"Numbers and names from {BOOK}",
    credit="The 5+ system: numbers, names and tables of its public text, in our own words",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    ledger=LEDGER,
    tables={
        f"{section}.*.level": lambda rules: {row.level: row for row in LEVELS} for section in ("skills", "resistances")
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
    options=("failure_margin", "solo_deck"),
)
