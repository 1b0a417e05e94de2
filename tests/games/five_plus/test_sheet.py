"""What a player finds on the sheet."""

from fractions import Fraction
from typing import Any

from chargen import checking
from chargen.checking.concept import Checked
from tests.games.five_plus.concepts import good, tomo


def skill_row(checked: Checked, name: str) -> Any:
    """Return the row of a skill in the table of skills."""
    rows: Any = checking.make_sheet(checked).block("skills")
    return next(row for row in rows.rows if getattr(row[0], "text", "") == name)


def test_below_each_box_is_the_end_of_the_range() -> None:
    """Each point of damage is 1 less, and so is the wound: 8 unhurt, then 7, 6, 5; 7 with the wound, and so on."""
    physical: Any = checking.make_sheet(tomo()).block("damage")
    boxes = [box.below for box in physical.boxes if box.zone != physical.beside_title]
    assert boxes == ["7", "6", "5", "7", "6", "5", "–", ""]


def test_a_skill_shows_its_range_its_chance_and_what_it_learns_from() -> None:
    """Sneak (3:1): 5–8, 20 in 36 with help as the lighter end, with one action 5–9, and doubles from 4."""
    _, level, span, chance, alone, _, learns, _ = skill_row(tomo(), "Sneak")
    assert (level, span.text, span.below, alone.text, learns.text) == ("3:1", "5–8", "", "5–9", "4+")
    assert (chance.value, chance.up_to) == (Fraction(20, 36), Fraction(24, 36))


def test_open_and_finished_tiers_are_in_the_row_of_their_skill() -> None:
    """FPL-Q23: the sword of the winter, and Kaede's fire in the tier above."""
    sword, fire = skill_row(good("tomo-one-winter-later"), "Sword"), skill_row(good("five-plus-kaede"), "Fire magic")
    assert (sword[1], sword[2].text, sword[2].below) == (
        "2:2",
        "5–7",
        "tier 1, finished: 5–11, 81\N{NARROW NO-BREAK SPACE}%",
    )
    assert (fire[1], fire[2].text, fire[2].below) == ("3:1+1", "5–8", "tier 2, open: 5–6, 25\N{NARROW NO-BREAK SPACE}%")


def test_the_header_has_the_ranges_to_resist_with() -> None:
    """And what wounds take off, where there are any."""
    resistances = {"Physical": {"level": 3, "wounds": 1}, "Mental": 2, "Fatigue": 3, "Social": 2}
    ranges = (
        ("Physical", "5–8", "56\N{NARROW NO-BREAK SPACE}%"),
        ("Mental", "5–7", "42\N{NARROW NO-BREAK SPACE}%"),
        ("Fatigue", "5–8", "56\N{NARROW NO-BREAK SPACE}%"),
    )
    assert checking.make_sheet(tomo()).highlights == ranges
    wounded = checking.make_sheet(tomo(resistances=resistances))
    hurt = (
        ("Physical", "5–8", "56\N{NARROW NO-BREAK SPACE}%, now 5–7"),
        ("Mental", "5–7", "42\N{NARROW NO-BREAK SPACE}%, now 5–6"),
        ("Fatigue", "5–8", "56\N{NARROW NO-BREAK SPACE}%, now 5–7"),
    )
    assert wounded.highlights == (("Wounds", "−1", "on every roll"), *hurt)
