"""Read rules, which are functions: the name gives the code, the docstring what `chargen explain` prints."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from chargen.text.diagnostic import Diagnostic


def code_of(key: str, rule: Callable[..., Any]) -> str:
    """Return the code of a rule: its game's key and the function's name with hyphens."""
    return f"{key}/{rule.__name__.replace('_', '-')}"


def sign(diagnostic: Diagnostic, key: str, rule: Callable[..., Any]) -> Diagnostic:
    """Return a diagnostic with the code and the source of the rule that made it."""
    code, source = diagnostic.code or code_of(key, rule), diagnostic.rule or explanation(rule).source
    return replace(diagnostic, code=code, rule=source)


class Explanation(NamedTuple):
    """Hold what a rule requires, why, and its source in the book."""

    asks: str
    why: str
    source: str


@cache
def explanation(rule: Callable[..., Any]) -> Explanation:
    """Return a rule's docstring in three parts: first paragraph, the rest, and the line ``Source: …``."""
    text = inspect.getdoc(rule) or ""
    body, _, source = text.partition("Source:")
    asks, _, why = body.strip().partition("\n\n")
    return Explanation(
        " ".join(asks.split()),
        "\n\n".join(" ".join(p.split()) for p in why.split("\n\n") if p.strip()),
        " ".join(source.split()),
    )


def paths_checked_by(rule: Callable[..., Any]) -> tuple[str, ...]:
    """Return the paths that a rule made by `chargen.kit.checks` checks; empty for any other function.

    >>> from chargen.kit.checks import within
    >>> paths_checked_by(within("limits", "ranks.*", 1, 6, source="page 3"))
    ('ranks.*',)
    """
    paths: tuple[str, ...] = getattr(rule, "looks_at", ())
    return paths


def names_allowed_by(rule: Callable[..., Any], rules: Any) -> list[str]:
    """Return the names that a rule made by `known` or `known_for` allows, as files write them; else an empty list.

    >>> from chargen.kit.checks import known
    >>> from chargen.kit.vocabulary import Vocabulary
    >>> names_allowed_by(known("ranks", "ranks", Vocabulary("rank", ["novice", "master"]), source="page 2"), None)
    ['novice', 'master']
    """
    vocabulary = getattr(rule, "vocabulary", None)
    if vocabulary is None:
        return []
    names: list[str] = (vocabulary(rules) if callable(vocabulary) else vocabulary).keys
    return names
