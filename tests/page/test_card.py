"""The card that follows from a sheet and its rolls."""

from dataclasses import replace
from fractions import Fraction

from chargen.page.action import from_rolls
from chargen.page.card import Card, CardRoll, CardTrack, Number, card_of
from chargen.page.roll import Mean, Odds, Roll
from chargen.page.sheet import Box, Facts, Prose, Sheet, Track

BRAVE = Roll(
    id="brave", label="Brave", value=2, roll="2d6", odds=Odds({"mean": Mean(Fraction(7)), "yes": Fraction(1, 2)})
)
ODD = Roll(id="odd", label="Odd", value=None, roll="d6", odds=Odds({"outcomes": {"1": Fraction(1)}}))
SHEET = Sheet(
    name="Mira",
    concept="Lights lamps",
    foot=("Lanterns 1.0", "Waived: a rule"),
    blocks=(
        Track(name="wounds", title="Wounds", boxes=(Box(filled=True), Box())),
        Facts(name="facts", title="Facts", facts=(("Trade", "Bargee"), ("Fear", ""))),
        Prose(name="equipment", title="Equipment", items=(("Bell", "rings"), ("Rope", "")), lines=1),
        Prose(name="notes", title="Notes", text="Owes money.\n\nHas none."),
        Prose(name="how", title="How to roll", place="foot", game=True, items=(("A task", "d6."),)),
    ),
)


def _card(*rolls: Roll, sheet: Sheet = SHEET) -> Card:
    return card_of(sheet, rolls, from_rolls(rolls))


def test_a_card_follows_from_the_sheet_and_its_rolls() -> None:
    """Values of rolls and the first chance of each, boxes, facts and things, and how to roll on the back."""
    card = _card(BRAVE, ODD)
    assert (card.name, card.concept, card.foot) == ("Mira", "Lights lamps", "Lanterns 1.0")
    assert card.numbers == (Number(label="Brave", value="2"),)
    assert card.rolls == (CardRoll(label="Brave", what="2d6", chance=Fraction(1, 2)),)
    assert card.tracks == (CardTrack(title="Wounds", boxes=2, filled=1),)
    assert card.notes == (("Trade", "Bargee"), ("Equipment", "Bell (rings); Rope"), ("Notes", "Owes money. Has none."))
    assert card.back == (("A task", "d6."),)


def test_the_likeliest_roll_comes_first() -> None:
    """A small card shows the first few; of equal ones, the first on the sheet."""
    kind = replace(BRAVE, label="Kind", odds=Odds({"yes": Fraction(3, 4)}))
    card = _card(BRAVE, kind, replace(BRAVE, label="Quick"))
    assert [roll.label for roll in card.rolls] == ["Kind", "Brave", "Quick"]


def test_its_numbers_are_the_highlights_and_no_more_than_have_room() -> None:
    assert len(_card(*[BRAVE] * 9).numbers) == 5
    highlighted = Sheet(name="Mira", highlights=(("HP", "7", "of 9"),))
    assert _card(BRAVE, sheet=highlighted).numbers == (Number(label="HP", value="7", below="of 9"),)
