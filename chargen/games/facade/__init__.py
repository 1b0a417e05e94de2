"""Implement Façade 0.1, the first draft of a generic roleplaying game.

Read this package in the order rules with its tables, concept, skills, costs, budget; creation and creation_gear;
advancement; body, armory, character; odds; sheet with its blocks and skills, reference; card, fight; npc.
"""

from chargen.core.deferred import deferred_parts
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.facade import advancement, armory, character, creation
from chargen.games.facade.character import Character
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import BOOK, CATEGORIES, KEY, KINDS, LIMIT_POOLS, Rules
from chargen.kit.texts import read_tables

MASTHEAD = Masthead(**read_tables(__file__)["masthead"])  # A half mask
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
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from=_DERIVED_FROM,
    tables={
        "weapons.*.name": lambda rules: armory.weapon_table(rules).rows,
        "armor.*.name": lambda rules: armory.armor_table(rules).rows,
        "armor.*.material": lambda rules: armory.material_table(rules).rows,
    },
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__, compact="sheet:compact"),
    options=("stunts", "near_miss_softened", "individual_wounds", "as_printed"),
)
