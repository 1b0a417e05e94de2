"""Make seeds that are easy to read aloud and to type."""

from random import Random, SystemRandom

USUAL_SEED = "encounter"
"""The default seed: NPCs on cards are those of `chargen encounter`."""
_ONSETS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u")


def fresh(random: Random | None = None) -> str:
    """Return a new seed of two short words, one of about 31 million; ``random`` replaces the system's randomness.

    >>> fresh(Random(1))
    'fuva-hamo'
    """
    chosen = random or SystemRandom()
    syllables = [chosen.choice(_ONSETS) + chosen.choice(_VOWELS) for _ in range(4)]
    return f"{syllables[0]}{syllables[1]}-{syllables[2]}{syllables[3]}"
