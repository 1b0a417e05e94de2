"""Façade's long tables: weapons, armour, loads, running. A campaign may add rows of its own."""

from collections import ChainMap
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
    """The Strength that wields it without Strain (ours, ruling FAC-Q21); none is needed where left out."""
    minimum: int | None = None
    """The least Strength that can use it (ours, ruling FAC-Q21)."""
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
    """The skills that its use falls under, the nearest first, besides one of its own name (ours, FAC-Q11)."""


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
    """What it is done with: hits there make it worse (ours)."""
    unparried: bool = False
    """Whether it can be neither parried nor blocked."""
    spares: Several[str] = ()
    """Locations that it never goes to."""
    remark: str = ""
    """What the last column says."""
    families: Several[str] = ()
    """The skills that it falls under, the nearest first, besides one of its own name (ours, FAC-Q11)."""


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


class Load(Model):
    """A row of the carrying table, in percent of the bearer's weight."""

    light: int
    """Hardly noticed."""
    comfortable: int
    """Easily borne."""
    heavy: int
    """Doubles the Strain and Fatigue that are gained."""
    unbearable: int
    """Like heavy, and only Body feet at a time."""


class Pace(Model):
    """A row of the running table."""

    feet_per_second: int
    """Sprinting, after a good start."""
    miles_per_100_minutes: int
    """Running: the printed miles a minute, times a hundred."""


MELEE = ("melee weapons", "melee", "weapons")
RANGED = ("shooting", "marksmanship", "ranged weapons", "missile weapons", "weapons")
BLADES = ("swords", "blades", *MELEE)
HAFTED = ("hafted", "hafted weapons", *MELEE)
BOWS = ("bows", "archery", *RANGED)
GUNS = ("guns", "firearms", *RANGED)
HANDGUNS = ("handguns", "pistols", *GUNS)
SMGS = ("smgs", "submachine guns", "automatic weapons", *GUNS)
LONG_GUNS = ("long guns", *GUNS)
BRAWLING = ("brawling", "unarmed", "unarmed combat", "martial arts")

Row = TypeVar("Row", bound=Model)


def _rows(model: type[Row], columns: str, *rows: tuple[Any, ...]) -> tuple[Row, ...]:
    """Rows of a table by its columns; the mappings at the end of a row are further fields."""
    table = []
    for row in rows:
        cells = [cell for cell in row if not isinstance(cell, dict)]
        further = [cell for cell in row if isinstance(cell, dict)]
        table.append(model(**ChainMap(dict(zip(columns.split(), cells, strict=False)), *further)))
    return tuple(table)


BOW, DOUBLED, BULLETS, BURSTS, HALVED = (
    {name: True} for name in ("bow", "doubled_against_reduction", "bullets", "automatic_fire", "halved")
)
LEGS = {"limb": "legs"}
STOPS_BULLETS = {"reduction_of_bullets": 16, "remark": "Reduction 16 against bullets"}
PLATED = {"weapon_strength": 2, "perception": -1, "agility": -2}

MELEE_WEAPONS = _rows(
    Weapon,
    "name damage strength minimum reach families",
    ("Bastard Sword", "4D", 5, 3, "Large", BLADES),
    ("Battleaxe", "3D", 4, 2, "Med.", ("axes", *HAFTED)),
    ("Broadsword", "3D", 4, 2, "Med.", BLADES),
    ("Greatsword", "5D", 7, 4, "Large", BLADES),
    ("Halberd", "5D", 6, 3, "Large", ("halberds", "polearms", *HAFTED)),
    ("Hatchet", "2D", 2, None, "Small", ("axes", *HAFTED)),
    ("Knife/Dagger", "1D", 1, None, "Small", ("knives", "blades", *MELEE)),
    ("Large Chain", "4C", 5, 2, "Large", ("chains", "flails", *MELEE)),
    ("Mace", "4C", 4, 2, "Med.", ("maces", "clubs", *HAFTED)),
    ("Maul", "6C", 7, 4, "Large", ("hammers", "clubs", *HAFTED)),
    ("Nunchuku", "2C", 2, None, "Med.", ("flails", "chains", *MELEE)),
    ("Rapier", "2D", 2, None, "Med.", ("fencing", *BLADES)),
    ("Shortsword", "2D", 2, 1, "Small", BLADES),
    ("Spear", "3D", 4, 2, "Large", ("spears", "polearms", *HAFTED)),
    ("Staff", "3C", 2, None, "Large", ("staves", "polearms", *HAFTED)),
    ("Warhammer", "3C", 4, 2, "Med.", ("hammers", "clubs", *HAFTED)),
)
RANGED_WEAPONS = _rows(
    Weapon,
    "name damage strength minimum range_feet families",
    ("Shortbow", "2L", 2, None, 60, BOWS, BOW),
    ("Longbow", "4L", 4, 2, 100, BOWS, BOW, DOUBLED),
    ("Comp. Bow", "3L", 2, None, 100, BOWS, BOW),
    ("Crossbow", "3L", None, None, 100, ("crossbows", "archery", *RANGED), DOUBLED),
    ("Knife", "1L", 1, None, 15, ("knife throwing", "throwing", "knives", "blades", *RANGED)),
    ("Big Rock", "3C", 3, None, 10, ("throwing", *RANGED)),
    ("Small Handgun", "2L", 1, None, 60, HANDGUNS, DOUBLED, BULLETS),
    ("Big Handgun", "3L", 2, None, 90, HANDGUNS, DOUBLED, BULLETS),
    ("Small SMG", "3L", 2, None, 70, SMGS, DOUBLED, BULLETS, BURSTS),
    ("Large SMG", "4L", 3, None, 150, SMGS, DOUBLED, BULLETS, BURSTS),
    ("Rifle", "3L", 3, None, 600, ("rifles", *LONG_GUNS), DOUBLED, BULLETS),
    ("Shotgun", "4L", 4, 2, 60, ("shotguns", *LONG_GUNS)),
    ("Assault Rifle", "4L", 5, 2, 450, ("rifles", "automatic weapons", *LONG_GUNS), DOUBLED, BULLETS, BURSTS),
)
UNARMED_ATTACKS = _rows(
    UnarmedAttack,
    "name remark families",
    ("Headbutt", "cannot be parried or blocked", BRAWLING, {"unparried": True}),
    ("Judo Throw", "thrown as many yards as Success Levels", ("judo", "wrestling", *BRAWLING), {"of_target": True}),
    ("Kick", "needs space", BRAWLING, LEGS),
    ("Knee", "never to the head", BRAWLING, LEGS, {"add": -1, "spares": "head"}),
    ("Leaping Kick", "needs space", ("kicks", *BRAWLING), LEGS, {"add": 3}),
    ("Martial Kick", "needs space", ("kicks", *BRAWLING), LEGS, {"add": 1}),
    ("Martial Strike", "no extra Strain", ("strikes", "martial arts", *BRAWLING), HALVED),
    ("Punch", "+1 Strain when it hits", ("boxing", *BRAWLING), HALVED),
    ("Tackle/Grapple", "Athletics to hold on; past armour from round 2", ("wrestling", *BRAWLING), HALVED),
)
WORN_ARMOR = _rows(
    Armor,
    "name bruising crushing deadly reduction covers remark",
    ("Leather Jacket", 3, 1, 1, 2, ("torso", "arms")),
    ("Leather Pants", 2, 0, 0, 1, "legs"),
    ("Leather Armour", 2, 1, 2, 3, ("torso", "arms")),
    ("Chain Shirt", 3, 1, 3, 6, ("torso", "arms"), "−1 Dex", {"action": -1}),
    ("Flak Vest", 6, 3, 5, 7, "torso", "weapons want 1 Strength more", {"weapon_strength": 1}),
    ("Kevlar Vest", 2, 1, 1, 2, "torso", STOPS_BULLETS),
    ("Shield, Small", 3, 3, 3, None, "parry", "Str. 3", {"strength": 3}),
    ("Shield, Large", 4, 4, 4, None, "parry", "Str. 4", {"strength": 4}),
    ("Tech Clothes", 2, 1, 2, 3, ("torso", "legs", "arms"), "can be concealed"),
    ("Footb. Helmet", 5, 3, 3, 5, "head", "−1 Per.", {"perception": -1}),
    (
        "Full Plate",
        6,
        3,
        4,
        7,
        ("torso", "legs", "arms", "head"),
        "weapons want 2 Strength more, −1 Per, −2 Agi",
        PLATED,
    ),
)
MATERIALS = _rows(
    Material,
    "name bruising crushing deadly reduction remark",
    ("Thick Cloth", 1),
    ("Thin Leather", 2, 0, 0, 1),
    ("Thick Leather", 3, 1, 1, 2),
    ("Kevlar", 2, 1, 1, 2, STOPS_BULLETS),
    ("Boiled Leather", 2, 1, 2, 3),
    ("Boiled Hide", 4, 2, 2, 4),
    ("Thin Wood", 1, 0, 1, 1),
    ("Thick Wood", 3, 3, 3, 4),
    ("Thin Plastic", 2, 1, 2, 3),
    ("Thick Plastic", 5, 3, 3, 5),
    ("Light Chain", 3, 1, 3, 6),
    ("Heavy Chain", 4, 2, 4, 6),
    ("Thin Metal", 3, 2, 3, 5),
    ("Thick Metal", 6, 3, 5, 7),
    ("Plasti/Ceramsteel", 7, 4, 6, 8),
)
LOADS = _rows(
    Load,
    "light comfortable heavy unbearable",
    (3, 5, 10, 20),
    (8, 15, 30, 60),
    (10, 20, 40, 80),
    (12, 25, 50, 100),
    (20, 40, 80, 160),
    (30, 60, 120, 240),
    (40, 75, 150, 300),
)
PACES = _rows(
    Pace,
    "feet_per_second miles_per_100_minutes",
    (1, 1),
    (3, 4),
    (6, 7),
    (12, 10),
    (18, 15),
    (24, 20),
    (32, 25),
)
