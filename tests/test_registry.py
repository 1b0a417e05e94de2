"""Games are found by entry point and loaded when named; a broken plug-in breaks nothing else."""

from collections.abc import Iterator

import pytest

from chargen import __version__, registry
from chargen.game.contract import API
from chargen.startup.entry_points import EntryPoint
from chargen.testing import check_text
from tests.cli.running import LARRY, run
from tests.plug_ins import COPY, Install

OWN = ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"]


def test_an_unknown_game_names_those_that_are_there() -> None:
    with pytest.raises(registry.UnknownGame, match="no system `five-by-fife`") as near:
        registry.system("five-by-fife")
    assert near.value.hint == "did you mean `five-by-five`?"
    with pytest.raises(registry.UnknownGame) as far:
        registry.system("chess")
    assert all(name in far.value.hint for name in OWN)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A registry of Five by Five and two plug-ins that cannot be loaded."""
    points = {
        "absent": (EntryPoint("absent", "no_such_module:SYSTEM"),),
        "five by five": (EntryPoint("five-by-five", "chargen.games.five_by_five:GAME"),),
        "strange": (EntryPoint("strange", "json:dumps"),),
    }
    registry._installed.cache_clear()
    monkeypatch.setattr(registry, "_points", lambda: points)
    yield
    registry._installed.cache_clear()


def test_a_plug_in_is_listed_with_its_package(install: Install) -> None:
    """Whose game it is, its title, and the package with its version."""
    install("coin", COPY + "SYSTEM = replace(S, key='coin', title='Coin', credit='mine')\n")
    assert "coin                 Coin. mine [plug-coin 1.0]\n" in run("systems").out
    assert f"five-by-five         Five by Five 2.5 by Jeff Moore, CC BY [chargen {__version__}]\n" in run("systems").out


def test_a_game_writes_its_own_name_on_sheet_and_card(install: Install) -> None:
    """Key, title and edition are those of the game, also where a function of another game draws them."""
    install("own", COPY + 'SYSTEM = replace(S, key="own", title="Our Own", edition="Our Own 1")\n')
    view = check_text(LARRY.replace("system: five-by-five", "system: own")).view
    assert view is not None
    sheet, card = view.sheet(), view.card()
    assert (sheet.system, sheet.system_title, sheet.foot[0]) == ("own", "Our Own", "Our Own 1")
    assert (card.system, card.system_title) == ("own", "Our Own")


def test_a_plug_in_that_exits_is_broken(install: Install) -> None:
    """SystemExit at import does not end the list of games, and is no success."""
    install("quit", "raise SystemExit(7)\n")
    listed = run("systems")
    assert "SystemExit: 7" in listed.out
    assert "roll-when-you-need" in listed.out
    (diagnostic,) = check_text("system: quit\nname: Kai\n").diagnostics
    assert diagnostic.code == "concept/broken-system"


def test_an_error_at_import_has_its_place(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """File and line of the plug-in are reported; with CHARGEN_DEBUG its author gets the traceback."""
    install("typo", "\n\nSYSTEM = undefined_name\n")
    with pytest.raises(registry.BrokenGame, match=r"NameError: .*plug_typo\.py:3\)"):
        registry.system("typo")
    assert run("explain", "typo").code == 2
    monkeypatch.setenv("CHARGEN_DEBUG", "1")
    with pytest.raises(NameError, match="undefined_name"):
        registry.system("typo")


@pytest.mark.parametrize(
    ("api", "message", "hint"),
    [
        (None, "does not say which contract with chargen it was written for", f"its author adds `api={API}`"),
        (API - 1, f"for contract {API - 1} with games, and this chargen keeps {API}", "a release of plug-coin"),
        (API + 1, f"for contract {API + 1} with games, and this chargen keeps {API}", "a release of chargen"),
    ],
)
def test_a_plug_in_for_another_contract_is_refused(install: Install, api: int | None, message: str, hint: str) -> None:
    """With both numbers, and where to look for what fits."""
    install("coin", COPY + f"SYSTEM = replace(S, key='coin', api={api})\n")
    with pytest.raises(registry.BrokenGame, match=message) as broken:
        registry.system("coin")
    assert hint in broken.value.hint


@pytest.mark.parametrize("key", ["Five_By_Five", "five-by-five"])
def test_keys_of_chargens_own_games_stay_theirs(install: Install, key: str) -> None:
    """A plug-in under one of them, in any spelling, is ignored with a warning of `systems`."""
    install("hijack", COPY + f"SYSTEM = replace(S, key={key!r}, title='Other')\n", key)
    assert registry.system("five-by-five").title == "Five by Five"
    assert check_text(LARRY).ok
    assert f"plug-hijack 1.0 brings a system `{key}`, which is chargen's own key: it is ignored" in run("systems").err


def test_two_plug_ins_of_one_key_are_both_refused(install: Install) -> None:
    for name in ("one", "two"):
        install(name, COPY + "SYSTEM = replace(S, key='twin')\n", "twin")
    with pytest.raises(registry.BrokenGame, match=r"plug-one 1\.0 and plug-two 1\.0 both bring a system `twin`"):
        registry.system("twin")


def test_a_key_that_differs_from_its_entry_point_is_refused(install: Install) -> None:
    """Otherwise its concepts would name another game than its diagnostics."""
    install("coin", COPY + "SYSTEM = replace(S, key='penny')\n")
    with pytest.raises(registry.BrokenGame, match="calls itself `penny`"):
        registry.system("coin")


OTHER_VERSIONS = {
    "a field that chargen does not have": "SYSTEM = replace(S, key='older', portrait=None)",
    "a name that chargen does not have": "from chargen.game.contract import judged_by",
    "a module that chargen does not have": "import chargen.page.novelty",
}


@pytest.mark.parametrize("version", OTHER_VERSIONS)
def test_a_plug_in_for_another_chargen_is_reported_in_words(install: Install, version: str) -> None:
    """The hint is another release of it."""
    install("older", COPY + OTHER_VERSIONS[version] + "\n")
    with pytest.raises(registry.BrokenGame) as broken:
        registry.system("older")
    assert "written for another version of chargen: look for a release of plug-older 1.0" in broken.value.hint


@pytest.mark.usefixtures("broken")
def test_a_plug_in_that_cannot_be_loaded_is_a_diagnostic_of_its_own_files() -> None:
    """A module that is missing, and an object that is no game; files of other games are fine."""
    for key, reason in (("absent", "no_such_module"), ("strange", "no Game but function")):
        (diagnostic,) = check_text(f"system: {key}\nname: Kai\n").diagnostics
        assert diagnostic.code == "concept/broken-system"
        assert reason in diagnostic.message
    assert check_text(LARRY).ok


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        *((each.split(), 0) for each in ("systems", "explain five-by-five/values", "odds --help", "presets", "--help")),
        *((each.split(), 2) for each in ("odds absent", "schema absent", "new absent -o -")),
    ],
)
def test_only_commands_for_a_broken_plug_in_are_refused(arguments: list[str], code: int) -> None:
    """With the reason; lists of all games have the others."""
    ended = run(*arguments)
    assert ended.code == code, ended.err
    assert ("no_such_module" in ended.err) if code else ended.out


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *((name, "facade") for name in ("Façade", "FACADE")),
        *((name, "five-plus") for name in ("5+", "5+ system")),
        *((name, "five-by-five") for name in ("5x5", "Five by Five", "Five_By_Five")),
        ("RWYN", "roll-when-you-need"),
        ("gamocles", "gamocles"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(name: str, key: str) -> None:
    assert registry.system(name).key == key
