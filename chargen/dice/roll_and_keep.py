"""Compute the sum of the highest of several dice, where each kept top face is thrown once more and added.

The order matters. Here the dice are kept first, and top faces are thrown again afterwards. The more common rule throws
top faces again *before* the choice, which gives other chances.
"""

from functools import lru_cache
from math import comb

from chargen.dice.distribution import Distribution

_power = lru_cache(maxsize=2048)(pow)  # Of several kept dice


@lru_cache(maxsize=1024)
def keep_then_explode(rolled: int, kept: int, sides: int = 10) -> Distribution:
    """Return the sum of the ``kept`` highest of ``rolled`` dice, each kept top face thrown once more and added.

    A die is thrown again at most once. Raises ValueError unless 1 to ``rolled`` dice
    are kept and a die has two sides or more.

    >>> keep_then_explode(1, 1).chance(16)
    Fraction(1, 100)
    >>> float(keep_then_explode(5, 2).mean())
    18.658585
    """
    if not 0 < kept <= rolled or sides < 2:
        raise ValueError("from one die to all that are rolled are kept, and a die has two sides or more")
    # Assume that the kept-th highest die shows `face`, and that `above` dice show more. These are kept, and the missing
    # ones are dice that show `face`. The others are only counted. The kept dice are a polynomial in x^total whose
    # coefficients are integer weights out of sides^(rolled + kept), because a die that is not thrown again counts
    # `sides` times. Such a polynomial is stored as one large integer with `bits` for each coefficient (Kronecker
    # substitution), so that Python multiplies polynomials by multiplying integers.
    # All weights together are sides^(rolled + kept), and at most `rolled` dice are kept. The width is in full bytes,
    # and the same for all pools up to ten dice, so that they share the cached powers.
    size = -(-int(sides ** (2 * max(rolled, 10))).bit_length() // 8)
    bits = 8 * size
    # One kept die that shows more than `face`: the top face, which is thrown again, and then those down to the lowest.
    one = sum(1 << (bits * (sides + again)) for again in range(1, sides + 1))
    weights = _power(one, kept) * _ways_of_equal(rolled, kept, sides - 1)
    for face in range(sides - 1, 0, -1):
        for above in range(kept):
            equal = kept - above
            ways = comb(rolled, above) * _ways_of_equal(rolled - above, equal, face - 1) * sides**equal
            weights += (_power(one, above) * ways) << (bits * face * equal)
        one += sides << (bits * face)
    # Slices of bytes: shifting the large integer once for each term would take quadratic time.
    content = weights.to_bytes(-(-weights.bit_length() // 8), "little")
    terms = (int.from_bytes(content[start : start + size], "little") for start in range(0, len(content), size))
    return Distribution({exponent: coefficient for exponent, coefficient in enumerate(terms) if coefficient})


def _ways_of_equal(dice: int, least: int, lower: int) -> int:
    """Count the ways in which at least ``least`` dice show a given face, and the others one of ``lower`` lower ones."""
    return sum(comb(dice, number) * lower ** (dice - number) for number in range(least, dice + 1))
