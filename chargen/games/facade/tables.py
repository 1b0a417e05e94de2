"""Façade's long tables: weapons, armour, loads, running. A campaign may add rows of its own."""

from typing import Annotated

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


class Armor(Model):
    """A row of the table of worn armour."""

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
    covers: Several[str] = ()
    """Where it protects: torso, legs, arms, head, or parry for shields."""
    remark: str = ""
    """Its restrictions, as printed."""
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

MELEE_WEAPONS = (
    Weapon(name="Bastard Sword", damage="4D", strength=5, minimum=3, reach="Large", families=BLADES),
    Weapon(name="Battleaxe", damage="3D", strength=4, minimum=2, reach="Med.", families=("axes", *HAFTED)),
    Weapon(name="Broadsword", damage="3D", strength=4, minimum=2, reach="Med.", families=BLADES),
    Weapon(name="Greatsword", damage="5D", strength=7, minimum=4, reach="Large", families=BLADES),
    Weapon(
        name="Halberd", damage="5D", strength=6, minimum=3, reach="Large", families=("halberds", "polearms", *HAFTED)
    ),
    Weapon(name="Hatchet", damage="2D", strength=2, reach="Small", families=("axes", *HAFTED)),
    Weapon(name="Knife/Dagger", damage="1D", strength=1, reach="Small", families=("knives", "blades", *MELEE)),
    Weapon(
        name="Large Chain", damage="4C", strength=5, minimum=2, reach="Large", families=("chains", "flails", *MELEE)
    ),
    Weapon(name="Mace", damage="4C", strength=4, minimum=2, reach="Med.", families=("maces", "clubs", *HAFTED)),
    Weapon(name="Maul", damage="6C", strength=7, minimum=4, reach="Large", families=("hammers", "clubs", *HAFTED)),
    Weapon(name="Nunchuku", damage="2C", strength=2, reach="Med.", families=("flails", "chains", *MELEE)),
    Weapon(name="Rapier", damage="2D", strength=2, reach="Med.", families=("fencing", *BLADES)),
    Weapon(name="Shortsword", damage="2D", strength=2, minimum=1, reach="Small", families=BLADES),
    Weapon(name="Spear", damage="3D", strength=4, minimum=2, reach="Large", families=("spears", "polearms", *HAFTED)),
    Weapon(name="Staff", damage="3C", strength=2, reach="Large", families=("staves", "polearms", *HAFTED)),
    Weapon(name="Warhammer", damage="3C", strength=4, minimum=2, reach="Med.", families=("hammers", "clubs", *HAFTED)),
)
RANGED_WEAPONS = (
    Weapon(name="Shortbow", damage="2L", strength=2, range_feet=60, bow=True, families=BOWS),
    Weapon(
        name="Longbow",
        damage="4L",
        strength=4,
        minimum=2,
        range_feet=100,
        bow=True,
        doubled_against_reduction=True,
        families=BOWS,
    ),
    Weapon(name="Comp. Bow", damage="3L", strength=2, range_feet=100, bow=True, families=BOWS),
    Weapon(
        name="Crossbow",
        damage="3L",
        range_feet=100,
        doubled_against_reduction=True,
        families=("crossbows", "archery", *RANGED),
    ),
    Weapon(
        name="Knife",
        damage="1L",
        strength=1,
        range_feet=15,
        families=("knife throwing", "throwing", "knives", "blades", *RANGED),
    ),
    Weapon(name="Big Rock", damage="3C", strength=3, range_feet=10, families=("throwing", *RANGED)),
    Weapon(
        name="Small Handgun",
        damage="2L",
        strength=1,
        range_feet=60,
        doubled_against_reduction=True,
        bullets=True,
        families=HANDGUNS,
    ),
    Weapon(
        name="Big Handgun",
        damage="3L",
        strength=2,
        range_feet=90,
        doubled_against_reduction=True,
        bullets=True,
        families=HANDGUNS,
    ),
    Weapon(
        name="Small SMG",
        damage="3L",
        strength=2,
        range_feet=70,
        doubled_against_reduction=True,
        bullets=True,
        automatic_fire=True,
        families=SMGS,
    ),
    Weapon(
        name="Large SMG",
        damage="4L",
        strength=3,
        range_feet=150,
        doubled_against_reduction=True,
        bullets=True,
        automatic_fire=True,
        families=SMGS,
    ),
    Weapon(
        name="Rifle",
        damage="3L",
        strength=3,
        range_feet=600,
        doubled_against_reduction=True,
        bullets=True,
        families=("rifles", *LONG_GUNS),
    ),
    Weapon(name="Shotgun", damage="4L", strength=4, minimum=2, range_feet=60, families=("shotguns", *LONG_GUNS)),
    Weapon(
        name="Assault Rifle",
        damage="4L",
        strength=5,
        minimum=2,
        range_feet=450,
        doubled_against_reduction=True,
        bullets=True,
        automatic_fire=True,
        families=("rifles", "automatic weapons", *LONG_GUNS),
    ),
)
UNARMED_ATTACKS = (
    UnarmedAttack(name="Headbutt", unparried=True, remark="cannot be parried or blocked", families=BRAWLING),
    UnarmedAttack(
        name="Judo Throw",
        of_target=True,
        remark="thrown as many yards as Success Levels",
        families=("judo", "wrestling", *BRAWLING),
    ),
    UnarmedAttack(name="Kick", limb="legs", remark="needs space", families=BRAWLING),
    UnarmedAttack(name="Knee", add=-1, limb="legs", spares=("head",), remark="never to the head", families=BRAWLING),
    UnarmedAttack(name="Leaping Kick", add=3, limb="legs", remark="needs space", families=("kicks", *BRAWLING)),
    UnarmedAttack(name="Martial Kick", add=1, limb="legs", remark="needs space", families=("kicks", *BRAWLING)),
    UnarmedAttack(
        name="Martial Strike", halved=True, remark="no extra Strain", families=("strikes", "martial arts", *BRAWLING)
    ),
    UnarmedAttack(name="Punch", halved=True, remark="+1 Strain when it hits", families=("boxing", *BRAWLING)),
    UnarmedAttack(
        name="Tackle/Grapple",
        halved=True,
        remark="Athletics to hold on; past armour from round 2",
        families=("wrestling", *BRAWLING),
    ),
)
WORN_ARMOR = (
    Armor(name="Leather Jacket", bruising=3, crushing=1, deadly=1, reduction=2, covers=("torso", "arms")),
    Armor(name="Leather Pants", bruising=2, reduction=1, covers=("legs",)),
    Armor(name="Leather Armor", bruising=2, crushing=1, deadly=2, reduction=3, covers=("torso", "arms")),
    Armor(
        name="Chain Shirt",
        bruising=3,
        crushing=1,
        deadly=3,
        reduction=6,
        covers=("torso", "arms"),
        remark="−1 Dex",
        action=-1,
    ),
    Armor(
        name="Flak Vest",
        bruising=6,
        crushing=3,
        deadly=5,
        reduction=7,
        covers=("torso",),
        remark="weapons want 1 Strength more",
        weapon_strength=1,
    ),
    Armor(
        name="Kevlar Vest",
        bruising=2,
        crushing=1,
        deadly=1,
        reduction=2,
        covers=("torso",),
        reduction_of_bullets=16,
        remark="Reduction 16 against bullets",
    ),
    Armor(name="Shield, Small", bruising=3, crushing=3, deadly=3, covers=("parry",), remark="Str. 3", strength=3),
    Armor(name="Shield, Large", bruising=4, crushing=4, deadly=4, covers=("parry",), remark="Str. 4", strength=4),
    Armor(
        name="Tech Clothes",
        bruising=2,
        crushing=1,
        deadly=2,
        reduction=3,
        covers=("torso", "legs", "arms"),
        remark="can be concealed",
    ),
    Armor(
        name="Footb. Helmet",
        bruising=5,
        crushing=3,
        deadly=3,
        reduction=5,
        covers=("head",),
        remark="−1 Per.",
        perception=-1,
    ),
    Armor(
        name="Full Plate",
        bruising=6,
        crushing=3,
        deadly=4,
        reduction=7,
        covers=("torso", "legs", "arms", "head"),
        remark="weapons want 2 Strength more, −1 Per, −2 Agi",
        weapon_strength=2,
        perception=-1,
        agility=-2,
    ),
)
MATERIALS = (
    Material(name="Thick Cloth", bruising=1),
    Material(name="Thin Leather", bruising=2, reduction=1),
    Material(name="Thick Leather", bruising=3, crushing=1, deadly=1, reduction=2),
    Material(
        name="Kevlar",
        bruising=2,
        crushing=1,
        deadly=1,
        reduction=2,
        reduction_of_bullets=16,
        remark="Reduction 16 against bullets",
    ),
    Material(name="Boiled Leather", bruising=2, crushing=1, deadly=2, reduction=3),
    Material(name="Boiled Hide", bruising=4, crushing=2, deadly=2, reduction=4),
    Material(name="Thin Wood", bruising=1, deadly=1, reduction=1),
    Material(name="Thick Wood", bruising=3, crushing=3, deadly=3, reduction=4),
    Material(name="Thin Plastic", bruising=2, crushing=1, deadly=2, reduction=3),
    Material(name="Thick Plastic", bruising=5, crushing=3, deadly=3, reduction=5),
    Material(name="Light Chain", bruising=3, crushing=1, deadly=3, reduction=6),
    Material(name="Heavy Chain", bruising=4, crushing=2, deadly=4, reduction=6),
    Material(name="Thin Metal", bruising=3, crushing=2, deadly=3, reduction=5),
    Material(name="Thick Metal", bruising=6, crushing=3, deadly=5, reduction=7),
    Material(name="Plasti/Ceramsteel", bruising=7, crushing=4, deadly=6, reduction=8),
)
LOADS = (
    Load(light=3, comfortable=5, heavy=10, unbearable=20),
    Load(light=8, comfortable=15, heavy=30, unbearable=60),
    Load(light=10, comfortable=20, heavy=40, unbearable=80),
    Load(light=12, comfortable=25, heavy=50, unbearable=100),
    Load(light=20, comfortable=40, heavy=80, unbearable=160),
    Load(light=30, comfortable=60, heavy=120, unbearable=240),
    Load(light=40, comfortable=75, heavy=150, unbearable=300),
)
PACES = (
    Pace(feet_per_second=1, miles_per_100_minutes=1),
    Pace(feet_per_second=3, miles_per_100_minutes=4),
    Pace(feet_per_second=6, miles_per_100_minutes=7),
    Pace(feet_per_second=12, miles_per_100_minutes=10),
    Pace(feet_per_second=18, miles_per_100_minutes=15),
    Pace(feet_per_second=24, miles_per_100_minutes=20),
    Pace(feet_per_second=32, miles_per_100_minutes=25),
)
