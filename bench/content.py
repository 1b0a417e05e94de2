"""Sheets as plain data for another typesetter: the same texts, and the same drawings as paths."""

import re
from typing import Any

from chargen.page.roll import decimal
from chargen.page.sheet import Block, Cell, Chance, Chart, Entries, Facts, Label, Prose, Sheet, Table, Track
from chargen.render import arrangement, drawing, fit, margin, page, typography
from chargen.render.arrangement import Band
from chargen.render.paper import A4
from chargen.render.theme import PLAIN

Step = list[str | float]
_STEP = re.compile(r"([MmHhVvLlZz])([^MmHhVvLlZz]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PATH = re.compile(r"<path ([^>]*)/>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


def steps(path: str) -> list[Step]:
    """Yield the moves and lines of a path, each to an absolute place.

    >>> steps("M1 2h3v-1z")
    [['m', 1.0, 2.0], ['l', 4.0, 2.0], ['l', 4.0, 1.0], ['z']]
    """
    found: list[Step] = []
    x = y = 0.0
    for letter, numbers in _STEP.findall(path):
        values = [float(number) for number in _NUMBER.findall(numbers)]
        if letter in "Zz":
            found.append(["z"])
        elif letter in "HhVv":
            for value in values:
                if letter in "Hh":
                    x = value + (x if letter == "h" else 0)
                else:
                    y = value + (y if letter == "v" else 0)
                found.append(["l", x, y])
        else:
            for across, down in zip(values[::2], values[1::2], strict=True):
                x, y = (x + across, y + down) if letter.islower() else (across, down)
                found.append(["m" if letter in "Mm" else "l", x, y])
    return found


def paths(markup: str) -> list[dict[str, Any]]:
    """Yield the paths of a drawing with their colours; lengths are tenths of a millimetre.

    >>> [path["fill"] for path in paths('<path fill="#123456" d="M0 0h1v1z"/>')]
    ['#123456']
    """
    found = []
    for attributes in _PATH.findall(markup):
        given = dict(_ATTRIBUTE.findall(attributes))
        found.append(_path(given["d"], given.get("fill"), given.get("stroke"), given.get("stroke-width", "1")))
        found[-1]["dashed"] = "stroke-dasharray" in given
    return found


def _path(text: str, fill: str | None = None, stroke: str | None = None, width: str = "1") -> dict[str, Any]:
    return {
        "steps": steps(text),
        "fill": None if fill == "none" else fill,
        "stroke": stroke,
        "width": float(width),
        "dashed": False,
    }


# ---------------------------------------------------------------- sheets


def sheets(some: list[Sheet]) -> dict[str, Any]:
    """Sheets as they are arranged: the same blocks, texts and drawings in the same columns."""
    return {"colours": _colours(), "heat": PLAIN.heat, "sheets": [_sheet(sheet) for sheet in some]}


def _colours() -> dict[str, str]:
    return {name: getattr(PLAIN, name) for name in ("ink", "quiet", "hairline", "accent", "tint")}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    layout, edges = page.Layout(A4, PLAIN), margin.Edges(A4, PLAIN)
    in_lines = [block for block in sheet.blocks if isinstance(block, Track) and block.within]  # here on their own
    return {
        "name": sheet.name,
        "concept": sheet.concept,
        "credits": f"{sheet.system_title}{' · played by ' + sheet.player if sheet.player else ''}",
        "highlights": sheet.highlights,
        "head": margin.head(sheet, edges),
        "foot": margin.foot(sheet, edges),
        "small": [_block(block, sheet, layout) for block in (*arrangement.foot(sheet), *in_lines)],
        "bands": [_band(band, sheet, layout) for band in arrangement.bands(sheet, rooms=layout.rooms())],
        "reference_title": fit.REFERENCE_TITLE,
        "reference": [_band(band, sheet, layout) for band in arrangement.reference(sheet)],
        "colophon": margin.colophon(sheet, edges),
    }


def _band(band: Band, sheet: Sheet, layout: page.Layout) -> dict[str, Any]:
    if band.charts:
        in_a_row = layout.charts_in_a_row(band.charts)
        return {
            "kind": "charts",
            "in_a_row": in_a_row,
            "charts": [_chart(chart, sheet, layout, in_a_row) for chart in band.charts],
        }
    if band.row:
        rows = [row.blocks for row in layout.rows(band.row)]
        ordered = [block for row in rows for block in row]
        return {
            "kind": "shares",
            "columns": layout.columns(rows[0]),
            "blocks": [_block(block, sheet, layout, beside=True) for block in ordered],
        }
    if band.across is not None:
        return {"kind": "across", "block": _block(band.across, sheet, layout)}
    return {
        "kind": "columns",
        "main": [_block(block, sheet, layout, beside=True) for block in band.main],
        "side": [_block(block, sheet, layout, beside=True) for block in band.side],
    }


def _block(block: Block, sheet: Sheet, layout: page.Layout, *, beside: bool = False) -> dict[str, Any]:
    if isinstance(block, Chart):
        return _chart(block, sheet, layout, 1, beside=beside)
    made: dict[str, Any] = {"kind": block.kind, "title": block.title, "caption": getattr(block, "caption", "")}
    if isinstance(block, Facts):
        made["facts"] = block.facts
    elif isinstance(block, Table):
        made |= _table(block, layout, beside=beside)
    elif isinstance(block, Track):
        made |= _track(block)
    elif isinstance(block, Prose):
        made |= {"paragraphs": page.paragraphs(block.text), "items": block.items}
        made |= {"lines": 0 if block.fill else block.lines, "fill": block.fill}
    elif isinstance(block, Entries):
        made["entries"] = [entry.label for entry in block.entries]
    return made


def _table(block: Table, layout: page.Layout, *, beside: bool) -> dict[str, Any]:
    """Put the title into the line of the headings where there is room for it, as on chargen's page."""
    aside = "chances in percent" if block.reference and typography.has_chances(block) else ""
    fits = bool(block.columns) and layout.room(block, beside=beside).title_fits(block, aside)
    return {
        "aside": aside,
        "title_beside": fits,
        "reference": block.reference,
        "lighter": sorted(block.lighter),
        "columns": [
            {"heading": column.heading, "align": column.align, "width": column.width + column.apart, "big": column.big}
            for column in block.columns
        ],
        "headings": [column.heading for column in block.columns],
        "rows": [[_cell(cell, block) for cell in row] for row in block.rows],
    }


def _cell(cell: Cell, block: Table) -> Any:
    if isinstance(cell, Chance):
        if not cell.bar:
            return typography.percentage(cell, "") if block.reference else typography.percentage(cell)
        drawn = drawing.bar(cell, PLAIN.bars)
        return {
            "chance": typography.percentage(cell),
            "count": typography.count(cell),
            "paths": [
                _path(text, fill, stroke, "1.6")
                for text, fill, stroke in (
                    (drawn.helped, PLAIN.tint, None),
                    (drawn.sure, PLAIN.accent, None),
                    (drawn.scale, None, PLAIN.ink),
                )
                if text
            ],
        }
    if isinstance(cell, Label):
        heat = None if cell.heat is None else [typography.heat_step(cell.heat), typography.heat_fill(cell.heat)]
        return {"text": cell.text, "below": cell.below, "heat": heat} if cell.below or heat else cell.text
    return cell or ""


def _track(block: Track) -> dict[str, Any]:
    if drawing.has_words_beside(block):
        return {"ticks": [[box.label, box.filled] for box in block.boxes], "zones": [], "legend": block.legend}
    return {
        "ticks": [],
        "legend": block.legend,
        "zones": [
            {
                "name": zone.name,
                "groups": [
                    {
                        "width": group.width,
                        "height": group.height,
                        "paths": [
                            _path(group.boxes, None, PLAIN.ink, "6" if group.heavy else "3") | {"dashed": group.dashes},
                            *([_path(group.marks, None, PLAIN.ink, "4")] if group.marks else []),
                        ],
                        "words": [[x, y, text] for x, y, text, _ in group.words],
                    }
                    for group in zone.groups
                ],
            }
            for zone in drawing.zones(block)
        ],
    }


def _chart(block: Chart, sheet: Sheet, layout: page.Layout, in_a_row: int, *, beside: bool = False) -> dict[str, Any]:
    drawn = layout.chart(block, sheet, beside=beside, in_a_row=in_a_row)
    lines = [(drawn.grid, PLAIN.hairline, "1.5"), (drawn.axis, PLAIN.ink, "3")]
    return {
        "kind": "chart",
        "title": block.title,
        "average": decimal(block.mean) if block.mean is not None else "",
        "caption": block.caption,
        "width": drawn.width,
        "height": drawn.height,
        "paths": [
            *(_path(text, None, color, width) for text, color, width in lines if text),
            _path(drawn.bars, PLAIN.accent),
            *([_path(drawn.mean, PLAIN.ink)] if drawn.mean else []),
        ],
        "grid": [drawn.left - 7, drawn.grid_height, drawn.grid_label] if drawn.grid else None,
        "words": drawn.words,
        "rows": [
            [line.start_mm, line.spacing_mm, line.text] for line in (drawn.labels, drawn.numbers) if line is not None
        ],
    }
