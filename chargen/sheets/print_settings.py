"""Combine the options of printed sheets, named as on the command line, and refuse those that do not go together."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from chargen.render.paper import MM_PER_INCH, Paper
from chargen.render.press import DEFAULT_DPI, PRESS, USUAL_PAGES, Press
from chargen.sheets.printing import PrintSettings, parse_moment
from chargen.text import limits
from chargen.text.names import listing

OF_SHEETS = ("merge", "blank", "compact", "fillable", "strict_fit", "duplex", "punch", "resolution")
"""The options that cards and rosters do not have."""


def make_settings(
    *,
    paper: Paper | None = None,
    landscape: bool = False,
    punch: bool = False,
    theme: str | None = None,
    ink: str = "full",
    resolution: int | None = None,
    duplex: str | None = None,
    bleed: float | None = None,
    marks: tuple[str, ...] | None = None,
    standard: str | None = None,
    cmyk: bool = False,
    profile: bytes | None = None,
    fillable: bool = False,
    strict_fit: bool = False,
    pages: str = USUAL_PAGES,
) -> PrintSettings:
    """Return the settings that some options ask for. Raises ValueError where they cannot be combined."""
    date = parse_moment(os.environ.get("SOURCE_DATE_EPOCH"))
    chosen = paper or PrintSettings().paper
    if landscape and not chosen.landscape:
        chosen = chosen.turned()
    if punch:
        chosen = replace(chosen, punched=True, mirrored=bool(duplex))
    dpi = resolution or DEFAULT_DPI
    # By the page and not by the resolution alone: a small page may have more dots an inch.
    pixels = round(chosen.width_mm * chosen.height_mm * (dpi / MM_PER_INCH) ** 2)
    if pixels > limits.PAGE_PIXELS:
        most = f"{limits.PAGE_PIXELS // 10**6} million are the most"
        raise ValueError(f"--resolution {dpi} on {chosen.name} is {pixels // 10**6:,} million pixels a page; {most}")
    if standard == PRESS and date is None:
        date = datetime.now(UTC)  # PDF/X wants one
    press = Press(
        bleed_mm=bleed or 0.0,
        marks=marks or (),
        standard=standard or "",
        cmyk=cmyk,
        profile=profile or b"",
        duplex=duplex or "",
        moment=date,
        fillable=fillable,
        pages=pages,
    )
    for clash in press.clashes():
        raise ValueError(clash)
    return PrintSettings(paper=chosen, theme=theme or "", ink=ink, press=press, dpi=dpi, strict_fit=strict_fit)


def check_formats(formats: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise ValueError for options that none of the formats supports, or that make different files."""
    merge = bool(options.get("merge"))
    if merge and (others := [file_format for file_format in formats if file_format != "pdf"]):
        raise ValueError(f"--merge makes one PDF; leave out {listing(others)}")
    if merge and options.get("standard"):
        raise ValueError(f"--merge cannot follow {str(options['standard']).upper()}; print such sheets one by one")
    if merge and options.get("fillable"):
        raise ValueError("--merge would mix the fields of several sheets; make them one by one")
    if options.get("blank") and options.get("compact"):
        raise ValueError("--blank and --compact do not go together")
    if options.get("resolution") is not None and "png" not in formats:
        raise ValueError("--resolution is for PNG files; add --to png")
    if not {"pdf", "png"} & set(formats):
        for name in ("fillable", "strict_fit", "duplex", "bleed", "marks", "standard", "cmyk", "pages"):
            if options.get(name) not in (None, False, (), USUAL_PAGES):
                raise ValueError(f"--{name.replace('_', '-')} is for printed pages; add --to pdf")


def check_deck(layout: str, formats: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise ValueError for options that cards and rosters do not have."""
    if [*formats] != ["pdf"]:
        raise ValueError(f"{layout} are made as PDF only; print them with --to pdf")
    for name in OF_SHEETS:
        if options.get(name):
            raise ValueError(f"--{name.replace('_', '-')} is for full sheets; leave out either it or --as {layout}")
