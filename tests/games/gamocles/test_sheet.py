"""The tables of a Gamocles sheet, the outcomes of its checks, and what counts where nothing is listed."""

from pathlib import Path

from chargen import checking
from chargen.fileio import Input
from chargen.games.gamocles import odds, scores
from chargen.games.gamocles.concept import Concept
from chargen.games.gamocles.pool import Kind, Pool
from chargen.games.gamocles.rules import Rules
from chargen.page.sheet import Label, Sheet, Table
from chargen.schema.parsing import parse
from chargen.testing import check_text

ELDER = Path(__file__).parent / "good/nalac-the-elder.yaml"
MANY = """\
system: gamocles
name: Of All Trades
traits: {grit: 5, instinct: 2, movement: 3, reason: 1, will: 4}
skills: {arcane: -1, combat: 3, defence: 5, history: 1, language: 2, network: 4, tactics: -2}
"""


def table(sheet: Sheet, name: str) -> Table:
    block = sheet.block(name)
    assert isinstance(block, Table)
    return block


def test_every_pool_has_its_row_of_odds() -> None:
    """Each pool of the matrix and of the further pools once."""
    sheet = checking.make_sheet(checking.check_input(Input(ELDER.name, ELDER)))
    shown = {cell.text for row in table(sheet, "matrix").rows[1:] for cell in row[1:] if isinstance(cell, Label)}
    assert {row[0] for row in table(sheet, "tables").rows} == shown | {"10k10+16"}


def test_opposed_checks_hold_the_best_pool_and_say_who_is_left_out() -> None:
    sheet = checking.make_sheet(check_text(MANY))
    every = [row[0] for row in table(sheet, "tables").rows]
    opposed = table(sheet, "opposed")
    assert len(every) > len(opposed.rows) == 8
    assert opposed.rows[0][0] == every[0] == "10k5"
    assert opposed.caption.endswith(f"Of {len(every)} pools, the best and the most used.")


def test_the_outcomes_of_a_check_exclude_each_other() -> None:
    """A critical is no plain success, a fumble no plain failure; the chance adds up both successes."""
    outcomes, pool = check_text(MANY).actions()[0].outcomes, Pool(Kind.DICE, 8, 5)
    assert outcomes["critical"] == odds.critical(pool, 15)
    assert outcomes["fumble"] == odds.fumble(pool, 15)
    assert outcomes["critical"] + outcomes["success"] == odds.success(pool, 15)
    assert sum(outcomes.values()) == 1


def test_what_is_not_listed_counts_as_0() -> None:
    """Traits, which are an error then, and skills; a negative trait counts as 0 too, unless the table waives that."""
    concept = parse(Concept, {"name": "Kai", "traits": {"grit": 2, "will": -1}, "skills": {"combat": 1}}).value
    assert concept is not None
    assert scores.traits(concept, Rules()) == {"Grit": 2, "Instinct": 0, "Movement": 0, "Reason": 0, "Will": 0}
    assert sum(scores.skills(concept).values()) == scores.skills(concept)["Combat"] == 1
    assert scores.traits(concept, Rules().waiving(scores.BELOW_ZERO))["Will"] == -1
