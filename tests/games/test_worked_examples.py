"""Characters that the texts work out have their numbers: `worked_examples.yaml`."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.approved import read_cases
from tests.cli.running import run

HERE = Path(__file__).parent
EXAMPLES: dict[str, Any] = dict(read_cases(HERE / "worked_examples.yaml"))


def computed(path: Path) -> dict[str, Any]:
    """Return what commands print of a character, in the shape of the examples."""
    shown = json.loads(run("show", path, "--format", "json").out)
    history = json.loads(run("advance", path, "history", "--format", "json").out)
    lines = [line for entry in history for line in entry["lines"]]
    rolled = [roll["roll"] for roll in shown["rolls"]]
    return {
        **shown,
        "rolls": {roll["id"]: roll for roll in shown["rolls"]},
        "pools": "".join(f"{' '.join(rolled[place : place + 10])}\n" for place in range(0, 50, 10)),
        "ledger": [line["change"] for line in lines],
        "balances": [line["balance"] for line in lines],
    }


def assert_holds(expected: Any, found: Any, place: str) -> None:
    if isinstance(found, dict) and "fraction" in found:
        assert Fraction(found["fraction"]) == Fraction(expected), place
    elif isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{place}.{key}"
            assert_holds(value, found[key], f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), place
        for number, value in enumerate(expected):
            assert_holds(value, found[number], f"{place}.{number}")
    else:
        assert found == expected, place


@pytest.mark.parametrize("fact", EXAMPLES)
def test_a_worked_example_has_its_numbers(fact: str) -> None:
    example = dict(EXAMPLES[fact])
    found = computed(HERE / f"{example.pop('file')}.yaml")
    assert found["ok"]
    assert_holds(example, found, fact)
