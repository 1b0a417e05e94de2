"""Five by Five 2.5 by Jeff Moore.

Read this room in the order rules, concept, creation, advancement, character, odds, sheet, leaf; for NPCs words, npc.
"""

from chargen.core.game import API, Game
from chargen.games.five_by_five.advancement import LEDGER, points
from chargen.games.five_by_five.card import card
from chargen.games.five_by_five.character import Character, derive, rolls, stats, trackers
from chargen.games.five_by_five.concept import Concept
from chargen.games.five_by_five.creation import CREATION
from chargen.games.five_by_five.fight import FIGHT
from chargen.games.five_by_five.leaf import leaf
from chargen.games.five_by_five.masthead import MASTHEAD
from chargen.games.five_by_five.npc import NPC
from chargen.games.five_by_five.question import QUESTION
from chargen.games.five_by_five.rules import BOOK, RANKS, Rules
from chargen.games.five_by_five.sheet import sheet
from chargen.games.five_by_five.words import Words

GAME: Game[Concept, Rules, Character] = Game(
    key="five-by-five",
    api=API,
    title="Five by Five",
    also=("5x5", "FbF", "Five-by-Five RPG"),
    edition=f"{BOOK} by Jeff Moore (CC BY)",
    credit="Five by Five 2.5 by Jeff Moore, CC BY",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    ledger=LEDGER,
    derived_from={
        "hit_points": ("hit_points", "advancement"),
        "armor_value": ("armor",),
        "dodges_per_round": ("shield", "off_hand"),
        "dodges_used": ("shield", "off_hand"),
    },
    tables={
        "descriptors.*.value": lambda _: RANKS,
        "hit_points": lambda _: RANKS,
        "weapons.*.name": lambda rules: rules.weapon_table.rows,
        "armor.name": lambda rules: rules.armor_table.rows,
        "advancement.*.to": lambda _: RANKS,
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
    options=("aspects", "advanced_descriptors", "powers_are_advanced", "bonus_xp"),
)
