"""`chargen.toml`, with defaults of options; and `chargen config`, which says what holds and where it comes from.

The nearest file counts, of the folder that one works in and those above. It may come with a folder that somebody else
made: so it cannot write over files, write outside its folder, or hand work to other machines.
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
from chargen.cli.base import COMMANDS, EACH, OK, SETTINGS_FILE, USAGE, settings_file
from chargen.cli.options import STYLE, starting
from chargen.core import limits
from chargen.core.diagnostic import Diagnostic, KeyPath, Place, error
from chargen.core.names import did_you_mean
from chargen.core.source import Source

EVERYWHERE = ("color",)
"""What stands above all tables, and holds for every command."""
REFUSED = {
    "any-path": "it would let the files of this folder show others on this machine",
    "force": "it would overwrite files without asking",
    "fix": "it would change files that are only to be checked",
    "scheduler": "it would hand work to other machines",
}
"""Options that are taken from the command line alone, and why."""
PATHS = ("campaign", "output", "people", "profile")
"""Options that name files: their paths start from the folder of the settings, and stay below it."""
NAMES_OR_PATHS = ("pack",)
"""Options that name a file where they have a suffix."""
ENVIRONMENT = ("CHARGEN_ANY_PATH", "CHARGEN_DEBUG", "CHARGEN_LOG", "NO_COLOR", "SOURCE_DATE_EPOCH")
"""The variables that chargen looks at."""
_HELPS_DEFAULT = re.compile(r"\[default: (.+?)\]")
_AT = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """A file of settings as it was read. Its diagnostics are those of its syntax."""

    path: Path
    source: Source
    data: Mapping[str, Any] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    def line(self, *path: str) -> int:
        """Return the line of a key, or of the nearest table around it."""
        return _place(self.source.text, path).line


class Misconfigured(click.ClickException):
    """Settings that are at fault: wrong usage, with the place of each fault."""

    exit_code = USAGE

    def __init__(self, settings: Settings, findings: Iterable[Diagnostic]) -> None:
        in_order = sorted(findings, key=lambda finding: finding.place or Place(0, 0, 0, 0))
        super().__init__(report.findings(in_order, [settings.source]))

    def show(self, file: Any = None) -> None:
        """Print what is wrong, and how to do without the file."""
        click.echo(self.message, file=file, err=file is None)
        click.echo("\n`chargen --no-config …` ignores the file", file=file, err=file is None)


def read(path: Path) -> Settings:
    """Read a file of settings; what is wrong with its syntax stands in its diagnostics."""
    shown = os.path.relpath(path)
    try:
        content = fileio.read_bytes(path, limits.SETTINGS_BYTES)
        if len(content) > limits.SETTINGS_BYTES:
            raise fileio.Unreadable(f"the file is larger than {limits.SETTINGS_BYTES // 1000} kB and was not read")
        text = content.decode()
    except (fileio.Unreadable, UnicodeDecodeError) as fault:
        why = "this is not UTF-8" if isinstance(fault, UnicodeDecodeError) else str(fault)
        source = fileio.failed(shown, "config/syntax", why)
        return Settings(path=path, source=source, diagnostics=source.diagnostics)
    source = Source(shown, text)
    try:
        return Settings(path=path, source=source, data=tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        at = _AT.search(str(fault))
        line, column = (int(at[1]), int(at[2])) if at and at[1] else (len(source.lines), len(source.lines[-1]) + 1)
        why = _AT.sub("", str(fault)).strip()
        finding = error(
            f"this is not TOML: {why[:1].lower()}{why[1:]}",
            code="config/syntax",
            hint='a table is `[render]`, and a line in it `paper = "Letter"`: texts stand in quotes',
            file=shown,
            place=Place(line, column, line, column + 1),
        )
        return Settings(path=path, source=source, diagnostics=(finding,))


def defaults(settings: Settings, name: str, command: click.Command) -> dict[str, Any]:
    """Return the defaults that settings give a command, by the names of its parameters. Raises `Misconfigured`."""
    values, findings = _values(settings, name, command)
    if findings := [*settings.diagnostics, *_misplaced(settings), *findings]:
        raise Misconfigured(settings, findings)
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


def _values(settings: Settings, name: str, command: click.Command) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The values of a command's table by the names of its parameters, and what is wrong with others."""
    table = settings.data.get(name, {})
    if not isinstance(table, Mapping):
        hint = f"a line `[{name}]` stands above its options"
        return {}, [_fault(settings, f"`{name}` is a command, and holds a table", (name,), "config/value", hint)]
    values, findings = {}, []
    options = _options(command) if table else {}
    for key, value in table.items():
        option = options.get(key)
        try:
            if key in REFUSED:
                message = f"`{key}` is taken from the command line alone: {REFUSED[key]}"
                raise _Fault(message, "config/refused", hint="take the line out", key=True)
            if option is None or option.name is None:
                known = [name for name in options if name not in REFUSED]
                negated = key.removeprefix("no-")
                hint = (
                    f"write `{negated} = false`" if negated in options and negated != key else did_you_mean(key, known)
                )
                hint = hint or f"`chargen {name} --help` lists its options"
                raise _Fault(f"`chargen {name}` has no option `--{key}`", "config/unknown-option", hint, key=True)
            values[option.name] = _value(settings, option, key, value)
        except _Fault as fault:
            findings.append(_fault(settings, str(fault), (name, key), fault.code, fault.hint, key=fault.key))
    return values, findings


class _Fault(ValueError):
    def __init__(self, message: str, code: str, hint: str = "", *, key: bool = False) -> None:
        super().__init__(message)
        self.code, self.hint, self.key = code, hint, key


def _value(settings: Settings, option: click.Option, key: str, value: Any) -> Any:
    """A value as the command line would have it. Raises `_Fault`."""
    if option.is_bool_flag:
        if not isinstance(value, bool):
            raise _Fault(f"`{key}` is `true` or `false`", "config/value")
        return value
    if isinstance(value, list) and all(isinstance(part, (str, int)) for part in value) and not option.multiple:
        value = ",".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, (str, int, float, list)):
        raise _Fault(f"`{key}` is a text or a number", "config/value", f"write it as after `--{key}`, in quotes")
    if key in PATHS or (key in NAMES_OR_PATHS and Path(str(value)).suffix):
        value = _below(settings.path.parent, key, str(value))
    try:
        option.type_cast_value(click.Context(click.Command(key), resilient_parsing=True), value)
    except click.BadParameter as fault:
        raise _Fault(f"`{key}`: {fault.message.rstrip('.')}", "config/value") from fault
    return value


def _below(folder: Path, key: str, value: str) -> str:
    """A path that starts from the folder of the settings, as it is from here. Raises `_Fault` where it leads out."""
    path = folder / value
    if not path.resolve().is_relative_to(folder.resolve()):
        raise _Fault(f"`{key}` leads out of the folder of {SETTINGS_FILE}", "config/refused", "name a place below it")
    return os.path.relpath(path)


def _misplaced(settings: Settings) -> Iterator[Diagnostic]:
    """What is no command, nor holds for every command."""
    known = [*EVERYWHERE, *(name for name in COMMANDS if name != "config")]
    for key, value in settings.data.items():
        if key in REFUSED:
            message = f"`{key}` is taken from the command line alone: {REFUSED[key]}"
            yield _fault(settings, message, (key,), "config/refused", "take the line out", key=True)
        elif key not in known:
            message, hint = (
                f"there is no command `{key}`",
                did_you_mean(key, known, "`chargen --help` lists the commands"),
            )
            if not isinstance(value, Mapping):
                message = f"`{key}` stands in no table"
                hint = did_you_mean(key, EVERYWHERE, "an option stands below a line such as `[render]`")
            yield _fault(settings, message, (key,), "config/unknown-command", hint, key=True)
        elif key in EVERYWHERE and not isinstance(value, bool):
            yield _fault(settings, f"`{key}` is `true` or `false`", (key,), "config/value")


def _fault(
    settings: Settings, message: str, path: KeyPath, code: str, hint: str = "", *, key: bool = False
) -> Diagnostic:
    place = _place(settings.source.text, tuple(map(str, path)), key=key)
    return error(message, *path, code=code, hint=hint, file=settings.source.name, place=place)


def _place(text: str, path: tuple[str, ...], *, key: bool = True) -> Place:
    """Where a key stands, or its value; of what has no line of its own, the table around it.

    The reader of TOML tells no places: each line is read by itself, as a table's head or as a key.
    """
    table: tuple[str, ...] = ()
    best, place = 0, Place(1, 1, 1, 2)
    for number, line in enumerate(text.splitlines(), start=1):
        head, equals, rest = line.partition("=")
        is_table = line.lstrip().startswith("[")
        here = _keys(line) if is_table else (*table, *_keys(f"{head}= 0")) if equals else ()
        table = here if is_table else table
        length = len(here)
        if here == path[:length] and length > best:
            best, start = length, len(line) - len(line.lstrip()) + 1
            end = len(line.rstrip()) if is_table else len(head.rstrip())
            if equals and not is_table and not key and here == path:
                start = len(head) + 2 + len(rest) - len(rest.lstrip())
                end = len(line.rstrip())
            place = Place(number, start, number, end + 1)
    return place


def _keys(line: str) -> tuple[str, ...]:
    """The keys of one line of TOML, outermost first; none where it does not stand by itself."""
    try:
        data: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    keys: list[str] = []
    while isinstance(data, Mapping) and data:
        key, data = next(iter(data.items()))
        keys.append(key)
    return tuple(keys)


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
  chargen config                    what chargen.toml and the environment settle
  chargen config render             every option of a command, with its default
  chargen config --format json""",
)
@click.argument("name", metavar="[COMMAND]", type=CommandName(), required=False)
@STYLE
@click.pass_context
def command(ctx: click.Context, name: str | None, style: str) -> int:
    """Say which defaults hold here, and where they come from.

    chargen.toml, in this folder or one above it, holds defaults of any option, in a table for each command. The
    command line overrides them, and they override a campaign's house rules.

    \b
      [render]
      paper = "Letter"
      to = ["pdf"]
    """
    path = settings_file() if ctx.find_root().params.get("config", True) else None
    settings = read(path) if path is not None else Settings(path=Path(), source=Source("", ""))
    findings = [*settings.diagnostics, *_misplaced(settings)]
    rows = list(_everywhere(settings)) if name is None else []
    for key in COMMANDS if name is None else (name,):
        if name is None and (key not in settings.data or key == "config"):
            continue
        inner = ctx.find_root().command.get_command(ctx, key)  # type: ignore[attr-defined]
        values, faults = _values(settings, key, inner)
        findings += faults
        for option_name, option in _options(inner).items():
            if option.name in values:
                rows.append(_setting(settings, key, option_name, values[option.name]))
            elif name is not None:
                rows.append(Setting(command=key, option=option_name, value=_usual(option), source="built in"))
    if style == "json":
        shown = {"file": str(path) if path else None, "settings": [row.as_json() for row in rows]}
        click.echo(report.printable_json(shown))
    else:
        click.echo(_text(path, rows))
    if findings:
        raise Misconfigured(settings, findings)
    return OK


def _everywhere(settings: Settings) -> Iterator[Setting]:
    """What is settled for no command alone: by the environment, and above all tables."""
    for key in filter(os.environ.get, ENVIRONMENT):
        yield Setting(command="", option=key, value=os.environ[key], source="environment")
    for key in EVERYWHERE:
        if key in settings.data:
            yield _setting(settings, "", key, settings.data[key])


def _setting(settings: Settings, name: str, key: str, value: Any) -> Setting:
    line = settings.line(*filter(None, (name, key)))
    return Setting(command=name, option=key, value=value, source=f"{settings.source.name}:{line}")


def _usual(option: click.Option) -> Any:
    """The default that is built in; what help says of one that depends on others."""
    said = _HELPS_DEFAULT.search(option.help or "")
    if said:
        return said[1]
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
