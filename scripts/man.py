"""Make the manual page of the help of all commands, in the form that `man` reads; scripts/reference.py writes it."""

import re
from collections.abc import Iterable, Iterator

import click

from chargen.cli.main import COMMANDS, cli


def manual() -> str:
    """The whole page, in the macros of man(7)."""
    context = click.Context(cli, info_name="chargen")
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
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        lines += entry(command, click.Context(command, info_name=f"chargen {name}"))
        if isinstance(command, click.Group):
            for key in command.list_commands(context):
                inner = command.get_command(context, key)
                assert inner is not None
                lines += entry(inner, click.Context(inner, info_name=f"chargen {name} {key}"))
    lines += [
        ".SH EXIT STATUS",
        *listed([("0", "all is fine"), ("1", "a character breaks a rule, or a file cannot be read")]),
        *listed([("2", "wrong usage"), ("3", "this machine cannot do it: see chargen doctor")]),
    ]
    return "\n".join(lines) + "\n"


def entry(command: click.Command, context: click.Context) -> Iterator[str]:
    """A command with its arguments, its words and its options."""
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
    """Paragraphs; those that are not to be rewrapped, as Click marks them, stay as they are."""
    for part in re.split(r"\n\s*\n", words.strip()):
        if part.lstrip().startswith("\b"):
            lines = part.replace("\b", "").splitlines()
            yield from (".PP", ".nf", *(text(line) for line in lines if line.strip()), ".fi")
        else:
            yield from (".PP", text(" ".join(part.split())))


def text(words: str) -> str:
    """Words as they are, whatever `man` would read into them."""
    quoted = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{quoted}" if quoted[:1] in {".", "'"} else quoted
