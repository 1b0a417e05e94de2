"""Make attacks of rolls and weapons, and the fight that follows from them, for games without a roll to defend.

>>> from chargen.kit.pool import Pool
>>> outcomes = {"hit": "highest_die == 6", "graze": "highest_die >= 4", "miss": "otherwise"}
>>> task = Pool.read("(value)d6", outcomes, fails=("miss",))
>>> club = attack(task.roll("Brawl", 1), {"hit": 2, "graze": 1}, name="Club", damage=Damage.parse("1d4"))
>>> club.harm.text, club.harm.mean, [str(chance) for chance in club.strike.harm.values()][:3]
('1d4 damage', Fraction(10, 3), ['1/2', '1/12', '1/8'])
>>> kick = attack(task.roll("Kick", 1), {"hit": 1})
>>> [action.name for action in strongest_first([kick, club])], kick.strike == Strike("Kick", kick.strike.harm)
(['Club', 'Kick'], True)
>>> fight = make_fight(lambda hits: Fighter(hits, "hits"), lambda hits: [club])
>>> fight.blow is not None
True
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from chargen.dice.distribution import Distribution, die
from chargen.dice.throw import DiceGroup, DiceResult, DiceRule, Measure
from chargen.game.fight import Blow, Combatant, Fight, Fighter, points
from chargen.game.identity_cache import cache_by_identity
from chargen.page.action import Action, ActionHarm
from chargen.page.roll import Roll, with_sign
from chargen.text.names import listing

MOST_DICE, MOST_SIDES = 20, 100
"""The most dice of some damage, and the most sides of one (house default)."""
MOST_AMOUNTS = 60
"""The most amounts of damage that a page throws: it lists each of them (house default)."""
_DAMAGE = re.compile(r"(?:(\d{1,2})d(\d{1,3}))?\s*([+-]\s*\d{1,3}|\d{1,3})?")


class Damage(NamedTuple):
    """The damage of a weapon: a number of dice, their sides, and what is added."""

    dice: int
    sides: int
    more: int = 0

    @classmethod
    def parse(cls, text: str) -> "Damage | None":
        """Return the damage that a table writes; None for any other text.

        >>> Damage.parse("2d6+1"), str(Damage.parse("3")), Damage.parse("d6")
        (Damage(dice=2, sides=6, more=1), '3', None)
        """
        match = _DAMAGE.fullmatch(text.strip())
        if match is None or not text.strip():
            return None
        dice, sides, added = match.groups()
        more = int((added or "0").replace(" ", ""))
        if dice is None:
            return cls(0, 0, more) if more >= 0 else None
        is_thrown = 0 < int(dice) <= MOST_DICE and 0 < int(sides) <= MOST_SIDES
        return cls(int(dice), int(sides), more) if is_thrown else None

    @property
    def chances(self) -> dict[int, Fraction]:
        """Return the chance of each amount, at least 0.

        >>> Damage(1, 4, -2).chances
        {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
        """
        total = Distribution({self.more: 1})
        for _ in range(self.dice):
            total += die(self.sides)
        return dict(total.map(lambda amount: max(0, amount)))

    @property
    def rule(self) -> DiceRule | None:
        """Return the dice with each amount as an outcome; None without dice, and for more than `MOST_AMOUNTS`.

        >>> dict(sorted(Damage(1, 4, -2).rule.outcomes.items()))
        {'0 damage': Fraction(1, 2), '1 damage': Fraction(1, 4), '2 damage': Fraction(1, 4)}
        """
        amounts = sorted(self.chances, reverse=True)
        if not self.dice or len(amounts) > MOST_AMOUNTS:
            return None
        # Each result means its amount or more, and the first that fits counts: the largest come first.
        results = [DiceResult(f"{amount} damage", ((0, amount, None),), wanted=True) for amount in amounts[:-1]]
        least = DiceResult(f"{amounts[-1]} damage", wanted=amounts[-1] > 0)
        group = DiceGroup((self.sides,) * self.dice)
        return DiceRule((group,), (Measure(bonus=self.more),), (*results, least), str(self))

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}{with_sign(self.more) if self.more else ''}" if self.dice else str(self.more)


class Strike(NamedTuple):
    """What an attack does: its name, and the chance of each amount of harm, 0 for a miss."""

    name: str
    harm: Mapping[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """Return the harm that can be expected, misses included."""
        return sum((amount * chance for amount, chance in self.harm.items()), Fraction(0))


def attack(
    roll: Roll,
    harm: Mapping[str, int],
    *,
    name: str = "",
    damage: Damage | None = None,
    effect: str = "",
    unit: str = "harm",
) -> Action:
    """Return the attack with a roll; ``harm`` is what each outcome does, and other outcomes do nothing.

    With the ``damage`` of a weapon, ``harm`` is how often that is taken: 2 for an outcome that doubles it. ``name`` is
    that of the weapon; by default, the roll's. ``unit`` is what the harm is called, such as ``wounds``.
    """
    chances: dict[int, Fraction] = {}
    for outcome, chance in roll.outcomes.items():
        for amount, share in (damage.chances if damage is not None else {1: Fraction(1)}).items():
            done = harm.get(outcome, 0) * amount
            chances[done] = chances.get(done, Fraction(0)) + chance * share
    strike = Strike(name or roll.label, dict(sorted(chances.items())))
    amounts = sorted({amount for amount in harm.values() if amount})
    text = f"{damage} damage" if damage is not None else f"{listing(map(str, amounts), 'or')} {unit}" if amounts else ""
    does = ActionHarm.landed(text, strike.harm, damage.rule if damage is not None else None)
    return Action(name=strike.name, kind="attack", rule=roll.rule, harm=does, effect=effect, strike=strike)


def strongest_first(attacks: Iterable[Action]) -> list[Action]:
    """Return attacks, the one that can be expected to do most harm first."""
    return sorted(attacks, key=lambda action: -action.strike.mean)


def make_fight(fighter: Callable[[Any], Fighter], actions: Callable[[Any], Iterable[Action]]) -> Fight[Any]:
    """Return the fight of a game whose attacks are made by `attack`.

    A blow is the attack that was chosen, or the first one of ``actions``. ``fighter`` returns how much a character
    takes.
    """

    # Cached, because an encounter asks for every pair of fighters.
    @cache_by_identity(256)
    def first(character: Any) -> Strike | None:
        return next((action.strike for action in actions(character) if action.strike is not None), None)

    def blow(attacker: Combatant[Any], target: Combatant[Any]) -> Blow | None:
        strike = attacker.strike or first(attacker.character)
        if strike is None:
            return None
        return Blow(what=strike.name, hit=1 - strike.harm.get(0, Fraction(0)), dealt=points(strike.harm))

    return Fight(fighter=fighter, blow=blow)
