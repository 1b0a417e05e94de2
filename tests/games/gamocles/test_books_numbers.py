"""The text's own numbers, and the inventory's worked characters, number for number."""

from fractions import Fraction
from pathlib import Path

from chargen import checking
from chargen.checking.concept import Checked
from chargen.dice import keep_then_explode
from chargen.fileio import Input
from chargen.games.gamocles import odds
from chargen.games.gamocles.character import Character
from chargen.games.gamocles.pool import Kind, Pool, check, pool
from chargen.games.gamocles.rules import Rules

FOLDER = Path(__file__).parent
RULES = Rules()
MATRIX = """
Grit      2k2 3k3 6k3 5k3 3k3 4k3 3k3 4k3 3k3 5k3
Instinct  1k1 2k2 5k2 4k2 2k2 3k2 2k2 3k2 2k2 4k2
Movement  1k1 2k2 5k2 4k2 2k2 3k2 2k2 3k2 2k2 4k2
Reason    0k0 1k1 4k1 3k1 1k1 2k1 1k1 2k1 1k1 3k1
Will      1k1 2k2 5k2 4k2 2k2 3k2 2k2 3k2 2k2 4k2
"""
"""GAM-X1; Reason with Arcane totals 0."""


def checked(name: str, folder: str = "good") -> Checked:
    path = FOLDER / folder / f"{name}.yaml"
    return checking.check_input(Input(path.name, path))


def character(name: str) -> Character:
    judged = checked(name)
    assert judged.ok
    assert isinstance(judged.character, Character)
    return judged.character


def test_instinct_2_and_combat_3_against_15() -> None:
    """The text's check of 5k2 against TN 15: 73 539 in 100 000."""
    assert odds.success(pool(check(2, 3)), 15) == Fraction(73539, 100000)


def test_one_die_may_show_16() -> None:
    """2k1 against 15: a ten that is thrown again for a six makes 16, and 20 is the most."""
    thrown = keep_then_explode(2, 1)
    assert thrown.chance(16) > 0
    assert max(thrown.weights) == 20
    assert odds.success(Pool(Kind.DICE, 2, 1), 15) == Fraction(19, 100) * Fraction(6, 10)


def test_nalac_of_the_text() -> None:
    """GAM-X1: the ratings, the totals and all fifty pools."""
    nalac = character("nalac-of-the-text")
    assert [(rating.gear, rating.number) for rating in nalac.offensive] == [("Ragged cleaver", 9), ("unarmed", 7)]
    assert [(rating.gear, rating.number) for rating in nalac.defensive] == [("PCU vest", 8), ("unarmoured", 7)]
    assert (nalac.points["traits"].spent, nalac.points["skills"].spent) == (10, 8)
    rows = [line.split() for line in MATRIX.strip().splitlines()]
    assert len(rows) == 5
    for trait, *row in rows:
        assert [str(nalac.pool(trait, skill)) for skill in nalac.skills] == row


def test_nalac_the_elder() -> None:
    """GAM-X2: checks over the cap, and below it by a negative skill."""
    elder = character("nalac-the-elder")
    assert (elder.offensive[0].number, elder.defensive[0].number) == (21, 19)
    assert (elder.points["traits"].spent, elder.points["skills"].spent) == (22, 24)
    pools = {
        ("Instinct", "Combat"): "10k6+12",
        ("Grit", "Combat"): "10k5+8",
        ("Instinct", "Defence"): "10k6+4",
        ("Will", "Combat"): "10k5+8",
        ("Movement", "Combat"): "10k4+4",
        ("Reason", "Arcane"): "1k1",
        ("Instinct", "Arcane"): "5k5",
    }
    assert {pair: str(elder.pool(*pair)) for pair in pools} == pools
    assert str(elder.further[0].pool) == "10k10+16"


def test_subject_14_in_one_pass() -> None:
    """GAM-X3: what is wrong with single values, and a stated rating that the rules do not give."""
    subject = checked("subject_14", "bad")
    errors = [diagnostic for diagnostic in subject.diagnostics if diagnostic.severity == "error"]
    assert len(errors) == 7
    [stated] = [error for error in errors if error.code == "concept/stated"]
    assert "the rules give 5" in stated.message  # M 2 + I 0 (the nearest legal number) + Cmb 3 + 0


def test_the_example_in_json() -> None:
    """The shared example: its names, its ratings, and the roll of the text."""
    nalac = checked("gamocles-nalac")
    stats, rolls = nalac.stats(), nalac.rolls()
    assert (stats["offensive_rating"], stats["defensive_rating"]) == (10, 7)
    assert stats["offensive_ratings"] == {"Boarding axe": 10, "unarmed": 8}
    assert stats["defensive_ratings"] == {"Salvaged plate": 7, "unarmoured": 6}
    assert len(rolls) == 50
    by_id = {roll.id: roll for roll in rolls}
    assert (by_id["instinct-combat"].roll, by_id["instinct-combat"].value) == ("5k2", 5)
    assert (by_id["grit-arcane"].roll, by_id["grit-arcane"].value) == ("2k2", 2)
    assert set(nalac.points()) == {"traits", "skills", "variations"}


def test_points_are_those_of_creation() -> None:
    """A ledger has points of its own beside those of creation, which it does not touch."""
    grown = checked("awarded")
    points = grown.points()
    assert (points["skills"].spent, points["skills"].budget) == (2, None)
    assert points["variations"].spent == -1
    assert (points["experience"].budget, points["experience"].spent, points["experience"].available) == (6, 6, 0)


def test_a_ledger_without_awards_is_not_counted() -> None:
    """Prices are added up, and nothing is held against them."""
    points = checked("free-changes").points()["experience"]
    assert (points.budget, points.spent, points.available) == (None, 4, None)
