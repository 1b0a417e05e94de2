"""The content of a sheet of Roll When You Need, and of an NPC's card."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.core.roll import in_percent
from chargen.core.sheet import Box, Facts, Label, Pips, Prose, Sheet, Table, Track
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


def test_the_best_abilities_come_first() -> None:
    """What is rolled with as many dice shares a row, the most dice first; everything else is a light row at the end."""
    abilities = table(drawn("roll-when-you-need-ines.yaml"), "abilities")
    assert [(row[0], row[2]) for row in abilities.rows] == [
        ("Stealth", "5"),
        ("Mathematics", "4"),
        ("Awareness, Gymnastics, Poise", "3"),
        ("Charm, Resilience", "2"),
        ("Everything else", "1"),
    ]
    assert abilities.lighter == {4}
    assert "Survival" in abilities.caption
    assert "Stealth" not in abilities.caption


def test_trouble_comes_above_the_ability() -> None:
    """A difficulty up to the ability leaves its cell empty; above it stand its dice and the chance of trouble."""
    abilities = table(drawn("roll-when-you-need-ines.yaml"), "abilities")
    names = [column.heading for column in abilities.columns[-5:]]
    assert names == ["Easy 2", "Moderate 3", "Tough 4", "Hard 5", "Impossible 6+"]
    three = abilities.rows[2][-5:]
    assert three == (
        None,
        None,
        Label("", in_percent(Fraction(1, 3)), figure=Pips(0, 1, "square")),
        Label("", in_percent(Fraction(5, 9)), figure=Pips(0, 2, "square")),
        Label("", in_percent(Fraction(19, 27)), figure=Pips(0, 3, "square")),
    )


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


def test_the_foot_says_which_hit_takes_a_consequence() -> None:
    """The text can be read in two ways: with the hit that fills the last box, or with the next one."""
    for name in ("della.yaml", "card.yaml"):
        assert "the first hit beyond the stress boxes takes the first consequence (house default)" in drawn(name).foot


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


def test_equal_bands_of_purchases_are_one_column() -> None:
    """Wealth 4 and Reputation 4: 0 to 2 freely, 3 in small numbers, then a check and two risks."""
    means = table(drawn("della-director.yaml"), "means")
    assert [column.heading for column in means.columns] == ["At a cost of", "0–2", "3", "4", "5", "6"]
    reached = in_percent(Fraction(65, 81))
    assert means.rows[0] == (
        "Wealth buys",
        "freely",
        "a few",
        Label(reached),
        Label(reached, f"risk {in_percent(Fraction(1, 3))}"),
        Label(reached, f"risk {in_percent(Fraction(5, 9))}"),
    )


def test_the_ledger_takes_few_lines() -> None:
    """A paragraph for each session with what changed, and why; the sum in the title. Nothing is on further pages."""
    sheet = drawn("della-director.yaml")
    printed = sheet.block("xp")
    assert isinstance(printed, Prose)
    assert printed.title == "XP: earned 14, spent 14, left 0"
    assert [date for date, _ in printed.items] == ["", "2026-10-01"]
    first, later = (text.split(" · ") for _, text in printed.items)
    assert (len(first), first[0]) == (10, "XP gained (+14)")
    assert later[0] == "Reputation 1 → 4 (−3; 33 → 80\u202f%), The Blue Room opens"
    assert not any(block.reference for block in sheet.blocks if isinstance(block, (Prose, Table)))


def test_a_character_without_anything_has_a_sheet() -> None:
    """A name and a talent will do."""
    checked = check_text("system: roll-when-you-need\nname: No one\ntalents: Vanish\n")
    assert checked.ok
    assert len(table(checking.make_sheet(checked), "abilities").rows) == 1


def test_an_npcs_sheet_has_the_abilities_of_its_file() -> None:
    """Those that the file does not list have the rating of all others, and are not on the sheet."""
    facts = drawn("card.yaml").block("listed")
    assert isinstance(facts, Facts)
    assert facts.facts == (("Poise", "2"), ("Resilience", "4"))


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
