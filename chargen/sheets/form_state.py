"""Play state on paper and back: a sheet as a form, and what a filled form says.

The boxes of a sheet say which tracker they show. A form carries that with it, and is read back without the concept.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chargen.checking.concept import Checked
from chargen.core.diagnostic import Place
from chargen.core.names import fold, short
from chargen.core.reader import LINE_END
from chargen.core.sheet import Box, Entries, Entry, Prose, Sheet, Track
from chargen.core.source import Source, load
from chargen.core.writing import quoted, splice

LONGEST_REMARK = 1_000
"""So many letters of what was written on a form are repeated."""

Spot = tuple[int, int]
"""A box: the number of its block on the sheet, and its own within the block."""
Value = bool | int


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet whose boxes have the names of form fields, and what is needed to read them back."""

    sheet: Sheet
    plan: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a filled form says: the play state, and remarks about what is not part of it."""

    system: str
    name: str
    state: Mapping[str, Value]
    remarks: tuple[str, ...] = ()


class UnreadableForm(ValueError):
    """The fields of a form do not say what they are; the message says what is missing."""


class _Boxes(BaseModel):
    """Boxes that stand for a tracker, or for several that share them, as a form carries them."""

    model_config = ConfigDict(strict=True)

    trackers: Annotated[tuple[str, ...], Field(min_length=1)]
    fields: tuple[str, ...]
    values: Annotated[tuple[tuple[tuple[Value, ...], tuple[int, ...]], ...], Field(min_length=1)]
    """For the values of the trackers, the indexes of the fields that are ticked."""
    now: tuple[int, ...]
    stated: tuple[str, ...] = ()
    """The trackers that the concept says something of."""

    @model_validator(mode="after")
    def _has_a_value_for_each(self) -> Self:
        if any(len(values) != len(self.trackers) for values, _ in self.values):
            raise ValueError("each tracker has one value")
        return self


class _Plan(BaseModel):
    """What a form carries so that it can be read back."""

    model_config = ConfigDict(strict=True)

    system: str
    name: str
    boxes: tuple[_Boxes, ...]
    numbers: tuple[tuple[str, str, int, int], ...]
    """Tracker, field, and from where to where it goes."""
    ticks: tuple[tuple[str, str], ...]
    besides: Mapping[str, int] = {}
    """Boxes that are no tracker's, and whether they were ticked."""
    before: Mapping[str, str | bool]
    """What stood in fields that are no boxes."""


@dataclass(frozen=True, slots=True)
class _Count:
    """The boxes of one tracker, or of several that share them."""

    track: Track
    spots: list[Spot]
    boxes: list[Box]

    def values(self) -> Iterator[tuple[list[Value], list[int]]]:
        """The values of the trackers with no box ticked, with one, with two …, and which boxes these are."""
        first, order = self.boxes[0].shows, list(range(len(self.boxes)))
        if self.track.backwards:
            order.reverse()
        yield [self.track.unticked.get(name, type(value)()) for name, value in first.items()], []
        for number, place in enumerate(order, 1):
            yield list(self.boxes[place].shows.values()), sorted(order[:number])


def form(checked: Checked, sheet: Sheet) -> Form:
    """Return the sheet of a character that is in order as a form."""
    assert checked.view is not None
    assert checked.advanced is not None
    stated = {fold(name): value for name, value in checked.advanced.concept.state.items()}
    counts = _counts(sheet)
    with_boxes = {name for trackers in counts for name in trackers}
    trackers = checked.view.trackers()
    rest = [tracker for tracker in trackers if tracker.name not in with_boxes]
    names = _box_names(sheet, counts)
    entries = tuple(
        Entry(
            label=tracker.title,
            field=_field(tracker.name),
            value=stated.get(fold(tracker.name)) is True
            if tracker.yes_or_no
            else _number(stated.get(fold(tracker.name))),
        )
        for tracker in rest
    )
    owned = {spot for count in counts.values() for spot in count.spots}
    plan = {
        "system": sheet.system,
        "name": sheet.name,
        "boxes": [
            {
                "trackers": trackers,
                "fields": [names[spot] for spot in count.spots],
                "values": list(count.values()),
                "now": [place for place, box in enumerate(count.boxes) if box.filled],
                "stated": [name for name in trackers if fold(name) in stated],
            }
            for trackers, count in counts.items()
        ],
        "numbers": [
            [tracker.name, _field(tracker.name), tracker.low, tracker.high] for tracker in rest if not tracker.yes_or_no
        ],
        "ticks": [[tracker.name, _field(tracker.name)] for tracker in rest if tracker.yes_or_no],
        "besides": {names[spot]: int(box.filled) for spot, _, box in _boxes(sheet) if spot not in owned},
        "before": {entry.field: entry.value for entry in entries if entry.value not in ("", False)},
    }
    return Form(
        _named(sheet, names, entries), json.dumps(plan, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    )


def form_without_state(sheet: Sheet) -> Form:
    """Return a sheet that belongs to nobody as a form."""
    plan = {"system": sheet.system, "name": "", "boxes": [], "numbers": [], "ticks": [], "before": {}}
    return Form(_named(sheet, _box_names(sheet, {}), ()), json.dumps(plan, sort_keys=True))


def reading(plan: str, fields: Mapping[str, str | bool]) -> Reading:
    """What the fields of a filled form say. Raises `UnreadableForm`."""
    try:
        said = _Plan.model_validate_json(plan)
    except ValidationError as fault:
        raise UnreadableForm("the form does not say which boxes are which; was it made by chargen?") from fault
    state: dict[str, Value] = {}
    remarks: list[str] = []
    known = {"chargen"}
    for group in said.boxes:
        known.update(group.fields)
        found, remark = _read_boxes(group, fields)
        state.update(found)
        remarks += [remark] if remark else []
    for tracker, field, low, high in said.numbers:
        known.add(field)
        text = str(fields.get(field) or "").strip().replace("−", "-").replace("–", "-")
        if not text:
            continue
        try:
            number = int(text)
        except ValueError:
            remarks.append(f"{tracker}: {short(text)!r} is no whole number, and was left out")
            continue
        if low <= number <= high:
            state[tracker] = number
        else:
            remarks.append(f"{tracker} goes from {low} to {high}; {number} was left out")
    for tracker, field in said.ticks:
        known.add(field)
        is_ticked = bool(fields.get(field))
        if is_ticked or said.before.get(field):
            state[tracker] = is_ticked
    known.update(said.besides)
    remarks += _changed_besides(said.besides, fields)
    for field, value in fields.items():
        if field not in known and isinstance(value, str) and value:
            said_there = f"{short(field)}: {short(value, LONGEST_REMARK)}"
            remarks.append(f"written on the form, and no part of the play state: {said_there}")
    return Reading(said.system, said.name, state, tuple(remarks))


def _changed_besides(besides: Mapping[str, int], fields: Mapping[str, str | bool]) -> Iterator[str]:
    """Remarks about boxes that no tracker stands behind, such as those of points to spend."""
    for block in dict.fromkeys(field.rpartition("-")[0] for field in besides):
        some = {field: was for field, was in besides.items() if field.rpartition("-")[0] == block}
        if any(bool(was) != bool(fields.get(field)) for field, was in some.items()):
            ticked = sum(bool(fields.get(field)) for field in some)
            yield f"{block}: {ticked} of {len(some)} boxes are ticked, which is no part of the play state"


def as_yaml(state: Mapping[str, Value]) -> str:
    """A play state as a line of YAML.

    >>> as_yaml({"hit_points": 9, "doubles_token": True})
    'state: {hit_points: 9, doubles_token: true}'
    """
    return f"state: {_flow(state)}"


def updated(source: Source, state: Mapping[str, Value]) -> str | None:
    """The text of a concept with its play state brought up to date, and everything else to the letter.

    None where that cannot be done by changing a few places, such as in a state that is an alias.
    """
    if not isinstance(source.data, dict):
        return None
    key = next((key for key in source.data if fold(key) == "state"), None)
    now = source.data.get(key) if key is not None else None
    if now is not None and not isinstance(now, dict):
        return None
    written = {fold(key): key for key in now or {}}
    changes = {written.get(fold(name), name): value for name, value in state.items()}
    text = splice(source.text, _changes(source, key, now, changes))
    again = load(source.name, text.encode())
    expected = {**source.data, key or "state": {**(now or {}), **changes}}
    return text if again.data == expected and not again.diagnostics else None


def _changes(
    source: Source, key: str | None, now: dict[str, Any] | None, changes: Mapping[str, Value]
) -> Iterator[tuple[Place, str]]:
    end = (LINE_END.search(source.text) or [None])[0] or "\n"
    if key is None:
        yield _into_mapping(source, (), source.data, f"state: {_flow(changes)}", end)
        return
    if not now:
        place = source.place((key,))
        empty = (place.line, place.column) == (place.end_line, place.end_column)
        yield place, f"{' ' if empty else ''}{_flow(changes)}"
        return
    new = {name: value for name, value in changes.items() if name not in now}
    for name, value in changes.items():
        if name in now and (now[name] != value or isinstance(now[name], bool) != isinstance(value, bool)):
            yield source.place((key, name)), _scalar(value)
    if new:
        for name, value in reversed(new.items()):
            yield _into_mapping(source, (key,), now, f"{quoted(name)}: {_scalar(value)}", end)


def _into_mapping(
    source: Source, path: tuple[str, ...], mapping: dict[str, Any], entry: str, end: str
) -> tuple[Place, str]:
    """Where a further entry of a mapping goes, and what is written there."""
    whole = source.place(path)
    lines = source.lines
    last = list(mapping)[-1]
    if lines[whole.line - 1][whole.column - 1 : whole.column] == "{":
        place = source.place((*path, last))
        after = Place(place.end_line, place.end_column, place.end_line, place.end_column)
        return after, f", {entry}"
    indent = " " * (source.place((*path, last), key=True).column - 1)
    line = source.place((*path, last)).end_line if path else len(lines)
    value = source.place((*path, last))
    if path and value.end_column == 1 and value.end_line > value.line:
        line -= 1
    column = len(lines[line - 1]) + 1
    if not path and lines[line - 1] == "":
        return Place(line, 1, line, 1), f"{indent}{entry}{end}"
    return Place(line, column, line, column), f"{end}{indent}{entry}"


def _flow(state: Mapping[str, Value]) -> str:
    return "{" + ", ".join(f"{quoted(name)}: {_scalar(value)}" for name, value in state.items()) + "}"


def _scalar(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: Any) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _field(name: str) -> str:
    """A name as a form field has it: a full stop would part it in two."""
    return name.replace(".", "_")


def _boxes(sheet: Sheet) -> Iterator[tuple[Spot, Track, Box]]:
    for number, block in enumerate(sheet.blocks):
        if isinstance(block, Track):
            yield from (((number, index), block, box) for index, box in enumerate(block.boxes))


def _counts(sheet: Sheet) -> dict[tuple[str, ...], _Count]:
    """The boxes that trackers stand behind, by the names of these."""
    counts: dict[tuple[str, ...], _Count] = {}
    for spot, track, box in _boxes(sheet):
        if box.shows:
            count = counts.setdefault(tuple(box.shows), _Count(track, [], []))
            count.spots.append(spot)
            count.boxes.append(box)
    return counts


def _box_names(sheet: Sheet, counts: Mapping[tuple[str, ...], _Count]) -> dict[Spot, str]:
    """The name of each box: its tracker's with its number, or its block's with its number."""
    names: dict[Spot, str] = {}
    taken: set[str] = set()

    def give(spot: Spot, name: str) -> None:
        number, unique = 2, _field(name)
        while unique in taken:
            unique = f"{_field(name)} ({number})"
            number += 1
        taken.add(unique)
        names[spot] = unique

    for (first, *_), count in counts.items():
        for number, spot in enumerate(count.spots, 1):
            give(spot, first if len(count.spots) == 1 else f"{first}-{number}")
    for spot, track, _ in _boxes(sheet):
        if spot not in names:
            give(spot, f"{track.name}-{spot[1] + 1}")
    return names


def _named(sheet: Sheet, names: Mapping[Spot, str], entries: tuple[Entry, ...]) -> Sheet:
    blocks: list[Any] = []
    for number, block in enumerate(sheet.blocks):
        if isinstance(block, Track):
            boxes = tuple(replace(box, field=names[number, index]) for index, box in enumerate(block.boxes))
            block = replace(block, boxes=boxes)
        blocks.append(block)
    if entries:
        values = Entries(name="values", title="Also in play", entries=entries)
        fills = [number for number, block in enumerate(blocks) if isinstance(block, Prose) and block.fill]
        blocks.insert(fills[0] if fills else len(blocks), values)
    return replace(sheet, blocks=tuple(blocks))


def _read_boxes(group: _Boxes, fields: Mapping[str, str | bool]) -> tuple[dict[str, Value], str]:
    """What the boxes of a group say that was stated or has changed, and a remark where they are ticked in no order."""
    ticked = tuple(index for index, name in enumerate(group.fields) if fields.get(name) is True)
    remark = ""
    exact = [values for values, filled in group.values if filled == ticked]
    if not exact:
        most = max((len(filled) for _, filled in group.values if len(filled) <= len(ticked)), default=0)
        exact = [values for values, filled in group.values if len(filled) == most] or [group.values[0][0]]
        remark = (
            f"{group.trackers[0]}: boxes are ticked out of order; {len(ticked)} of {len(group.fields)} were counted"
        )
    now = next((values for values, filled in group.values if filled == group.now), None)
    before: Sequence[Value | None] = now or [None] * len(group.trackers)
    pairs = zip(group.trackers, exact[0], before, strict=True)
    return {name: value for name, value, was in pairs if value != was or name in group.stated}, remark
