"""Print the help of a command from a file, without importing what the command needs to run.

The file holds the calls that Click makes to format each help text; `make docs` records them again. They are formatted
here, so a narrow terminal wraps them like any other help. Where a `chargen.toml` changes defaults, which a help text
shows, the command itself prints its help.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import click

FILE = Path(__file__).with_name("recorded_help.json")
"""By the name of a command, its calls: the name of a method, and its arguments."""
FLAGS = ("-h", "--help")
LISTING_GAMES = ("advance", "odds")
"""The commands whose help depends on the games that are installed; it is recorded with chargen's own."""


class _Recorder(click.HelpFormatter):
    """Records the calls of a help text instead of formatting them."""

    def __init__(self) -> None:
        super().__init__(width=100)
        self.calls: Calls = []

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.calls.append(("write_usage", [prog, args, prefix]))

    def write_heading(self, heading: str) -> None:
        self.calls.append(("write_heading", [heading]))

    def write_paragraph(self) -> None:
        self.calls.append(("write_paragraph", []))

    def write_text(self, text: str) -> None:
        self.calls.append(("write_text", [text]))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        self.calls.append(("write_dl", [*rows]))

    def indent(self) -> None:
        self.calls.append(("indent", []))

    def dedent(self) -> None:
        self.calls.append(("dedent", []))


Calls: TypeAlias = list[tuple[str, list[Any]]]


def record(group: click.Group) -> dict[str, Calls]:
    """Return the calls for each command of the top group."""
    recorded = {}
    with click.Context(group, info_name="chargen", **group.context_settings) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            assert command is not None
            recorder = _Recorder()
            command.format_help(click.Context(command, info_name=name, parent=ctx), recorder)
            recorded[name] = recorder.calls
    return recorded


def as_text(recorded: dict[str, Calls]) -> str:
    """Return the content of the file."""
    return json.dumps(recorded, ensure_ascii=False, indent=0) + "\n"


def find_help(arguments: Sequence[str]) -> click.Command | None:
    """Return a command that prints the help that arguments ask for, or None where it is not recorded."""
    if len(arguments) != 2 or arguments[1] not in FLAGS:
        return None
    name = arguments[0]
    if name in LISTING_GAMES:
        from chargen import registry  # imported here: other help does without

        # Plug-ins and game files add rows to these texts, which the file cannot know.
        if not registry.has_only_own_games():
            return None
    calls = json.loads(FILE.read_text(encoding="utf-8")).get(name)
    return None if calls is None else click.Command(name, callback=_printing(calls), add_help_option=False)


def _printing(calls: Calls) -> Any:
    @click.pass_context
    def print_help(ctx: click.Context) -> None:
        formatter = ctx.make_formatter()
        for method, arguments in calls:
            if method == "write_dl":
                formatter.write_dl([(name, text) for name, text in arguments])
            else:
                getattr(formatter, method)(*arguments)
        click.echo(formatter.getvalue().rstrip("\n"), color=ctx.color)

    return print_help
