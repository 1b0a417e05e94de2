"""`chargen new`: a complete, commented, legal file to start from: a character, or what a GM needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from chargen import fileio, ready_made, registry
from chargen.cli import options, report
from chargen.cli.base import FAULT, OK
from chargen.cli.look_up import schema
from chargen.game.contract import AnyGame
from chargen.npc import generation, seeds, starters
from chargen.text.names import instead, listing, slug
from chargen.text.reader import CONTROL
from chargen.text.source import load
from chargen.text.writing import quoted, splice

SCHEMAS = ".chargen"  # The folder beside a new file that holds the schema for editors
COMPANIONS = {"campaign": "house rules", "portrait": "portrait"}
"""The keys of a preset that name files, and the contents of these."""
CAMPAIGN, SPREADSHEET = "campaign", "npcs"  # The names of files without a character


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """A file to start from."""

    text: str
    stem: str  # The name of the file where the command line gives none
    suffix: str = ".yaml"
    schema: str = ""  # The part of the schema's file name after the game's key
    schema_text: str = ""  # That schema; empty where there is none
    companions: Sequence[tuple[str, Path]] = ()  # The files that it names, with their contents in a word
    next: str = "chargen check {0}    and then: chargen render {0}"


@click.command(
    "new",
    epilog="""\b
Examples:
  chargen new five-by-five "Kai Brenner"
  chargen new five-by-five --preset bridge-warden -o warden.yaml
  chargen new facade --random --seed docks            a random character; --role guard for one of a role
  chargen new gamocles --archetype --role guard       a role of the game, to build on
  chargen new five-plus --campaign                    house rules for a table
  chargen new five-by-five --spreadsheet -o crew.csv  a row for each NPC
  chargen new --game "My Game"                        a game of your own, in one file""",
)
@click.argument("system", type=options.SystemName(), required=False, metavar="SYSTEM")
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - for standard output.  [default: the name]")
@click.option(
    "--preset",
    type=options.PresetName(),
    metavar="P",
    help="Start from a ready-made character (see `chargen presets`).",
)
@click.option("--random", is_flag=True, help="Create a random legal character.")
@click.option("--seed", type=options.Text(), metavar="TEXT", help="With --random: the same seed gives the same one.")
@click.option("--archetype", is_flag=True, help="A kind of NPCs, for `chargen batch`.")
@click.option("--role", type=options.RoleName(), metavar="ROLE", help="Of --random or --archetype: a role of the game.")
@click.option("--campaign", is_flag=True, help="House rules for a whole table.")
@click.option("--spreadsheet", is_flag=True, help="A table with a row for each NPC, for `chargen batch`.")
@click.option("--game", "title", type=options.Text(), metavar="TITLE", help="A game of your own, in one file.")
@click.option("--package", is_flag=True, help="With --game: a Python package instead of a file.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
def command(
    system: AnyGame | None,
    name: str | None,
    output: str | None,
    force: bool,
    seed: str | None,
    role: str | None,
    title: str | None,
    package: bool,
    **kinds: str | bool | None,
) -> int:
    """Write a complete, commented, legal file to start from: a character, unless an option says otherwise.

    It never overwrites a file, unless --force is given. Beside it, in .chargen/, goes the
    JSON Schema that lets editors complete its keys.
    """
    if title is not None:
        if system is not None or seed is not None or role is not None or any(kinds.values()):
            raise click.UsageError("--game takes a title, and goes with --package, --output and --force only")
        from chargen.cli.write import new_game  # imported here: few write a game

        return new_game.write(title, output, package=package, force=force)
    if package:
        raise click.UsageError("--package is for --game")
    if system is None:
        games = listing(registry.list_games(), "or")
        raise click.UsageError(f"name a game: {games}. To build a character in your browser: chargen studio")
    kind = _find_kind([kind for kind, value in kinds.items() if value], name, seed, role)
    if role is not None:
        options.role_file(system.key, role)
    try:
        starter = _starter(system, name, kind, str(kinds.get("preset") or ""), seed, role, output)
    except ValueError as exc:
        raise click.UsageError(str(exc)) from exc
    except generation.NpcRejected as exc:
        click.echo(report.format_diagnostics(exc.diagnostics, exc.sources), err=True)
        return FAULT
    return _written(starter, system, output, force=force)


def _find_kind(wanted: Sequence[str], name: str | None, seed: str | None, role: str | None) -> str:
    """Return the kind of file that options ask for, empty for a character; raise a usage error where they disagree."""
    if name is not None and not name.strip():
        raise click.BadParameter("a character needs a name", param_hint="NAME")
    # The name is put into YAML and into the name of the file.
    if name is not None and (CONTROL.search(name) or "\n" in name):
        raise click.BadParameter("a name is one line without control characters", param_hint="NAME")
    if len(wanted) > 1:
        raise click.UsageError(f"{listing(f'--{kind}' for kind in wanted)} do not go together: one file is written")
    kind = wanted[0] if wanted else ""
    if seed is not None and kind != "random":
        raise click.UsageError("--seed is for --random")
    if role is not None and kind not in ("random", "archetype"):
        raise click.UsageError("--role is for --random and for --archetype")
    return kind


def _starter(
    game: AnyGame, name: str | None, kind: str, preset: str, seed: str | None, role: str | None, output: str | None
) -> Starter:
    """Return the file to write. Raises ValueError for a game without NPCs, and NpcRejected without a legal one."""
    if kind == "archetype":
        path = options.role_file(game.key, role) if role else None
        if path is not None:
            text = starters.retitle_role(path.read_text(encoding="utf-8"), name)
        else:
            text = starters.write_archetype(game, name)
        return Starter(
            text=text,
            stem=name or (path.stem if path else str(load("", text.encode()).data["title"])),
            schema=".archetype",
            schema_text=schema.archetype_text(game),
            next="chargen check {0}    and then: chargen batch {0} -n 12",
        )
    if kind == "campaign":
        text = starters.write_campaign(game, name)
        following = "chargen check {0}    and then a line in the characters' files: campaign: {0}"
        return Starter(text=text, stem=name or CAMPAIGN, next=following)
    if kind == "spreadsheet":
        text = starters.write_spreadsheet(game)
        return Starter(text=text, stem=name or SPREADSHEET, suffix=".csv", next="chargen batch {0}")
    companions: list[tuple[str, Path]] = []
    if kind == "random":
        text = starters.write_character(game, seed or seeds.make_seed(), role or "", name)
    elif kind == "preset":
        text, companions = _from_preset(game, preset, name)
    else:
        text = game.new_concept(name)
    # From the text and not from the argument: a random character or a preset has a name of its own.
    who = str(load("the new concept", text.encode()).data["name"])
    return Starter(text=text, stem=who, schema_text=schema.format_schema(game), companions=companions)


def _written(starter: Starter, game: AnyGame, output: str | None, *, force: bool) -> int:
    if output == fileio.STANDARD_INPUT:
        click.echo(starter.text, nl=False)
        return OK
    usual = fileio.file_name(slug(starter.stem), starter.suffix)
    path = Path(output or usual)
    path = path / usual if path.is_dir() else path
    schema_path = path.parent / SCHEMAS / f"{game.key}{starter.schema}.schema.json"
    modeline = f"# yaml-language-server: $schema={SCHEMAS}/{schema_path.name}\n" if starter.schema_text else ""
    try:
        fileio.write_file(path, (modeline + starter.text).encode(), replace=force)
    except FileExistsError:
        click.echo(f"{report.one_line(path)} already exists; use --force to overwrite it", err=True)
        return FAULT
    if starter.schema_text:
        fileio.write_file(schema_path, starter.schema_text.encode())
    for what, file in starter.companions:
        beside = path.parent / file.name
        # House rules and portraits may be shared by several characters, and edited since.
        if not beside.exists():
            fileio.write_file(beside, file.read_bytes())
            click.echo(f"wrote {report.one_line(beside)} (its {what})")
    click.echo(f"wrote {report.one_line(path)}")
    shown = f'"{path}"' if " " in str(path) else str(path)
    click.echo(f"next: {starter.next.format(report.one_line(shown))}")
    return OK


def _from_preset(game: AnyGame, key: str, name: str | None) -> tuple[str, list[tuple[str, Path]]]:
    """Return the text of a preset under a new name, and the files that it names: house rules, portrait."""
    presets = {preset.key: preset for preset in ready_made.presets(game.key)}
    if key not in presets:
        hint = instead(key, presets, "there are none for this game")
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
