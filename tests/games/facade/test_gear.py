"""Armour and what the sheet says of it, of running, of feats and of blows: the text's numbers, and nothing invented."""

from dataclasses import replace
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from chargen.games.facade import GAME, tables
from chargen.games.facade.question import Options, reply
from chargen.games.facade.rules import Rules
from tests.games.facade.concepts import make_average


def test_the_table_of_materials_is_the_printed_one() -> None:
    """Fifteen rows of part 3; cloth alone turns nothing into Bruising, and Kevlar turns 16 against bullets."""
    rows = {
        material.name: (material.bruising, material.crushing, material.deadly, material.reduction)
        for material in tables.MATERIALS
    }
    assert len(rows) == 15
    assert rows["Boiled Hide"] == (4, 2, 2, 4)
    assert [name for name, row in rows.items() if row[3] is None] == ["Thick Cloth"]
    assert [material.name for material in tables.MATERIALS if "16" in material.remark] == ["Kevlar"]


def make_reference_page(**rules: Any) -> dict[str, Any]:
    """The blocks of the reference page by their names."""
    assert GAME.reference_page is not None
    return {block.name: block for block in GAME.reference_page(Rules(**rules)) if block is not None}


def how_to_roll(**rules: Any) -> dict[str, str]:
    """Return how to roll, as the reference page has it, by heading."""
    return dict(make_reference_page(**rules)["in-full"].items)


def test_sure_follows_the_rules() -> None:
    """A trait of 15 exceeds 12 by 3 and 8 by 7."""
    tree = {"Martial": {"level": 4, "attribute": "agility", "Swords": {"level": 4, "Rapier": 4}}}

    def sure(checked: Checked) -> tuple[Any, Any]:
        block: Any = checking.make_sheet(checked).block("skills")
        place = [column.heading for column in block.columns].index("Sure")
        return block.rows[0][0], block.rows[0][place]

    assert sure(make_average(skills=tree)) == ("15", "12/8")
    assert (
        "a trait 3 above the difficulty needs no roll: it is a minimal success, and a minor one from 7"
        in how_to_roll()["Sure"]
    )


def test_a_punch_is_pulled_only_so_far() -> None:
    """From level 6 on the table has no blow below Full; simple combat trades a better blow for a location."""
    assert "from level 6 none is less than Full" in make_reference_page()["success-levels"].caption
    assert GAME.card is not None
    simple = Rules(combat="simple")
    back = " ".join(text for _, text in GAME.card(replace(make_average().character, rules=simple)).back)
    assert "traded for a location" in back
    how: Any = next(e for e in checking.make_sheet(make_average(rules={"combat": "simple"})).blocks if e.name == "how")
    assert any("traded for a location" in text for _, text in how.items)
    assert "traded for a location" in how_to_roll(combat="simple")["Attack"]


def test_stunts_do_not_help_who_rolls_nothing() -> None:
    """The text does not say it, and the answer says that it is a house default."""
    answer = reply(Options(trait=0, difficulty=3, stunts=2), Rules())
    assert answer.odds["success"] == 0
    assert "not even stunt dice: house default" in answer.title
