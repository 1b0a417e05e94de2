"""The content of a sheet of Roll When You Need, and of an NPC's card."""

from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.core.sheet import Box, Label, Pips, Prose, Sheet, Table, Track
from chargen.experience import party
from chargen.fileio import Input
from chargen.games.roll_when_you_need.reference import back, how, make_reference_page
from chargen.games.roll_when_you_need.rules import Rules
from chargen.testing import check_text

HERE = Path(__file__).parent


def drawn(name: str) -> Sheet:
    """The sheet of a good file."""
    return checking.make_sheet(checking.check_input(Input(name, HERE / "good" / name)))


def table(sheet: Sheet, name: str) -> Table:
    """A table of a sheet."""
    found = sheet.block(name)
    assert isinstance(found, Table), name
    return found


def boxes(sheet: Sheet, name: str) -> tuple[Box, ...]:
    """The boxes of a track."""
    found = sheet.block(name)
    assert isinstance(found, Track), name
    return found.boxes


def zone(sheet: Sheet, kind: str) -> list[Box]:
    """The boxes of a kind of stress."""
    return [box for box in boxes(sheet, "stress") if box.zone.startswith(kind)]


def test_dice_are_drawn_while_they_are_few() -> None:
    """A die a rating; above five, and on a scale of ten, they are counted only."""
    dice = [row[1] for row in table(drawn("roll-when-you-need-ines.yaml"), "abilities").rows]
    assert dice == [Label("", figure=Pips(rating, 0, "die")) for rating in (5, 4, 3, 2, 1)]
    many = check_text(
        "system: roll-when-you-need\nname: N\ntalents: T\nrules: {highest_ability: 10}\nabilities: {guns: 8}\n"
    )
    rows = table(checking.make_sheet(many), "abilities").rows
    assert rows[0][1] == "8"
    assert not any(isinstance(cell, Label) and cell.figure == Pips(8, 0, "die") for row in rows for cell in row)


def test_pencils_fill_boxes() -> None:
    """State fills stress from the left and takes Wealth away from the right; consequences are ticked."""
    sheet = drawn("della-director.yaml")
    assert [box.filled for box in zone(sheet, "physical")] == [True, False, False, False]
    assert [box.filled for box in zone(sheet, "social")] == [True, True, False, False, False]
    left = boxes(sheet, "left")
    assert [box.filled for box in left if box.zone == "Wealth"] == [False, False, False, True]
    assert not any(box.filled for box in left if box.zone == "Reputation")
    assert [(box.label, box.filled) for box in boxes(sheet, "consequences")] == [
        ("Minor: Bruised ribs", True),
        ("Moderate", False),
        ("Major", False),
        ("Out: a fourth, or by choice", False),
    ]


def test_an_npcs_card_has_moves_in_place_of_abilities() -> None:
    """The moves stand first, against the players' dice; there is no table of abilities and none of purchases."""
    sheet = drawn("card.yaml")
    assert sheet.blocks[0].name == "moves"
    assert [row[1] for row in table(sheet, "moves").rows] == ["4", "6", "1", None]
    assert sheet.block("abilities") is None
    assert sheet.block("means") is None


def test_what_is_ours_stands_on_the_foot() -> None:
    """That Endurance replaces Resilience, and that unlisted abilities are 1, is not the text's."""
    foot = " ".join(drawn("della.yaml").foot)
    assert "physical stress follows Endurance" in foot
    assert "abilities not listed are 1 (house default)" in foot
    assert "Endurance" not in " ".join(drawn("roll-when-you-need-ines.yaml").foot)


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        ({}, ("5s and 6s are successes", "but never the last of either", "each 2 more are a success")),
        ({"success_on": 6}, ("Roll as many d6 as the ability has: 6s are successes",)),
        ({"success_on": 4}, ("4s and up are successes",)),
        ({"take_time": True}, ("a success for an ability of 2, much time up to 2 for 4.",)),
    ],
)
def test_the_sentences_follow_the_numbers_of_the_table(rules: dict[str, Any], sentences: tuple[str, ...]) -> None:
    """On the sheet's foot and on the back of the card, what a table changes is said as changed."""
    printed = " ".join(text for _, text in how(Rules(**rules)))
    assert [sentence for sentence in sentences if sentence not in printed] == []
    turned = " ".join(text for _, text in back(Rules(**rules)))
    kept = [sentence.removeprefix("but ").rstrip(".") for sentence in sentences if sentence.startswith("but ")]
    assert [sentence for sentence in kept if sentence not in turned] == []


def test_a_difficulty_written_by_its_name_is_reported_with_its_number() -> None:
    """The names are the text's own, and the files want the numbers."""
    npc = "system: roll-when-you-need\nname: N\nmoves: [{{name: Swing, difficulty: {}}}]\n"
    (diagnostic,) = [
        diagnostic for diagnostic in check_text(npc.format("tough")).diagnostics if str(diagnostic.severity) == "error"
    ]
    assert diagnostic.hint == "Tough is 4: write `difficulty: 4`"
    (other,) = [
        diagnostic for diagnostic in check_text(npc.format("hefty")).diagnostics if str(diagnostic.severity) == "error"
    ]
    assert "Tough" not in other.hint


@pytest.mark.parametrize("line", ["moves: {name: Swing, difficulty: hefty}", "talents: [5]", "talents: 5"])
def test_moves_and_talents_that_cannot_be_read_are_not_called_missing(line: str) -> None:
    """What is there and does not fit is reported, and no talent is asked for as well."""
    found = check_text(f"system: roll-when-you-need\nname: N\n{line}\n").diagnostics
    assert [diagnostic.code for diagnostic in found if str(diagnostic.severity) == "error"] == ["concept/wrong-type"]


def test_the_designers_ideas_change_the_sheet() -> None:
    """With difficulty as successes there are no disaster dice on the reference page, and time taken has a table."""
    checked = checking.check_input(Input("variants.yaml", HERE / "good" / "variants.yaml"))
    assert isinstance(checked.rules, Rules)
    usual, changed = (
        {block.name for block in make_reference_page(rules) if block} for rules in (Rules(), checked.rules)
    )
    assert usual == {"rules", "pools", "successes", "disaster", "bargains", "effects"}
    assert changed == {"rules", "pools", "successes", "needed", "time"}
    sheet = checking.make_sheet(checked)
    how = sheet.block("how")
    assert isinstance(how, Prose)
    printed = " ".join(f"{name} {text}" for name, text in how.items)
    assert "d10" in printed
    assert "disaster" not in printed
    assert any("take time" in line for line in sheet.foot)


def test_a_character_without_anything_has_a_sheet() -> None:
    """A name and a talent will do."""
    checked = check_text("system: roll-when-you-need\nname: No one\ntalents: Vanish\n")
    assert checked.ok
    assert len(table(checking.make_sheet(checked), "abilities").rows) == 1


@pytest.mark.parametrize(
    ("more", "is_noted"),
    [
        ("abilities: {Athletics: 3}", True),
        ("abilities: {Athletics: 3, Resilience: 2}", False),
        ("abilities: {Athletics: 3}\nrules: {physical_stress: Athletics}", False),
    ],
)
def test_where_no_resilience_is_given_the_sheet_names_what_stress_follows(more: str, is_noted: bool) -> None:
    """That is chargen's choice, and no note is needed where the character or the table decides it."""
    checked = check_text(f"system: roll-when-you-need\nname: Bo\ntalents: [{{name: Move on, effect: Moves}}]\n{more}\n")
    foot = checking.make_sheet(checked).foot
    assert any("as no Resilience is given" in line for line in foot) == is_noted


def test_places_have_qualities_for_the_gm() -> None:
    """What helps and hinders around the characters is on the party page, in an encounter, and on the reference page."""
    found = checking.check_input(Input("wet", HERE / "good" / "surroundings.yaml"))
    assert found.view is not None
    around = (("Flooded cellar", "Water hides every sound, but nothing stays dry"),)
    assert party.groups([found])[0].about == around
    page = [block for block in make_reference_page(found.character.rules) if isinstance(block, Prose)]
    assert around in [block.items for block in page]
