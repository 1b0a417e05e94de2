"""The house has floors: a module imports only from floors below. Proved by reading every import."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "chargen"
GAMES = ("facade", "five_by_five", "five_plus", "gamocles", "roll_when_you_need")
FLOORS = (
    ("quick_dataclass",),
    ("dice",),
    ("core",),
    ("kit", "render"),
    ("games", "gamefile"),
    ("fileio", "gc_tuning"),
    ("registry", "worker_pool"),
    ("checking", "ready_made"),
    ("sheets", "experience"),
    ("npc",),
    ("exports", "testing"),
    ("batch", "fights", "lsp"),
    ("api", "studio"),
    ("site",),
    ("cli",),
    ("__main__",),
)
"""The rooms of the package from the ground up: none imports another of its own floor, or of one above."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its dotted name, parsed."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def _imports(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: imports are written out, not relative"
            assert node.module is not None
            within = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (full if full in modules() else node.module for full in within)


@cache
def imports(name: str) -> frozenset[str]:
    """Every module that a module imports, at its top or later."""
    return frozenset(_imports(name, modules()[name]))


def own_imports(name: str) -> frozenset[str]:
    """The modules of this package that a module imports."""
    return frozenset(module for module in imports(name) if module == "chargen" or module.startswith("chargen."))


def below(*parts: str) -> list[str]:
    """The modules of a room; asserts that there are some."""
    start = ".".join(("chargen", *parts))
    found = [name for name in modules() if name == start or name.startswith(start + ".")]
    assert found, f"there is nothing in {start} to look at"
    return found


def within(name: str, *rooms: str) -> bool:
    """Whether a module lies in one of some rooms."""
    return any(name == f"chargen.{room}" or name.startswith(f"chargen.{room}.") for room in rooms)


def test_there_are_modules_to_read() -> None:
    """The walk finds every floor, and imports between them."""
    assert len(modules()) > 40
    for room in ("core", "dice", "render", "cli", *(f"games.{game}" for game in GAMES)):
        assert below(room)
    assert "chargen.core.diagnostic" in own_imports("chargen.core.source")
    assert sum(len(own_imports(name)) for name in modules()) > 100


def test_imports_lead_to_modules_that_exist() -> None:
    """An import within the package names one of its modules."""
    wrong = [
        f"{name} imports {module}" for name in modules() for module in own_imports(name) if module not in modules()
    ]
    assert not wrong


def test_dice_need_nothing_but_python() -> None:
    """Dice import no package that has to be installed."""
    import sys

    outside = {module.partition(".")[0] for name in below("dice") for module in imports(name)} - {"chargen"}
    assert outside
    assert outside <= sys.stdlib_module_names


@pytest.mark.parametrize("game", GAMES)
def test_a_room_knows_the_ground_floor_and_itself(game: str) -> None:
    """A game imports core, dice, the kit and its own room: no other game, and nothing above."""
    wrong = [
        f"{name} imports {module}"
        for name in below("games", game)
        for module in own_imports(name)
        if not within(module, "quick_dataclass", "core", "dice", "kit", f"games.{game}")
    ]
    assert not wrong


def test_every_room_is_known_to_these_tests() -> None:
    """No game is forgotten here."""
    found = {name.split(".")[2] for name in below("games") if name.count(".") >= 2}
    assert found == set(GAMES)


def test_the_printers_see_sheets_and_never_games() -> None:
    """Render imports core and itself, and no word in it names a game's module."""
    wrong = [
        f"{name} imports {module}"
        for name in below("render")
        for module in own_imports(name)
        if not within(module, "quick_dataclass", "core", "render")
    ]
    assert not wrong


def _room(name: str) -> str:
    """The room that a module lies in; of the package itself, nothing."""
    return name.split(".")[1] if "." in name else ""


def test_every_room_has_its_floor() -> None:
    """No room is forgotten in the order, and none in it is gone."""
    named = [room for floor in FLOORS for room in floor]
    assert len(named) == len(set(named))
    assert {_room(name) for name in modules()} - {""} == set(named)


def test_every_floor_looks_down_only() -> None:
    """A room imports itself, and rooms on floors below; wherever the import stands, and if only for a type."""
    height = {room: number for number, floor in enumerate(FLOORS) for room in floor}
    wrong = [
        f"{name} imports {other}"
        for name in modules()
        for other in own_imports(name)
        if _room(name) and _room(other) and _room(name) != _room(other) and height[_room(other)] >= height[_room(name)]
    ]
    assert not wrong


def test_no_imports_go_in_a_circle() -> None:
    """No module needs itself by way of others: not within a room, not late, and not for a type either."""
    waiting = {name: own_imports(name) - {name} for name in modules()}
    while free := [name for name, needed in waiting.items() if not needed]:
        waiting = {name: needed.difference(free) for name, needed in waiting.items() if name not in free}
    assert not waiting


def test_nothing_but_the_command_itself_imports_the_command() -> None:
    """The command line is the roof: no one below imports it."""
    outside = [name for name in modules() if not within(name, "cli") and name != "chargen.__main__"]
    assert len(outside) > 30
    assert not [name for name in outside for module in imports(name) if within(module, "cli")]


def test_only_the_command_knows_click() -> None:
    """Click is imported in cli alone, and there in nearly every module."""
    users = [name for name in modules() if any(module.partition(".")[0] == "click" for module in imports(name))]
    assert len(users) > 10
    assert all(within(name, "cli") for name in users)


def test_only_the_printers_know_weasyprint_and_jinja() -> None:
    """Jinja2, WeasyPrint and what they bring are imported in render alone."""
    printers = {"jinja2", "weasyprint", "markupsafe", "uharfbuzz", "fontTools", "PIL", "pikepdf", "pypdfium2"}
    users = [name for name in modules() if {module.partition(".")[0] for module in imports(name)} & printers]
    assert users
    assert all(within(name, "render") for name in users)


def test_no_one_below_the_command_prints() -> None:
    """No module below cli calls print, or writes to the standard streams."""
    wrong = []
    looked = 0
    for name, tree in modules().items():
        if within(name, "cli"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                looked += 1
                if isinstance(node.func, ast.Name) and node.func.id == "print":
                    wrong.append(f"{name}:{node.lineno}")
            elif isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout", "sys.stderr"):
                wrong.append(f"{name}:{node.lineno}")
    assert looked > 500
    assert not wrong


def test_nothing_outside_the_rooms_names_a_game() -> None:
    """Neither an import nor a text outside games/ says where a game's module lies: games come by entry points."""
    outside = {name: tree for name, tree in modules().items() if not within(name, "games")}
    assert len(outside) > 30
    wrong = []
    for name, tree in outside.items():
        wrong += [f"{name} imports {module}" for module in imports(name) if within(module, "games")]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                wrong += [
                    f"{name}:{node.lineno} names {game}"
                    for game in GAMES
                    if f"games.{game}" in node.value or ("_" in game and game in node.value)
                ]
    assert not wrong


def test_every_game_enters_by_the_entry_points() -> None:
    """pyproject.toml has an entry point for each room, under the key of its system."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    points = project["entry-points"]["chargen.systems"]
    assert points == {game.replace("_", "-"): f"chargen.games.{game}:GAME" for game in GAMES}
