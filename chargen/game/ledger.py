"""Hold the results of a ledger: its lines, the account of points, and what could be bought next."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from chargen.game.concept import Concept, RuleSet
from chargen.page.roll import Points
from chargen.text.diagnostic import Diagnostic

C = TypeVar("C", bound=Concept)
RC = TypeVar("RC", bound=RuleSet, contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """Hold one line of the replayed ledger as a sheet prints it."""

    what: str
    change: int | float  # Points gained (positive) or paid (negative)
    balance: int | float
    why: str = ""
    date: str = ""
    gain: "Gain | None" = None  # Its effect on a chance; set where a sheet is drawn, if there is any


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """Hold the chance of a roll before and after a change, such as a line of the ledger that is about it."""

    roll: str  # Its label
    before: Fraction | None
    """The chance before; None where the roll is new. ``after`` is None where the roll is gone."""
    after: Fraction | None
    of: str = ""  # Which of several chances is meant, such as `at difficulty 11`

    @property
    def rise(self) -> Fraction:
        """Return by how much the chance rises; 0 for a roll that comes or goes."""
        return Fraction(0) if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Hold the points of a ledger."""

    earned: int = 0
    spent: int = 0
    left_over: int = 0  # The points that creation left to be spent in play
    counted: bool = True
    """Whether points are counted; they are not where a book has no prices and the ledger no award."""

    @property
    def balance(self) -> int:
        """Return the points that are left: below 0 where the table waives that, 0 where they are not counted."""
        return self.left_over + self.earned - self.spent if self.counted else 0

    def points(self) -> Points:
        """Return what was earned, spent and left, as `chargen show` has it.

        >>> Account(earned=5, spent=3).points().available
        2
        >>> Account(spent=3, counted=False).points().budget is None
        True
        """
        if not self.counted:
            return Points(budget=None, spent=self.spent, available=None)
        return Points(budget=self.earned, spent=self.spent, available=max(self.balance, 0))


RICH = Account(earned=10**6)  # More than any price


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Hold something that the points of a ledger can legally buy now."""

    entry: Mapping[str, Any]  # The line of the ledger that buys it, as plain data
    label: str  # Its effect, as the sheet prints it: `Will 3 → 4`
    price: int
    touches: str  # The name of what it changes; a roll with this label has another chance afterwards
    is_new: bool = False
    """Whether it adds something that is not on the sheet and is one of several equal choices."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced(Generic[C]):
    """Hold a concept after its ledger was replayed."""

    concept: C
    created: C
    """The concept as created, before the ledger."""
    diagnostics: tuple[Diagnostic, ...] = ()
    account: Account = Account()
    points: Mapping[str, Points] = field(default_factory=dict)
    ledger: tuple[LedgerLine, ...] = ()
    refused: frozenset[int] = frozenset()
    """The indexes of the lines that break a rule: they count as meant, at the nearest legal values."""


class Advancement(Protocol[C, RC]):
    """Define what checks and sheets need of a ledger; only a `chargen.kit.ledger.Ledger` can also be edited."""

    @property
    def rules(self) -> tuple[Callable[..., Iterable[Diagnostic]], ...]:
        """Return all rules of the ledger, to explain and test; each takes a line, the state before it, the rules."""

    def replay(self, concept: C, rules: RC, entries: int | None = None) -> Advanced[C]:
        """Return the concept after its ledger, or after the first ``entries`` of it."""

    def stages(self, concept: C, rules: RC) -> Iterator[Advanced[C]]:
        """Yield the concept as created, and as each entry of its ledger leaves it."""
