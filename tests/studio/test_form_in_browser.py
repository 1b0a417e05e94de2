"""Characters are built in the form alone, from an empty folder: by ranking, sliders, dragging, and one's own words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from chargen.studio.studio import Studio
from chargen.text.source import load
from tests.scale import some
from tests.studio.conftest import Serve, shown_sheet
from tests.studio.test_files_in_browser import editor_of, show_no_sheet
from tests.studio.test_page import check_access


@pytest.fixture
def form(request: pytest.FixtureRequest, serve: Serve, page: Page, tmp_path: Path) -> Iterator[Page]:
    """Return the form of a new character of the game that the test names; what the test leaves must be legal."""
    page.goto(serve())
    show_no_sheet(page)
    page.get_by_role("button", name=request.param, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Kai")
    dialog.get_by_role("button", name="Create").click()
    expect(page.locator(".form .section").first).to_be_visible()
    yield page
    checked = Studio(tmp_path).check("kai.yaml", editor_of(page))
    assert not [found for found in checked.diagnostics if found.severity == "error"]


def for_game(title: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("form", [title], indirect=True)


def wait_for_text(page: Page, part: str) -> None:
    """Wait until a part is in the text: a choice is shown before the text has it."""
    text = "document.querySelector('.cm-content').cmTile.view.state.doc.toString()"
    page.wait_for_function(f"part => {text}.includes(part)", arg=part)


def data_of(page: Page) -> dict[str, object]:
    data = load("", editor_of(page).encode()).data
    assert isinstance(data, dict)
    return data


def section(page: Page, name: str) -> Locator:
    return page.locator("details.section").filter(has=page.get_by_role("heading", name=name, exact=True))


def write_into(field: Locator, text: str) -> None:
    field.fill(text)
    field.press("Enter")


def drag(page: Page, thing: Locator, target: Locator) -> None:
    """Drag something onto a target, again where an answer of the program moved the page below the mouse."""

    def is_taken() -> bool:
        page.mouse.up()
        thing.locator(".grip").hover()
        page.mouse.down()
        page.mouse.move(1, 1)
        return "dragged" in str(thing.get_attribute("class"))

    def is_reached() -> bool:
        target.hover()
        return "drop-here" in str(target.get_attribute("class"))

    assert any(is_taken() for _ in range(20))
    assert any(is_reached() for _ in range(20))
    page.mouse.up()


@for_game("Five by Five")
def test_names_are_ranked_renamed_and_marked(form: Page) -> None:
    """What moves up gets the value of its new place; a new name gets the value that is free; a taken one is refused.

    The sheet, which was not shown meanwhile, is that of the last text.
    """
    descriptors = section(form, "Descriptors")
    form.get_by_role("button", name="Hit points: up").click()
    expect(descriptors.get_by_role("listitem").nth(0)).to_contain_text("Hit points")
    write_into(form.get_by_label("Name of Telling Lies"), "lock picking")
    expect(form.get_by_role("alert")).to_have_text("there is a `Lock Picking` already; choose another name")
    form.get_by_role("button", name="Remove Quick on the Stairs").click()
    write_into(descriptors.get_by_label("New in descriptors"), "Reading the tide")
    wait_for_text(form, "Reading the tide: 2")
    tide = descriptors.get_by_role("listitem").filter(has=form.get_by_label("Name of Reading the tide"))
    expect(tide).to_have_accessible_name("Reading the tide")
    tide.get_by_role("combobox").select_option("dodge")
    wait_for_text(form, "Reading the tide: {value: 2, exclusive: dodge}")
    assert data_of(form)["hit_points"] == 6
    form.get_by_role("button", name="Sheet", exact=True).click()
    expect(shown_sheet(form).get_by_text("Reading the tide").first).to_be_visible()


@for_game("Façade")
def test_a_hero_has_prices_armour_and_a_checklist(form: Page) -> None:
    """On the budget of the book, less Agility gives points back, a level has its price, and armour covers the head.

    The budget is chosen: one that the game names, or one of one's own, in numbers.
    """
    expect(form.get_by_label("Budget").locator("option:checked")).to_contain_text("Hero, by the book")
    expect(form.locator(".summary .met")).to_have_count(5)
    persona = form.get_by_role("heading", name="Persona")
    assert persona.evaluate("title => parseFloat(getComputedStyle(title).columnGap)") > 0
    slider = section(form, "Attributes").get_by_label("Agility")
    slider.focus()
    slider.press("ArrowLeft")
    line = section(form, "Skills").get_by_role("listitem", name="Bleeding", exact=True)
    expect(line).to_contain_text("2 SP")
    line.get_by_role("button", name="Bleeding: less").click()
    expect(line).to_contain_text("1½ SP")
    section(form, "Armor").get_by_role("checkbox", name="head").click()
    expect(section(form, "Armor").get_by_role("img")).to_have_accessible_name("What is covered: head, torso, arms")
    new = section(form, "Weapons").get_by_label("New in weapons")
    new.fill("longb")
    rows = form.get_by_role("group", name="Suggestions for weapons")
    expect(rows.get_by_role("region")).to_have_accessible_name("missile weapons")
    rows.get_by_role("button", name="Longbow damage 4L · strength 4").click()
    wait_for_text(form, "Longbow")
    expect(form.get_by_role("group", name="Longbow", exact=True).get_by_label("Damage", exact=True)).to_be_visible()
    expect(rows).to_have_count(0)
    damage = section(form, "Weapons").get_by_label("Damage", exact=True).last
    expect(damage).to_have_attribute("placeholder", "4L")
    budget = form.get_by_label("Budget")
    pool = budget.locator("option", has_text="Pool buy").inner_text()
    budget.select_option(label=pool)
    wait_for_text(form, "rules: {creation: pool-buy}")
    budget.select_option(label="Of your own")
    write_into(form.get_by_role("textbox", name="Skill points").first, "250")
    wait_for_text(form, "skill_points: 250")
    budget.select_option(label="Hero, by the book (100 / 200 / 50 / 50)")
    expect(form.locator(".summary")).to_contain_text("of 200")
    data = data_of(form)
    assert "rules" not in data
    assert data["attributes"]["action"]["agility"] == 4  # type: ignore[index]
    assert data["armor"] == [{"name": "leather jacket", "covers": ["head", "torso", "arms"]}]
    section(form, "Armor").get_by_label("head", exact=True).first.click()
    wait_for_text(form, "armor: [leather jacket]")


COVERED = """list => {
  const box = list.getBoundingClientRect();
  const fields = [...list.closest(".form").querySelectorAll("input, select, button:not(.effects button)")];
  const isReached = (field) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
    return field.contains(document.elementFromPoint(x, y));
  };
  return fields.filter((field) => !isReached(field)).map((field) => field.ariaLabel);
}"""
"""Returns the fields below a list of effects that do not get a click on them."""


@for_game("Gamocles")
def test_the_grid_is_live(form: Page) -> None:
    """One more Combat changes its row in all five columns; what other values would do covers no field, and closes.

    A wrong number has its message below the grid, which stays as wide as it is.
    """
    row = section(form, "Traits").get_by_role("row").filter(has_text="Combat")
    expect(row).to_contain_text("4k2")
    form.get_by_role("button", name="combat: more").click()
    expect(row).to_contain_text("5k2")
    effects = form.locator(".effects")
    size = form.viewport_size
    assert size
    form.set_viewport_size({"width": 1280, "height": 900})
    assert section(form, "Traits").locator(".scrolling").evaluate("grid => grid.scrollWidth <= grid.clientWidth")
    form.set_viewport_size(size)
    for name in some(("combat: more", "will: more", "craft: less", "arcane: more"), 4):
        form.get_by_role("button", name=name).click()
        expect(effects).to_be_visible()
        # The list may be drawn again meanwhile.
        form.wait_for_function(
            f"() => [...document.querySelectorAll('.effects')].some((list) => !({COVERED})(list).length)"
        )
        effects.get_by_role("button").first.click(trial=True)
        box, pane = effects.bounding_box(), form.locator(".form").bounding_box()
        assert box
        assert pane
        assert pane["x"] <= box["x"]
        assert box["x"] + box["width"] <= pane["x"] + pane["width"]
    form.keyboard.press("Escape")
    expect(effects).to_have_count(0)
    combat = form.get_by_role("textbox", name="combat", exact=True)
    combat.press("ArrowDown")
    expect(row).to_contain_text("5k2")
    combat.press("Tab")
    expect(form.get_by_role("button", name="combat: more")).to_be_focused()
    grid = section(form, "Traits").get_by_role("table")
    width = grid.evaluate("table => table.offsetWidth")
    write_into(form.get_by_role("textbox", name="grit", exact=True), "lots")
    expect(section(form, "Traits").locator(".error")).to_be_visible()
    assert grid.evaluate("table => table.offsetWidth") == width
    write_into(form.get_by_role("textbox", name="grit", exact=True), "2")
    wait_for_text(form, "grit: 2")


@for_game("Roll When You Need")
def test_an_ability_moves_to_another_column(form: Page) -> None:
    """By an arrow, by dragging, and by its number on the keyboard, where it keeps the focus.

    A word that is not in a closed list is not swallowed; what there is to choose is shown.
    """
    form.get_by_role("button", name="Stealth: lower").click()
    expect(form.get_by_role("region", name="Rating 1")).to_contain_text("Stealth")
    drag(form, form.locator(".chip", has_text="Charm"), form.get_by_role("region", name="Rating 2"))
    expect(form.get_by_role("region", name="Rating 2")).to_contain_text("Charm")
    form.get_by_role("button", name="Mathematics: higher").press("4")
    expect(form.get_by_role("region", name="Rating 4")).to_contain_text("Mathematics")
    expect(form.get_by_role("button", name="Mathematics: higher")).to_be_focused()
    part = section(form, "Consequences")
    part.evaluate("part => part.open = true")
    write_into(part.get_by_label("New in consequences"), "Bruised")
    expect(part.get_by_role("alert")).to_have_text("“Bruised” is not in the list. Choose one of these:")
    part.get_by_role("button", name="minor", exact=True).click()
    wait_for_text(form, "consequences: [minor]")
    check_access(form, ".section:has(.chip), .section:has([role=alert])")
    abilities = data_of(form)["abilities"]
    assert (abilities["charm"], abilities["mathematics"]) == (2, 4)  # type: ignore[index]
    assert "stealth" not in abilities  # type: ignore[operator]


@for_game("Gamocles")
def test_a_portrait_is_chosen_scaled_and_kept_beside_the_file(form: Page, tmp_path: Path) -> None:
    """A second one gets a name of its own, what is no picture is refused, and no meta data stays."""
    photo, exif = Image.new("RGB", (1200, 300), "red"), Image.Exif()
    exif[0x010E] = "at home"
    photo.save(tmp_path / "photo.jpeg", exif=exif)
    (tmp_path / "words.png").write_text("no picture", encoding="utf-8")
    for chosen, shown in (("photo.jpeg", "kai-portrait.jpg"), ("photo.jpeg", "kai-portrait-2.jpg"), ("words.png", "")):
        with form.expect_file_chooser() as chooser:
            form.get_by_role("button", name="Choose …").click()
        chooser.value.set_files(tmp_path / chosen)
        if shown:
            expect(form.get_by_label("Portrait", exact=True)).to_have_value(shown)
    expect(form.get_by_role("alert")).to_have_text("words.png cannot be opened as a picture. Use PNG, JPEG or WebP.")
    for name in ("kai-portrait.jpg", "kai-portrait-2.jpg"):
        with Image.open(tmp_path / name) as kept:
            assert (kept.size, dict(kept.getexif())) == ((600, 150), {})


@for_game("Five by Five")
def test_a_part_is_drawn_again_and_can_be_undone(form: Page, tmp_path: Path) -> None:
    """A surprise is one step of the history, and keys undo and save; a section has the rules of `chargen explain`."""
    before = editor_of(form)
    descriptors = section(form, "Descriptors")
    descriptors.get_by_role("button", name="About descriptors").click()
    expect(descriptors.get_by_role("note")).to_contain_text("five-by-five/values")
    descriptors.get_by_role("button", name="Surprise me", exact=True).click()
    expect(form.get_by_label("Name of Lock Picking")).to_have_count(0)
    assert editor_of(form) != before
    form.keyboard.press("ControlOrMeta+z")
    expect(form.get_by_label("Name of Lock Picking")).to_be_visible()
    assert editor_of(form) == before
    form.get_by_role("button", name="Hit points: up").press("ControlOrMeta+Shift+z")
    expect(form.get_by_label("Name of Lock Picking")).to_have_count(0)
    # What is typed and not left is saved, too; then Ctrl-Z takes it back wherever the focus is.
    form.get_by_label("Player", exact=True).fill("Ada")
    form.keyboard.press("ControlOrMeta+s")
    expect(form.get_by_text("saved", exact=True)).to_be_visible()
    assert "player: Ada" in next(tmp_path.glob("*.yaml")).read_text(encoding="utf-8")
    form.get_by_role("button", name="Remove Ring of keys").click()
    expect(form.get_by_label("Remove Ring of keys")).to_have_count(0)
    form.keyboard.press("ControlOrMeta+z")
    expect(form.get_by_label("Remove Ring of keys")).to_have_count(1)
    form.keyboard.press("ControlOrMeta+z")
    expect(form.get_by_label("Player", exact=True)).to_have_value("")
