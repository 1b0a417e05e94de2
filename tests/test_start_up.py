"""The command starts light: what a command does not need is not imported."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chargen import registry

LARRY = Path(__file__).parent / "games" / "five_by_five" / "good" / "five-by-five-larry.yaml"
PROGRAM = """
import json, sys
try:
    {what}
except SystemExit as end:
    assert end.code == 0, end.code
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


def loaded(what: str) -> set[str]:
    """The modules that a fresh Python has imported after ``what``."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(what=what)], capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(ended.stderr))


def command(*arguments: str) -> str:
    """The command with some arguments, as a line of Python."""
    return f"from chargen.cli import main; main({list(arguments)!r})"


@pytest.fixture(scope="module")
def checking() -> set[str]:
    """What checking a Five by Five file imports."""
    return loaded(command("check", str(LARRY)))


def test_checking_a_file_loads_no_printer(checking: set[str]) -> None:
    """`chargen check FILE` reads YAML and shapes, and imports neither Jinja2, nor WeasyPrint, nor what uses them."""
    assert {"yaml", "pydantic", "chargen.checking.concept"} <= checking
    heavy = {"jinja2", "weasyprint", "uharfbuzz", "fontTools", "PIL", "rich"}
    assert not {module for module in checking if module.partition(".")[0] in heavy}
    assert not checking & {"chargen.render.page", "chargen.render.pdf"}


def test_checking_a_file_loads_its_own_game_only(checking: set[str]) -> None:
    """Only the room of the game that the file names is opened."""
    rooms = {module.split(".")[2] for module in checking if module.startswith("chargen.games.")}
    assert rooms == {"five_by_five"}


@pytest.mark.parametrize(
    "what",
    [
        command("check", str(LARRY)),
        command("render", str(LARRY), "--to", "html", "-o", "-"),
        f"import chargen; assert chargen.check({str(LARRY)!r}).ok",
    ],
)
def test_a_character_does_without_the_archetype_language(what: str, tmp_path: Path) -> None:
    """Checking and printing a character imports neither archetypes, nor draws, nor what makes NPCs."""
    used = loaded(what.replace("'-'", repr(str(tmp_path))))
    light = {"check_file", "roles", "seeds", "sources"}
    assert {module.split(".")[2] for module in used if module.startswith("chargen.npc.")} <= light


def test_checking_a_file_reads_no_words_and_no_starter() -> None:
    """What only NPCs and new concepts need stays closed."""
    opened = "import sys; sys.addaudithook(lambda event, told: event == 'open' and print('OPENED', told[0]))"
    ended = subprocess.run(
        [sys.executable, "-c", f"{opened}; {command('check', str(LARRY))}"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert str(LARRY) in ended.stdout
    assert "presets" not in ended.stdout


def test_checking_a_file_loads_no_witness_and_no_other_command(checking: set[str]) -> None:
    """What only tests need stays away, and so do the modules of other commands."""
    assert not checking & {"icepool", "hypothesis", "pytest", "_pytest"}
    commands = {module for module in checking if module.startswith("chargen.cli.")}
    assert "chargen.cli.check" in commands
    assert not commands & {
        f"chargen.cli.{command}" for command in ("new", "render", "odds", "explain", "doctor", "schema")
    }


def test_the_command_by_itself_loads_no_command() -> None:
    """Importing `chargen.cli` loads no command's module, no game, and no YAML."""
    modules = loaded("import chargen.cli")
    assert "chargen.cli.main" in modules
    assert {module for module in modules if module.startswith("chargen.cli.")} == {
        "chargen.cli.base",
        "chargen.cli.main",
    }
    assert not {module for module in modules if module.startswith(("chargen.games", "chargen.render"))}
    assert not modules & {"yaml", "pydantic", "jinja2", "weasyprint"}


def test_help_loads_no_command() -> None:
    """`chargen --help` lists every command without importing one."""
    modules = loaded(command("--help"))
    assert {module for module in modules if module.startswith("chargen.cli.")} == {
        "chargen.cli.base",
        "chargen.cli.main",
    }


def test_listing_the_games_names_needs_none_of_them() -> None:
    """The registry knows the names of all games before any is opened."""
    modules = loaded("from chargen import registry; assert len(registry.list_games()) >= 5")
    assert not {module for module in modules if module.startswith("chargen.games")}


@pytest.mark.parametrize("name", ["systems", "presets"])
def test_lists_load_no_game_and_no_schemas(name: str) -> None:
    """Keys, titles and credits are data."""
    used = loaded(command(name))
    assert not {module for module in used if module.startswith("chargen.games.")}
    assert not used & {"pydantic", "chargen.core.game", "chargen.checking"}


def test_a_credit_is_that_of_the_game() -> None:
    """Though it is read without loading the game."""
    for key in registry.list_games():
        assert registry.system(key).credit in registry.credit(key)
