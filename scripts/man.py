"""Make the manual page of the help of all commands, in the form that `man` reads; scripts/reference.py writes it."""

import re
from collections.abc import Iterable, Iterator

import click

from chargen.cli.main import cli

HELP = cli.context_settings["help_option_names"]


def manual() -> str:
    """Return the complete page, in the macros of man(7)."""
    lines = [
        '.\\" Written by scripts/reference.py; run `make docs` after a change.',
        ".TH CHARGEN 1",
        ".SH NAME",
        f"chargen \\- {text('characters for tabletop games: checked, printed, with exact odds')}",
        ".SH SYNOPSIS",
        ".B chargen",
        ".I COMMAND",
        "[options] ...",
        ".SH DESCRIPTION",
        *paragraphs(cli.help or ""),
        ".SH COMMANDS",
    ]
    for name, command in every_command(cli, "chargen"):
        lines += entry(command, click.Context(command, info_name=name, help_option_names=HELP))
    lines += [
        ".SH EXIT STATUS",
        *listed([("0", "all is fine"), ("1", "a character breaks a rule, or a file cannot be read")]),
        *listed([("2", "wrong usage"), ("3", "this machine cannot do it: see chargen doctor")]),
    ]
    return "\n".join(lines) + "\n"


def every_command(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield all commands of a group, and of the groups in it, with the words that call them."""
    context = click.Context(group, info_name=name)
    for key in group.list_commands(context):
        command = group.get_command(context, key)
        assert command is not None
        yield f"{name} {key}", command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{name} {key}")


def entry(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield a command with its arguments, its description and its options."""
    yield f".SS {text(' '.join([context.command_path, *command.collect_usage_pieces(context)]))}"
    yield from paragraphs(command.help or "")
    records = [option.get_help_record(context) for option in command.get_params(context)]
    yield from listed(record for record in records if record and record[1])
    if command.epilog:
        yield from paragraphs(command.epilog)


def listed(records: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Terms with what they mean."""
    for term, meaning in records:
        yield from (".TP", f".B {text(term)}", text(meaning))


def paragraphs(words: str) -> Iterator[str]:
    """Yield paragraphs; those that Click marks as not to be rewrapped stay as they are."""
    for part in re.split(r"\n\s*\n", words.strip()):
        if part.lstrip().startswith("\b"):
            lines = part.replace("\b", "").splitlines()
            yield from (".PP", ".nf", *(text(line) for line in lines if line.strip()), ".fi")
        else:
            yield from (".PP", text(" ".join(part.split())))


def text(words: str) -> str:
    """Return text so that `man` prints it as it is."""
    quoted = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{quoted}" if quoted[:1] in {".", "'"} else quoted
