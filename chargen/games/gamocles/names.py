"""The names of the game, each with its abbreviation, and how people write them."""

from chargen.kit.vocabulary import Name, Vocabulary

TRAITS = Vocabulary(
    "trait",
    (
        Name("Grit", "G", like=("strength", "stamina", "constitution", "endurance", "toughness")),
        Name("Instinct", "I", like=("perception", "wits", "intuition", "awareness")),
        Name("Movement", "M", like=("agility", "dexterity", "speed")),
        Name("Reason", "R", like=("intelligence", "intellect", "wisdom", "logic")),
        Name("Will", "W", like=("willpower", "resolve", "spirit")),
    ),
)
"""The five traits (GAM-a1)."""
SKILLS = Vocabulary(
    "skill",
    (
        Name("Arcane", "Arc", like=("magic", "magick", "sorcery", "occult")),
        Name("Craft", "Crf", like=("repair", "smithing", "engineering")),
        Name("Combat", "Cmb", like=("attack", "fight", "fighting", "melee", "weapons")),
        Name("Defence", "Def", like=("dodge", "parry", "block")),
        Name("History", "His", like=("lore", "knowledge")),
        Name("Language", "Lng", like=("linguistics",)),
        Name("Manipulation", "Mnp", like=("charisma", "charm", "deception", "persuasion", "persuade")),
        Name("Network", "Net", like=("contacts", "connections", "streetwise")),
        Name("Subtlety", "Sub", like=("stealth", "sneak", "hide", "thievery")),
        Name("Tactics", "Tct", like=("strategy", "leadership", "warfare")),
    ),
)
"""The ten skills (GAM-a2)."""
EVERY = Vocabulary("trait or skill", (*TRAITS, *SKILLS))
SHORT = {name.full: name.short for name in EVERY}
"""Full name to abbreviation."""
RATINGS = Vocabulary("rating", (Name("Offensive Rating", "OR"), Name("Defensive Rating", "DR")))
"""The two ratings (GAM-b1, GAM-b2)."""
GRIT, INSTINCT, MOVEMENT = (trait.full for trait in TRAITS[:3])
COMBAT, DEFENCE = "Combat", "Defence"
UNARMED, UNARMOURED = "unarmed", "unarmoured"
"""What fighting without a weapon and without armour is called among the ratings."""
