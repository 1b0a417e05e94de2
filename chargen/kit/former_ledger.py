"""The replay of an experience ledger, alike in every game: what is said of each line, and what it changes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic, TypeVar

from chargen.core.concept import Entry, RuleSet
from chargen.core.diagnostic import Diagnostic, Severity
from chargen.core.game import LedgerLine, signed_by

E = TypeVar("E", bound=Entry)
S = TypeVar("S")
R = TypeVar("R", bound=RuleSet)


@dataclass(frozen=True, slots=True)
class Step(Generic[E, S]):
    """A line as it was replayed."""

    index: int
    """Its place in the ledger."""
    line: E
    before: S
    after: S | None
    """The character after it; None where it changes nothing."""
    findings: tuple[Diagnostic, ...] = ()
    due: int = 0
    """What it cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed(Generic[S]):
    """What came of a ledger."""

    now: S
    diagnostics: tuple[Diagnostic, ...]
    ledger: tuple[LedgerLine, ...]


def _spent(before: Any, after: Any, due: int, paid: bool, rules: Any) -> Any:
    """The character after paying, where what was spent is kept as a number."""
    return replace(after, spent=before.spent + due) if paid else after


def _why(line: Entry) -> str:
    return line.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger(Generic[E, S, R]):
    """How a game replays its ledger: ``S`` is where a character stands between two lines."""

    key: str
    """The game's."""
    ledger_rules: tuple[Callable[[E, S, R], Iterable[Diagnostic]], ...]
    """The rules of a line. The first reads the line by itself; the others follow where it finds nothing."""
    payment: Callable[[E, S, R], Iterable[Diagnostic]]
    """The one of them that asks whether the line is paid for."""
    price: Callable[[E, S, R], int]
    applied: Callable[[E, S, R], S]
    """The character after a line, its price not yet paid."""
    told: Callable[[E, S, S, R], str]
    """What a line has done, for the sheet: the line, before it, after it."""
    balance: Callable[[S, R], int]
    settled: Callable[[S, S, int, bool, R], S] = _spent
    """The character after paying: before the line, after it, what is due, and whether that is paid."""
    why: Callable[[E], str] = _why
    """What a line was for."""

    def steps(self, lines: Iterable[E], start: S, rules: R) -> Iterator[Step[E, S]]:
        """The ledger line by line.

        A line that could not be read, or that breaks a rule, changes nothing; one that is only not paid for is done
        without its price, so that every line is judged by itself. What the table waives counts as if it were lawful:
        the line is done and its price is paid, below zero if it must be. After an award that could not be read,
        nobody knows what is left, and nothing is said to be unpaid.
        """
        unpaid_code = f"{self.key}/{self.payment.__name__.replace('_', '-')}"
        now, counted = start, True
        for index, line in enumerate(lines):
            if not line.readable:
                counted = counted and not line.may_award
                yield Step(index, line, now, None)
                continue
            first, *others = (
                self.ledger_rules if counted else [rule for rule in self.ledger_rules if rule is not self.payment]
            )
            findings = tuple(signed_by(self.key, first, first(line, now, rules)))
            if self._forbidden(findings, rules):
                yield Step(index, line, now, None, findings)
                continue
            for part in line.parts():
                judged = (signed_by(self.key, rule, rule(part, now, rules)) for rule in others)
                findings += tuple(chain.from_iterable(judged))
                wrong = self._forbidden(findings, rules)
                if any(finding.code != unpaid_code for finding in wrong):
                    yield Step(index, part, now, None, findings)
                else:
                    due = self.price(part, now, rules)
                    after = self.settled(now, self.applied(part, now, rules), due, not wrong, rules)
                    yield Step(index, part, now, after, findings, 0 if wrong else due)
                    now = after
                findings = ()
            if findings:  # it does nothing at all, which the table waives
                yield Step(index, line, now, None, findings)

    def _forbidden(self, findings: Iterable[Diagnostic], rules: R) -> list[Diagnostic]:
        """The errors that the table does not waive."""
        return [found for found in findings if found.severity is Severity.ERROR and not rules.waives(found.code)]

    def replay(self, lines: Iterable[E], start: S, rules: R) -> Replayed[S]:
        """The whole ledger at once; findings carry paths into the concept."""
        now = start
        diagnostics: list[Diagnostic] = []
        ledger: list[LedgerLine] = []
        for step in self.steps(lines, start, rules):
            path = ("advancement", step.index)
            diagnostics += (replace(finding, path=(*path, *finding.path)) for finding in step.findings)
            if step.after is None:
                continue
            now = step.after
            award: int | None = getattr(step.line, "award", None)
            ledger.append(
                LedgerLine(
                    what=self.told(step.line, step.before, now, rules),
                    change=award if award is not None else -step.due,
                    balance=self.balance(now, rules),
                    why=self.why(step.line),
                    date=step.line.date,
                )
            )
        return Replayed(now=now, diagnostics=tuple(diagnostics), ledger=tuple(ledger))
