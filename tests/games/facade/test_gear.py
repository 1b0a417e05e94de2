"""Armour and what the sheet says of it, of running, of feats and of blows: the text's numbers, and nothing invented."""

from dataclasses import replace
from typing import Any

import pytest

from chargen import checking
from chargen.checking.concept import Checked
from chargen.games.facade import GAME, tables
from chargen.games.facade.question import Options, reply
from chargen.games.facade.rules import Rules
from tests.games.facade.concepts import codes, make_average, messages


def hint(checked: Checked, code: str) -> str:
    """The hint of the first finding of a code."""
    return next(diagnostic.hint for diagnostic in checked.diagnostics if diagnostic.code == f"facade/{code}")


@pytest.mark.parametrize("material", tables.MATERIALS, ids=lambda row: row.name)
def test_a_piece_takes_its_ratings_from_its_material(material: tables.Material) -> None:
    """All fifteen rows, by any spelling of their names."""
    checked = make_average(
        armor=[{"name": "Coat", "material": material.name.upper().replace(" ", "-"), "covers": ["torso"]}]
    )
    assert codes(checked) == []
    assert checked.stats()["armor"] == [
        {
            "armor": "Coat",
            "protects": f"{material.bruising}B/{material.crushing}C/{material.deadly}D",
            "reduction": material.reduction,
            "covers": "torso",
        }
    ]


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


def test_a_material_is_no_armour_by_itself() -> None:
    """The diagnostic says how to make a piece of it."""
    assert "material: Light Chain" in hint(make_average(armor=["light chain"]), "armor")


def test_a_weapon_of_no_table_is_shown_how_it_becomes_ones_own() -> None:
    """The hint is a line to take over, by the name that was written."""
    strange = make_average(weapons=["zzyzx quux"])
    assert codes(strange) == ["weapons"]
    assert hint(strange, "weapons") == "give it a damage: {name: zzyzx quux, damage: 2D, strength: 2, reach: Med.}"


@pytest.mark.parametrize("name", ["comp bow", "Comp. Bow", "comp-bow"])
def test_full_stops_do_not_matter_in_names(name: str) -> None:
    """Nor do commas: the shield's parts may stand in any order."""
    armor = ["footb helmet", "small shield", "shield small"]
    assert codes(make_average(weapons=[name], armor=armor)) == []


def test_full_plate_is_not_listed_as_corrected() -> None:
    """It is printed in two ways, and the row of worn armour counts; of Thick Metal it stops 5D without a word."""
    foot = " ".join(checking.make_sheet(make_average(armor=["Full Plate"])).foot)
    assert "Printed in two ways: Full Plate stops 4D" in foot
    assert "Corrected" not in foot
    of_metal = make_average(armor=[{"name": "Full Plate", "material": "thick metal"}])
    assert of_metal.stats()["armor"][0]["protects"] == "6B/3C/5D"
    assert of_metal.stats()["armor"][0]["covers"] == "torso/legs/arms/head"
    assert "Full Plate" not in " ".join(checking.make_sheet(of_metal).foot)


def test_a_misprint_brought_back_is_not_listed_as_corrected() -> None:
    """Exponential Medium 10 costs 55; as printed 35."""
    house = {"name": "H", "class": "status", "kind": "exponential", "cost": "medium", "level": 10}
    right, printed = (
        make_average(backgrounds=[house], rules={"as_printed": as_printed}) for as_printed in (False, True)
    )
    assert right.character.corrections == (
        "Corrected: exponential Medium 10 costs 55 BP; the 35 printed is a misprint",
    )
    assert printed.character.corrections == ("As printed: exponential Medium 10 costs 35 BP",)


def test_what_has_to_be_reached_is_action_as_worn() -> None:
    """Full Plate takes 2 off Agility: passive defence and the initiative in armour are 7; initiative stays 9."""
    stats = make_average(armor=["Full Plate"]).stats()
    assert (stats["initiative"], stats["initiative_in_armor"], stats["passive_defense"]) == (9, 7, 7)


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


def test_heavy_weapons_are_explained_where_there_are_some() -> None:
    """What its Strength costs is below the name of a weapon that is too heavy, and of no other."""

    def below(name: str) -> str:
        block: Any = checking.make_sheet(make_average(skills={"Martial": 1}, weapons=[name])).block("weapons")
        return str(block.rows[0][0].below)

    assert "Strength" not in below("rapier")
    assert "wants Strength 4: every attack costs 1 Strain more" in below("broadsword")


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


def test_level_and_Level_are_one_key() -> None:  # noqa: N802
    """The second is no specialty: it is reported, with the place of the first."""
    checked = make_average(skills={"Athletics": {"attribute": "agility", "Dodge": {"level": 2, "Level": 4, "Roll": 2}}})
    assert codes(checked) == ["names"]
    assert "the key `level` written twice" in messages(checked, "names")[0]
    assert any(diagnostic.related for diagnostic in checked.diagnostics if diagnostic.code == "facade/names")
