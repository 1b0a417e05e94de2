"""Write the start of a game: one commented file, or a Python package."""

import re
from pathlib import Path

import click

from chargen import fileio, registry
from chargen.cli.base import OK
from chargen.cli.files import SCHEMAS, write_files
from chargen.cli.look_up import schema
from chargen.file_kind import GAME_FILE, FileKind, find_kind
from chargen.game.resources import PRESETS, folder
from chargen.text.names import fold, slug
from chargen.text.source import load
from chargen.text.writing import quoted, splice

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
    files: dict[Path, bytes] = {}
    if package:
        # A copy of the example, under other names. The order matters: the special cases come before the plain name,
        # which is part of them.
        first, module, example = Path(output or key), key.replace("-", "_"), folder("examples") / EXAMPLE
        names = [
            (rf'{EXAMPLE} = "{EXAMPLE}:', f'{key} = "{module}:'),
            (rf"from {EXAMPLE} import", f"from {module} import"),
            (rf"test_{EXAMPLE}_", f"test_{module}_"),
            (EXAMPLE, key),
            (EXAMPLE.title(), title),
        ]
        copied = sorted(path for path in example.rglob("*") if path.suffix in _COPIED and path.is_file())
        for path in sorted(copied, key=lambda path: path.name != "pyproject.toml"):
            text = path.read_text(encoding="utf-8")
            for old, new in names:
                text = text.replace(old, new)
            top, *parts = path.relative_to(example).parts
            inside = (top.replace(EXAMPLE, module), *(part.replace(EXAMPLE, key) for part in parts))
            files[first.joinpath(*inside)] = text.encode()
    else:
        name = f"{key}{GAME_FILE}"
        first = Path(output or name)
        first = first / name if first.is_dir() else first
        if find_kind(first.name) is not FileKind.GAME:
            raise click.BadParameter(f"the name of a game file ends in {GAME_FILE}", param_hint="--output")
        text = STARTER.read_text(encoding="utf-8")
        files[first] = splice(text, [(load(STARTER.name, text.encode()).place(("title",)), quoted(title))]).encode()
    if code := write_files(files, force=force, verb="wrote "):
        return code
    if not package:
        fileio.write_file(first.parent / SCHEMAS / "game.schema.json", schema.format_schema(schema.GAME).encode())
    following = f"pip install -e {first}" if package else f"chargen check {first}"
    click.echo(f"next: {following}    and then: chargen new {key} Kai")
    return OK
