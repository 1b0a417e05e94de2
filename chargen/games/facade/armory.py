"""Weapons and armour as they are carried: rows of the tables, or the player's own, with what Strength makes of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from chargen.core.names import fold
from chargen.core.same import Same
from chargen.games.facade import tables
from chargen.games.facade.concept import Armor, Weapon
from chargen.games.facade.rules import Rules
from chargen.kit.vocabulary import Vocabulary

_DAMAGE = re.compile(r"\s*(\d{1,3})\s*([BCDL])\s*", re.IGNORECASE)
_KINDS = {"B": "bruising", "C": "crushing", "D": "deadly"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A weapon in hand, or an unarmed attack."""

    name: str
    amount: int | None
    """Damage levels; None where they are the target's Strength."""
    kind: str
    """B, C or D."""
    extra_strain: int = 0
    """Strain taken with every attack: what it wants above the character's Strength (ours, ruling FAC-Q21)."""
    wanted: int | None = None
    minimum: int | None = None
    usable: bool = True
    reach: str = ""
    remark: str = ""
    skill: str = ""
    """The skill that its wielder names for it."""
    names: tuple[str, ...] = ()
    """What a skill of its own may be called."""
    families: tuple[str, ...] = ()
    """The skills that its use falls under, the nearest first."""
    unarmed: bool = False
    ranged: bool = False
    pierces: bool = False
    """Whether its damage counts twice for getting past Reduction."""
    bullets: bool = False
    """Whether it fires bullets."""
    limb: str = "arms"
    """What it is done with, arms or legs."""
    unparried: bool = False
    """Whether it can be neither parried nor blocked."""
    spares: tuple[str, ...] = ()
    """Locations that it never goes to."""

    @property
    def damage(self) -> str:
        """The damage in the text's notation, such as 2D."""
        return f"target's Str {self.kind}" if self.amount is None else f"{self.amount}{self.kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worn:
    """A piece of armour as it is worn."""

    name: str
    bruising: int
    crushing: int
    deadly: int
    reduction: int | None
    reduction_of_bullets: int | None
    """Another Reduction against bullets, where there is one."""
    covers: tuple[str, ...]
    remark: str = ""
    action: int = 0
    agility: int = 0
    perception: int = 0
    weapon_strength: int = 0
    strain: int = 0
    """Extra Strain of a shield that wants more Strength than there is (ours)."""

    @property
    def protects(self) -> str:
        """What it stops, in the text's notation."""
        return f"{self.bruising}B/{self.crushing}C/{self.deadly}D"


def damage(text: str) -> tuple[int, str] | None:
    """Amount and kind of a damage such as 2D; L counts as D (ruling FAC-Q18). None where it is none.

    >>> damage("3l"), damage("lots")
    ((3, 'D'), None)
    """
    match = _DAMAGE.fullmatch(text)
    if match is None:
        return None
    kind = match[2].upper()
    return int(match[1]), "D" if kind == "L" else kind


def protection(text: str) -> tuple[int, int, int] | None:
    """What armour stops, such as 2B/1C/1D; a kind that is not named is 0. None where it is none.

    >>> protection("2B/1D"), protection("3 to all"), protection("thick")
    ((2, 0, 1), (3, 3, 3), None)
    """
    everything = re.fullmatch(r"\s*(\d{1,3})\s*to all\s*", text, re.IGNORECASE)
    if everything:
        same = int(everything[1])
        return same, same, same
    found = {"B": 0, "C": 0, "D": 0}
    for part in text.split("/"):
        read = damage(part)
        if read is None:
            return None
        found[read[1]] = read[0]
    return found["B"], found["C"], found["D"]


Row = TypeVar("Row", tables.Weapon, tables.UnarmedAttack)


@lru_cache(maxsize=16)
def _named(rows: Same[tuple[Row, ...]]) -> Vocabulary[Row]:
    return Vocabulary("row", rows.value)


def weapon_rows(name: str, rules: Rules) -> tuple[tables.Weapon, ...]:
    """The rows of both tables that a name means: `knife` is one to hold and one to throw."""
    melee, ranged = Same(rules.melee_weapons), Same(rules.ranged_weapons)
    return (*_named(melee).all_called(name), *_named(ranged).all_called(name))


def unarmed_row(name: str, rules: Rules) -> tables.UnarmedAttack | None:
    """The unarmed attack of that name."""
    return _named(Same(rules.unarmed_attacks)).called(name)


def weapon_table(rules: Rules) -> Vocabulary[tables.Weapon | tables.UnarmedAttack]:
    """Every weapon and every unarmed attack of the tables."""
    rows: list[tables.Weapon | tables.UnarmedAttack] = [*rules.melee_weapons, *rules.ranged_weapons]
    rows += rules.unarmed_attacks
    return Vocabulary("weapon", rows, table="tables of weapons")


def is_known(weapon: Weapon, rules: Rules) -> bool:
    """Whether a weapon is one of the tables, or has a damage of its own."""
    name = weapon.name or ""
    return weapon.damage is not None or bool(weapon_rows(name, rules) or unarmed_row(name, rules))


def armor_row(name: str, rules: Rules) -> tables.Armor | None:
    """The row of worn armour of that name; the parts of `Shield, Small` may stand in either order."""
    return armor_table(rules).called(name)


def armor_table(rules: Rules) -> Vocabulary[tables.Armor]:
    """The table of worn armour."""
    return _armor_table(Same(rules.armor))


@lru_cache(maxsize=16)
def _armor_table(rows: Same[tuple[tables.Armor, ...]]) -> Vocabulary[tables.Armor]:
    def spelled(row: tables.Armor) -> tuple[str, ...]:
        return (row.name, " ".join(reversed([part.strip() for part in row.name.split(",")])))

    return Vocabulary("armour", rows.value, spelled, table="table of armour")


def is_full_plate(piece: Armor) -> bool:
    """Whether a piece is the Full Plate that the text prints with two protections (ruling FAC-Q19)."""
    return fold(piece.name or "") == "full plate" and piece.protects is None and piece.material is None


def material_row(name: str, rules: Rules) -> tables.Material | None:
    """The material of that name."""
    return material_table(rules).called(name)


def material_table(rules: Rules) -> Vocabulary[tables.Material]:
    """What armour may be made of."""
    return _material_table(Same(rules.materials))


@lru_cache(maxsize=16)
def _material_table(rows: Same[tuple[tables.Material, ...]]) -> Vocabulary[tables.Material]:
    return Vocabulary("material", rows.value, table="table of materials")


def _made_of(piece: Armor, rules: Rules) -> tables.Armor | None:
    """The row of a piece that names its material; where it is called like worn armour, it covers the same."""
    row = material_row(piece.material, rules) if piece.material else None
    if row is None:
        return None
    like = armor_row(piece.name or "", rules)
    covers = like.covers if like else ()
    return tables.Armor.model_validate(row.model_dump() | {"name": piece.name or "", "covers": covers})


def worn(pieces: tuple[Armor, ...], strength: int, rules: Rules) -> tuple[Worn, ...]:
    """The armour that a character wears."""
    return tuple(_worn(piece, strength, rules) for piece in pieces)


def _worn(piece: Armor, strength: int, rules: Rules) -> Worn:
    row = _made_of(piece, rules) or armor_row(piece.name or "", rules) or tables.Armor(name=piece.name or "")
    stopped = (protection(piece.protects) if piece.protects else None) or (row.bruising, row.crushing, row.deadly)
    return Worn(
        name=piece.name or "",
        bruising=stopped[0],
        crushing=stopped[1],
        deadly=stopped[2],
        reduction=row.reduction if piece.reduction is None else piece.reduction,
        reduction_of_bullets=row.reduction_of_bullets,
        covers=piece.covers or row.covers,
        remark=row.remark,
        action=row.action,
        agility=row.agility,
        perception=row.perception,
        weapon_strength=row.weapon_strength,
        strain=max(0, (row.strength or 0) - strength),
    )


def arms(
    weapons: tuple[Weapon, ...], strength: int, pieces: tuple[Worn, ...], rules: Rules
) -> tuple[tuple[Arm, ...], tuple[Arm, ...]]:
    """The weapons carried, and every unarmed attack. Armour may make weapons want more Strength."""
    favourites = {
        row.name: weapon.skill or "" for weapon in weapons if (row := _bare_handed(weapon, rules)) is not None
    }
    unarmed = tuple(_unarmed(row, strength, favourites.get(row.name, "")) for row in rules.unarmed_attacks)
    return carried(weapons, strength, pieces, rules), unarmed


def used(weapons: tuple[Weapon, ...], rules: Rules) -> tuple[Arm, ...]:
    """The weapons carried and the unarmed attacks named among them, whatever the Strength."""
    bare = [(row, weapon) for weapon in weapons if (row := _bare_handed(weapon, rules)) is not None]
    return (*carried(weapons, 0, (), rules), *(_unarmed(row, 0, weapon.skill or "") for row, weapon in bare))


def carried(weapons: tuple[Weapon, ...], strength: int, pieces: tuple[Worn, ...], rules: Rules) -> tuple[Arm, ...]:
    """The weapons carried."""
    heavier = sum(piece.weapon_strength for piece in pieces)
    held = [weapon for weapon in weapons if _bare_handed(weapon, rules) is None]
    return tuple(arm for weapon in held for arm in _carried(weapon, strength, heavier, rules))


def _bare_handed(weapon: Weapon, rules: Rules) -> tables.UnarmedAttack | None:
    """The unarmed attack that a weapon of that name is; None for a weapon."""
    row = unarmed_row(weapon.name or "", rules)
    return row if weapon.damage is None and not weapon_rows(weapon.name or "", rules) else None


def _carried(weapon: Weapon, strength: int, heavier: int, rules: Rules) -> Iterator[Arm]:
    rows = weapon_rows(weapon.name or "", rules)
    own = damage(weapon.damage) if weapon.damage else None
    if weapon.damage is not None or not rows:
        rows = rows[:1]
    for row in rows or (tables.Weapon(name=weapon.name or "", damage="0B"),):
        amount, kind = own or damage(row.damage) or (0, "B")
        listed = row.strength if weapon.strength is None else weapon.strength
        wanted = None if listed is None else listed + heavier
        minimum = row.minimum if weapon.minimum is None else weapon.minimum
        strain = max(0, (wanted or 0) - strength)
        reach = weapon.reach or row.reach or (f"{row.range_feet} ft" if row.range_feet else "")
        both = len(rows) > 1
        yield Arm(
            name=f"{weapon.name}, {'thrown' if row.range_feet else 'held'}" if both else weapon.name or "",
            amount=max(0, amount - strain) if row.bow else amount,
            kind=kind,
            extra_strain=strain,
            wanted=wanted,
            minimum=minimum,
            usable=strength >= (minimum or 0),
            reach=reach,
            remark=", ".join(_remarks(row, strain)),
            skill=weapon.skill or "",
            names=_names(weapon.name or "", row),
            families=row.families or _words(weapon.name or "", rules),
            ranged=row.range_feet is not None,
            pierces=row.doubled_against_reduction,
            bullets=row.bullets,
        )


def _remarks(row: tables.Weapon, strain: int) -> Iterator[str]:
    if row.bow and strain:
        yield f"{strain} less damage for the Strain"
    if row.doubled_against_reduction:
        yield "counts twice against Reduction"
    if row.automatic_fire:
        yield "bursts +1 or +3"


def _unarmed(row: tables.UnarmedAttack, strength: int, skill: str) -> Arm:
    amount = strength // 2 if row.halved else strength
    return Arm(
        name=row.name,
        amount=None if row.of_target else max(0, amount + row.add),
        kind="B",
        remark=row.remark,
        skill=skill,
        names=_names(row.name, row),
        families=row.families,
        unarmed=True,
        limb=row.limb,
        unparried=row.unparried,
        spares=row.spares,
    )


def _names(name: str, row: Row) -> tuple[str, ...]:
    """What a skill with a weapon of that name may be called: a knife is a dagger too."""
    return (name, *row.name.split("/"))


def _words(name: str, rules: Rules) -> tuple[str, ...]:
    """The families of a weapon of one's own: a boarding axe is used like an axe, a sword cane like a sword."""
    return tuple(dict.fromkeys(family for word in reversed(fold(name).split()) for family in _like(word, Same(rules))))


@lru_cache(maxsize=256)
def _like(word: str, book: Same[Rules]) -> tuple[str, ...]:
    """The families of the weapon of that name, or of those whose family that is."""
    rows = (*book.value.melee_weapons, *book.value.ranged_weapons)
    if named := weapon_rows(word, book.value):
        return (word, *named[0].families)
    inside = ((row, list(map(singular, row.families))) for row in rows)
    return next((row.families[names.index(singular(word)) :] for row, names in inside if singular(word) in names), ())


def singular(name: str) -> str:
    """A name as it is compared: `Swords` is the skill of a sword.

    >>> singular("Swords"), singular("BIG rock")
    ('sword', 'big rock')
    """
    return fold(name).removesuffix("s")
