"""The command starts light: what a command does not need is not imported."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from chargen import registry

LARRY = Path(__file__).parent / "games" / "five_by_five" / "good" / "five-by-five-larry.yaml"
GAME_FILES = Path(__file__).parents[1] / "examples" / "games"
PROGRAM = """
import json, sys
try:
    {what}
except SystemExit as end:
    assert end.code == 0, end.code
sys.stderr.write(json.dumps(sorted(sys.modules)))
"""


@cache
def loaded(what: str) -> frozenset[str]:
    """The modules that a fresh Python has imported after ``what``."""
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(what=what)], capture_output=True, text=True, check=True, timeout=60
    )
    return frozenset(json.loads(ended.stderr))


def command(*arguments: str) -> str:
    """The command with some arguments, as a line of Python."""
    return f"from chargen.cli import main; main({list(arguments)!r})"


HELP = "cli cli.base cli.main game game.timing game.version startup startup.gc_tuning text text.names"
"""The modules that every command loads, and `chargen --help` no others."""
GAMES = """
text.diagnostic startup.entry_points game.failure text.limits
text.parts text.reader file_kind game.resources text.slips text.source fileio registry
"""
"""The modules that find games and read files."""
SCHEMA = """
page schema game.concept game.deferred schema.docstrings game.contract game.identity_cache game.ledger
page.masthead schema.model schema.parsing game.plain_data page.roll game.rule
schema.schema_error text.writing
kit kit.checks kit.ledger kit.ledger_line kit.texts kit.vocabulary
games games.five_by_five games.five_by_five.advancement games.five_by_five.character games.five_by_five.concept
games.five_by_five.creation games.five_by_five.odds games.five_by_five.rules
cli.report
"""
"""The modules that read a concept of Five by Five by its rules."""
CHECK = """
checking checking.campaign checking.causes checking.concept checking.rules checking.stated
cli.options sources sources.check_file
"""
MAY_LOAD: dict[tuple[str, ...], tuple[str, ...]] = {
    ("check", str(LARRY)): (HELP, GAMES, SCHEMA, CHECK, "cli.check cli.check.check"),
    ("--help",): (HELP,),
}
"""By command, the modules of chargen that it may load: each costs some of the time before anything happens."""
MOST_LOADED = {("show", str(LARRY)): 92, ("odds", "five-by-five", "--value", "6"): 73}
"""By command, how many it may load."""
WITHOUT = {
    "multiprocessing",
    "PIL",
    "jinja2",
    "weasyprint",
    "typst",
    "pikepdf",
    "rich",
}
"""Modules from outside that are slow to load, and that none of these commands needs."""


@pytest.mark.parametrize("arguments", [*MAY_LOAD, *MOST_LOADED], ids=" ".join)
def test_a_command_loads_only_what_it_calls(arguments: tuple[str, ...]) -> None:
    """Help needs no game, no pydantic and no YAML; a check draws nothing; odds check no character."""
    modules = loaded(command(*arguments))
    own = {module.removeprefix("chargen.") for module in modules if module.startswith("chargen.")}
    if arguments in MAY_LOAD:
        assert own <= set(" ".join(MAY_LOAD[arguments]).split())
    else:
        assert len(own) <= MOST_LOADED[arguments], own
    # rich is for what prints a table.
    assert not modules & WITHOUT - ({"rich"} if arguments in MOST_LOADED else set())
    if arguments[-1] == "--help":
        assert "pydantic" not in modules


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
    assert not {module for module in used if module.startswith("chargen.npc")}


def test_a_check_of_a_game_in_a_file_loads_nothing_that_draws_throws_or_fights(tmp_path: Path) -> None:
    """Its parts are loaded when they are used, like those of a package."""
    (tmp_path / "kai.game.yaml").write_bytes((GAME_FILES / "salt-and-signal.game.yaml").read_bytes())
    kai = tmp_path / "kai.yaml"
    with registry.beside(tmp_path):
        kai.write_text(registry.system("kai").new_concept("Kai"), encoding="utf-8")
    parts = ("page.sheet", "page.action", "game.fight", "game.npc", "gamefile.play", "gamefile.sheet", "gamefile.npc")
    assert not loaded(command("check", str(kai))) & {f"chargen.{part}" for part in parts}


def test_a_part_is_there_for_a_thread_that_comes_when_another_has_just_loaded_it() -> None:
    game = registry.system("gamocles")
    loads = type(game).__dict__["__getattr__"]
    assert loads(game, "sheet") is game.sheet is loads(game, "sheet")


def test_a_plain_sheet_loads_no_tool_of_the_print_shop(tmp_path: Path) -> None:
    modules = loaded(command("render", str(LARRY), "-o", str(tmp_path / "kai.pdf")))
    assert "weasyprint" in modules
    assert not {"pikepdf", "pypdfium2", "PIL.ImageCms.core"} & modules


def test_checking_a_file_reads_no_words_and_no_starter() -> None:
    """What only NPCs and new concepts need stays closed."""
    opened = "import sys; sys.addaudithook(lambda event, given: event == 'open' and print('OPENED', given[0]))"
    ended = subprocess.run(
        [sys.executable, "-c", f"{opened}; {command('check', str(LARRY))}"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert str(LARRY) in ended.stdout
    assert "presets" not in ended.stdout


def test_listing_the_games_names_needs_none_of_them() -> None:
    modules = loaded("from chargen import registry; assert len(registry.list_games()) >= 5")
    assert not {module for module in modules if module.startswith("chargen.games")}


@pytest.mark.parametrize("name", ["systems", "presets"])
def test_lists_load_no_game_and_no_schemas(name: str) -> None:
    """Keys, titles and credits are data."""
    used = loaded(command(name))
    assert not {module for module in used if module.startswith("chargen.games.")}
    assert not used & {"pydantic", "chargen.game.contract", "chargen.checking"}


def test_a_credit_is_that_of_the_game() -> None:
    """Though it is read without loading the game."""
    for key in registry.list_games():
        assert registry.system(key).credit == registry.describe(key)["credit"]


def test_a_page_shows_an_error_in_house_rules_without_the_language_server(tmp_path: Path) -> None:
    """On a site, the language server is only loaded after the first sheet."""
    (tmp_path / "table.yaml").write_text("rules:\n  five-by-five:\n    aspetcs: 1\n", encoding="utf-8")
    text = LARRY.read_text(encoding="utf-8") + "campaign: table.yaml\n"
    params = {"file": "kai.yaml", "text": text}
    asked = f"Studio(Path({str(tmp_path)!r})).answer('studio/sheet', {params!r})"
    modules = loaded(
        "from pathlib import Path; from chargen.studio.studio import Studio; "
        f"assert 'aspetcs' in {asked}['findings'][0]['message']"
    )
    assert "chargen.studio.studio" in modules
    assert "lsprotocol" not in modules
