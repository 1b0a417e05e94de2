"""Define the numbers of Five by Five 2.5, and the options of a table. *House default* marks numbers not in the book."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.game.concept import RuleSet, Text, describe_fixed
from chargen.kit.texts import read_tables
from chargen.kit.vocabulary import Vocabulary
from chargen.schema.model import Choice, Model, Several
from chargen.text.names import fold

_TABLES = read_tables(__file__)
KEY, BOOK = "five-by-five", "Five by Five 2.5"

Count: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Value: TypeAlias = Annotated[int, Field(ge=-99, le=99)]


class Rank(Model):
    """A rung of the ladder."""

    value: Value
    """The value to roll against, which is also the price of the rank in XP."""
    name: Text
    """The name of the rank."""
    advanced: bool = False
    """Whether only advanced descriptors can reach the rank."""


class WeaponClass(Model):
    """A row of the weapons table."""

    damage_bonus: Count
    """The bonus to 1d6 of damage."""
    name: Text
    """The class, such as Light Weapons."""
    items: Several[str] = ()
    """The weapons of the class, as the reference page prints them."""
    spellings: Several[str] = ()
    """Other names of these in a file."""


class ArmorClass(Model):
    """A row of the armour table. The book prints the armour value with a minus."""

    armor_value: Count
    """The reduction of damage."""
    name: Text
    """The class, such as Light Armor."""
    items: Several[str] = ()
    """The armours of the class, as the reference page prints them."""
    spellings: Several[str] = ()
    """Other names of these in a file."""


RankCaps: TypeAlias = Annotated[str, Choice(("literal", "strict"))]

HIT_POINTS_BASE = 10  # HP are this plus the value placed on hit points (page 6)
LADDER: Mapping[int, Rank] = {row["value"]: Rank(**row) for row in _TABLES["ladder"]}
"""The ranks by their values (page 10; 20 and 25 page 27; the book names no rank above legendary: *house default*)."""
HIGHEST_ROLLED = 16  # The highest value of a roll (page 28)
ADVANCED_SHIFT = -2  # The shift of an advanced descriptor, in ranks (page 27)
SUPERIOR_SHIFT = 1  # The shift by a superior aspect, in ranks (page 32)
INFERIOR_SHIFT = -1  # The shift by an inferior aspect, in ranks (page 32)
ONE_DIE_VALUE = -5  # At this value or below, one die is rolled instead of two (page 10)
TRUMPS = (6,)  # The faces that always succeed (page 7)
TRUMPS_WITH_TOKEN = (5, 6)  # The faces that succeed when a doubles token is spent (page 12)
DAMAGE_TRUMP_BONUS = 5  # For each trump, to damage and healing (page 18)
HARMING_TRUMP_BONUS = 2  # For each trump, to harm (page 19)
DODGES_PER_ROUND = 1  # Dodges in a round (page 17)
OFF_HAND_DODGES = 1  # More dodges with a shield or an off-hand dagger, or both (page 22)
DYING_BELOW = 0  # Below this many hit points a character is dying; at it, unconscious (page 19)
DEAD_AT = -10  # At this many hit points a character is dead (page 19)
DYING_MINUTES_BASE = 10
"""A dying character loses 1 HP after this number plus its negative hit points, in minutes (page 19)."""
RECOVERY_PER_DAY = 1  # Hit points regained a day without help (page 18)
NEW_DESCRIPTOR_VALUE = 2  # The first value of a descriptor bought with XP (page 13)
MASTER_VALUE = 12  # The rank that `MASTERS` limits (page 13)
MASTERS = 2  # The most descriptors at `MASTER_VALUE` (page 13)
LEGENDARY_VALUE = 16  # The rank that `LEGENDS` limits (page 13)
LEGENDS = 1  # The most descriptors at `LEGENDARY_VALUE` or higher (page 13)
AWARD_PER_SESSION = 1  # XP for a session (page 14)
TRADE_PRICE = 5  # XP for trading the poor descriptor for another (page 14)

EXCLUSIVE_BY_NAME: Mapping[str, str] = _TABLES["exclusive_by_name"]
"""The descriptors that the book names for an exclusive action (pages 23 and 24)."""
OF_SEVERAL_ACTIONS = ("uncanny reflexes",)
"""Those among them that would fit several actions, of which the player chooses one (page 22)."""


class Rules(RuleSet):
    """The numbers and options of Five by Five."""

    example = "{aspects: true}"
    fixed = describe_fixed(
        globals(),
        ladder="the ten ranks of pages 10 and 27",
        trumps="a 6",
        trumps_with_token="5 and 6",
        bonus_xp="one XP a session, and a second where the GM awards it",
    )

    aspects: bool = False
    """Optional rule: the four aspects (page 29)."""
    advanced_descriptors: bool = False
    """Optional rule: advanced descriptors, used two ranks lower (page 26)."""
    powers_are_advanced: bool = True
    """If advanced descriptors are on, spells and powers must be advanced (page 28)."""
    rank_caps: RankCaps = "literal"
    """`literal`: two descriptors at 12, and in addition one at 16 (page 13).

    `strict`: two at 12 or higher, one of them at 16.
    """

    starting_values: Annotated[Several[Value], Field(min_length=1, max_length=40)] = (6, 4, 4, 2, 2, -5)
    """The values to assign at creation, including hit points (pages 5 and 6)."""

    weapons: Several[WeaponClass] = tuple(WeaponClass(**row) for row in _TABLES["weapons"])
    """Weapons by class (page 20)."""
    armor: Several[ArmorClass] = tuple(ArmorClass(**row) for row in _TABLES["armor"])
    """Armour by class (page 21)."""
    too_general: Mapping[str, str] = _TABLES["too_general"]
    """Descriptors that are too general, each with a narrower one (page 25; from the third on *house default*)."""

    # Only four fields: equal rules have equal hashes, and tables rarely differ in others alone.
    def __hash__(self) -> int:
        """Return a hash that is cheap to compute, because rules are keys of caches."""
        return hash((self.starting_values, self.aspects, self.advanced_descriptors, self.rank_caps))

    @property
    def poor_value(self) -> int:
        """Return the poor value: the lowest of the starting values."""
        return min(self.starting_values)


def list_ladder_values(*, advanced: bool = False) -> tuple[int, ...]:
    """Return the values of the ladder, ascending; values above 16 only for advanced descriptors."""
    return tuple(rank.value for rank in LADDER.values() if advanced or not rank.advanced)


def find_rank_name(value: int) -> str:
    """Return the name of the highest rank that is not above ``value``, else of the lowest rank."""
    return LADDER[max((rank for rank in LADDER if rank <= value), default=min(LADDER))].name


def find_next_value(rules: Rules, value: int, *, advanced: bool = False) -> int | None:
    """Return the next rank above ``value``; None at the top. Advanced ranks count only if the option is on."""
    ranks = list_ladder_values(advanced=advanced and rules.advanced_descriptors)
    return next((rank for rank in ranks if rank > value), None)


@lru_cache(64)
def weapon_table(rules: Rules) -> Vocabulary[WeaponClass]:
    """Return the classes of weapons, by their names, their first words and their items."""

    def spelled(row: WeaponClass) -> tuple[str, ...]:
        first_word = row.name.partition(" ")[0]
        # "No" alone is no name of a weapon, and YAML 1.1 would read it as false.
        return (row.name, *([] if fold(first_word) == "no" else [first_word]), *row.items, *row.spellings)

    return Vocabulary("weapon", rules.weapons, spelled, table="weapons table")


@lru_cache(64)
def armor_table(rules: Rules) -> Vocabulary[ArmorClass]:
    """Return the classes of armour, by their names and items."""

    def spelled(row: ArmorClass) -> tuple[str, ...]:
        return (row.name, *row.items, *row.spellings)

    return Vocabulary("armour", rules.armor, spelled, table="armour table", unsaid=lambda row: not row.armor_value)
