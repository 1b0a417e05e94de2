"""`chargen new`: a complete, commented, legal file to start from: a character, or what a GM needs."""

import re
from collections.abc import Mapping
from pathlib import Path

import click

from chargen import fileio, ready_made, registry
from chargen.cli import options, report
from chargen.cli.look_up import schema
from chargen.file_kind import GAME_FILE, FileKind, find_kind
from chargen.game.contract import AnyGame
from chargen.game.npc import Infeasible
from chargen.game.resources import PRESETS, folder
from chargen.npc import seeds, starters
from chargen.sources.check_file import check_any
from chargen.text.names import fold, instead, listing, slug
from chargen.text.reader import CONTROL
from chargen.text.source import load
from chargen.text.writing import quoted, splice

STARTER = PRESETS / "games" / f"starter{GAME_FILE}"
SCHEMAS = ".chargen"  # The folder beside a new file that holds the schema for editors
EXAMPLE = "lanterns"  # The package that a new one is a copy of, and the name that is replaced in it
_TITLE = re.compile(r"[^\W_][\w '&!?,.:()+–—-]*")
_MODULE = re.compile(r"[a-z][a-z0-9-]*")  # A key that is the name of a module, with underscores for its hyphens
_COPIED = (".py", ".toml", ".yaml", ".md")


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
@click.argument("system", required=False, metavar="SYSTEM", **options.GAMES)
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="Where to write it; - for standard output.  [default: the name]")
@click.option(
    "--preset",
    metavar="P",
    shell_complete=options.completed(
        lambda ctx: [preset.key for preset in ready_made.presets(getattr(ctx.params.get("system"), "key", None))]
    ),
    help="Start from a ready-made character (see `chargen presets`).",
)
@click.option("--random", is_flag=True, help="Create a random legal character.")
@click.option(
    "--seed", type=options.parse_text, metavar="TEXT", help="With --random: the same seed gives the same one."
)
@click.option("--archetype", is_flag=True, help="A kind of NPCs, for `chargen batch`.")
@click.option(
    "--role",
    metavar="ROLE",
    shell_complete=options.completed(options.list_roles),
    help="Of --random or --archetype: a role of the game.",
)
@click.option("--campaign", is_flag=True, help="House rules for a whole table.")
@click.option("--spreadsheet", is_flag=True, help="A table with a row for each NPC, for `chargen batch`.")
@click.option("--game", "title", type=options.parse_text, metavar="TITLE", help="A game of your own, in one file.")
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
) -> None:
    """Write a complete, commented, legal file to start from: a character, unless an option says otherwise.

    It never overwrites a file, unless --force is given. Beside it, in .chargen/, goes the
    JSON Schema that lets editors complete its keys.
    """
    if title is not None:
        if system is not None or seed is not None or role is not None or any(kinds.values()):
            raise click.UsageError("--game takes a title, and goes with --package, --output and --force only")
        _write_game(title, output, package=package, force=force)
        return
    if package:
        raise click.UsageError("--package is for --game")
    if system is None:
        games = listing(registry.list_games(), "or")
        raise click.UsageError(f"name a game: {games}. To build a character in your browser: chargen studio")
    wanted = [kind for kind, value in kinds.items() if value]
    if len(wanted) > 1:
        raise click.UsageError(f"{listing(f'--{kind}' for kind in wanted)} do not go together: one file is written")
    kind = "".join(wanted)
    if name is not None and not name.strip():
        raise click.BadParameter("a character needs a name", param_hint="NAME")
    # The name is put into YAML and into the name of the file.
    if name is not None and (CONTROL.search(name) or "\n" in name):
        raise click.BadParameter("a name is one line without control characters", param_hint="NAME")
    if seed is not None and kind != "random":
        raise click.UsageError("--seed is for --random")
    if role is not None and kind not in ("random", "archetype"):
        raise click.UsageError("--role is for --random and for --archetype")
    companions: Mapping[str, Path] = {}
    try:
        with options.usage_errors():  # a game without NPCs has no archetype
            match kind:
                case "archetype":
                    text = starters.write_archetype(system, name)
                    if role is not None:
                        path = options.role_file(system.key, role)
                        text, name = starters.retitle_role(path.read_text(encoding="utf-8"), name), name or path.stem
                case "campaign":
                    text = starters.write_campaign(system, name)
                case "spreadsheet":
                    text = starters.write_spreadsheet(system)
                case "random":
                    if role is not None:
                        options.role_file(system.key, role)
                    text = starters.write_character(system, seed or seeds.make_seed(), role or "", name)
                case "preset":
                    text, companions = _from_preset(system, str(kinds["preset"]), name)
                case _:
                    text = system.new_concept(name)
    except Infeasible as exc:
        report.say(report.format_diagnostics(exc.diagnostics, exc.sources))
        return
    if output == fileio.STANDARD_INPUT:
        click.echo(text, nl=False)
        return

    # The file, its schema and the files that it names. A random character or a preset has a name of its own.
    data = load("the new file", text.encode()).data if kind != "spreadsheet" else {"name": "npcs"}
    stem = name or data.get("title" if kind == "archetype" else "name") or kind
    usual = fileio.file_name(slug(stem), ".csv" if kind == "spreadsheet" else ".yaml")
    path = Path(output or usual)
    path = path / usual if path.is_dir() else path

    schema_file = ""
    if kind not in ("campaign", "spreadsheet"):
        schema_file = f"{SCHEMAS}/{system.key}{'.archetype' * (kind == 'archetype')}.schema.json"
        text = f"# yaml-language-server: $schema={schema_file}\n{text}"
    report.write_files({path: text.encode()}, force=force, verb="wrote ")
    if schema_file:
        schema_text = schema.format_schema(system, archetype=kind == "archetype")
        fileio.write_file(path.parent / schema_file, schema_text.encode())
    for what, file in companions.items():
        beside = path.parent / file.name
        # House rules and portraits may be shared by several characters, and edited since.
        if not beside.exists():
            fileio.write_file(beside, file.read_bytes())
            click.echo(f"wrote {report.one_line(beside)} (its {what})")

    shown = report.one_line(f'"{path}"' if " " in str(path) else path)
    following = {
        "archetype": f"chargen check {shown}    and then: chargen batch {shown} -n 12",
        "campaign": f"chargen check {shown}    and then a line in the characters' files: campaign: {shown}",
        "spreadsheet": f"chargen batch {shown}",
    }
    click.echo("next: " + following.get(kind, f"chargen check {shown}    and then: chargen render {shown}"))


def _from_preset(game: AnyGame, key: str, name: str | None) -> tuple[str, dict[str, Path]]:
    """Return the text of a preset under a new name, and the files that it names, by what they are."""
    presets = {preset.key: preset for preset in ready_made.presets(game.key)}
    if key not in presets:
        hint = instead(key, presets, "there are none for this game")
        raise click.BadParameter(f"there is no preset `{key}` for {game.key}; {hint}", param_hint="--preset")
    path = presets[key].path
    checked = check_any(fileio.Input(str(path), path))
    if not checked.ok:
        report.refuse(checked)
    source, text = checked.source, checked.source.text
    changes = [(source.place(("name",)), quoted(name))] if name is not None else []
    companions = {}
    for entry, what in (("campaign", "house rules"), ("portrait", "portrait")):
        if named := source.data.get(entry):
            companions[what] = path.parent / named
            changes.append((source.place((entry,)), companions[what].name))
    return splice(text, changes), companions


def _write_game(title: str, output: str | None, *, package: bool, force: bool) -> None:
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
    report.write_files(files, force=force, verb="wrote ")
    if not package:
        fileio.write_file(first.parent / SCHEMAS / "game.schema.json", schema.format_schema(schema.GAME).encode())
    following = f"pip install -e {first}" if package else f"chargen check {first}"
    click.echo(f"next: {following}    and then: chargen new {key} Kai")
