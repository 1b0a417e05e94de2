"""Sheets as forms: fields with names, that look the same in every reader, and read back as play state."""

import json
import re
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageStat

from chargen import checking
from chargen.page.sheet import Track
from chargen.render import forms
from chargen.sheets import form_state
from chargen.text.edits import with_more_text
from chargen.text.names import fold
from chargen.text.source import load
from tests.characters import concept
from tests.cli.running import run
from tests.render.looking import opened
from tests.scale import first, some
from tests.sheets import filling

GAMES = some(("five-by-five", "facade", "five-plus", "roll-when-you-need", "gamocles"), 3)


@cache
def form(game: str) -> bytes:
    """Return the form of a game's first preset, made once."""
    return filling.form_of(game)


def stated(path: Path, state: Mapping[str, object], folder: Path) -> Path:
    """Return a concept with some play state, and the pictures that lie beside it."""
    text = path.read_text(encoding="utf-8")
    assert "\nstate:" not in text
    made = folder / path.name
    made.write_text(text.rstrip("\n") + f"\nstate: {json.dumps(state)}\n", encoding="utf-8")
    for picture in path.parent.glob("*.svg"):
        (folder / picture.name).write_bytes(picture.read_bytes())
    return made


@pytest.mark.parametrize("game", GAMES)
def test_every_tracker_and_every_box_has_a_field(game: str) -> None:
    """A tracker has boxes with a number behind the name, or one field of that very name; no two boxes have one name."""
    checked = filling.checked(concept(game))
    assert checked.game is not None
    names = [tracker.name for tracker in checked.game.trackers(checked.character)]
    fields = set(forms.filled(form(game)).values)
    plan = json.loads(forms.filled(form(game)).plan)
    shared = {name for group in plan["boxes"] for name in group["trackers"][1:]}
    assert names
    for name in names:
        assert name in shared or name in fields or f"{name}-1" in fields, name
    made = form_state.form(checked, checking.make_sheet(checked))
    boxes = [box.field for block in made.sheet.blocks if isinstance(block, Track) for box in block.boxes]
    assert len(set(boxes)) == len(boxes)
    assert set(boxes) <= fields


@pytest.mark.parametrize("game", GAMES)
def test_an_untouched_form_says_nothing(game: str) -> None:
    reading = filling.read(form(game))
    assert (reading.state, reading.remarks) == ({}, ())


@pytest.mark.parametrize("game", first(("five-plus", *GAMES)))
def test_what_was_printed_reads_back(game: str, tmp_path: Path) -> None:
    """A form that is printed with every tracker moved says just that; nothing of it is lost."""
    path = concept(game)
    checked = filling.checked(path)
    assert checked.game is not None
    trackers = list(checked.game.trackers(checked.character))
    wanted = {fold(tracker.name): True if tracker.yes_or_no else max(0, tracker.high - 1) for tracker in trackers}
    assert wanted
    moved = stated(path, wanted, tmp_path)
    message = {fold(name): value for name, value in filling.read(filling.form(moved)).state.items()}
    assert message
    assert message == wanted
    silent = stated(path, message, tmp_path)
    assert checking.make_sheet(filling.checked(silent)).blocks == checking.make_sheet(filling.checked(moved)).blocks


def test_ticks_are_counted_from_the_left() -> None:
    """Two hit points lost, a token earned: as pypdf fills it in."""
    content = filling.filled(form("five-by-five"), {"hit_points-1": True, "hit_points-2": True, "doubles_token": True})
    reading = filling.read(content)
    high = filling.checked(concept("five-by-five")).stats()["hit_points"]
    assert reading.state == {"hit_points": high - 2, "doubles_token": True}
    assert reading.remarks == ()


def test_ticks_with_gaps_are_counted_and_reported() -> None:
    """Anyone who ticks the third box first has lost one hit point, and is reported how it was read."""
    reading = filling.read(filling.filled(form("five-by-five"), {"hit_points-3": True}))
    assert reading.state.keys() == {"hit_points"}
    assert any("have gaps" in remark for remark in reading.remarks)


def test_a_value_without_boxes_is_a_number_to_write() -> None:
    """Wounds in Gamocles have no boxes where the sheet has none; a text that is no number is reported and left out."""
    assert filling.read(filling.filled(form("gamocles"), {"wounds": "3"})).state == {"wounds": 3}
    wrong = filling.read(filling.filled(form("gamocles"), {"wounds": "many"}))
    assert wrong.state == {}
    assert any("not a whole number" in remark for remark in wrong.remarks)
    far = filling.read(filling.filled(form("gamocles"), {"wounds": "12345"}))
    assert far.state == {}
    assert any("12345" in remark for remark in far.remarks)


def test_trackers_that_share_boxes_are_distinguished() -> None:
    """In the 5+ system a full row and the box after it are a wound, not more damage."""
    plan = json.loads(forms.filled(form("five-plus")).plan)
    group = next(each for each in plan["boxes"] if len(each["trackers"]) == 2)
    values, boxes = next(pair for pair in group["values"] if pair[0][1] == 1)
    ticks = {group["fields"][index]: index in boxes for index in range(len(group["fields"]))}
    state = filling.read(filling.filled(form("five-plus"), ticks)).state
    wanted = dict(zip(group["trackers"], values, strict=True))
    assert {name: value for name, value in wanted.items() if value} == dict(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_form_that_is_filled_in_goes_into_its_file(game: str, tmp_path: Path) -> None:
    """Every box ticked, every line written: all of it is in the file or printed, and no line of the file is lost."""
    path = Path(shutil.copytree(concept(game).parent, tmp_path / "characters")) / concept(game).name
    before = path.read_text(encoding="utf-8").splitlines()
    texts = {
        name: f"{name}: worn, and it's \u201cold\u201d" if name != "wounds" else "3"
        for name, value in forms.filled(form(game)).values.items()
        if isinstance(value, str)
    }
    ticks = {name: True for name, value in forms.filled(form(game)).values.items() if isinstance(value, bool)}
    (tmp_path / "filled.pdf").write_bytes(filling.filled(form(game), {**texts, **ticks}))
    ended = run("import-form", tmp_path / "filled.pdf", path)

    # A condition of 5+ needs an effect; what is no item of a list of the game is printed to be pasted.
    after = path.read_text(encoding="utf-8")
    assert not [line for line in before if line not in after.splitlines()]
    for name in texts:
        assert f"{name}: worn" in after + ended.out or f"name: {name}, effect: " in after or texts[name] == "3", name
    assert ended.code == 0, ended.err

    # The sheet of the file now has every tick, but for boxes beyond what the game counts.
    checked = filling.checked(path)
    boxes = [
        (block.name, box)
        for block in checking.make_sheet(checked).blocks
        if isinstance(block, Track) and block.key != "advancement"
        for box in block.boxes
    ]
    assert all(box.filled for name, box in boxes if box.shows or box.entry)
    assert checked.advanced is not None
    points = sum(name.startswith("earned") for name in ticks)
    assert checked.advanced.account.earned == points
    assert run("import-form", tmp_path / "filled.pdf", path).out.endswith("nothing has changed\n")
    assert path.read_text(encoding="utf-8") == after


@pytest.mark.parametrize(
    ("notes", "after"),
    [
        ("", "notes: Owes 3 gp.\n"),
        ("notes: Tall.  # very\n", "notes: |-  # very\n  Tall.\n\n  Owes 3 gp.\n"),
        ("notes: |\n  Tall.\n\n# end\n", "notes: |\n  Tall.\n\n  Owes 3 gp.\n\n# end\n"),
        ("notes: >-\n  Tall\n  man.\n", "notes: |-\n  Tall man.\n\n  Owes 3 gp.\n"),
    ],
)
def test_notes_grow_by_a_paragraph(notes: str, after: str) -> None:
    """In the style of the file, as far as that keeps its comments."""
    source = load("kai.yaml", f"name: Kai\n{notes}".encode())
    assert with_more_text(source, "notes", "Owes 3 gp.") == f"name: Kai\n{after}"


def test_awards_and_healed_consequences(tmp_path: Path) -> None:
    """A line of XP that begins with a number is an award; a consequence without its tick is removed."""
    path = tmp_path / "anselm.yaml"
    text = concept("roll-when-you-need").read_text(encoding="utf-8") + "consequences: [minor, {major: Blind}]  # ouch\n"
    path.write_text(text, encoding="utf-8")
    filled_in: dict[str, str | bool] = {"consequences-1": False, "xp": "+2 the docks", "talents": "- Rope trick"}
    (tmp_path / "filled.pdf").write_bytes(filling.filled(filling.form(path), filled_in))
    ended = run("import-form", tmp_path / "filled.pdf", path)
    assert ended.code == 0, ended.err
    data = load("anselm.yaml", path.read_bytes()).data
    assert isinstance(data, dict)
    assert data["advancement"] == [{"award": 2, "why": "the docks"}]
    assert data["consequences"] == [{"major": "Blind"}]
    assert data["talents"][-1] == "Rope trick"
    assert "# ouch" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_its_looks(game: str) -> None:
    """Readers need not make anything up: both states of a box are drawn, and each field has words for it."""
    with opened(form(game)) as file:
        assert "/Names" not in file.Root or "/Dests" not in file.Root.Names, "the names of places are left"
        assert not file.Root.AcroForm.NeedAppearances
        fields = [field for field in file.Root.AcroForm.Fields if str(field.T) != forms.PLAN]
        assert len(fields) > 5
        for field in fields:
            assert "/N" in field.AP
            assert str(field.DA).split()[0] in file.Root.AcroForm.DR.Font
            assert " " in str(field.TU) or str(field.TU)[0].isupper()
            assert not re.search(r"[a-z]-\d", str(field.TU)), "code and no words"
            if str(field.FT) == "/Btn":
                assert {"/Yes", "/Off"} == set(field.AP.N.keys())
                assert str(field.AS) == str(field.V)
                assert field.AP.N.Off.read_raw_bytes()


def test_a_tick_is_seen() -> None:
    """A box that is ticked is darker than the same box empty, in a reader that draws forms."""
    content = form("five-by-five")
    with opened(content) as file:
        left, bottom, right, top = (
            float(edge) for field in file.Root.AcroForm.Fields if str(field.T) == "hit_points-1" for edge in field.Rect
        )
    shades = []
    for made in (content, filling.filled(content, {"hit_points-1": True})):
        document = pypdfium2.PdfDocument(made)
        document.init_forms()
        height = document[0].get_height()
        box = [int(edge * 4) for edge in (left, height - top, right, height - bottom)]
        picture = document[0].render(scale=4, may_draw_forms=True).to_pil().convert("L")
        shades.append(ImageStat.Stat(picture.crop(tuple(box))).mean[0])
        document.close()
    assert shades[1] < shades[0] - 10


@pytest.mark.usefixtures("laid_out_anew")
def test_a_form_is_made_the_same_each_time() -> None:
    assert filling.form_of("five-by-five") == form("five-by-five")
