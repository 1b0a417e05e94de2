"""Answer what is marked on a sheet in the page: ticks and notes become a change of the character's text."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from chargen import checking
from chargen.checking.concept import Checked
from chargen.experience import moves
from chargen.experience.moves import KEY, appended, entries
from chargen.game.concept import Concept
from chargen.kit.ledger import AWARD
from chargen.page.sheet import Prose, Sheet, Table, Track
from chargen.render.fields import label_fields
from chargen.studio.folder import Refused
from chargen.studio.workspace import Reply, Request, Workspace
from chargen.text import edits
from chargen.text.names import fold
from chargen.text.parts import ABSENT
from chargen.text.source import Source

STATE = "state"
NOTES = "notes"
_BULLET = re.compile(r"^[-•*·]\s+")
_AWARD = re.compile(r"(?=\+|\d+ *(?:XP|[:,·–-]|$))\+? *(\d{1,4}) *(?:XP\b)? *(?:[:,·–-]|for\b)? *(.*)", re.IGNORECASE)
"""A line of experience that begins with a number of points: ``+2 the docks``, ``2 XP``, ``2: the docks``."""
_ITEM = re.compile(r"(\S.*?) *: +(\S.*)")  # A line of a list with an effect: `Rope: twenty yards`
Mark: TypeAlias = Mapping[str, Any]
"""What was marked, as templates/sheet/writing.js sends it.

``state``: values by tracker, None for one that is unhurt. ``points``: boxes of experience that were ticked. ``key``,
``entry``, ``ticked``, ``words``: a box of an entry of a list. ``written``: texts by place on the sheet.
"""


def mark(workspace: Workspace, params: Request) -> Reply:
    """Return the text with a mark. Raises `Refused` where it cannot be made, or would break a rule."""
    checked, marked = workspace.checked(params), params["mark"]
    if checked.game is None:
        raise Refused("the text names no game that is installed")
    place = workspace.folder.locate(str(params["file"]))
    try:
        state = marked.get(STATE) or {}
        source = _with_state(checked.source, state)
        # A file is checked once more only where a mark is taken away. An entry may note its own damage, which only a
        # value in the play state overrides: what is to be unhurt and is not without the play state gets that value.
        cleared = {fold(name): name for name, value in state.items() if value is None}
        without = checking.check_source(source, place) if cleared else None
        blocks = checking.make_sheet(without).blocks if without is not None and without.view is not None else ()
        unhurt: dict[str, Any] = {}
        for track in (block for block in blocks if isinstance(block, Track)):
            for box in track.boxes:
                for tracker, value in box.shows.items():
                    usual = track.unticked.get(tracker, False if isinstance(value, bool) else 0)
                    if box.filled and value != usual and fold(tracker) in cleared:
                        unhurt[cleared[fold(tracker)]] = usual
        if unhurt:
            source = _with_state(checked.source, {**state, **unhurt})
        if marked.get("entry"):
            # The box of an entry: a text, or a mapping from it to the words beside the box.
            key, entry, words = str(marked["key"]), str(marked["entry"]), str(marked.get("words") or "").strip()
            now = entries(source, key)
            texts = [str(there[entry]) if isinstance(there, dict) and entry in there else "" for there in now]
            number = next((at for at, old in enumerate(texts) if old or now[at] == entry), None)
            if number is None and marked["ticked"]:
                source = source.with_text(appended(source, {entry: words} if words else entry, key))
            elif number is not None and not marked["ticked"] and len(now) == 1:
                path = (source.spelled(source.data, key) or key,)
                source = source.with_text(edits.with_value(source, path, ABSENT))
            elif number is not None:
                new = {entry: "; ".join(filter(None, [texts[number], words]))} if words else now[number]
                source = source.with_text(edits.with_value(source, (key, number), new if marked["ticked"] else ABSENT))
        source = _with_written(checked, source, marked)
    except edits.NotEditable as exc:
        raise Refused(f"{exc}; change it in the text") from exc
    after = checking.check_source(source, place)
    if new := moves.Edit(checked, after).new_errors:
        raise Refused(new[0].message)
    return {"text": source.content.decode()}


def _with_state(source: Source, state: Mapping[str, Any]) -> Source:
    """Return the text with some of the play state; what is as unhurt leaves it, and an empty state the file."""
    key = source.spelled(source.data, STATE) or STATE
    there = source.data.get(key) or {}
    if not state or not isinstance(there, dict):
        return source
    spelled = {fold(name): name for name in there}
    changed = {spelled.get(fold(name), name): value for name, value in state.items()}
    left = {name: value for name, value in {**there, **changed}.items() if changed.get(name, ABSENT) is not None}
    return source.with_text(edits.with_value(source, (key,), left or ABSENT))


def _with_written(checked: Checked, source: Source, marked: Mark) -> Source:
    """Return the text with more entries of lists, and more paragraphs of texts."""
    written = {str(field): str(text).strip() for field, text in (marked.get("written") or {}).items()}
    points = int(marked.get("points") or 0)
    if points < 0:
        raise Refused("points are spent under Points; Undo takes back what was ticked")
    found: dict[str, Any] = {KEY: [{AWARD: points}]} if points else {}
    if written:
        if checked.view is None:
            raise Refused("what is written on the sheet can go into the file once it has no errors")
        found |= _read_written(checking.make_sheet(checked), type(checked.view.advanced.concept), written)
    for key, added in found.items():
        for entry in [] if isinstance(added, str) else added:
            source = source.with_text(appended(source, entry, key))
        if isinstance(added, str):
            spelled = source.spelled(source.data, key) or key
            now = source.data.get(spelled) or ""
            if not isinstance(now, str):
                raise edits.NotEditable(f"`{spelled}` is not a text")
            longer = f"{now.rstrip()}\n\n{added}".lstrip() + ("\n" if now.endswith("\n") else "")
            source = source.with_text(edits.with_value(source, (spelled,), longer))
    return source


def _read_written(sheet: Sheet, model: type[Concept], written: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries of the texts on a sheet, by the key of the concept; ``written`` has them by place.

    A text goes under the key of its block: gear, talents, notes, consequences, awards. What has no key of its own goes
    under ``notes``, with the words of its place, so that nothing is lost.
    """
    found: dict[str, Any] = {}
    notes: list[str] = []
    left = {name: text.strip() for name, text in written.items() if text.strip()}
    labels = dict(label_fields(sheet))
    for block in sheet.blocks:
        key = block.key or block.name
        # How a concept holds it: by the default of its field, which is an empty list or an empty text.
        field = model.model_fields.get(key)
        kind = field.default if field is not None else None
        if isinstance(block, Prose) and kind in ("", ()) and (text := left.pop(block.name, "")):
            if kind == "":
                # Several places may have one key, such as two blocks of notes.
                found[key] = "\n\n".join(filter(None, [found.get(key, ""), text]))
                continue
            for line in (_BULLET.sub("", line.strip()) for line in text.splitlines() if line.strip()):
                award, item = _AWARD.fullmatch(line) if key == KEY else None, _ITEM.fullmatch(line)
                if award:
                    entry = {"award": int(award[1])} | ({"why": award[2]} if award[2] else {})
                    found.setdefault(key, []).append(entry)
                elif key == KEY:
                    notes.append(f"{block.title}: {line}")
                else:
                    found.setdefault(key, []).append({"name": item[1], "effect": item[2]} if item else line)
        if not isinstance(block, Table):
            continue
        for number, row in enumerate(block.rows, 1):
            entry, words, label = {}, [], ""
            for at, (column, cell) in enumerate(zip(block.columns, row, strict=True), 1):
                # An empty cell is one to write in; what is printed in others is not changed on a sheet.
                name = f"{block.name}-{number}-{at}"
                if cell is not None or not (text := left.pop(name, "")):
                    continue
                if column.key and kind == ():
                    entry[column.key] = text
                else:
                    words.append(f"{column.heading} {text}".strip())
                    label = labels[name].removesuffix(f", {column.heading}")
            if entry:
                found.setdefault(key, []).append(entry)
            # The cells of a row are one note, so that each says which row it belongs to.
            if words:
                notes.append(f"{label}: {', '.join(words)}")
    # In the order of the sheet; places that it does not have, as after a change of its layout, come last.
    places = dict.fromkeys((*labels, *written))
    notes += [f"{labels.get(name, name.capitalize())}: {left[name]}" for name in places if name in left]
    if notes:
        found[NOTES] = "\n\n".join(filter(None, [found.get(NOTES, ""), *notes]))
    return found
