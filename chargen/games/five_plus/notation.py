"""The text's own shorthand: ``name (counter/level:tier+next)``, as a concept writes it behind the name."""

import re

from pydantic_core import PydanticCustomError

from chargen.core.schema_error import number_hint

_NUMBER = r"\s*(-?[0-9]{1,4})\s*"
_SKILL = re.compile(rf"{_NUMBER}(?:([:/]){_NUMBER}((?:\+{_NUMBER})*))?(\*?)\s*")
_RESISTANCE = re.compile(rf"(?:{_NUMBER}/)?{_NUMBER}(?:(:){_NUMBER}((?:\+{_NUMBER})*))?(\*?)\s*")


def skill(text: str) -> dict[str, object]:
    """A skill's shorthand as a mapping.

    >>> skill("3:1")
    {'level': 3, 'tier': 1}
    >>> skill("5:1+2*")
    {'level': 5, 'tier': 1, 'next': [2], 'marked': True}
    """
    found = _SKILL.fullmatch(text)
    if found is None:
        damaged = _RESISTANCE.fullmatch(text) is not None
        hint = "damage before a slash is for resistances" if damaged else 'as in "4:1" or "5:1+2"'
        raise _unreadable(text, "a skill is `level`, `level:tier` or `level:tier+next`", hint)
    level, _, tier, upper, _, mark = found.groups()
    return _mapping(level, tier, upper, mark)


def resistance(text: str) -> dict[str, object]:
    """A resistance's shorthand as a mapping.

    >>> resistance("0/3:1")
    {'damage': 0, 'level': 3, 'tier': 1}
    """
    found = _RESISTANCE.fullmatch(text)
    if found is None:
        raise _unreadable(
            text, "a resistance is `damage/level:tier`, and may lack the damage or the tier", 'as in "0/3:1" or "3:1"'
        )
    damage, level, _, tier, upper, _, mark = found.groups()
    return ({} if damage is None else {"damage": int(damage)}) | _mapping(level, tier, upper, mark)


def written(level: int, tier: int, upper: int = 0) -> str:
    """A level as the text writes it.

    >>> written(5, 1, 2), written(3, 0)
    ('5:1+2', '3:0')
    """
    return f"{level}:{tier}" + (f"+{upper}" if upper else "")


def _mapping(level: str, tier: str | None, upper: str | None, mark: str) -> dict[str, object]:
    made: dict[str, object] = {"level": int(level)}
    if tier is not None:
        made["tier"] = int(tier)
    if upper:
        made["next"] = [int(each) for each in upper.split("+") if each.strip()]
    if mark:
        made["marked"] = True
    return made


def _unreadable(text: str, form: str, hint: str) -> PydanticCustomError:
    shown = text if len(text) <= 40 else text[:39] + "…"
    hint = number_hint(text) or hint
    return PydanticCustomError("notation", "{form}; found {shown}", {"form": form, "shown": f'"{shown}"', "hint": hint})
