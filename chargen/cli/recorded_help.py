"""Print the help of a command from a file, without importing what the command needs to run.

The file holds each help text for the usual widths of terminals; `make docs` records them again. At another width, or
where a `chargen.toml` changes defaults, which a help text shows, the command itself prints its help.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

FILE = Path(__file__).with_name("recorded_help.json")
"""By the name of a command and the width of lines, its help."""
FLAGS = ("-h", "--help")
WIDTHS = (78, 98)  # The width of lines on terminals of 80 columns, and of 100 and more
LISTING_GAMES = ("advance", "odds")
"""The commands whose help depends on the games that are installed; it is recorded with chargen's own."""


def record(group: click.Group) -> str:
    """Return the content of the file: the help of each command of the top group."""
    import json  # imported here, as below

    recorded: dict[str, dict[int, str]] = {}
    with click.Context(group, info_name="chargen", **group.context_settings) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            assert command is not None
            at_width = partial(click.Context, command, info_name=name, parent=ctx)
            recorded[name] = {width: command.get_help(at_width(terminal_width=width)) for width in WIDTHS}
    return json.dumps(recorded, ensure_ascii=False, indent=0) + "\n"


def find_help(ctx: click.Context, arguments: Sequence[str]) -> click.Command | None:
    """Return a command that prints the help that arguments ask for, or None where it is not recorded."""
    if len(arguments) != 2 or arguments[1] not in FLAGS:
        return None
    name = arguments[0]
    if name in LISTING_GAMES:
        from chargen import registry  # imported here: other help does without

        # Plug-ins and game files add rows to these texts, which the file cannot know.
        if not registry.has_only_own_games():
            return None
    import json  # imported here: most commands print no help

    texts = json.loads(FILE.read_text(encoding="utf-8")).get(name, {})
    text = texts.get(str(ctx.make_formatter().width))
    return None if text is None else click.Command(name, callback=partial(click.echo, text), add_help_option=False)
