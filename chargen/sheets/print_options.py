"""Declare the options of printing once, for the command line, the studio, and the command that prints again."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from chargen.render import press
from chargen.render.paper import A4, MM_PER_INCH, PAPERS, Paper, parse_length, parse_paper
from chargen.render.theme import INKS, NAMES
from chargen.sheets.prepared import PrintSettings
from chargen.sheets.print_form import FORMS, SHEETS
from chargen.sheets.printing import FORMATS
from chargen.text import limits
from chargen.text.names import listing

CARDS = "cards"
PRINTED = ("pdf", "png")
LARGEST_PROFILE_BYTES = 20_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOption:
    name: str
    """As on the command line, without its dashes."""
    kind: Literal["flag", "choice", "words", "number", "text", "file"] = "flag"
    """How it is given: `choice` is one of `choices`, `words` are some of them, `text` may be one of them."""
    help: str
    label: str
    """As in the form of the studio."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Each with what it means, or nothing."""
    none: str = ""
    """What the studio calls the choice of none; empty where one of them always holds."""
    usual: str = ""
    """The value that holds if none is given."""
    example: str = ""
    """The kind of value: its name on the command line, and an example in the studio."""
    parse: Callable[[str], Any] = str
    """Return the value that a text means. Raises ValueError for a text that is none."""
    of: str = ""
    """`SHEETS` or `CARDS`, where only these have it."""
    formats: Sequence[str] = FORMATS
    """The formats of a sheet that have it."""
    for_press: bool = False
    """Whether it is for a printer or a press, which the studio shows apart."""

    @property
    def key(self) -> str:
        """Return its name in Python, and in the requests of the studio."""
        return "form" if self.name == "as" else self.name.replace("-", "_")


PRINT_OPTIONS = (
    PrintOption(
        name="as",
        kind="choice",
        label="As",
        choices=FORMS,
        usual=SHEETS,
        help="The form: full sheets, halves or quarters of the paper, playing cards, larger or smaller ones, cards of "
        "3 by 5 inches or A6, or a list with boxes to tick.",
    ),
    PrintOption(
        name="paper",
        kind="text",
        label="Paper",
        choices=dict.fromkeys((known.name for known in PAPERS), ""),
        usual=A4.name,
        example="a name, or a size such as 130x200mm",
        parse=parse_paper,
        help="A4, A5, Letter, Legal, half-Letter, a size such as 130x200mm or 5.5x8.5in, or both, which fits on A4 and "
        "on Letter.",
    ),
    PrintOption(name="landscape", label="Landscape", help="Turn the paper, so that it is wider than high."),
    PrintOption(
        name="theme",
        kind="choice",
        label="Theme",
        choices=dict.fromkeys(NAMES, ""),
        none="the campaign's, or plain",
        help="The theme of the sheet; see chargen themes.  [default: the campaign's, else plain]",
    ),
    PrintOption(
        name="ink",
        kind="choice",
        label="Ink",
        choices=INKS,
        usual="full",
        help="How much ink to use: tints and filled bars; thin bars without panels; or only black and white.",
    ),
    PrintOption(
        name="pages",
        kind="choice",
        label="Pages",
        choices=dict.fromkeys(press.PAGES, ""),
        usual=press.USUAL_PAGES,
        of=SHEETS,
        formats=PRINTED,
        help="The pages of the character, only those used in play, or also the odds on the game's reference page "
        "(chargen reference).",
    ),
    PrintOption(
        name="backs",
        label="Backs, which say how rolls are made",
        of=CARDS,
        help="Print backs of cards, which say how rolls are made, for paper that is turned like the page of a book.",
    ),
    PrintOption(
        name="blank",
        label="Blank, to fill in by hand",
        of=SHEETS,
        help="Blank sheets to fill in by hand: FILES are names of games, or concepts, whose layout is used.",
    ),
    PrintOption(
        name="compact",
        label="The GM's half page, in games that have one",
        of=SHEETS,
        help="The GM's half page, in games that have one (facade).",
    ),
    PrintOption(
        name="punch",
        label="Room for the holes of a binder",
        of=SHEETS,
        help="Leave 18 mm for the holes of a binder on the left; with --duplex, on the inside.",
    ),
    PrintOption(
        name="merge",
        label="All in one PDF, with contents",
        of=SHEETS,
        formats=("pdf",),
        help="One PDF of all sheets, with contents, bookmarks and page numbers.",
    ),
    PrintOption(
        name="fillable",
        label="Fields to fill in on the screen",
        of=SHEETS,
        formats=("pdf",),
        help="Make the PDF fillable: boxes, notes and values in play are fields.",
    ),
    PrintOption(
        name="strict-fit",
        label="Refuse what does not fit on its page",
        of=SHEETS,
        formats=PRINTED,
        help="A sheet that does not fit on its page is an error. By default, white space shrinks, and the rest goes on "
        "a further page.",
    ),
    PrintOption(
        name="resolution",
        kind="number",
        label="Resolution",
        example="dots per inch",
        parse=int,
        of=SHEETS,
        formats=("png",),
        for_press=True,
        help=f"Dots per inch of PNG files.  [default: {press.DEFAULT_DPI}]",
    ),
    PrintOption(
        name="duplex",
        kind="choice",
        label="The printer turns paper over the",
        choices=dict.fromkeys(press.EDGES, ""),
        none="(one side only)",
        of=SHEETS,
        formats=PRINTED,
        for_press=True,
        help="The edge over which your printer turns paper: backs are upright, and merged sheets start on fronts.",
    ),
    PrintOption(
        name="bleed",
        kind="text",
        label="Bleed",
        example="such as 3mm",
        parse=parse_length,
        formats=PRINTED,
        for_press=True,
        help="Bleed around the trimmed page, such as 3mm.",
    ),
    PrintOption(
        name="marks",
        kind="words",
        label="Marks",
        choices=dict.fromkeys(press.MARKS, ""),
        formats=PRINTED,
        for_press=True,
        help="Marks outside the bleed: crop, cross, or both.",
    ),
    PrintOption(
        name="standard",
        kind="choice",
        label="Standard",
        choices=press.STANDARDS,
        none="none",
        formats=PRINTED,
        for_press=True,
        help="Follow a standard: for archives (the concept is embedded), for screen readers, or for a press.",
    ),
    PrintOption(
        name="cmyk",
        label="Colours from the four inks of a press",
        formats=PRINTED,
        for_press=True,
        help="Mix colours from the four inks of a press.",
    ),
    PrintOption(
        name="profile",
        kind="file",
        label="CMYK profile of the press",
        example=".icc,.icm",
        formats=PRINTED,
        for_press=True,
        help="The press's CMYK profile, which --standard pdf/x-4 embeds.",
    ),
)
"""In the order in which help and the studio's form list them."""


def check_options(form: str, formats: Sequence[str], values: Mapping[str, Any]) -> None:
    """Raise ValueError for options that the form or the formats do not have, or that do not go together."""
    if form != SHEETS and [*formats] != ["pdf"]:
        raise ValueError(f"{form} are made as PDF only; print them with --to pdf")
    # Those that differ from what is usual.
    unset: tuple[object, ...] = (None, "", False, (), [])
    wanted = [option for option in PRINT_OPTIONS if values.get(option.key) not in (*unset, option.usual)]
    for option in wanted:
        if form != SHEETS and option.of == SHEETS:
            raise ValueError(f"--{option.name} is for full sheets; leave out either it or --as {form}")
        if form == SHEETS and option.of == CARDS:
            raise ValueError(f"--{option.name} is for cards; add --as cards")
        if form == SHEETS and not set(formats) & {*option.formats}:
            kind = listing([name.upper() for name in option.formats], "or")
            raise ValueError(f"--{option.name} is for {kind}; add --to {option.formats[0]}")
    names = [option.name for option in wanted]
    if "merge" in names:
        if others := [file_format for file_format in formats if file_format != "pdf"]:
            raise ValueError(f"--merge makes one PDF; leave out {listing(others)}")
        if "standard" in names:
            raise ValueError(f"--merge cannot follow {values['standard'].upper()}; print such sheets one by one")
        if "fillable" in names:
            raise ValueError("--merge would mix the fields of several sheets; make them one by one")
    if "blank" in names and "compact" in names:
        raise ValueError("--blank and --compact do not go together")


def make_settings(**given: Any) -> PrintSettings:
    """Return the settings that some options ask for, by their keys; those such as ``backs`` are no settings of a page.

    Raises ValueError where they cannot be combined.
    """
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        date = datetime.fromtimestamp(int(stated), UTC) if stated else None
    except (ValueError, OverflowError, OSError) as exc:
        raise ValueError(f"SOURCE_DATE_EPOCH is {stated!r}; it must be a number of seconds since 1970") from exc
    chosen: Paper = given.get("paper") or A4
    if given.get("landscape") and not chosen.landscape:
        chosen = chosen.turned()
    if given.get("punch"):
        chosen = replace(chosen, punched=True, mirrored=bool(given.get("duplex")))
    dpi = given.get("resolution") or press.DEFAULT_DPI
    # By the page and not by the resolution alone: a small page may have more dots an inch.
    pixels = round(chosen.width_mm * chosen.height_mm * (dpi / MM_PER_INCH) ** 2)
    if pixels > limits.PAGE_PIXELS:
        most = f"{limits.PAGE_PIXELS // 10**6} million are the most"
        raise ValueError(f"--resolution {dpi} on {chosen.name} is {pixels // 10**6:,} million pixels a page; {most}")
    if given.get("standard") == press.PRESS and date is None:
        date = datetime.now(UTC)  # PDF/X wants one
    if isinstance(profile := given.get("profile"), str):
        try:
            with Path(profile).open("rb") as file:
                # A larger file is cut, and refused as a damaged profile.
                content = file.read(LARGEST_PROFILE_BYTES)
        except OSError as exc:
            raise ValueError(f"{profile} cannot be read: {exc.strerror}") from exc
        if reason := press.profile_error(content):
            raise ValueError(f"{profile}: {reason}")
        profile = content
    made = press.Press(
        bleed_mm=given.get("bleed") or 0.0,
        marks=given.get("marks") or (),
        standard=given.get("standard") or "",
        cmyk=bool(given.get("cmyk")),
        profile=profile or b"",
        duplex=given.get("duplex") or "",
        moment=date,
        fillable=bool(given.get("fillable")),
        pages=given.get("pages") or press.USUAL_PAGES,
    )
    for clash in made.clashes():
        raise ValueError(clash)
    theme, ink, strict_fit = given.get("theme") or "", given.get("ink") or "full", bool(given.get("strict_fit"))
    return PrintSettings(paper=chosen, theme=theme, ink=ink, press=made, dpi=dpi, strict_fit=strict_fit)
