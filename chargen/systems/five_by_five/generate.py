"""Lawful strangers: a shuffled set of starting values over descriptors from word lists of our own."""

from random import Random

from chargen.systems.five_by_five.rules import Rules

# The words are ours; the book has no lists. Each descriptor is specific enough to pass its own rule.
ATTACKS = (
    "Billy Club", "Boat Hook", "Dock Brawling", "Drill-Yard Spear", "Duelling Sword", "Hunting Bow",
    "Knife in a Crowd", "Long Rifle", "Pistol at Ten Paces", "Pit Wrestling", "Quarterstaff", "Sling and Stone",
    "Throwing Hatchet",
)  # fmt: skip
DODGES = (
    "Acrobat's Balance", "Always Behind Cover", "Boxer's Footwork", "Cat on the Rooftops", "Ducking Bottles",
    "Eyes on Every Hand", "Low in the Saddle", "Used to Being Shot At",
)  # fmt: skip
HEALINGS = (
    "Barber's Stitches", "Battlefield Bandages", "Bone Setting", "Herbs and Poultices", "Midwife's Hands",
    "Ship's Surgeon",
)  # fmt: skip
INITIATIVES = (
    "Ambush Planning", "First Through the Door", "Hair-Trigger Temper", "Sleeps with One Eye Open",
    "Watchdog's Ear",
)  # fmt: skip
OTHERS = (
    "Bargaining by the Crate", "Beekeeping", "Card Sharping", "City Back Streets", "Counterfeit Seals",
    "Drinking Songs", "Forged Papers", "Gossip of the Kitchens", "Haggling over Horses", "Hedge Law",
    "Keeping a Ledger", "Keys and Locks", "Lip Reading", "Mending Nets", "Old Soldiers' Stories", "Pigeon Post",
    "Reading a Liar", "River Pilotage", "Roof Climbing", "Sermons by Heart", "Shadowing a Mark", "Signal Lamps",
    "Sleight of Hand", "Smelling Weather", "Stable Work", "Street Cooking", "Tally and Tax", "Tracking in Snow",
    "Watch Drill",
)  # fmt: skip
WEAKNESSES = (
    "Afraid of Deep Water", "Bad Knee on Stairs", "Cannot Hold a Drink", "Cannot Resist a Wager", "Deaf in One Ear",
    "Falls Asleep on Watch", "Freezes before a Crowd", "Lost in Any Forest", "Never Learned to Read",
    "Quick to Take Offence", "Soft on Strays", "Terrible Liar",
)  # fmt: skip
TRADES = (
    "Bargee", "Bailiff's runner", "Carter", "Ferry hand", "Gate guard", "Innkeeper's cousin", "Journeyman smith",
    "Night porter", "Pedlar", "Stable hand", "Tax clerk", "Temple sweeper", "Warehouse watch", "Wedding fiddler",
)  # fmt: skip
MANNERS = (
    "who owes everybody a little", "who has seen worse", "who talks to the dog", "with a plan for spring",
    "who counts twice", "who wanted to be somebody else", "with one good coat",
    "who never sits with the door behind", "who hums at work",
)  # fmt: skip


def generate(random: Random, rules: Rules, name: str) -> dict[str, object]:
    """A lawful stranger of that name, as the plain data of a concept.

    The same ``random`` state gives the same person. The values are the book's set in a drawn order; the poor one
    is a weakness, or hit points in one case of eight (ours).
    """
    lowest = min(rules.starting_values)
    better = sorted((value for value in rules.starting_values if value != lowest), reverse=True)
    random.shuffle(better)
    fragile = random.randrange(8) == 0
    hit_points = lowest if fragile else better.pop()

    exclusive = {"attack": ATTACKS, "dodge": DODGES, "healing": HEALINGS, "steal initiative": INITIATIVES}
    actions = ["attack", *random.sample(("dodge", "healing", "steal initiative"), random.randint(1, 2))]
    chosen: list[tuple[str, str | None]] = [(random.choice(exclusive[action]), action) for action in actions]
    chosen += [(other, None) for other in random.sample(OTHERS, len(better) - len(chosen))]
    descriptors: dict[str, object] = {
        each: {"value": value, "exclusive": action} if action else value
        for (each, action), value in sorted(zip(chosen, better, strict=True), key=lambda pair: -pair[1])
    }
    if not fragile:
        descriptors[random.choice(WEAKNESSES)] = lowest

    weapons = [item for row in rules.weapons if 1 <= row.damage_bonus <= 4 for item in row.items if "fist" not in item]
    armors = [row.name.lower() for row in rules.armor if 1 <= row.armor_value <= 4]
    concept: dict[str, object] = {
        "system": "five-by-five",
        "name": name,
        "concept": f"{random.choice(TRADES)} {random.choice(MANNERS)}",
        "descriptors": descriptors,
        "hit_points": hit_points,
        "weapons": [random.choice(weapons)],
        "armor": random.choice(armors),
    }
    if random.randrange(4) == 0:
        concept["shield"] = True
    return concept
