"""Make seeds that are easy to read aloud and to type."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

_ONSETS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u")


def make_seed(random: "Random | None" = None) -> str:
    """Return a random seed of two short words, one of about 31 million; ``random`` replaces the system's generator.

    >>> from random import Random
    >>> make_seed(Random(1))
    'fuva-hamo'
    """
    from random import SystemRandom  # imported here: the default seed does without

    generator = random or SystemRandom()
    # 75 syllables, four times: 75**4 is about 31 million. Consonant and vowel in turn can be read aloud by anyone.
    letters = (_ONSETS, _VOWELS, _ONSETS, _VOWELS)
    return "-".join("".join(map(generator.choice, letters)) for _ in range(2))
