"""`chargen.toml`, which sets defaults of options, and `chargen config`, which shows them and their sources.

The nearest file is used, of the current folder and those above. It may come with a downloaded folder. Therefore it
cannot overwrite files, write outside its folder, or send work to other machines.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from chargen import fileio
from chargen.cli import report
from chargen.cli.base import COMMANDS, EACH, OK, RED, SETTINGS_FILE, USAGE, settings_file
from chargen.cli.options import STYLE, starting
from chargen.core import limits
from chargen.core.names import did_you_mean

EVERYWHERE = ("color",)
"""The keys above all tables, which hold for every command."""
REFUSED = {
    "any-path": "it would let the files of this folder show others on this machine",
    "force": "it would overwrite files without asking",
    "fix": "it would change files that are only to be checked",
    "scheduler": "it would hand work to other machines",
}
"""Options that only the command line can set, and why."""
PATHS = ("campaign", "output", "people", "profile")
"""Options that name files: their paths are relative to the folder of the settings, and stay below it."""
NAMES_OR_PATHS = ("pack",)
"""Options that name a file if the value has a suffix."""
ENVIRONMENT = ("CHARGEN_ANY_PATH", "CHARGEN_DEBUG", "CHARGEN_LOG", "NO_COLOR", "SOURCE_DATE_EPOCH")
"""The environment variables that chargen reads."""
_HELPS_DEFAULT = re.compile(r"\[default: (.+?)\]")


class Problem(ValueError):
    """Something wrong with the settings: its code, what is wrong, and what to do."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.hint = code, hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A file of settings as it was read, and what is wrong with it as TOML."""

    path: Path
    data: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    @property
    def name(self) -> str:
        """Return how messages call the file."""
        return os.path.relpath(self.path)


class Misconfigured(click.ClickException):
    """Settings that cannot be used: wrong usage. The message names the file, the key and the nearest key of each."""

    exit_code = USAGE

    def __init__(self, settings: Settings, problems: Iterable[Problem]) -> None:
        lines: list[str] = []
        for problem in problems:
            severity = click.style(f"error[{problem.code}]", fg=RED)
            lines.append(f"{settings.name}: {severity}: {report.printable(str(problem))}")
            lines += [f"  hint: {problem.hint}"] if problem.hint else []
        super().__init__("\n".join(lines))

    def show(self, file: Any = None) -> None:
        """Print what is wrong, and how to do without the file."""
        click.echo(self.message, file=file, err=file is None)
        click.echo("\n`chargen --no-config …` ignores the file", file=file, err=file is None)


def read(path: Path) -> Settings:
    """Read a file of settings; what is wrong with it as TOML is in its problems."""
    try:
        content = fileio.read_bytes(path, limits.SETTINGS_BYTES)
        if len(content) > limits.SETTINGS_BYTES:
            raise fileio.Unreadable(f"the file is larger than {limits.SETTINGS_BYTES // 1000} kB and was not read")
        return Settings(path=path, data=tomllib.loads(content.decode()))
    except UnicodeDecodeError:
        problem = Problem("config/syntax", "this is not UTF-8", "save the file as UTF-8")
    except fileio.Unreadable as failure:
        problem = Problem("config/syntax", str(failure))
    except tomllib.TOMLDecodeError as failure:
        hint = 'a table is `[render]`, and a line in it `paper = "Letter"`: texts are in quotes'
        problem = Problem("config/syntax", f"this is not TOML: {failure}", hint)
    return Settings(path=path, problems=(problem,))


def defaults(settings: Settings, name: str, command: click.Command) -> dict[str, Any]:
    """Return the defaults that settings give a command, by the names of its parameters. Raises `Misconfigured`."""
    values, problems = _values(settings, name, command)
    if problems := [*settings.problems, *_misplaced(settings), *problems]:
        raise Misconfigured(settings, problems)
    if not isinstance(command, click.Group):
        return values
    shared = {key for inner in command.commands.values() for key in _names(inner)}
    own = {option.name for key, option in _names(command).items() if key not in shared}
    return {**{name: value for name, value in values.items() if name in own}, EACH: values}


def apply(ctx: click.Context, path: Path, color: bool | None) -> bool | None:
    """Give the command that is called its defaults; return whether there is colour. Raises `Misconfigured`."""
    settings = read(path)
    name = ctx.invoked_subcommand or ""
    command = ctx.command.get_command(ctx, name) if isinstance(ctx.command, click.Group) else None
    if command is not None:
        ctx.default_map = {name: defaults(settings, name, command)}
    usual: bool | None = settings.data.get("color")
    return usual if color is None else color


def _names(command: click.Command) -> dict[str, click.Option]:
    """The options of a command by their long names, without dashes."""
    options = [option for option in command.params if isinstance(option, click.Option) and option.expose_value]
    return {name[2:]: option for option in options for name in option.opts if name.startswith("--")}


def _options(command: click.Command) -> dict[str, click.Option]:
    """What settings may say of a command: of a group, the options of all its commands too."""
    options = _names(command)
    if isinstance(command, click.Group):
        context = click.Context(command)
        names = command.commands or command.list_commands(context)
        for inner in filter(None, (command.get_command(context, name) for name in names)):
            options |= _names(inner)
    return options


def _values(settings: Settings, name: str, command: click.Command) -> tuple[dict[str, Any], list[Problem]]:
    """Return the values of a command's table by the names of its parameters, and what is wrong with others."""
    table = settings.data.get(name, {})
    if not isinstance(table, Mapping):
        hint = f"write a line `[{name}]` above its options"
        return {}, [Problem("config/value", f"`{name}` is a command, and holds a table", hint)]
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    options = _options(command) if table else {}
    for key, value in table.items():
        try:
            option = _find_option(name, key, options)
            values[option.name or key] = _value(settings, option, f"{name}.{key}", value)
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


def _refused(path: str, key: str) -> Problem:
    message = f"`{path}` can only be set on the command line: {REFUSED[key]}"
    return Problem("config/refused", message, "take the line out")


def _value(settings: Settings, option: click.Option, path: str, value: Any) -> Any:
    """Return a value as the command line would have it. Raises `Problem`."""
    key = path.rpartition(".")[2]
    if option.is_bool_flag:
        if not isinstance(value, bool):
            raise Problem("config/value", f"`{path}` must be `true` or `false`")
        return value
    if isinstance(value, list) and all(isinstance(part, (str, int)) for part in value) and not option.multiple:
        value = ",".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, (str, int, float, list)):
        hint = f"write it as after `--{key}`, in quotes"
        raise Problem("config/value", f"`{path}` must be a text or a number", hint)
    if key in PATHS or (key in NAMES_OR_PATHS and Path(str(value)).suffix):
        value = _below(settings.path.parent, path, str(value))
    try:
        option.type_cast_value(click.Context(click.Command(key), resilient_parsing=True), value)
    except click.BadParameter as failure:
        raise Problem("config/value", f"`{path}`: {failure.message.rstrip('.')}") from failure
    return value


def _below(folder: Path, path: str, value: str) -> str:
    """Return a path from the folder of the settings as it is from here. Raises `Problem` where it leads out."""
    target = folder / value
    if not target.resolve().is_relative_to(folder.resolve()):
        message = f"`{path}` leads out of the folder of {SETTINGS_FILE}"
        raise Problem("config/refused", message, "name a place below it")
    return os.path.relpath(target)


def _misplaced(settings: Settings) -> Iterator[Problem]:
    """Yield the keys at the top that are no command, and do not hold for every command."""
    known = [*EVERYWHERE, *(name for name in COMMANDS if name != "config")]
    for key, value in settings.data.items():
        if key in REFUSED:
            yield _refused(key, key)
        elif key not in known and isinstance(value, Mapping):
            hint = did_you_mean(key, known, "`chargen --help` lists the commands")
            yield Problem("config/unknown-command", f"there is no command `{key}`", hint)
        elif key not in known:
            hint = did_you_mean(key, EVERYWHERE, "an option is below a line such as `[render]`")
            yield Problem("config/unknown-command", f"`{key}` is in no table", hint)
        elif key in EVERYWHERE and not isinstance(value, bool):
            yield Problem("config/value", f"`{key}` must be `true` or `false`")


# ---------------------------------------------------------------- the command


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """An option with its value, and where that comes from."""

    command: str
    option: str
    value: Any
    source: str

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"command": self.command, "option": self.option, "value": self.value, "source": self.source}


class CommandName(click.ParamType[str]):
    """The name of a command; completed by the shell."""

    name = "command"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = str(value)
        if name not in COMMANDS:
            self.fail(f"there is no command `{name}`; {did_you_mean(name, COMMANDS)}".rstrip("; "), param, ctx)
        return name

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return starting(COMMANDS, incomplete)


@click.command(
    "config",
    epilog="""\b
Examples:
  chargen config                    what chargen.toml and the environment set
  chargen config render             every option of a command, with its default
  chargen config --format json""",
)
@click.argument("name", metavar="[COMMAND]", type=CommandName(), required=False)
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
    path = settings_file() if ctx.find_root().params.get("config", True) else None
    settings = read(path) if path is not None else Settings(path=Path())
    problems = [*settings.problems, *_misplaced(settings)]
    rows = list(_everywhere(settings)) if name is None else []
    for key in COMMANDS if name is None else (name,):
        if name is None and (key not in settings.data or key == "config"):
            continue
        inner = ctx.find_root().command.get_command(ctx, key)  # type: ignore[attr-defined]
        values, found = _values(settings, key, inner)
        problems += found
        for option_name, option in _options(inner).items():
            if option.name in values:
                value = values[option.name]
                rows.append(Setting(command=key, option=option_name, value=value, source=settings.name))
            elif name is not None:
                rows.append(Setting(command=key, option=option_name, value=_usual(option), source="built in"))
    if style == "json":
        shown = {"file": str(path) if path else None, "settings": [row.as_json() for row in rows]}
        click.echo(report.printable_json(shown))
    else:
        click.echo(_text(path, rows))
    if problems:
        raise Misconfigured(settings, problems)
    return OK


def _everywhere(settings: Settings) -> Iterator[Setting]:
    """What is settled for no command alone: by the environment, and above all tables."""
    for key in filter(os.environ.get, ENVIRONMENT):
        yield Setting(command="", option=key, value=os.environ[key], source="environment")
    for key in EVERYWHERE:
        if key in settings.data:
            yield Setting(command="", option=key, value=settings.data[key], source=settings.name)


def _usual(option: click.Option) -> Any:
    """The default that is built in; what help says of one that depends on others."""
    described = _HELPS_DEFAULT.search(option.help or "")
    if described:
        return described[1]
    default = option.get_default(click.Context(click.Command("any")))
    return default if isinstance(default, (str, int, float)) else None


def _text(path: Path | None, rows: list[Setting]) -> str:
    lines = [f"{path}" if path else f"no {SETTINGS_FILE} here, nor in a folder above"]
    cells = []
    for row in rows:
        option = row.option if not row.command and row.option in ENVIRONMENT else f"--{row.option}"
        value = str(row.value).lower() if isinstance(row.value, bool) else "" if row.value is None else str(row.value)
        cells.append((f"{row.command} {option}".strip(), report.printable(value), row.source))
    widths = [max((len(line[column]) for line in cells), default=0) for column in range(2)]
    for option, value, source in cells:
        lines.append(f"  {option:<{widths[0]}}  {value:<{widths[1]}}  {click.style(source, dim=True)}".rstrip())
    return "\n".join(lines)
