"""Judge a character while some house rules of its campaign could not be read.

What reads no such setting is judged as always. What reads one is left out: its result would only follow from that.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from chargen.game.concept import RuleSet


def _watch(rules: RuleSet, name: str) -> Any:
    """Return what a game's rules have under a name, and record it where it is an unknown setting."""
    values = object.__getattribute__(rules, "__dict__")
    if name in values["_unknown"]:
        values["_reads"].append(name)
    return object.__getattribute__(rules, name)


_CLASSES: dict[type[RuleSet], type[Any]] = {}


def careful(
    function: Callable[..., Any], unknown: frozenset[str], unclear: set[int] | None = None
) -> Callable[..., Any]:
    """Return a rule that finds nothing where it reads one of the unknown settings; the rules are its last value.

    In ``unclear`` are the lines of a ledger, by their identity, that some rule could not judge: they are free.
    """
    lines = set[int]() if unclear is None else unclear

    @wraps(function)
    def judge(*given: Any) -> Any:
        *values, rules = given
        reads: list[str] = []
        model: type[RuleSet] = type(rules)
        # Compared by identity, so that no cache returns what was found without another reading.
        watching = {"__getattribute__": _watch, "__eq__": object.__eq__, "__hash__": object.__hash__}
        kind = _CLASSES.get(model) or _CLASSES.setdefault(model, type(model.__name__, (model,), watching))
        watched = object.__new__(kind)
        # A rule that asks first whether a setting was read leaves out no more than what that setting decides.
        unread = {*rules.unread_paths(), *((name,) for name in unknown)}
        state = {**rules.__dict__, "_unknown": unknown, "_reads": reads, "_unread": unread}
        # As pydantic keeps the values of a model; nothing is validated again.
        object.__setattr__(watched, "__dict__", state)
        object.__setattr__(watched, "__pydantic_fields_set__", rules.model_fields_set)
        object.__setattr__(watched, "__pydantic_extra__", None)
        object.__setattr__(watched, "__pydantic_private__", None)
        found = function(*values, watched)
        # A rule reads settings as long as it yields.
        found = found if isinstance(found, int) else list(found)
        lines.update([id(values[0])] if reads else [])
        if isinstance(found, int):
            return 0 if id(values[0]) in lines else found
        return [] if reads else found

    return judge
