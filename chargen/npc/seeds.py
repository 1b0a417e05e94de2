"""Make seeds that are easy to read aloud and to type."""

from random import SystemRandom

_ONSETS = ("b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u")


def make_seed() -> str:
    """Return a random seed of two short words, such as ``fuva-hamo``, one of about 31 million."""
    # 75 syllables, four times: 75**4 is about 31 million. Consonant and vowel in turn can be read aloud by anyone.
    letters = (_ONSETS, _VOWELS, _ONSETS, _VOWELS)
    return "-".join("".join(map(SystemRandom().choice, letters)) for _ in range(2))
