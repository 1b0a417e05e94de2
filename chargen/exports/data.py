"""Write a checked character as plain data, with exact chances."""

from typing import Any

from chargen.checking.concept import Checked
from chargen.page.action import action_as_json
from chargen.page.roll import as_json
from chargen.text.diagnostic import diagnostic_as_json


def character_as_json(checked: Checked) -> dict[str, Any]:
    """Return a checked character as plain data for JSON: what `chargen show --format json` prints."""
    return {
        "system": checked.game.key if checked.game else None,
        "name": checked.name,
        "ok": checked.ok,
        "diagnostics": [diagnostic_as_json(diagnostic, checked.source.name) for diagnostic in checked.diagnostics],
        "points": as_json(checked.points()),
        "stats": as_json(checked.stats()),
        "rolls": as_json(checked.rolls()),
        "actions": [action_as_json(action) for action in checked.actions()],
    }
