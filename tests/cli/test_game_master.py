"""What a GM tries before an evening: archetypes, decks, campaigns and fights."""

import json
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.running import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_deck_of_several_sources_repeats_no_detail() -> None:
    """Thirteen of thirty-six, in a deck and in exported files."""
    sources = ("five-by-five/thug*4", "five-by-five/watch-captain", "five-by-five/guard*8")
    made = run("batch", *sources, "--seed", "tonight", "--detail", "full", "--to", "jsonl", "-o", "o", "--jobs", "1")
    assert made.code == 0, made.err
    lines = Path("o/people.jsonl").read_text(encoding="utf-8").splitlines()
    deck = [json.loads(line)["concept"] for line in lines]
    for key in ("want", "secret", "look", "voice"):
        assert len({npc[key] for npc in deck}) == len(deck) == 13
    run("export", *sources, "--seed", "tonight", "--to", "text", "-o", "texts")
    texts = [path.read_text(encoding="utf-8") for path in Path("texts").iterdir()]
    wants = [line for text in texts for line in text.splitlines() if line.startswith("Wants")]
    assert len(wants) == len(set(wants)) == 13


def test_an_even_fight_that_is_simulated_has_its_error() -> None:
    fight = ("encounter", "five-by-five/guard*2", "five-by-five/guard", "--even", "--focus", "random", "--runs", "100")
    (row,) = [line for line in run(*fight).out.splitlines() if line.startswith("The party wins against 2 ")]
    assert "±" in row
    wins = json.loads(run(*fight, "--format", "json").out)["outcome"]["even"]["wins"]
    assert all({"probability"} <= side.keys() for one in wins for side in (one["party"], one["others"]))
    assert "standard_error" in wins[1]["party"]


def test_the_goal_of_an_opponent_is_no_second_want() -> None:
    """Each of them has its own label."""
    for role in ("ruffian", "trap"):
        lines = run("export", f"five-plus/{role}", "--to", "text", "--seed", "q").out.splitlines()
        assert [sum(line.startswith(label) for line in lines) for label in ("Wants:", "Goal:")] == [1, 1]


@pytest.mark.parametrize("form", ["roster", "mini"])
def test_a_small_form_shows_what_armor_stops(form: str) -> None:
    """In a file of its name, as docs/run-a-game.md has it."""
    sergeant = ("batch", "facade/sergeant", "-n", "1", "--seed", "s", "--detail", "full")
    assert run(*sergeant, "--as", form, "--to", "pdf", "-o", "o", "--jobs", "1").code == 0
    [page] = pypdfium2.PdfDocument(f"o/{form}.pdf")
    assert "Armor torso, arms: 3B/1C/3D" in page.get_textpage().get_text_range()
    page = (Path(__file__).parents[2] / "docs" / "run-a-game.md").read_text(encoding="utf-8")
    assert f"`{form}.pdf`" in page


def test_a_party_that_needs_a_roster_says_so() -> None:
    """From thirteen characters on."""
    ended = run("party", "five-by-five/guard*13", "--seed", "s", "-o", "p.html")
    assert "--as roster` prints a list" in ended.err
    assert "roster" not in run("party", "five-by-five/guard*12", "--seed", "s", "-o", "q.html").err
