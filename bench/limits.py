"""What is promised of a figure, and whether it holds."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure with its limit; it must not be above ``most``, or not below ``least``."""

    what: str
    figure: float
    most: float | None = None
    least: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the promise is kept."""
        above = self.most is not None and self.figure > self.most
        below = self.least is not None and self.figure < self.least
        return not above and not below

    @property
    def sign(self) -> str:
        """The same as a mark in a table."""
        return "✓" if self.holds else "✗"

    def __str__(self) -> str:
        word, bound = ("at least", self.least) if self.most is None else ("at most", self.most)
        return f"{self.what}: {self.figure:.2f}, {word} {bound:g}"


def verdicts(limits: Sequence[Limit]) -> str:
    """How many limits hold, and each that does not.

    >>> print(verdicts([Limit("one", 1, most=2), Limit("other", 1, least=2)]))
    1 of 2 limits hold. **Not held:**
    <BLANKLINE>
    - other: 1.00, at least 2
    """
    lost = [f"- {limit}" for limit in limits if not limit.holds]
    head = f"{len(limits) - len(lost)} of {len(limits)} limits hold."
    return "\n".join([f"{head} **Not held:**", "", *lost]) if lost else head
