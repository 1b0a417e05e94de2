"""The fields of a fillable PDF: laid over the places that the templates name.

WeasyPrint knows where the places are. Boxes and frames are part of the page; a field adds what can be changed. The
appearances of both states are drawn here, so that all viewers show the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chargen.page.sheet import Entries, Facts, Label, Sheet, Table, Track
from chargen.render import drawing
from chargen.text.names import take_name

if TYPE_CHECKING:
    from pikepdf import Object, Pdf

PT_PER_PX = 0.75
TEXT_PT = 10
MARK_PT = 1.2
FRAME = "0.64 0.61 0.56"  # The colour of the frame around a text of several lines
PRINTED, MULTILINE = 4, 1 << 12

NOTHING = "q Q"  # An appearance that draws nothing; viewers report an empty one as damage
BELOW_TEXT_PX = 3  # The distance from a text to the field below it

Anchors = Mapping[str, tuple[float, float, float, float]]
"""The left, top, right and lower edge of each place in CSS pixels, from the upper left corner of the page."""
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a PDF. ``value``: a text, or whether it is ticked."""

    name: str
    page: int
    place: Rectangle
    value: str | bool
    label: str = ""
    lines: int = 0  # The number of lines on the page that it replaces; 0 for a box


def fields(sheet: Sheet, pages: Sequence[tuple[Anchors, float]]) -> tuple[Field, ...]:
    """Return the fields of a sheet. ``pages``: the places on each page, and its height in pixels."""
    entries = {name: value for block in sheet.blocks if isinstance(block, Entries) for _, name, value in block.entries}
    boxes = {box.field: box for block in sheet.blocks if isinstance(block, Track) for box in block.boxes}
    words = dict(label_fields(sheet))
    pictures = {
        group["fields"][0]: group
        for block in sheet.blocks
        if isinstance(block, Track)
        for zone in drawing.zones(block)
        for group in zone.groups
        if group["fields"]
    }
    # The templates name places by kind and field: a picture of several boxes, one box, a line, or an area of lines.
    found: list[Field] = []
    for number, (anchors, height) in enumerate(pages):
        areas: dict[str, list[tuple[float, float, float, float]]] = {}
        for key, edges in anchors.items():
            kind, _, name = key.partition(":")
            if kind == "boxes":
                left, top, right, _ = edges
                scale = (right - left) / pictures[name]["width"]
                side, y = drawing.SIDE * scale, top + 3 * scale
                for index, field in enumerate(pictures[name]["fields"]):
                    x = left + (3 + index * (drawing.SIDE + drawing.GAP)) * scale
                    place = _points((x, y, x + side, y + side), height)
                    found.append(Field(field, number, place, boxes[field].filled, words[field]))
            elif kind == "box":
                is_ticked = boxes[name].filled if name in boxes else entries[name] is True
                found.append(Field(name, number, _points(edges, height), is_ticked, words[name]))
            elif kind == "text":
                value = str(entries.get(name, ""))
                found.append(Field(name, number, _points(edges, height), value, words.get(name, name.capitalize())))
            elif kind == "area":
                areas.setdefault(name.rpartition(":")[0], []).append(edges)
        # The lines of an area are one field, below its title.
        for name, parts in areas.items():
            lefts, tops, rights, bottoms = zip(*parts, strict=True)
            complete = (min(lefts), min(tops) + BELOW_TEXT_PX, max(rights), max(bottoms))
            found.append(Field(name, number, _points(complete, height), "", words[name], len(parts)))
    # Names that differ; a tracker without boxes keeps its own where a text has the same.
    taken = set(entries)
    return tuple(
        field
        if field.name in entries and not field.lines
        else replace(field, name=take_name(field.name.replace(".", "_"), taken))
        for field in found
    )


def label_fields(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the name of each field with its label, which viewers show as a tooltip."""
    for block in sheet.blocks:
        if isinstance(block, Track):
            for box, name in zip(block.boxes, drawing.name_boxes(block), strict=True):
                yield box.field, f"{block.title.rstrip(': ')}, {name}"
                if box.entry:
                    yield f"{box.field}-words", f"{block.title}, {name}, in words"
        elif isinstance(block, Entries):
            yield from ((name, label) for label, name, _ in block.entries)
        elif isinstance(block, Table):
            for number, row in enumerate(block.rows, 1):
                named = row[0].text if isinstance(row[0], Label) else row[0]
                own = named.strip() if isinstance(named, str) else ""
                for place, column in enumerate(block.columns, 1):
                    parts = (block.title, own or f"row {number}", column.heading)
                    yield f"{block.name}-{number}-{place}", ", ".join(filter(None, parts))
        elif isinstance(block, Facts):
            for number, (name, _) in enumerate(block.facts, 1):
                yield f"{block.name}-{number}-name", f"{block.title}, name {number}"
                yield f"{block.name}-{number}", f"{block.title}, {name or f'value {number}'}"
        else:
            yield block.name, block.title


def _points(edges: Sequence[float], height: float) -> Rectangle:
    """Return a place in points, from the lower left corner of the page."""
    left, top, right, bottom = (edge * PT_PER_PX for edge in edges)
    page = height * PT_PER_PX
    return (round(left, 2), round(page - bottom, 2), round(right, 2), round(page - top, 2))


def add(file: "Pdf", fields: Iterable[Field]) -> None:
    """Put the fields into the file, and remove the names of places that WeasyPrint left there."""
    from pikepdf import Array, Dictionary, Name, String

    if "/Names" in file.Root and "/Dests" in file.Root.Names:
        del file.Root.Names.Dests

    # The fonts of all fields: for text, and for the ticks of viewers that draw their own.
    type_1: dict[str, Any] = {"Type": Name.Font, "Subtype": Name.Type1}
    font = file.make_indirect(Dictionary(**type_1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding))
    signs = file.make_indirect(Dictionary(**type_1, BaseFont=Name.ZapfDingbats))
    fonts = Dictionary(Helv=font)
    widgets: list[Object] = []
    for field in fields:
        page = file.pages[field.page]
        widget = file.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                T=String(field.name),
                TU=String(field.label or field.name),
                Rect=Array(list(field.place)),
                F=PRINTED,
                P=page.obj,
                **_content(file, field, fonts),
            )
        )
        if "/Annots" not in page.obj:
            page.obj.Annots = Array()
        page.obj.Annots.append(widget)
        page.obj.Tabs = Name.R
        widgets.append(widget)

    file.Root.AcroForm = Dictionary(
        Fields=Array(widgets),
        DR=Dictionary(Font=Dictionary(Helv=font, ZaDb=signs)),
        DA=String(f"/Helv {TEXT_PT} Tf 0 g"),
        NeedAppearances=False,
    )


def _picture(file: "Pdf", field: Field, content: str, fonts: "Object | None" = None) -> "Object":
    from pikepdf import Array, Dictionary, Name, Stream

    left, bottom, right, top = field.place
    return file.make_indirect(
        Stream(
            file,
            content.encode("cp1252", "replace"),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, round(right - left, 2), round(top - bottom, 2)]),
            Resources=Dictionary(Font=fonts) if fonts is not None else Dictionary(),
        )
    )


def _content(file: "Pdf", field: Field, fonts: "Object") -> dict[str, Any]:
    """Return what makes a field a box to tick, or a text, with a frame if it has several lines."""
    from pikepdf import Array, Dictionary, Name, String

    left, bottom, right, top = field.place
    width, height = right - left, top - bottom
    if isinstance(field.value, bool):
        # The mark is a cross: a screen shows it better than the stroke of a pencil.
        inset = 0.2 * min(width, height)
        cross = (
            f"q {MARK_PT} w 1 J {inset:.2f} {inset:.2f} m {width - inset:.2f} {height - inset:.2f} l "
            f"{inset:.2f} {height - inset:.2f} m {width - inset:.2f} {inset:.2f} l S Q"
        )
        state = Name.Yes if field.value else Name.Off
        return {
            "FT": Name.Btn,
            "V": state,
            "DV": state,
            "AS": state,
            "MK": Dictionary(CA=String("8")),
            "DA": String("/ZaDb 0 Tf 0 g"),
            "AP": Dictionary(N=Dictionary(Yes=_picture(file, field, cross), Off=_picture(file, field, NOTHING))),
        }
    shown = field.value.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    baseline = (height - 0.72 * TEXT_PT) / 2
    written = f"q BT /Helv {TEXT_PT} Tf 0 g 2 {baseline:.2f} Td ({shown}) Tj ET Q " if shown else ""
    content = f"/Tx BMC {written}EMC"
    border: dict[str, Object] = {}
    if field.lines:
        border = {"MK": Dictionary(BC=Array([float(part) for part in FRAME.split()])), "BS": Dictionary(W=0.4)}
        content = f"q {FRAME} RG .4 w .2 .2 {width - 0.4:.2f} {height - 0.4:.2f} re S Q {content}"
    return {
        "FT": Name.Tx,
        "V": String(field.value),
        "DV": String(field.value),
        "DA": String(f"/Helv {TEXT_PT} Tf 0 g"),
        "Ff": MULTILINE if field.lines > 1 else 0,
        **border,
        "AP": Dictionary(N=_picture(file, field, content, fonts)),
    }
