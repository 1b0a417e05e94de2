"""Handle numbers of NPCs as spans."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]  # The first and the last of consecutive numbers

LARGEST_NUMBER = 1_000_000  # The highest possible number (chargen's default)
_SPAN = re.compile(r"(\d{1,9})(?: ?[-–] ?(\d{1,9}))?")


def parse_spans(text: str) -> tuple[Span, ...]:
    """Parse numbers and ranges, and return the distinct numbers in order.

    >>> parse_spans("7, 12-20")
    ((7, 7), (12, 20))
    >>> parse_spans("3,1-2,5,4-9")
    ((1, 9),)
    >>> parse_spans("9-4")
    Traceback (most recent call last):
    ValueError: 9-4 goes backwards; write 4-9
    """
    pairs = []
    for word in text.split(","):
        match = _SPAN.fullmatch(word.strip())
        if match is None:
            raise ValueError(f"{word.strip()!r} is no number of an NPC; write numbers and spans, such as 7,12-20")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise ValueError(f"{first}-{last} goes backwards; write {last}-{first}")
        if first < 1 or last > LARGEST_NUMBER:
            raise ValueError(f"NPCs are numbered from 1 to {LARGEST_NUMBER:,}; found {word.strip()}")
        pairs.append((first, last))
    return merge_spans(pairs)


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the distinct numbers in order, in as few spans as possible.

    >>> merge_spans([(4, 4), (1, 2), (3, 3)])
    ((1, 4),)
    """
    merged: list[Span] = []
    for first, last in sorted(spans):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return tuple(merged)


def format_spans(spans: Iterable[Span]) -> str:
    """Return spans as text that `parse_spans` reads.

    >>> format_spans([(7, 7), (12, 20)])
    '7,12-20'
    """
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def count_numbers(spans: Iterable[Span]) -> int:
    """Return the number of numbers in the spans.

    >>> count_numbers([(7, 7), (12, 20)])
    10
    """
    return sum(last - first + 1 for first, last in spans)


def count_before(spans: Iterable[Span], number: int) -> int:
    """Return the number of numbers below a number.

    >>> count_before([(7, 7), (12, 20)], 13)
    2
    """
    return sum(min(last, number - 1) - first + 1 for first, last in spans if first < number)


def cut_spans(spans: Iterable[Span], size: int) -> Iterator[tuple[Span, ...]]:
    """Yield the numbers in order, in parts of ``size`` numbers.

    >>> list(cut_spans([(1, 3), (7, 9)], 4))
    [((1, 3), (7, 7)), ((8, 9),)]
    """
    every = iterate_numbers(spans)
    while some := list(islice(every, size)):
        yield merge_spans((number, number) for number in some)


def split_spans(spans: Iterable[Span], starts: Iterable[int]) -> Iterator[tuple[Span, ...]]:
    """Yield the numbers in order, divided before each of ``starts``, without empty parts.

    >>> list(split_spans([(1, 3), (7, 9)], [3, 5, 8]))
    [((1, 2),), ((3, 3),), ((7, 7),), ((8, 9),)]
    """
    rest = list(spans)
    for start in [*starts, LARGEST_NUMBER + 1]:
        before = [(first, min(last, start - 1)) for first, last in rest if first < start]
        rest = [(max(first, start), last) for first, last in rest if last >= start]
        if before:
            yield tuple(before)


def iterate_numbers(spans: Iterable[Span]) -> Iterator[int]:
    """Yield every number, in order."""
    for first, last in spans:
        yield from range(first, last + 1)
