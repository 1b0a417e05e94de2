"""Describe a place in a file: the rules that are broken there, chances, rows of tables, and the meaning of keys."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from lsprotocol import types

from chargen.checking import explaining
from chargen.checking.concept import Checked
from chargen.game.concept import Concept
from chargen.game.failure import FaultyGame
from chargen.lsp.document import Document, Text
from chargen.page.roll import Roll, in_percent
from chargen.schema.json_schema import nodes, of_key
from chargen.schema.model import keys
from chargen.text.diagnostic import KeyPath, Place, Severity
from chargen.text.names import fold
from chargen.text.parts import value_at
from chargen.text.source import Source

MOST_ROLLS = 12  # The rolls that are listed for a name that is part of several (house default)
_WITHOUT_CHANCES = frozenset(map(fold, ({*keys(Concept), "advancement"} - {"system", "campaign"})))
"""The keys of a file that no chance follows from; a line of the ledger that cannot be read buys nothing."""


def hover(document: Document, text: Text, checked: Checked, line: int, column: int) -> types.Hover | None:
    """Return the description of a place, which counts from 0; None where there is none."""
    explanations = explaining.explanations(*filter(None, [checked.game]))
    texts: list[str] = []

    # The rules that are broken here.
    marked = ((one.code, checked.source.marked(one)) for one in checked.diagnostics)
    codes = [*dict.fromkeys(code for code, at in marked if at[:2] <= (line + 1, column + 1) <= at[2:])]

    where: Place | None = None
    if (found := find_path(checked.source, line, column)) is not None and found[0]:
        path, is_key = found
        where = checked.source.place(path, key=is_key)
        texts += map(in_words, known_rolls(checked, path))

        # A code that the file itself names, or a term of a table.
        value: Any = value_at(checked.source.data, path)
        codes += [value] if isinstance(value, str) and value not in codes else []
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            for node in nodes(document.schema, path):
                rows = zip(node.get("enum", ()), node.get("enumDescriptions", ()), strict=False)
                texts += [row for name, row in rows if fold(str(name)) == fold(str(value))][-1:]

        # An entry of a list has no key: describe that of the list.
        keyed = path if isinstance(path[-1], str) else path[:-1]
        if is_key and (description := of_key(document.schema, keyed, "description")):
            texts.append(description)

    rules = [
        "\n\n".join(filter(None, [f"**{code}**: {rule.asks}", rule.why, rule.source and f"*Source: {rule.source}*"]))
        for code in codes
        if (rule := explanations.get(code)) is not None
    ]
    if not rules and not texts:
        return None
    within_line = where if where is not None and where.line == where.end_line else None
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join([*rules, *texts])),
        text.range(within_line) if within_line is not None else None,
    )


def find_path(source: Source, line: int, column: int) -> tuple[KeyPath, bool] | None:
    """Return the path of the innermost part of a file at a place that counts from 0, and whether that is its key."""
    best: tuple[KeyPath, bool] | None = None
    for path, (value, key) in source.spans.items():
        for where, is_key in ((value, False), (key, True)):
            if where is None or not where[:2] <= (line + 1, column + 1) <= where[2:]:
                continue
            # `>=` prefers the key where it meets its value, as the key is looked at last.
            if best is None or len(path) >= len(best[0]):
                best = path, is_key
    return best


def known_rolls(checked: Checked, path: KeyPath) -> list[Roll]:
    """Return the rolls of a part of a character: those of its name, else those that it is part of.

    Strength is rolled by itself; Grit is part of Grit Combat, where no part of the file is called that. In a file with
    errors there are rolls where every value that chances follow from could be read, and the part has no error.
    """
    name = next((fold(step) for step in reversed(path) if isinstance(step, str)), "")
    # A house rule is part of every roll.
    if checked.derived is None or path[0] == "rules":
        return []
    for found in checked.diagnostics:
        if found.severity is not Severity.ERROR:
            continue
        # A value that was set aside: a game counts with a default in its place.
        is_unread = found.code.startswith(("concept/", "campaign/", "file/"))
        if found.file != checked.source.name or not found.path:
            return []
        if is_unread and fold(str(found.path[0])) not in _WITHOUT_CHANCES:
            return []
        # An error of the part, in it, or around it but for the whole of a section.
        if len(found.path) > 1 and (found.path[: len(path)] == path or path[: len(found.path)] == found.path):
            return []
    try:
        every = checked.derived.rolls()
    except FaultyGame:
        return []
    if exact := [roll for roll in every if fold(roll.label) == name]:
        return exact
    names = {fold(step) for place in checked.source.spans for step in place[-1:] if isinstance(step, str)}
    parts = [roll for roll in every if fold(roll.label) not in names and name in fold(roll.label).split(" ")]
    return parts[:MOST_ROLLS]


def in_words(roll: Roll) -> str:
    """Return a roll with its exact chances, as Markdown.

    >>> in_words(Roll(id="chef", label="Chef", value=4, roll="2d6", odds={"success": Fraction(1)})).splitlines()
    ['**Chef** 4 · 2d6', '', 'success: **100.0\\u202f%** (1)']
    """
    value = roll.written or ("" if roll.value is None else str(roll.value))
    parts = [
        (name.replace("_", " "), odds.get("success") if isinstance(odds, Mapping) else odds)
        for name, odds in roll.odds.items()
    ]
    # Neighbours with the same chance share a line, such as the two lowest difficulties.
    alike = groupby((part for part in parts if isinstance(part[1], Fraction)), key=lambda part: part[1])
    chances = [
        f"{' to '.join(dict.fromkeys((names[0], names[-1])))}: **{in_percent(chance, 1)}** ({chance})"
        for chance, names in ((chance, [name for name, _ in same]) for chance, same in alike)
    ]
    head = " · ".join(filter(None, [f"**{roll.label}** {value}".strip(), roll.roll]))
    return "\n\n".join(filter(None, [head, "  \n".join(chances)]))
