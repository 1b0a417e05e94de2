"""Compute exact chances of dice from integer weights, independent of characters."""

from chargen.dice.distribution import Distribution, die
from chargen.dice.roll_and_keep import keep_then_explode
from chargen.dice.throw import ChanceRule, DiceGroup, DiceResult, DiceRule, Measure, Throw, Throwable
from chargen.dice.trump import TrumpChain

__all__ = [
    "ChanceRule",
    "DiceGroup",
    "DiceResult",
    "DiceRule",
    "Distribution",
    "Measure",
    "Throw",
    "Throwable",
    "TrumpChain",
    "die",
    "keep_then_explode",
]
