"""What every command uses: exit codes, the list of commands, the settings file, and groups that suggest a name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from chargen.text.names import instead

OK, FAULT, USAGE, MACHINE = 0, 1, 2, 3
"""Exit codes: fine; a character or file is at fault; wrong usage; the machine cannot do it."""
INTERRUPTED = 130

RED, AMBER, GREEN, TEAL = 160, 130, 28, 30
"""Colours of the terminal, as numbers of the 256-colour palette.

They are readable on black and on white. The sixteen named colours are not: each terminal theme changes them.
"""

GROUPS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "write": (
        "Write a character",
        {
            "studio": "Build characters in your browser.",
            "site": "Write the studio as a page that needs no server.",
            "new": "Write a complete, legal starter character.",
            "advance": "Record experience in a file, and list what it can buy.",
            "extract": "Recover a character's file from a PDF or an export.",
        },
    ),
    "check": (
        "Check",
        {
            "check": "Check characters against their game's rules.",
            "explain": "Explain a rule: what it asks, why, and its source.",
        },
    ),
    "print": (
        "Print",
        {
            "render": "Print character sheets as HTML, PDF and PNG.",
            "watch": "Show sheets in a browser, updated at each save.",
            "reference": "Print the reference page of a game.",
            "export": "Write characters for other programs: text, Markdown, Foundry.",
        },
    ),
    "play": (
        "Play",
        {
            "show": "Show a character: derived numbers and odds.",
            "roll": "Throw the dice of a character's roll.",
            "odds": "Show the exact odds of a roll, without a character.",
            "compare": "Compare two characters, or one at two times.",
        },
    ),
    "table": (
        "Run a table",
        {
            "batch": "Generate legal NPCs, from ten to thousands.",
            "party": "Print one page about the party for the GM.",
            "encounter": "Compute who hits whom how hard, and how a fight ends.",
        },
    ),
    "look_up": (
        "Look up",
        {
            "systems": "List the games.",
            "presets": "List the ready-made characters.",
            "themes": "List the themes of a sheet.",
            "schema": "Print the JSON Schema of a game's character file.",
        },
    ),
    "set_up": (
        "Set up",
        {
            "doctor": "Check whether this machine can make PDFs.",
            "completion": "Print a script that lets a shell complete commands.",
            "lsp": "Serve an editor: diagnostics, fixes, completion.",
        },
    ),
}
"""By folder, the purpose of its commands, and each of them with its line of help.

The module of the same name in that folder is loaded when the command runs.
"""
COMMANDS: Mapping[str, str] = {name: line for _, commands in GROUPS.values() for name, line in commands.items()}
FOLDERS: Mapping[str, str] = {name: folder for folder, (_, commands) in GROUPS.items() for name in commands}

DUMB = ("dumb", "")  # The values of TERM that name a terminal without colours and moves of the cursor
SETTINGS_FILE = "chargen.toml"  # Defaults of options, in the folder that one works in or a folder above


def settings_file() -> Path | None:
    """Return the nearest file of settings; None where there is none."""
    try:
        folder = Path.cwd()
    except OSError:  # the folder is gone
        return None
    return next((path for above in (folder, *folder.parents) if (path := above / SETTINGS_FILE).is_file()), None)


EACH = "*"
"""The key, in the defaults of a group of commands, of those that hold for whichever of them is called."""


class WholeNumber(click.IntRange):
    """An integer in a range, which messages call a whole number."""

    name = "whole number"


def refuse_file_name(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Return the place that an option names; where only a folder can be meant, refuse `-` and a new `people.docx`."""
    if str(value) == "-":
        raise click.BadParameter("`-` is no folder; several files go into one, so name it", ctx, param)
    if param.metavar == "DIR" and value is not None:
        import mimetypes  # imported here: help does without

        if mimetypes.guess_type(value)[0] and not Path(value).is_dir():
            raise click.BadParameter(f"`{value}` is the name of a file; name a folder", ctx, param)
    return value


class SuggestingGroup(click.Group):
    """A group that suggests the nearest command for a misspelt one, and passes defaults on to its commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            name, command, others = super().resolve_command(ctx, args)
        except click.UsageError as exc:
            if not args or args[0] in self.list_commands(ctx):
                raise
            hint = instead(args[0], self.list_commands(ctx))
            raise click.UsageError(f"There is no command `{args[0]}`. {hint.capitalize()}".strip(), ctx) from exc
        if name is not None and ctx.default_map is not None and EACH in ctx.default_map:
            ctx.default_map = {name: ctx.default_map[EACH]}
        return name, command, others


FAULTY = "chargen.faulty"
"""The key in a context's ``meta`` that is set where a file was reported as faulty: the exit code is at least 1."""


class MachineError(click.ClickException):
    """The machine cannot do it: exit code 3."""

    exit_code = MACHINE
