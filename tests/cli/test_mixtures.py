"""One deck of many sources, and the same words wherever people are named."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from chargen.ready_made import presets
from tests.cli.running import run

BOSS = "archetype: five-by-five\ntitle: The boss\npins: {name: The Boss, hit_points: 6}\n"
CREW = "name,role\nAda Net,guard\nBo Oar,smuggler\n"
MIXED = ["five-by-five/guard*4", "five-by-five/watch-captain", "boss.yaml", "crew.csv", "mine/"]


@pytest.fixture(autouse=True)
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a folder with an archetype, a spreadsheet, and two characters in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boss.yaml").write_text(BOSS)
    (tmp_path / "crew.csv").write_text(CREW)
    (tmp_path / "mine").mkdir()
    for preset in presets("five-by-five")[:2]:
        shutil.copy(preset.path, tmp_path / "mine")
    return tmp_path


def made(*words: str) -> list[dict[str, str]]:
    """Return the manifest's lines of all NPCs of a batch."""
    ended = run("batch", *words, "--seed", "docks", "-o", "deck", "--force", "--to", "jsonl", "-q")
    assert (ended.code, ended.err) == (0, "")
    return [json.loads(line) for line in Path("deck/manifest.jsonl").read_text().splitlines()[1:]]


def seeds(*words: str) -> list[tuple[str, str]]:
    made(*words)
    lines = map(json.loads, Path("deck/people.jsonl").read_text().splitlines())
    return [(line["seed"], json.dumps(line["concept"])) for line in lines]


def test_npcs_are_the_same_in_any_deck() -> None:
    """Four guards alone, behind others, by one process or two, and one of them only."""
    alone = seeds("five-by-five", "--role", "guard", "-n", "4")
    assert seeds("five-by-five/guard*4") == alone
    behind = ["five-by-five/smuggler*3", *MIXED]
    assert seeds(*behind)[3:7] == alone
    assert seeds(*behind, "--jobs", "1")[3:7] == alone
    assert seeds(*behind, "--only", "5") == alone[1:2]


def concepts(*words: str) -> list[dict[str, Any]]:
    made(*words, "--detail", "full")
    return [json.loads(line)["concept"] for line in Path("deck/people.jsonl").read_text().splitlines()]


def test_no_npc_has_a_twin_in_a_deck() -> None:
    """The first row of a spreadsheet of guards reads as no guard of the same seed does, nor as that of another one."""
    Path("others.csv").write_text(CREW)
    people = concepts("five-by-five/guard*4", "crew.csv", "others.csv")
    lines = [(person["concept"], person["look"]) for person in people]
    assert all(lines.count(line) == 1 for line in lines)


def test_a_table_of_several_games_is_read_back_in_its_order() -> None:
    """What `--to csv` writes of several games makes NPCs of the same games again; only a misspelt game is reported."""
    mixed = ["five-by-five/guard", "facade/guard", "gamocles/guard", "five-plus/guard", "roll-when-you-need/guard"]
    assert run("batch", *mixed, "--seed", "docks", "-o", "first", "--to", "csv", "-q").code == 0
    for words in (["first/people.csv"], ["--people", "first/people.csv"]):
        assert [one["seed"] for one in made(*words)] == [
            f"{source.partition('/')[0]}//docks/people/{number}" for number, source in enumerate(mixed, 1)
        ]
    one_game = run(
        "batch", "facade", "--people", "first/people.csv", "-o", "facade", "--to", "jsonl", "--seed", "docks"
    )
    assert one_game.err.count("error[") == one_game.err.count("makes the NPCs of all games in it") == 4
    assert "unknown-column" not in one_game.err
    table = Path("first/people.csv")
    table.write_text(table.read_text().replace(",gamocles,", ",gamoclse,"))
    ended = run("batch", "first/people.csv", "-o", "bad", "--to", "jsonl", "--seed", "docks", "-q")
    assert ended.err.count("error[") == 1
    assert "there is no system `gamoclse`" in ended.err
    assert len(Path("bad/manifest.jsonl").read_text().splitlines()) == len(mixed)
