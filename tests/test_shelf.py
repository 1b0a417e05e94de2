"""The shelf: games by entry point, loaded when named; a plug-in that is broken breaks nothing else."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from chargen import shelf
from chargen.testing import check_text
from tests.cli.running import LARRY, run

OWN = ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"]


def test_our_own_games_are_on_the_shelf() -> None:
    """Five of them, sorted."""
    assert [name for name in shelf.names() if name in OWN] == OWN


def test_a_game_is_found_in_any_spelling() -> None:
    """Case, hyphens, blanks and underscores do not matter."""
    assert shelf.system("Five_By_Five") is shelf.system("five by five") is shelf.system("five-by-five")


def test_an_unknown_game_names_those_that_are_there() -> None:
    """With the one that was meant, if any."""
    with pytest.raises(shelf.UnknownSystem, match="no system `five-by-fife`") as near:
        shelf.system("five-by-fife")
    assert near.value.hint == "did you mean `five-by-five`?"
    with pytest.raises(shelf.UnknownSystem) as far:
        shelf.system("chess")
    assert all(name in far.value.hint for name in OWN)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A shelf on which stand Five by Five and two plug-ins that cannot be loaded."""
    points = {
        "absent": EntryPoint("absent", "no_such_module:SYSTEM", shelf.GROUP),
        "five-by-five": EntryPoint("five-by-five", "chargen.systems.five_by_five:SYSTEM", shelf.GROUP),
        "strange": EntryPoint("strange", "json:dumps", shelf.GROUP),
    }
    shelf.system.cache_clear()
    monkeypatch.setattr(shelf, "_points", lambda: points)
    yield
    shelf.system.cache_clear()


@pytest.mark.usefixtures("broken")
def test_a_broken_plug_in_says_what_it_ran_into() -> None:
    """A module that is missing, and an object that is no game."""
    with pytest.raises(shelf.BrokenSystem, match="no_such_module"):
        shelf.system("absent")
    with pytest.raises(shelf.BrokenSystem, match="no System but function"):
        shelf.system("strange")


@pytest.mark.usefixtures("broken")
def test_a_concept_of_a_broken_plug_in_is_a_finding() -> None:
    """Its file is reported; other games' files are not touched by it."""
    (finding,) = check_text("system: absent\nname: Kai\n").diagnostics
    assert finding.code == "concept/broken-system"
    assert check_text(LARRY).ok


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    "arguments", [["systems"], ["explain", "five-by-five/values"], ["odds", "--help"], ["presets"], ["--help"]]
)
def test_lists_survive_a_broken_plug_in(arguments: list[str]) -> None:
    """What speaks of all games speaks of the others all the same."""
    ended = run(*arguments)
    assert ended.code == 0, ended.err
    assert ended.out


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("arguments", [["odds", "absent"], ["schema", "absent"], ["new", "absent", "-o", "-"]])
def test_a_command_for_a_broken_plug_in_is_refused(arguments: list[str]) -> None:
    """A line that says why."""
    ended = run(*arguments)
    assert ended.code == 2
    assert "no_such_module" in ended.err
