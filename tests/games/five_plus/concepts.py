"""Concepts as data, for tests: Tomo of FPL-X1, with changes."""

import json
from pathlib import Path
from typing import Any

from chargen.checking.concept import Checked
from chargen.testing import check_text
from tests.characters import check

GOOD = Path(__file__).parent / "good"

TOMO: dict[str, Any] = {
    "system": "five-plus",
    "name": "Tomo of the Ash Gate",
    "rules": {"tier": 1},
    "skills": {"Sword": 3, "Shield": 2, "Sneak": 3, "Ride": 1, "Persuade": 2, "Improvise": 2},
    "resistances": {"Physical": 3, "Mental": 2, "Fatigue": 3, "Social": 2},
}


def tomo(**changes: Any) -> Checked:
    """Tomo, checked, with keys of his concept changed; a key changed to None is left out."""
    concept = {key: value for key, value in {**TOMO, **changes}.items() if value is not None}
    return check_text(json.dumps(concept, ensure_ascii=False))


def grown(*ledger: dict[str, Any], **changes: Any) -> Checked:
    """Tomo after a ledger."""
    return tomo(advancement=list(ledger), **changes)


def codes(checked: Checked) -> list[str]:
    """Return the codes of all findings, without the game's key."""
    return [diagnostic.code.removeprefix("five-plus/") for diagnostic in checked.diagnostics]


def good(name: str) -> Checked:
    return check(GOOD / f"{name}.yaml")
