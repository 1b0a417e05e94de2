"""Write the start of a game: one commented file, or a Python package."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from chargen import fileio, registry
from chargen.cli import report
from chargen.cli.base import FAULT, OK
from chargen.cli.look_up import schema
from chargen.file_kind import GAME_FILE, FileKind, find_kind
from chargen.game.resources import PRESETS, folder
from chargen.text.names import fold, slug
from chargen.text.source import load
from chargen.text.writing import quoted, splice

SCHEMAS = ".chargen"  # The folder beside a new file that holds the schema for editors
STARTER = PRESETS / "games" / f"starter{GAME_FILE}"
EXAMPLE = "lanterns"  # The package that a new one is a copy of, and the name that is replaced in it
_TITLE = re.compile(r"[^\W_][\w '&!?,.:()+–—-]*")
_MODULE = re.compile(r"[a-z][a-z0-9-]*")  # A key that is the name of a module, with underscores for its hyphens
_COPIED = (".py", ".toml", ".yaml", ".md")


def write(title: str, output: str | None, *, package: bool, force: bool) -> int:
    """Write a game of that title, and print what to run next."""
    key = slug(title)
    if not _TITLE.fullmatch(title) or not key:
        hint = "a title begins with a letter or a digit, and has letters, digits and simple punctuation"
        raise click.BadParameter(hint, param_hint="--game")
    if package and not _MODULE.fullmatch(key):
        hint = f"the title of a package begins with a letter: `{key}` cannot be the name of a Python module"
        raise click.BadParameter(hint, param_hint="--game")
    if any(fold(key) == fold(name) for name in registry.list_games() if registry.game_file(name) is None):
        raise click.BadParameter(f"there is a game `{key}` already", param_hint="--game")
    files = dict(_package(title, key, Path(output or key)) if package else _file(title, key, output))
    there = [path for path in files if path.exists() and SCHEMAS not in path.parts]
    if there and not force:
        click.echo(f"{report.one_line(there[0])} already exists; use --force to overwrite it", err=True)
        return FAULT
    for path, text in files.items():
        fileio.write_file(path, text.encode(), replace=True)
        if SCHEMAS not in path.parts:
            click.echo(f"wrote {report.one_line(path)}")
    first = next(iter(files))
    following = f"pip install -e {first.parent}" if package else f"chargen check {first}"
    click.echo(f"next: {following}    and then: chargen new {key} Kai")
    return OK


def _file(title: str, key: str, output: str | None) -> Iterator[tuple[Path, str]]:
    """Yield the game file, and the schema for editors."""
    name = f"{key}{GAME_FILE}"
    path = Path(output) if output else Path(name)
    path = path / name if path.is_dir() else path
    if find_kind(path.name) is not FileKind.GAME:
        raise click.BadParameter(f"the name of a game file ends in {GAME_FILE}", param_hint="--output")
    text = STARTER.read_text(encoding="utf-8")
    yield path, splice(text, [(load(STARTER.name, text.encode()).place(("title",)), quoted(title))])
    yield path.parent / SCHEMAS / "game.schema.json", schema.game_text()


def _package(title: str, key: str, target: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a package that is a copy of the example, under other names."""
    module = key.replace("-", "_")
    example = folder("examples") / EXAMPLE
    # The order matters: the special cases come before the plain name, which is part of them.
    names = [
        (rf'{EXAMPLE} = "{EXAMPLE}:', f'{key} = "{module}:'),
        (rf"from {EXAMPLE} import", f"from {module} import"),
        (rf"test_{EXAMPLE}_", f"test_{module}_"),
        (EXAMPLE, key),
        (EXAMPLE.title(), title),
    ]
    files = sorted(path for path in example.rglob("*") if path.suffix in _COPIED and path.is_file())
    # First, because `write` takes the folder of the package from the first file.
    for path in sorted(files, key=lambda path: path.name != "pyproject.toml"):
        text = path.read_text(encoding="utf-8")
        for old, new in names:
            text = text.replace(old, new)
        first, *others = path.relative_to(example).parts
        parts = [part.replace(EXAMPLE, key) for part in others]
        yield target.joinpath(first.replace(EXAMPLE, module), *parts), text
