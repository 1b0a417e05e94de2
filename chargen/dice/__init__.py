"""Exact chances from whole-number weights. Knows dice, and no character."""

from chargen.dice.distribution import Distribution, die
from chargen.dice.trump import TrumpChain

__all__ = ["Distribution", "TrumpChain", "die"]
