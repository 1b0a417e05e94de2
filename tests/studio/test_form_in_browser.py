"""Characters are built in the form alone: by ranking, sliders, buttons, and names of the player's own."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from chargen import registry
from chargen.core.source import load
from tests.studio.conftest import Serve
from tests.studio.test_files_in_browser import editor_of


@pytest.fixture
def form(request: pytest.FixtureRequest, serve: Serve, page: Page, tmp_path: Path) -> Page:
    """Return the page with the form of a starter of the game that the test names."""
    text = registry.system(request.param).new_concept("Kai")
    (tmp_path / "kai.yaml").write_text(text, encoding="utf-8")
    page.goto(serve())
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator(".form .section").first).to_be_visible()
    return page


def for_game(key: str) -> pytest.MarkDecorator:
    """Open the form of a game."""
    return pytest.mark.parametrize("form", [key], indirect=True)


def wait_for_text(page: Page, part: str) -> None:
    """Wait until a part is in the text: a choice is shown before the text has it."""
    text = "document.querySelector('.cm-content').cmTile.view.state.doc.toString()"
    page.wait_for_function(f"part => {text}.includes(part)", arg=part)


def data_of(page: Page) -> dict[str, object]:
    """What the text says now."""
    data = load("", editor_of(page).encode()).data
    assert isinstance(data, dict)
    return data


def section(page: Page, name: str) -> Locator:
    """A section of the form by its heading."""
    return page.locator("details.section").filter(has=page.get_by_role("heading", name=name, exact=True))


@for_game("five-by-five")
def test_names_are_ranked_renamed_and_marked(form: Page) -> None:
    """What moves up gets the value of its new place, and so does what it passes; a name of one's own is kept."""
    ranked = section(form, "Descriptors").get_by_role("listitem")
    form.get_by_role("button", name="Hit points: up").click()
    expect(ranked.nth(0)).to_contain_text("Hit points")
    form.get_by_label("Name of Telling Lies").fill("Reading the tide")
    form.get_by_label("Name of Telling Lies").press("Enter")
    expect(form.get_by_label("Name of Reading the tide")).to_be_visible()
    ranked.filter(has=form.get_by_label("Name of Lock Picking")).get_by_role("combobox").select_option("dodge")
    wait_for_text(form, "Lock Picking: {value: 4, exclusive: dodge}")
    data = data_of(form)
    assert data["hit_points"] == 6
    assert data["descriptors"]["Lock Picking"] == {"value": 4, "exclusive": "dodge"}  # type: ignore[index]
    assert data["descriptors"]["Reading the tide"] == -5  # type: ignore[index]


@for_game("facade")
def test_sliders_have_prices_and_the_checklist_turns_green(form: Page) -> None:
    """Less Agility gives points back, and a weapon is taken from the table; neither change takes the other back."""
    expect(form.locator(".summary .met")).to_have_count(5)
    slider = section(form, "Attributes").get_by_label("Agility")
    slider.focus()
    slider.press("ArrowLeft")
    new = section(form, "Weapons").get_by_label("New in weapons")
    new.fill("longbow")
    new.press("Enter")
    wait_for_text(form, "longbow")
    data = data_of(form)
    assert data["attributes"]["action"]["agility"] == 4  # type: ignore[index]
    assert data["weapons"] == ["rapier", "knife", "longbow"]


@for_game("gamocles")
def test_the_grid_is_live(form: Page) -> None:
    """One more Combat changes its row in all five columns."""
    row = section(form, "Traits").get_by_role("row").filter(has_text="Combat")
    expect(row).to_contain_text("4k2")
    form.get_by_role("button", name="combat: more").click()
    expect(row).to_contain_text("5k2")
    assert data_of(form)["skills"]["combat"] == 3  # type: ignore[index]


@for_game("five-plus")
def test_a_tap_on_a_sum_ends_the_range_there(form: Page) -> None:
    """5 to 10 is level 5."""
    bar = form.get_by_role("group", name="Range of Sapping")
    bar.get_by_role("button", name="up to 10").click()
    expect(form.get_by_role("group", name="Range of Sapping: 5 to 10")).to_be_visible()
    assert data_of(form)["skills"]["Sapping"] == 5  # type: ignore[index]


@for_game("roll-when-you-need")
def test_an_ability_moves_to_another_column(form: Page) -> None:
    """Into the column on its left it is one higher; the column of the unlisted ones takes it out of the file."""
    form.get_by_role("button", name="Mathematics: higher").click()
    expect(form.get_by_role("region", name="Rating 3")).to_contain_text("Mathematics")
    form.get_by_role("button", name="Stealth: lower").click()
    expect(form.get_by_role("region", name="Rating 1")).to_contain_text("Stealth")
    data = data_of(form)
    assert data["abilities"]["mathematics"] == 3  # type: ignore[index]
    assert "stealth" not in data["abilities"]  # type: ignore[operator]


@for_game("five-by-five")
def test_a_part_is_drawn_again_and_can_be_undone(form: Page) -> None:
    """A surprise is one step of the editor's history, and the sheet follows."""
    before = editor_of(form)
    section(form, "Descriptors").get_by_role("button", name="Surprise me", exact=True).click()
    expect(form.get_by_label("Name of Lock Picking")).to_have_count(0)
    assert editor_of(form) != before
    form.get_by_role("button", name="Text", exact=True).click()
    form.locator(".cm-content").click()
    form.keyboard.press("ControlOrMeta+z")
    assert editor_of(form) == before
