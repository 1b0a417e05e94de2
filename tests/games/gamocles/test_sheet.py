"""The content of the page: the matrix at the player's target number, and the tables behind it."""

from fractions import Fraction
from pathlib import Path

import pytest

from chargen import checking
from chargen.core.parsing import parse
from chargen.core.roll import percent
from chargen.core.sheet import Label, Prose, Sheet, Table, Track
from chargen.fileio import Input
from chargen.games.gamocles import odds, scores
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.pool import check, pool
from chargen.games.gamocles.rules import Rules
from chargen.testing import check_text

FOLDER = Path(__file__).parent / "good"


def drawn(name: str) -> Sheet:
    """The sheet of a good file."""
    return checking.make_sheet(checking.check_input(Input(name, FOLDER / f"{name}.yaml")))


def table(sheet: Sheet, name: str) -> Table:
    """A table of the sheet."""
    block = sheet.block(name)
    assert isinstance(block, Table)
    return block


def test_the_matrix_is_ten_by_five() -> None:
    """Skills down, traits across; a cell has the pool, its chance against TN 15, and how dark it is drawn."""
    matrix = table(drawn("gamocles-nalac"), "matrix")
    assert [column.heading for column in matrix.columns[1:]] == [
        "Grit",
        "Instinct",
        "Movement",
        "Reason",
        "Will",
    ]
    assert len(matrix.rows) == 1 + 10
    assert matrix.rows[1][0] == Label("Arcane −1")
    chance = odds.success(pool(check(2, 3)), 15)
    roll = "5d10, keep the best 2, and reach 15"
    assert matrix.rows[3][2] == Label("5k2", f"{percent(chance)}\u202f%", heat=chance, help=roll)
    assert "TN 15" in matrix.title


def test_the_player_picks_the_target_number() -> None:
    """`rules: {sheet_tn: 20}` moves the matrix."""
    matrix = table(drawn("campaign"), "matrix")
    assert "TN 20" in matrix.title
    cell = matrix.rows[3][1]
    assert isinstance(cell, Label)
    assert (cell.text, cell.heat) == ("5k2", odds.success(pool(check(2, 3)), 20))


def test_what_is_not_rolled_says_so() -> None:
    """A check without dice shows 0, one of less than none shows fumble, and neither is warm."""
    cells = [cell for row in table(drawn("poor-pools"), "matrix").rows for cell in row[1:]]
    assert Label("fumble", "", heat=Fraction(0)) in cells
    assert Label("0", "", heat=Fraction(0)) in cells


def test_every_pool_has_its_row_of_odds() -> None:
    """Each distinct pool of the matrix and of the further pools, against TN 5 to 40, in one line."""
    sheet = drawn("nalac-the-elder")
    shown = {cell.text for row in table(sheet, "matrix").rows[1:] for cell in row[1:] if isinstance(cell, Label)}
    tables = table(sheet, "tables")
    assert {row[0] for row in tables.rows} == shown | {"10k10+16"}
    assert [column.heading for column in tables.columns[4:-2]] == [f"TN {target}" for target in range(5, 45, 5)]


def test_wounds_are_lines_unless_the_table_counts_them() -> None:
    """The chapter on combat is not in the text."""
    assert isinstance(drawn("bare").block("wounds"), Prose)
    track = drawn("wounds").block("wounds")
    assert isinstance(track, Track)
    assert [box.filled for box in track.boxes] == [True] * 3 + [False] * 5


def test_the_foot_says_that_there_is_no_budget() -> None:
    """Nothing that the text leaves open is called legal."""
    assert any("no creation budget" in line for line in drawn("bare").foot)
    assert not any("no creation budget" in line for line in drawn("budgets-met").foot)


MANY = """\
system: gamocles
name: Of All Trades
traits: {grit: 5, instinct: 2, movement: 3, reason: 1, will: 4}
skills: {arcane: -1, combat: 3, defence: 5, history: 1, language: 2, network: 4, tactics: -2}
"""


def test_opposed_checks_hold_the_best_pool_and_say_who_is_left_out() -> None:
    """With more pools than the table holds, the best is first, and the sheet says that the rest are missing."""
    sheet = checking.make_sheet(check_text(MANY))
    every = [row[0] for row in table(sheet, "tables").rows]
    opposed = table(sheet, "opposed")
    assert len(every) > len(opposed.rows) == 8
    assert opposed.rows[0][0] == every[0] == "10k5"
    assert opposed.caption.endswith(f"Of {len(every)} pools, the best and the most used.")


def test_opposed_checks_that_are_all_there_say_nothing_of_others() -> None:
    """Where every pool fits, no word is lost on it."""
    sheet = drawn("bare")
    assert len(table(sheet, "opposed").rows) == len(table(sheet, "tables").rows)
    assert table(sheet, "opposed").caption.endswith("Second wins ties.")


@pytest.mark.parametrize(
    ("setting", "low", "high"),
    [
        ("trait_points", 0, 999),
        ("skill_points", -999, 999),
        ("variation_points", -999, 999),
        ("highest_trait", -99, 99),
        ("lowest_skill", -99, 99),
        ("highest_skill", -99, 99),
        ("sheet_tn", 1, 200),
    ],
)
def test_a_table_sets_numbers_within_bounds(setting: str, low: int, high: int) -> None:
    """The least and the greatest number of a setting are allowed, and the next ones are not (house defaults)."""
    for number in (low, high):
        assert Rules.model_validate({setting: number})
    for number in (low - 1, high + 1):
        with pytest.raises(ValueError, match=setting):
            Rules.model_validate({setting: number})


def test_what_is_not_listed_counts_as_0() -> None:
    """Traits, which are an error then, and skills; a negative trait counts as 0 too, unless the table waives that."""
    concept = parse(Concept, {"name": "Kai", "traits": {"grit": 2, "will": -1}, "skills": {"combat": 1}}).value
    assert concept is not None
    assert scores.traits(concept, Rules()) == {"Grit": 2, "Instinct": 0, "Movement": 0, "Reason": 0, "Will": 0}
    assert sum(scores.skills(concept).values()) == scores.skills(concept)["Combat"] == 1
    assert scores.traits(concept, Rules().waiving(scores.BELOW_ZERO))["Will"] == -1
