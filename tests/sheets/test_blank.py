"""Empty sheets: what is the game's is there, and nothing of any character."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import yaml

from chargen import registry
from chargen.game.concept import PERSON
from chargen.page.roll import in_percent
from chargen.page.sheet import Label, Sheet, Table, Track
from chargen.render.page import Layout, html, markup
from chargen.render.paper import A4, A5
from chargen.render.pdf import pdf
from chargen.render.theme import PLAIN
from chargen.sheets.blank import blank
from chargen.sheets.prepared import prepare_blank
from tests.characters import concept, sheet_of
from tests.cli.running import run
from tests.render import sheets as examples
from tests.render.looking import texts
from tests.scale import some
from tests.sheets import filling

GAMES = registry.list_games()


@cache
def empty(game: str) -> Sheet:
    return prepare_blank(registry.system(game)).sheet


def table(game: str, name: str) -> Table:
    found = empty(game).block(name)
    assert isinstance(found, Table)
    return found


def written(game: str) -> str:
    return markup(empty(game), Layout(A5, PLAIN))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_character_is_left(game: str) -> None:
    """No name, no chance, no number in a cell, no ticked box, no note."""
    sheet = empty(game)
    assert sheet.blank
    assert (sheet.player, sheet.concept, sheet.portrait) == ("", "", None)
    assert sheet.blocks
    assert [number for _, number, _ in sheet.highlights] == [""] * len(sheet.highlights)
    tables = [block for block in sheet.blocks if isinstance(block, Table) and not block.reference]
    assert tables
    for table in [table for table in tables if not table.game]:
        for row in table.rows:
            assert all(cell is None or (isinstance(cell, str) and not any(map(str.isdigit, cell))) for cell in row[1:])
    boxes = [box for block in sheet.blocks if isinstance(block, Track) for box in block.boxes]
    assert not any(box.filled for box in boxes)
    assert not any("House rules" in line for line in sheet.foot)


def test_the_ranks_to_tick_have_their_chances() -> None:
    """In Five by Five each rank of the ladder is a column, with its chance and that with a token."""
    ranks = table("five-by-five", "descriptors")
    shown = {column.heading: cell for column, cell in zip(ranks.columns, ranks.rows[0], strict=True)}
    assert [shown[heading] for heading in ("−5", "6")] == [
        Label(in_percent(Fraction(1, 6)), in_percent(Fraction(1, 3))),
        Label(in_percent(Fraction(23, 36)), in_percent(Fraction(30, 36))),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_lines_to_write_on_are_together_with_their_title(game: str) -> None:
    """On a page of their own nothing says what they are for."""
    lists = re.findall(
        r'<section class="block prose-block([^"]*)">(?:(?!</section>).)*<div class="line"', written(game)
    )
    assert lists
    assert all("together" in classes for classes in lists if "filler" not in classes)


def words(value: object) -> set[str]:
    """Every word and number of five letters or more, or with a digit, that is in a value of any shape.

    What says how a layout is, such as ``lines=2``, and the numbers of boxes and of lines are none of them.
    """
    printed = re.sub(r"(align|place|label)='\w+'|zone='\d+'|=\d+", "", repr(value))
    return {word for word in re.findall(r"\w+", printed) if len(word) >= 5 or any(map(str.isdigit, word))}


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_sheet_does_not_depend_on_other_characters(game: str) -> None:
    """A game that makes no NPCs has the very same one."""
    assert prepare_blank(replace(registry.system(game), npc=None)).sheet == empty(game)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_starter_is_left(game: str) -> None:
    """None of the words and numbers of its concept, gear and notes, but for those that are the game's own as well."""
    sheet = empty(game)
    starter = yaml.safe_load(registry.system(game).new_concept("Starter"))
    its_own = words([starter.get(key) for key in ("concept", "equipment", "notes", "weapons", "variations")])
    assert its_own
    games = words([block for block in sheet.blocks if block.game])
    left = words([block for block in sheet.blocks if not block.game]) | words(sheet.foot)
    assert not (left - games) & its_own


MOST_BOXES = {
    "facade": {"health-deadly": 6, "health-bruising": 3 * 6, "limit-strain": 2 * 3 * 6 + 6, "limit-stress": 2 * 3 * 6},
    "five-plus": {"damage": 6 + 1 + 1, "uses": 12},
    "five-by-five": {"hit-points": 16 + 10 + 1, "boxes": 4},
    "roll-when-you-need": {"left": 2 * 5, "stress": 2 * 5},
}
"""Boxes that the games can ask for at most, by track."""


@pytest.mark.parametrize(("game", "track", "most"), [(g, t, n) for g, ts in MOST_BOXES.items() for t, n in ts.items()])
def test_an_empty_sheet_has_as_many_boxes_as_the_game_can_ask_for(game: str, track: str, most: int) -> None:
    """Not as many as some character has: a character with more could not mark them."""
    block = empty(game).block(track)
    assert isinstance(block, Track)
    assert len(block.boxes) == most


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_what_is_the_games_stays(game: str) -> None:
    """Its title, how it is rolled, lines for the person and for notes, and the steps of making a character."""
    sheet = empty(game)
    printed = pdf(sheet, paper=A4)
    text = " ".join(texts(printed.content))
    assert printed.problems == ()
    assert sheet.system_title in text
    assert sheet.person == (*PERSON.values(),)
    assert all(words in text for words in ("Name", *sheet.person, "Notes", "How to roll"))
    assert sheet.block("how") is not None
    assert "How to make the character" in text
    assert sheet_of(concept(game)).block("steps") is None


def test_the_names_of_actions_stay_and_those_of_descriptors_go() -> None:
    """In Five by Five a fight has the same actions for all, two of them attacks; each character has own descriptors."""
    named = [cell.text if isinstance(cell, Label) else cell for cell, *_ in table("five-by-five", "actions").rows]
    assert named == ["Attack", "Attack", "Dodge", "Healing", "Steal initiative"]
    assert sum(row[0] is None for row in table("five-by-five", "descriptors").rows) == 6


def test_every_line_has_the_boxes_that_are_in_it() -> None:
    """A skill that is written in has its box for a mark."""
    marks = empty("five-plus").block("marks")
    assert isinstance(marks, Track)
    assert not any(box.shows for box in marks.boxes)
    rows = re.findall(r'<tr class="list-row.*?</tr>', html(empty("five-plus"), paper=A4), re.DOTALL)
    assert [row.count("<input") for row in rows if "<input" in row] == [1] * len(table("five-plus", "skills").rows)


def test_a_number_in_a_name_goes_and_the_name_stays() -> None:
    """Gamocles writes a skill and its number as one: the skill is printed, its number is not, nor its dice."""
    matrix = table("gamocles", "matrix")
    names = [column.heading for column in matrix.columns[1:]]
    assert names == ["Grit", "Instinct", "Movement", "Reason", "Will"]
    assert matrix.rows[:2] == ((Label("Trait"), *[None] * 5), (Label("Arcane"), *[None] * 5))


def test_a_game_without_a_template_of_its_own_has_an_empty_sheet() -> None:
    """The blocks of a stranger's game say enough."""
    sheet = blank(examples.plain())
    assert sheet.blank
    assert len(sheet.blocks) > 5
    assert pdf(sheet, paper=A4).problems == ()


@pytest.mark.usefixtures("folder")
def test_the_command_names_the_file_after_the_game() -> None:
    """Or a concept gives the layout; what is neither is reported, with the game that was meant."""
    assert run("render", "--blank", "five-by-five").out.splitlines() == [
        "output/five-by-five-blank.html",
        "output/five-by-five-blank.pdf",
    ]
    Path("kai.yaml").write_bytes(concept("gamocles").read_bytes())
    ended = run("render", "--blank", "kai.yaml", "five by five", "--to", "pdf", "-o", "more")
    assert ended.out.splitlines() == ["more/gamocles-blank.pdf", "more/five-by-five-blank.pdf"]
    ended = run("render", "--blank", "five-by-fife")
    assert ended.code == 2
    assert "five-by-five" in ended.err


def test_a_blank_sheet_can_be_filled_in() -> None:
    """Lines, boxes and cells are fields."""
    made = prepare_blank(registry.system("five-by-five"), fillable=True)
    assert made.fillable is not None
    fields = filling.fields(pdf(made.fillable, paper=A4, press=filling.FILLABLE).content)
    assert {"name", "player", "concept", "notes", "wants", "descriptors-2-1", "descriptors-2-2"} <= set(fields)
    assert not any(fields.values())
