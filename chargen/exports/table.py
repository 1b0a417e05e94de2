"""Write an NPC as a row of a table, with columns for keys of the concept, derived numbers, and the first actions."""

import csv
import io
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from chargen.page.action import Action, by_need
from chargen.page.roll import Mean, decimal
from chargen.text.writing import in_flow_style

BETWEEN = "; "  # The separator of the entries of a list in a cell
STATS = "stats."  # The prefix of the columns of derived numbers, which follow those of the concept
ACTION = "action_"  # The prefix of the columns of actions, which come last
ACTIONS = 3  # The number of actions with columns
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters that start a formula in a spreadsheet, also in the wide forms of East Asian keyboards."""


def to_cells(concept: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of an NPC by column, without empty values and without lists and tables of derived numbers.

    >>> to_cells({"name": "Mara", "descriptors": {"Brawler": {"value": 6, "exclusive": "attack"}}}, {"hp": 14})
    {'name': 'Mara', 'descriptors': '{Brawler: {value: 6, exclusive: attack}}', 'stats.hp': '14'}
    """
    return {column: text for column, value in _columns(concept, stats).items() if (text := _cell(value))}


def to_values(concept: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, str | int | float]:
    """Return the same for a program: numbers stay numbers.

    >>> to_values({"name": "Mara", "gear": ["knife", "rope"]}, {"hp": 14, "mean": Mean(Fraction(7, 2))})
    {'name': 'Mara', 'gear': 'knife; rope', 'stats.hp': 14, 'stats.mean': 3.5}
    """
    values = {column: _number(value) for column, value in _columns(concept, stats).items()}
    return {column: value for column, value in values.items() if value != ""}


def _columns(concept: Mapping[str, Any], stats: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a concept and the derived numbers, without lists and tables of the latter."""
    numbers = {key: value for key, value in stats.items() if not isinstance(value, (Mapping, list, tuple))}
    return {str(key): value for key, value in concept.items()} | {
        f"{STATS}{key}": value for key, value in numbers.items()
    }


def _number(value: Any) -> str | int | float:
    """Return a number as a number, and any other value as the text of its cell."""
    if isinstance(value, (int, float)):
        return value
    value = value.value if isinstance(value, Mean) else value
    return float(value) if isinstance(value, Fraction) else _cell(value)


def action_cells(actions: Iterable[Action]) -> dict[str, str]:
    """Return the cells of the first actions by column, in the order of a card, with chances in percent.

    Empty columns are kept, so that mail merges and card makers find the same columns in every table.

    >>> from chargen.dice import ChanceRule
    >>> bite = Action(name="Bite", kind="attack", rule=ChanceRule.of("2d6", Fraction(19, 36)))
    >>> cells = action_cells([bite])
    >>> cells["action_1_name"], cells["action_1_chance"], cells["action_1_harm"], cells["action_2_name"]
    ('Bite', '52.8', '', '')
    """
    needed, others = by_need(actions)
    rows = [
        (action.name, action.dice, decimal(action.chance * 100), action.harm.text if action.harm else "")
        for action in (*needed, *others)[:ACTIONS]
    ]
    rows += [("", "", "", "")] * (ACTIONS - len(rows))
    return {
        f"{ACTION}{number}_{what}": text
        for number, row in enumerate(rows, 1)
        for what, text in zip(("name", "dice", "chance", "harm"), row, strict=True)
    }


def action_values(actions: Iterable[Action]) -> dict[str, str | float]:
    """Return the same for a program: chances are numbers, still in percent."""
    cells = action_cells(actions).items()
    return {column: float(text) if text and column.endswith("_chance") else text for column, text in cells}


def _cell(value: Any) -> str:
    """Return the text of a cell for a value, which a spreadsheet of NPCs reads back as the same value.

    >>> _cell(["knife", "rope"]), _cell(["knife", {"name": "Cane, old", "damage_bonus": 3}]), _cell(True), _cell(None)
    ('knife; rope', '[knife, {name: "Cane, old", damage_bonus: 3}]', 'true', '')
    """
    if isinstance(value, (list, tuple)) and all(isinstance(entry, str) and _is_plain(entry) for entry in value):
        return BETWEEN.join(value)
    if isinstance(value, (Mapping, list, tuple)):
        return in_flow_style(value)
    if isinstance(value, Mean):
        return _cell(value.value)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(float(value)) if isinstance(value, Fraction) else str(value)


def _is_plain(entry: str) -> bool:
    """Return whether a text is one entry of a list without quotes and brackets."""
    return not set(entry) & set(";|{[")


def order_columns(names: Iterable[str]) -> list[str]:
    """Return the columns in the order of the table: derived numbers, then actions, last.

    >>> order_columns(["number", "stats.hp", "action_1_name", "name"])
    ['number', 'name', 'stats.hp', 'action_1_name']
    """
    return sorted(dict.fromkeys(names), key=lambda column: (column.startswith(ACTION), column.startswith(STATS)))


def to_csv(row: Iterable[str]) -> bytes:
    """Return a row as CSV.

    A text that a spreadsheet would read as a formula gets a leading apostrophe.

    >>> print(to_csv(["Mara", "a, b", "=1+1", "-5"]).decode().strip())
    Mara,"a, b",'=1+1,-5
    """
    into = io.StringIO(newline="")
    csv.writer(into).writerow([_escape_formula(cell) for cell in row])
    # Half of a pair of surrogates in a text must not stop the table of a batch.
    return into.getvalue().encode(errors="backslashreplace")


def _escape_formula(text: str) -> str:
    # Numbers may start with a sign.
    return f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
