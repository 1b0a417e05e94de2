"""Façade 0.1, the generic roleplaying rules of a first draft.

Read this room in the order rules with its tables, concept, skills, costs, reckoning; creation and creation_gear;
advancement; body, armory, training, character; odds; how; sheet with its blocks, skills and charts, leaf; card,
fight; npc.
"""

from chargen.core.game import API, Game
from chargen.games.facade.advancement import LEDGER, points
from chargen.games.facade.armory import armor_table, material_table, weapon_table
from chargen.games.facade.card import card
from chargen.games.facade.character import Character, derive, rolls, stats, trackers
from chargen.games.facade.concept import Concept
from chargen.games.facade.creation import CREATION
from chargen.games.facade.fight import FIGHT
from chargen.games.facade.leaf import leaf
from chargen.games.facade.masthead import MASTHEAD
from chargen.games.facade.npc import NPC
from chargen.games.facade.question import QUESTION
from chargen.games.facade.rules import BOOK, CATEGORIES, KEY, KINDS, LIMIT_POOLS, Rules
from chargen.games.facade.sheet import compact, sheet
from chargen.games.facade.words import Words

_OF_A_POOL = ("attributes.soul.will", "modifiers", "advancement")
_DERIVED_FROM = {
    **{name: (f"attributes.{name}", "advancement") for name in CATEGORIES},
    **dict.fromkeys(KINDS, ("attributes.body", "advancement")),
    "initiative": ("attributes.action", "advancement"),
    "passive_defense": ("attributes.action", "modifiers", "armor", "advancement"),
    "initiative_in_armor": ("attributes.action", "armor", "advancement"),
    "height_inches": ("attributes.body", "frame", "height", "advancement"),
    "weight_pounds": ("attributes.body", "frame", "weight", "advancement"),
    "load_pounds": ("attributes.body", "frame", "weight", "advancement"),
    "sprint_feet_per_second": ("attributes.action.agility", "advancement"),
    "limit_pools": ("attributes", "modifiers", "advancement"),
    **dict.fromkeys(
        ("sprint", "run", "enduring_pain", "first_aid", "dodge"),
        ("attributes", "skills", "modifiers", "armor", "advancement"),
    ),
    **{pool: (f"attributes.{name}", *_OF_A_POOL) for name, pool in LIMIT_POOLS.items()},
}

GAME: Game[Concept, Rules, Character] = Game(
    key=KEY,
    api=API,
    title="Façade",
    edition=BOOK,
    credit="Façade: Generic Roleplaying System Rules, version 0.1",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=CREATION,
    ledger=LEDGER,
    derived_from=_DERIVED_FROM,
    tables={
        "weapons.*.name": lambda rules: weapon_table(rules).rows,
        "armor.*.name": lambda rules: armor_table(rules).rows,
        "armor.*.material": lambda rules: material_table(rules).rows,
    },
    points=points,
    derive=derive,
    stats=stats,
    rolls=rolls,
    trackers=trackers,
    sheet=sheet,
    ask=QUESTION,
    words=Words,
    npc=NPC,
    card=card,
    fight=FIGHT,
    compact=compact,
    leaf=leaf,
    options=("stunts", "near_miss_softened", "individual_wounds", "as_printed"),
)
