"""`chargen.toml`, which sets defaults of options, and `chargen config`, which shows them and their sources.

The nearest file is used, of the current folder and those above. It may come with a downloaded folder. Therefore it
cannot overwrite files, write outside its folder, or send work to other machines.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import COMMANDS, EACH, OK, RED, SETTINGS_FILE, USAGE, settings_file
from chargen.cli.options import STYLE, starting
from chargen.text import limits
from chargen.text.names import did_you_mean

COLOR = "color"  # The one key above all tables; it holds for every command
REFUSED = {
    "any-path": "it would let the files of this folder show others on this machine",
    "force": "it would overwrite files without asking",
    "fix": "it would change files that are only to be checked",
    "scheduler": "it would hand work to other machines",
}
"""Options that only the command line can set, and why."""
PATHS = ("campaign", "output", "people", "profile", "runtime")
"""Options that name files: their paths are relative to the folder of the settings, and stay below it."""
NAMES_OR_PATHS = ("pack",)  # Options that name a file if the value has a suffix
ENVIRONMENT = ("CHARGEN_ANY_PATH", "CHARGEN_DEBUG", "CHARGEN_LOG", "NO_COLOR", "SOURCE_DATE_EPOCH")
"""The environment variables that chargen reads."""
_DEFAULT_IN_HELP = re.compile(r"\[default: (.+?)\]")


class Problem(ValueError):
    """An error in the settings: its code, a message, and what to do."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


class Misconfigured(click.ClickException):
    """Settings that cannot be used: wrong usage. The message names the file, the key and the nearest key."""

    exit_code = USAGE

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        lines: list[str] = []
        for problem in problems:
            severity = click.style(f"error[{problem.code}]", fg=RED)
            lines.append(f"{report.one_line(os.path.relpath(path))}: {severity}: {report.printable(str(problem))}")
            lines += [f"  hint: {problem.hint}"] if problem.hint else []
        super().__init__("\n".join(lines))

    def show(self, file: Any = None) -> None:
        """Print the errors, and how to ignore the file."""
        click.echo(self.message, file=file, err=file is None)
        click.echo("\n`chargen --no-config …` ignores the file", file=file, err=file is None)


def apply(ctx: click.Context, path: Path, color: bool | None) -> bool | None:
    """Pass the defaults of the command that is called to Click; return whether to use colour.

    Raises `Misconfigured`.
    """
    settings = _read(path)
    name = ctx.invoked_subcommand or ""
    command = ctx.command.get_command(ctx, name) if isinstance(ctx.command, click.Group) else None
    if command is not None:
        values, problems = _parse_table(path, settings.get(name, {}), name, command)
        if problems := [*_misplaced(settings), *problems]:
            raise Misconfigured(path, problems)
        ctx.default_map = {name: _default_map(command, values)}
    usual: bool | None = settings.get(COLOR)
    return usual if color is None else color


def _read(path: Path) -> Mapping[str, Any]:
    """Read a file of settings. Raises `Misconfigured` if it is not TOML."""
    try:
        content = fileio.read_bytes(path, limits.SETTINGS_BYTES)
        if len(content) > limits.SETTINGS_BYTES:
            raise fileio.Unreadable(f"the file is larger than {limits.SETTINGS_BYTES // 1000} kB and was not read")
        return tomllib.loads(content.decode())
    except UnicodeDecodeError:
        problem = Problem("config/syntax", "this is not UTF-8", "save the file as UTF-8")
    except fileio.Unreadable as failure:
        problem = Problem("config/syntax", str(failure))
    except tomllib.TOMLDecodeError as failure:
        hint = 'a table is `[render]`, and a line in it `paper = "Letter"`: texts are in quotes'
        problem = Problem("config/syntax", f"this is not TOML: {failure}", hint)
    raise Misconfigured(path, [problem])


def _default_map(command: click.Command, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults of a command as Click's `default_map`.

    A group gets only the options that none of its commands has: `dry-run` of `advance` is meant for its moves.
    """
    if not isinstance(command, click.Group):
        return dict(values)
    shared = {key for inner in command.commands.values() for key in _own_options(inner)}
    own = {option.name for key, option in _own_options(command).items() if key not in shared}
    return {**{name: value for name, value in values.items() if name in own}, EACH: values}


def _own_options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command by their long names, without dashes."""
    options = [option for option in command.params if isinstance(option, click.Option) and option.expose_value]
    return {name[2:]: option for option in options for name in option.opts if name.startswith("--")}


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options that a command's table may set; a group has those of all its commands, too."""
    options = _own_options(command)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.commands or command.list_commands(context):
            if inner := command.get_command(context, name):
                options |= _own_options(inner)
    return options


def _parse_table(path: Path, table: Any, name: str, command: click.Command) -> tuple[dict[str, Any], list[Problem]]:
    """Return the valid values of a command's table by the names of its parameters, and the errors."""
    if not isinstance(table, Mapping):
        hint = f"write a line `[{name}]` above its options"
        return {}, [Problem("config/value", f"`{name}` is a command, and holds a table", hint)]
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    options = _options(command) if table else {}
    for key, value in table.items():
        try:
            option = _find_option(name, key, options)
            values[option.name or key] = _parse_value(path.parent, option, f"{name}.{key}", value)
        except Problem as problem:
            problems.append(problem)
    return values, problems


def _find_option(name: str, key: str, options: Mapping[str, click.Option]) -> click.Option:
    """Return the option that a key of a command's table names. Raises `Problem`."""
    if key in REFUSED:
        raise _refused(f"{name}.{key}", key)
    if option := options.get(key):
        return option
    negated = key.removeprefix("no-")
    if negated in options:
        hint = f"write `{negated} = false`"
    else:
        known = [name for name in options if name not in REFUSED]
        hint = did_you_mean(key, known, f"`chargen {name} --help` lists its options")
    raise Problem("config/unknown-option", f"`{name}.{key}`: `chargen {name}` has no option `--{key}`", hint)


def _refused(place: str, key: str) -> Problem:
    message = f"`{place}` can only be set on the command line: {REFUSED[key]}"
    return Problem("config/refused", message, "take the line out")


def _parse_value(folder: Path, option: click.Option, place: str, value: Any) -> Any:
    """Return a value in the form that the command line has. Raises `Problem`."""
    key = place.rpartition(".")[2]
    if option.is_bool_flag:
        if not isinstance(value, bool):
            raise Problem("config/value", f"`{place}` must be `true` or `false`")
        return value
    # A list in TOML is what the command line writes with commas.
    if isinstance(value, list) and all(isinstance(part, (str, int)) for part in value) and not option.multiple:
        value = ",".join(map(str, value))
    # A bool is an int in Python, and no value of an option that is not a flag.
    if isinstance(value, bool) or not isinstance(value, (str, int, float, list)):
        hint = f"write it as after `--{key}`, in quotes"
        raise Problem("config/value", f"`{place}` must be a text or a number", hint)
    if key in PATHS or (key in NAMES_OR_PATHS and Path(str(value)).suffix):
        target = folder / str(value)
        # Resolved: a link below the folder may lead out of it.
        if not target.resolve().is_relative_to(folder.resolve()):
            message = f"`{place}` leads out of the folder of {SETTINGS_FILE}"
            raise Problem("config/refused", message, "name a place below it")
        # Relative to where one works, as if it had been typed there.
        value = os.path.relpath(target)
    try:
        # Only to find errors: Click converts the value again when the command runs.
        option.type_cast_value(click.Context(click.Command(key), resilient_parsing=True), value)
    except click.BadParameter as failure:
        raise Problem("config/value", f"`{place}`: {failure.message.rstrip('.')}") from failure
    return value


def _misplaced(settings: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the errors of keys at the top of the file that are not commands."""
    known = [COLOR, *(name for name in COMMANDS if name != "config")]
    for key, value in settings.items():
        if key in REFUSED:
            yield _refused(key, key)
        elif key not in known and isinstance(value, Mapping):
            hint = did_you_mean(key, known, "`chargen --help` lists the commands")
            yield Problem("config/unknown-command", f"there is no command `{key}`", hint)
        elif key not in known:
            hint = did_you_mean(key, [COLOR], "an option is below a line such as `[render]`")
            yield Problem("config/unknown-command", f"`{key}` is in no table", hint)
        elif key == COLOR and not isinstance(value, bool):
            yield Problem("config/value", f"`{key}` must be `true` or `false`")


# ---------------------------------------------------------------- the command


class Setting(NamedTuple):
    """An option with its value, and the source of the value."""

    command: str
    option: str
    value: Any
    source: str


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return starting(COMMANDS, incomplete)


@click.command(
    "config",
    epilog="""\b
Examples:
  chargen config                    what chargen.toml and the environment set
  chargen config render             every option of a command, with its default
  chargen config --format json""",
)
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=_complete)
@STYLE
@click.pass_context
def command(ctx: click.Context, name: str | None, style: str) -> int:
    """Show the effective defaults, and where they come from.

    chargen.toml, in this folder or one above it, sets defaults of any option, in one table per command. The command
    line overrides them. They override a campaign's house rules.

    \b
      [render]
      paper = "Letter"
      to = ["pdf"]
    """
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if name is not None:
        root.command.resolve_command(ctx, [name])  # raises the usage error of an unknown command
    path = settings_file() if root.params.get("config", True) else None
    rows, problems = _collect_settings(ctx, root.command, name, path)
    if style == "json":
        shown = {"file": str(path) if path else None, "settings": [row._asdict() for row in rows]}
        report.print_for_programs(report.printable_json(shown))
    else:
        click.echo(str(path) if path else f"no {SETTINGS_FILE} here, nor in a folder above")
        click.echo("".join(_lines(rows)), nl=False)
    # Last, so that a file with a single error still shows all that it sets.
    if path is not None and problems:
        raise Misconfigured(path, problems)
    return OK


def _collect_settings(
    ctx: click.Context, root: click.Group, name: str | None, path: Path | None
) -> tuple[list[Setting], list[Problem]]:
    """Return what is set for all commands, or every option of the command ``name``; and the errors in the file."""
    settings = _read(path) if path is not None else {}
    source = os.path.relpath(path) if path is not None else ""
    problems = list(_misplaced(settings))
    rows = []
    if name is None:
        rows += [Setting("", key, os.environ[key], "environment") for key in filter(os.environ.get, ENVIRONMENT)]
        rows += [Setting("", COLOR, settings[COLOR], source)] if COLOR in settings else []
    for key in (name,) if name else [key for key in COMMANDS if key in settings and key != "config"]:
        command = root.get_command(ctx, key)
        assert command is not None
        values, errors = _parse_table(path or Path(), settings.get(key, {}), key, command)
        problems += errors
        for option_name, option in _options(command).items():
            if option.name in values:
                rows.append(Setting(key, option_name, values[option.name], source))
            elif name is not None:
                rows.append(Setting(key, option_name, _built_in(option), "built in"))
    return rows, problems


def _built_in(option: click.Option) -> Any:
    """Return the built-in default; the text in the help comes first, as some defaults depend on other options."""
    if described := _DEFAULT_IN_HELP.search(option.help or ""):
        return described[1]
    default = option.get_default(click.Context(click.Command("any")))
    return default if isinstance(default, (str, int, float)) else None


def _lines(rows: list[Setting]) -> Iterator[str]:
    cells = []
    for row in rows:
        option = row.option if row.source == "environment" else f"{row.command} --{row.option}".strip()
        value = "" if row.value is None else str(row.value)
        value = value.lower() if isinstance(row.value, bool) else value
        cells.append((option, report.printable(value)))
    widths = [max((len(line[column]) for line in cells), default=0) for column in range(2)]
    for row, (option, value) in zip(rows, cells, strict=True):
        source = click.style(row.source, dim=True)
        yield f"  {option:<{widths[0]}}  {value:<{widths[1]}}  {source}".rstrip() + "\n"
