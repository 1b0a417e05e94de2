"""What stands in the margins of each page: the name at the head, and at the foot where the sheet came from."""

from chargen.core.sheet import Sheet

HEAD_LETTERS = 60
FOOT_LETTERS = 230
"""About two lines."""


def head(sheet: Sheet) -> str:
    """The name at the head of further pages, cut where it is too long for a line."""
    name = " ".join(sheet.name.split())
    return name if len(name) <= HEAD_LETTERS else name[: HEAD_LETTERS - 1].rstrip() + "…"


def foot(sheet: Sheet) -> str:
    """The game, and where the sheet came from; if that is too long, where to find it."""
    lines = _lines(sheet)
    whole = " · ".join(lines)
    return whole if len(whole) <= FOOT_LETTERS else f"{lines[0][:FOOT_LETTERS]} · what else it rests on: at the end"


def colophon(sheet: Sheet) -> tuple[str, ...]:
    """Where the sheet came from, if that is too long for the foot and stands at the end."""
    lines = _lines(sheet)
    return lines if len(" · ".join(lines)) > FOOT_LETTERS else ()


def _lines(sheet: Sheet) -> tuple[str, ...]:
    if sheet.foot and sheet.foot[0].startswith(sheet.system_title):
        return sheet.foot
    return (sheet.system_title, *sheet.foot)
