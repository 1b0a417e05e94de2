"""Seeds that a person can say, write down and type again."""

from random import Random, SystemRandom

USUAL_SEED = "encounter"
"""The seed of people where none is given: the same on cards as in a fight."""
_ONSETS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u")


def fresh(random: Random | None = None) -> str:
    """A new seed of two short words, one of about 31 million; ``random`` in place of the system's own chance.

    >>> fresh(Random(1))
    'fuva-hamo'
    """
    chosen = random or SystemRandom()
    syllables = [chosen.choice(_ONSETS) + chosen.choice(_VOWELS) for _ in range(4)]
    return f"{syllables[0]}{syllables[1]}-{syllables[2]}{syllables[3]}"
