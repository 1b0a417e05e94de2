"""Concepts as data, for tests: Mara of FBF-X1, with changes."""

import json
from typing import Any

from chargen.checking.concept import Checked
from chargen.testing import check_text

MARA: dict[str, Any] = {
    "system": "five-by-five",
    "name": "Mara Quill",
    "descriptors": {
        "Pilot": 6,
        "Hand Gun": {"value": 4, "exclusive": "attack"},
        "Uncanny Reflexes": {"value": 2, "exclusive": "dodge"},
        "First Aid": {"value": 2, "exclusive": "healing"},
        "Public Speaking": -5,
    },
    "hit_points": 4,
    "weapons": ["medium hand gun"],
    "armor": "3 piece suit",
}


def written(**changes: Any) -> str:
    """Mara's concept with keys changed, as the text of a file (JSON is YAML); a key changed to None is left out."""
    concept = {key: value for key, value in {**MARA, **changes}.items() if value is not None}
    return json.dumps(concept, ensure_ascii=False)


def mara(**changes: Any) -> Checked:
    """Mara, checked, with keys of her concept changed."""
    return check_text(written(**changes))


def codes(checked: Checked) -> list[str]:
    """Return the codes of all findings, without the game's key."""
    return [diagnostic.code.removeprefix("five-by-five/") for diagnostic in checked.diagnostics]


def grown(*ledger: dict[str, Any], **changes: Any) -> Checked:
    """Mara after a ledger."""
    return mara(advancement=list(ledger), **changes)
