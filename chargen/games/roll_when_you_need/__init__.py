"""Roll When You Need: a designer's note, its rules in the first half and ideas in the second.

Read this room in the order rules, concept, creation, advancement, character, odds, purchase, sheet, leaf; then, for
NPCs, words and npc; and card and fight for a GM's table.
"""

from chargen.core.game import API, Game
from chargen.games.roll_when_you_need.advancement import KEY, LEDGER, points
from chargen.games.roll_when_you_need.card import card
from chargen.games.roll_when_you_need.character import Character, derive, rolls, stats, trackers
from chargen.games.roll_when_you_need.concept import Concept
from chargen.games.roll_when_you_need.creation import CREATION
from chargen.games.roll_when_you_need.fight import FIGHT
from chargen.games.roll_when_you_need.leaf import leaf
from chargen.games.roll_when_you_need.masthead import MASTHEAD
from chargen.games.roll_when_you_need.npc import NPC
from chargen.games.roll_when_you_need.question import QUESTION
from chargen.games.roll_when_you_need.rules import BOOK, DIFFICULTIES, Rules
from chargen.games.roll_when_you_need.sheet import sheet
from chargen.games.roll_when_you_need.words import Words

GAME: Game[Concept, Rules, Character] = Game(
    key=KEY,
    api=API,
    title=BOOK,
    also=("RWYN",),
    edition=f"{BOOK}, a designer's note",
    credit="Roll When You Need, a designer's note; its numbers and names are used, not its sentences",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    ledger=LEDGER,
    derived_from={
        "physical_stress": ("abilities.Resilience", "abilities.Endurance", "advancement"),
        "social_stress": ("abilities.Poise", "advancement"),
    },
    tables={"moves.*.difficulty": lambda rules: {row.rating: row for row in DIFFICULTIES}},
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
    options=("take_time", "difficulty_is_successes"),
)
