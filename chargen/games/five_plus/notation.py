"""The text's own shorthand: ``name (counter/level:tier+next)``, as a concept writes it behind the name."""

import re
from collections.abc import Callable

from pydantic_core import PydanticCustomError

from chargen.core.names import short
from chargen.core.schema_error import number_hint

_NUMBER = r"\s*-?[0-9]{1,4}\s*"
_TIERS = rf"(?P<tier>{_NUMBER})(?P<next>(?:\+{_NUMBER})*)"
_SKILL = re.compile(rf"(?P<level>{_NUMBER})(?:[:/]{_TIERS})?(?P<marked>\*?)\s*")
_RESISTANCE = re.compile(rf"(?:(?P<damage>{_NUMBER})/)?(?P<level>{_NUMBER})(?::{_TIERS})?(?P<marked>\*?)\s*")


def skill(text: str) -> dict[str, object]:
    """A skill's shorthand as a mapping.

    >>> skill("3:1")
    {'level': 3, 'tier': 1}
    >>> skill("5:1+2*")
    {'level': 5, 'tier': 1, 'next': [2], 'marked': True}
    """
    parts = _SKILL.fullmatch(text)
    if parts is None:
        damaged = _RESISTANCE.fullmatch(text) is not None
        hint = "damage before a slash is for resistances" if damaged else 'as in "4:1" or "5:1+2"'
        raise _unreadable(text, "a skill is `level`, `level:tier` or `level:tier+next`", hint)
    return _mapping(parts)


def resistance(text: str) -> dict[str, object]:
    """A resistance's shorthand as a mapping.

    >>> resistance("0/3:1")
    {'damage': 0, 'level': 3, 'tier': 1}
    """
    parts = _RESISTANCE.fullmatch(text)
    if parts is None:
        raise _unreadable(
            text, "a resistance is `damage/level:tier`, and may lack the damage or the tier", 'as in "0/3:1" or "3:1"'
        )
    return _mapping(parts)


def written(level: int, tier: int, upper: int = 0) -> str:
    """A level as the text writes it.

    >>> written(5, 1, 2), written(3, 0)
    ('5:1+2', '3:0')
    """
    return f"{level}:{tier}" + (f"+{upper}" if upper else "")


def _mapping(parts: re.Match[str]) -> dict[str, object]:
    read: dict[str, Callable[[str], object]] = {
        "next": lambda text: list(map(int, text.split("+")[1:])),
        "marked": bool,
    }
    return {key: read.get(key, int)(text) for key, text in parts.groupdict().items() if text}


def _unreadable(text: str, form: str, hint: str) -> PydanticCustomError:
    details = {"form": form, "text": f'"{short(text, 40)}"', "hint": number_hint(text) or hint}
    return PydanticCustomError("notation", "{form}; found {text}", details)
