"""Write an NPC as a row of a table, with columns for keys of the concept, derived numbers, and the first actions."""

import csv
import io
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from chargen.page.action import Action, by_need
from chargen.page.roll import Mean, decimal
from chargen.text.writing import in_flow_style

Value: TypeAlias = str | int | float  # What a cell holds
BETWEEN = "; "  # The separator of the entries of a list in a cell
STATS = "stats."  # The prefix of the columns of derived numbers, which follow those of the concept
ACTION = "action_"  # The prefix of the columns of actions, which come last
ACTIONS = 3  # The number of actions with columns
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters that start a formula in a spreadsheet, also in the wide forms of East Asian keyboards."""


def to_row(concept: Mapping[str, Any], stats: Mapping[str, Any], actions: Iterable[Action]) -> dict[str, Value]:
    """Return a character's values by column: the concept, derived numbers that are one value, and the first actions.

    Numbers stay numbers, and chances are in percent. Empty values have no column, but for actions: mail merges and card
    makers find the same columns of these in every table.

    >>> from chargen.dice import ChanceRule
    >>> bite = Action(name="Bite", kind="attack", rule=ChanceRule.of("2d6", Fraction(19, 36)))
    >>> row = to_row({"name": "Mara", "gear": ["knife", "rope"]}, {"hp": 14, "mean": Mean(Fraction(7, 2))}, [bite])
    >>> row["gear"], row["stats.hp"], row["stats.mean"], row["action_1_chance"], row["action_2_name"]
    ('knife; rope', 14, 3.5, 52.8, '')
    """
    numbers = {f"{STATS}{key}": value for key, value in stats.items() if not isinstance(value, (Mapping, list, tuple))}
    values = {str(column): _value(value) for column, value in {**concept, **numbers}.items()}
    needed, others = by_need(actions)
    shown: list[tuple[Value, ...]] = [
        (action.name, action.dice, float(decimal(action.chance * 100)), action.harm.text if action.harm else "")
        for action in (*needed, *others)[:ACTIONS]
    ]
    shown += [("", "", "", "")] * (ACTIONS - len(shown))
    of_actions = {
        f"{ACTION}{number}_{what}": value
        for number, row in enumerate(shown, 1)
        for what, value in zip(("name", "dice", "chance", "harm"), row, strict=True)
    }
    return {column: value for column, value in values.items() if value != ""} | of_actions


def _value(value: Any) -> Value:
    """Return what a cell holds for a value, which a spreadsheet of NPCs reads back as the same value.

    >>> _value(["knife", "rope"]), _value(["knife", {"name": "Cane, old", "damage_bonus": 3}]), _value(None)
    ('knife; rope', '[knife, {name: "Cane, old", damage_bonus: 3}]', '')
    """
    value = value.value if isinstance(value, Mean) else value
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, Fraction):
        return float(value)
    # Texts that are entries of a list without quotes and brackets.
    if isinstance(value, (list, tuple)) and all(isinstance(one, str) and not set(one) & set(";|{[") for one in value):
        return BETWEEN.join(value)
    if isinstance(value, (Mapping, list, tuple)):
        return in_flow_style(value)
    return "" if value is None else str(value)


def order_columns(names: Iterable[str]) -> list[str]:
    """Return the columns in the order of the table: derived numbers, then actions, last.

    >>> order_columns(["number", "stats.hp", "action_1_name", "name"])
    ['number', 'name', 'stats.hp', 'action_1_name']
    """
    return sorted(dict.fromkeys(names), key=lambda column: (column.startswith(ACTION), column.startswith(STATS)))


def to_csv(row: Iterable[Value]) -> bytes:
    """Return a row as CSV.

    A text that a spreadsheet would read as a formula gets a leading apostrophe.

    >>> print(to_csv(["Mara", "a, b", True, 14, "=1+1", "-5"]).decode().strip())
    Mara,"a, b",true,14,'=1+1,-5
    """
    cells = []
    for value in row:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if text.startswith(_FORMULA):
            try:
                float(text)  # numbers may start with a sign
            except ValueError:
                text = f"'{text}"
        cells.append(text)
    into = io.StringIO(newline="")
    csv.writer(into).writerow(cells)
    # Half of a pair of surrogates in a text must not stop the table of a batch.
    return into.getvalue().encode(errors="backslashreplace")
