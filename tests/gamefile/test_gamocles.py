"""Gamocles as a game file judges as its package does, in what the format can say; its README has the numbers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chargen import registry
from chargen.checking.concept import Checked, check_data
from chargen.games.gamocles.odds import success
from chargen.games.gamocles.pool import check, pool
from chargen.text.diagnostic import KeyPath, Severity
from chargen.text.names import fold
from chargen.text.source import load

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples/gamocles-as-a-file/gamocles-file.game.yaml"
PLAUSIBLE = ROOT / "tests/games/gamocles/bad/plausible_traits.yaml"
PATHS = [
    # The format has a largest trait, where the package only doubts a large one.
    *sorted(set((ROOT / "tests/games/gamocles").glob("*/*.yaml")) - {PLAUSIBLE}),
    *sorted((ROOT / "presets/concepts/gamocles").glob("*.yaml")),
]
NOT_SAID = (
    "system",
    "weapon",
    "weapons",
    "armour",
    "armor",
    "variations",
    "pools",
    "advancement",
    "stated",
    "waive",
    "campaign",
)
"""The keys that the format cannot say, what depends on them, and the name of the game."""
RULES_NOT_SAID = ("variation_points", "sheet_tn")


def in_the_format(data: Mapping[str, Any]) -> dict[str, Any]:
    """A character without what the format cannot say."""
    kept = {key: value for key, value in data.items() if fold(key).replace(" ", "_") not in NOT_SAID}
    if "rules" in kept:
        kept["rules"] = {key: value for key, value in kept["rules"].items() if key not in RULES_NOT_SAID}
    return kept


def errors(checked: Checked) -> set[KeyPath]:
    return {one.path for one in checked.diagnostics if one.severity is Severity.ERROR}


@pytest.fixture(scope="module")
def game() -> Any:
    read = registry.read_game_file(FILE)
    assert read.diagnostics == ()
    return read.game


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_file_and_package_judge_and_count_alike(path: Path, game: Any) -> None:
    """Errors at the same places; of a legal character, the same scores and ratings, and chances that are no higher."""
    data = in_the_format(load(path.name, path.read_bytes()).data)
    by_package, by_file = (check_data(one, {"system": one.key, **data}) for one in (registry.system("gamocles"), game))
    assert errors(by_file) == errors(by_package)
    if errors(by_package):
        return
    counted, expected = by_file.stats(), by_package.stats()
    assert counted["traits"] == expected["traits"]
    assert counted["skills"] == expected["skills"]
    assert counted["offensive_rating"] == expected["offensive_ratings"]["unarmed"]
    assert counted["defensive_rating"] == expected["defensive_ratings"]["unarmoured"]
    for roll in by_file.rolls():
        assert roll.chance <= success(pool(check(roll.value or 0, 0)), 15)


def test_what_is_equal_with_everything_in_it_is_as_the_readme_has_it(game: Any) -> None:
    """Of whole files, with what the format cannot say."""
    data = [load(path.name, path.read_bytes()).data for path in PATHS]
    pairs = [
        [check_data(one, {**whole, "system": one.key}) for one in (registry.system("gamocles"), game)] for whole in data
    ]
    equal = sum(errors(by_package) == errors(by_file) for by_package, by_file in pairs)
    readme = (FILE.parent / "README.md").read_text(encoding="utf-8")
    assert f"{equal} of the {len(PATHS)} have the same errors" in readme
