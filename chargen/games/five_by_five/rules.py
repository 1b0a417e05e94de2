"""Every number of Five by Five 2.5, and the switches a table may set. What the book leaves open says *ours*."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, TypeAlias

from pydantic import Field

from chargen.core.concept import RuleSet, Text
from chargen.core.model import Choice, Model, Several
from chargen.kit.vocabulary import Vocabulary

KEY, BOOK = "five-by-five", "Five by Five 2.5"

Count: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Value: TypeAlias = Annotated[int, Field(ge=-99, le=99)]
Shift: TypeAlias = Annotated[int, Field(ge=-20, le=20)]
Face: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Faces: TypeAlias = Annotated[Several[Face], Field(min_length=1, max_length=5)]


class Rank(Model):
    """A rung of the ladder."""

    value: Value
    """What is rolled against, and what the rank costs in XP."""
    name: Text
    """What a rank is called."""
    printed_percent: int | None = None
    """The round figure that the book prints for its chance (page 11); the exact one is worked out."""
    advanced: bool = False
    """Whether only advanced descriptors reach it."""


class WeaponClass(Model):
    """A row of the weapons table."""

    damage_bonus: Count
    """What it adds to 1d6 of damage."""
    name: Text
    """The class, such as Light Weapons."""
    items: Several[str] = ()
    """The weapons of the class."""


class ArmorClass(Model):
    """A row of the armour table. The armour value is what it takes off damage: the book prints it with a minus."""

    armor_value: Count
    """What it takes off damage."""
    name: Text
    """The class, such as Light Armor."""
    items: Several[str] = ()
    """The armours of the class."""


def _weapon(damage_bonus: int, name: str, *items: str) -> WeaponClass:
    return WeaponClass(damage_bonus=damage_bonus, name=name, items=items)


def _armor(armor_value: int, name: str, *items: str) -> ArmorClass:
    return ArmorClass(armor_value=armor_value, name=name, items=items)


RankCaps: TypeAlias = Annotated[str, Choice(("literal", "strict"))]


class Rules(RuleSet):
    """Five by Five: its numbers and its options."""

    example = "{aspects: true}"

    aspects: bool = False
    """Optional rule: the four aspects (page 29)."""
    advanced_descriptors: bool = False
    """Optional rule: advanced descriptors, used two ranks lower (page 26)."""
    powers_are_advanced: bool = True
    """While advanced descriptors are in play, spells and powers must be advanced (page 28)."""
    rank_caps: RankCaps = "literal"
    """`literal`: two descriptors at 12 and one at 16 beside them (page 13).

    `strict`: two at 12 or higher, one of them at 16.
    """
    advanced_count_as_legendary: bool = True
    """An advanced descriptor at 20 or 25 takes the one place at 16 (ours; the book is silent)."""
    bonus_xp: bool = False
    """Optional rule: a second XP for a hard session or a finished story (page 14). For the sheet's foot only."""

    starting_values: Annotated[Several[Value], Field(min_length=1, max_length=40)] = (6, 4, 4, 2, 2, -5)
    """The values handed out at creation, hit points among them (pages 5 and 6)."""
    hit_points_base: Count = 10
    """Hit points are this and the value placed on them (page 6)."""
    ladder: Annotated[Several[Rank], Field(min_length=1)] = (
        Rank(value=-5, name="poor", printed_percent=15),
        Rank(value=0, name="untrained", printed_percent=30),
        Rank(value=2, name="novice", printed_percent=40),
        Rank(value=4, name="competent", printed_percent=50),
        Rank(value=6, name="skilled", printed_percent=60),
        Rank(value=9, name="expert", printed_percent=70),
        Rank(value=12, name="master", printed_percent=80),
        Rank(value=16, name="legendary", printed_percent=90),
        Rank(value=20, name="beyond legendary", printed_percent=95, advanced=True),
        Rank(value=25, name="beyond legendary", printed_percent=100, advanced=True),
    )
    """The ranks (page 10; 20 and 25 page 27; the book names no rank above legendary: *ours*)."""
    highest_rolled: Value = 16
    """No roll is made against more than this (page 28)."""
    advanced_shift: Shift = -2
    """How many ranks lower an advanced descriptor is used (page 27)."""
    superior_shift: Shift = 1
    """What a superior aspect shifts (page 32)."""
    inferior_shift: Shift = -1
    """What an inferior aspect shifts (page 32)."""

    one_die_value: Value = -5
    """At this value or below it, a roll is made with one die instead of two (page 10)."""
    trumps: Faces = (6,)
    """The faces that always succeed (page 7)."""
    trumps_with_token: Faces = (5, 6)
    """The faces that succeed when a doubles token is spent (page 12)."""
    damage_trump_bonus: Annotated[int, Field(ge=1, le=99)] = 5
    """What each trump adds to damage and healing (page 18)."""
    harming_trump_bonus: Annotated[int, Field(ge=1, le=99)] = 2
    """What each trump adds to harm (page 19)."""
    dodges_per_round: Annotated[int, Field(ge=0, le=9)] = 1
    """Dodges in a round (page 17)."""
    off_hand_dodges: Annotated[int, Field(ge=0, le=9)] = 1
    """Further dodges with a shield or an off-hand dagger, or both (page 22)."""

    dying_below: Value = 0
    """Below this many hit points a character is dying; at it, unconscious (page 19)."""
    dead_at: Annotated[int, Field(ge=-99, le=0)] = -10
    """At this many hit points a character is dead (page 19)."""
    dying_minutes_base: Count = 10
    """A dying character loses 1 HP after this and the (negative) hit points in minutes (page 19)."""
    recovery_per_day: Count = 1
    """Hit points regained a day without help (page 18)."""

    new_descriptor_value: Value = 2
    """Where a descriptor bought with XP starts (page 13)."""
    trade_price: Count = 5
    """XP for trading the poor descriptor for another (page 14)."""
    master_value: int = 12
    """The rank that is limited by `masters` (page 13)."""
    masters: Count = 2
    """How many descriptors may stand at `master_value` (page 13)."""
    legendary_value: int = 16
    """The rank that is limited by `legends` (page 13)."""
    legends: Count = 1
    """How many descriptors may stand at `legendary_value` or higher (page 13)."""
    award_per_session: Count = 1
    """XP for a session (page 14)."""

    weapons: Several[WeaponClass] = (
        _weapon(0, "No Weapon", "untrained fist", "fist", "unarmed"),
        _weapon(1, "Improvised Weapons", "bottle", "barstool", "rock"),
        _weapon(
            2, "Light Weapons", "knife", "black jack", "blackjack", "small hand gun", "small handgun", "trained fist"
        ),
        _weapon(
            3, "Medium Weapons", "short sword", "shortsword", "mace", "medium hand gun", "medium handgun", "light rifle"
        ),
        _weapon(
            4,
            "Large Weapons",
            "bastard sword",
            "war hammer",
            "warhammer",
            "large hand gun",
            "large handgun",
            "medium rifle",
        ),
        _weapon(5, "Massive Weapons", "claymore", "battle axe", "battleaxe", "heavy rifle"),
    )
    """Weapons by class (page 20)."""
    armor: Several[ArmorClass] = (
        _armor(0, "Scant or no clothes", "boxers", "lingerie", "none", "no armor"),
        _armor(1, "Light Clothes", "short sleeved shirt and slacks", "a summer dress", "summer dress"),
        _armor(2, "Medium Clothes", "3 piece suit", "three piece suit", "autumn wear with light jacket", "autumn wear"),
        _armor(3, "Heavy Clothes", "winter wear with heavy coat", "winter wear", "soft leather"),
        _armor(
            4,
            "Light Armor",
            "studded or hard leather armor",
            "studded leather armor",
            "hard leather armor",
            "studded leather",
            "hard leather",
        ),
        _armor(5, "Medium Armor", "chain or light plate", "chain", "chain mail", "light plate"),
        _armor(6, "Heavy Armor", "heavy plate"),
    )
    """Armour by class (page 21)."""
    too_general: Mapping[str, str] = {
        "jack of all trades": "Handy-man",
        "omniscient": "Scholar",
        "everything": "one craft or one field of knowledge",
        "anything": "one craft or one field of knowledge",
        "all skills": "the one skill that matters most",
        "combat": "Brawler, Hand Gun or Danger Sense",
        "fighting": "Brawler or Swordplay",
        "knowledge": "Scholar, or one field",
        "magic": "one kind of spell",
        "super powers": "one power",
        "luck": "Card Games, or one kind of luck",
        "good at everything": "the one thing that matters most",
        "master of everything": "the one thing that matters most",
        "polymath": "Scholar, or one field",
        "know it all": "Scholar",
        "omnipotent": "one power",
    }
    """Descriptors that are too general, with something narrower (page 25; all but the first two are *ours*)."""

    def __hash__(self) -> int:
        """Alike for equal rules, and cheap: what follows from rules and a value is remembered under both."""
        return hash((self.starting_values, self.trumps, self.aspects, self.advanced_descriptors))

    @property
    def poor_value(self) -> int:
        """The value of what is poor: the lowest of those handed out."""
        return min(self.starting_values)

    def values(self, *, advanced: bool = False) -> tuple[int, ...]:
        """The values of the ladder, ascending; those beyond 16 only for advanced descriptors."""
        return _values(self, advanced)

    def ranks(self) -> dict[int, Rank]:
        """The ranks of the ladder by their values, ascending."""
        return {rank.value: rank for rank in sorted(self.ladder, key=lambda rank: rank.value)}

    def rank_name(self, value: int) -> str:
        """The name of the rank at or next below ``value``."""
        ranks = sorted(self.ladder, key=lambda rank: rank.value)
        return next((rank.name for rank in reversed(ranks) if rank.value <= value), ranks[0].name)

    def next_value(self, value: int, *, advanced: bool = False) -> int | None:
        """The next rank above ``value``, or None at the top of the ladder; advanced ones only where they are played."""
        ranks = self.values(advanced=advanced and self.advanced_descriptors)
        return next((rank for rank in ranks if rank > value), None)

    @property
    def weapon_table(self) -> Vocabulary[WeaponClass]:
        """The classes of weapons, by their names, their first words and their items."""
        return _weapon_table(self)

    @property
    def armor_table(self) -> Vocabulary[ArmorClass]:
        """The classes of armour, by their names and items."""
        return _armor_table(self)

    def damage_bonus(self, name: str) -> int | None:
        """The damage bonus of an item or a class of the weapons table, or None where it is in neither."""
        row = self.weapon_table.called(name)
        return None if row is None else row.damage_bonus

    def armor_value(self, name: str) -> int | None:
        """The armour value of an item or a class of the armour table, or None where it is in neither."""
        row = self.armor_table.called(name)
        return None if row is None else row.armor_value


@lru_cache(128)
def _values(rules: Rules, advanced: bool) -> tuple[int, ...]:
    every = sorted(rank.value for rank in rules.ladder)
    return tuple(sorted(rank.value for rank in rules.ladder if advanced or not rank.advanced) or every)


@lru_cache(64)
def _weapon_table(rules: Rules) -> Vocabulary[WeaponClass]:
    def spelled(row: WeaponClass) -> tuple[str, ...]:
        return (row.name, row.name.partition(" ")[0], *row.items)

    return Vocabulary("weapon", rules.weapons, spelled, table="weapons table")


@lru_cache(64)
def _armor_table(rules: Rules) -> Vocabulary[ArmorClass]:
    def spelled(row: ArmorClass) -> tuple[str, ...]:
        return (row.name, *row.items)

    return Vocabulary("armour", rules.armor, spelled, table="armour table", unsaid=lambda row: not row.armor_value)
