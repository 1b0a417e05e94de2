"""Files, by what a person does in the page: open, write, save, rename, delete; and what other programs do meanwhile."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.cli.running import LARRY, begin
from tests.studio.conftest import Serve, shown_sheet


def editor_of(page: Page) -> str:
    text: str = page.locator(".cm-content").evaluate("element => element.cmTile.view.state.doc.toString()")
    return text


def show_no_sheet(page: Page) -> None:
    """Show the board beside the character: the sheet would be drawn at each step, which is most of the time."""
    page.get_by_role("button", name="Fight", exact=True).click()


def open_text(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.locator(".cm-content")).to_contain_text("system")


def write_at_end(page: Page, text: str) -> None:
    """Write at the end of the character's text, as with a keyboard."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


@contextmanager
def studio_of_two(page: Page, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the command over the files of Ana and Kai, and open its page; it ends well, also where the test fails."""
    for name in ("Ana", "Kai"):
        (folder / f"{name.lower()}.yaml").write_text(f"system: five-by-five\nname: {name}\n", encoding="utf-8")
    with begin("studio", "--no-browser", str(folder), stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            page.goto(process.stdout.readline().strip())
            show_no_sheet(page)
            yield process
            page.goto("about:blank")
        finally:
            process.send_signal(signal.SIGCONT)
            process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0


def test_a_second_start_goes_on_and_what_is_typed_while_another_file_opens_stays_with_its_own(
    page: Page, tmp_path: Path
) -> None:
    """The file that was open last is open again, with what was not saved, though each start has a secret of its own.

    Then the program does not answer for a while: fields are written, and one emptied again, before the other file is
    there. One is taken back and the rest saved while another file is chosen, and a new one is made, once.
    """
    file, shown = page.get_by_role("combobox", name="File"), page.get_by_role("textbox", name="Name", exact=True).first
    with studio_of_two(page, tmp_path):
        expect(file).to_have_value("ana.yaml")
        file.select_option("kai.yaml")
        page.get_by_role("button", name="Text", exact=True).click()
        expect(page.locator(".cm-content")).to_contain_text("Kai")
        write_at_end(page, "voice: hums\n")
        expect(page.get_by_text("unsaved changes")).to_be_visible()
    with studio_of_two(page, tmp_path) as process:
        expect(file).to_have_value("kai.yaml")
        expect(page.get_by_text("Unsaved changes from before are back.")).to_be_visible()
        assert editor_of(page).endswith("voice: hums\n")

        file.select_option("ana.yaml")
        expect(shown).to_have_value("Ana")
        process.send_signal(signal.SIGSTOP)
        for field, text in (("Player", "Jo"), ("Concept", "A cook"), ("Look", "Tall"), ("Look", "")):
            page.get_by_role("textbox", name=field, exact=True).fill(text)
            page.keyboard.press("Tab")
            file.select_option("kai.yaml")
        process.send_signal(signal.SIGCONT)
        expect(shown).to_have_value("Kai")
        file.select_option("ana.yaml")
        expect(shown).to_have_value("Ana")
        lines = editor_of(page).split("\n")
        assert {"player: Jo", "concept: A cook"} <= {*lines}
        assert not [line for line in lines if line.startswith("look")]
        process.send_signal(signal.SIGSTOP)
        file.select_option("kai.yaml")
        page.get_by_role("textbox", name="Want", exact=True).fill("Peace")
        for key in ("Tab", "Control+z", "Control+s"):
            page.keyboard.press(key)
        page.get_by_role("button", name="New …").click()
        page.get_by_role("textbox", name="Name", exact=True).last.fill("Kai")
        page.get_by_role("button", name="Create").dblclick()
        process.send_signal(signal.SIGCONT)
        expect(file).to_have_value("kai-2.yaml")
        assert (tmp_path / "ana.yaml").read_text(encoding="utf-8").split("\n") == lines
        assert (tmp_path / "kai.yaml").read_text(encoding="utf-8") == "system: five-by-five\nname: Kai\n"
        expect(shown).to_have_value("Kai")
        assert not (tmp_path / "kai-3.yaml").exists()


def test_two_windows_on_one_file_lose_nothing(serve: Serve, page: Page, larry: Path) -> None:
    """What one saves appears in the other; where both changed it, both texts are shown, and the choice keeps both."""
    address = serve()
    other = page.context.new_page()
    for window in (page, other):
        open_text(window, address)
        show_no_sheet(window)
    write_at_end(other, "voice: hums\n")
    other.keyboard.press("Control+s")
    expect(page.locator(".cm-content")).to_contain_text("voice: hums")

    write_at_end(page, "want: peace\n")
    write_at_end(other, "secret: is a king\n")
    other.keyboard.press("Control+s")
    conflict = page.get_by_role("alertdialog")
    expect(conflict.get_by_label("Yours").locator("mark")).to_contain_text("want: peace")
    expect(conflict.get_by_label("On the disk").locator("mark")).to_contain_text("secret: is a king")
    page.locator(".cm-content").press("Control+s")
    assert larry.read_text(encoding="utf-8").endswith("secret: is a king\n")
    conflict.get_by_role("button", name="Save yours as a copy").click()
    expect(page.get_by_text("Yours is in larry-2.yaml.")).to_be_visible()
    assert editor_of(page).endswith("secret: is a king\n")
    assert larry.with_name("larry-2.yaml").read_text(encoding="utf-8").endswith("want: peace\n")


def test_a_file_is_renamed_copied_deleted_and_brought_back(serve: Serve, page: Page, larry: Path) -> None:
    """A taken name is refused; unsaved changes stay; what is deleted can be brought back."""
    open_text(page, serve())
    show_no_sheet(page)
    write_at_end(page, "voice: hums\n")
    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name="Make a copy").click()
    choice = page.get_by_label("File", exact=True).and_(page.locator("select"))
    expect(choice).to_have_value("larry-2.yaml")
    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name="Rename …").click()
    page.get_by_role("textbox", name="File").fill("larry")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("larry.yaml exists already")
    page.get_by_role("textbox", name="File").fill("old/larry")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(choice).to_have_value("old/larry.yaml")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.get_by_text("File", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    expect(choice).to_have_value("larry.yaml")
    assert not larry.with_name("old").joinpath("larry.yaml").exists()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(choice).to_have_value("old/larry.yaml")
    assert (larry.parent / "old/larry.yaml").read_text(encoding="utf-8").endswith("voice: hums\n")


def test_a_click_applies_a_fix(serve: Serve, page: Page, larry: Path) -> None:
    """Each error has its fix beside it; one click fixes everything that leaves no choice, and Ctrl-Z takes it back.

    Where another program deletes or renames the file meanwhile, the page says so, and has the only copy.
    """
    before = larry.read_text(encoding="utf-8")
    larry.write_text(before.replace("hit_points:", "hit_pints:").replace("concept:", "concpt:"), encoding="utf-8")
    open_text(page, serve())
    errors = page.get_by_role("status", name="Errors")
    line = errors.get_by_role("listitem").filter(has_text="unknown key `hit_pints`")
    line.get_by_role("button", name="Write `hit_points` for `hit_pints`").click()
    expect(line).to_have_count(0)
    assert "hit_points:" in editor_of(page)
    page.locator(".cm-content").press("Control+z")
    # The button is still that of the text before, and fixes the present one.
    errors.get_by_role("button", name="Fix everything").click()
    expect(errors).to_have_count(0)
    assert editor_of(page) == before
    larry.unlink()
    expect(page.get_by_text("another program deleted larry.yaml; Save writes it again")).to_be_visible()
    expect(page.get_by_text("unsaved changes")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert larry.read_text(encoding="utf-8") == before


def test_a_file_that_cannot_be_read_is_locked_with_the_reason(serve: Serve, page: Page, larry: Path) -> None:
    """One that is no UTF-8, and a dead link, which stops no print of all; mended by other programs, they are edited."""
    zoe, target = larry.with_name("zoe.yaml"), larry.with_name("nowhere.yaml")
    zoe.write_bytes("name: Zoë\nsystem: five-by-five\n".encode("latin-1"))
    larry.with_name("gone.yaml").symlink_to(target.name)
    larry.with_name("outside.yaml").symlink_to(Path(__file__))
    open_text(page, serve())
    listed = page.get_by_role("combobox", name="File")
    expect(listed.locator("optgroup[label='files that cannot be read'] option")).to_have_text(["gone.yaml"])
    listed.select_option("zoe.yaml")
    expect(page.get_by_text("byte 0xEB is not UTF-8")).to_be_visible()
    before = editor_of(page)
    write_at_end(page, "voice: hums\n")
    page.keyboard.press("Control+s")
    assert editor_of(page) == before
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_text("This file cannot be edited here. The error says why.")).to_be_visible()
    zoe.write_text(LARRY, encoding="utf-8")
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Larry Vance")
    page.get_by_role("button", name="Text", exact=True).click()
    write_at_end(page, "\nvoice: hums\n")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert zoe.read_text(encoding="utf-8").endswith("voice: hums\n")

    listed.select_option("gone.yaml")
    expect(page.get_by_text("the link leads to `nowhere.yaml`, which is not there")).to_be_visible()
    write_at_end(page, "voice: hums\n")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    listed.select_option("larry.yaml")
    page.get_by_role("button", name="Print …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("all characters of the folder").check()
    dialog.get_by_label("Format").select_option("html")
    with page.expect_download():
        dialog.get_by_role("button", name="Print", exact=True).click()
    page.keyboard.press("Escape")
    listed.select_option("gone.yaml")
    target.write_text(LARRY, encoding="utf-8")
    expect(page.get_by_text("the link leads to")).to_have_count(0)
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Larry Vance")


def test_characters_are_listed_by_name_and_the_page_keeps_its_place(serve: Serve, page: Page, larry: Path) -> None:
    """Two of one name with their files; a menu closes; an opened part of the form and the last file are there again.

    A game file that is being written leaves every other character and game as they are, and says what is wrong.
    """
    for name, text in (("ada.yaml", "Ada"), ("bo.yaml", "Bo  # the second"), ("bo-2.yaml", '"Bo"')):
        other = larry.read_text(encoding="utf-8").replace("Larry Vance", text)
        larry.with_name(name).write_text(other, encoding="utf-8")
    address = serve()
    page.goto(address)
    choice = page.locator("select[aria-label=File]")
    expect(choice.locator("option")).to_have_text(["Ada", "Bo (bo-2.yaml)", "Bo (bo.yaml)", "Larry Vance"])
    choice.select_option("larry.yaml")
    expect(page).to_have_title(re.compile("^Larry Vance · "))
    delete = page.get_by_role("button", name="Delete")
    closers = (
        page.get_by_role("heading", name="Weapons"),
        shown_sheet(page).locator("h1"),
        page.get_by_label("Player"),
    )
    for closer in closers:
        page.get_by_text("File", exact=True).click()
        expect(delete).to_be_visible()
        closer.first.click()
        expect(delete).to_be_hidden()
    page.get_by_text("File", exact=True).click()
    page.keyboard.press("Escape")
    expect(delete).to_be_hidden()
    expect(page.locator("header summary", has_text="File")).to_be_focused()

    section = page.locator("details.section").filter(has=page.get_by_role("heading", name="Equipment", exact=True))
    section.locator("summary").click()
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_role("button", name="Form", exact=True).click()
    expect(section).to_have_attribute("open", "")
    page.goto("about:blank")
    larry.with_name("hot.game.yaml").write_text("format: 1\ntitle: Hot\nhaz: 1\n", encoding="utf-8")
    larry.with_name("zoe.yaml").write_text("system: hot\nname: Zoe\n", encoding="utf-8")
    page.goto(address)
    expect(choice).to_have_value("larry.yaml")
    expect(shown_sheet(page).locator("h1")).to_contain_text("Larry Vance")
    page.get_by_role("button", name="Text", exact=True).click()
    for file, wrong in (("hot.game.yaml", "unknown key `haz`"), ("zoe.yaml", "the game has an error")):
        choice.select_option(file)
        expect(page.get_by_text(wrong).first).to_be_visible()


def test_a_file_keeps_its_line_ends_and_its_mark(serve: Serve, page: Page, larry: Path) -> None:
    """Of Windows, of an old Mac, and one among others; undone, and saved, the file is as it was to the byte."""
    first, *others = larry.read_bytes().splitlines()
    content = b"\xef\xbb\xbf" + first + b"\r" + b"\r\n".join(others[:4]) + b"\n" + b"\r\n".join(others[4:])
    larry.write_bytes(content)
    open_text(page, serve())
    show_no_sheet(page)
    write_at_end(page, "\nvoice: hums")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert larry.read_bytes() == content + b"\rvoice: hums"
    page.get_by_role("button", name="Form", exact=True).click()
    page.get_by_label("Player", exact=True).fill("Ada")
    page.get_by_label("Player", exact=True).press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("Ada")
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert larry.read_bytes() == content.replace(b"First seat", b"Ada") + b"\rvoice: hums"
    for _ in range(2):
        page.get_by_role("button", name="Undo the last change").click()
    page.keyboard.press("Control+s")
    expect(page.get_by_text("saved", exact=True)).to_be_visible()
    assert larry.read_bytes() == content
