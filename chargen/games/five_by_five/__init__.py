"""Implement Five by Five 2.5 by Jeff Moore.

Read the modules in the order rules, concept, creation, advancement, character, odds, sheet, reference, play,
npc.
"""

from chargen.game.contract import API, Game
from chargen.game.deferred import deferred_parts
from chargen.games.five_by_five import advancement, character, concept, creation, rules
from chargen.kit.texts import read_tables
from chargen.page.masthead import Masthead

_BARS = Masthead(**read_tables(__file__)["masthead"])  # Five signal bars: loud and clear

GAME: Game[concept.Concept, rules.Rules, character.Character] = Game(
    key="five-by-five",
    api=API,
    title="Five by Five",
    summary="3 steps: five descriptors in your own words, hit points and gear; two dice multiplied, and low is good",
    also=("5x5", "FbF", "Five-by-Five RPG"),
    edition=f"{rules.BOOK} by Jeff Moore (CC BY)",
    credit="Five by Five 2.5 by Jeff Moore, CC BY",
    masthead=_BARS,
    concept=concept.Concept,
    rules=rules.Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from={
        "hit_points": ("hit_points",),
        "armor_value": ("armor",),
        "dodges_per_round": ("shield", "off_hand"),
        "dodges_used": ("shield", "off_hand"),
    },
    tables={
        "descriptors.*.value": lambda _: rules.LADDER,
        "hit_points": lambda _: rules.LADDER,
        "weapons.*.name": lambda table: rules.weapon_table(table).rows,
        "armor.name": lambda table: rules.armor_table(table).rows,
        "advancement.*.to": lambda _: rules.LADDER,
    },
    points=lambda advanced, rules: {"xp": advanced.account.points()},
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    **deferred_parts(__name__),
    options=("aspects", "advanced_descriptors", "powers_are_advanced"),
)
