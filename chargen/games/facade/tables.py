"""Define the rows of weapons and armour, and read those of the book from ``tables.json``. Campaigns may add rows."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

from chargen.core.model import Choice, Model, Several

LIMBS = ("arms", "legs")


class Weapon(Model):
    """A row of the melee or the ranged weapons table."""

    name: str
    """What it is; a slash parts two names of one thing."""
    damage: str
    """How much and of which kind, such as 3D; L counts as Deadly (ruling FAC-Q18)."""
    strength: int | None = None
    """The Strength that wields it without Strain (house default, ruling FAC-Q21); none is needed where left out."""
    minimum: int | None = None
    """The least Strength that can use it (house default, ruling FAC-Q21)."""
    reach: str = ""
    """Small, Med. or Large, for melee weapons."""
    range_feet: int | None = None
    """How far it carries, for ranged weapons."""
    bow: bool = False
    """Whether extra Strain taken is also taken off its damage (footnote 2)."""
    doubled_against_reduction: bool = False
    """Whether its damage counts twice for getting past an armour's Reduction (footnote 3)."""
    bullets: bool = False
    """Whether it fires bullets, against which some armour has a Reduction of its own; a shotgun does not."""
    automatic_fire: bool = False
    """Whether it fires bursts: +1 or +3 to Success Level and to the Strength it wants (footnote 4)."""
    families: Several[str] = ()
    """The skills that its use falls under, the nearest first, besides one of its own name (house default, FAC-Q11)."""


class UnarmedAttack(Model):
    """A row of the martial arts table. Its damage is Bruising and comes from Strength."""

    name: str
    """What it is; a slash parts two names of one thing."""
    add: int = 0
    """What is added to Strength."""
    halved: bool = False
    """Whether half the Strength counts, rounded down (ruling FAC-Q22)."""
    of_target: bool = False
    """Whether the target's Strength counts instead of one's own."""
    limb: Annotated[str, Choice(LIMBS)] = "arms"
    """What it is done with: hits there make it worse (house default)."""
    unparried: bool = False
    """Whether it can be neither parried nor blocked."""
    spares: Several[str] = ()
    """Locations that it never goes to."""
    remark: str = ""
    """What the last column says."""
    families: Several[str] = ()
    """The skills that it falls under, the nearest first, besides one of its own name (house default, FAC-Q11)."""


class Material(Model):
    """A row of the table of what armour is made of."""

    name: str
    """What it is."""
    bruising: int = 0
    """Bruising damage it stops."""
    crushing: int = 0
    """Crushing damage it stops."""
    deadly: int = 0
    """Deadly damage it stops."""
    reduction: int | None = None
    """Its Reduction, where it has one."""
    reduction_of_bullets: int | None = None
    """Its Reduction against bullets, where that is another one."""
    remark: str = ""
    """Its restrictions, as printed."""

    @property
    def protects(self) -> str:
        """Return what it stops, in the text's notation."""
        return f"{self.bruising}B/{self.crushing}C/{self.deadly}D"


class Armor(Material):
    """A row of the table of worn armour."""

    covers: Several[str] = ()
    """Where it protects: torso, legs, arms, head, or parry for shields."""
    action: int = 0
    """What it does to every roll of the Action category (printed as Dex, ruling FAC-Q20)."""
    agility: int = 0
    """What it does to Agility."""
    perception: int = 0
    """What it does to Perception (printed as Per, ruling FAC-Q20)."""
    weapon_strength: int = 0
    """What it adds to the Strength that every weapon wants."""
    strength: int | None = None
    """The Strength that bears it without Strain, for shields."""


Row = TypeVar("Row", bound=Model)

# JSON and not YAML: these tables are read with every command, and PyYAML takes a hundred times as long.
_TABLES: Mapping[str, Any] = json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))


def _rows(model: type[Row], table: str) -> tuple[Row, ...]:
    rows = []
    for row in _TABLES[table]:
        families = {"families": tuple(_families(row["families"]))} if "families" in row else {}
        rows.append(model(**{**row, **families}))
    return tuple(rows)


def _families(names: Iterable[str]) -> Iterator[str]:
    """Yield the skills of a weapon; `+hafted` means all skills of the family `hafted`."""
    for name in names:
        if name.startswith("+"):
            yield from _families(_TABLES["families"][name[1:]])
        else:
            yield name


MELEE_WEAPONS = _rows(Weapon, "melee_weapons")
RANGED_WEAPONS = _rows(Weapon, "ranged_weapons")
UNARMED_ATTACKS = _rows(UnarmedAttack, "unarmed_attacks")
WORN_ARMOR = _rows(Armor, "worn_armor")
MATERIALS = _rows(Material, "materials")
