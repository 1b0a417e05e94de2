"""A file with errors in an editor: right chances and purchases stay; YAML of other programs is left alone."""

from pathlib import Path
from typing import Any

import pytest

from chargen import checking
from chargen.lsp import hover
from chargen.text.parts import with_value_at
from chargen.text.source import load
from tests.cli.running import DOUBLED, LARRY
from tests.hostile.test_paths import PIXEL
from tests.lsp.editor import Editor
from tests.lsp.test_server import over
from tests.plain_data import walk
from tests.scale import some

PRESETS = Path(__file__).parent.parent.parent / "presets"
CHEF = "success: **52.8\u202f%** (19/36)"
"""The chance of Larry's descriptor Amateur Chef, 4."""


def over_chef(editor: Editor, path: Path, text: str) -> str:
    return over(editor, path, text, "Amateur Chef")


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("weapons: [knife]", "weapons: [kinfe]"),
        ("weapons: [knife]", "weapons: [knife]\nadvancement:\n  - {raise: }"),
        ("First Aid: {value: 2", "First Aid: {value: 4"),
    ],
)
@pytest.mark.parametrize("was_open", [True, False])
def test_a_chance_stays_while_another_line_has_an_error(
    good: str, bad: str, was_open: bool, editor: Editor, folder: Path
) -> None:
    """The exact one of the sheet, also where the file is opened with the error in it; never the book's round one."""
    path = folder / f"stays-{abs(hash((bad, was_open)))}.yaml"
    if was_open:
        assert CHEF in over_chef(editor, path, LARRY)
    assert good in LARRY
    shown = over_chef(editor, path, LARRY.replace(good, bad))
    assert CHEF in shown
    assert "printed percent" not in shown


def test_a_chance_is_never_that_of_an_earlier_value(editor: Editor, folder: Path) -> None:
    """Over a value with an error of its own there is none; over one that other rules miss, that of the value itself."""
    path = folder / "now.yaml"
    assert CHEF in over_chef(editor, path, LARRY)
    assert "success" not in over_chef(editor, path, LARRY.replace("Amateur Chef: 4", "Amateur Chef: 9"))
    assert "**Amateur Chef** 2" in over_chef(editor, path, LARRY.replace("Amateur Chef: 4", "Amateur Chef: 2"))
    assert CHEF in over_chef(editor, path, DOUBLED)


def test_no_chance_is_shown_where_a_value_is_unreadable(editor: Editor, folder: Path) -> None:
    """Nor where a key is unknown, which may be the misspelt name of one that chances follow from."""
    path = folder / "unreadable.yaml"
    assert CHEF in over_chef(editor, path, LARRY)
    for old, new in (("First Aid: {value: 2", "First Aid: {value: x"), ("weapons: [knife]", "wepons: [knife]")):
        assert "success" not in over_chef(editor, path, LARRY.replace(old, new))


@pytest.mark.parametrize("path", some(sorted((PRESETS / "concepts").rglob("*.yaml")), 10), ids=lambda path: path.stem)
def test_no_chance_is_shown_that_an_unreadable_value_would_change(path: Path) -> None:
    """Each value of a preset in turn is nonsense: a chance that is shown elsewhere is that of the character."""
    source = load(path.name, path.read_bytes())
    good = checking.check_source(source, path)
    assert good.game is not None
    right = {roll.label: roll.odds for roll in good.rolls()}
    places = [path for path, value in walk(source.data) if not isinstance(value, dict | list)]
    every = [place for place in places if place[0] not in ("system", "advancement")]
    for broken in every[:: max(1, len(every) // 12)]:
        data = with_value_at(source.data, broken, "zzqx")
        checked = checking.check_data(good.game, data, path.parent)
        for other in every if not checked.ok else ():
            rolls = hover.known_rolls(checked, other)
            assert all(roll.odds == right[roll.label] for roll in rolls if roll.label in right), (broken, other)


@pytest.mark.parametrize(
    "text",
    [
        "system: wayland\n",
        "name: desk\nsystem: wayland\noutputs: [one]\n",
        "system:\n  cpu: 4\n",
        "archetype: webapp\nname: shop\nversion: 2\n",
        "name: desk\nsystem: wayland\noutputs: [\n",
    ],
)
def test_the_system_of_other_software_is_no_game(text: str, editor: Editor, folder: Path) -> None:
    """Without a name and a key that only games have, an unknown one is left alone."""
    assert editor.diagnostics(editor.show(folder / f"other-{len(text)}.yaml", text)) == []


@pytest.mark.parametrize(
    "text", [LARRY.replace("five-by-five", "wayland"), "system: five-by-fve\n", "system: facade\n"]
)
def test_a_misspelt_game_is_reported(text: str, editor: Editor, folder: Path) -> None:
    assert editor.diagnostics(editor.show(folder / f"misspelt-{len(text)}.yaml", text))


def test_a_file_that_no_longer_is_a_character_is_left_alone(editor: Editor, folder: Path) -> None:
    """Emptied it is offered the first keys again; a character that only loses its line `system` is still one."""
    path = folder / "refilled.yaml"
    uri = editor.show(path, LARRY)
    assert editor.diagnostics(editor.show(path, LARRY.replace("system: five-by-five", ""))) != []
    editor.change(uri, "")
    assert editor.diagnostics(uri) == []
    assert set(editor.completions(uri, 0, 0)) == {"system", "archetype"}
    editor.change(uri, "name: shop\nservices:\n  web: {image: nginx}\n")
    assert editor.diagnostics(uri) == []


@pytest.mark.parametrize("how", ["root", "folders", "none"])
def test_the_open_workspace_bounds_what_a_file_may_name(how: str, tmp_path: Path) -> None:
    """Wherever the server was started: two folders above, a picture is in the workspace, or nowhere."""
    (tmp_path / "face.png").write_bytes(PIXEL)
    deep = tmp_path / "tables" / "party"
    deep.mkdir(parents=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    uri = tmp_path.as_uri()
    known: dict[str, dict[str, Any]] = {"root": {"root": uri}, "folders": {"folders": (uri,)}, "none": {}}
    with Editor(elsewhere, **known[how]) as editor:
        uri = editor.show(deep / "kai.yaml", LARRY + "portrait: ../../face.png\n")
        found = [one["code"] for one in editor.diagnostics(uri)]
        assert found == (["file/outside"] if how == "none" else [])
        uri = editor.show(deep / "kai.yaml", LARRY + "portrait: ../../../face.png\n")
        assert [one["code"] for one in editor.diagnostics(uri)] == ["file/outside"]
