"""Compute the odds of Five by Five: the product of two dice, chains of trumps, and the minutes of the dying."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from chargen.games.five_by_five import rules as book
from chargen.games.five_by_five.rules import Rules, list_ladder_values
from chargen.page.roll import FAILURE, NO_CHANCE, SUCCESS, OddsData
from chargen.text.names import listing

if TYPE_CHECKING:  # a check throws no dice
    from chargen.dice import DiceRule, TrumpChain

SHIFTS = (-2, -1, 1, 2)
"""The shifts that every descriptor has odds for (house default: in the book the GM decides)."""
BONUS_LESS_ARMOR = range(5, -7, -1)
"""The damage bonus minus the armour value: from a massive weapon on bare skin to bare hands on heavy plate."""
LAST_DAMAGE = 12  # Tables combine this and all higher amounts of damage and healing (house default)

REMEMBERED = 4096  # The size of each cache: a large fight needs the same few results repeatedly (house default)

Value = int | None  # A value that is rolled against; None is the ladder's lowest column, where nothing succeeds


@lru_cache(REMEMBERED)
def shift_value(value: int, steps: int, rules: Rules) -> Value:
    """Shift a value along the ladder by the sum of all shifts; the ends of the ladder limit the shift.

    The base game ends at −5 and 16. With advanced descriptors in play the ladder reaches from "no chance"
    (None) to 25, and everything above 16 is rolled as 16.
    Source: Five by Five 2.5, pages 12 and 27; rulings FBF-Q14 and FBF-Q15.
    """
    ladder: list[Value] = list(list_ladder_values(advanced=rules.advanced_descriptors))
    if rules.advanced_descriptors:
        ladder.insert(0, None)
    # A waived value may lie between two ranks; a shift starts at the rank below it, and without a shift it is rolled as
    # written.
    rung = max((index for index, rank in enumerate(ladder) if rank is not None and rank <= value), default=0)
    if steps == 0 and ladder[rung] != value:
        moved: Value = value
    else:
        moved = ladder[min(max(rung + steps, 0), len(ladder) - 1)]
    # The cap comes last: ranks of 20 and 25 are rungs to shift from, and rolled as 16 (ruling FBF-Q13).
    return None if moved is None else min(moved, book.HIGHEST_ROLLED)


@lru_cache(REMEMBERED)
def dice_rule(value: Value, *, token: bool = False) -> "DiceRule":
    """Return how a value is rolled against, with or without a doubles token.

    Two dice succeed by a product of at most the value or by any trump, one die only by a trump.
    """
    from chargen.dice import DiceGroup, DiceResult, DiceRule, Measure  # imported here, as below: a check throws none

    trumps = book.TRUMPS_WITH_TOKEN if token else book.TRUMPS
    number = 0 if value is None else 1 if uses_one_die(value) else 2
    # The second measure counts the trumps; as the first result it wins over the product.
    measures = Measure("product"), Measure(worth=tuple(int(face in trumps) for face in range(1, 7)))
    results = [DiceResult(SUCCESS, ((1, 1, None),), wanted=True)]
    # One die has no product to compare: the poor succeed by a trump only (FBF-d2).
    if number == 2:
        results.append(DiceResult(SUCCESS, ((0, None, value),), wanted=True))
    return DiceRule((DiceGroup((6,) * number),), measures, (*results, DiceResult(FAILURE)))


@lru_cache(REMEMBERED)
def chance(value: Value, *, token: bool = False) -> Fraction:
    """Return the chance of success against a value, with or without a doubles token.

    >>> [str(chance(value)) for value in (None, -5, 0, 2, 4, 6, 9, 12, 16)]
    ['0', '1/6', '11/36', '7/18', '19/36', '23/36', '13/18', '5/6', '11/12']
    """
    return dice_rule(value, token=token).chance


def uses_one_die(value: Value) -> bool:
    """Return whether a value is so low that one die is rolled instead of two."""
    return value is not None and value <= book.ONE_DIE_VALUE


def count_throws(value: Value) -> int:
    """Return the number of equally likely throws."""
    return 6 if uses_one_die(value) else 36


def name_trumps(*, token: bool = False) -> str:
    """Return the faces that trump, in words, with or without a doubles token.

    >>> name_trumps(), name_trumps( token=True)
    ('6', '5 or 6')
    """
    return listing(book.TRUMPS_WITH_TOKEN if token else book.TRUMPS, "or")


@lru_cache(REMEMBERED)
def describe_roll(value: Value, *, token: bool = False) -> str:
    """Return what to roll, in words.

    >>> describe_roll(4), describe_roll(0), describe_roll(-5)
    ('2d6 multiplied: 4 or less, or any 6', '2d6: any 6', '1d6: 6')
    """
    if value is None:
        return NO_CHANCE
    return f"{dice_rule(value).text}{' multiplied' if value > 0 else ''}: {describe_target(value, token=token)}"


def describe_target(value: int, *, token: bool = False) -> str:
    """Return what succeeds against a value, in words.

    >>> describe_target(4), describe_target(0, token=True), describe_target(-5)
    ('4 or less, or any 6', 'any 5 or 6', '6')
    """
    trump = name_trumps(token=token)
    if uses_one_die(value):
        return trump
    return f"{value} or less, or any {trump}" if value > 0 else f"any {trump}"


def describe_damage(damage_bonus: int) -> str:
    """Return the dice of a weapon's damage."""
    return f"1d6+{damage_bonus}" if damage_bonus else "1d6"


@lru_cache(REMEMBERED)
def damage_rule(damage_bonus: int = 0, unit: str = "damage") -> "DiceRule":
    """Return the dice of a weapon's damage, or of healing, with each amount up to `LAST_DAMAGE` as its outcome.

    >>> rule = damage_rule(2)
    >>> rule.text, rule.outcomes["8 damage"], rule.outcomes["12 or more damage"]
    ('1d6+2', Fraction(1, 36), Fraction(1, 18))
    """
    from chargen.dice import DiceGroup, DiceResult, DiceRule, Measure

    # With a large bonus all amounts would be above the last one, and a rule needs two outcomes at least.
    least, last = damage_bonus + 1, max(LAST_DAMAGE, damage_bonus + 2)
    results = [DiceResult(f"{last} or more {unit}", ((0, last, None),), wanted=True)]
    results += [DiceResult(f"{each} {unit}", ((0, each, each),), wanted=True) for each in range(least + 1, last)]
    die = DiceGroup((6,), trumps=book.TRUMPS, step=book.DAMAGE_TRUMP_BONUS)
    return DiceRule(
        (die,),
        (Measure(bonus=damage_bonus),),
        (*results, DiceResult(f"{least} {unit}", wanted=True)),
        describe_damage(damage_bonus),
    )


def both(value: Value, *, token: bool = False) -> dict[str, Fraction]:
    """Return the chance of success, without a doubles token (unless ``token``) and with one."""
    return {"success": chance(value, token=token), "success_with_token": chance(value, token=True)}


@lru_cache(REMEMBERED)
def odds(value: int, steps: int, rules: Rules, *, token: bool = False) -> OddsData:
    """Return the odds of a descriptor with a constant shift: plain, with a token, and shifted further by −2 to +2.

    With ``token``, all of them are with a token.
    """
    return {
        **both(shift_value(value, steps, rules), token=token),
        "shifts": {f"{shift:+d}": both(shift_value(value, steps + shift, rules), token=token) for shift in SHIFTS},
    }


@lru_cache(REMEMBERED)
def hit_and_not_dodged(attack: Value, dodge: Value) -> Fraction:
    """Return the chance that an attack hits and the dodge against it fails.

    >>> hit_and_not_dodged(4, 2)
    Fraction(209, 648)
    """
    return chance(attack) * (1 - chance(dodge))


# Three faces would be 1 and three 2, but a 6 trumps before its face is read.
HARM = {face: (face + 2) // 3 for face in range(1, 7)}  # The harm of each face of a d6, read as 1d2 (page 19)


@lru_cache(REMEMBERED)
def damage_chain(*, token: bool = False) -> "TrumpChain":
    """Return the chain of a damage or healing die: a trump counts as a bonus, and another die is rolled.

    >>> damage_chain().mean(), damage_chain( token=True).mean()
    (Fraction(4, 1), Fraction(5, 1))
    """
    from chargen.dice import TrumpChain

    trumps = book.TRUMPS_WITH_TOKEN if token else book.TRUMPS
    return TrumpChain.of(6, trumps=frozenset(trumps), step=book.DAMAGE_TRUMP_BONUS)


@lru_cache(REMEMBERED)
def harm_chain() -> "TrumpChain":
    """Return the harm of a failed healing: 1d2 on a d6; a trump counts as its bonus and another die. No token helps.

    >>> harm_chain().mean()
    Fraction(9, 5)
    """
    from chargen.dice import TrumpChain

    return TrumpChain.of(6, trumps=frozenset(book.TRUMPS), step=book.HARMING_TRUMP_BONUS, faces=HARM)


@lru_cache(REMEMBERED)
def mean_damage(damage_bonus: int, armor_value: int, *, token: bool = False) -> Fraction:
    """Return the average damage of a hit: 1d6 plus the bonus minus the armour, at least 0.

    >>> mean_damage(3, 2), mean_damage(0, 6)
    (Fraction(5, 1), Fraction(1, 2))
    """
    # Damage X is at least 0 (ruling FBF-Q2), so armour changes more than the average: of the excess over a floor it is
    # E[max(X − floor, 0)] = E[X] − floor + E[max(floor − X, 0)], where the last term is a finite sum.
    chain, floor = damage_chain(token=token), armor_value - damage_bonus
    short = sum(((floor - value) * chain.chance(value) for value in range(1, floor)), Fraction(0))
    return chain.mean() - floor + short


@lru_cache(REMEMBERED)
def damage_table(
    damage_bonus: int, armor_value: int, last: int, *, token: bool = False
) -> tuple[tuple[int, Fraction], ...]:
    """Return the chance of each amount of damage from 0 to ``last - 1``; the last row is ``last`` or more."""
    chain = damage_chain(token=token)
    offset = armor_value - damage_bonus
    rows = [(0, 1 - chain.at_least(offset + 1))]
    rows += [(damage, chain.chance(damage + offset)) for damage in range(1, last)]
    return (*rows, (last, chain.at_least(last + offset)))


@lru_cache(REMEMBERED)
def healing_gain(heal: Value) -> Fraction:
    """Return the average change of hit points by one healing check: a success heals, a failure harms.

    >>> healing_gain(0)
    Fraction(-1, 36)
    """
    success = chance(heal)
    return success * damage_chain().mean() - (1 - success) * harm_chain().mean()
