"""The lists of words that NPCs are drawn from; our own stand in presets/words/."""

from chargen.core.concept import Item, Text
from chargen.core.model import Several
from chargen.core.npc import Words as AnyWords
from chargen.games.gamocles.concept import Gear, Variation
from chargen.kit.npc import NO_TRADES, Trades

PLAIN_VARIATION = Variation(name="Nobody's Fool", effect="Cannot be cheated twice by the same person")
"""The variation of an NPC that must have one, and meets the requirements of none (house default)."""


class Words(AnyWords):
    """The words that NPCs of Gamocles are made of."""

    trades: Trades = NO_TRADES
    """What they do, the first half of `concept`, and the skills and traits that go with it: these are drawn higher."""
    manners: Several[Text] = ()
    """What is odd about them: the second half of `concept`."""
    weapons: Several[Gear] = ()
    """Weapons, each with name and rating; seven NPCs of eight have one of them."""
    armour: Several[Gear] = ()
    """Armour, each with name and rating; two NPCs of three wear one of them."""
    variations: Several[Variation] = ()
    """Variations as a concept writes them; NPCs have one or two whose requirements they meet."""
    equipment: Several[Item] = ()
    """What they carry: two of these."""
    deeds: Several[Text] = ()
    """What experience was gained for."""
