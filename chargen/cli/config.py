"""`chargen.toml` sets defaults of options: the nearest file, of the current folder and those above.

It may come with a downloaded folder: it overwrites nothing, leads nowhere else, and sends nothing to other machines.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import click

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import COMMANDS, EACH
from chargen.text import limits
from chargen.text.names import did_you_mean

REFUSED = ("any-path", "force", "fix", "scheduler")  # Only the command line can set them
PATHS = ("campaign", "output", "people", "profile", "runtime")  # They start from the folder of the settings
IGNORE = "`chargen --no-config …` ignores the file"


def apply(ctx: click.Context, path: Path, color: bool | None) -> bool | None:
    """Pass the defaults of the command that is called to Click; return whether to use colour.

    Raises `click.UsageError`, with the line of each key and value that is refused.
    """
    file = report.one_line(os.path.relpath(path))
    try:
        text = fileio.read_bytes(path, limits.SETTINGS_BYTES).decode()
        settings = tomllib.loads(text)
    except UnicodeDecodeError as exc:
        line = exc.object[: exc.start].count(b"\n") + 1
        raise click.UsageError(f"{file}:{line}: byte 0x{exc.object[exc.start]:02X} is not UTF-8\n{IGNORE}") from exc
    except (ValueError, fileio.Unreadable) as exc:  # not TOML, or not readable
        raise click.UsageError(f"{file}: {exc}\n{IGNORE}") from exc
    problems = []
    for key, value in settings.items():
        if key not in ("color", *COMMANDS) or not isinstance(value, bool if key == "color" else dict):
            near = f"; {did_you_mean(key, COMMANDS)}" if isinstance(value, dict) else ""
            problems.append((key, f"write `color = true` or a command's table, such as `[render]`{near}".rstrip("; ")))

    name, values = ctx.invoked_subcommand or "", dict[str, Any]()
    command = ctx.command.get_command(ctx, name) if isinstance(ctx.command, click.Group) else None
    # The table of a group is for its commands: `advance` alone writes nothing, even with `dry-run = true`.
    group = command if isinstance(command, click.Group) else None
    commands = [group.get_command(ctx, each) for each in group.list_commands(ctx)] if group else [command]
    known = [(opt[2:], option) for each in commands if each for option in each.params for opt in option.opts]
    options = {key: option for key, option in known if f"--{key}" in option.opts and key not in REFUSED}
    for key, value in own.items() if isinstance(own := settings.get(name), dict) else ():
        try:
            if key not in options:
                hint = did_you_mean(key, options, f"`chargen {name} --help` lists the options")
                raise click.BadParameter(f"this cannot be set here; {hint}")
            # As the command line would give it.
            option = options[key]
            if not isinstance(value, (str, int, float, list)):
                raise click.BadParameter("this must be a text, a number, true or false")
            if isinstance(value, list) and not option.multiple:
                value = ",".join(map(str, value))
            if key in PATHS or (key == "pack" and Path(str(value)).suffix):  # A pack is a name or a file
                target = (path.parent / str(value)).resolve()
                if not target.is_relative_to(path.parent.resolve()):
                    raise click.BadParameter("this is not below the folder of the file")
                value = os.path.relpath(target)
            option.type_cast_value(click.Context(click.Command(key), resilient_parsing=True), value)
            values[option.name or key] = value
        except click.BadParameter as exc:
            problems.append((f"{name}.{key}", exc.message.rstrip(".")))
    lines = []
    for path_of_key, problem in problems:
        at = 0  # Where the line of the key begins, or of its table where it is spelled in another way
        for step in path_of_key.split("."):
            found = re.search(rf"(?m)^[^#\n]*?(?<![\w-]){re.escape(step)}[\"']?\s*[=.\]]", text[at:])
            at += found.start() if found else 0
        lines.append(f"{file}:{text[:at].count(chr(10)) + 1}: `{report.printable(path_of_key)}`: {problem}")
    if lines:
        raise click.UsageError("\n".join([*lines, IGNORE]))
    ctx.default_map = {name: {EACH: values} if group else values}
    return settings.get("color") if color is None else color
