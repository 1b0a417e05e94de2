"""Define the concept file of Five by Five."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from chargen.game.concept import Concept as AnyConcept
from chargen.game.concept import Entry, Text
from chargen.games.five_by_five.rules import LADDER, Rules, armor_table, weapon_table
from chargen.schema.model import NEEDED, Choice, Model, Several
from chargen.text.names import fold
from chargen.text.reader import Plain

ACTIONS = ("attack", "dodge", "healing", "steal initiative")
ASPECTS = ("agility", "brawn", "cognition", "determination")
HIT_POINTS = "Hit Points"  # The name of hit points among the descriptors
HIT_POINTS_NAMES = ("hit points", "hp")  # The names of hit points in a file
RATINGS = ("inferior", "average", "superior")

ACTION = Choice(ACTIONS, {"heal": "healing", "initiative": "steal initiative"})
Action: TypeAlias = Annotated[str, ACTION]
Aspect: TypeAlias = Annotated[str, Choice(ASPECTS)]
Rating: TypeAlias = Annotated[str, Choice(RATINGS)]
OffHand: TypeAlias = Annotated[str, Choice(("dagger", "shield"), {"off-hand dagger": "dagger"})]


def _refuse_alike(value: Plain) -> Plain:
    spellings: dict[str, str] = {}
    for key in value if isinstance(value, dict) else ():
        if (other := spellings.setdefault(fold(key), key)) != key:
            kind = PydanticCustomError("same_key", "same key", {"other": other})
            raise ValidationError.from_exception_data("", [InitErrorDetails(type=kind, loc=(key,), input=None)])
    return value


ONE_SPELLING = BeforeValidator(_refuse_alike)
"""Marks a mapping whose keys are a choice: of two spellings of one name, pydantic would keep the last in silence."""


def is_hit_points(name: str) -> bool:
    """Return whether a name means hit points."""
    return fold(name) in HIT_POINTS_NAMES


def _refuse_name_of_rank(value: Any) -> Any:
    """Refuse the name of a rank, with its value as a hint; the model checks anything else."""
    for rank in LADDER.values() if isinstance(value, str) else ():
        if fold(rank.name) == fold(value):
            hint = f"{rank.name} is {rank.value}: write {rank.value}"
            raise PydanticCustomError("named", "a rank is written as its value", {"hint": hint})
    return value


class Descriptor(Model):
    """A descriptor: something that makes the character special."""

    shorthand = "value"
    example = "{value: 4, exclusive: attack}"

    value: Annotated[int | None, NEEDED, BeforeValidator(_refuse_name_of_rank)] = None
    """The value: 6, 4, 2 or −5 at creation."""
    exclusive: Several[Action] = ()
    """The one exclusive action it improves: attack, dodge, healing or steal initiative."""
    aspect: Aspect | None = None
    """The aspect that it usually uses (option `aspects`)."""
    advanced: bool = False
    """Whether an untrained character cannot do it (option `advanced_descriptors`)."""
    power: bool = False
    """Whether it is a spell or a super power (option `advanced_descriptors`)."""


class Weapon(Model):
    """A weapon: an item or a class of the book's table, or a name and a number."""

    shorthand = "name"
    example = "{name: Ring of keys, damage_bonus: 1}"

    name: Annotated[Text | None, NEEDED] = None
    """The item or class, such as knife or large."""
    damage_bonus: Annotated[int, Field(ge=0, le=99)] | None = None
    """The bonus to 1d6 of damage; by default the number in the table."""

    def bonus_in(self, rules: Rules) -> int | None:
        """Return the damage bonus: its own, else from the table; None for an unknown weapon."""
        row = weapon_table(rules).find(self.name or "") if self.damage_bonus is None else None
        return self.damage_bonus if row is None else row.damage_bonus


class Armor(Model):
    """Armour: an item or a class of the book's table, or a name and a number."""

    shorthand = "name"
    example = "{name: Mail, armor_value: 4}"

    name: Annotated[Text | None, NEEDED] = None
    """The item or class, such as light armor."""
    armor_value: Annotated[int, Field(ge=-99, le=99)] | None = None
    """The reduction of damage; -2 means the same as 2. By default the number in the table."""

    def value_in(self, rules: Rules) -> int | None:
        """Return the armour value: its own, else from the table; None for unknown armour."""
        row = armor_table(rules).find(self.name or "") if self.armor_value is None else None
        return self.armor_value if row is None else row.armor_value


class Advance(Entry):
    """A line of the experience ledger: an award or one purchase."""

    example = "[{award: 4, why: four sessions}, {raise: Lock Picking, to: 4}]"

    raise_: Annotated[Text | None, Field(alias="raise")] = None
    """The descriptor (or hit_points) that rises by one rank."""
    to: int | None = None
    """The new value."""
    add: Text | None = None
    """A new descriptor."""
    value: int | None = None
    """The value of the new descriptor: 2."""
    trade: Text | None = None
    """The poor descriptor that was overcome."""
    exchange: Text | None = None
    """A descriptor that was never used and is replaced by another of the same value."""
    for_: Annotated[Text | None, Field(alias="for")] = None
    """The descriptor that replaces the traded or exchanged one."""
    exclusive: Several[Action] = ()
    """The one exclusive action that the new descriptor improves."""
    aspect: Aspect | None = None
    """The aspect that the new descriptor usually uses."""
    advanced: bool = False
    """Whether the new descriptor is advanced."""
    power: bool = False
    """Whether the new descriptor is a spell or a super power."""

    @property
    def new_descriptor_name(self) -> tuple[str, str | None]:
        """Return the key and the name of the new descriptor of the line; the name may be None."""
        return ("add", self.add) if self.add is not None else ("for", self.for_)


class Concept(AnyConcept):
    """A Five by Five character: five descriptors and hit points share 6, 4, 4, 2, 2 and −5."""

    rules: Rules = Rules()
    """Optional rules of this character; a campaign file may set them for everyone."""
    descriptors: Annotated[Mapping[str, Descriptor] | None, NEEDED] = None
    """The five descriptors, by name: what makes the character special."""
    hit_points: Annotated[int | None, NEEDED] = None
    """The value assigned to hit points, one of the six; HP are 10 more."""
    aspects: Annotated[Mapping[Aspect, Rating], ONE_SPELLING] = {}
    """The ratings of the four aspects; by default average (option `aspects`)."""
    weapons: Several[Weapon] = ()
    """The weapons carried."""
    armor: Armor | None = None
    """The armour worn."""
    shield: bool = False
    """Whether the character carries a shield: one more dodge a round."""
    off_hand: OffHand | None = None
    """`dagger` for a dagger in the off hand: one more dodge a round."""
    advancement: Several[Advance] = ()
    """The experience ledger, in order."""
