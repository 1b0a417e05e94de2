"""What a GM tries before an evening: archetypes, decks, campaigns and fights."""

import json
from pathlib import Path

import pytest

from tests.cli.running import SHORT, run

PRESETS = Path(__file__).parents[2] / "presets/concepts"
GANG = "archetype: five-by-five\nextends: thug\npins: {descriptors: {Frightening People: 6}}\n"
"""One of the two hit points of a thug is a second 6."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_a_batch_makes_every_command_accepts() -> None:
    """An option that does not fit the other values is drawn again, and no error of the archetype."""
    Path("gang.yaml").write_text(GANG, encoding="utf-8")
    checked = run("check", "gang.yaml")
    assert checked.code == 0
    assert checked.out.count("fixed by the archetype it extends: thug") == 1
    assert "such an NPC is drawn again" in checked.out
    assert run("export", "gang.yaml", "--to", "text").code == 0
    assert run("party", "gang.yaml", "gang.yaml", "--to", "text").code == 0
    assert run("render", "gang.yaml", "--to", "html").code == 0
    assert run("encounter", "gang.yaml", "five-by-five/guard", "--runs", "100").code == 0


def test_a_pin_that_leaves_no_points_for_a_draw_of_the_role_is_no_error() -> None:
    """The error is about the sum, and so at the section in which pin and draw are."""
    Path("strong.yaml").write_text("archetype: gamocles\nextends: guard\npins: {traits: {grit: 5}}\n", encoding="utf-8")
    checked = run("check", "strong.yaml")
    assert checked.code == 0
    assert "the traits add up to 11; this table's budget is 10: 1 too many; such an NPC is drawn again" in checked.out
    assert run("export", "strong.yaml", "--to", "text").code == 0


def test_an_option_that_is_wrong_by_itself_stays_an_error() -> None:
    Path("gang.yaml").write_text(
        "archetype: five-by-five\nextends: thug\npins: {hit_points: {one_of: [2, 7]}}\n", encoding="utf-8"
    )
    assert run("check", "gang.yaml").code == 1


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


@pytest.mark.parametrize(
    ("pins", "more", "unused"),
    [
        ("concept: Boss", "words: {manner: [who smiles]}", "`manner` is not used, as `concept` is fixed"),
        ("want: Peace", "details: {wants: [War]}", "`wants` is not used, as `want` is fixed"),
        ("name: Bo", "names: {given: [Ada]}", "`names` is not used, as `name` is fixed"),
        ("equipment: [Rope]", "words: {equipment: [Net]}", "`equipment` is not used, as `equipment` is fixed"),
    ],
)
def test_a_list_that_nothing_is_drawn_from_is_warned_of(pins: str, more: str, unused: str) -> None:
    Path("boss.yaml").write_text(f"archetype: five-by-five\npins: {{{pins}}}\n{more}\n", encoding="utf-8")
    assert f"warning[archetype/unused]: {unused}" in run("check", "boss.yaml").out
    Path("boss.yaml").write_text(f"archetype: five-by-five\n{more}\n", encoding="utf-8")
    assert run("check", "boss.yaml").out == "boss.yaml: fine: Boss (an archetype)\n"


def test_a_campaign_under_which_no_character_is_legal_is_warned_of() -> None:
    Path("camp.yaml").write_text("rules:\n  roll-when-you-need: {abilities: [Brawling, Poise]}\n", encoding="utf-8")
    checked = run("check", "camp.yaml")
    assert "camp.yaml:2:3: warning[campaign/no-character]" in checked.out
    assert "there is no ability `Endurance`" in checked.out
    Path("camp.yaml").write_text("rules:\n  roll-when-you-need: {success_on: 4}\n", encoding="utf-8")
    assert run("check", "camp.yaml").out == "camp.yaml: fine (house rules)\n"


def test_an_even_fight_that_is_simulated_has_its_error() -> None:
    fight = ("encounter", "five-by-five/guard*2", "five-by-five/guard", "--even", "--focus", "random", "--runs", "100")
    (row,) = [line for line in run(*fight).out.splitlines() if line.startswith("The party wins against 2 ")]
    assert "±" in row
    wins = json.loads(run(*fight, "--format", "json").out)["outcome"]["even"]["wins"]
    assert all({"probability"} <= side.keys() for one in wins for side in (one["party"], one["others"]))
    assert "standard_error" in wins[1]["party"]


def test_a_note_about_some_attackers_names_them() -> None:
    """The sheets of two players have TN 15, that of the third 20."""
    party = [str(PRESETS / f"gamocles/{name}.yaml") for name in ("gate-butcher", "debt-diver", "oracles-clerk")]
    notes = json.loads(run("encounter", *party, "gamocles/creature", "--runs", "100", "--format", "json").out)["notes"]
    about = [note for note in notes if "check against TN" in note]
    assert len(about) == 2
    assert sum(note.startswith("Sister Tabitha Inkwell: ") for note in about) == 1


def test_the_page_of_a_large_party_suggests_a_roster() -> None:
    for number in range(13):
        Path(f"{number}.yaml").write_text(SHORT.replace("Larry Vance", f"Larry {number}"), encoding="utf-8")
    assert "13 characters are a long page; `chargen render … --as roster`" in run("party", ".", "--to", "text").err
    Path("12.yaml").unlink()
    assert run("party", ".", "--to", "text").err == ""


def test_a_campaign_has_no_name_that_nobody_gave_it() -> None:
    run("new", "five-by-five", "--campaign")
    assert 'name: ""  # fill in what your campaign is called\n' in Path("campaign.yaml").read_text(encoding="utf-8")
