"""One character of each game, for tests of what they all have in common, and the sheets of ready-made ones."""

from pathlib import Path

from chargen import checking, ready_made
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.page.sheet import Sheet
from chargen.sources import check_file

GOOD = Path(__file__).parent / "games"


def concept(game: str) -> Path:
    """A concept of a game: its first preset, or the first one that its tests know to be good."""
    presets = sorted(preset.path for preset in ready_made.presets(game))
    found = presets[0] if presets else min((GOOD / game.replace("-", "_") / "good").glob("*.yaml"))
    assert found.is_file()
    return found


def preset(key: str) -> Path:
    (found,) = (preset.path for preset in ready_made.presets() if preset.key == key)
    return found


def check(path: Path) -> Checked:
    """Check a file by its name alone."""
    return check_file.check_any(Input(path.name, path))


def sheet_of(path: Path) -> Sheet:
    checked = check(path)
    assert checked.ok, checked.diagnostics
    return checking.make_sheet(checked)
