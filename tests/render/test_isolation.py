"""Names that run from right to left, with digits in them or without, turn no number around: on paper, and in text."""

import re
from pathlib import Path

import pypdfium2
import pytest

from chargen.game.isolation import END, ISOLATE
from tests.cli.running import run
from tests.scale import first

PRESETS = Path(__file__).parents[2] / "presets/concepts"
FIVE_BY_FIVE = """\
system: five-by-five
name: Corporal
descriptors:
  {Break In: 6, Boxing: {value: 4, exclusive: attack}, Stairs: {value: 2, exclusive: dodge}, Room: 2, Lie: -5}
hit_points: 4
weapons: [untrained fist, {name: Ring, damage_bonus: 1}]
equipment: [Lantern, {name: Rope, effect: holds 2 or 3 people}]
notes: "Owes 20 to somebody on floor 4."
advancement:
  - {award: 8}
  - {raise: Room, to: 4}
  - {add: Boat}
"""
CONCEPTS = {
    "five-by-five": (FIVE_BY_FIVE, ("Corporal", "Break In", "Boxing", "Stairs", "Room", "Lie", "Ring", "Rope", "Boat")),
    "facade": ("gate-warden", ("Ruck", "Stories", "Ghosts", "Night Watch", "Guardroom", "Smells a Lie", "Carts")),
    "gamocles": (
        "gate-butcher",
        ("Tam", "Splitting cleaver", "Frozen haunch", "Chain apron", "Knows Where the Joints"),
    ),
    "five-plus": (
        "ninth-bridge-swordmaster",
        ("Footwork", "Sword", "Teaching", "Roofs and ledges", "Pride", "Physical"),
    ),
    "roll-when-you-need": ("ferrymans-dog", ("Ferryman's Dog", "Good nose", "Stand in the way", "Fetch")),
}
HEBREW = ("פריצה", "חדר 7", "אגרוף", "מדרגות", "בית 12 ב", "ריפוי", "שקר", "סירה", "נֵר")


def written(*games: str) -> Path:
    """A folder of characters whose names run from right to left."""
    folder = Path("turned")
    folder.mkdir()
    for game in games:
        text, latin = CONCEPTS[game]
        if "\n" not in text:
            text = (PRESETS / game / f"{text}.yaml").read_text(encoding="utf-8")
        for name, hebrew in zip(latin, HEBREW, strict=False):
            assert name in text, name
            text = text.replace(name, hebrew)
        (folder / f"{game}.yaml").write_text(text, encoding="utf-8")
    return folder


def seen_lines(path: Path) -> list[str]:
    """The digits, arrows and percent signs of each line of a file, by the boxes of its letters; others are `x`."""
    found = []
    for page in pypdfium2.PdfDocument(path):
        text = page.get_textpage()
        lines: dict[float, list[tuple[float, str]]] = {}
        for index in range(text.count_chars()):
            letter, (left, bottom, _, _) = text.get_text_range(index, 1), text.get_charbox(index, loose=True)
            if letter.strip():
                baseline = next((y for y in lines if abs(y - bottom) < 3), bottom)
                lines.setdefault(baseline, []).append((left, letter if letter in "0123456789%→" else "x"))
        found += ["".join(letter for _, letter in sorted(line)) for line in lines.values()]
    return found


def assert_in_order(lines: list[str], least: int) -> None:
    """Each percent sign is behind a number, and each rank that is raised between two that rise."""
    text = "\n".join(lines)
    assert not [line for line in lines if re.search(r"(?<!\d)%", line)]
    assert text.count("%") >= least
    raised = re.findall(r"(\d+)%?→(\d+)", text)
    assert text.count("→") == len(raised)
    assert all(int(before) < int(after) for before, after in raised), raised


FORMS = {
    "cards": ("render", "turned", "--as", "cards", "-o", "it.pdf"),
    "mini": ("render", "turned", "--as", "mini", "-o", "it.pdf"),
    "roster": ("render", "turned", "--as", "roster", "-o", "it.pdf"),
    "party": ("party", "turned", "--to", "pdf", "-o", "it.pdf"),
}


@pytest.mark.parametrize("form", FORMS)
def test_numbers_stand_beside_names_from_right_to_left_as_beside_others(form: str, folder: Path) -> None:
    """Characters of all five games on cards and a roster, and of some on the party's page."""
    written(*CONCEPTS if form != "party" else ("five-by-five", "five-plus"))
    assert run(*FORMS[form]).code == 0
    assert_in_order(seen_lines(folder / "it.pdf"), 12)


@pytest.mark.parametrize("game", first(list(CONCEPTS)))
def test_a_sheet_keeps_its_numbers_in_order(game: str, folder: Path) -> None:
    """Also its ledger: `2 → 4` behind a name from right to left does not read as `4 → 2`."""
    made = run("render", written(game), "--pages", "play", "--to", "pdf", "-o", "it.pdf")
    assert (made.code, made.err) == (0, "")
    assert_in_order(seen_lines(folder / "it.pdf"), 4)


def test_texts_have_isolates_and_data_has_none(folder: Path) -> None:
    """What is read has them, in a terminal too; what programs read is as it was written."""
    path = written("five-by-five") / "five-by-five.yaml"
    room = f"{ISOLATE}בית 12 ב{END}"
    for told in (
        run("show", path).out,
        run("export", path, "--to", "text").out,
        run("export", path, "--to", "markdown").out,
        run("export", path, "--to", "foundry").out,
    ):
        assert room in told
        assert told.count(ISOLATE) == told.count(END)
    assert f"{ISOLATE}שקר{END}" in run("export", path, "--to", "markdown").out
    history = run("advance", path, "history").out
    assert re.search(rf"{END} 2 → 4", history)
    for data in (
        run("show", path, "--format", "json").out,
        run("export", path, "--to", "json").out,
    ):
        assert "בית 12 ב" in data
        assert ISOLATE not in data
    assert run("render", path, "--to", "html", "-o", "it.html").code == 0
    page = (folder / "it.html").read_text(encoding="utf-8")
    assert "<bdi>בית 12 ב</bdi>" in page
    assert run("extract", "-", stdin=run("export", path, "--to", "foundry").out.encode()).code == 0
