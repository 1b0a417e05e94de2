"""Describe a place in a file: the rules that are broken there, chances, rows of tables, and the meaning of keys."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import groupby
from typing import Any

from lsprotocol import types

from chargen.checking import explaining
from chargen.checking.concept import Checked
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame
from chargen.game.failure import FaultyGame
from chargen.game.identity_cache import cache_by_identity
from chargen.game.rule import Explanation
from chargen.lsp import outline
from chargen.lsp.document import Document, Text
from chargen.page.roll import Roll, in_percent
from chargen.schema.json_schema import described, nodes
from chargen.schema.model import keys
from chargen.text.diagnostic import KeyPath, Place, Severity
from chargen.text.names import fold
from chargen.text.parts import find_value, value_at

MOST_ROLLS = 12  # The rolls that are listed for a name that is part of several (house default)


def hover(
    document: Document, text: Text, checked: Checked, line: int, column: int, draft: Checked | None = None
) -> types.Hover | None:
    """Return the description of a place, which counts from 0; None where there is none.

    ``draft`` is what could be derived of a text with errors. A text that is not YAML is described by its draft, which
    lacks the broken line.
    """
    texts = list(_broken_rules(checked, line, column))
    where: Place | None = None
    readable = draft if checked.source.data is None and draft is not None else checked
    if (found := outline.find_path(readable.source, line, column)) is not None and found[0]:
        path, is_key = found
        span = readable.source.spans[path]
        where = span.key if is_key and span.key is not None else span.value
        texts += _of_value(document, readable, path, is_key, draft)
    if not texts:
        return None
    within_line = where if where is not None and where.line == where.end_line else None
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(texts)),
        text.range(within_line) if within_line is not None else None,
    )


def _broken_rules(checked: Checked, line: int, column: int) -> Iterator[str]:
    codes = dict.fromkeys(
        diagnostic.code
        for diagnostic in checked.diagnostics
        if checked.source.marked(diagnostic).contains(line + 1, column + 1)
    )
    for code in codes:
        if (explained := explanation(code, checked.game)) is not None:
            yield _explained(code, explained)


def explanation(code: str, game: AnyGame | None) -> Explanation | None:
    """Return the explanation of a code, of no game or of this one; None where it is unknown."""
    return _explanations(game).get(code)


@cache_by_identity(16)
def _explanations(game: AnyGame | None) -> dict[str, Explanation]:
    of_game = explaining.of_game(game) if game is not None else ()
    return {**dict(of_game), **dict(explaining.general())}


def _explained(code: str, explained: Explanation) -> str:
    source = f"*Source: {explained.source}*" if explained.source else ""
    return "\n\n".join(filter(None, [f"**{code}**: {explained.asks}", explained.why, source]))


def _of_value(
    document: Document, checked: Checked, path: KeyPath, is_key: bool, draft: Checked | None
) -> Iterator[str]:
    value: Any = value_at(checked.source.data, path)
    yield from _chances(document, checked, path, draft)
    if isinstance(value, str) and (explained := explanation(value, checked.game)) is not None:
        yield _explained(value, explained)
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        for node in nodes(document.schema, path):
            rows = dict(zip(map(_folded, node.get("enum", ())), node.get("enumDescriptions", ()), strict=False))
            if (row := rows.get(_folded(value))) is not None:
                yield row
    # An entry of a list has no key: describe that of the list.
    keyed = path if isinstance(path[-1], str) else path[:-1]
    if is_key and (description := described(document.schema, keyed)):
        yield description


EARLIER = "*Before the errors in this file:*"


def _chances(document: Document, checked: Checked, path: KeyPath, draft: Checked | None) -> Iterator[str]:
    """Yield the rolls of a part of a file with their chances; none of which it is unsure that they are right.

    In a file with errors they are those of its draft, where every value that chances follow from could be read. Else
    they are those before the errors, where this part still has the value that it had then.
    """
    if checked.ok:
        yield from map(in_words, find_rolls(checked, path))
        return
    with suppress(FaultyGame):
        if draft is not None and not _is_doubtful(draft) and not _has_error(draft, path):
            yield from map(in_words, find_rolls(draft, path))
            return
    earlier = document.sound
    if earlier is None or find_value(earlier.source.data, path) != find_value(checked.source.data, path):
        return
    if rolls := find_rolls(earlier, path):
        yield "\n\n".join([EARLIER, *map(in_words, rolls)])


def _is_doubtful(draft: Checked) -> bool:
    """Return whether a value was set aside that chances may follow from: a game then counts with a default."""
    return any(
        diagnostic.file != draft.source.name
        or not diagnostic.path
        or (
            diagnostic.code.startswith(("concept/", "campaign/", "file/"))
            and fold(str(diagnostic.path[0])) not in _WITHOUT_CHANCES
        )
        for diagnostic in draft.diagnostics
        if diagnostic.severity is Severity.ERROR
    )


_WITHOUT_CHANCES = frozenset(map(fold, ({*keys(Concept), "advancement"} - {"system", "campaign"})))
"""The keys of a file that no chance follows from; a line of the ledger that cannot be read buys nothing."""


def _has_error(checked: Checked, path: KeyPath) -> bool:
    """Return whether an error is at a part of a file, in it, or around it but for the whole of a section."""
    return any(
        diagnostic.severity is Severity.ERROR
        and diagnostic.file == checked.source.name
        and len(diagnostic.path) > 1
        and (diagnostic.path[: len(path)] == path or path[: len(diagnostic.path)] == diagnostic.path)
        for diagnostic in checked.diagnostics
    )


def _folded(value: object) -> str:
    return fold(str(value))


def find_rolls(checked: Checked, path: KeyPath) -> list[Roll]:
    """Return the rolls of a part of a character: those of its name, else those that it is part of.

    Strength is rolled by itself; Grit is part of Grit Combat, where no part of the file is called that.
    """
    name = next((fold(step) for step in reversed(path) if isinstance(step, str)), "")
    # A house rule is part of every roll.
    if checked.view is None or path[0] == "rules":
        return []
    every = checked.rolls()
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


def measured(roll: Roll) -> str:
    """Return the chance of a roll, for a list; empty where it has none."""
    return in_percent(roll.chance, 1) if roll.has_chance else ""
