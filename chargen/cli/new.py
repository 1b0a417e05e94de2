"""`chargen new`: a complete, commented, legal concept to start from."""

from pathlib import Path

import click

from chargen import fileio, ready_made
from chargen.cli import options, schema
from chargen.cli.main import FAULT, OK
from chargen.core.game import AnyGame
from chargen.core.names import did_you_mean, listing, slug
from chargen.core.reader import CONTROL
from chargen.core.source import load
from chargen.core.writing import quoted, splice

SCHEMAS = ".chargen"
"""The folder beside a new concept that holds the schema for editors."""
COMPANIONS = {"campaign": "house rules", "portrait": "portrait"}
"""The keys of a preset that name files, and what these are."""


@click.command(
    "new",
    epilog="""\b
Examples:
  chargen new five-by-five "Kai Brenner"
  chargen new five-by-five --preset bridge-warden -o warden.yaml""",
)
@options.GAME
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - for standard output.  [default: the name]")
@click.option("--preset", metavar="P", help="Start from a ready-made character (see `chargen presets`).")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def command(system: AnyGame, name: str | None, output: str | None, preset: str | None, force: bool) -> int:
    """Write a complete, commented, legal concept to start from.

    It is never written over a file that is there, unless --force is given. Beside it, in .chargen/, goes the
    JSON Schema that lets editors complete its keys.
    """
    if name is not None and not name.strip():
        raise click.BadParameter("a character needs a name", param_hint="NAME")
    if name is not None and (CONTROL.search(name) or "\n" in name):
        raise click.BadParameter("a name is one line without control characters", param_hint="NAME")
    text, companions = _from_preset(system, preset, name) if preset is not None else (system.new_concept(name), [])
    data = load("the new concept", text.encode()).data
    if output == fileio.STANDARD_INPUT:
        click.echo(text, nl=False)
        return OK
    path = Path(output) if output else Path(fileio.file_name(slug(str(data["name"])), ".yaml"))
    if path.is_dir():
        path = path / fileio.file_name(slug(str(data["name"])), ".yaml")
    schema_path = path.parent / SCHEMAS / f"{system.key}.schema.json"
    modeline = f"# yaml-language-server: $schema={SCHEMAS}/{schema_path.name}\n"
    try:
        fileio.write(path, (modeline + text).encode(), replace=force)
    except FileExistsError:
        click.echo(f"{path} is there already and was left as it is; --force writes over it", err=True)
        return FAULT
    fileio.write(schema_path, schema.text(system).encode())
    for what, file in companions:
        beside = path.parent / file.name
        if not beside.exists():
            fileio.write(beside, file.read_bytes())
            click.echo(f"wrote {beside} (its {what})")
    click.echo(f"wrote {path}")
    shown = f'"{path}"' if " " in str(path) else str(path)
    click.echo(f"next: chargen check {shown}    and then: chargen render {shown}")
    return OK


def _from_preset(game: AnyGame, key: str, name: str | None) -> tuple[str, list[tuple[str, Path]]]:
    """The text of a preset under a new name, and the files that it names: its house rules, its portrait."""
    presets = {preset.key: preset for preset in ready_made.presets(game.key)}
    if key not in presets:
        hint = did_you_mean(
            key, presets, f"there are {listing(presets)}" if presets else "there are none for this game"
        )
        raise click.BadParameter(f"there is no preset `{key}` for {game.key}; {hint}", param_hint="--preset")
    path = presets[key].path
    text = path.read_text(encoding="utf-8")
    source = load(path.name, text.encode())
    changes = []
    if name is not None:
        changes.append((source.place(("name",)), quoted(name)))
    companions = []
    for entry, what in COMPANIONS.items():
        if named := source.data.get(entry):
            file = path.parent / named
            companions.append((what, file))
            changes.append((source.place((entry,)), file.name))
    return splice(text, changes), companions
