"""The command line itself: the group of commands, and how errors become messages and exit codes."""

import codecs
import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn, TextIO

import click

from chargen.cli import base
from chargen.game.timing import ASKED, timed
from chargen.game.version import VERSION
from chargen.startup import gc_tuning


class LazyGroup(base.SuggestingGroup):
    """The top group. It knows all names and help lines, and imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(base.COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in base.COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"chargen.cli.{base.FOLDERS[name]}.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, base.COMMANDS))
        for purpose, commands in base.GROUPS.values():
            with formatter.section(purpose):
                # The names are padded, so that the lines of all sections begin in one column.
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, "-V", "--version", prog_name="chargen")
@click.option("--color/--no-color", default=None, help="Use colour, or not.  [default: on terminals]")
@click.option(
    "--any-path", is_flag=True, help="Allow files to refer to pictures, house rules and archetypes in any folder."
)
@click.option(
    "--config/--no-config", default=True, help="Use the chargen.toml here or in a folder above.  [default: yes]"
)
@click.option("-v", "--verbose", count=True, help="Report where time goes, file by file; -vv, step by step.")
@click.pass_context
def cli(ctx: click.Context, color: bool | None, any_path: bool, config: bool, verbose: int) -> None:
    """Characters in plain text, checked against the rules, printed with their exact odds.

    \b
    A first character:
      chargen new five-by-five "Kai Brenner"
      chargen check kai-brenner.yaml
      chargen render kai-brenner.yaml
    """
    if color is None and (os.environ.get("NO_COLOR") or os.environ.get("TERM", "any") in base.DUMB):
        color = False
    if config and (path := base.settings_file()):
        from chargen.cli import config as settings  # imported here: most folders have no settings

        color = settings.apply(ctx, path, color)
    ctx.color = color
    if any_path:
        from chargen.fileio import ANY_PATH  # imported here: the command's start does without

        # In the environment, so that worker processes have it too.
        os.environ[ANY_PATH] = "1"
    if verbose:
        os.environ[ASKED] = "info" if verbose == 1 else "debug"
    # With what Python and the command took to start.
    ctx.with_resource(timed("in all", ctx.invoked_subcommand or "", before=time.process_time()))


@cli.result_callback()
@click.pass_context
def _add_fault(ctx: click.Context, /, result: object, **_: object) -> object:
    """Return the exit code of a command, which is at least 1 where a file was reported as faulty."""
    return max(result if isinstance(result, int) else base.OK, base.FAULT) if base.FAULTY in ctx.meta else result


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command and exit. An error ends in a line or two, never in a traceback."""
    gc_tuning.tune_process()
    # pydantic would read the metadata of every installed package, to look for plug-ins of its own.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Python leaves closed streams None. They lead to `os.devnull`, so that no later file takes their descriptor.
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)
        sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 (it stays open, and has no path)
        sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
        sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error("plain-letters", _with_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="plain-letters")  # type: ignore[union-attr]
    sys.stdout, sys.stderr = _SafeStream(sys.stdout, "standard output"), _SafeStream(sys.stderr, "standard error")
    sys.exit(_run(arguments))


def _with_plain_letters(exc: UnicodeError) -> tuple[str, int]:
    """Replace what the terminal's encoding lacks: bars and signs by similar letters, others by question marks."""
    assert isinstance(exc, UnicodeEncodeError)
    return "".join(_PLAIN.get(letter, "?") for letter in exc.object[exc.start : exc.end]), exc.end


_PLAIN = dict(zip("█·┊●○−–—…×→", "#.:#o---.x>", strict=True))
"""The signs of the terminal's own drawings and numbers, and what is printed for them."""


class _SafeStream:
    """A standard stream that survives a closed pipe: later writes are discarded and the work goes on.

    So `chargen render party/ | head -1` prints every sheet, and the exit code says how that went. Other errors name
    the stream.
    """

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self._name = stream, name

    def write(self, text: str) -> int:
        self._try(self._stream.write, text)
        return len(text)

    def flush(self) -> None:
        self._try(self._stream.flush)

    def _try(self, do: Callable[..., object], *given: str) -> None:
        try:
            do(*given)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
            self._stream.flush()
        except OSError as exc:
            raise OSError(exc.errno, exc.strerror, self._name) from exc

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _run(arguments: list[str] | None) -> int:
    try:
        result: Any = cli.main(arguments, prog_name="chargen", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else base.OK
    except click.exceptions.Abort:
        from chargen import fileio  # imported here: the command's start does without

        fileio.tidy()
        click.echo("\ninterrupted; nothing was left half-written", err=True)
        return base.INTERRUPTED
    except click.ClickException as exc:
        exc.show()
        # A wrong option may come from the settings file, which the user does not think of.
        context = getattr(exc, "ctx", None)
        if context is not None and context.default_map:
            set_there = click.core.ParameterSource.DEFAULT_MAP
            names = [name for name in context.params if context.get_parameter_source(name) is set_there]
            options = [max(option.opts, key=len) for option in context.command.params if option.name in names]
            if options:
                how = "`chargen --no-config …` does without it"
                click.echo(f"{base.settings_file()} sets {', '.join(options)}; {how}", err=True)
        return exc.exit_code
    except SystemExit:  # Click exits like this if the reader has closed the pipe
        return base.OK
    except MemoryError:
        click.echo("chargen: there is not enough memory", err=True)
        return base.MACHINE
    except Exception as exc:
        if os.environ.get("CHARGEN_DEBUG") and not isinstance(exc, OSError):
            raise
        from chargen import fileio, registry  # imported here: the command's start does without
        from chargen.cli.report import one_line

        if failure := fileio.describe_failure(exc):  # the disk is full, a folder cannot be written to, …
            click.echo(f"chargen: {one_line(failure)}", err=True)
            return base.MACHINE
        # Whose fault it is, and what to do about it.
        report = "CHARGEN_DEBUG=1 shows where; please report it with the file that causes it"
        message, hint = registry.unexpected(exc, report)
        click.echo(f"chargen: {message}\n{hint}", err=True)
        # The hint is `report` where chargen itself is to blame; else a game or a plug-in is.
        return base.MACHINE if hint == report else base.FAULT
