"""The card of a GM."""

from fractions import Fraction

from chargen.games.five_plus import GAME
from chargen.games.five_plus.rules import Rules
from chargen.page.card import Card, Number
from tests.games.five_plus.concepts import good, tomo
from tests.games.five_plus.npcs import checked, made
from tests.scale import tenth


def card(found: object) -> Card:
    assert GAME.card is not None
    made: Card = GAME.card(found.character)  # type: ignore[attr-defined]
    return made


def test_what_hinders_now_is_beside_the_roll() -> None:
    """A wound takes 1 off every roll; a finished tier, and one that is open, have ranges of their own."""
    hurt = card(tomo(resistances={"Physical": {"level": 3, "tier": 1, "damage": 1, "wounds": 1}}))
    assert hurt.rolls[0].note == "the lower die, now 5–7, 42\N{NARROW NO-BREAK SPACE}%"
    assert hurt.numbers[0] == Number(label="Wounds", value="−1", below="on every roll")
    opened = card(tomo(skills={"Sword": "5:1+2"}))
    assert opened.rolls[0].note == "the lower die, tier 2: 5–7"
    finished = card(good("tomo-one-winter-later"))
    assert finished.rolls[0].note == "the lower die, tier 1: 5–11"


def test_an_ability_is_printed_with_the_roll_that_it_grew_out_of() -> None:
    """It is the character's own, so it comes after attack and resistance."""
    feint = {"name": "Feint", "effect": "NPCs look away", "skill": "Sword", "cost": {"Fatigue": 1}}
    attack, resist, power, *_ = tomo(abilities=[feint]).actions()
    assert (attack.kind, resist.kind, power.kind) == ("attack", "resist", "power")
    assert (power.name, power.chance, power.own) == ("Feint", attack.chance, True)
    assert power.effect == "by Sword, NPCs look away, costs 1 Fatigue"
    assert attack.harm is not None
    assert sum(attack.harm.chances.values()) == 1
    assert attack.outcomes["failure"] == 1 - Fraction(5, 9)


def test_the_back_is_the_same_for_all_cards_of_a_table() -> None:
    """And says so where the table plays by an option."""
    fronts = [card(checked(made(seed))) for seed in range(5)]
    fronts.append(card(checked(made(opposition={}))))
    assert len({(front.back, front.ladder) for front in fronts}) == 1
    assert fronts[0].ladder is not None
    assert fronts[0].ladder.steps[3] == ("3", Fraction(20, 36))
    plain = dict(fronts[0].back)
    assert "A miss" not in plain
    assert "A single action +1, each of two 0, of three −1." in plain["A turn"]
    assert "resisting is none, and goes without." in plain["A turn"]
    margin = card(tomo(rules={"failure_margin": True, "focus": "literal", "overflow": "carry"}))
    assert "A miss" in dict(margin.back)
    assert "each of two −1, of three −2" in dict(margin.back)["A turn"]
    assert "the rest stays" in dict(margin.back)["Damage"]
    assert margin.foot == "failure margin"
    assert card(tomo()).foot == "tier 1"


def test_a_card_is_short_enough_for_a_playing_card() -> None:
    """What to roll within 18 letters, numbers at most five; for many people, and for opponents of many successes."""
    for seed in range(tenth(100)):
        for shown in (card(checked(made(seed, table=Rules(tier=seed % 3)))), card(checked(made(seed, opposition={})))):
            assert all(len(roll.what) <= 18 and len(roll.note) <= 60 for roll in shown.rolls)
            assert 1 <= len(shown.numbers) <= 5
            assert shown.rolls
            assert shown.tracks
    assert card(checked(made(opposition={"successes": 300}))).tracks == ()
