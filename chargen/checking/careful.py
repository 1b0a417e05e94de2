"""Judge a character while some house rules of its campaign could not be read.

What reads no such setting is judged as always. What reads one is left out: its result would only follow from that.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial, wraps
from typing import Any

from chargen.game.concept import RuleSet
from chargen.kit.ledger import Ledger


class _Watched:
    """Record that an unknown setting was read; mixed into the rules of a game."""

    def __getattribute__(self, name: str) -> Any:
        values = object.__getattribute__(self, "__dict__")
        if name in values["_unknown"]:
            values["_reads"].append(name)
        return super().__getattribute__(name)

    # By identity, so that no cache returns what was found without another reading. pydantic replaces `object.__hash__`.
    def __hash__(self) -> int:
        return id(self)

    __eq__ = object.__eq__


@cache
def _watched(model: type[RuleSet]) -> type[Any]:
    return type(model.__name__, (_Watched, model), {})


def _call(function: Callable[..., Any], given: tuple[Any, ...], unknown: frozenset[str]) -> tuple[Any, bool]:
    """Return what a function makes of some values and rules, and whether it read an unknown setting."""
    *values, rules = given
    reads: list[str] = []
    model: type[RuleSet] = type(rules)
    watched = object.__new__(_watched(model))
    # A rule that asks first whether a setting was read leaves out no more than what that setting decides.
    unread = {*rules.unread_paths(), *((name,) for name in unknown)}
    state = {**rules.__dict__, "_unknown": unknown, "_reads": reads, "_unread": unread}
    # As pydantic keeps the values of a model; nothing is validated again.
    object.__setattr__(watched, "__dict__", state)
    object.__setattr__(watched, "__pydantic_fields_set__", rules.model_fields_set)
    object.__setattr__(watched, "__pydantic_extra__", None)
    object.__setattr__(watched, "__pydantic_private__", None)
    result = function(*values, watched)
    return (result if isinstance(result, int) else list(result)), bool(reads)


def careful(
    function: Callable[..., Any], unknown: frozenset[str], unclear: set[int] | None = None
) -> Callable[..., Any]:
    """Return a rule that finds nothing where it reads one of the unknown settings; the rules are its last value.

    In ``unclear`` are the lines of a ledger, by their identity, that some rule could not judge: they are free.
    """
    lines = set[int]() if unclear is None else unclear

    @wraps(function)
    def result(first: Any, *given: Any) -> Any:
        found, is_guess = _call(function, (first, *given), unknown)
        lines.update([id(first)] if is_guess else [])
        if isinstance(found, int):
            return 0 if id(first) in lines else found
        return [] if is_guess else found

    return result


def careful_ledger(ledger: Ledger[Any, Any, Any, Any], unknown: frozenset[str]) -> Ledger[Any, Any, Any, Any]:
    """Return a ledger of careful rules, in which a line is free whose price or form may depend on unknown settings."""
    judge = partial(careful, unknown=unknown, unclear=set[int]())
    verbs = (
        replace(verb, rules=tuple(map(judge, verb.rules)), form=judge(verb.form), price=judge(verb.price))
        for verb in ledger.verbs
    )
    return replace(
        ledger,
        verbs=tuple(verbs),
        line_rules=tuple(map(judge, ledger.line_rules)),
        final_rules=tuple(careful(rule, unknown) for rule in ledger.final_rules),
    )
