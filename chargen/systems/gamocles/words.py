"""The words that strangers are made of. All are ours: the text has no lists."""

from chargen.core.concept import Item, Text
from chargen.core.shape import Several
from chargen.core.stranger import Words as AnyWords
from chargen.systems.gamocles.concept import Gear, Variation

TRADES = (
    "Bone-wagon driver", "Clerk of a bankrupt oracle", "Debt diver", "Fire-eater's understudy", "Gate butcher",
    "Ghost usher", "Lamp thief", "Map tattooist", "Night porter", "Organ grinder with one tune", "Pit medic",
    "Rope prophet", "Sewer notary", "Spare executioner", "Toll collector", "Wedding poisoner",
)  # fmt: skip
MANNERS = (
    "on the run from a choir", "who collects apologies", "who has died once and disliked it", "who is somebody's alibi",
    "who keeps the receipts", "who never learned to whisper", "who owes a favour to a bridge", "with a borrowed face",
    "with a dog in the union", "with somebody else's luck", "with two shadows", "writing a book about it",
)  # fmt: skip
WEAPONS = (
    ("Bent crowbar", 1), ("Boat hook", 2), ("Chain and padlock", 2), ("Fencing sabre, blunt", 2), ("Flare pistol", 3),
    ("Kitchen cleaver", 1), ("Nail gun", 3), ("Sharpened shovel", 2), ("Sling and bearings", 1), ("Whaling lance", 4),
)  # fmt: skip
ARMOUR = (
    ("Butcher's apron, chain", 2), ("Diving cuirass", 3), ("Firefighter's coat", 2), ("Layers of newspaper", 1),
    ("Motorcycle leathers", 1), ("Theatre breastplate", 1),
)  # fmt: skip
VARIATIONS = (
    ("Bad Penny", "subtlety", 1, "Turns up again where nobody would look twice"),
    ("Borrowed Manners", "manipulation", 1, "Is taken for staff in any house with staff"),
    ("Iron Stomach", "grit", 2, "Keeps down whatever was meant to kill"),
    ("Knows a Cousin", "network", 1, "Has a relative in every harbour, some of them friendly"),
    ("Left-Handed Letters", "language", 1, "Reads any hand, upside down and in a mirror"),
    ("Loud Exit", "movement", 2, "Leaves through windows unhurt"),
    ("Old Campaigner", "tactics", 1, "Names the worst place to stand before anybody stands there"),
    ("Slow Fuse", "will", 2, "May be angry tomorrow instead of today"),
    ("Sworn Enemy of Rust", "craft", 1, "Mends anything with a hinge"),
    ("Third Thought", "reason", 2, "Asks the Boss once a night what was overlooked"),
)  # fmt: skip
EQUIPMENT = (
    "Bag of foreign coins", "Cracked hand mirror", "Half a train ticket", "Jar of teeth, labelled",
    "Key to no known door", "Letter of recommendation, forged", "Matches from a hotel that burnt down",
    "Pocket almanac, wrong year", "Smoked sausage", "Tin whistle",
)  # fmt: skip
DEEDS = (
    "came back from the wrong side", "held a door", "kept a secret nobody wanted", "lost the right argument",
    "saw the second sunrise", "sold the same horse twice",
)  # fmt: skip
PLAIN_VARIATION = Variation(name="Nobody's Fool", effect="Cannot be cheated twice by the same person")
"""What a stranger has who must have a variation, and meets the requirements of none (ours)."""


class Words(AnyWords):
    """The words that strangers of Gamocles are made of."""

    trades: Several[Text] = TRADES
    """What they do: the first half of `concept`."""
    manners: Several[Text] = MANNERS
    """What is odd about them: the second half of `concept`."""
    weapons: Several[Gear] = tuple(Gear(name=name, rating=rating) for name, rating in WEAPONS)
    """Weapons, each with name and rating; seven strangers of eight have one of them."""
    armour: Several[Gear] = tuple(Gear(name=name, rating=rating) for name, rating in ARMOUR)
    """Armour, each with name and rating; two strangers of three wear one of them."""
    variations: Several[Variation] = tuple(
        Variation(name=name, requires={needed: least}, effect=effect) for name, needed, least, effect in VARIATIONS
    )
    """Variations as a concept writes them; strangers have one or two whose requirements they meet."""
    equipment: Several[Item] = tuple(Item(name=name) for name in EQUIPMENT)
    """What they carry: two of these."""
    deeds: Several[Text] = DEEDS
    """What experience was gained for."""
