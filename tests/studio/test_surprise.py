"""*Surprise me with what is missing* ends in a character that can be played, around what is there."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.npc import completion
from chargen.studio.studio import Studio
from chargen.text.diagnostic import Severity
from chargen.text.source import load
from chargen.text.writing import document
from tests.cli.running import run
from tests.scale import QUICK, some

EXAMPLES = Path(__file__).parents[2] / "examples/games"
GAMES = ("facade", "five-by-five", "five-plus", "gamocles", "roll-when-you-need")
FILES = ("fog-ward", "salt-and-signal", "lanterns")
DETAILS = ("want", "secret", "look", "voice", "ties")
FEW = 1 if QUICK else 20  # The seeds of each game


def game_of(name: str) -> AnyGame:
    """A game, or one of the examples that are files."""
    read = registry.read_game_file(EXAMPLES / f"{name}.game.yaml") if name in FILES else None
    return registry.system(name) if read is None or read.game is None else read.game


def some_of(value: Any, random: Random) -> Any:
    """One entry of a mapping or a list, at every depth; any other value as it is."""
    if isinstance(value, dict):
        key = random.choice(list(value))
        return {key: some_of(value[key], random)}
    return [random.choice(value)] if isinstance(value, list) else value


def half_filled(game: AnyGame, seed: int) -> list[dict[str, Any]]:
    """Beginnings of a character: nothing; one entry of each section; each section alone, with one entry."""
    whole = completion.complete(game, {}, f"half {seed}")
    own = [key for key in whole if key not in ("system", "name", "rules", *DETAILS)]
    random = Random(seed)
    cases: list[dict[str, Any]] = [{}, {key: some_of(whole[key], random) for key in own}]
    key = own[seed % len(own)]
    return [*cases, {key: some_of(whole[key], random)}, {key: whole[key]}]


def keeps(before: Any, after: Any) -> bool:
    """Whether all of some data is in other data."""
    if isinstance(before, dict):
        return all(key in after and keeps(value, after[key]) for key, value in before.items())
    if isinstance(before, list):
        return all(any(keeps(value, other) for other in after) for value in before)
    return bool(before == after)


@pytest.mark.parametrize("name", [*GAMES, *FILES])
def test_what_is_missing_makes_a_character_to_play(name: str, tmp_path: Path) -> None:
    """Legal, with all points spent, who can do all of the checklist, with gear, an attack that hits, and a life."""
    game = game_of(name)
    with registry.standing_in(game):
        studio = Studio(tmp_path)
        for seed in range(FEW):
            for fixed in half_filled(game, seed):
                # Draws go by the name of no one: the same rest for the same beginning.
                text = document({"system": game.key, "name": "Kai", **fixed})
                params = {"file": "kai.yaml", "text": text, "path": [], "seed": f"s{seed}"}
                drawn = str(studio.answer("studio/surprise", params)["text"])
                checked = studio.check("kai.yaml", drawn)
                problems = [one.message for one in checked.diagnostics if one.severity is not Severity.NOTE]
                assert (problems, checked.view is not None) == ([], True), (fixed, drawn)
                data = load("kai.yaml", drawn.encode()).data
                assert keeps(fixed, data)
                assert ("rules" in data) == ("rules" in fixed)  # by the budget of the book
                assert not [key for key in DETAILS if not data.get(key)]
                assert not [points for points in checked.points().values() if points.available]
                # The first time decides: what is done again adds nothing, neither for points nor by chance.
                again = str(studio.answer("studio/surprise", params | {"text": drawn, "seed": f"t{seed}"})["text"])
                assert again == drawn
                form = studio.answer("studio/form", {"file": "kai.yaml", "text": drawn})
                assert not [need["question"] for need in form["needs"] if not need["by"]], (fixed, drawn)
                attacks = [one for one in checked.actions() if one.kind == "attack"]
                assert attacks or game.fight is None
                assert all(one.chance * 20 >= 1 for one in attacks), (fixed, drawn)
                gear = [key for key in ("weapons", "weapon", "armor", "armour") if key in game.concept.model_fields]
                assert not [key for key in gear if not data.get(key)]
                # As many as a player can use, and not one for every few points.
                assert len(data.get("backgrounds", ())) <= 8


@pytest.mark.parametrize(
    ("weapon", "attack"),
    [("claymore", "Claymore Fighting"), ("bastard sword", "Duelling Sword"), ("knife", "Knife in a Crowd")],
)
def test_who_carries_a_weapon_is_trained_in_it(weapon: str, attack: str) -> None:
    for seed in "abc":
        drawn = completion.complete(registry.system("five-by-five"), {"weapons": [weapon]}, seed)
        descriptors = drawn["descriptors"].items()
        assert [name for name, one in descriptors if isinstance(one, dict) and one.get("exclusive") == "attack"] == [
            attack
        ]


def test_what_cannot_be_completed_is_said(tmp_path: Path) -> None:
    """Where what is there leaves no points for the rest, the rule says so."""
    names = completion.complete(registry.system("facade"), {}, "names")["attributes"]
    sixes = {category: dict.fromkeys(three, 6) for category, three in names.items()}
    text = document({"system": "facade", "name": "Kai", "attributes": sixes})
    with pytest.raises(Exception, match="nothing legal fits the rest: "):
        Studio(tmp_path).answer("studio/surprise", {"file": "kai.yaml", "text": text, "path": [], "seed": "1"})


@pytest.mark.parametrize("name", some(GAMES, 4))
def test_a_random_character_is_as_complete(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`new --random` draws around its name: what it wants and hides, and gear."""
    monkeypatch.chdir(tmp_path)
    assert run("new", name, "Kai", "--random", "--seed", "docks").code == 0
    assert run("check", "kai.yaml", "--strict").code == 0
    data = load("kai.yaml", Path("kai.yaml").read_bytes()).data
    assert (data["name"], name == "facade" and "rules" in data) == ("Kai", False)
    assert not [key for key in DETAILS if not data.get(key)]
