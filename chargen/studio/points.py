"""Answer what the page asks about points: what is left, what it buys, and lines of the ledger."""

from collections.abc import Mapping
from typing import Any

from chargen.checking.chances import OVERALL
from chargen.experience import moves
from chargen.experience.market import MOST_POINTS, Market
from chargen.file_kind import FileKind
from chargen.studio.folder import Refused
from chargen.studio.workspace import Reply, Request, Workspace
from chargen.text import edits

NEAR = 5  # The purchases beyond the points left that are listed (house default)


def market(workspace: Workspace, params: Request) -> Reply:
    """Return the points left, what they can buy with its gain, what a little more would buy, and the ledger so far."""
    checked = workspace.checked(params)
    if checked.kind is not FileKind.CHARACTER:
        raise Refused(f"this file holds {checked.kind}; only a character has points")
    if checked.view is None:
        raise Refused("points can be spent once the character has no errors")
    try:
        offers = Market(checked)
    except edits.NotEditable as exc:
        raise Refused(str(exc)) from exc
    account = checked.view.advanced.account
    points = max(account.balance, 0) if account.counted else MOST_POINTS
    # The last line first.
    history = [
        {
            "what": line.what,
            "change": line.change,
            "left": line.balance,
            "notes": " ".join(filter(None, (line.date, line.why))),
        }
        for _, lines, _ in reversed(list(moves.history(checked)))
        for line in lines
    ]
    left = offers.ledger.format_points(max(account.balance, 0), checked.rules) if account.counted else ""
    purchases = {
        "purchases": offers.purchases(points, offers.goal(OVERALL)),
        "near": offers.next_goals(points)[:NEAR],
    }
    reply: Reply = {"left": left, "purchases": [], "near": [], "history": history}
    for key, purchase in ((key, purchase) for key, listed in purchases.items() for purchase in listed):
        change = purchase.change
        data = {
            "label": purchase.offer.label,
            "entry": dict(purchase.offer.entry),
            "price": purchase.offer.price,
            "missing": max(purchase.offer.price - points, 0),
            "change": change
            and {
                "roll": change.roll,
                "before": None if change.before is None else float(change.before),
                "after": None if change.after is None else float(change.after),
            },
            "gain": float(purchase.goal),
        }
        reply[key].append(data)
    return reply


def advance(workspace: Workspace, params: Request) -> Reply:
    """Return the text with an ``entry`` more in its ledger, or without one, the text without the last line of it.

    Raises `Refused` where there is no ledger, or the rules forbid it.
    """
    checked, path = workspace.checked(params), workspace.folder.locate(str(params["file"]))
    entry: Mapping[str, Any] | None = params.get("entry")
    try:
        if entry is None:
            edit = moves.remove_last(checked, path)
        else:
            edit = moves.add_entry(checked, path, moves.complete_entry(checked, entry))
    except edits.NotEditable as exc:
        raise Refused(str(exc)) from exc
    if edit.new_errors:
        raise Refused(edit.new_errors[0].message)
    return {"text": edit.after.source.content.decode()}
