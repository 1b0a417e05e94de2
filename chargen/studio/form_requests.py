"""Answer the requests of the form: its fields, changes of the text, what a choice would do, and drawn values."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from chargen import checking
from chargen.checking import explaining
from chargen.checking.chances import chances, changes, compare_numbers
from chargen.checking.concept import Checked
from chargen.experience import moves
from chargen.game.concept import Concept
from chargen.game.contract import AnyGame
from chargen.game.npc import Infeasible
from chargen.game.plain_data import as_plain
from chargen.game.rule import paths_checked_by
from chargen.kit.checks import paths_read_by
from chargen.npc import completion
from chargen.page.form import Form, layout_data
from chargen.page.roll import in_percent
from chargen.schema.json_schema import JsonSchema, nodes
from chargen.schema.model import keys, models_at
from chargen.studio.folder import Refused
from chargen.studio.form import ELSEWHERE, FIRST, LAST, TABLE, Builder, find_main
from chargen.studio.workspace import Reply, Request, Workspace, points_as_data
from chargen.text.diagnostic import KeyPath
from chargen.text.edits import NotEditable, with_key, with_value
from chargen.text.names import find_same, fold
from chargen.text.parts import ABSENT, find_value, with_value_at
from chargen.text.source import Source

MOST_EFFECTS = 24  # The values of a field whose effects are computed at a time (house default)
IDEAS = 8  # The drawn values that a field shows (house default)
DRAWS = 3  # How often a value is drawn again until it is another than what is there (house default)
KEPT = ("system", "name", "player", "portrait", "campaign", "notes", "rules")
"""The keys that a drawn character never changes."""
Change: TypeAlias = Mapping[str, Any]


def form(workspace: Workspace, params: Request) -> Reply:
    """Return the form of a text, with its points, its budgets and its checklist; hardly anything without a game."""
    checked = workspace.checked(params)
    if checked.game is None or not isinstance(checked.source.data, dict):
        return {"readable": False, "fields": [], "findings": []}
    own, view = checked.game.form or Form(), checked.derived
    # The fields in the order of the game, and the errors and warnings beside no field.
    elsewhere = {*keys(Concept), *TABLE, *ELSEWHERE}
    middle = [key for key in keys(checked.game.concept) if key not in elsewhere]
    builder = Builder(checked, checked.game)
    fields = [builder.field((key,)) for key in builder.shown((), (*FIRST, *middle, *LAST, *TABLE))]
    rolls, character = (view.rolls(), view.character) if view is not None else ((), None)
    layouts = own.layouts if checked.rules is not None else ()
    return {
        "readable": True,
        "fields": fields,
        "findings": [builder.in_words(each) for each in builder.left],
        "points": points_as_data(checked.advanced.points if checked.advanced is not None else {}),
        "budgets": [
            {"name": budget.name, "rules": dict(budget.rules), "byTheBook": budget.by_the_book}
            for budget in own.budgets
        ],
        "rules": find_value(checked.source.data, ("rules",)),
        "remarks": list(own.remarks(view.character)) if own.remarks is not None and view is not None else [],
        "layouts": [{"kind": each.kind, **layout_data(each, checked.rules, rolls, character)} for each in layouts],
        "needs": [
            {"question": need.question, "by": need.by}
            for need in (own.needs(view.character) if own.needs is not None and view is not None else ())
        ],
        "actions": [
            {"kind": action.kind, "name": action.name, "dice": action.dice, "chance": in_percent(action.thrown.chance)}
            for action in (view.actions() if view is not None else ())
        ],
    }


def _character(workspace: Workspace, params: Request) -> tuple[Checked, AnyGame]:
    """Return the character of a request, with its game. Raises `Refused` where the text names none."""
    checked = workspace.checked(params)
    if checked.game is None:
        raise Refused("the text names no game that is installed")
    return checked, checked.game


def help_with(workspace: Workspace, params: Request) -> Reply:
    """Return the rules of some codes, and those about the field at a path, as `chargen explain` prints them."""
    _, game = _character(workspace, params)
    codes, steps = list(params["codes"]), [fold(str(step)) for step in params["path"]]
    for rule in game.all_rules:
        # One that reads or checks the value at the path; of a section, anything in it.
        for pattern in (at.split(".") for at in (*paths_read_by(rule), *paths_checked_by(rule))):
            pairs = zip(pattern, steps, strict=False)
            if len(steps) in (1, len(pattern)) and all(known in ("*", step) for known, step in pairs):
                codes.append(game.code(rule))
    return {
        "rules": [
            {"code": code, "asks": found.asks, "why": found.why, "source": found.source}
            for code in dict.fromkeys(codes)
            if (found := explaining.explanations(game).get(code)) is not None
        ]
    }


# ---------------------------------------------------------------- changes


def edit(workspace: Workspace, params: Request) -> Reply:
    """Return the text after some changes, each a minimal edit. Raises `Refused` where one cannot be made."""
    checked, game = _character(workspace, params)
    source, schema = checked.source, game.schema(checked.rules, checked.source.data)
    try:
        for change in params["changes"]:
            before, source = source, source.with_text(_changed(source, game, schema, change))
            if "rename" not in change:
                continue
            # A weapon's skill or the skill of an ability is only a text: it means the entry, and is renamed, too, if
            # the rename breaks a rule there.
            old, name = fold(str(change["path"][-1])), str(change["rename"])
            broken = {found.path for found in checking.check_data(game, source.data).diagnostics}
            broken -= {found.path for found in checking.check_data(game, before.data).diagnostics}
            for where in broken:
                if isinstance(value := find_value(source.data, where), str) and fold(value) == old:
                    source = source.with_text(with_value(source, where, name))
                elif where and isinstance(where[-1], str) and fold(where[-1]) == old:
                    source = source.with_text(with_key(source, where, name))
    except NotEditable as exc:
        raise Refused(f"{exc}; {exc.hint}") from exc
    return {"text": source.content.decode()}


def _changed(source: Source, game: AnyGame, schema: JsonSchema, change: Change) -> str:
    path, value = tuple(change["path"]), change.get("value")
    if "rename" in change:
        return with_key(source, path, str(change["rename"]))
    if change.get("isNew") and isinstance(path[-1], int):
        path, value = _as_further(source.data, path, value)
    elif change.get("isNew"):
        # An entry of that name, in any spelling, would be the same one.
        there = find_value(source.data, path[:-1])
        if same := find_same(str(path[-1]), there if isinstance(there, dict) else ()):
            raise NotEditable(f"there is a `{same}` already", "choose another name")
    if not change.get("remove"):
        return with_value(source, *_written_out(source.data, game, schema, path, value))
    source = source.with_text(with_value(source, *_written_out(source.data, game, schema, path, ABSENT)))
    # A section without entries says nothing; a mapping with its main field alone is short again.
    while (path := path[:-1]) and (around := find_value(source.data, path)) is not None:
        main = find_main(game.concept, path, nodes(schema, path))
        kinds = {node.get("type") for node in nodes(schema, path)}
        only = around[main] if isinstance(around, dict) and [*around] == [main] else None
        # Of keys that the schema names, and not of entries of the player's own.
        named = {fold(key) for node in nodes(schema, path[:-1]) for key in node.get("properties", ())}
        if not around and fold(str(path[-1])) in named:
            source = source.with_text(with_value(source, path, ABSENT))
        elif (isinstance(only, str) and "string" in kinds) or (
            type(only) in (int, float) and kinds & {"integer", "number"}
        ):
            source = source.with_text(with_value(source, path, only))
        else:
            break
    return source.text


def _as_further(data: Any, path: KeyPath, entry: Any) -> tuple[KeyPath, Any]:
    """Return the path and the value of a new entry of a list, which comes after all that are there by now.

    The form that adds it may have been drawn before the last of them was written.
    """
    there = find_value(data, path[:-1])
    if isinstance(there, list):
        return (*path[:-1], len(there)), entry
    # One entry may be written without its list.
    return (path, entry) if there is None else (path[:-1], [there, entry])


def _written_out(data: Any, game: AnyGame, schema: JsonSchema, path: KeyPath, value: Any) -> tuple[KeyPath, Any]:
    """Return the path and the value to write, where what is around may be written as one value.

    ``Sword: 3`` is short for ``Sword: {level: 3}``: another level replaces the 3, and another field writes it out.
    """
    above = ((depth, find_value(data, path[:depth])) for depth in range(1, len(path) - 1))
    single = (depth for depth, there in above if there is not None and not isinstance(there, dict | list))
    depth = next(single, len(path) - 1)
    at, inner = path[:depth], path[depth:]
    around, main = find_value(data, at), find_main(game.concept, at, nodes(schema, at))
    # What has a number is an entry of the list there, and no field of the one entry that may be written without a list.
    if not main or isinstance(around, dict | list) or isinstance(inner[0], int):
        return path, value
    if inner == (main,):
        return at, value
    if value is ABSENT:
        return at, around
    spelled = {} if around is None else {main: around}
    for model in models_at(game.concept, at) if around is not None else ():
        # A game may read several keys of one text: `5:1+2` is a level, its tier and the level in the next.
        with suppress(ValueError):  # pydantic's
            read = model.model_validate(around)
            values = {key: getattr(read, key) for key in keys(model) if key in read.model_fields_set}
            defaults = {key: field.default for key, field in model.model_fields.items() if key != main}
            spelled = as_plain({key: value for key, value in values.items() if value != defaults.get(key)})
            if spelled.get(main) == around:
                spelled[main] = around  # as it is written: a level that may be a fraction was read as 3.0
    return at, {**spelled, **with_value_at(None, inner, value)}


# ---------------------------------------------------------------- effects


def effects(workspace: Workspace, params: Request) -> Reply:
    """Return what each of some values of a field would do: the chance, the points that are left, and new errors."""
    checked, game = _character(workspace, params)
    folder = workspace.folder.locate(str(params["file"])).parent
    schema = game.schema(checked.rules, checked.source.data)
    # What the roll of the field may be called, the innermost first.
    names = [str(step) for step in reversed(list(params["path"])) if isinstance(step, str)]
    before, data, path = chances(checked.derived, parts=False), checked.source.data, tuple(params["path"])
    is_new = isinstance(path[-1], int) and find_value(data, path) is None
    found = []
    for value in list(params["values"])[:MOST_EFFECTS]:
        at, new = _as_further(data, path, value) if is_new else (path, value)
        try:
            changed = with_value_at(data, *_written_out(data, game, schema, at, new))
        except (LookupError, TypeError):
            break  # something else is written around it, which is an error of its own
        then = checking.check_data(game, changed, folder)
        after = chances(then.derived, parts=False)
        label = next((label for name in names for label in after if fold(label) == fold(name)), "")
        # A choice that leaves its own roll as it is, such as what a skill is used for, may change another one.
        if not label or before.get(label) == after[label]:
            others = [change for change in changes(before, after) if not label or change.before is not None]
            label = others[0].roll if others and others[0].after is not None else label
        number = ""
        if not label and checked.derived is not None and then.derived is not None:
            # The first derived whole number that differs, with its name.
            differing = compare_numbers(checked.derived, then.derived).items()
            number = next((f"{name} {new}" for name, (_, new) in differing if isinstance(new, int)), "")
        problems = moves.Edit(checked, then).new_errors
        left = then.advanced.points if then.advanced else {}
        effect = {
            "value": value,
            "roll": label,
            "now": in_percent(before[label]) if label in before else "",
            "then": number if not label else in_percent(after[label]),
            "problem": problems[0].message if problems else "",
            "left": {name: points.available for name, points in left.items()},
        }
        found.append(effect)
    return {"effects": found}


# ---------------------------------------------------------------- drawn values


def ideas(workspace: Workspace, params: Request) -> Reply:
    """Return values that drawn characters of the game have at a path; ``seed`` draws others."""
    _, game = _character(workspace, params)
    return {"ideas": list(completion.ideas(game, tuple(params["path"]), str(params["seed"]), IDEAS))}


def surprise(workspace: Workspace, params: Request) -> Reply:
    """Return the text with the value at a path drawn again to fit the rest; at no path, with all that is missing."""
    checked, game = _character(workspace, params)
    folder = workspace.folder.locate(str(params["file"])).parent
    data, path, seed = dict(checked.source.data), tuple(params["path"]), str(params["seed"])
    if path and (isinstance(path[-1], int) or path[0] in completion.FREE_TEXTS):
        # A text, or an entry that its list has not yet: one that breaks no rule, if there is any.
        there = find_value(data, path[:1])
        known = there if isinstance(there, list) else [there]
        new = [idea for idea in completion.ideas(game, path[:1], seed, len(known) + IDEAS) if idea not in known]
        if not new:
            raise Refused(f"there are no ideas for `{path[0]}`")
        tried = ((idea, checking.check_data(game, with_value_at(data, path, idea), folder)) for idea in new)
        legal = (idea for idea, then in tried if not moves.Edit(checked, then).new_errors)
        return edit(workspace, {**params, "changes": [{"path": path, "value": next(legal, new[0])}]})
    # A field of an entry that is written short, as its name, is not there.
    others = with_value_at(data, path, ABSENT) if path and find_value(data, path) is not None else data
    fixed = {name: value for name, value in others.items() if value not in (None, "", [], {})}
    # A draw may be what is there: another one follows, as another value was asked for.
    for draw in range(DRAWS):
        try:
            drawn = completion.complete(game, as_plain(fixed), f"{seed}/{draw}" if draw else seed, folder)
        except Infeasible as exc:
            raise Refused(f"nothing legal fits the rest: {exc.diagnostics[0].message}") from exc
        if not path:
            kept = {name for name in KEPT if name != "name" or name in fixed}
            # In a character without errors, a switch that is not written is off, and not missing.
            kept |= {name for name, value in drawn.items() if value is True and checked.ok}
            mine = {name: value for name, value in drawn.items() if name not in kept}
            return edit(workspace, {**params, "changes": _additions(data, mine)})
        # An entry gets the name of what was drawn in its place.
        before, after, name = find_value(data, path[:-1]), find_value(drawn, path[:-1]), path[-1]
        changes: list[Change] = []
        if len(path) > 1 and isinstance(after, dict) and isinstance(before, dict) and name in before.keys() - after:
            name = next((key for key in after if key not in before), name)
            changes.append({"path": path, "rename": name})
        value = find_value(after, (name,))
        if value is not None and (value != find_value(before, path[-1:]) or name != path[-1]):
            changes.append({"path": (*path[:-1], name), "value": value})
            return edit(workspace, {**params, "changes": changes})
    raise Refused(f"nothing else was drawn for `{path[-1]}` that fits the rest")


def _additions(before: Any, drawn: Any, *path: str | int) -> Iterator[Change]:
    """Yield the changes that add to some data what was drawn around it; no value that is there is replaced."""
    entries = drawn.items() if isinstance(drawn, dict) else enumerate(drawn)
    for name, value in entries:
        there = find_value(before, (name,))
        is_missing, has_parts = there in (None, "", [], {}), isinstance(value, dict | list)
        if not is_missing and has_parts and isinstance(there, type(value)):
            yield from _additions(there, value, *path, name)
        elif is_missing or (has_parts and there != value):
            yield {"path": (*path, name), "value": value}
