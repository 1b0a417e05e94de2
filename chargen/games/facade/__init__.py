"""Implement Façade 0.1, the first draft of a generic roleplaying game.

Read this package in the order rules with its tables, concept, skills, costs, budget; creation and creation_gear;
advancement; body, armory, character; odds; sheet with its blocks and skills, reference; card, fight; npc.
"""

from chargen.core.deferred import deferred
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.facade import advancement, armory, character, creation
from chargen.games.facade.character import Character
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import BOOK, CATEGORIES, KEY, KINDS, LIMIT_POOLS, Rules

MASTHEAD = Masthead(
    "#1f4d3a",
    "M1 6.5C5 4.5 9 5.5 12 8C15 5.5 19 4.5 23 6.5C23.8 13 21.5 19 17 19C14 19 13.4 15.8 12 15.8"
    "C10.6 15.8 10 19 7 19C2.5 19 .2 13 1 6.5ZM4 10.6C5 13.6 8.4 14 10 12.2C8.6 9.4 5.8 9 4 10.6Z"
    "M20 10.6C18.2 9 15.4 9.4 14 12.2C15.6 14 19 13.6 20 10.6Z",
)
"""The mark: a half mask."""
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
    sheet=deferred("chargen.games.facade.sheet:sheet"),
    ask=deferred("chargen.games.facade.question:QUESTION"),
    words=deferred("chargen.games.facade.words:Words"),
    npc=deferred("chargen.games.facade.npc:NPC"),
    actions=deferred("chargen.games.facade.actions:actions"),
    card=deferred("chargen.games.facade.card:card"),
    fight=deferred("chargen.games.facade.fight:FIGHT"),
    form=deferred("chargen.games.facade.form:FORM"),
    compact=deferred("chargen.games.facade.sheet:compact"),
    reference_page=deferred("chargen.games.facade.reference:make_reference_page"),
    options=("stunts", "near_miss_softened", "individual_wounds", "as_printed"),
)
