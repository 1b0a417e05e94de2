"""What a user chose or typed stays while other programs change the folder."""

from pathlib import Path

from playwright.sync_api import expect

from tests.journeys.window import Window


def test_a_game_stays_chosen_while_the_folder_changes(window: Window, folder: Path) -> None:
    """In the dialog for a new character, while another program saves a file."""
    window.begin("Gamocles", "empty", "Kai")
    window.page.get_by_role("button", name="New …").click()
    dialog = window.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(label="Façade")
    (folder / "another.yaml").write_text("system: five-plus\nname: Another\n", encoding="utf-8")
    expect(window.page.get_by_role("option", name="Another")).to_be_attached()
    dialog.get_by_label("Name").fill("Wren")
    dialog.get_by_role("button", name="Empty").click()
    expect(window.field("Name")).to_have_value("Wren")
    assert b"system: facade" in window.saved()
