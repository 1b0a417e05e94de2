"""Spreadsheets: saved by any program, each cell pins a value, and a bad one is reported by row and column."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chargen import registry
from chargen.exports import table
from chargen.npc.generation import make_npc
from chargen.sources.csv_reader import read_records
from chargen.sources.source_parser import SourceParser
from chargen.sources.spreadsheet import Spreadsheet, parse_spreadsheet, read_spreadsheet
from tests.npc.archetypes import order, read

TEXT = "name,hit_points,shield\nAda Net,4,true\nBo Oar,2,\n"


def sheet(text: str | bytes) -> Spreadsheet:
    """Read a spreadsheet of Five by Five with this content."""
    return parse_spreadsheet("people.csv", text.encode() if isinstance(text, str) else text, read("five-by-five"))


def pins(text: str | bytes) -> list[dict[str, Any]]:
    """What each row of a spreadsheet settles; nothing is wrong with it."""
    found = sheet(text)
    assert found.diagnostics == ()
    return [dict(row.pins) for row in found.rows]


PINNED = [{"name": "Ada Net", "hit_points": 4, "shield": True}, {"name": "Bo Oar", "hit_points": 2}]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.removesuffix("\n").encode(),
        TEXT.replace(",", ";").encode(),
        TEXT.replace(",", "\t").encode(),
        TEXT.replace(",", "\t").replace("Ada Net", '"Ada Net"').encode(),
        ("sep=;\r\n" + TEXT.replace(",", ";")).encode(),
        TEXT.replace("Ada Net", '"Ada Net"').encode(),
        TEXT.replace("Ada Net", '  "Ada Net" ').replace("4,", " 4 ,").encode(),
        TEXT.replace("\nBo", "\n,,\n\n   \nBo").encode(),
        TEXT.replace("hit_points", "Hit Points").replace("true", "TRUE").encode(),
    ],
)
def test_a_spreadsheet_reads_alike_from_any_program(content: bytes) -> None:
    """Encodings and their marks, line ends, delimiters, quotes, blanks, blank rows, and the spelling of headings."""
    assert pins(content) == PINNED


def test_an_old_encoding_is_read_with_a_note() -> None:
    """What is not UTF-8 is taken for Windows-1252, and stripped to be."""
    found = sheet("name\nZoë\n".encode("cp1252"))
    assert [(str(diagnostic.severity), diagnostic.code) for diagnostic in found.diagnostics] == [
        ("note", "spreadsheet/encoding")
    ]
    assert found.rows[0].pins == {"name": "Zoë"}
    assert found.rows[0].diagnostics == ()


@given(st.lists(st.lists(st.text(st.sampled_from('ab" ,;\n\r\t'), max_size=6), min_size=2, max_size=4), min_size=1))
def test_cells_are_those_that_python_reads(rows: list[list[str]]) -> None:
    """What Python's csv module writes reads as it was, but for blanks around a text and rows without any."""
    written = io.StringIO(newline="")
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([["name", "notes"], *rows])
    found = [[cell.text for cell in record.cells] for record in read_records(written.getvalue())]
    stripped = [[text.strip() for text in row] for row in rows]
    assert found == [["name", "notes"], *(row for row in stripped if any(row))]


def test_a_column_with_a_sharp_or_no_heading_is_no_ones_pin() -> None:
    """A heading that starts with # is for the GM's own notes."""
    assert pins("name,# seen,\nAda,twice,\n") == [{"name": "Ada"}]


@pytest.mark.parametrize("game", [game.key for game in registry.games()])
def test_a_table_of_a_batch_reads_back(game: str) -> None:
    """Each value of a concept; what chargen computes beside them, such as chances, is left out."""
    guards = SourceParser(3, "back").characters((f"{game}/guard",))
    rows = [table.to_row(guard.source.data, guard.stats(), guard.actions()) for guard in guards]
    columns = ["number", "seed", *table.order_columns(column for row in rows for column in row)]
    lines: list[list[table.Value]] = [[*columns], *([row.get(key, "") for key in columns] for row in rows)]
    text = b"".join(map(table.to_csv, lines))
    role = read(game, "guard")
    found = parse_spreadsheet("people.csv", text, role)
    assert found.diagnostics == ()
    for guard, row in zip(guards, found.rows, strict=True):
        alone = {key: [value] if isinstance(guard.source.data[key], list) and isinstance(value, str) else value
                 for key, value in row.pins.items()}  # fmt: skip
        assert alone == guard.source.data


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    """One that is not there, and a folder."""
    missing = read_spreadsheet(tmp_path / "people.csv", "people.csv", read("five-by-five"))
    assert [diagnostic.code for diagnostic in missing.diagnostics] == ["file/not-found"]
    assert [diagnostic.code for diagnostic in read_spreadsheet(tmp_path, "x", read("five-by-five")).diagnostics] == [
        "file/unreadable"
    ]


def test_a_row_may_have_a_role_of_its_own() -> None:
    """Its pins go over that role's, and it is seeded as the role is."""
    found = sheet("name,role,hit_points\nAda,Guard,\nBo,,2\n")
    rows = found.rows
    ada, bo = (make_npc(order(read("five-by-five")), number, row) for number, row in enumerate(rows, 1))
    assert ada.seed == "five-by-five/guard/docks/1"
    assert bo.seed == "five-by-five//docks/2"
    assert (ada.name, bo.name) == ("Ada", "Bo")


def test_a_row_leaves_all_that_it_does_not_pin_as_it_would_be() -> None:
    """What an archetype draws is drawn for a row as for any NPC; the row's pins go over it."""
    guard = read("five-by-five", "guard")
    rows = parse_spreadsheet("people.csv", b"name,equipment\nAda,Rope;Dice\n", guard).rows
    ada, other = make_npc(order(guard), 1, rows[0]), make_npc(order(guard), 1)
    assert ada.concept["equipment"] == ["Rope", "Dice"]
    assert {**ada.concept, "name": "", "equipment": []} == {**other.concept, "name": "", "equipment": []}


@pytest.mark.parametrize("broken", ["#REF!", "#NAME?", "#DIV/0!", "#N/A", "#ÜBERLAUF!", "#¡VALOR!", "#NV", "Err:502"])
def test_a_broken_formula_is_no_name(broken: str) -> None:
    found = sheet(f"name,hit_points\n{broken},4\n#Ref the Dog,4\n")
    assert [(each.code, each.line) for each in found.diagnostics] == [("spreadsheet/broken-formula", 2)]
    assert [row.pins.get("name") for row in found.rows] == [None, "#Ref the Dog"]
