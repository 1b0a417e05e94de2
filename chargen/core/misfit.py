"""Misfits in our own words: what pydantic found, said to a player."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, Path, error
from chargen.core.names import did_you_mean, fold, listing, short
from chargen.core.reader import Plain


def missing(path: Path) -> Diagnostic:
    *around, name = path
    of = f" of `{around[-1]}`" if around and isinstance(around[-1], str) else ""
    return error(f"`{name}`{of} is missing", *path, code="concept/missing-key", hint=f"add `{name}:`")


def too_many(number: int) -> Diagnostic:
    """The finding that stands for all misfits beyond those that are reported one by one."""
    found = "1 more value does" if number == 1 else f"{number:,} more values do"
    return error(
        f"{found} not fit",
        code="concept/too-many",
        hint=f"at most {limits.MISFITS:,} of a file are reported one by one; mend those first",
    )


def crowded(data: Plain, path: Path = ()) -> Iterator[Diagnostic]:
    """The findings about lists and mappings that have too many entries for rules to look at."""
    if not isinstance(data, (dict, list)):
        return
    if len(data) > limits.ENTRIES:
        name = next((f"`{step}`" for step in reversed(path) if isinstance(step, str)), "the file")
        message = f"{name} has {len(data):,} entries; {limits.ENTRIES:,} is the most"
        yield error(message, *path, key=True, code="concept/too-many", hint="the rest of the file was not checked")
        return
    for step, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield from crowded(value, (*path, step))


def kind(value: Plain) -> str:
    """What a value is, in plain words.

    >>> kind([1]), kind(2.5), kind("six"), kind(None)
    ('a list', 'the number 2.5', 'the text "six"', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes or no (`true`)" if value else "yes or no (`false`)"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return f'the text "{short(value, 40)}"'
    return "a mapping" if isinstance(value, dict) else "a list"


_WANTED: Mapping[str, str] = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "`true` or `false`",
    "dict_type": "a mapping of names to values",
    "mapping_type": "a mapping of names to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "list_type": "a list",
    "tuple_type": "a list",
    "none_required": "nothing",
}
_BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
    "greater_than": ("gt", "more than"),
    "less_than": ("lt", "less than"),
}


def misfit(
    path: Path, fault: Mapping[str, Any], keys_at: Callable[[Path], Iterable[str]], stands: Path | None = None
) -> Diagnostic:
    """The finding for an error of pydantic's at ``path``; ``keys_at`` knows the keys of the shape at a path.

    ``stands`` is as much of the path as the file holds: a bare value may stand for a whole mapping.
    """
    sort, found, context = fault["type"], fault["input"], fault.get("ctx", {})
    name = next((step for step in reversed(path if stands is None else stands) if isinstance(step, str)), "the file")
    if sort == "missing":
        return missing(path)
    if sort == "extra_forbidden":
        return _unknown_key(path, sorted(keys_at(path[:-1])))
    if sort == "choice":
        names = context["names"]
        return error(
            f"`{name}` is {kind(found)}, which is not one of {listing(names, 'or')}",
            *path,
            code="concept/unknown-choice",
            hint=did_you_mean(str(found), names) if isinstance(found, str) else "",
        )
    if sort in _BOUNDS:
        key, words = _BOUNDS[sort]
        return error(f"`{name}` must be {words} {context[key]}; found {found}", *path, code="concept/out-of-range")
    if sort in ("too_short", "too_long"):
        bound, number = (
            ("at least", context["min_length"]) if sort == "too_short" else ("at most", context["max_length"])
        )
        entries = "one entry" if number == 1 else f"{number} entries"
        return error(f"`{name}` must have {bound} {entries}", *path, code="concept/out-of-range")
    if sort == "string_too_short":
        return error(f"`{name}` is empty", *path, code="concept/empty", hint="write a text, or leave the key out")
    if sort in _WANTED:
        hint = ""
        if sort == "string_type" and isinstance(found, (int, float)):
            hint = f'write it in quotes: "{str(found).lower() if isinstance(found, bool) else found}"'
        if sort == "bool_type" and isinstance(found, str) and fold(found) in ("yes", "no", "on", "off"):
            hint = f"write `{'true' if fold(found) in ('yes', 'on') else 'false'}`; {found} is plain text here"
        return error(
            f"`{name}` must be {_WANTED[sort]}; found {kind(found)}", *path, code="concept/wrong-type", hint=hint
        )
    return error(f"`{name}`: {fault['msg']}", *path, code="concept/wrong-type", hint=str(context.get("hint", "")))


def same_key(key: str, other: str, *path: str | int) -> Diagnostic:
    """Two spellings of one key that stand side by side."""
    return error(
        f"`{key}` and `{other}` are one and the same key",
        *path,
        key=True,
        code="yaml/doubled-key",
        hint="keep one of them",
    )


def _unknown_key(path: Path, known: list[str]) -> Diagnostic:
    key = str(path[-1])
    folded = {fold(each): each for each in known}
    if fold(key) in folded:
        return same_key(key, folded[fold(key)], *path)
    where = f" in `{path[-2]}`" if len(path) > 1 and isinstance(path[-2], str) else ""
    everything = f"the keys here are {listing(known)}" if known else ""
    hint = did_you_mean(key, known, everything)
    return error(f"unknown key `{key}`{where}", *path, key=True, code="concept/unknown-key", hint=hint)
