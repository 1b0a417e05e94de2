"""The names of the game, each with its abbreviation, and how people write them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from chargen.core.names import fold


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A name of the rules and its abbreviation. There is one of each: none is equal to another."""

    full: str
    short: str

    @property
    def key(self) -> str:
        """The name as a concept file writes it."""
        return fold(self.full).replace(" ", "_").replace("defense", "defence")

    def __str__(self) -> str:
        return self.full


TRAITS = (
    Name("Grit", "G"),
    Name("Instinct", "I"),
    Name("Movement", "M"),
    Name("Reason", "R"),
    Name("Will", "W"),
)
"""The five traits (GAM-a1)."""
SKILLS = (
    Name("Arcane", "Arc"),
    Name("Craft", "Crf"),
    Name("Combat", "Cmb"),
    Name("Defence", "Def"),
    Name("History", "His"),
    Name("Language", "Lng"),
    Name("Manipulation", "Mnp"),
    Name("Network", "Net"),
    Name("Subtlety", "Sub"),
    Name("Tactics", "Tct"),
)
"""The ten skills (GAM-a2)."""
RATINGS = (Name("Offensive Rating", "OR"), Name("Defensive Rating", "DR"))
"""The two ratings (GAM-b1, GAM-b2)."""
GRIT, INSTINCT, MOVEMENT = (each.full for each in TRAITS[:3])
COMBAT, DEFENCE = "Combat", "Defence"
UNARMED, UNARMOURED = "unarmed", "unarmoured"
"""What fighting without a weapon and without armour is called among the ratings."""

MEANT = {
    "grit": ("strength", "stamina", "constitution", "endurance", "toughness"),
    "instinct": ("perception", "wits", "intuition", "awareness"),
    "movement": ("agility", "dexterity", "speed"),
    "reason": ("intelligence", "intellect", "wisdom", "logic"),
    "will": ("willpower", "resolve", "spirit"),
    "arcane": ("magic", "magick", "sorcery", "occult"),
    "craft": ("repair", "smithing", "engineering"),
    "combat": ("attack", "fight", "fighting", "melee", "weapons"),
    "defence": ("dodge", "parry", "block"),
    "history": ("lore", "knowledge"),
    "language": ("linguistics", "languages"),
    "manipulation": ("charisma", "charm", "deception", "persuasion", "persuade"),
    "network": ("contacts", "connections", "streetwise"),
    "subtlety": ("stealth", "sneak", "hide", "thievery"),
    "tactics": ("strategy", "leadership", "warfare"),
}
"""What other games call something like it; only for hints (ours)."""
_CALLED = {fold(word): each for each in (*TRAITS, *SKILLS, *RATINGS) for word in (each.full, each.short)}
"""Every name by what it may be called: no two share an abbreviation."""


def meant(word: str, among: Iterable[Name]) -> Name | None:
    """The name that a word of another game most likely stands for.

    >>> str(meant("Stealth", SKILLS)), meant("Stealth", TRAITS)
    ('Subtlety', None)
    """
    return next((each for each in among if fold(word) in MEANT.get(each.key, ())), None)


def called(word: str, among: Collection[Name]) -> Name | None:
    """The name that a word means, by name or abbreviation in any spelling, or None.

    >>> str(called("cmb", SKILLS)), called("Stealth", SKILLS)
    ('Combat', None)
    """
    name = _CALLED.get(fold(word))
    return name if name is not None and name in among else None


def words(among: Iterable[Name]) -> list[str]:
    """All words that are known for some names: the names, then the abbreviations."""
    known = list(among)
    return [*(each.key for each in known), *(each.short for each in known)]
