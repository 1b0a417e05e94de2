"""Implement Five by Five 2.5 by Jeff Moore.

Read the modules in the order rules, concept, creation, advancement, character, odds, sheet, reference; for NPCs words,
npc.
"""

from chargen.core.deferred import deferred
from chargen.core.game import API, Game
from chargen.core.masthead import Masthead
from chargen.games.five_by_five import advancement, character, concept, creation, rules

# Five signal bars: loud and clear.
_BARS = Masthead("#a3201a", "M1 18h3v5h-3zM5.75 14h3v9h-3zM10.5 10h3v13h-3zM15.25 5.5h3v17.5h-3zM20 1h3v22h-3z")

GAME: Game[concept.Concept, rules.Rules, character.Character] = Game(
    key="five-by-five",
    api=API,
    title="Five by Five",
    also=("5x5", "FbF", "Five-by-Five RPG"),
    edition=f"{rules.BOOK} by Jeff Moore (CC BY)",
    credit="Five by Five 2.5 by Jeff Moore, CC BY",
    masthead=_BARS,
    concept=concept.Concept,
    rules=rules.Rules,
    creation=creation.CREATION,
    ledger=advancement.LEDGER,
    derived_from={
        "hit_points": ("hit_points", "advancement"),
        "armor_value": ("armor",),
        "dodges_per_round": ("shield", "off_hand"),
        "dodges_used": ("shield", "off_hand"),
    },
    tables={
        "descriptors.*.value": lambda _: rules.SUGGESTED_RANKS,
        "hit_points": lambda _: rules.SUGGESTED_RANKS,
        "weapons.*.name": lambda table: rules.weapon_table(table).rows,
        "armor.name": lambda table: rules.armor_table(table).rows,
        "advancement.*.to": lambda _: rules.SUGGESTED_RANKS,
    },
    points=advancement.points,
    derive=character.derive,
    stats=character.stats,
    rolls=character.rolls,
    trackers=character.trackers,
    sheet=deferred("chargen.games.five_by_five.sheet:sheet"),
    reference_page=deferred("chargen.games.five_by_five.reference:make_reference_page"),
    ask=deferred("chargen.games.five_by_five.question:QUESTION"),
    words=deferred("chargen.games.five_by_five.words:Words"),
    npc=deferred("chargen.games.five_by_five.npc:NPC"),
    actions=deferred("chargen.games.five_by_five.actions:actions"),
    card=deferred("chargen.games.five_by_five.card:card"),
    fight=deferred("chargen.games.five_by_five.fight:FIGHT"),
    form=deferred("chargen.games.five_by_five.form:FORM"),
    options=("aspects", "advanced_descriptors", "powers_are_advanced", "bonus_xp"),
)
