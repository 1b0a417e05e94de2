"""What a player finds on the sheet."""

import json
import re
from fractions import Fraction

from chargen import checking
from chargen.checking.concept import Checked
from chargen.core.sheet import Block, Box, Cell, Chance, Label, Prose, Sheet, Table, Track
from chargen.games.five_plus import GAME
from chargen.games.five_plus.reference import make_reference_page
from chargen.games.five_plus.rules import Rules
from tests.games.five_plus.concepts import good, tomo


def sheet(checked: Checked) -> Sheet:
    """Return the sheet of a character without errors."""
    return checking.make_sheet(checked)


def tracks(drawn: Sheet, name: str) -> list[Track]:
    """Return the tracks of that name."""
    return [block for block in drawn.blocks if isinstance(block, Track) and block.name == name]


def of_damage(track: Track) -> list[Box]:
    """Return the other boxes of a resistance."""
    return [box for box in track.boxes if box.zone != track.beside_title]


def table(drawn: Sheet, name: str) -> Table:
    """Return the table of that name."""
    found = drawn.block(name)
    assert isinstance(found, Table)
    return found


def on_reference_page(checked: Checked, name: str) -> Block | None:
    """Return the block of that name on the reference page by the rules of a character."""
    assert isinstance(checked.rules, Rules)
    return next((block for block in make_reference_page(checked.rules) if block and block.name == name), None)


def test_under_each_box_stands_where_the_range_then_ends() -> None:
    """Each point of damage is 1 less, and so is the wound: 8 unhurt, then 7, 6, 5; 7 with the wound, and so on."""
    physical = tracks(sheet(tomo()), "damage")[0]
    assert [box.below for box in of_damage(physical)] == ["7", "6", "5", "7", "6", "5", "–", ""]


def test_a_skill_shows_its_range_its_chance_and_what_it_learns_from() -> None:
    """Sneak (3:1): 5–8, 20 in 36 with help as the lighter end, with one action 5–9, and doubles from 4."""
    rows = {row[0].text: row for row in table(sheet(tomo()), "skills").rows if isinstance(row[0], Label)}
    _, level, span, chance, alone, _, learns, _ = rows["Sneak"]
    assert level == "3:1"
    assert isinstance(span, Label)
    assert (span.text, span.below) == ("5–8", "")
    assert isinstance(chance, Chance)
    assert chance.up_to is not None
    assert (chance.value, chance.up_to) == (Fraction(20, 36), Fraction(24, 36))
    assert isinstance(alone, Label)
    assert alone.text == "5–9"
    assert isinstance(learns, Label)
    assert learns.text == "4+"


def test_open_and_finished_tiers_stand_in_the_row_of_their_skill() -> None:
    """FPL-Q23: the sword of the winter, and Kaede's fire in the tier above."""

    def ranges(name: str) -> list[tuple[object, str, str]]:
        return [(row[1], cell.text, cell.below) for row in skills(name) if isinstance(cell := row[2], Label)]

    def skills(name: str) -> tuple[tuple[Cell, ...], ...]:
        return table(sheet(good(name)), "skills").rows

    assert ranges("tomo-one-winter-later")[0] == ("2:2", "5–7", "tier 1, finished: 5–11, 81 %")
    assert ranges("five-plus-kaede")[2] == ("3:1+1", "5–8", "tier 2, open: 5–6, 25 %")


def test_the_options_change_what_the_sheet_says() -> None:
    """The letter of the turn's rule, the miss that counts, the deck, and the damage that stays."""
    checked = good("no-tiers")
    drawn = sheet(checked)
    assert [column.heading for column in table(drawn, "skills").columns][4:7] == [
        "alone +1",
        "two −1",
        "three −2",
    ]
    how = drawn.block("how")
    assert isinstance(how, Prose)
    assert "A miss" in dict(how.items)
    assert on_reference_page(checked, "solo") is not None
    assert on_reference_page(tomo(), "solo") is None
    assert "the rest stays" in dict(how.items)["Resisting"]
    assert any("solo deck" in line for line in drawn.foot)


def test_the_schema_knows_the_shorthand() -> None:
    """Every shorthand of the good files fits the pattern that an editor gets to see."""
    schema = GAME.concept.model_json_schema()
    patterns = {}
    for name in ("Skill", "Resistance"):
        text = next(kind for kind in schema["$defs"][name]["anyOf"] if kind.get("type") == "string")
        patterns[name] = re.compile(text["pattern"])
    for name, written in (
        ("Skill", ["3", "3:1", "5:1+2", "5:1 + 2", "3:2*", "3/2"]),
        ("Resistance", ["3", "0/3", "0/3:1", "2/4:1+1", "1/2*"]),
    ):
        assert all(patterns[name].search(text) for text in written), name
    assert not patterns["Skill"].search("0/3:1")
    json.dumps(schema)


def test_the_deck_has_its_procedure() -> None:
    """Section 5: a hand of three or four, the lowest begins, each next is higher, and where no one can it is over."""
    solo = on_reference_page(tomo(rules={"solo_deck": True}), "solo")
    assert isinstance(solo, Prose)
    told = dict(solo.items)["A scene"]
    for words in (
        "draw 3 or 4 cards each",
        "the lowest begins",
        "play a higher one",
        "Where no one can, the scene is over",
    ):
        assert words in told


def test_resisting_goes_without_the_turns_modifier() -> None:
    """It is no action of the turn: the foot and the reference page say so, and a resistance has no odds by actions."""
    how, rules = sheet(tomo()).block("how"), on_reference_page(tomo(), "rules")
    assert isinstance(how, Prose)
    assert isinstance(rules, Prose)
    assert "No action of the turn." in dict(how.items)["Resisting"]
    assert "A single action +1, each of two 0, of three −1." in dict(rules.items)["A turn"]
    assert "resisting is none, and goes without." in dict(rules.items)["A turn"]
    rolls = {roll.id: roll for roll in tomo().rolls()}
    assert "actions" in rolls["sword"].odds
    assert "actions" not in rolls["physical"].odds


def test_the_head_has_the_ranges_to_resist_with() -> None:
    """And what wounds take off, where there are any."""
    resistances = {"Physical": {"level": 3, "wounds": 1}, "Mental": 2, "Fatigue": 3, "Social": 2}
    ranges = (("Physical", "5–8", "56 %"), ("Mental", "5–7", "42 %"), ("Fatigue", "5–8", "56 %"))
    assert sheet(tomo()).highlights == ranges
    assert sheet(tomo(resistances=resistances)).highlights == (("Wounds", "−1", "on every roll"), *ranges)
