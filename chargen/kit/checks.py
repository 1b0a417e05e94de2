"""Rules of creation: what one is, and what it reads."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

from chargen.core.concept import Concept, RuleSet
from chargen.core.diagnostic import Diagnostic

C = TypeVar("C", bound=Concept)
R = TypeVar("R", bound=RuleSet)
F = TypeVar("F", bound=Callable[..., Any])

Check: TypeAlias = Callable[[C, R], Iterable[Diagnostic]]
"""A rule of creation: yields what is wrong with a concept under some rules.

Its name is its code, its docstring says what it asks, why, and (last line) its ``Source:``.
"""


def reads(*paths: str) -> Callable[[F], F]:
    """Mark a rule with what it needs whole: it waits while anything at, under or around ``paths`` could not be read.

    A path is the keys of a concept parted by dots; ``*`` is any key of a mapping and any entry of a list. A rule that
    judges each value by itself needs nothing: what could not be read is None, and was reported where it stands.

    >>> @reads("descriptors.*.value", "hit_points")
    ... def values(concept, rules): ...
    >>> what_it_reads(values)
    ('descriptors.*.value', 'hit_points')
    """

    def mark(rule: F) -> F:
        rule.reads = paths  # type: ignore[attr-defined]
        return rule

    return mark


def what_it_reads(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that `reads` has marked a rule with; none where it is not marked."""
    paths: tuple[str, ...] = getattr(rule, "reads", ())
    return paths
