"""Play state on paper and back: a sheet as a form, and what a filled form says.

The boxes of a sheet say which tracker they show. A form carries that with it, and is read back without the concept.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chargen.checking.concept import Checked
from chargen.core.game import Tracker
from chargen.core.names import fold, short
from chargen.core.sheet import Box, Entries, Entry, Prose, Sheet, Track
from chargen.core.writing import in_flow_style

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

    def text(self) -> str:
        return json.dumps(self.model_dump(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def fields(self) -> set[str]:
        """The fields of the form that are play state, or boxes."""
        boxes = (field for group in self.boxes for field in group.fields)
        written = (*(field for _, field, _, _ in self.numbers), *(field for _, field in self.ticks))
        return {*boxes, *written, *self.besides}


@dataclass(frozen=True, slots=True)
class _Count:
    """The boxes of one tracker, or of several that share them."""

    track: Track
    spots: list[Spot]
    boxes: list[Box]

    def values(self) -> Iterator[tuple[tuple[Value, ...], tuple[int, ...]]]:
        """The values of the trackers with no box ticked, with one, with two …, and which boxes these are."""
        first, order = self.boxes[0].shows, list(range(len(self.boxes)))
        if self.track.backwards:
            order.reverse()
        yield tuple(self.track.unticked.get(name, type(value)()) for name, value in first.items()), ()
        for number, place in enumerate(order, 1):
            yield tuple(self.boxes[place].shows.values()), tuple(sorted(order[:number]))


def form(checked: Checked, sheet: Sheet) -> Form:
    """Return the sheet of a character that is in order as a form."""
    assert checked.view is not None
    assert checked.advanced is not None
    stated = {fold(name): value for name, value in checked.advanced.concept.state.items()}
    counts = _counts(sheet)
    names = _box_names(sheet, counts)
    with_boxes = {name for trackers in counts for name in trackers}
    rest = [tracker for tracker in checked.view.trackers() if tracker.name not in with_boxes]
    entries = tuple(
        Entry(label=tracker.title, field=_field(tracker.name), value=_entered(tracker, stated.get(fold(tracker.name))))
        for tracker in rest
    )
    owned = {spot for count in counts.values() for spot in count.spots}
    plan = _Plan(
        system=sheet.system,
        name=sheet.name,
        boxes=tuple(
            _Boxes(
                trackers=trackers,
                fields=tuple(names[spot] for spot in count.spots),
                values=tuple(count.values()),
                now=tuple(place for place, box in enumerate(count.boxes) if box.filled),
                stated=tuple(name for name in trackers if fold(name) in stated),
            )
            for trackers, count in counts.items()
        ),
        numbers=tuple(
            (tracker.name, _field(tracker.name), tracker.low, tracker.high) for tracker in rest if not tracker.yes_or_no
        ),
        ticks=tuple((tracker.name, _field(tracker.name)) for tracker in rest if tracker.yes_or_no),
        besides={names[spot]: int(box.filled) for spot, _, box in _boxes(sheet) if spot not in owned},
        before={entry.field: entry.value for entry in entries if entry.value not in ("", False)},
    )
    return Form(_named(sheet, names, entries), plan.text())


def form_without_state(sheet: Sheet) -> Form:
    """Return a sheet that belongs to nobody as a form."""
    plan = _Plan(system=sheet.system, name="", boxes=(), numbers=(), ticks=(), before={})
    return Form(_named(sheet, _box_names(sheet, {}), ()), plan.text())


def reading(plan: str, fields: Mapping[str, str | bool]) -> Reading:
    """What the fields of a filled form say. Raises `UnreadableForm`."""
    try:
        parsed = _Plan.model_validate_json(plan)
    except ValidationError as fault:
        raise UnreadableForm("the form does not say which boxes are which; was it made by chargen?") from fault
    state: dict[str, Value] = {}
    remarks: list[str] = []
    for group in parsed.boxes:
        values, remark = _read_boxes(group, fields)
        state |= values
        remarks += filter(None, [remark])
    for tracker, field, low, high in parsed.numbers:
        text = str(fields.get(field) or "").strip().replace("−", "-").replace("–", "-")
        try:
            number = int(text or low)
        except ValueError:
            remarks.append(f"{tracker}: {short(text)!r} is no whole number, and was left out")
            continue
        if not low <= number <= high:
            remarks.append(f"{tracker} goes from {low} to {high}; {number} was left out")
        elif text:
            state[tracker] = number
    for tracker, field in parsed.ticks:
        if fields.get(field) or parsed.before.get(field):
            state[tracker] = bool(fields.get(field))
    remarks += _changed_besides(parsed.besides, fields)
    known = {"chargen", *parsed.fields()}
    for field, value in fields.items():
        if field not in known and isinstance(value, str) and value:
            remark = f"{short(field)}: {short(value, LONGEST_REMARK)}"
            remarks.append(f"written on the form, and no part of the play state: {remark}")
    return Reading(parsed.system, parsed.name, state, tuple(remarks))


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
    return f"state: {in_flow_style(dict(state))}"


def _entered(tracker: Tracker, value: Any) -> str | bool:
    """What stands in the field of a tracker, by what the concept says of it."""
    if tracker.yes_or_no:
        return value is True
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
