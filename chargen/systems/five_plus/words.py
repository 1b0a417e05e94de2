"""Word lists for strangers. All of them are ours; the text has none."""

from collections.abc import Mapping

SKILLS: Mapping[str, tuple[str, ...]] = {
    "physical": (
        "Climbing", "Swimming", "Riding", "Sneaking", "Running the roofs", "Rowing", "Balance", "Heavy lifting",
    ),
    "combat": (
        "Spear", "Sling", "Quarterstaff", "Wrestling", "Crossbow", "Shield", "Knife", "Axe", "Throwing",
    ),
    "social": (
        "Haggling", "Storytelling", "Lying", "Giving orders", "Court manners", "Calming people", "Gossip",
    ),
    "profession": (
        "Carpentry", "Baking", "Brewing", "Boat handling", "Herding", "Smithing", "Tailoring", "Masonry",
    ),
    "knowledge": (
        "Old roads", "Weather signs", "Herb lore", "Heraldry", "Counting and ledgers", "Star charts", "Law",
    ),
    "magic": ("Small flames", "Reading dreams", "Binding knots", "Quieting beasts", "Finding water"),
}  # fmt: skip
"""Skills by group."""
RESISTANCES = ("Nerve", "Fatigue", "Standing", "Patience", "Fear", "Strain")
"""Resistances beside the physical one."""
TRAITS = (
    ("Long legs", "Is first over any field", "physical"),
    ("Steady hands", "Does not tremble, whatever happens", "combat"),
    ("Easy smile", "Is forgiven the first time", "social"),
    ("Guild-trained", "Knows the signs and the songs of the trade", "profession"),
    ("Read everything once", "Remembers that it was on a left-hand page", "knowledge"),
    ("Born with the caul", "Animals look twice", "magic"),
    ("Stocky", "Is hard to push over", "physical"),
    ("Grew up in a tavern", "Hears three talks at once", "social"),
)
"""Traits: name, effect, and the group whose skills they help."""
TRADES = (
    "Ferry hand", "Bell founder", "Night watch", "Tax clerk", "Horse dealer", "Runaway novice", "Salt carter",
    "Market healer", "Toll keeper", "Lamp lighter", "Player of small parts", "Hedge lawyer",
)  # fmt: skip
MANNERS = (
    "who owes the wrong house", "looking for a brother", "with one song too many", "who was never there",
    "who keeps every letter", "saving for a boat", "back from the war", "who cannot stand owls",
)  # fmt: skip
THINGS = (
    "Bundle of letters", "Tin lantern", "Good rope", "Sack of apples", "Bone dice", "Patched cloak",
    "Key without a door", "Small drum", "Whetstone", "Pot of blue paint", "Walking stick", "Salted fish",
)  # fmt: skip
GOALS = (
    "Get home before the snow", "Keep the strangers out", "Take back what was sold", "Feed the young",
    "Please a master who is never seen", "Be paid, by anybody", "Find out who talked", "Let nobody cross",
)  # fmt: skip
DEEDS = (
    "Charges", "Calls for more of its kind", "Throws what is at hand", "Threatens", "Cuts off the way back",
    "Spreads a rumour", "Hides and waits", "Takes a hostage", "Bars the door", "Offers a bad bargain",
)  # fmt: skip
BEHAVIOURS = (
    "Gives way to fire", "Grows bolder with every failure", "Runs when half beaten", "Bargains once it bleeds",
    "Never leaves its post", "Turns on its own when mocked", "Falls silent, then strikes",
)  # fmt: skip
"""What an opponent does when things go well or ill."""
