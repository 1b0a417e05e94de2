"""Implement Façade 0.1, the first draft of a generic roleplaying game.

Read this package in the order rules with its tables, concept, skills, budget; creation; advancement; body, armory,
character; odds; sheet, reference; play; npc.
"""

from chargen.game.contract import API, Game
from chargen.game.deferred import deferred_parts
from chargen.games.facade import advancement, armory, character, creation
from chargen.games.facade.character import Character
from chargen.games.facade.concept import Concept
from chargen.games.facade.rules import BOOK, KEY, Rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

_TABLES = read_tables(__file__)
MASTHEAD = Masthead(**_TABLES["masthead"])  # A half mask

GAME: Game[Concept, Rules, Character] = Game(
    key=KEY,
    api=API,
    title="Façade",
    summary="5 steps: attributes, skills, backgrounds, arms and armour, for points; dice as large as the trait",
    edition=BOOK,
    credit="Façade: Generic Roleplaying System Rules, version 0.1",
    masthead=MASTHEAD,
    concept=Concept,
    rules=Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from={number: tuple(paths) for number, paths in _TABLES["derived_from"].items()},
    tables={
        "weapons.*.name": lambda rules: armory.weapon_table(rules).rows,
        "armor.*.name": lambda rules: armory.armor_table(rules).rows,
        "armor.*.material": lambda rules: armory.material_table(rules).rows,
    },
    points=lambda advanced, rules: Character(advanced, rules).budget.points(),
    derive=Character,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__, compact="sheet:compact"),
    options=("stunts", "near_miss_softened", "individual_wounds", "as_printed"),
)
