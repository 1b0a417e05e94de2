"""What decks of the command line say: wants and armour on every roster, long names, and no word cut in two."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest

from chargen.checking import check_data
from chargen.registry import system
from chargen.render.deck import one_line
from tests.cli.running import run
from tests.render.pages import pages
from tests.scale import first, pairs

GAMES = ("facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need")
PAPERS = (("A4",), ("Letter",), ("A4", "--landscape"), ("A5",), ("Letter", "--theme", "pulp"))
LONG = """\
system: five-by-five
name: {}
concept: Captain of the night boats who has been at sea for so long that the land moves under her feet
descriptors: {{A: 6, B: 4, C: 2, D: 2, E: -5}}
hit_points: 4
equipment: [Rope]
"""
KEEPER = "Maximilian Ferdinand Joseph von und zu Habsburg-Lothringen, Keeper of the Seventeenth Lighthouse"


def text_of(path: Path) -> str:
    """The text of a deck on one line."""
    pages = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    return " ".join(" ".join(pages).replace("\ufffe", "-").split())


@pytest.mark.parametrize(("game", "paper"), first(pairs(GAMES, PAPERS)))
def test_a_roster_prints_each_want_in_full(game: str, paper: tuple[str, ...], folder: Path) -> None:
    """Of ten guards; in Façade also what each wears, with its ratings."""
    words = (f"{game}/guard", "-n", "10", "--seed", "w", "--detail", "full", "--as", "roster", "-o", "made")
    made = run("batch", *words, "--paper", *paper)
    assert made.code == 0, made.err
    text = text_of(folder / "made/roster.pdf")
    people = (folder / "made/people.jsonl").read_text("utf-8").splitlines()
    wants = [json.loads(line)["concept"]["want"] for line in people]
    assert len(wants) == 10
    assert [want for want in wants if one_line(want) not in text] == []
    if game == "facade":
        assert len(re.findall(r"Armor torso[a-z, ]*: \d[ABCD]/\d[ABCD]/\d[ABCD]", text)) == 10


@pytest.mark.parametrize("game", first(GAMES))
def test_large_print_cuts_no_label(game: str, folder: Path) -> None:
    """A roster on A5: the names of numbers, and of the first attack and defence."""
    words = (f"{game}/guard", "-n", "2", "--seed", "w", "--as", "roster", "--theme", "large-print", "--paper", "A5")
    assert run("batch", *words, "-o", "made").code == 0
    text = text_of(folder / "made/roster.pdf")
    for line in (folder / "made/people.jsonl").read_text("utf-8").splitlines():
        view = check_data(system(game), json.loads(line)["concept"]).view
        assert view is not None
        card = view.card()
        for label in [number.label for number in card.numbers] + [roll.label for roll in card.rolls if roll.always]:
            assert one_line(label) in text, label


def test_mini_cards_show_armour_and_cut_no_word(folder: Path) -> None:
    """Each of Façade's guards and sergeants has its ratings on the face; the back ends with a whole word."""
    words = ("facade/guard", "facade/sergeant", "-n", "6", "--seed", "w", "--detail", "full", "--as", "mini")
    assert run("batch", *words, "--backs", "-o", "made").code == 0
    front, back = pypdfium2.PdfDocument(folder / "made/mini.pdf")
    worn = " ".join(front.get_textpage().get_text_range().split())
    assert len(re.findall(r"Armor torso[a-z, ]*: \d[ABCD]/\d[ABCD]/\d[ABCD]", worn)) == 12
    rules = " ".join(back.get_textpage().get_text_range().split())
    assert "…" in rules
    assert not re.findall(r"\w…", rules)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_row_of_a_roster_holds_a_name_of_three_lines(paper: str, folder: Path) -> None:
    """All that is on the left, numbers too, is above the line below the row."""
    (folder / "keeper.yaml").write_text(LONG.format(KEEPER), encoding="utf-8")
    assert run("render", "keeper.yaml", "--as", "roster", "--paper", paper, "-o", "it.pdf").code == 0
    (page,) = pages((folder / "it.pdf").read_bytes())
    rules = sorted(shape.bottom for shape in page.shapes if shape.right - shape.left > 0.8 * page.width)
    left = [line for line in page.lines if line.left < 0.3 * page.width and line.top > rules[0]]
    numbers = [line for line in left if line.text in ("14", "1d6")]
    assert numbers
    assert all(line.bottom < rules[1] for line in numbers)
    assert KEEPER in text_of(folder / "it.pdf")


def test_long_names_keep_their_end_and_a_cut_one_is_told(folder: Path) -> None:
    """The Elder and the Younger differ on each form; the message names what is cut."""
    for title in ("Elder", "Younger"):
        (folder / f"{title}.yaml").write_text(LONG.format(f"Maximilian Ferdinand von Habsburg the {title}"), "utf-8")
    for form in ("cards", "mini", "roster"):
        made = run("render", ".", "--as", form, "-o", "it.pdf")
        text = text_of(folder / "it.pdf")
        assert "the Elder" in text
        assert "the Younger" in text
        assert (made.code, made.err) == (0, "")
    for title in ("Elder", "Younger"):
        (folder / f"{title}.yaml").write_text(LONG.format(f"{KEEPER} and Warden, the {title}"), "utf-8")
    for form in ("cards", "mini", "roster"):
        made = run("render", ".", "--as", form, "-o", "it.pdf")
        text = text_of(folder / "it.pdf")
        assert "… Warden, the Elder" in text or "… the Elder" in text
        assert "… Warden, the Younger" in text or "… the Younger" in text
        assert made.err.count("Maximilian Ferdinand") == 2
        assert "cut in the middle" in made.err
