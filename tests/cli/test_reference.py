"""The reference page that all sheets of a game share: by itself, and behind the sheets of a merged file."""

from dataclasses import replace
from pathlib import Path

from chargen import registry
from tests.cli.running import run
from tests.render.looking import labels, opened, texts

INES = Path(__file__).parent.parent / "games/roll_when_you_need/good/roll-when-you-need-ines.yaml"
TEN = "name: Ten\nrules: {roll-when-you-need: {die: 10}}\n"


def leaves(path: str) -> int:
    """Return how many pages of a file have the table of the reference page."""
    return sum(
        "Giving up successes" in text.replace("Giving up successes lowers", "")
        for text in texts(Path(path).read_bytes())
    )


def test_a_game_without_a_reference_page_says_so(folder: Path) -> None:
    """That is wrong usage, as with anything that a game does not have."""
    game = replace(registry.system("five-plus"), reference_page=None)
    with registry.standing_in(game):
        ended = run("reference", "five-plus")
    assert ended.code == 2
    assert "5+ system has no reference page" in ended.err
    assert not Path("output").exists()


def test_a_merged_file_has_it_once_for_each_set_of_rules(folder: Path) -> None:
    """Behind the sheets, with a name for each; that one is shared is shown in `test_render`."""
    text = INES.read_text()
    (folder / "ines.yaml").write_text(text)
    (folder / "rosa.yaml").write_text(text.replace("name: Ines", "campaign: ten.yaml\nname: Rosa", 1))
    (folder / "ten.yaml").write_text(TEN)
    assert run("render", "ines.yaml", "rosa.yaml", "--merge", "-o", "two.pdf").code == 0
    assert leaves("two.pdf") == 2
    file = opened(Path("two.pdf").read_bytes())
    with file.open_outline() as outline:
        assert [str(item.title) for item in outline.root][-2:] == ["Reference: Roll When You Need"] * 2
    assert labels(file)[-2:] == ["3", "4"]
