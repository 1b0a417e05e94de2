"""A plug-in brings roles, ready-made characters, words, names, a starter and templates of its own, as files."""

from pathlib import Path

import pytest

from chargen.npc import names
from tests.cli.running import LARRY, run
from tests.plug_ins import COPY, Install

STARTER = LARRY.replace("five-by-five", "coin").replace("name: Larry Vance", "name: Anybody  # who it is")
FILES = {
    "starters/coin.yaml": STARTER,
    "words/coin.yaml": "occupation: [Coiner]\nmanner: [with a cold]\nother: [Weighing Silver, Biting Gold]\n",
    "npcs/coin/guard.yaml": "archetype: coin\nabout: Guards the mint\nnames: mint\npins: {shield: true}\n",
    "npcs/names/mint.yaml": "everyday: true\ngiven: [Penny, Florin]\nfamily: [Groat]\n",
    "concepts/coin/miller.yaml": STARTER.replace("name: Anybody  # who it is", "name: Mill Edge"),
    "templates/coin/descriptors.html": "<p>minted {{ block.title }}</p>\n",
}
CODE = f"""{COPY}
from pathlib import Path


def sheet(character):
    return replace(S.sheet(character), system="coin")


SYSTEM = replace(S, key="coin", title="Coin", sheet=sheet, resources=Path(__file__).parent / "coin_files")
"""


@pytest.fixture
def coin(install: Install, folder: Path) -> Path:
    """A plug-in with one file of each kind; returns the folder where they lie."""
    resources = folder / "coin_files"
    for name, text in FILES.items():
        (resources / name).parent.mkdir(parents=True, exist_ok=True)
        (resources / name).write_text(text, encoding="utf-8")
    install("coin", CODE)
    return resources


IN_ERROR = "lambda name: 'system: coin\\nname: X'"


@pytest.mark.parametrize(
    ("starter", "arguments", "message"),
    [
        ("None", ["new", "coin", "Ada"], "FileNotFoundError: there is no "),
        ("None", ["render", "--blank", "coin"], "FileNotFoundError: there is no "),
        (IN_ERROR, ["render", "--blank", "coin"], "ValueError: `descriptors` is missing"),
    ],
)
def test_a_plug_in_without_a_valid_starter_is_reported_by_name(
    install: Install, starter: str, arguments: list[str], message: str
) -> None:
    """There is no concept to begin with, and no empty sheet, without one."""
    install("coin", COPY + f"SYSTEM = replace(S, key='coin', title='Coin', starter={starter})\n")
    ended = run(*arguments)
    assert ended.code == 1
    assert f"the game Coin (plug-coin 1.0) failed in its starter: {message}" in ended.err


def test_words_that_do_not_fit_are_reported_with_their_place(coin: Path) -> None:
    """The file, its line and the key, and whose game it is."""
    (coin / "words" / "coin.yaml").write_text("occupation: [Coiner]\nmaner: [with a cold]\n", encoding="utf-8")
    ended = run("batch", "coin", "-n", "1", "--seed", "x", "-o", "n")
    assert ended.code == 1
    assert "the game Coin (plug-coin 1.0) failed in its words: " in ended.err
    assert "words/coin.yaml:2: " in ended.err
    assert "`maner`" in ended.err


def test_name_lists_of_a_plug_in_stand_beside_ours(coin: Path) -> None:
    """Its archetypes may name both; where they name none, its everyday lists serve and not ours."""
    assert {"mint", "harbour"} <= set(names.list_name_lists(coin))
    assert "mint" not in names.list_name_lists()
    assert [each.given for each in names.load_everyday_lists(coin)] == [("Penny", "Florin")]
    assert len(names.load_everyday_lists(coin / "nothing")) == 5


@pytest.mark.usefixtures("coin")
def test_a_template_of_a_plug_in_draws_its_block(folder: Path) -> None:
    """On its own sheets only."""
    (folder / "coin.yaml").write_text(LARRY.replace("five-by-five", "coin"), encoding="utf-8")
    (folder / "five.yaml").write_text(LARRY.replace("Larry Vance", "Kai"), encoding="utf-8")
    assert run("render", "coin.yaml", "five.yaml", "--to", "html", "-o", "o").code == 0
    assert "<p>minted Descriptors</p>" in (folder / "o" / "larry-vance.html").read_text(encoding="utf-8")
    assert "minted" not in (folder / "o" / "kai.html").read_text(encoding="utf-8")
