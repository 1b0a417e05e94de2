"""Write a checked character as plain data, with exact chances."""

from typing import Any

from chargen.checking.concept import Checked
from chargen.page.roll import as_json
from chargen.text.diagnostic import diagnostic_as_json


def character_as_json(checked: Checked) -> dict[str, Any]:
    """Return a checked character as plain data for JSON: what `chargen show --format json` prints."""
    parts = ("id", "name", "kind", "dice", "formula", "against", "chance", "chance_of", "outcomes", "harm")
    actions = []
    for action in checked.actions():
        shown = {part: getattr(action, part) for part in (*parts, "effect", "reach", "limits", "own")}
        if (harm := action.harm) is not None:
            shown["harm"] = {"text": harm.text, "mean": None if harm.mean is None else float(harm.mean)}
        actions.append(as_json(shown))
    return {
        "system": checked.game.key if checked.game else None,
        "name": checked.name,
        "ok": checked.ok,
        "diagnostics": [diagnostic_as_json(diagnostic, checked.source.name) for diagnostic in checked.diagnostics],
        "points": as_json(checked.points()),
        "stats": as_json(checked.stats()),
        "rolls": as_json(checked.rolls()),
        "actions": actions,
    }
