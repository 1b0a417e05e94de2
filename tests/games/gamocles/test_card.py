"""Gamocles on a card: what a Boss looks at, in the order of need."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from chargen import checking
from chargen.core.card import Card, CardTrack
from chargen.core.source import Source
from chargen.fileio import Input
from chargen.games.gamocles import GAME, odds
from chargen.games.gamocles.pool import Kind, Pool
from chargen.games.gamocles.rules import Rules

NALAC: Mapping[str, Any] = {
    "system": "gamocles",
    "name": "Nalac",
    "concept": "Agent",
    "traits": {"G": 3, "I": 2, "M": 2, "R": 1, "W": 2},
    "skills": {"Arc": -1, "Cmb": 3, "Def": 2, "Lng": 1, "Net": 1, "Tct": 2},
    "weapon": {"name": "Ragged cleaver", "rating": 2},
    "armour": {"name": "Vest", "rating": 1},
    "variations": [{"name": "Red Mist", "effect": "Fights on.", "why": "The siege"}, "Grim"],
    "pools": [{"name": "Parry a torpedo", "pool": "6k3"}],
    "equipment": ["Rope", {"name": "Bell", "effect": "Rings"}],
    "notes": "Has no mercy.\n",
}


def card(**more: Any) -> Card:
    """The card of Nalac with some keys changed."""
    checked = checking.check_input(Input("any", source=Source("any", "", {**NALAC, **more})))
    assert checked.ok
    assert isinstance(checked.rules, Rules)
    assert GAME.card is not None
    drawn: Card = GAME.card(checked.character)
    return drawn


def test_the_ratings_stand_at_its_head() -> None:
    """The two ratings are those of the first weapon and the first armour."""
    assert [(number.label, number.value, number.below) for number in card().numbers] == [
        ("Offence", "9", "Ragged cleaver"),
        ("Defence", "8", "Vest"),
    ]


def test_checks_come_in_the_order_of_need() -> None:
    """Combat and Defence, further pools, the other skills from the best, and other gear."""
    assert [(roll.label, roll.what) for roll in card().rolls] == [
        ("Combat: Ragged cleaver", "Grit 6k3 ≥ 15"),
        ("Defence: Vest", "Grit 5k3 ≥ 15"),
        ("Parry a torpedo", "6k3 ≥ 15"),
        ("Tactics", "Grit 5k3 ≥ 15"),
        ("Language", "Grit 4k3 ≥ 15"),
        ("Network", "Grit 4k3 ≥ 15"),
        ("Arcane", "Grit 2k2 ≥ 15"),
        ("Combat: unarmed", "Grit 6k3 ≥ 15"),
        ("Defence: unarmoured", "Grit 5k3 ≥ 15"),
    ]


def test_every_check_has_its_exact_chance() -> None:
    """The chance is that of the sheet's target number, with that of a harder one beside it."""
    first = card().rolls[0]
    assert first.chance == odds.success(Pool(Kind.DICE, 6, 3), 15)
    harder = odds.success(Pool(Kind.DICE, 6, 3), 20)
    assert first.note.replace("\u00a0", " ") == f"OR 9, TN 20: {float(harder):.0%}".replace("%", " %")


def test_the_outcomes_of_a_check_exclude_each_other() -> None:
    """A critical is no plain success, a fumble no plain failure; the chance adds up both successes."""
    checked = checking.check_input(Input("any", source=Source("any", "", dict(NALAC))))
    pool = Pool(Kind.DICE, 6, 3)
    combat, defence, torpedo, *_ = checked.actions()
    assert (combat.kind, defence.kind, torpedo.kind) == ("attack", "defence", "power")
    assert (combat.dice, combat.against) == ("6k3", "TN 15")
    assert combat.outcomes["critical"] == odds.critical(pool, 15)
    assert combat.outcomes["fumble"] == odds.fumble(pool, 15)
    assert combat.chance == combat.outcomes["critical"] + combat.outcomes["success"] == odds.success(pool, 15)
    assert sum(combat.outcomes.values()) == 1


def test_the_target_number_is_the_tables() -> None:
    """Where the table calls for another target number most, the checks are against that."""
    drawn = card(rules={"sheet_tn": 25})
    assert drawn.rolls[0].what == "Grit 6k3 ≥ 25"
    assert drawn.rolls[0].chance == odds.success(Pool(Kind.DICE, 6, 3), 25)


def test_a_check_without_dice_says_what_comes_of_it() -> None:
    """Where nothing is rolled, the card says so in place of dice."""
    rolls = {roll.label: roll for roll in card(skills={"Arc": -3, "His": -4}).rolls}
    assert [rolls[name].what for name in ("Arcane", "History")] == ["Grit total 0", "Grit fumble"]
    assert [rolls[name].chance for name in ("Arcane", "History")] == [Fraction(0), Fraction(0)]


def test_wounds_have_boxes() -> None:
    """The boxes are the table's, filled as the pencil left them; without, two and one for each point of Grit."""
    assert card().tracks == (CardTrack(title="Wounds (house default)", boxes=5),)
    assert card(rules={"wound_boxes": 8}, state={"wounds": 3}).tracks == (CardTrack(title="Wounds", boxes=8, filled=3),)


def test_notes_tell_the_rest() -> None:
    """All numbers for any other check, variations and gear."""
    notes = {heading: text.replace("\u00a0", " ") for heading, text in card().notes}
    assert notes == {
        "Variations": "Red Mist (Fights on. The siege); Grim",
        "Scores": "G 3 · I 2 · M 2 · R 1 · W 2 · Cmb 3 · Def 2 · Tct 2 · Lng 1 · Net 1 · Arc −1",
        "Gear": "Bell (Rings); Rope",
        "Notes": "Has no mercy.",
    }


def test_all_cards_have_one_back() -> None:
    """The back is the same for everyone, and says the book's numbers."""
    assert card().back == card(name="Another", skills={}).back
    assert "d10" in card().back[0][1]
    assert dict(card(rules={"encounter_tn": 20}).back)["A blow (house default)"].startswith("Combat against TN 20 + ")


def test_the_ladder_on_the_back_is_by_trait() -> None:
    """From the lowest trait to the highest, with a skill of 2, against the table's target number."""
    ladder = card(rules={"sheet_tn": 20}).ladder
    assert ladder is not None
    assert ladder.title == "Against 20"
    assert [step for step, _ in ladder.steps] == ["3k1", "4k2", "5k3", "6k4", "7k5"]
    assert ladder.steps[2][1] == odds.success(Pool(Kind.DICE, 5, 3), 20)
