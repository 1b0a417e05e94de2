"""What one Façade character does to another, for `chargen encounter`: blows by the hit table, armour, and one track.

A character has three tracks of damage, and an encounter counts in one: in Deadly levels. A level of another kind counts
as the part of its own track that it fills; what is no whole Deadly level comes up as one with just that chance, so
that averages are right.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import floor
from types import MappingProxyType

from chargen.core.fight import Blow, Fight, Fighter
from chargen.systems.facade import armory, odds
from chargen.systems.facade.attacking import Strike, defense, strikes
from chargen.systems.facade.character import KINDS, LOCATIONS, Character
from chargen.systems.facade.rules import Rules

UNIT = "Deadly"
LETTERS = {"B": "bruising", "C": "crushing", "D": "deadly"}
TIMES: Mapping[str, Fraction] = {
    "Glancing": Fraction(1, 2),
    "Full": Fraction(1),
    "Strong": Fraction(2),
    "Savage": Fraction(3),
}
"""What a blow does of a weapon's damage (ruling FAC-Q17: halves round down, and never to nothing)."""
LEFT_OUT = "limit pools and the penalties of new wounds are left out, and who is out of Deadly levels drops"
SHARED = "Bruising and Crushing count by the part of their own track that they fill (ours)"
DEFENDED = "each attack is warded off, by a roll that takes the place of Action where it is higher (ours)"
ARMORED = "armour stops its kind first, and then turns as much as its Reduction into Bruising (ours)"
TORSO = "every blow goes to the torso (ours)"


def fighter(character: Character, rules: Rules) -> Fighter:
    """How much a character takes."""
    levels = character.health
    filled = {kind: _whole(character.state.get(kind, 0)) for kind in KINDS}
    taken = floor(_in_deadly({kind: filled[kind] for kind in KINDS}, levels))
    return Fighter(stamina=levels["deadly"], unit=UNIT, taken=min(taken, levels["deadly"]), remark=LEFT_OUT)


def _whole(noted: object) -> int:
    return noted if isinstance(noted, int) else 0


def _in_deadly(damage: Mapping[str, int], levels: Mapping[str, int]) -> Fraction:
    """Damage by kind as Deadly levels."""
    return sum((Fraction(damage[kind] * levels["deadly"], levels[kind]) for kind in damage), Fraction(0))


def blow(attacker: Character, target: Character, rules: Rules) -> Blow:
    """The attacker's best attack: the one that does most harm on average."""
    return max((_blow(strike, target, rules) for strike in strikes(attacker)), key=_mean)


def _mean(each: Blow) -> Fraction:
    return sum((harm * chance for harm, chance in each.harm.items()), Fraction(0))


Landed = Mapping[tuple[str, str], Fraction]
"""The chance of each blow at the location that its attacker chooses."""


def _blow(strike: Strike, target: Character, rules: Rules) -> Blow:
    name, ward = defense(target)
    action = max(target.initiative_in_armor, 0)
    if rules.combat == "simple":
        ward = max(ward, *(each.trait for each in strikes(target)))
        chances = simple_names(strike.trait, ward)
        hit = sum((chance for each, chance in chances.items() if each), Fraction(0))
        landed: Landed = {(each, "torso"): chance for each, chance in chances.items() if each and chance}
        against, remarks = f"against {ward}", [TORSO]
    else:
        reached = reached_levels(strike.trait, action, ward)
        hit = sum((chance for each, chance in reached.items() if each in odds.SUCCESS_LEVELS), Fraction(0))
        landed = _aimed(strike.arm, reached, target)
        defended = sum(odds.dice(ward)) > action
        against = f"against Action {action}" + (f" and {name} {ward}" if defended else "")
        remarks = [DEFENDED] if defended else []
    remarks += _open(strike.arm, landed, target)
    return Blow(
        what=f"{_what(strike)} {against}",
        hit=hit,
        harm=_harms(strike.arm, landed, target),
        exact=not remarks,
        remark="; ".join(remarks),
    )


def _aimed(arm: armory.Arm, reached: Mapping[str, Fraction], target: Character) -> Landed:
    """What every success level is used for: the blow and location that do most harm."""
    found: dict[tuple[str, str], Fraction] = {}
    for level, chance in reached.items():
        best = max(_choices(level), key=lambda one: _harm(arm, one[0], one[1], target)[0], default=None)
        if best is not None and chance:
            found[best] = found.get(best, Fraction(0)) + chance
    return found


def _harms(arm: armory.Arm, landed: Landed, target: Character) -> Mapping[int, Fraction]:
    """The chance of each harm in whole Deadly levels: what is not whole is one more with just that chance."""
    found: dict[int, Fraction] = {}
    for (name, location), chance in landed.items():
        amount = _harm(arm, name, location, target)[0]
        whole = floor(amount)
        for each, part in ((whole, 1 - (amount - whole)), (whole + 1, amount - whole)):
            if part:
                found[each] = found.get(each, Fraction(0)) + chance * part
    found[0] = found.get(0, Fraction(0)) + 1 - sum(found.values(), Fraction(0))
    return MappingProxyType(dict(sorted(found.items())))


def _open(arm: armory.Arm, landed: Landed, target: Character) -> list[str]:
    """What the rules leave open of these blows."""
    outcomes = [_harm(arm, name, location, target) for name, location in landed]
    armored = any(stopped for _, _, stopped in outcomes)
    shared = any(kinds - {"deadly"} for _, kinds, _ in outcomes)
    return [ARMORED] * armored + [SHARED] * shared


def _what(strike: Strike) -> str:
    skilled = "" if strike.skill in ("", strike.arm.name) else f", {strike.skill}"
    return f"{strike.arm.name}{skilled} {odds.roll_text(strike.trait)}"


def _choices(level: str) -> Iterator[tuple[str, str]]:
    """The blows that a success level allows, each with its location."""
    row = odds.HIT_TABLE.get(_row(level)) if _row(level) is not None or level == odds.NEAR_MISS else None
    for name, location in zip(row or (), odds.HIT_LOCATIONS, strict=False):
        if name and location in LOCATIONS:
            yield name, location


def _row(level: str) -> int | None:
    return odds.SUCCESS_LEVELS.index(level) if level in odds.SUCCESS_LEVELS else None


@lru_cache(maxsize=1024)
def reached_levels(trait: int, action: int, ward: int) -> Mapping[str, Fraction]:
    """The chance of each success level against Action, or against a defence roll where that is higher."""
    found = dict.fromkeys((odds.COMPLETE_FAILURE, odds.NEAR_MISS, *odds.SUCCESS_LEVELS), Fraction(0))
    against: dict[int, Fraction] = {}
    for total, chance in odds.thrown(ward):
        against[max(total, action)] = against.get(max(total, action), Fraction(0)) + chance
    for difficulty, chance in against.items():
        for name, each in odds.levels(trait, difficulty).items():
            found[name] += chance * each
    return MappingProxyType(found)


@lru_cache(maxsize=1024)
def simple_names(trait: int, opponent: int) -> Mapping[str, Fraction]:
    """The chance of each blow of simple combat, by the names of the hit table; the empty name is a miss."""
    found = {name.capitalize(): chance for name, chance in odds.simple_blows(trait, opponent).items()}
    return MappingProxyType({"": 1 - sum(found.values(), Fraction(0)), **found})


def _harm(arm: armory.Arm, name: str, location: str, target: Character) -> tuple[Fraction, set[str], bool]:
    """What a blow does in Deadly levels, the kinds of damage it leaves, and whether armour stood in its way."""
    amount = target.values["strength"] if arm.amount is None else arm.amount
    if name == "Scratch":
        kind, dealt = "bruising", 1
    else:
        kind, dealt = LETTERS[arm.kind], max(floor(amount * TIMES[name]), min(amount, 1))
    pieces = [piece for piece in target.armor if location in piece.covers]
    left = min(
        (_through(piece, kind, dealt, pierces=arm.pierces) for piece in pieces),
        key=lambda each: _in_deadly(each, target.health),
        default={kind: dealt},
    )
    return _in_deadly(left, target.health), {each for each, number in left.items() if number}, bool(pieces)


def _through(piece: armory.Worn, kind: str, dealt: int, *, pierces: bool) -> dict[str, int]:
    """What comes through a piece of armour: what it does not stop, as much of it as its Reduction as Bruising."""
    rest = max(dealt - int(getattr(piece, kind)), 0)
    reduction = (piece.reduction or 0) // (2 if pierces else 1)
    turned = 0 if kind == "bruising" else min(rest, reduction)
    left = {"bruising": turned}
    left[kind] = left.get(kind, 0) + rest - turned if kind != "bruising" else rest
    return left


FIGHT: Fight[Character, Rules] = Fight(fighter=fighter, blow=blow)
