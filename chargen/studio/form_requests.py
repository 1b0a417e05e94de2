"""Answer the requests of the form: its fields, changes of the text, what a choice would do, and drawn values."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from chargen import checking
from chargen.checking.chances import chances
from chargen.checking.chances import changes as changed_chances
from chargen.checking.concept import Checked
from chargen.core.diagnostic import Severity
from chargen.core.edits import NotEditable, with_key, with_value
from chargen.core.game import View
from chargen.core.names import fold
from chargen.core.parts import ABSENT, find_value, with_value_at
from chargen.core.plain_data import as_plain
from chargen.core.roll import PERCENT, percent
from chargen.core.source import Source
from chargen.npc import completion
from chargen.studio.failure import Refused
from chargen.studio.form import form_of

MOST_EFFECTS = 24
"""The values of a field whose effects are computed at a time (house default)."""
IDEAS = 8
"""The drawn values that a field shows (house default)."""
KEPT = ("name", "player", "portrait", "campaign", "notes")
"""The keys that a drawn character never changes."""
Change = Mapping[str, Any]


def form(checked: Checked, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the form of a text, with its points, its budgets and its checklist."""
    game, rules = checked.game, checked.rules
    own = game.form if game is not None else None
    view = checked.view or checked.draft
    return {
        "fields": form_of(checked),
        "readable": isinstance(checked.source.data, dict) and game is not None,
        "points": [
            {"name": name, "budget": points.budget, "spent": points.spent, "left": points.available}
            for name, points in (checked.advanced.points if checked.advanced is not None else {}).items()
        ],
        "budgets": [
            {"name": budget.name, "rules": dict(budget.rules), "byTheBook": budget.by_the_book}
            for budget in (own.budgets if own is not None else ())
        ],
        "rules": find_value(checked.source.data, ("rules",)) if game is not None else None,
        "layouts": list(_layouts(checked, view)) if own is not None and rules is not None else [],
        "needs": [
            {"question": need.question, "by": need.by}
            for need in (own.needs(view.character) if own is not None and own.needs is not None and view else ())
        ],
        "actions": [
            {"kind": str(action.kind), "name": action.name, "dice": action.dice, "chance": _format(action.chance)}
            for action in (view.actions() if view is not None else ())
        ],
    }


def _layouts(checked: Checked, view: View | None) -> Iterator[dict[str, Any]]:
    """Yield the layouts that a game declares, with their numbers."""
    assert checked.game is not None
    assert checked.game.form is not None
    for layout in checked.game.form.layouts:
        yield {"kind": layout.kind, **layout.data(checked.rules, view.rolls() if view is not None else ())}


# ---------------------------------------------------------------- changes


def edit(checked: Checked, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text after some changes, each a minimal edit. Raises `Refused` where one cannot be made."""
    source = checked.source
    try:
        for change in params["changes"]:
            source = source.with_text(_edited(source, change))
    except NotEditable as exc:
        raise Refused(f"{exc}; change it in the text") from exc
    return {"text": source.text}


def _edited(source: Source, change: Change) -> str:
    path = tuple(change["path"])
    if "rename" in change:
        return with_key(source, path, str(change["rename"]))
    value = ABSENT if change.get("remove") else change["value"]
    return with_value(source, *_written_out(source.data, path, value, str(change.get("main", ""))))


def _written_out(data: Any, path: tuple[str | int, ...], value: Any, main: str) -> tuple[tuple[str | int, ...], Any]:
    """Return the path and the value of a change, where an entry may be written as one value: that of ``main``."""
    around = find_value(data, path[:-1])
    if not main or isinstance(around, dict | list) or (around is None and path[-1] == main):
        is_new_short = main and around is None and path[-1] == main and len(path) > 1
        return (path[:-1], value) if is_new_short else (path, value)
    if path[-1] == main:
        return path[:-1], value
    if value is ABSENT:
        return path[:-1], around
    return path[:-1], {main: around, path[-1]: value} if around is not None else {path[-1]: value}


# ---------------------------------------------------------------- effects


def effects(checked: Checked, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each of some values of a field would do: the chance, the points that are left, and new errors."""
    assert checked.game is not None
    before = _figures(checked.view or checked.draft)
    found = []
    for value in list(params["values"])[:MOST_EFFECTS]:
        path, written = _written_out(checked.source.data, tuple(params["path"]), value, str(params.get("main", "")))
        data = with_value_at(checked.source.data, path, written)
        then = checking.check_data(checked.game, data, params["folder"])
        found.append({"value": value, **_effect(checked, then, before, _names(params["path"]))})
    return {"effects": found}


def _names(path: Iterable[str | int]) -> list[str]:
    """Return what the roll of a field may be called, the innermost first."""
    return [str(step) for step in reversed(list(path)) if isinstance(step, str)]


def _figures(view: View | None) -> Mapping[str, Fraction]:
    """Return the chances of complete rolls, without those of attributes that are only a part of a roll."""
    if view is None:
        return {}
    parts = {roll.label for roll in view.rolls() if roll.is_part}
    return {label: chance for label, chance in chances(view).items() if label not in parts}


def _effect(now: Checked, then: Checked, before: Mapping[str, Fraction], names: list[str]) -> dict[str, Any]:
    after = _figures(then.view or then.draft)
    label = next((label for name in names for label in after if fold(label) == fold(name)), "")
    if not label:
        changed = changed_chances(before, after)
        label = changed[0].roll if changed and changed[0].after is not None else ""
    known = {found.saying for found in now.diagnostics}
    problems = [
        found.message for found in then.diagnostics if found.severity is Severity.ERROR and found.saying not in known
    ]
    return {
        "roll": label,
        "now": _format(before.get(label)),
        "then": _format(after.get(label)) or _describe_stats(now, then),
        "problem": problems[0] if problems else "",
        "left": {name: points.available for name, points in (then.advanced.points if then.advanced else {}).items()},
    }


def _describe_stats(now: Checked, then: Checked) -> str:
    """Return the first derived number that differs, in words; empty where none does."""
    one, other = ((checked.view or checked.draft) for checked in (now, then))
    if one is None or other is None:
        return ""
    before = one.stats()
    for name, value in other.stats().items():
        if isinstance(value, int) and before.get(name) != value:
            return f"{name.replace('_', ' ')} {value}"
    return ""


def _format(chance: Fraction | None) -> str:
    return f"{percent(chance)}{PERCENT}" if chance is not None else ""


# ---------------------------------------------------------------- drawn values


def ideas(checked: Checked, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return values that drawn characters of the game have at a key; ``seed`` draws others."""
    assert checked.game is not None
    return {"ideas": list(completion.ideas(checked.game, str(params["key"]), str(params["seed"]), IDEAS))}


def surprise(checked: Checked, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text with a part drawn again that fits the rest; with an empty ``key``, with all that is missing."""
    assert checked.game is not None
    data, key = dict(checked.source.data), str(params.get("key", ""))
    fixed = {name: value for name, value in data.items() if value not in (None, "", [], {}) and name != key}
    try:
        drawn = completion.complete(checked.game, as_plain(fixed), str(params["seed"]), params["folder"])
    except completion.NotCompletable as exc:
        raise Refused(f"nothing legal fits the rest: {exc}") from exc
    wanted = [key] if key else [name for name in drawn if name not in fixed and name not in KEPT]
    changes = [{"path": [name], "value": drawn[name]} for name in wanted if name in drawn and name != "rules"]
    return edit(checked, {"changes": changes})


FORM_REQUESTS: Mapping[str, Callable[[Checked, Mapping[str, Any]], dict[str, Any]]] = {
    "studio/form": form,
    "studio/edit": edit,
    "studio/effects": effects,
    "studio/ideas": ideas,
    "studio/surprise": surprise,
}
"""The requests of the form; each takes the checked text and the parameters."""
