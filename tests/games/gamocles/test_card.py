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


def test_all_cards_have_one_back() -> None:
    """The back is the same for everyone, and says the book's numbers."""
    assert card().back == card(name="Another", skills={}).back
    assert "d10" in card().back[0][1]
    assert dict(card(rules={"encounter_tn": 20}).back)["A blow (house default)"].startswith("Combat against TN 20 + ")
