"""Compute a die with trump faces: each trump counts as a bonus and is thrown again, without limit."""

from dataclasses import dataclass
from fractions import Fraction

from chargen.dice.distribution import Distribution


@dataclass(frozen=True, slots=True)
class TrumpChain:
    """The sum of a chain of throws: each trump adds ``step`` and throws again; the first other face ends the chain.

    There are infinitely many outcomes, so this is a closed form and no table. ``plain`` is the distribution of the
    last throw, given that it is no trump; ``trump`` is the chance of a trump (at least 0, below 1).

    >>> chain = TrumpChain.of(6, trumps={6}, step=5)
    >>> chain.mean(), chain.chance(6), chain.chance(10)
    (Fraction(4, 1), Fraction(1, 36), Fraction(1, 36))
    """

    plain: Distribution
    trump: Fraction
    step: int

    @classmethod
    def of(
        cls, sides: int, *, trumps: set[int] | frozenset[int], step: int, faces: dict[int, int] | None = None
    ) -> "TrumpChain":
        """Return a die with ``sides`` faces, of which ``trumps`` are trumps.

        ``faces`` maps other faces to their values; by default a face counts as its number.
        Raises ValueError if all faces are trumps, or if the step is below 1.
        """
        plain = [face for face in range(1, sides + 1) if face not in trumps]
        if not plain or step < 1:
            raise ValueError("a chain needs a face that ends it and a step of at least 1")
        weights: dict[int, int] = {}
        for face in plain:
            counted = faces[face] if faces else face
            weights[counted] = weights.get(counted, 0) + 1
        return cls(Distribution(weights), Fraction(sides - len(plain), sides), step)

    def chance(self, outcome: int) -> Fraction:
        """Return the chance that the sum is exactly ``outcome``."""
        total = Fraction(0)
        for last, chance in self.plain:
            # A chain that ends with `last` has this sum after exactly that many trumps.
            trumps, rest = divmod(outcome - last, self.step)
            if rest == 0 and trumps >= 0:
                total += chance * self.trump**trumps
        return total * (1 - self.trump)

    def at_least(self, outcome: int) -> Fraction:
        """Return the chance of ``outcome`` or more."""
        total = Fraction(0)
        for last, chance in self.plain:
            # That many trumps are needed (rounded up); a chain has at least k trumps with the chance trump^k.
            trumps = max(0, -((last - outcome) // self.step))
            total += chance * self.trump**trumps
        return total

    def mean(self) -> Fraction:
        """Return the average sum."""
        return self.plain.mean() + self.step * self.trump / (1 - self.trump)
