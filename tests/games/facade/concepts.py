"""Concepts as data, for tests: a character of all 3s, with changes."""

import json
from typing import Any

from chargen.checking.concept import Checked
from chargen.games.facade.rules import CATEGORIES
from chargen.testing import check_text


def attributes(**changes: int) -> dict[str, dict[str, int]]:
    """All fifteen attributes at 3, but for the changes."""
    return {category: {name: changes.get(name, 3) for name in three} for category, three in CATEGORIES.items()}


PLAIN: dict[str, Any] = {"system": "facade", "name": "Average", "attributes": attributes()}


def written(**changes: Any) -> str:
    """The concept with keys changed, as the text of a file (JSON is YAML); a key changed to None is left out."""
    concept = {key: value for key, value in {**PLAIN, **changes}.items() if value is not None}
    return json.dumps(concept, ensure_ascii=False)


def make_average(**changes: Any) -> Checked:
    """Check a character of all 3s, with keys of the concept changed."""
    return check_text(written(**changes))


def traits(checked: Checked) -> dict[str, int | None]:
    return {roll.id: roll.value for roll in checked.rolls()}
