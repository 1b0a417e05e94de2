"""Find what the cursor is in: the path, the keys beside it, and the word that is being typed.

Unfinished text is often invalid YAML. So a mark is inserted at the cursor, with a sign that makes it a key or ends a
quotation, and the text is read as far as the mark by the same reader as every file.
"""

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import yaml

from chargen.npc.recognition import top_keys
from chargen.text.diagnostic import KeyPath
from chargen.text.reader import Reader

MOST_LINES, MOST_COLUMNS = 10_000, 5_000
"""Nothing is completed in longer files, or further to the right (house default)."""
_MARK = "\ue000"  # A letter of the private use area, which people do not write
_ENDS = ("", ":", '"', "'", '":', "':")
"""What is tried behind the mark: a text as it is, a key, a quotation, a key in quotes."""
_SECTION = re.compile(r"[^\s#\]}-]")
"""The beginning of a line at the top of the file."""
_COMMENT = re.compile(r"(^|\s)#")


@dataclass(frozen=True, slots=True)
class Cursor:
    """The position at which something is typed. Columns count from 0."""

    path: KeyPath  # The path of the value that is typed, or of the mapping that gets a key
    behind_colon: bool  # Whether it is the value of a key on the same line, and cannot be a key
    start: int  # The column where what is typed begins
    typed: str
    in_brackets: bool = False
    beside: frozenset[str] = frozenset()  # The other keys of the mapping, before and after the cursor


def find(lines: Sequence[str], row: int, column: int) -> Cursor | None:
    """Return what a cursor is in; None where nothing can be completed, such as in a comment.

    >>> find(["weapons:", "  - knife", "  - {name: kni"], 2, 14)
    Cursor(path=('weapons', 1, 'name'), behind_colon=True, start=11, typed='kni', in_brackets=True, beside=frozenset())
    >>> find(["descriptors:", "  Chef: 2", "  Brawler: {value: 2, exc"], 2, 25).path
    ('descriptors', 'Brawler')
    """
    if not row < len(lines) <= MOST_LINES or column > MOST_COLUMNS or _COMMENT.search(lines[row][:column]):
        return None
    first = next((number for number in range(row, 0, -1) if _SECTION.match(lines[number])), 0)
    last = next((number for number in range(row + 1, len(lines)) if _SECTION.match(lines[number])), len(lines))
    # The lines that this one is indented under.
    above: list[str] = []
    indent = len(lines[row]) - len(lines[row].lstrip())
    for line in reversed(lines[:row]):
        if line.strip() and (its := len(line) - len(line.lstrip())) < indent:
            indent = its
            above.insert(0, line)
    # An error in another section, or in a line beside this one, must not keep anything from being completed.
    before, behind = lines[row][:column], lines[row][column:]
    around: tuple[tuple[Sequence[str], Sequence[str]], ...] = ((lines[first:row], lines[row + 1 : last]), (above, []))
    for (start, rest), end in product(around, _ENDS):
        reader = Reader("\n".join([*start, f"{before}{_MARK}{end}{behind}", *rest]))
        found: Cursor | None = None
        keys: Mapping[str, object] = {}
        with contextlib.suppress(yaml.YAMLError):  # an error behind the mark does not matter
            for event in reader.events():
                if found is None and isinstance(event, yaml.ScalarEvent) and _MARK in event.value:
                    frame = reader.stack[-1] if reader.stack else None
                    is_flow = frame is not None and frame.node.flow
                    key = frame.key if frame is not None and frame.mapping else None
                    # A text of several lines starts above the line of the cursor.
                    at, mark = len(start), event.start_mark
                    begins = mark.column if mark is not None and mark.line == at else len(before) - len(before.lstrip())
                    # In block style, what follows on a line below a key may still become a key itself.
                    is_behind = key is not None and (is_flow or key[1].line == at + 1)
                    found = Cursor(reader.path, is_behind, min(begins, len(before)), before[begins:], is_flow)
                    # Not copied: reading goes on, and adds the keys behind the cursor.
                    keys = frame.seen if frame is not None and frame.awaits_key else {}
        if found is not None:
            beside = frozenset(key for key in keys if _MARK not in key)
            # At the top of the file, the keys of all its sections are there already.
            others = () if found.path else top_keys([*lines[:row], *lines[row + 1 :]])
            return replace(found, beside=beside.union(others))
    return None
