"""What printing returns and raises: sheets by WeasyPrint (`pdf`), cards and rosters by Typst (`typesetter`)."""

from dataclasses import dataclass


class PrinterUnavailable(Exception):
    """A printer, or a library that it needs, that cannot be loaded; the message says why."""

    cure = ""
    """The command that fixes it, where that is not to install Pango."""


class Unprintable(ValueError):
    """A sheet or deck that cannot be printed as it is; the message says why, ``hint`` what to do."""

    code = ""
    """The code of the error that this is."""
    hint = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A PDF file, and what went wrong with it, such as letters that no typeface has."""

    content: bytes
    pages: int
    problems: tuple[str, ...] = ()
    starts: tuple[int, ...] = (0,)
    """The first page of each sheet, card or NPC, counted from 0."""
    headings: tuple[str, ...] = ()
    """The first heading of each page of sheets, "" for none."""
    overflow: str = ""
    """The part of a sheet proper that does not fit and is on further pages; empty where all fits."""
