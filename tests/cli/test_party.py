"""`chargen party`: characters of a game side by side, the best marked, weak spots named, tracks to tick."""

from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from chargen import ready_made
from chargen.checking import check_input
from chargen.experience import party
from chargen.fileio import Input
from chargen.page.action import by_need
from chargen.page.roll import in_percent
from chargen.page.sheet import Prose, Table, Track
from tests.cli.running import run


def presets(game: str, number: int) -> list[Path]:
    return sorted(preset.path for preset in ready_made.presets(game))[:number]


def test_the_party_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page, as wide as the terminal: each game has its own table, in which the best is named."""
    for columns in (80, 60):
        monkeypatch.setenv("COLUMNS", str(columns))
        ended = run("party", *presets("five-by-five", 4), *presets("facade", 2), "--to", "text")
        assert ended.code == 0
        assert max(map(len, ended.out.splitlines())) <= columns
        text = " ".join(ended.out.split())
        assert "83 % best" in text
        assert "No one above 40 % at: Untrained (31 %)" in text
        assert "Façade, chances at difficulty 11" in ended.out


@pytest.mark.parametrize("game", ["five-by-five", "facade", "gamocles", "five-plus", "roll-when-you-need"])
def test_the_page_of_every_game(game: str) -> None:
    """A row for each character, the best marked where they differ, and weak spots no better than the limit."""
    checks = [check_input(Input(str(path), path)) for path in presets(game, 3)]
    (group,) = party.groups(checks)
    assert len(group.members) == 3
    for roll, differing in group.rolls.items():
        best = [member for member in group.members if member.chances.get(roll) == differing.best > differing.worst]
        assert len(best) < 3
    table = next(block for block in party.make_party_page([group]).blocks if isinstance(block, Table))
    assert len(table.rows) == 3
    for column in table.columns[1:]:
        assert column.width > max(map(len, column.heading.split()))


@pytest.mark.parametrize("game", ["five-by-five", "facade", "gamocles", "five-plus", "roll-when-you-need"])
def test_a_character_has_what_its_card_has(game: str) -> None:
    """Boxes are those of the card with its marks; the first attack and defence are there with chance and harm."""
    for path in presets(game, 3):
        checked = check_input(Input(str(path), path))
        assert checked.view is not None
        card, page = checked.view.card(), party.make_party_page(party.groups([checked]))
        boxes = [box for block in page.blocks if isinstance(block, Track) for box in block.boxes]
        assert [box.filled for box in boxes] == [n < track.filled for track in card.tracks for n in range(track.boxes)]
        items = next(b.items for b in page.blocks if isinstance(b, Prose) and b.name.startswith("actions"))
        needed, _ = by_need(checked.view.actions())
        for action, (name, text) in zip(needed, items, strict=False):
            assert (name, action.result in text) == (f"{in_percent(action.chance)} {action.name}", True)
        assert card.concept in next(block.caption for block in page.blocks if isinstance(block, Track))


def test_what_is_lost_is_marked(tmp_path: Path) -> None:
    """Nine hit points left of fourteen are five boxes marked, as on the sheet, and not nine."""
    (path,) = presets("five-by-five", 1)
    hurt = tmp_path / "hurt.yaml"
    hurt.write_text(path.read_text(encoding="utf-8") + "\nstate: {hit_points: 9}\n", encoding="utf-8")
    blocks = party.make_party_page(party.groups([check_input(Input(str(hurt), hurt))])).blocks
    assert sum(box.filled for block in blocks if isinstance(block, Track) for box in block.boxes) == 14 - 9


def test_no_one_rolls_a_bare_attribute() -> None:
    """Perception and Will are against what they are rolled for by themselves; categories have no chance."""
    (group,) = party.groups([check_input(Input(str(path), path)) for path in presets("facade", 4)])
    assert [column.heading for column in group.rolls.values()] == [
        "Attack Action 9", "Defence Action 9", "Perception difficulty 5", "Will difficulty 5",
    ]  # fmt: skip


def test_a_large_party_is_laid_out_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which bounds the memory it takes; each part marks the best of the complete party, and one file has all."""
    monkeypatch.setattr(party, "PART", 2)
    checks = [check_input(Input(str(path), path)) for path in presets("gamocles", 3)]
    groups = party.groups(checks)
    parts = party.split_page(groups)
    assert [part.name for part in parts] == ["Gamocles 1 to 2", "Gamocles 3 to 3"]
    rows = [row for part in parts for block in part.blocks if isinstance(block, Table) for row in block.rows]
    (table,) = [block for block in party.make_party_page(groups).blocks if isinstance(block, Table)]
    assert tuple(rows) == table.rows
    assert run("party", *presets("gamocles", 3), "-o", tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["party.html", "party.pdf"]
    file = PdfDocument(tmp_path / "party.pdf")
    text = " ".join(page.get_textpage().get_text_bounded() for page in file)
    assert all(text.count(checked.name) >= 2 for checked in checks if checked.name)
