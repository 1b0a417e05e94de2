"""Resolve weapons and armour: rows of the tables or the player's own, adjusted to the character's Strength."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from chargen.game.identity_cache import cache_by_identity
from chargen.games.facade import skills, tables
from chargen.games.facade.concept import Armor, Weapon
from chargen.games.facade.rules import KINDS, Rules
from chargen.kit.vocabulary import Vocabulary, spellings_of
from chargen.text.names import fold

_DAMAGE = re.compile(r"\s*(\d{1,3})\s*([BCDL])\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A weapon in hand, or an unarmed attack."""

    name: str
    amount: int | None
    """The damage levels; None if they equal the Strength of the target."""
    kind: str
    """The kind of damage: B, C or D."""
    extra_strain: int = 0
    """The Strain of every attack: the Strength that is missing (house default, ruling FAC-Q21)."""
    wants: int | None = None
    """The Strength to use it without Strain."""
    minimum: int | None = None
    """The lowest Strength to use it."""
    usable: bool = True
    reach: str = ""
    remark: str = ""
    skill: str = ""
    """The skill that the concept names for it."""
    names: tuple[str, ...] = ()
    """The names that a skill for this weapon may have."""
    families: tuple[str, ...] = ()
    """The more general skills that cover its use, the nearest first."""
    unarmed: bool = False
    ranged: bool = False
    pierces: bool = False
    """Whether its damage counts twice against Reduction."""
    bullets: bool = False
    """Whether it fires bullets."""
    limb: str = "arms"
    """The limbs that the attack uses, arms or legs."""
    unparried: bool = False
    """Whether it can be neither parried nor blocked."""
    spares: tuple[str, ...] = ()
    """The locations that it never hits."""
    chosen: bool = False
    """Whether an unarmed attack is among the weapons of the concept."""

    @property
    def damage(self) -> str:
        """Return the damage in the notation of the text, such as 2D."""
        return f"target's Str {self.kind}" if self.amount is None else f"{self.amount}{self.kind}"


def parse_damage(text: str) -> tuple[int, str] | None:
    """Parse a damage such as 2D to amount and kind; L counts as D (ruling FAC-Q18). None for any other text.

    >>> parse_damage("3l"), parse_damage("much")
    ((3, 'D'), None)
    """
    match = _DAMAGE.fullmatch(text)
    if match is None:
        return None
    kind = match[2].upper()
    return int(match[1]), "D" if kind == "L" else kind


def parse_protection(text: str) -> tuple[int, int, int] | None:
    """Parse a protection such as 2B/1C/1D; a kind that is not named is 0. None for any other text.

    >>> parse_protection("2B/1D"), parse_protection("3 to all"), parse_protection("thick")
    ((2, 0, 1), (3, 3, 3), None)
    """
    if everything := re.fullmatch(r"\s*(\d{1,3})\s*to all\s*", text, re.IGNORECASE):
        return (int(everything[1]),) * 3
    stopped = {"B": 0, "C": 0, "D": 0}
    for part in text.split("/"):
        amount_and_kind = parse_damage(part)
        if amount_and_kind is None:
            return None
        stopped[amount_and_kind[1]] = amount_and_kind[0]
    return stopped["B"], stopped["C"], stopped["D"]


@cache_by_identity(32)
def _table(what: str, table: str, *rows: Iterable[Any]) -> Vocabulary[Any]:
    """Return the rows of some tables by name; `Shield, Small` is also found as `Small Shield`."""

    def spelled(row: Any) -> tuple[str, ...]:
        return (*spellings_of(row), " ".join(reversed([part.strip() for part in row.name.split(",")])))

    return Vocabulary(what, chain.from_iterable(rows), spelled, table=table)


def weapon_table(rules: Rules) -> Vocabulary[tables.Weapon | tables.UnarmedAttack]:
    """Return every weapon and every unarmed attack of the tables."""
    rows = rules.melee_weapons, rules.ranged_weapons, rules.unarmed_attacks
    return _table("weapon", "tables of weapons", *rows)


def armor_table(rules: Rules) -> Vocabulary[tables.Armor]:
    """Return the table of worn armour."""
    return _table("armour", "table of armour", rules.armor)


def material_table(rules: Rules) -> Vocabulary[tables.Material]:
    """Return the table of materials of armour."""
    return _table("material", "table of materials", rules.materials)


def is_known(weapon: Weapon, rules: Rules) -> bool:
    """Return whether a weapon is in the tables or states its own damage."""
    return weapon.damage is not None or weapon_table(rules).find(weapon.name or "") is not None


def is_full_plate(piece: Armor) -> bool:
    """Return whether a piece is Full Plate, for which the text prints two protections (ruling FAC-Q19)."""
    return fold(piece.name or "") == "full plate" and piece.protects is None and piece.material is None


def resolve_armor(piece: Armor, rules: Rules) -> tables.Armor:
    """Return the numbers of a piece of armour: from the table, from its material, or from its stated protection.

    A piece with a material and a name of the table covers the same locations as in the table.
    """
    name = piece.name or ""
    row = armor_table(rules).find(name) or tables.Armor(name=name)
    if piece.material and (material := material_table(rules).find(piece.material)) is not None:
        row = tables.Armor(**{**material.model_dump(), "covers": row.covers})
    own: dict[str, object] = {"name": name}
    if piece.protects and (stopped := parse_protection(piece.protects)) is not None:
        own |= zip(KINDS, stopped, strict=True)
    if piece.reduction is not None:
        own["reduction"] = piece.reduction
    if piece.covers:
        own["covers"] = piece.covers
    return row.model_copy(update=own)


def find_unarmed_attack(weapon: Weapon, rules: Rules) -> tables.UnarmedAttack | None:
    """Return the unarmed attack that a weapon entry names; None for a real weapon."""
    row = weapon_table(rules).find(weapon.name or "") if weapon.damage is None else None
    return row if isinstance(row, tables.UnarmedAttack) else None


def make_unarmed_arm(row: tables.UnarmedAttack, strength: int, skill: str | None) -> Arm:
    """Return an unarmed attack; ``skill`` is the one named beside it, or None where it is not among the weapons."""
    # Rounded down, as in the only rounding rule of the text (ruling FAC-Q22).
    amount = strength // 2 if row.halved else strength
    return Arm(
        name=row.name,
        amount=None if row.of_target else max(0, amount + row.add),
        kind="B",
        remark=row.remark,
        skill=skill or "",
        chosen=skill is not None,
        names=(row.name, *row.name.split("/")),
        families=row.families,
        unarmed=True,
        limb=row.limb,
        unparried=row.unparried,
        spares=row.spares,
    )


def weapon_arms(weapon: Weapon, strength: int, heavier: int, rules: Rules) -> tuple[Arm, ...]:
    """Return a weapon, once held and once thrown if both are possible; empty for an unarmed attack.

    ``heavier`` is the extra Strength needed in the armour.
    """
    if find_unarmed_attack(weapon, rules) is not None:
        return ()
    name = weapon.name or ""
    # A knife is a melee weapon and a thrown weapon. An unknown one is an error of `weapons`; harmless here, it still
    # appears on the sheet.
    rows = [row for row in weapon_table(rules).find_all(name) if isinstance(row, tables.Weapon)]
    rows = rows[: None if weapon.damage is None else 1] or [tables.Weapon(name=name, damage="0B")]
    arms = []
    for row in rows:
        damage = weapon.damage or row.damage
        amount, kind = parse_damage(damage) or parse_damage(row.damage) or (0, "B")
        listed = row.strength if weapon.strength is None else weapon.strength
        wants = None if listed is None else listed + heavier
        minimum = row.minimum if weapon.minimum is None else weapon.minimum
        # The columns Str and Min have lost their definitions in the text (ruling FAC-Q21).
        strain = max(0, (wants or 0) - strength)
        remarks = (
            f"{damage.upper()} counts as Deadly (house default)" if fold(damage).endswith("l") else "",
            f"{strain} less damage for the Strain" if row.bow and strain else "",
            "counts twice against Reduction" if row.doubled_against_reduction else "",
            "bursts +1 or +3" if row.automatic_fire else "",
        )
        # Of a free name, the last word is the thing itself, and those before it its kind: a boarding axe is an axe.
        inside = (family for word in reversed(fold(name).split()) for family in _families_of_weapon(word, rules))
        arm = Arm(
            name=f"{name}, {'thrown' if row.range_feet else 'held'}" if len(rows) > 1 else name,
            amount=max(0, amount - strain) if row.bow else amount,
            kind=kind,
            extra_strain=strain,
            wants=wants,
            minimum=minimum,
            usable=strength >= (minimum or 0),
            reach=weapon.reach or row.reach or (f"{row.range_feet} ft" if row.range_feet else ""),
            remark=", ".join(filter(None, remarks)),
            skill=weapon.skill or "",
            names=(name, *row.name.split("/")),
            families=row.families or tuple(dict.fromkeys(inside)),
            ranged=row.range_feet is not None,
            pierces=row.doubled_against_reduction,
            bullets=row.bullets,
        )
        arms.append(arm)
    return tuple(arms)


@cache_by_identity(256)
def _families_of_weapon(word: str, rules: Rules) -> tuple[str, ...]:
    """Return the families of a weapon by name, or of the weapons whose family has that name."""
    for named in weapon_table(rules).find_all(word):
        if isinstance(named, tables.Weapon):
            return (word, *named.families)
    rows = (*rules.melee_weapons, *rules.ranged_weapons)
    inside = ((row, list(map(fold_singular, row.families))) for row in rows)
    return next(
        (row.families[names.index(fold_singular(word)) :] for row, names in inside if fold_singular(word) in names), ()
    )


@lru_cache(maxsize=4096)
def fold_singular(name: str) -> str:
    """Return a name folded and in the singular, for comparison: `Swords` is the skill of a sword.

    >>> fold_singular("Swords"), fold_singular("BIG rock")
    ('sword', 'big rock')
    """
    return fold(name).removesuffix("s")


# The skill of a roll that the text names, or of an attack: the deepest that the character has, as all levels on its
# path add up.


USUAL = "agility"  # The attribute of attacks and dodges whose skill names none (part 3, Dramatic Combat)

_ByName: TypeAlias = Mapping[str, Sequence[skills.Path]]


class Index(NamedTuple):
    """The skills of a character by name, in the singular."""

    called: _ByName  # The skills with a name, at any height
    within: _ByName  # The skills with a name, and all skills inside them


class Fit(NamedTuple):
    """The skill for an attack."""

    path: skills.Path
    own: bool
    """Whether it has the name of the attack or was named for it; else it is a family skill or Martial."""


@cache_by_identity(8)
def index_skills(tree: skills.Tree) -> Index:
    """Return the skills of a character by name, cached for rules, sheet and weapons."""
    called: dict[str, list[skills.Path]] = {}
    within: dict[str, list[skills.Path]] = {}
    for path in tree:
        names = [*map(fold_singular, path)]
        called.setdefault(names[-1], []).append(path)
        for name in dict.fromkeys(names):
            within.setdefault(name, []).append(path)
    return Index(called, within)


def find_weapon_skill(
    arm: Arm, tree: skills.Tree, rules: Rules, sums: Mapping[skills.Path, int] = MappingProxyType({})
) -> Fit | None:
    """Return the skill for a weapon or an unarmed attack; None for an untrained character.

    This is the skill named for it, else of its own name, else of its family, else the broad skill of all attacks.
    ``sums`` has the sum of the levels on each path.
    """
    by_name = index_skills(tree).called

    def best(paths: Sequence[skills.Path]) -> skills.Path:
        return max(paths, key=lambda path: (len(path), sums.get(path, 0)))

    named = skills.find_paths(arm.skill, tree) if arm.skill else ()
    if own := named or [path for name in arm.names for path in by_name.get(fold_singular(name), ())]:
        return Fit(best(own), own=True)
    of_fights = fighting_skills(rules)
    for name in (*arm.families, *rules.named_skills.attack):
        called = by_name.get(fold_singular(name), ())
        # A skill of that name outside the fighting skills counts only if it is rolled with Agility, as attacks are: a
        # cook's Knives are none.
        of_family = [path for path in called if fold_singular(path[0]) in of_fights] or [
            path for path in called if skills.find_attribute(path, tree) in (USUAL, None)
        ]
        if of_family:
            return Fit(best(of_family), own=False)
    return None


def has_skill_for(weapon: Weapon, tree: skills.Tree, rules: Rules) -> bool:
    """Return whether one of the skills can be used for a weapon, at any Strength."""
    row = find_unarmed_attack(weapon, rules)
    arm = weapon_arms(weapon, 0, 0, rules)[0] if row is None else make_unarmed_arm(row, 0, weapon.skill or "")
    return find_weapon_skill(arm, tree, rules) is not None


@cache_by_identity(8)
def fighting_skills(rules: Rules) -> frozenset[str]:
    """Return the names of fighting skills; Blades inside a smith's broad skill is none (house default)."""
    armed = [row.families for row in (*rules.melee_weapons, *rules.ranged_weapons)]
    bare = [row.families for row in rules.unarmed_attacks]
    return frozenset(map(fold_singular, chain(rules.named_skills.attack, *armed, *bare)))
