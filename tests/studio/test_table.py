"""The GM's table: the party's page, and the fight board."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from chargen import ready_made
from chargen.studio.studio import Studio
from tests.characters import concept
from tests.cli.running import LARRY
from tests.studio.conftest import Serve, shown_sheet

FIRST = "1.yaml"
GUARD = {"game": "five-by-five", "role": "guard", "seed": "docks"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two characters of one game, one of another, and a broken file."""
    for name, preset in zip((FIRST, "2.yaml"), ready_made.presets("five-by-five"), strict=False):
        shutil.copy(preset.path, tmp_path / name)
    shutil.copy(concept("gamocles"), tmp_path / "other.yaml")
    (tmp_path / "broken.yaml").write_text("system: five-by-five\nname: Bo\nno_such_key: 1\n", encoding="utf-8")
    return tmp_path


def fight(folder: Path, *sides: list[dict[str, Any]]) -> Any:
    return Studio(folder).answer("studio/fight", {"sides": list(sides)})


def test_the_party_is_all_characters_without_errors(folder: Path) -> None:
    """By their games, with the text of the editor in place of the file's."""
    studio = Studio(folder)
    reply = studio.answer("studio/party", {})
    assert reply["leftOut"] == ["broken.yaml"]
    assert "GAMOCLES" in reply["html"].upper()
    text = studio.folder.read(FIRST)["text"].replace("name: ", "name: Sir ", 1)
    assert "Sir " in studio.answer("studio/party", {"texts": {FIRST: text}})["html"]


def test_ticks_on_the_party_page_are_of_a_character_and_a_track(serve: Serve, page: Page, folder: Path) -> None:
    """Another character before this one leaves them alone, and so does a tick in another track."""
    page.goto(serve())
    page.get_by_role("button", name="Party", exact=True).click()
    name = shown_sheet(page).locator("[data-track^=boxes-five-by-five]").last.get_attribute("aria-label")
    tracks = shown_sheet(page).get_by_role("group", name=name, exact=True)
    tracks.get_by_label("HP").nth(2).click()
    (folder / "0.yaml").write_text(LARRY, encoding="utf-8")
    expect(shown_sheet(page).get_by_role("group", name="Larry Vance", exact=True)).to_be_visible()
    tracks.get_by_label("Dying").nth(0).click()
    ticked = shown_sheet(page).locator("input:checked")
    expect(ticked).to_have_count(4)
    expect(tracks.locator("input:checked")).to_have_count(4)


def test_the_odds_start_from_what_is_marked(folder: Path) -> None:
    """Fewer hit points lower the chance to win; what is not marked is as in the file."""
    hero = {"file": FIRST}
    fresh, hurt = (
        fight(folder, [hero | {"state": state}], [GUARD | {"number": 1}]) for state in ({}, {"hit_points": 3})
    )
    assert fresh["why"] == ""
    assert hurt["outcome"]["wins"]["party"]["probability"] < fresh["outcome"]["wins"]["party"]["probability"]
    (track,) = hurt["fighters"][0][0]["tracks"]
    assert track["unhurt"] + track["step"] * track["marked"] == 3
    assert hurt["fighters"][0][0]["left"] == 3


def test_copies_and_npcs_are_told_apart(folder: Path) -> None:
    """Equal names have numbers; an NPC is the same for the same seed and number, with any other fighters."""
    reply = fight(folder, [{"file": FIRST}] * 2, [GUARD | {"number": number} for number in (1, 2)])
    one, two = (fighter["name"] for fighter in reply["fighters"][0])
    assert (one[-2:], two[-2:]) == (" 1", " 2")
    again = fight(folder, [{"file": FIRST}], [GUARD | {"number": 2}])
    assert again["fighters"][1][0]["name"] == reply["fighters"][1][1]["name"]


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([], "Put someone on both sides."),
        ([{"file": "other.yaml"}], "All characters of an encounter must be of one game; these are of several:"),
        ([{"file": "broken.yaml"}], "Put someone on both sides."),
        ([GUARD | {"number": 1, "state": {"hit_points": -10}}], "The other side is down already."),
    ],
)
def test_a_board_without_a_fight_says_why(folder: Path, others: list[dict[str, Any]], why: str) -> None:
    """The fighters are there nevertheless, so that the board can be changed."""
    reply = fight(folder, [{"file": FIRST}], others)
    assert reply["why"].startswith(why)
    assert reply["fighters"][0][0]["name"]
    assert [fighter["why"] for fighter in reply["fighters"][1] if fighter["why"]] == (
        ["broken.yaml has errors"] if others == [{"file": "broken.yaml"}] else []
    )


def test_the_board_reads_nothing_outside_the_folder(folder: Path) -> None:
    """A file of another folder is no fighter, and no archetype."""
    for spec in ({"file": "../other.yaml"}, {"file": "../role.yaml", "seed": "x", "number": 1}):
        reply = fight(folder, [spec], [])
        assert "not in this folder" in reply["fighters"][0][0]["why"]


def test_a_fight_is_fought_on_the_board(serve: Serve, page: Page, folder: Path) -> None:
    """Someone is dragged, an NPC is drawn, hit points are ticked; the odds follow, and a reload brings it all back."""
    page.add_init_script("Math.random = () => 0.5")  # the seed of the NPC, who has few hit points with others
    page.goto(serve())
    page.get_by_role("button", name="Fight", exact=True).click()
    party = page.get_by_role("region", name="The party")
    others = page.get_by_role("region", name="The other side")
    # The roles and the chances come from the server, and move the board when they come: nothing may move under a drag.
    role = page.get_by_label("A role to draw an NPC from")
    expect(role.locator("option[value=rguard]")).to_be_attached()
    expect(page.locator(".fight .chances")).to_be_visible()
    page.locator(".bench li").first.drag_to(party)
    expect(party.locator("article")).to_have_count(1)
    role.select_option("rguard")
    page.get_by_role("button", name="To the other side", exact=True).click()
    wins = page.locator(".wins b").first
    expect(wins).to_contain_text("The party wins")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    before = wins.inner_text()
    others.get_by_role("button", name="Hit points, box 4", exact=True).click()
    expect(wins).not_to_have_text(before)
    expect(others.locator(".box[aria-pressed=true]")).to_have_count(4)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    after = wins.inner_text()
    page.reload()
    page.get_by_role("button", name="Fight", exact=True).click()
    expect(page.locator(".wins b").first).to_have_text(after)
    others.get_by_role("button", name="to the party").click()
    expect(page.locator(".fight .chances")).to_have_text("Put someone on both sides.")
    expect(party.locator("article")).to_have_count(2)
