"""Define the word lists of NPCs; chargen's own lists are in presets/words/."""

from chargen.game.concept import Item, Text
from chargen.game.npc import Words as AnyWords
from chargen.games.gamocles.concept import Gear, Variation
from chargen.kit.npc import NO_TRADES, Trades
from chargen.schema.model import Several

PLAIN_VARIATION = Variation(name="Nobody's Fool", effect="Cannot be cheated twice by the same person")
"""The variation of an NPC that needs one but meets no requirements (house default)."""


class Words(AnyWords):
    """The word lists for NPCs of Gamocles."""

    trades: Trades = NO_TRADES
    """Trades, the first half of `concept`, each with skills and traits, which are drawn higher."""
    manners: Several[Text] = ()
    """Peculiarities, the second half of `concept`."""
    weapons: Several[Gear] = ()
    """Weapons, each with name and rating; seven of eight NPCs have one."""
    armour: Several[Gear] = ()
    """Armour, each with name and rating; two of three NPCs wear one."""
    variations: Several[Variation] = ()
    """Variations, written as in a concept; an NPC gets one or two whose requirements it meets."""
    equipment: Several[Item] = ()
    """Equipment; an NPC gets two of these."""
    deeds: Several[Text] = ()
    """Reasons for an award of experience."""
