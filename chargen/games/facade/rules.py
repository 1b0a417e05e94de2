"""Define every number of Façade 0.1, and the options of a table. A house default is a number not in the text.

The text has no page numbers, so sources name its part.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from chargen.game.concept import RuleSet, describe_fixed
from chargen.games.facade import tables
from chargen.kit.texts import read_tables
from chargen.schema.model import Choice, Model, Several

_TABLES = read_tables(__file__)

CATEGORIES: Mapping[str, Mapping[str, str]] = _TABLES["categories"]
"""The three attributes of each category, with what each of them is (FAC-a5)."""
CATEGORY_TEXTS: Mapping[str, str] = _TABLES["category_texts"]  # What the attributes of each category are
LIMIT_POOLS: Mapping[str, str] = _TABLES["limit_pools"]  # The limit pool of each category (FAC-b4)
KINDS = ("bruising", "crushing", "deadly")  # The kinds of damage, each with its own track (FAC-b9)
EXTENDED_BY_WILL = ("strain", "fatigue")  # The pools that Will extends, at the price of Exhaustion (FAC-b5)
ATTRIBUTES: tuple[str, ...] = tuple(name for three in CATEGORIES.values() for name in three)
CATEGORY_OF: Mapping[str, str] = {name: category for category, three in CATEGORIES.items() for name in three}
"""The category of each attribute."""
BONUS_TARGETS = (*LIMIT_POOLS.values(), *ATTRIBUTES, *CATEGORIES)
"""Everything except skills that the bonus of a modifier may change."""

Attribute: TypeAlias = Annotated[
    str,
    Choice(
        ATTRIBUTES,
        instead={
            "dexterity": "agility is the nearest", "constitution": "health and stamina are the nearest",
            "intelligence": "reason is the nearest", "wisdom": "insight is the nearest",
            "willpower": "will is the nearest",
        },
    ),
]  # fmt: skip
Category: TypeAlias = Annotated[
    str,
    Choice(
        tuple(CATEGORIES),
        instead={
            name: f"{name} is an attribute of {category}: write {category}" for name, category in CATEGORY_OF.items()
        },
    ),
]


BOOK = "Façade 0.1"
KEY = "facade"
CLASSES = ("minor", "simple", "medium", "major", "extreme")

Class: TypeAlias = Annotated[str, Choice(CLASSES)]
Creation: TypeAlias = Annotated[str, Choice(("point-buy", "pool-buy"))]
SkillMethod: TypeAlias = Annotated[str, Choice(("standard", "cascade"))]
Negatives: TypeAlias = Annotated[str, Choice(("area", "extra-points"))]
BackgroundPoints: TypeAlias = Annotated[str, Choice(("fixed", "age-root", "age-double"))]
Combat: TypeAlias = Annotated[str, Choice(("dramatic", "simple"))]
Budget: TypeAlias = Annotated[int | None, Field(ge=0, le=99999)]


class NamedSkills(Model):
    """The skill names of the rolls that the text names; a roll uses the first skill that the character has.

    Skills inside the first name count too, such as Roll in a focus Dodge; those inside the others do not.

    The broad skills of Running, First Aid and Dodge, and the other names of Martial, are house defaults, because the
    skill tree of the text is lost (FAC-Q11).
    """

    sprint: Several[str] = ("sprinting", "running", "athletics")
    """To keep up a sprint, with Agility (part 4)."""
    run: Several[str] = ("distance", "running", "athletics")
    """To keep up a run, with Agility (part 4)."""
    enduring_pain: Several[str] = ("torture", "endurance")
    """To ignore wounds, with Stamina (part 4)."""
    first_aid: Several[str] = ("first aid", "medicine")
    """To stop bleeding, with Insight (part 4)."""
    dodge: Several[str] = ("dodge", "athletics")
    """To dodge an attack, with Agility (parts 3 and 5)."""
    attack: Several[str] = ("martial", "combat", "fighting")
    """To attack with a weapon that no other skill fits (part 3)."""


class CataloguedSkill(Model):
    """A broad skill that NPCs may have."""

    attribute: Attribute
    """The attribute of its rolls."""
    foci: Mapping[str, Several[str]] = {}
    """The specialties of each focus."""


Catalogue: TypeAlias = Mapping[str, CataloguedSkill]  # The broad skills by name


SkillCosts: TypeAlias = Mapping[str, tuple[float, ...]]  # The total SP for the levels 0 to 4, by height


def _by_name(table: str) -> dict[str, tuple[Any, ...]]:
    """Return the rows of a table by name, as tuples: caches need their hashes."""
    return {name: tuple(row) for name, row in _TABLES[table].items()}


GRANTED: Mapping[str, Mapping[str, int]] = _TABLES["granted"]
"""For each creation method, the points of each area and of the common pool: EP, or WP in the pool buy (part 5)."""
BUYS: Mapping[str, Mapping[str, int]] = _TABLES["buys"]
"""For each creation method, the points of each area for one point of the common pool (part 5)."""
HUMAN_MAXIMUM = 6  # The highest attribute on a human scale (part 2)
MODIFIER_COSTS: Mapping[str, tuple[int, ...]] = _by_name("modifier_costs")
"""The total AP for a modifier of level 0, 1, 2 …, by class (part 5)."""
HIGHEST_MODIFIER = len(next(iter(MODIFIER_COSTS.values()))) - 1  # The highest level of a modifier of any class (part 5)
LARGE_BONUS = 6  # The largest usual bonus or penalty of a modifier (part 2)
STANDARD_SKILL_COSTS: SkillCosts = _by_name("standard_skill_costs")  # In the standard method (part 5)
CASCADE_SKILL_COSTS: SkillCosts = _by_name("cascade_skill_costs")
"""The costs in the cascade method (part 5; Broad 4 corrected from 35, ruling FAC-Q8)."""
MASTERED_SKILL_COSTS: SkillCosts = _by_name("mastered_skill_costs")
"""The costs in the cascade method under a broad skill or focus of level 4 (part 5)."""
CASCADE_BROAD_AS_PRINTED = tuple(_TABLES["cascade_broad_as_printed"])
"""The row of Broad skills with its misprint, for `as_printed`."""
STANDARD_BACKGROUND_COSTS: Mapping[str, tuple[int, int]] = _TABLES["standard_background_costs"]
"""For each class, the BP for a number of levels of a standard background (part 5).

For odd levels a price rounds up, and a liability's refund down (ruling FAC-Q12).
"""
EXPONENTIAL_BACKGROUND_COSTS: Mapping[str, tuple[int, ...]] = _by_name("exponential_background_costs")
"""The total BP for an exponential background of level 0, 1, 2 …, by class (part 5; Medium 10 and 12 corrected)."""
EXPONENTIAL_MEDIUM_AS_PRINTED = tuple(_TABLES["exponential_medium_as_printed"])
"""The row of Medium with its two misprints, for `as_printed` (ruling FAC-Q9)."""
STANDING_DIFFICULTIES = (5, 8, 11, 14, 17)  # The difficulties of every table of chances (house default)
AUTOMATIC_MINIMAL = 3  # The excess of a trait over a difficulty for an automatic minimal success (part 1)
AUTOMATIC_MINOR = 7  # The excess of a trait over a difficulty for an automatic minor success (part 1)
LEAST_HEALTH = 1  # The lowest number of levels of each kind of damage (part 3)
BED_REST = 2  # The bonus of bed rest to Health for healing (part 4)
STRENUOUS = -2  # The penalty of a strenuous life to Health for healing (part 4)
RUNNING_DIFFICULTY = 9  # The difficulty of keeping up a run (part 4)
DEFENDERS_ACTION = 9  # The Action of the target for attacks on the sheet: the human average (house default)
DEFENSE_SKILLS = ("dodge", "parry", "block")
"""The defence words in names of focus skills and specialties (part 3)."""

HEALTH_FROM: Mapping[str, tuple[str, ...]] = {
    "bruising": ("strength", "stamina", "health"),
    "crushing": ("stamina", "health"),
    "deadly": ("health",),
}
"""The attributes whose sum is the number of levels of each kind of damage (house default, ruling FAC-Q16)."""
MIDDLE_DIFFICULTY = STANDING_DIFFICULTIES[len(STANDING_DIFFICULTIES) // 2]
"""The difficulty of the chances on a card."""


class Rules(RuleSet):
    """The numbers and options of Façade."""

    example = "{skills: cascade}"
    fixed = describe_fixed(globals(), **_TABLES["fixed"])

    creation: Creation = "point-buy"
    """`point-buy`: AP, SP, BP and EP; `pool-buy`: AP, SP and one pool of WP (part 5)."""
    skills: SkillMethod = "standard"
    """`standard`: every level is bought; `cascade`: SP go into specialties, which raise the skills above (part 5)."""
    attribute_points: Budget = None
    """The AP granted; by default 100, or 90 in the pool buy (part 5)."""
    skill_points: Budget = None
    """The SP granted; by default 200, or 20 in the pool buy (part 5)."""
    background_points: Budget = None
    """The BP granted in the point buy; by default 50 (part 5)."""
    extra_points: Budget = None
    """The EP granted in the point buy; by default 50 (part 5)."""
    weighted_points: Budget = None
    """The WP granted in the pool buy; by default 100 (part 5)."""
    background_points_from: BackgroundPoints = "fixed"
    """`age-root`: ten times the square root of the age in BP; `age-double`: twice the age (part 5)."""
    negatives: Negatives = "area"
    """`area`: points back from a negative modifier or liability stay in its area; `extra-points`: they become EP.

    In the pool buy they always stay (part 5, ruling FAC-Q5).
    """
    as_printed: bool = False
    """Restores two misprints: cascade Broad 4 for 35 SP, exponential Medium 10 and 12 for 35 and 88 BP."""
    stunts: bool = False
    """Optional rule: up to five additional d4 for a well described action (part 4, ruling FAC-Q34)."""
    automatic_success: bool = True
    """A trait well above the difficulty needs no roll (part 1)."""
    near_miss_softened: bool = False
    """Optional rule: a miss by 1 or 2 is not quite a failure (part 1). For the sheet only."""
    individual_wounds: bool = False
    """Optional rule: each wound is tracked with its own healing (part 3). For the sheet only."""
    combat: Combat = "dramatic"
    """The combat rules of the sheet and of encounters: dramatic or simple (part 3)."""

    attribute_costs: Several[int] = (0, 1, 3, 6, 10, 15, 21)
    """The total AP for an attribute of 0, 1, 2 …; more entries allow higher attributes (part 5)."""

    more_health: Annotated[int, Field(ge=-20, le=40)] = 0
    """Additional levels of every kind of damage, for tougher heroes (part 3)."""
    named_skills: NamedSkills = NamedSkills()
    """The skills of the rolls that the text names (parts 3 and 4)."""

    melee_weapons: Several[tables.Weapon] = tables.MELEE_WEAPONS
    """Melee weapons (part 3)."""
    ranged_weapons: Several[tables.Weapon] = tables.RANGED_WEAPONS
    """Ranged weapons (part 3)."""
    unarmed_attacks: Several[tables.UnarmedAttack] = tables.UNARMED_ATTACKS
    """Unarmed attacks (part 3)."""
    armor: Several[tables.Armor] = tables.WORN_ARMOR
    """Worn armour (part 3)."""
    materials: Several[tables.Material] = tables.MATERIALS
    """Materials of armour (part 3)."""

    skill_catalogue: Catalogue | None = None
    """The skills for NPCs; by default chargen's own tree, because the tree of the text is lost (FAC-Q11).

    The names of a player's skills are free.
    """

    @property
    def pool_bought(self) -> bool:
        """Return whether characters are created by weighted pool buy."""
        return self.creation == "pool-buy"

    @property
    def cascade(self) -> bool:
        """Return whether the cascade method is used."""
        return self.skills == "cascade"

    @property
    def pool_name(self) -> str:
        """Return EP or WP."""
        return "WP" if self.pool_bought else "EP"

    @property
    def negatives_to_pool(self) -> bool:
        """Return whether negatives give EP."""
        return self.negatives == "extra-points" and not self.pool_bought

    @property
    def highest_attribute(self) -> int:
        """Return the highest attribute that has a price."""
        return max(len(self.attribute_costs) - 1, 0)
