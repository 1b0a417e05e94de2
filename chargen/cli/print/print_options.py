"""The options of printing on the command line, from the table of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from chargen.cli import options
from chargen.cli.base import WholeNumber, refuse_file_name
from chargen.render.press import LARGEST_DPI
from chargen.sheets import print_options
from chargen.sheets.print_options import PRINT_OPTIONS
from chargen.sheets.printing import FORMATS
from chargen.text.names import instead, listing

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False, repr=False)
class Several(click.ParamType[tuple[str, ...]]):
    """A list of words out of a few, separated by commas."""

    words: Sequence[str]
    what: str
    name = "words"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        # A default, or a value that Click has converted already.
        if isinstance(value, tuple):
            return value
        words = [word.strip().lower() for word in str(value).split(",") if word.strip()]
        for word in words:
            if word not in self.words:
                self.fail(f"`{word}` is not a {self.what}; {instead(word, self.words)}", param, ctx)
        if not words:
            self.fail(f"name at least one of {listing(self.words, 'or')}", param, ctx)
        return tuple(dict.fromkeys(words))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, word = incomplete.rpartition(",")
        taken = before.split(",")
        words = [known for known in self.words if known.startswith(word) and known not in taken]
        return [CompletionItem(f"{before}{comma}{known}") for known in words]


def parsed_by(parse: Callable[[str], object]) -> Callable[[Any], object]:
    """Return the type of a parameter that a function reads; it raises ValueError for a text that means nothing."""

    def convert(value: Any) -> object:
        try:
            return parse(value) if isinstance(value, str) else value  # Click converts some values twice
        except ValueError as exc:
            raise click.BadParameter(str(exc)) from exc

    return convert


OUTPUT = click.option(
    "-o",
    "--output",
    default="output",
    callback=refuse_file_name,
    metavar="DIR|FILE",
    help="Where to write it.  [default: output]",
)
FORMATS_TO = click.option(
    "--to",
    "formats",
    type=Several(FORMATS, "format of a sheet"),
    metavar="FORMATS",
    help="Formats, separated by commas: html, pdf, png.  [default: html,pdf]",
)


def add_print_options(*names: str, form: str = "") -> Callable[[F], F]:
    """Add options of printing to a command, all where none is named; ``form`` is the usual one of ``--as``."""

    def add(command: F) -> F:
        for option in reversed(PRINT_OPTIONS):
            if not names or option.name in names:
                usual, name = form if option.name == "as" else option.usual, option.name.upper()
                details: dict[str, Any] = {"help": f"{option.help}  [default: {usual}]" if usual else option.help}
                match option.kind:
                    case "flag":
                        details |= {"is_flag": True}
                    case "choice":
                        kind = click.Choice(tuple(option.choices), case_sensitive=False)
                        details |= {"type": kind, "default": usual or None}
                    case "words":
                        details |= {"type": Several(tuple(option.choices), option.name[:-1]), "metavar": name}
                    case "number":
                        details |= {"type": WholeNumber(20, LARGEST_DPI), "metavar": "DPI"}
                    case "text":
                        completion = options.completed(option.choices)
                        details |= {"type": parsed_by(option.parse), "metavar": name, "shell_complete": completion}
                    case "file":
                        details |= {"type": click.Path(), "metavar": "FILE"}
                command = click.option(f"--{option.name}", option.key, **details)(command)
        return command

    return add


settings = options.usage_errors()(print_options.make_settings)
"""Return the settings that the options ask for. Raises a usage error where they cannot be combined."""
