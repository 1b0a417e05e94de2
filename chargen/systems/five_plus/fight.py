"""How the 5+ system fights: the players' rolls decide both ways, for an opponent with a card does not roll."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from chargen.core.fight import Blow, Fight, Fighter
from chargen.core.names import fold
from chargen.systems.five_plus import odds, stamina
from chargen.systems.five_plus.character import Card, Character, Rated
from chargen.systems.five_plus.generate import KEY_LEVELS
from chargen.systems.five_plus.improvement import Rating
from chargen.systems.five_plus.rules import LAST_FACE, Rules

STRIKES = (
    "archery", "axe", "bite", "blade", "blunderbuss", r"bow\b", "bowm", "boxing", "brawl", r"cane\b", "claw", "club",
    "combat", "cudgel", "cutlass", "dagger", "duel", "fencing", "fight", "fist", "flail", "gun", "halberd", "hammer",
    "hatchet", "knife", "knives", "lance", "mace", "martial", "musket", "pike", "pistol", "punch", "quarterstaff",
    "rapier", "rifle", "sabre", "shoot", "sickle", "sling", "spear", "staff", "sword", "throw", "weapon", "whip",
    "wrestl",
)  # fmt: skip
"""How a word begins by which a skill is known as one to strike with (ours; the text lets any skill win a challenge)."""
_STRIKE = re.compile(rf"\b(?:cross|long|short|great|broad)?(?:{'|'.join(STRIKES)})")
BODIES = ("physical", "body", "health", "flesh", "hull")
"""Names of the resistance that blows wear down (ours); where there is none of these, it is the first of all."""
_UNTRAINED = Rated(name="Untrained", rating=Rating(0, 0))
_DEFENCE = "resists it, no action (ours: a skill may defend as well); damage taken since would lower that roll"
_AVERAGED = "; what exceeds a wound is lost, here on average"


def strikes(character: Character) -> tuple[Rated, ...]:
    """The skills to strike with: those that are known by their names, else all."""
    known = tuple(each for each in character.skills if _STRIKE.search(fold(each.name)))
    return known or character.skills or (_UNTRAINED,)


def body(character: Character) -> Rated | None:
    """The resistance that blows wear down."""
    named = [each for name in BODIES for each in character.resistances if fold(each.name) == name]
    return next(iter([*named, *character.resistances]), None)


def best_strike(character: Character, rank: int, rules: Rules) -> Rated:
    """The skill with which a single action brings the most successes on average; the first of equal ones."""
    return max(strikes(character), key=lambda each: _mean(_harm(_alone(each, character, rank, rules), rules)))


def _alone(rated: Rated, character: Character, rank: int, rules: Rules) -> odds.Span | None:
    """The success range of the only action of a turn, as the character stands now."""
    return odds.span(_now(rated, character, rules) + rules.turn_modifier(1), rank, rules)


def _now(rated: Rated, character: Character, rules: Rules) -> int:
    return rated.proficiency_now(character.wound_penalty(rules))


def _harm(rolled: odds.Span | None, rules: Rules) -> Mapping[int, Fraction]:
    return successes(rolled, failure_margin=rules.failure_margin)


@lru_cache(maxsize=512)
def successes(rolled: odds.Span | None, *, failure_margin: bool) -> Mapping[int, Fraction]:
    """The chance of each number of successes: the lower die, less the distance of a miss where misses count.

    >>> successes((5, 9), failure_margin=False)[0], successes((5, 9), failure_margin=True)[0]
    (Fraction(1, 3), Fraction(5, 36))
    """
    found: dict[int, Fraction] = {0: Fraction(0)}
    for one, two in product(range(1, LAST_FACE + 1), repeat=2):
        got = 0
        if rolled is not None:
            missed = max(rolled[0] - (one + two), one + two - rolled[1], 0)
            got = max(0, min(one, two) - missed) if failure_margin or not missed else 0
        found[got] = found.get(got, Fraction(0)) + Fraction(1, odds.THROWS)
    return found


def _mean(harm: Mapping[int, Fraction]) -> Fraction:
    return sum((amount * chance for amount, chance in harm.items()), Fraction(0))


def fighter(character: Character, rules: Rules) -> Fighter:
    """What somebody can take: an opponent the successes to win, a character the boxes of a resistance."""
    card = character.opposition
    if card is not None:
        stamina_left = card.successes or KEY_LEVELS
        remark = "" if card.successes else f"the card names no successes to win: {KEY_LEVELS} are taken (ours)"
        taken = min(character.counted("successes", 0), stamina_left)
        return Fighter(stamina=stamina_left, unit="successes", taken=taken, remark=remark)
    worn = body(character)
    if worn is None:
        return Fighter(stamina=1, unit="hits", remark="no resistance: the first hit is taken for the last (ours)")
    return Fighter(
        stamina=stamina.borne(worn, rules),
        unit=f"boxes of {worn.name}",
        taken=stamina.taken(worn, rules),
        remark=f"out of action at wound {worn.rating.tier + 1}; wounds and damage taken since lower no roll here",
    )


def blow(attacker: Character, target: Character, rules: Rules) -> Blow | None:
    """What the first does to the second in a turn; None between two opponents, who do not roll."""
    if attacker.opposition is not None:
        return None if target.opposition is not None else _threat(attacker.opposition, target, rules)
    rank = 0 if target.opposition is None else target.opposition.rank
    strike = best_strike(attacker, rank, rules)
    rolled = _alone(strike, attacker, rank, rules)
    harm = _harm(rolled, rules)
    what = f"{strike.name}, {odds.roll_text(rolled)}"
    if target.opposition is not None:
        return Blow(what=what, hit=1 - harm[0], harm=harm, remark="a single action in the turn; the lower die counts")
    return _duel(what, harm, target, rules)


def _threat(card: Card, target: Character, rules: Rules) -> Blow:
    """What an opponent brings about: its damage, where the target's own roll to resist it fails."""
    worn = body(target)
    action = card.actions[0] if card.actions else "It acts"
    if worn is None:
        return _given(action, Fraction(int(card.damage > 0)), {1: Fraction(1)}, "nothing resists it (ours)")
    rolled = odds.span(_now(worn, target, rules), card.rank, rules)
    harm = stamina.points(card.damage, worn, rules)
    missed = 1 - odds.chance(rolled) if card.damage else Fraction(0)
    remark = f"{worn.name} {_DEFENCE}" + ("" if stamina.is_exact(card.damage, worn, rules) else _AVERAGED)
    return _given(f"{action}, unless {worn.name}, {odds.roll_text(rolled)}", missed, harm, remark)


def _duel(what: str, harm: Mapping[int, Fraction], target: Character, rules: Rules) -> Blow:
    """A character against a character, of which the text says nothing: both roll, as against an opponent of rank 0."""
    worn = body(target)
    if worn is None:
        return _given(what, 1 - harm[0], {1: Fraction(1)}, "nothing resists it (ours)")
    missed = 1 - odds.chance(odds.span(_now(worn, target, rules), 0, rules))
    found: dict[int, Fraction] = {}
    for damage, chance in harm.items():
        for number, share in stamina.points(damage, worn, rules).items() if damage else ():
            found[number] = found.get(number, Fraction(0)) + chance * share
    hit = (1 - harm[0]) * missed
    landed = {number: chance / (1 - harm[0]) for number, chance in found.items()} if found else {1: Fraction(1)}
    remark = f"characters against each other (ours): successes are damage; {worn.name} {_DEFENCE}"
    return _given(what, hit, landed, remark)


def _given(what: str, hit: Fraction, harm: Mapping[int, Fraction], remark: str) -> Blow:
    """A blow that lands with a chance, and what it then takes; not all of it is the rules' own."""
    found = {0: 1 - hit} | {number: hit * chance for number, chance in sorted(harm.items()) if hit}
    return Blow(what=what, hit=hit, harm=found, exact=False, remark=remark)


FIGHT: Fight[Character, Rules] = Fight(fighter=fighter, blow=blow)
