"""What stands on a GM's card."""

from fractions import Fraction

from chargen.core.card import Card, CardTrack, Number
from chargen.games.five_plus import GAME
from chargen.games.five_plus.rules import Rules
from tests.games.five_plus.concepts import good, tomo
from tests.games.five_plus.npcs import checked, made
from tests.scale import tenth


def card(found: object) -> Card:
    """Return the card of a checked character."""
    assert GAME.card is not None
    made: Card = GAME.card(found.character)  # type: ignore[attr-defined]
    return made


def test_what_strikes_comes_first_then_the_best() -> None:
    """Sneak is as good as Sword, and Persuade better: the sword comes first, and then what resists an attack."""
    shown = card(tomo(skills={"Sneak": 3, "Persuade": 4, "Sword": 3, "Ride": 1}))
    skills = ["Persuade 4:1", "Sneak 3:1", "Ride 1:1"]
    resistances = ["Mental 2:1", "Fatigue 3:1", "Social 2:1"]
    assert [roll.label for roll in shown.rolls] == ["Sword 3:1", "Physical 3:1", *skills, *resistances]


def test_every_roll_names_its_dice_and_its_chance() -> None:
    """The bare roll as on the sheet, and what it brings on average."""
    sword = card(tomo()).rolls[0]
    assert (sword.label, sword.what, sword.chance) == ("Sword 3:1", "2d6 in 5–8", Fraction(5, 9))
    assert sword.note == "the lower die"
    untrained = card(tomo(skills={"Sword": 0})).rolls[0]
    assert (untrained.what, untrained.chance) == ("2d6 = 5", Fraction(1, 9))


def test_what_hinders_now_stands_beside_the_roll() -> None:
    """A wound takes 1 off every roll; a finished tier, and one that is open, have ranges of their own."""
    hurt = card(tomo(resistances={"Physical": {"level": 3, "tier": 1, "damage": 1, "wounds": 1}}))
    assert hurt.rolls[0].note == "the lower die, now 5–7, 42 %"
    assert hurt.numbers[0] == Number(label="Wounds", value="−1", below="on every roll")
    opened = card(tomo(skills={"Sword": "5:1+2"}))
    assert opened.rolls[0].note == "the lower die, tier 2: 5–7"
    finished = card(good("tomo-one-winter-later"))
    assert finished.rolls[0].note == "the lower die, tier 1: 5–11"


def test_resistances_are_boxes_by_the_wounds_they_bear() -> None:
    """Level 3 of tier 1: three boxes, a wound with three more, and out."""
    shown = card(tomo(resistances={"Physical": {"level": 3, "damage": 2, "wounds": 1}}))
    zones = (("unhurt", 3), ("−1", 4), ("out", 1))
    assert shown.tracks == (CardTrack(title="Physical", boxes=8, filled=6, zones=zones),)
    assert sum(length for _, length in zones) == 8


def test_an_opponents_card_says_what_players_roll() -> None:
    """NPCs do not roll: by the player's level, and the successes to win as boxes."""
    shown = card(checked(made(opposition={"rank": 1, "successes": 7, "actions": ["Bites"]}, state={"successes": 2})))
    assert [(number.label, number.value) for number in shown.numbers] == [
        ("Rank", "+1"),
        ("Damage", "2"),
        ("To win", "7"),
    ]
    assert shown.rolls_title == "Players roll against it"
    assert [roll.label for roll in shown.rolls] == [
        "Bites",
        *(f"Level {level}" for level in (2, 3, 4, 5, 6, 1, 0)),
    ]
    bites = shown.rolls[0]
    assert (bites.what, bites.chance) == ("2d6 in 6–8", Fraction(16, 36))
    assert bites.note == "2 damage, unless resisted, shown at level 3"
    by_label = {roll.label: roll for roll in shown.rolls}
    assert (by_label["Level 3"].what, by_label["Level 3"].chance) == ("2d6 in 6–8", Fraction(16, 36))
    assert (by_label["Level 0"].what, by_label["Level 0"].chance) == ("no chance", Fraction(0))
    assert shown.tracks == (CardTrack(title="Successes", boxes=7, filled=2),)
    assert "Does" not in dict(shown.notes)


def test_notes_say_what_it_carries_and_can_do() -> None:
    """Each kind under a heading of a word; what there is none of has no line; nothing stands for what is not said."""
    shown = card(
        tomo(
            traits=[{"name": "Stocky", "effect": "Hard to push over", "bonus": {"Sword": 1}}],
            abilities=[{"name": "Feint", "effect": "NPCs look away", "cost": {"Fatigue": 1}}],
            equipment=["Rope", {"name": "Jar", "effect": "Opens what is shut", "uses": 2}],
            conditions=[{"name": "Soaked", "level": 2, "bonus": {"all": -1}, "until": "A fire"}],
            attitudes={"Masons": 1},
            advancement=[{"award": 3}],
        )
    )
    assert shown.notes == (
        ("Now", "Soaked (2): −1 to every roll, until: a fire"),
        ("Abilities", "Feint (NPCs look away, costs 1 Fatigue)"),
        ("Traits", "Stocky (hard to push over, +1 Sword, counted)"),
        ("Carries", "Jar (opens what is shut, 2 uses); Rope"),
        ("Standing", "Masons +1"),
        ("Unspent", "3 milestone points"),
    )
    assert card(tomo()).notes == ()


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
