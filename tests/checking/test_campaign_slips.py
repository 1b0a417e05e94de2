"""A slip in a campaign's rules is reported there, once; characters are judged by all else that could be read.

`campaigns.yaml` has characters with their campaigns. After an intended change write what is reported of them again with
`python -m tests.checking.test_campaign_slips`, and read the difference as a player would.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chargen import fileio, registry
from chargen.checking.campaign import Campaign
from chargen.checking.concept import Checked
from chargen.file_kind import OF_CAMPAIGN
from chargen.fileio import Input
from chargen.schema.model import keys
from chargen.sources import check_file
from chargen.text.names import fold
from tests.approved import Case, as_parameters, line_of, write_cases

GAMES = Path(__file__).parents[1] / "games"
LANTERNS = GAMES.parents[1] / "examples/games/lanterns.game.yaml"
CASES = Path(__file__).with_name("campaigns.yaml")


def check(text: str, folder: Path) -> Checked:
    """A character of a folder with a campaign file."""
    (folder / "kai.yaml").write_text(text, encoding="utf-8")
    return check_file.check_any(Input("kai.yaml", folder / "kai.yaml"))


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


def explain(files: dict[str, str]) -> Case:
    """Return files with what is reported of the first of them, a character beside its campaign."""
    game = registry.read_game_file(LANTERNS).game
    assert game is not None
    here = {Path(name).absolute(): text for name, text in files.items()}
    with registry.standing_in(game), fileio.kept({str(path): text.encode() for path, text in here.items()}):
        found = check_file.check_any(Input("kai.yaml", next(iter(here)))).diagnostics
    return {"files": files, "reported": [f"{Path(each.file).name}:{line_of(each)}" for each in found]}


@pytest.mark.parametrize("case", as_parameters(CASES))
def test_what_can_be_read_of_a_campaign_is_in_force(case: Case) -> None:
    assert explain(case["files"]) == case


def test_a_campaign_is_known_by_its_keys() -> None:
    """Whose list is kept where kinds of files are decided, before any model is loaded."""
    assert set(OF_CAMPAIGN) == {fold(key) for key in keys(Campaign)}


if __name__ == "__main__":
    write_cases(CASES, "files", explain)
