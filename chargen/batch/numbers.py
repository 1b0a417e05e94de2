"""Read and write numbers of NPCs, such as 7,12-20."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

LARGEST_NUMBER = 1_000_000  # The highest possible number (chargen's default)
_SPAN = re.compile(r"(\d{1,9})(?: ?[-–] ?(\d{1,9}))?")


def parse_numbers(text: str) -> Sequence[int]:
    """Parse numbers and spans of them, and return the distinct numbers in order.

    >>> parse_numbers("7, 12-14"), parse_numbers("3,1-2,5,4-9")
    ((7, 12, 13, 14), range(1, 10))
    >>> parse_numbers("9-4")
    Traceback (most recent call last):
    ValueError: 9-4 goes backwards; write 4-9
    """
    found: set[int] = set()
    for word in map(str.strip, text.split(",")):
        match = _SPAN.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no number of an NPC; write numbers and spans, such as 7,12-20")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise ValueError(f"{first}-{last} goes backwards; write {last}-{first}")
        if first < 1 or last > LARGEST_NUMBER:
            raise ValueError(f"NPCs are numbered from 1 to {LARGEST_NUMBER:,}; found {word}")
        found.update(range(first, last + 1))
    # Most are a single span, which takes little memory.
    span = range(min(found), max(found) + 1)
    return span if len(span) == len(found) else tuple(sorted(found))


def format_numbers(numbers: Iterable[int]) -> str:
    """Return numbers in order as text that `parse_numbers` reads.

    >>> format_numbers([7, 12, 13, 14])
    '7,12-14'
    """
    # Numbers of one span are as far from their places in the list.
    runs = groupby(enumerate(numbers), lambda placed: placed[1] - placed[0])
    spans = ([number for _, number in run] for _, run in runs)
    return ",".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
