"""Forms: a sheet with named fields, and what a filled form says of the play state and of the concept.

The boxes of a sheet name the tracker that they show. A form carries this as its plan, and is read without the concept.
`form_entries` has what is written by hand.
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chargen.checking.concept import Checked
from chargen.game.contract import Tracker
from chargen.page.sheet import Box, Entries, Entry, Prose, Sheet, Track
from chargen.sheets import form_entries
from chargen.text.names import fold, short, take_name
from chargen.text.writing import document, in_flow_style

Position = tuple[int, int]  # A box: the index of its block on the sheet, and its own within the block
Value = bool | int


@dataclass(frozen=True, slots=True)
class Form:
    """A sheet whose boxes have the names of form fields, and the plan for reading them back."""

    sheet: Sheet
    plan: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The play state in a filled form, what was written into it, and remarks about what could not be read."""

    system: str
    name: str
    state: Mapping[str, Value]
    remarks: tuple[str, ...] = ()
    entries: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """The lists and texts that were written, by the key of the concept that they are added to."""
    removed: tuple[tuple[str, str], ...] = ()
    """The entries whose tick was taken away: the key of their list, and the entry."""
    earned: int = 0
    """The points that the character had earned when the form was made; awards in ``entries`` come after these."""


class UnreadableForm(ValueError):
    """A form whose plan is missing or invalid."""


class _Boxes(BaseModel):
    """The boxes of a tracker, or of several that share them, in the plan of a form."""

    model_config = ConfigDict(strict=True)

    trackers: Annotated[tuple[str, ...], Field(min_length=1)]
    fields: tuple[str, ...]
    values: Annotated[tuple[tuple[tuple[Value, ...], tuple[int, ...]], ...], Field(min_length=1)]
    """The values of the trackers, each with the indexes of the fields that are then ticked."""
    now: tuple[int, ...]
    stated: tuple[str, ...] = ()
    """The trackers whose value the concept states."""

    @model_validator(mode="after")
    def _has_a_value_for_each(self) -> Self:
        if any(len(values) != len(self.trackers) for values, _ in self.values):
            raise ValueError("each tracker needs one value")
        return self


class _Plan(BaseModel):
    """The plan of a form, for reading it back."""

    model_config = ConfigDict(strict=True)

    system: str
    name: str
    boxes: tuple[_Boxes, ...]
    numbers: tuple[tuple[str, str, int, int], ...]
    """Tracker, field, lowest and highest value."""
    ticks: tuple[tuple[str, str], ...]
    besides: Mapping[str, int] = {}
    """Boxes without a tracker, and whether they were ticked."""
    texts: tuple[form_entries.Text, ...] = ()
    ticked: tuple[form_entries.Ticked, ...] = ()
    points: form_entries.Points | None = None
    earned: int = 0
    before: Mapping[str, str | bool]
    """The values of the fields that are not boxes."""

    def text(self) -> str:
        # Sorted, so that equal forms have equal bytes.
        return json.dumps(self.model_dump(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def fields(self) -> set[str]:
        """Return the fields of the form that are play state or boxes."""
        boxes = (field for group in self.boxes for field in group.fields)
        written = (*(field for _, field, _, _ in self.numbers), *(field for _, field in self.ticks))
        return {*boxes, *written, *self.besides}


@dataclass(frozen=True, slots=True)
class _Count:
    """The boxes of one tracker, or of several that share them."""

    track: Track
    positions: list[Position]
    boxes: list[Box]

    def values(self) -> Iterator[tuple[tuple[Value, ...], tuple[int, ...]]]:
        """Yield the values of the trackers with no box ticked, with one, with two …, and the indexes of these boxes."""
        first, order = self.boxes[0].shows, list(range(len(self.boxes)))
        if self.track.backwards:
            order.reverse()
        yield tuple(self.track.unticked.get(name, type(value)()) for name, value in first.items()), ()
        for number, place in enumerate(order, 1):
            yield tuple(self.boxes[place].shows.values()), tuple(sorted(order[:number]))


def form(checked: Checked, sheet: Sheet) -> Form:
    """Return the sheet of a character without errors as a form."""
    assert checked.view is not None
    assert checked.advanced is not None
    stated = {fold(name): value for name, value in checked.advanced.concept.state.items()}
    counts = _counts(sheet)
    names = _box_names(sheet, counts)
    with_boxes = {name for trackers in counts for name in trackers}
    rest = [tracker for tracker in checked.view.trackers() if tracker.name not in with_boxes]
    taken = set(names.values())
    # Two fields of one name are one field in a PDF, with one value.
    field_of = {tracker.name: take_name(_field(tracker.name), taken) for tracker in rest}
    entries = tuple(
        Entry(
            label=tracker.title,
            field=field_of[tracker.name],
            value=_entered(tracker, stated.get(fold(tracker.name))),
        )
        for tracker in rest
    )
    named = _with_fields(sheet, names, entries)
    ticked = tuple(box for block in named.blocks if isinstance(block, Track) for box in form_entries.ticked(block))
    points = _points(named)
    owned = {position for count in counts.values() for position in count.positions}
    elsewhere = {*(box.field for box in ticked), *(points.fields if points else ())}
    plan = _Plan(
        system=sheet.system,
        name=sheet.name,
        boxes=tuple(
            _Boxes(
                trackers=trackers,
                fields=tuple(names[position] for position in count.positions),
                values=tuple(count.values()),
                now=tuple(place for place, box in enumerate(count.boxes) if box.filled),
                stated=tuple(name for name in trackers if fold(name) in stated),
            )
            for trackers, count in counts.items()
        ),
        numbers=tuple(
            (tracker.name, field_of[tracker.name], tracker.low, tracker.high)
            for tracker in rest
            if not tracker.yes_or_no
        ),
        ticks=tuple((tracker.name, field_of[tracker.name]) for tracker in rest if tracker.yes_or_no),
        besides={
            names[position]: int(box.filled)
            for position, _, box in _boxes(sheet)
            if position not in owned and names[position] not in elsewhere
        },
        texts=tuple(form_entries.texts(sheet, type(checked.advanced.concept), field_of.values())),
        ticked=ticked,
        points=points,
        earned=checked.advanced.account.earned,
        before={entry.field: entry.value for entry in entries if entry.value not in ("", False)},
    )
    return Form(named, plan.text())


def _points(sheet: Sheet) -> form_entries.Points | None:
    """Return the boxes of points to spend, where the sheet has some."""
    for block in sheet.blocks:
        if isinstance(block, Track) and block.key == form_entries.LEDGER:
            filled = sum(box.filled for box in block.boxes)
            fields = tuple(box.field for box in block.boxes)
            return form_entries.Points(title=block.title, fields=fields, ticked=filled)
    return None


def form_without_state(sheet: Sheet) -> Form:
    """Return a sheet without a character as a form."""
    texts = tuple(form_entries.texts(sheet, None))
    plan = _Plan(system=sheet.system, name="", boxes=(), numbers=(), ticks=(), before={}, texts=texts)
    return Form(_with_fields(sheet, _box_names(sheet, {}), ()), plan.text())


def reading(plan: str, fields: Mapping[str, str | bool]) -> Reading:
    """Return the play state in the fields of a filled form. Raises `UnreadableForm`."""
    try:
        parsed = _Plan.model_validate_json(plan)
    except ValidationError as exc:
        raise UnreadableForm("it was not made by `chargen render --fillable`") from exc
    remarks: list[str] = []
    no_numbers: list[form_entries.Text] = []
    state: dict[str, Value] = {}
    for group in parsed.boxes:
        values, remark = _read_boxes(group, fields)
        state |= values
        remarks += filter(None, [remark])
    state |= _read_numbers(parsed, fields, remarks, no_numbers)
    # A tracker that was no and still is says nothing.
    state |= {
        tracker: bool(fields.get(field))
        for tracker, field in parsed.ticks
        if fields.get(field) or parsed.before.get(field)
    }

    written = {name: value for name, value in fields.items() if isinstance(value, str) and value}
    entries = form_entries.read_texts((*parsed.texts, *no_numbers, *_unknown(parsed, written)), written)
    removed = _read_ticked(parsed, fields, written, entries)
    if parsed.points is not None:
        more = sum(bool(fields.get(name)) for name in parsed.points.fields) - parsed.points.ticked
        if more > 0:
            entries.setdefault(form_entries.LEDGER, []).append({"award": more})
        elif more < 0:
            remarks.append(
                f"{parsed.points.title}: {-more} are no longer ticked; record what they bought with `chargen advance`"
            )
    remarks += _changed_besides(parsed.besides, fields)
    name = parsed.name or written.get("name", "")
    return Reading(parsed.system, name, state, tuple(remarks), entries, removed, parsed.earned)


def _read_numbers(
    plan: _Plan, fields: Mapping[str, str | bool], remarks: list[str], no_numbers: list[form_entries.Text]
) -> dict[str, Value]:
    """Return the numbers that were written into fields; texts in their place are added to ``no_numbers``."""
    numbers: dict[str, Value] = {}
    for tracker, field, low, high in plan.numbers:
        # Typesetting and phones write other signs for a minus.
        text = str(fields.get(field) or "").strip().replace("−", "-").replace("–", "-")
        try:
            # An empty field is no error, and leaves the number as it was.
            number = int(text or low)
        except ValueError:
            remarks.append(f"{tracker}: {short(text)!r} is not a whole number; it is among the notes")
            no_numbers.append(form_entries.Text(field=field, label=tracker, kind="note", key=form_entries.NOTES))
            continue
        if not low <= number <= high:
            remarks.append(f"{tracker}: {number} is not from {low} to {high}; it was left out")
        elif text:
            numbers[tracker] = number
    return numbers


def _read_ticked(
    plan: _Plan, fields: Mapping[str, str | bool], written: Mapping[str, str], entries: dict[str, Any]
) -> tuple[tuple[str, str], ...]:
    """Add the entries whose boxes were ticked; return those whose tick was taken away, as in `Reading.removed`."""
    removed: list[tuple[str, str]] = []
    for box in plan.ticked:
        words = written.get(box.words, "")
        # Words beside an empty box count as a tick, which was most likely forgotten.
        if (fields.get(box.field) or words) and not box.was:
            entries.setdefault(box.key, []).append({box.entry: words} if words else box.entry)
        # A field that is missing (None) says nothing; only a tick that was taken away removes the entry.
        elif box.was and fields.get(box.field) is False:
            removed.append((box.key, box.entry))
    return tuple(removed)


def _unknown(plan: _Plan, written: Mapping[str, str]) -> Iterator[form_entries.Text]:
    """Yield the fields of a form that its plan does not name, such as those of an older form, as notes."""
    words = {box.words for box in plan.ticked}
    known = {"chargen", *plan.fields(), *words, *(text.field for text in plan.texts)}
    for name in written:
        if name not in known:
            label = short(name).capitalize()
            yield form_entries.Text(field=name, label=label, kind="note", key=form_entries.NOTES)


def _changed_besides(besides: Mapping[str, int], fields: Mapping[str, str | bool]) -> Iterator[str]:
    """Yield remarks about changed boxes without a tracker, such as those of points to spend."""
    for block in dict.fromkeys(field.rpartition("-")[0] for field in besides):
        some = {field: was for field, was in besides.items() if field.rpartition("-")[0] == block}
        if any(bool(was) != bool(fields.get(field)) for field, was in some.items()):
            ticked = sum(bool(fields.get(field)) for field in some)
            yield f"{block}: {ticked} of {len(some)} boxes are ticked; they are not part of the play state"


def as_yaml(state: Mapping[str, Value], entries: Mapping[str, Any]) -> str:
    """Return a play state as a line of YAML, and what was written below it, to be pasted into a concept.

    >>> print(as_yaml({"hit_points": 9, "doubles_token": True}, {"equipment": ["Rope"]}))
    state: {hit_points: 9, doubles_token: true}
    equipment: [Rope]
    """
    lines = [f"state: {in_flow_style(dict(state))}"] if state or not entries else []
    return "\n".join([*lines, *(document(dict(entries)).splitlines() if entries else ())])


def _entered(tracker: Tracker, value: Any) -> str | bool:
    if tracker.yes_or_no:
        return value is True
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def _field(name: str) -> str:
    """Return a name for a form field: a full stop would divide it in two."""
    return name.replace(".", "_")


def _boxes(sheet: Sheet) -> Iterator[tuple[Position, Track, Box]]:
    for number, block in enumerate(sheet.blocks):
        if isinstance(block, Track):
            yield from (((number, index), block, box) for index, box in enumerate(block.boxes))


def _counts(sheet: Sheet) -> dict[tuple[str, ...], _Count]:
    """Return the boxes of trackers, by the names of these."""
    counts: dict[tuple[str, ...], _Count] = {}
    for position, track, box in _boxes(sheet):
        if box.shows:
            count = counts.setdefault(tuple(box.shows), _Count(track, [], []))
            count.positions.append(position)
            count.boxes.append(box)
    return counts


def _box_names(sheet: Sheet, counts: Mapping[tuple[str, ...], _Count]) -> dict[Position, str]:
    """Return the name of each box: that of its tracker or else of its block, with its number."""
    names: dict[Position, str] = {}
    taken: set[str] = set()

    for (first, *_), count in counts.items():
        for number, position in enumerate(count.positions, 1):
            name = first if len(count.positions) == 1 else f"{first}-{number}"
            names[position] = take_name(_field(name), taken)
    for position, track, _ in _boxes(sheet):
        if position not in names:
            names[position] = take_name(_field(f"{track.name}-{position[1] + 1}"), taken)
    return names


def _with_fields(sheet: Sheet, names: Mapping[Position, str], entries: tuple[Entry, ...]) -> Sheet:
    blocks: list[Any] = []
    for number, block in enumerate(sheet.blocks):
        if isinstance(block, Track):
            boxes = tuple(replace(box, field=names[number, index]) for index, box in enumerate(block.boxes))
            block = replace(block, boxes=boxes)
        blocks.append(block)
    if entries:
        values = Entries(name="values", title="Also in play", entries=entries)
        # Before the notes, whose lines fill the rest of the page.
        fills = [number for number, block in enumerate(blocks) if isinstance(block, Prose) and block.fill]
        blocks.insert(fills[0] if fills else len(blocks), values)
    return replace(sheet, blocks=tuple(blocks))


def _read_boxes(group: _Boxes, fields: Mapping[str, str | bool]) -> tuple[dict[str, Value], str]:
    """Return the values of a group of boxes that were stated or have changed, and a remark where there are gaps."""
    ticked = tuple(index for index, name in enumerate(group.fields) if fields.get(name) is True)
    remark = ""
    exact = [values for values, filled in group.values if filled == ticked]
    if not exact:
        # No value has just these boxes: take the highest one that needs no more boxes than are ticked.
        most = max((len(filled) for _, filled in group.values if len(filled) <= len(ticked)), default=0)
        exact = [values for values, filled in group.values if len(filled) == most] or [group.values[0][0]]
        remark = f"{group.trackers[0]}: the ticked boxes have gaps; {len(ticked)} of {len(group.fields)} were counted"
    now = next((values for values, filled in group.values if filled == group.now), None)
    before: Sequence[Value | None] = now or [None] * len(group.trackers)
    pairs = zip(group.trackers, exact[0], before, strict=True)
    return {name: value for name, value, was in pairs if value != was or name in group.stated}, remark
