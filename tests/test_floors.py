"""The layers of docs/architecture.md: a module imports only from layers below. Proved by reading every import."""

import ast
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("facade", "five_by_five", "five_plus", "gamocles", "roll_when_you_need")
LAYERS = (
    ("dice", "startup"),
    ("text",),
    ("file_kind",),
    ("schema", "page", "fileio"),
    ("game", "language"),
    ("kit", "render"),
    ("gamefile",),
    ("games",),
    ("registry", "worker_pool"),
    ("checking", "ready_made"),
    ("sheets", "experience"),
    ("npc",),
    ("sources",),
    ("exports", "testing"),
    ("batch", "fights", "lsp"),
    ("api", "studio"),
    ("site",),
    ("cli",),
    ("__main__",),
)
"""The packages from the lowest up: none imports another of its own layer, or of one above."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of chargen by its dotted name, parsed."""
    found = {}
    for path in sorted((ROOT / "chargen").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


@cache
def imports(name: str) -> frozenset[str]:
    """Every module that a module imports: at its top, later, or only for a type."""
    found = set()
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{name}: imports are absolute"
            within = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in modules() else node.module for full in within}
    return frozenset(found)


def package(name: str) -> str:
    """The package that a module of chargen is in; "" for chargen itself and for modules of others."""
    first, _, rest = name.partition(".")
    return rest.partition(".")[0] if first == "chargen" else ""


def test_every_package_has_a_layer() -> None:
    named = [package for layer in LAYERS for package in layer]
    assert sorted(named) == sorted({package(name) for name in modules()} - {""})


def test_a_package_imports_only_from_layers_below() -> None:
    """And the lowest but one, the dice, nothing that has to be installed."""
    height = {package: number for number, layer in enumerate(LAYERS) for package in layer}
    pairs = [(name, other) for name in modules() for other in imports(name) if package(name) and package(other)]
    assert len(pairs) > 1_000
    between = [(name, other) for name, other in pairs if package(name) != package(other)]
    assert not [pair for pair in between if height[package(pair[1])] >= height[package(pair[0])]]
    outside = {other.partition(".")[0] for name in modules() if package(name) == "dice" for other in imports(name)}
    assert outside - {"chargen"} <= sys.stdlib_module_names


def test_no_imports_are_circular() -> None:
    waiting = {name: imports(name).intersection(modules()) - {name} for name in modules()}
    while free := [name for name, needed in waiting.items() if not needed]:
        waiting = {name: needed.difference(free) for name, needed in waiting.items() if name not in free}
    assert not waiting


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_neither_another_game_nor_a_printer(game: str) -> None:
    """Only text, schema, page, game, dice, the kit, the parts of game files, and itself."""
    own = f"chargen.games.{game}"
    for name in modules():
        if name == own or name.startswith(f"{own}."):
            others = {other for other in imports(name) if package(other) in ("games", "render")}
            assert all(other == own or other.startswith(f"{own}.") for other in others), name


@pytest.mark.parametrize(
    ("libraries", "user"),
    [
        ({"click"}, "cli"),
        ({"jinja2", "weasyprint", "markupsafe", "uharfbuzz", "fontTools", "PIL", "pikepdf", "pypdfium2"}, "render"),
    ],
)
def test_one_package_alone_knows_a_library(libraries: set[str], user: str) -> None:
    """Click belongs to the command line; what prints, to the printers."""
    assert {package(name) for name in modules() if libraries & {one.partition(".")[0] for one in imports(name)}} == {
        user
    }


def test_only_the_command_line_prints() -> None:
    """No module below it calls print, or writes to the standard streams."""
    for name, tree in modules().items():
        if package(name) != "cli":
            for node in ast.walk(tree):
                prints = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
                streams = isinstance(node, ast.Attribute) and node.attr in ("stdout", "stderr")
                assert not prints, name
                assert not streams or ast.unparse(node) not in ("sys.stdout", "sys.stderr"), name


def test_games_are_found_by_their_entry_points_alone() -> None:
    """pyproject.toml has one for each; outside of games/, neither an import nor a text names a game's module."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = project["entry-points"]["chargen.systems"]
    assert points == {game.replace("_", "-"): f"chargen.games.{game}:GAME" for game in GAMES}
    assert {name.split(".")[2] for name in modules() if name.startswith("chargen.games.")} == set(GAMES)
    for name, tree in modules().items():
        if package(name) != "games":
            assert not [other for other in imports(name) if package(other) == "games"], name
            texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            named = [game for game in GAMES for text in texts if isinstance(text, str) and f"games.{game}" in text]
            assert not named, name
