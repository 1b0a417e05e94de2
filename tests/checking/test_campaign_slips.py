"""A slip in a campaign's rules is reported there, once; characters are judged by all else that could be read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import checking, registry
from chargen.checking.campaign import Campaign
from chargen.checking.concept import Checked
from chargen.file_kind import OF_CAMPAIGN
from chargen.fileio import Input
from chargen.schema.model import keys
from chargen.text.names import fold

GAMES = Path(__file__).parents[1] / "games"
LANTERNS = GAMES.parents[1] / "examples/games/lanterns.game.yaml"


def check(text: str, folder: Path) -> Checked:
    """A character of a folder with a campaign file."""
    (folder / "kai.yaml").write_text(text, encoding="utf-8")
    return checking.check_input(Input("kai.yaml", folder / "kai.yaml"))


def found(checked: Checked) -> set[tuple[str, str, tuple[str | int, ...]]]:
    return {(Path(each.file).name, each.code, each.path) for each in checked.diagnostics}


def bad_files(game: str) -> Iterator[str]:
    """The bad files of a game that leave the campaign out."""
    # A quarter of them, which is quick.
    for path in sorted((GAMES / game.replace("-", "_") / "bad").glob("*.yaml"))[::4]:
        text = path.read_text(encoding="utf-8")
        if "campaign:" not in text and text.isascii():
            yield text.rstrip("\n") + "\n"


@pytest.mark.parametrize("game", ["facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need"])
def test_a_slip_of_a_campaign_hides_nothing(game: str, tmp_path: Path) -> None:
    """Whatever is wrong with a file is told beside the slip; with no campaign file at all, no more than that is."""
    (tmp_path / "slip.yaml").write_text(f"name: C\nrules: {{{game}: {{colour: 7.5}}}}\n", encoding="utf-8")
    (tmp_path / "fine.yaml").write_text(f"name: C\nrules: {{{game}: {{}}}}\n", encoding="utf-8")
    number = 0
    for text in bad_files(game):
        alone = found(check(f"{text}campaign: fine.yaml\n", tmp_path))
        assert found(check(f"{text}campaign: slip.yaml\n", tmp_path)) - alone == {
            ("slip.yaml", "concept/unknown-key", ("rules", game, "colour"))
        }
        assert alone <= found(check(f"{text}campaign: slip.yaml\n", tmp_path)), text
        missing = found(check(f"{text}campaign: none.yaml\n", tmp_path))
        assert missing - alone == {("kai.yaml", "campaign/not-found", ("campaign",))}, text
        number += 1
    assert number > 4


FILE = """\
system: five-by-five
name: Ada
descriptors: {Law: 6, Brawl: {value: 6, exclusive: attack}, Cook: 4, Pet: {value: 2, aspect: agility}, Shy: -5}
hit_points: 2
weapons: katana
advancement: [{award: 9}, {raise: Pots, to: 4}]
waive: {code: five-by-five/values, why: older}
"""


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("", "switched-off weapons ledger-subject"),
        ("five-by-five: {aspects: true, colour: red}", "weapons ledger-subject"),
        ("five-by-five: {aspects: perhaps}", "weapons ledger-subject"),
        ("five-by-five: {aspets: true}", "weapons ledger-subject"),
        ("five-by-five: {weapons: [{name: Fork, damage_bonus: x}]}", "switched-off ledger-subject"),
        ("five-by-five: 7", "ledger-subject"),
        ("7", "ledger-subject"),
    ],
)
def test_only_what_an_unread_setting_decides_is_not_judged(rules: str, codes: str, tmp_path: Path) -> None:
    """All else is, by the settings that could be read; a waiver stays used."""
    (tmp_path / "house.yaml").write_text(f"rules: {rules if rules == '7' else f'{{{rules}}}'}\n", encoding="utf-8")
    checked = check(f"{FILE}campaign: house.yaml\n", tmp_path)
    own = [each for each in checked.diagnostics if Path(each.file).name == "kai.yaml" and each.severity != "note"]
    assert [each.code for each in own] == [f"five-by-five/{code}" for code in codes.split()]
    of_campaign = [each.code for each in checked.diagnostics if Path(each.file).name == "house.yaml"]
    assert len(of_campaign) == (2 if "Fork" in rules else bool(rules)), of_campaign


GAMOCLES = """\
traits: {grit: 2, instinct: 2, movement: 2, reason: 2, will: 2}
skills: {craft: 3, network: -1}
variations: [{name: Cold Blood, points: 1}]
"""
FACADE = """\
attributes:
  body: {strength: 6, stamina: 6, health: 6}
  action: {finesse: 3, grace: 4, agility: 5}
  mind: {reason: 3, insight: 4, perception: 4}
  persona: {poise: 4, charisma: 4, wits: 3}
  soul: {creativity: 3, luck: 3, will: 4}
skills: {Martial: {level: 4, attribute: agility}}
backgrounds: [{name: Boat, class: resources, kind: individual, points: 5}]
"""
SETTINGS = {
    ("gamocles", "trait_points", 2): "the traits add up",
    ("gamocles", "skill_points", 0): "the skills add up",
    ("gamocles", "variation_points", 0): "the variations add up",
    ("gamocles", "highest_trait", 1): "`grit`",
    ("gamocles", "lowest_skill", 0): "`network`",
    ("gamocles", "highest_skill", 2): "`craft`",
    ("facade", "attribute_points", 1): "attributes ",
    ("facade", "skill_points", 1): "skills ",
    ("facade", "background_points", 1): "backgrounds ",
}
"""What an error says that only one setting of a game makes: its words."""


@pytest.mark.parametrize(("game", "unread"), [(game, name) for game, name, _ in SETTINGS])
@pytest.mark.parametrize("at", ["campaign", "character"])
def test_a_limit_that_could_not_be_read_silences_no_other(game: str, unread: str, at: str, tmp_path: Path) -> None:
    limits = {name: "many" if name == unread else value for key, name, value in SETTINGS if key == game}
    limits |= {"extra_points": 0} if game == "facade" else {}
    (tmp_path / "house.yaml").write_text(json.dumps({"rules": {game: limits}}), encoding="utf-8")
    rules = "campaign: house.yaml" if at == "campaign" else f"rules: {json.dumps(limits)}"
    checked = check(f"system: {game}\nname: Ada\n{GAMOCLES if game == 'gamocles' else FACADE}{rules}\n", tmp_path)
    errors = " ".join(each.message for each in checked.diagnostics if each.severity == "error")
    told = {name: words in errors for (key, name, _), words in SETTINGS.items() if key == game}
    assert told == {name: name != unread for name in told}


LANTERN = """\
system: lanterns
name: Ada
traits: {Brave: 4, Clever: 4, Kind: 4, Quick: 1}
trades: [Bargee]
advancement: [{award: 2}, {raise: Brvae}, {learn: Fiddler}, {learn: Fiddler}]
campaign: house.yaml
"""


@pytest.mark.parametrize(
    ("number", "codes"),
    [
        ("{}", "traits-points trades-number raise experience learn"),
        ("{colour: 3}", "traits-points trades-number raise experience learn"),
        ("{wounds: x}", "traits-points trades-number raise experience learn"),
        ("{points: 13, price: 1, wounds: x}", "trades-number raise learn"),
        ("{points: many}", "trades-number raise experience learn"),
        ("{price: dear}", "traits-points trades-number raise learn"),
        ("7", "trades-number learn"),
    ],
)
def test_a_game_file_goes_by_the_readable_part(number: str, codes: str, tmp_path: Path) -> None:
    """Its numbers are settings like those of the other games."""
    (tmp_path / "house.yaml").write_text(f"rules: {{lanterns: {number}}}\n", encoding="utf-8")
    game = registry.read_game_file(LANTERNS).game
    assert game is not None
    with registry.standing_in(game):
        checked = check(LANTERN, tmp_path)
    assert {each.code for each in checked.diagnostics if each.code.startswith("lanterns/")} == {
        f"lanterns/{code}" for code in codes.split()
    }


def test_a_campaign_is_known_by_its_keys() -> None:
    """Whose list is kept where kinds of files are decided, before any model is loaded."""
    assert set(OF_CAMPAIGN) == {fold(key) for key in keys(Campaign)}
