"""Options of printed sheets on the command line."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from chargen.batch.form import FORMS
from chargen.cli.base import WholeNumber
from chargen.render.paper import PAPERS, Paper, parse_length, parse_paper
from chargen.render.press import (
    DEFAULT_DPI,
    EDGES,
    LARGEST_DPI,
    MARKS,
    PAGES,
    STANDARDS,
    USUAL_PAGES,
    profile_error,
)
from chargen.render.theme import INKS, NAMES
from chargen.sheets import print_settings
from chargen.sheets.printing import FORMATS, PrintSettings
from chargen.text.names import fold, instead, listing

LARGEST_PROFILE_BYTES = 20_000_000

F = TypeVar("F", bound=Callable[..., Any])


class Several(click.ParamType[tuple[str, ...]]):
    """A list of words out of a few, separated by commas."""

    name = "words"

    def __init__(self, words: Sequence[str], what: str) -> None:
        self.words = words
        self.what = what

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        # A default, or a value that Click has converted already.
        if isinstance(value, tuple):
            return value
        words = [word.strip().lower() for word in str(value).split(",") if word.strip()]
        for word in words:
            if word not in self.words:
                hint = instead(word, self.words)
                self.fail(f"`{word}` is not a {self.what}; {hint}", param, ctx)
        if not words:
            self.fail(f"name at least one of {listing(self.words, 'or')}", param, ctx)
        return tuple(dict.fromkeys(words))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, word = incomplete.rpartition(",")
        taken = before.split(",")
        words = [known for known in self.words if known.startswith(word) and known not in taken]
        return [CompletionItem(f"{before}{comma}{known}") for known in words]


class Parsed(click.ParamType[Any]):
    """A value that a function makes of a text; it raises ValueError for a text that is none."""

    def __init__(self, name: str, parse: Callable[[str], object], words: Sequence[str] = ()) -> None:
        self.name = name
        self.parse = parse
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> object:
        if isinstance(value, Paper | float | bytes):  # Click converts some values twice
            return value
        try:
            return self.parse(str(value))
        except ValueError as exc:
            self.fail(str(exc), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self.words if fold(word).startswith(fold(incomplete))]


def _profile(path: str) -> bytes:
    """Return the CMYK profile in a file. Raises ValueError for one that cannot be read, or is another file."""
    try:
        with Path(path).open("rb") as file:
            # A larger file is cut, and refused as a damaged profile.
            content = file.read(LARGEST_PROFILE_BYTES)
    except OSError as exc:
        raise ValueError(f"{path} cannot be read: {exc.strerror}") from exc
    if reason := profile_error(content):
        raise ValueError(f"{path}: {reason}")
    return content


LENGTH = Parsed("length", parse_length)
PAPER = click.option(
    "--paper",
    type=Parsed("paper", parse_paper, [known.name for known in PAPERS]),
    default=None,
    metavar="PAPER",
    help="A4, A5, Letter, Legal, half-Letter, a size such as 130x200mm or 5.5x8.5in, or both, which fits on A4 and on "
    "Letter.  [default: A4]",
)
LANDSCAPE = click.option("--landscape", is_flag=True, help="Turn the paper, so that it is wider than high.")
PUNCH = click.option(
    "--punch", is_flag=True, help="Leave 18 mm for the holes of a binder on the left; with --duplex, on the inside."
)
THEME = click.option(
    "--theme",
    type=click.Choice(NAMES, case_sensitive=False),
    default=None,
    help="The theme of the sheet; see chargen themes.  [default: the campaign's, else plain]",
)
INK = click.option(
    "--ink",
    type=click.Choice(tuple(INKS), case_sensitive=False),
    default="full",
    help="How much ink to use: tints and filled bars; thin bars without panels; or only black and white.  "
    "[default: full]",
)
WHICH_PAGES = click.option(
    "--pages",
    type=click.Choice(PAGES),
    default=USUAL_PAGES,
    help="The pages of the character, only those used in play, or also the odds on the game's reference page (chargen "
    "reference).  [default: sheet]",
)
BLEED = click.option("--bleed", type=LENGTH, metavar="LENGTH", help="Bleed around the trimmed page, such as 3mm.")
STANDARD = click.option(
    "--standard",
    type=click.Choice(tuple(STANDARDS), case_sensitive=False),
    help="Follow a standard: for archives (the concept is embedded), for screen readers, or for a press.",
)
CMYK = click.option("--cmyk", is_flag=True, help="Mix colours from the four inks of a press.")
PROFILE = click.option(
    "--profile",
    type=Parsed("profile", _profile),
    metavar="ICC",
    help="The press's CMYK profile, which --standard pdf/x-4 embeds.",
)
FORMATS_TO = click.option(
    "--to",
    "formats",
    type=Several(FORMATS, "format of a sheet"),
    metavar="FORMATS",
    help="Formats, separated by commas: html, pdf, png.  [default: html,pdf]",
)
BACKS = click.option(
    "--backs",
    is_flag=True,
    help="Print backs of cards, which say how rolls are made, for paper that is turned like the page of a book.",
)


def printed_as(usual: str) -> Callable[[F], F]:
    """Return the option of the form that characters are printed in."""
    return click.option(
        "--as",
        "form_name",
        type=click.Choice(tuple(FORMS), case_sensitive=False),
        default=usual,
        help="The form: full sheets, halves or quarters of the paper, playing cards, larger or smaller ones, "
        f"cards of 3 by 5 inches or A6, or a list with boxes to tick.  [default: {usual}]",
    )


_OPTIONS = (
    FORMATS_TO,
    PAPER,
    LANDSCAPE,
    PUNCH,
    THEME,
    INK,
    WHICH_PAGES,
    click.option(
        "--resolution",
        type=WholeNumber(20, LARGEST_DPI),
        metavar="DPI",
        help=f"Dots per inch of PNG files.  [default: {DEFAULT_DPI}]",
    ),
    click.option(
        "--fillable",
        is_flag=True,
        help="Make the PDF fillable: boxes, notes and values in play are fields.",
    ),
    click.option(
        "--strict-fit",
        is_flag=True,
        help="A sheet that does not fit on its page is an error. By default, white space shrinks, and the rest goes on "
        "a further page.",
    ),
    click.option("--merge", is_flag=True, help="One PDF of all sheets, with contents, bookmarks and page numbers."),
    click.option(
        "--duplex",
        type=click.Choice(EDGES),
        help="The edge over which your printer turns paper: backs are upright, and merged sheets start on fronts.",
    ),
    BLEED,
    click.option(
        "--marks", type=Several(MARKS, "mark"), metavar="MARKS", help="Marks outside the bleed: crop, cross, or both."
    ),
    STANDARD,
    CMYK,
    PROFILE,
)


def print_options(command: F) -> F:
    """Add all options of printing to a command, in the order in which help lists them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def settings(**wishes: Any) -> PrintSettings:
    """Return the settings that the options ask for. Raises a usage error where they cannot be combined."""
    with usage_errors():
        return print_settings.make_settings(**wishes)


@contextmanager
def usage_errors() -> Iterator[None]:
    """Raise what is wrong with options, which other modules report as ValueError, as a usage error."""
    try:
        yield
    except ValueError as exc:
        raise click.UsageError(str(exc)) from exc
