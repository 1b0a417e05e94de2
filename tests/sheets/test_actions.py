"""The attacks on a sheet are those of the list of actions, from which cards, encounters and exports draw."""

from fractions import Fraction
from typing import Any

import pytest

from chargen import checking, ready_made
from chargen.core.sheet import Chance, Label, Table
from chargen.core.source import load

TABLES = {"five-by-five": ("actions",), "facade": ("weapons", "defenses")}
PRESETS = [preset.path for game in TABLES for preset in ready_made.presets(game)]


def texts(cell: Any) -> str:
    """What a cell of a table says."""
    return f"{cell.text} {cell.below}" if isinstance(cell, Label) else cell if isinstance(cell, str) else ""


@pytest.mark.parametrize("path", PRESETS, ids=lambda path: path.stem)
def test_a_sheet_has_the_attacks_of_the_actions(path: Any) -> None:
    """Each attack with a weapon: its name, its chance and its harm in one row; and each defence by its name."""
    view = checking.check_source(load(path.name, path.read_bytes()), path).view
    assert view is not None
    tables = [view.sheet().block(name) for name in TABLES[view.game.key]]
    rows = [row for table in tables if isinstance(table, Table) for row in table.rows]
    found = [(" ".join(map(texts, row)), {cell.value for cell in row if isinstance(cell, Chance)}) for row in rows]
    seen = 0
    for action in view.actions():
        name = action.name.partition(", ")[0].rpartition(": ")[2].lower()
        if action.kind == "attack" and action.harm is not None and "untrained" not in action.limits:
            alike = [text for text, chances in found if action.harm.text in text and action.chance in chances]
            # Unarmed attacks that are alike share a row.
            assert any(name in text.lower() or "unarmed" in text.lower() for text in alike), (action.name, found)
            seen += 1
        elif action.kind == "defence" and action.name != "Untrained dodge":
            assert any(name in text.lower() for text, _ in found), action.name
    assert seen or Fraction(0) in {action.chance for action in view.actions()}
