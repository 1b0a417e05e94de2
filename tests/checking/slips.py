"""Damage files as hands do, and compare what `check --fix` makes of them with the original."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import pairwise
from types import MappingProxyType

from chargen.text.names import fold
from chargen.text.reader import Plain

Slip = tuple[int, int, str]
"""Where a text changes, from one offset to another, and what is written there."""

_CODE = re.compile(r"""(?:[^#"'\n]|"[^"\n]*"|'[^'\n]*'|(?<=\S)#)*""")
_TOKEN = re.compile(r"[+-]?\d+(?:[.,]\d+)?|[^\W\d_]+")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORDS = {word: str(number) for number, word in enumerate(NUMBERS)} | {
    "yes": "true",
    "on": "true",
    "no": "false",
    "off": "false",
}
"""The words for which a fix writes something else."""


def _found(pattern: str, written: str) -> Callable[[str], Iterator[Slip]]:
    """Return the slip that replaces the first group of a pattern outside comments, everywhere that it is found."""
    expression = re.compile(pattern)

    def places(text: str) -> Iterator[Slip]:
        start = 0
        for line in text.splitlines(keepends=True):
            code = _CODE.match(line)
            for found in expression.finditer(line, 0, code.end() if code else 0):
                yield start + found.start(1), start + found.end(1), found.expand(written)
            start += len(line)

    return places


SLIPS: Mapping[str, Callable[[str], Iterator[Slip]]] = MappingProxyType(
    {
        "no space after a colon": _found(r":( )(?=\S)", ""),
        "no space after a dash": _found(r"^ *-( )(?=\S)", ""),
        "a tab for an indent": _found(r"^(  )(?=\S)", "\t"),
        "no opening quote": _found(r"""(?:: |- |[{\[,] ?)(["'])(?=\w)""", ""),
        "no closing quote": _found(r"""(?<=\w)(["'])(?=[,}\]]|$)""", ""),
        "a quote too many": _found(r"""(?<=: )(\w+)(?=[,}\]]|$)""", r'"\1'),
        "a number in quotes": _found(r"(?<=: )(\d+)(?=[,}\]\s]|$)", r'"\1"'),
        "a number with decimals": _found(r"(?<=: )(\d+)(?=[,}\]\s]|$)", r"\1,0"),
        "the minus of typesetting": _found(r"(?<=: )(-)(?=\d)", "\N{MINUS SIGN}"),
        "the quotes of typesetting": _found(r"(?<=: )(\w+)(?=[,}\]]|$)", r"“\1”"),
        "a letter too few": _found(r"(?<=[^\W\d_]{2})([^\W\d_])(?=[^\W\d_]{2})", ""),
        "a letter twice": _found(r"(?<=[^\W\d_])([^\W\d_])(?=[^\W\d_])", r"\1\1"),
        "an equals sign": _found(r"^ *[\w-]+(: )(?=\S)", "="),
        "no brackets": _found(r"(?<=: )(\[)(?=[^\[\]{}\n]*\]\s*$)", ""),
        "a number sign": _found(r"(?<=[^\W\d])( )(?=[^\W\d]+[,}\]])", " #"),
    }
)
"""Every slip of the hand by its name: what gives the places of a text where it can happen."""


def damage(text: str, slips: list[Slip]) -> str:
    """Return a text with some slips, none of which overlap."""
    for start, end, written in sorted(slips, reverse=True):
        text = text[:start] + written + text[end:]
    return text


def overlap(slips: list[Slip]) -> bool:
    ordered = sorted(slips)
    return any(end >= start for (_, end, _), (start, _, _) in pairwise(ordered))


def meaning(data: Plain) -> Plain:
    """Return plain data without what does not matter to a game: case, separators, and a number written as text."""
    if isinstance(data, dict):
        return {fold(key): meaning(value) for key, value in data.items()}
    if isinstance(data, list):
        return [meaning(value) for value in data]
    return data if data is None else fold(str(data))


def lost(before: str, after: str) -> list[str]:
    """Return the words and numbers of a text that another has neither as they are nor as a near match."""
    old, new = (_TOKEN.findall(text.replace("\N{MINUS SIGN}", "-")) for text in (before, after))
    gone: list[str] = []
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind in ("replace", "delete"):
            gone += _unmatched(old[start:end], new[first:last])
    return gone


def _unmatched(old: list[str], new: list[str]) -> list[str]:
    """Return the tokens that are near none of some others; a sign within a word may have cut it in two."""
    gone, left = [], list(new)
    for token in old:
        match = next((other for other in left if _is_near(token, other)), None)
        if match is None:
            gone.append(token)
        else:
            left.remove(match)
    joined, others = (re.sub(r"[.,]", "", "".join(tokens)) for tokens in (old, new))
    is_whole = re.findall(r"\d+", joined) == re.findall(r"\d+", others) and _is_near(joined, others)
    return [] if new and is_whole else gone


def _is_near(token: str, other: str) -> bool:
    """Return whether two words are much alike, one is short for the other, or two numbers are equal."""
    word, new = token.lower(), other.lower()
    if word == new or WORDS.get(word) == new:
        return True
    if word[-1:].isdigit() or new[-1:].isdigit():
        return _value(word) == _value(new) is not None
    letters = iter(new)
    is_short_for = word[:1] == new[:1] and (len(word) <= 2 or all(letter in letters for letter in word))
    return is_short_for or SequenceMatcher(None, word, new).ratio() >= 0.6


def _value(token: str) -> float | None:
    try:
        return float(token.replace(",", "."))
    except ValueError:
        return None


def count_values(data: Plain) -> int:
    """Return how many texts, numbers and other single values there are in plain data."""
    if isinstance(data, (dict, list)):
        return sum(map(count_values, data.values() if isinstance(data, dict) else data))
    return data is not None
