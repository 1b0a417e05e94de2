"""Many sheets in one file."""

from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from chargen.page.sheet import Chart, Table
from chargen.render.press import Press
from chargen.sheets.prepared import PreparedSheet, PrintSettings
from chargen.sheets.printing import bind_parts, print_part
from tests.cli.running import SHORT, run
from tests.render import sheets
from tests.render.looking import labels, number, opened, texts
from tests.scale import QUICK

NAMES = [f"Ada {number}" for number in range(1, 6 if QUICK else 12)]


def several() -> list[PreparedSheet]:
    """Sheets of one page, and one of three: what it is on the first, odds and ledger on the others."""
    facts, *others = sheets.plain().blocks
    odds = [block for block in others if isinstance(block, (Table, Chart)) and block.reference]
    odds = [replace(block, name=f"{block.name}-{n}") for n in range(8) for block in odds]
    long = replace(sheets.BARE, blocks=(facts, *odds))
    return [PreparedSheet(replace(long if name == "Ada 2" else sheets.BARE, name=name)) for name in NAMES]


def bound(settings: PrintSettings, folder: Path) -> bytes:
    every = several()
    parts = [print_part(settings, sheet) for sheet in every]
    made = bind_parts(parts, every, settings, folder / "all.pdf")
    assert made.problems == ()
    return (folder / "all.pdf").read_bytes()


@pytest.fixture(scope="module")
def merged(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return bound(PrintSettings(), tmp_path_factory.mktemp("merged"))


def starts(file: pikepdf.Pdf) -> dict[str, int]:
    with file.open_outline() as outline:
        return {str(item.title): number(item.destination) for item in outline.root}


def test_contents_name_each_sheet_with_its_page(merged: bytes) -> None:
    """The number in the contents is the one at the foot of the sheet's first page."""
    contents, *pages = texts(merged)
    with opened(merged) as file:
        for name, index in list(starts(file).items())[1:]:
            assert f"{name} " in contents
            assert f" {labels(file)[index]}" in contents.partition(name)[2]
            assert pages[index - 1].endswith(f" · {index}")
    assert contents.endswith(" i")
    assert len(pages) == len(NAMES) + 2


def test_bookmarks_lead_to_sheets_and_their_pages(merged: bytes) -> None:
    """One for the contents, one for each character in order, and below it one for each of its pages."""
    with opened(merged) as file, file.open_outline() as outline:
        assert [str(item.title) for item in outline.root] == ["Contents", *NAMES]
        long = next(item for item in outline.root if item.title == "Ada 2")
        assert [str(item.title) for item in long.children][:2] == ["Page 1", "Page 2: For reference"]
        assert len(long.children) == 3
        pages = texts(merged)
        for item in outline.root[1:]:
            index = number(item.destination)
            assert str(item.title) in pages[index]
            assert "1 of " in pages[index]


def test_page_labels_count_the_sheets_from_one(merged: bytes) -> None:
    """The contents have Roman numbers, so that they do not move the others."""
    with opened(merged) as file:
        assert labels(file) == ["i", *map(str, range(1, len(file.pages)))]


def test_the_contents_are_links(merged: bytes) -> None:
    """Each name and each number leads to its sheet, and none out of the file."""
    with opened(merged) as file:
        links = list(file.pages[0].obj.Annots)
        assert len(links) == 2 * len(NAMES)
        targets = {number(link.Dest) for link in links}
        assert targets == set(list(starts(file).values())[1:])
        assert not any("/A" in link for link in links)


def test_every_sheet_starts_on_a_front(tmp_path: Path) -> None:
    """With two sides of paper, the backs are blank where a sheet has an odd number of pages."""
    both_sides = bound(PrintSettings(press=Press(duplex="long-edge")), tmp_path)
    with opened(both_sides) as file:
        assert all(index % 2 == 0 for index in starts(file).values())
        assert len(file.pages) == 2 * (1 + 2 + len(NAMES) - 1) - 1
        assert labels(file)[:3] == ["i", "ii", "1"]
    assert texts(both_sides).count("") == len(NAMES)


def test_merge_makes_one_file(folder: Path) -> None:
    """In the folder, or under the name that is given; the same with several workers."""
    for name in ("Ada", "Bea"):
        (folder / f"{name}.yaml").write_text(SHORT.replace("Larry Vance", name))
    ended = run("render", ".", "--merge", "--pages", "play", "-o", "out")
    assert (ended.code, ended.out, ended.err) == (0, "out/character-sheets.pdf\n", "")
    assert run("render", ".", "--merge", "--pages", "play", "-o", "party.pdf", "--jobs", "2").out == "party.pdf\n"
    assert (folder / "party.pdf").read_bytes() == (folder / "out/character-sheets.pdf").read_bytes()
    (folder / "none").mkdir()
    assert run("render", "none", "--merge", "-o", "nothing.pdf").code == 1
    assert not (folder / "nothing.pdf").exists()
