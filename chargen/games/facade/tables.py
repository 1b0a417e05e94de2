"""Define the rows of weapons and armour, and read those of the book from ``tables.json``. Campaigns may add rows."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Annotated, TypeVar

from chargen.kit.texts import read_tables
from chargen.schema.model import Choice, Model, Several


class Weapon(Model):
    """A row of the melee or the ranged weapons table."""

    name: str
    """The name; a slash separates two names of one thing."""
    damage: str
    """The damage, such as 3D; L counts as Deadly (ruling FAC-Q18)."""
    strength: int | None = None
    """The Strength to use it without Strain (house default, ruling FAC-Q21); by default none."""
    minimum: int | None = None
    """The lowest Strength to use it (house default, ruling FAC-Q21)."""
    reach: str = ""
    """Small, Med. or Large, for melee weapons."""
    range_feet: int | None = None
    """The range in feet, for ranged weapons."""
    bow: bool = False
    """Whether extra Strain also reduces its damage (footnote 2)."""
    doubled_against_reduction: bool = False
    """Whether its damage counts twice against Reduction (footnote 3)."""
    bullets: bool = False
    """Whether it fires bullets, against which some armour has a separate Reduction; a shotgun does not."""
    automatic_fire: bool = False
    """Whether it fires bursts: +1 or +3 to Success Level and to the Strength needed (footnote 4)."""
    families: Several[str] = ()
    """The skills that cover its use besides a skill of its name, the nearest first (house default, FAC-Q11)."""


class UnarmedAttack(Model):
    """A row of the martial arts table. Its damage is Bruising and comes from Strength."""

    name: str
    """The name; a slash separates two names of one thing."""
    add: int = 0
    """The bonus to Strength."""
    halved: bool = False
    """Whether half the Strength counts, rounded down (ruling FAC-Q22)."""
    of_target: bool = False
    """Whether the Strength of the target counts instead."""
    limb: Annotated[str, Choice(("arms", "legs"))] = "arms"
    """The limbs that it uses; hits to them are a penalty (house default)."""
    unparried: bool = False
    """Whether it can be neither parried nor blocked."""
    spares: Several[str] = ()
    """The locations that it never hits."""
    remark: str = ""
    """The text of the last column."""
    families: Several[str] = ()
    """The skills that cover it besides a skill of its name, the nearest first (house default, FAC-Q11)."""


class Material(Model):
    """A row of the table of materials of armour."""

    name: str
    """The name."""
    bruising: int = 0
    """The Bruising damage that it stops."""
    crushing: int = 0
    """The Crushing damage that it stops."""
    deadly: int = 0
    """The Deadly damage that it stops."""
    reduction: int | None = None
    """Its Reduction, if it has one."""
    reduction_of_bullets: int | None = None
    """Its Reduction against bullets, if that is different."""
    remark: str = ""
    """Its restrictions, as printed."""

    @property
    def protects(self) -> str:
        """Return the damage that it stops, in the notation of the text."""
        return f"{self.bruising}B/{self.crushing}C/{self.deadly}D"


class Armor(Material):
    """A row of the table of worn armour."""

    covers: Several[str] = ()
    """The protected locations: torso, legs, arms, head, or parry for shields."""
    action: int = 0
    """The change of every roll of the Action category (printed as Dex, ruling FAC-Q20)."""
    agility: int = 0
    """The change of Agility."""
    perception: int = 0
    """The change of Perception (printed as Per, ruling FAC-Q20)."""
    weapon_strength: int = 0
    """The extra Strength that every weapon needs."""
    strength: int | None = None
    """The Strength to use it without Strain, for shields."""


Row = TypeVar("Row", bound=Model)

_TABLES = read_tables(__file__)


def _families(names: Iterable[str]) -> tuple[str, ...]:
    """Return the skills of a weapon; `+hafted` means all skills of the family `hafted`."""
    families: Mapping[str, Sequence[str]] = _TABLES["families"]
    inside = (_families(families[name[1:]]) if name.startswith("+") else (name,) for name in names)
    return tuple(chain.from_iterable(inside))


def _attacks(model: type[Row], table: str) -> tuple[Row, ...]:
    return tuple(model(**{**row, "families": _families(row["families"])}) for row in _TABLES[table])


MELEE_WEAPONS, RANGED_WEAPONS = _attacks(Weapon, "melee_weapons"), _attacks(Weapon, "ranged_weapons")
UNARMED_ATTACKS = _attacks(UnarmedAttack, "unarmed_attacks")
WORN_ARMOR = tuple(Armor(**row) for row in _TABLES["worn_armor"])
MATERIALS = tuple(Material(**row) for row in _TABLES["materials"])
