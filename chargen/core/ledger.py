"""What a game's ledger leaves: its lines, the account of points, and what could be bought next."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from chargen.core.concept import Concept, RuleSet
from chargen.core.diagnostic import Diagnostic
from chargen.core.roll import Points

C = TypeVar("C", bound=Concept)
RC = TypeVar("RC", bound=RuleSet, contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One line of the replayed ledger as it stands on a sheet."""

    what: str
    change: int | float
    """Points gained (positive) or paid (negative)."""
    balance: int | float
    why: str = ""
    date: str = ""
    gain: "Gain | None" = None
    """What it did to a chance; there where a sheet is drawn, if it did anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a line of the ledger did to the chance of the roll that it is about."""

    roll: str
    """Its label."""
    before: Fraction | None
    """None where there was no such roll, as there is none any more where ``after`` is None."""
    after: Fraction | None
    of: str = ""
    """Which of several chances is meant, such as ``at difficulty 11``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The points of a ledger."""

    earned: int = 0
    spent: int = 0
    left_over: int = 0
    """What creation left to be spent in play."""
    counted: bool = True
    """Whether anybody counts: where a book has no prices and the ledger no award, nobody does."""

    @property
    def balance(self) -> int:
        """Points that are left, below 0 where the table waives that; where nobody counts them, 0."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that the points of a ledger could lawfully buy now."""

    entry: Mapping[str, Any]
    """The line of the ledger that buys it, as plain data."""
    label: str
    """What it does, as the sheet would say: ``Will 3 → 4``."""
    price: int
    touches: str
    """The name of what it changes; a roll whose label it is has another chance afterwards."""
    is_new: bool = False
    """Whether it brings something that is not on the sheet, of which another would do as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced(Generic[C]):
    """A concept after its ledger was replayed."""

    concept: C
    created: C
    """The concept as created, before the ledger."""
    diagnostics: tuple[Diagnostic, ...] = ()
    account: Account = Account()
    points: Mapping[str, Points] = field(default_factory=dict)
    ledger: tuple[LedgerLine, ...] = ()


class Advancement(Protocol[C, RC]):
    """What a game's ledger can do; `chargen.kit.ledger.Ledger` does it for any verbs."""

    @property
    def rules(self) -> tuple[Callable[..., Iterable[Diagnostic]], ...]:
        """All rules of the ledger, for whoever explains or tests them; each takes a line, what it meets, the rules."""

    @property
    def reads(self) -> tuple[str, ...]:
        """What of a concept must be usable before the ledger is judged, such as ``("traits",)``."""

    def replay(self, concept: C, rules: RC, entries: int | None = None) -> Advanced[C]:
        """Return the concept as its ledger leaves it, or the first so many entries of it."""

    def stages(self, concept: C, rules: RC) -> Iterator[Advanced[C]]:
        """Yield the concept as created, and as each entry of its ledger leaves it."""

    def offers(self, concept: C, rules: RC, words: Any = None, more: int = 0) -> Iterator[Offer]:
        """Yield all that could lawfully be bought now, were there ``more`` points than there are."""
