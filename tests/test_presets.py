"""The ready-made characters and house rules that come with chargen are in order."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from chargen import checking, fileio, ready_made, registry
from chargen.checking.concept import Checked
from chargen.file_kind import FileKind
from chargen.game.resources import folder
from chargen.render.arrangement import is_on_reference_page
from chargen.render.paper import A4, LETTER, Paper
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.sources import check_file
from chargen.text.diagnostic import Severity
from tests import scale

PRESETS = folder("presets")


@cache
def check(preset: ready_made.Preset) -> Checked:
    return check_file.check_any(fileio.Input(preset.path.name, preset.path))


def test_a_preset_is_of_its_game() -> None:
    """It is of the game whose folder it lies in, and has a line about itself; `conforms` finds it in order."""
    for preset in ready_made.presets():
        game = check(preset).game
        assert game is not None, preset.key
        assert game.key == preset.system, preset.key
        assert all(preset.about()), preset.key


SHOWN: dict[str, tuple[Callable[[Checked], bool], ...]] = {
    "facade": (
        lambda one: getattr(one.rules, "skills", "") == "cascade",
        lambda one: getattr(one.rules, "creation", "") == "pool-buy",
        lambda one: bool(one.character.ledger),
    ),
    "five-by-five": (
        lambda one: one.points()["xp"].spent >= 40,
        lambda one: any(rated.advanced and rated.power for rated in one.character.descriptors),
    ),
    "five-plus": (
        lambda one: len(one.character.ledger) >= 8 and any(rated.finished for rated in one.character.rated),
        lambda one: bool(one.character.file.opposition) and not one.character.skills,
    ),
    "gamocles": (lambda one: bool(one.character.ledger),),
    "roll-when-you-need": (
        lambda one: bool(one.character.ledger),
        lambda one: bool(one.character.advanced.concept.moves),
    ),
}
"""By game, what some of its presets show: each way of creation, experience, cards."""


@pytest.mark.parametrize("game", registry.list_games())
def test_presets_show_what_a_game_has(game: str) -> None:
    """There are at least five of each game, and each thing is shown by one of them."""
    checked = [check(preset) for preset in ready_made.presets(game)]
    assert len(checked) >= 5
    assert [index for index, shows in enumerate(SHOWN[game]) if not any(map(shows, checked))] == []


def test_presets_have_names_of_their_own() -> None:
    names = Counter(preset.about()[0] for preset in ready_made.presets())
    assert names
    assert not [name for name, number in names.items() if number > 1]


def test_campaigns_check_clean() -> None:
    campaigns = sorted((PRESETS / "campaigns").glob("*.yaml"))
    assert campaigns
    for path in campaigns:
        checked = check_file.check_any(fileio.Input(path.name, path))
        assert checked.kind is FileKind.CAMPAIGN
        assert [found for found in checked.diagnostics if found.severity is not Severity.NOTE] == []


PAGES = {"five-by-five": 2, "roll-when-you-need": 1}
LONGEST = ("expedition-quartermaster", "embassy-fixer")
"""Presets with more gear, and longer ledgers, than others."""


SHORT = [preset for key in PAGES for preset in ready_made.presets(key) if preset.key in LONGEST or not scale.QUICK]


@pytest.mark.parametrize(
    ("preset", "paper"),
    scale.first(scale.pairs(SHORT, (A4, LETTER))),
    ids=lambda one: getattr(one, "key", None) or one.name,
)
def test_a_sheet_takes_few_pages(preset: ready_made.Preset, paper: Paper) -> None:
    """With the ledger, and charts where there is room for them; one, where no ledger asks for a second.

    On Letter, which is lower than A4, six sessions of play take the notes of one preset to a second page. With
    ``--pages all`` the odds that are on the reference page take none more.
    """
    sheet = checking.make_sheet(check(preset))
    most = 2 if (preset.key, paper) == ("embassy-fixer", LETTER) else PAGES[preset.system]
    assert pdf(sheet, paper=paper, press=Press(pages="all")).pages <= most
    usual = pdf(sheet, paper=paper)
    assert usual.pages <= most
    assert usual.pages == 1 or usual.overflow or not is_on_reference_page(sheet)
