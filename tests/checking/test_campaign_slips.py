"""A slip in a campaign's rules is reported there, once; characters are judged by all else that could be read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import checking, registry
from chargen.checking.concept import Checked
from chargen.fileio import Input

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


@pytest.mark.parametrize("unread", ["trait_points", "skill_points", "variation_points"])
def test_a_budget_that_could_not_be_read_silences_no_other(unread: str, tmp_path: Path) -> None:
    budgets = {"trait_points": 2, "skill_points": 1, "variation_points": 0} | {unread: "many"}
    (tmp_path / "house.yaml").write_text(json.dumps({"rules": {"gamocles": budgets}}), encoding="utf-8")
    traits = "{grit: 2, instinct: 2, movement: 2, reason: 2, will: 2}"
    rest = "skills: {craft: 3}\nvariations: [{name: Cold Blood, points: 1}]\ncampaign: house.yaml"
    checked = check(f"system: gamocles\nname: Ada\ntraits: {traits}\n{rest}\n", tmp_path)
    codes = {f"gamocles/{name.replace('_', '-')}" for name in budgets if name != unread}
    assert {each.code for each in checked.diagnostics} == codes | {"concept/wrong-type"}


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
