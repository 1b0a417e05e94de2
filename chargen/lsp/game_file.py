"""Complete game files: the names that one part of a game file may take from another, and the values of formulas."""

from collections.abc import Iterator, Mapping
from typing import Any

from chargen.language.formula import ROLL_WORDS
from chargen.text.diagnostic import KeyPath
from chargen.text.parts import find_value

_LIMITS = ("from", "to", "points", "number", "most", "by")
"""The keys whose formulas may name only the numbers of the rules."""


def names_at(data: Mapping[str, Any], path: KeyPath) -> Iterator[str]:
    """Yield the names that a value, or the keys of a mapping, at a path of a game file may be."""
    steps = tuple(str(step) for step in path if isinstance(step, str))
    match steps:
        case ("rolls", key, "with"):
            yield from _keys(data, "dice", _text(data, "rolls", key, "dice") or next(_keys(data, "dice"), ""), "takes")
        case ("scores", _, "roll") | ("rolls", _, "dice"):
            yield from _keys(data, "dice")
        case ("scores", _, "except", "needs"):
            yield from _keys(data, "lines")
        case ("picks", _, "by"):
            yield from _keys(data, "choices")
        case ("picks", key, "lists"):
            yield from _keys(data, "choices", _text(data, "picks", key, "by"), "of")
        case ("choices", _, "of", _, "adds"):
            for group in _keys(data, "scores"):
                yield from _keys(data, "scores", group, "base")
        case ("dice", key, "fails"):
            yield from _keys(data, "dice", key, "outcomes")
        case ("ledger", "buys", _, "raises" | "sets") | ("rolls", _, "each", _):
            yield from _keys(data, "scores")
        case ("ledger", "buys", _, "learns"):
            yield from (*_keys(data, "picks"), *_keys(data, "things"))
        case ("ledger", "buys", _, "loses") | ("derived", _, "each"):
            yield from _keys(data, "things")
        case ("rules", _, "each"):
            yield from (*_keys(data, "scores"), *_keys(data, "things"))
        case ("rules", _, "at"):
            for section in ("choices", "scores", "picks", "tables", "things", "lines"):
                yield from _keys(data, section)
        case ("things", key, "of" | "always", _):
            yield from _keys(data, "things", key, "has")
        case ("fight", "with"):
            yield from _keys(data, "rolls")
            for group in _keys(data, "scores"):
                if _text(data, "scores", group, "roll"):
                    yield from (group, *_keys(data, "scores", group, "of"), *_keys(data, "scores", group, "base"))
        case ("fight", "takes"):
            yield from _keys(data, "trackers")
        case ("fight", "weapons"):
            yield from _keys(data, "tables")
        case ("fight", "roll" | "damage"):
            yield from _keys(data, "tables", _text(data, "fight", "weapons"), "columns")
        case ("fight", "unarmed"):
            yield from _keys(data, "tables", _text(data, "fight", "weapons"), "rows")
        case ("fight", "harm"):
            for key in _keys(data, "dice"):
                yield from _keys(data, "dice", key, "outcomes")


def values_at(data: Mapping[str, Any], path: KeyPath) -> Iterator[str]:
    """Yield the values that a formula at a path may name, as a formula writes them; nothing where there is none."""
    steps = tuple(str(step) for step in path)
    match steps:
        case ("scores" | "picks" | "tables" | "things" | "ledger", *_, last) if last in _LIMITS:
            yield from _numbers(data)
        case ("ledger", "buys", _, "price") | ("dice", _, "dice" | "sides"):
            yield from ("value", *_numbers(data))
        case ("dice", key, "roll" | "where" | "total" | "reads" | "outcomes" as part, *_):
            yield from _keys(data, "dice", key, "takes")
            yield from ("value", *_keys(data, "dice", key, "asks"), *_keys(data, "dice", key, "where"), *_numbers(data))
            if part not in ("roll", "where"):
                yield from (*ROLL_WORDS, *_keys(data, "dice", key, "roll"), *_keys(data, "dice", key, "reads"))
            if part == "outcomes":
                yield "otherwise"
        case ("dice", _, "also", _):
            yield from ("value", *_every(data))
        case ("derived", key) | ("derived", key, "is"):
            # Only those above it.
            above = list(_keys(data, "derived"))
            later = above[above.index(key) :] if key in above else ()
            yield from (name for name in _every(data) if name not in later)
            yield from _keys(data, "things", _text(data, "derived", key, "each"), "has")
        case ("rules", key, "must"):
            yield from ("value", *_every(data), *_keys(data, "things", _text(data, "rules", key, "each"), "has"))
        case ("rolls", key, "with", _):
            yield from (*_keys(data, "rolls", key, "each"), *_every(data))
        case ("rolls", _) | ("rolls", _, "value") | ("trackers", _) | ("trackers", _, "boxes") | ("fight", "harm", _):
            yield from _every(data)


def _every(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of all values: numbers, scores and derived numbers."""
    yield from _numbers(data)
    scores = (_keys(data, "scores", group, field) for group in _keys(data, "scores") for field in ("of", "base"))
    yield from ("_".join(name.split()) for names in (*scores, _keys(data, "derived")) for name in names)


def _numbers(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers of the rules, without those that only a table sets."""
    for key in _keys(data, "numbers"):
        number = find_value(data, ("numbers", key))
        if not isinstance(number, dict) or number.get("is") is not None:
            yield "_".join(key.split())


def _keys(data: Any, *path: str) -> Iterator[str]:
    """Yield the keys of a mapping, or the texts of a list, at a path; nothing where there is neither."""
    part = find_value(data, path)
    yield from (name for name in part if isinstance(name, str)) if isinstance(part, dict | list) else ()


def _text(data: Any, *path: str) -> str:
    return str(find_value(data, path) or "")
