"""NPCs: the same ones from the same seed, pins unchanged, and a reason where none can be made."""

import json
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from chargen import checking, fileio, registry
from chargen.npc import archetype
from chargen.npc.archetype import read_archetype
from chargen.npc.generation import Order, find_impossible_options, make_npc
from chargen.text.source import load
from tests.npc.archetypes import GAMES, made, order, people, read, refused


@pytest.mark.parametrize("game", GAMES)
def test_number_seven_is_number_seven(game: str) -> None:
    """Alone, after others, before others, and among ten thousand, it is the same NPC; by another seed, another one."""
    found = read(game)
    alone = make_npc(order(found), 7).concept
    numbers = [*range(1, 12), 9_999, 10_000, 500]
    Random(3).shuffle(numbers)
    among = {number: make_npc(order(found), number).concept for number in numbers}
    assert among[7] == alone
    assert json.dumps(among[7]) == json.dumps(alone), "the keys are in another order"
    assert len({json.dumps(concept) for concept in among.values()}) == len(numbers)
    assert make_npc(order(found, "gate"), 7).concept != alone


def test_the_seed_says_all_that_an_npc_depends_on(tmp_path: Path) -> None:
    """Game, role, seed and number."""
    assert make_npc(order(made(tmp_path, "names: harbour\n"), "ünter/1"), 3).seed == "five-by-five/guard/ünter/1/3"


@pytest.mark.parametrize(
    ("hit_points", "value", "legal"),
    [
        ("{one_of: [4, 6]}", "{range: [4, 6]}", {(4, 4), (4, 6), (6, 4)}),
        ("6", "{range: [2, 4]}", {(6, 2), (6, 4)}),
        ("{one_of: [6, 4]}", "{one_of: [6, 4, 2]}", {(4, 6), (4, 4), (4, 2), (6, 4), (6, 2)}),
    ],
)
def test_drawn_pins_that_can_be_met_are_met(
    tmp_path: Path, hit_points: str, value: str, legal: set[tuple[int, int]]
) -> None:
    """No NPC is lost to a 5, which is no rank, or to a second 6; all values that fit each other are drawn."""
    text = f"pins: {{hit_points: {hit_points}, descriptors: {{Truncheon: {{exclusive: attack, value: {value}}}}}}}\n"
    archetype = made(tmp_path, text)
    assert not [*find_impossible_options(archetype)]
    found = [npc.concept for npc in people(archetype, 20)]
    assert {(npc["hit_points"], npc["descriptors"]["Truncheon"]["value"]) for npc in found} == legal


@pytest.mark.parametrize("game", GAMES)
def test_an_npc_is_a_concept_file(game: str) -> None:
    """Written as YAML and read again, it is the same data with the same numbers, and has no diagnostics."""
    found = read(game)
    for number in range(1, 16):
        one = make_npc(order(found), number)
        source = load("one.yaml", one.yaml().encode())
        assert source.diagnostics == ()
        assert source.data == one.concept
        checked = checking.check_input(fileio.Input("one.yaml", source=source))
        assert checked.diagnostics == ()
        assert checked.stats() == one.checked.stats()
        assert checked.rolls() == one.checked.rolls()


def test_house_rules_hold_for_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign beside the archetype, and rules that it pins, are those that NPCs are made and checked by."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    found = made(tmp_path, "pins: {campaign: house.yaml, rules: {advanced_descriptors: true}}\n")
    one = people(found, 1)[0]
    assert one.checked.rules is not None
    assert getattr(one.checked.rules, "aspects") is True  # noqa: B009
    assert getattr(one.checked.rules, "advanced_descriptors") is True  # noqa: B009
    below = tmp_path / "people" / "one.yaml"
    below.parent.mkdir()
    below.write_text(one.yaml(below.parent), encoding="utf-8")
    assert 'campaign: "../house.yaml"' in one.yaml(below.parent)
    checked = checking.check_input(fileio.Input("one.yaml", below))
    assert checked.diagnostics == ()
    assert checked.stats() == one.checked.stats()


def test_pins_that_allow_no_npc_are_refused_at_their_place(tmp_path: Path) -> None:
    """With the rule's reason; every number is refused for the same one, and the refusal can be pickled."""
    of = order(made(tmp_path, "pins:\n  descriptors: {Cook: 6, Boxer: 6}\n"))
    refusal = refused(of)
    for one in (refusal, refused(of, 2), pickle.loads(pickle.dumps(refusal))):
        (diagnostic,) = one.diagnostics
        assert (diagnostic.code, diagnostic.file) == ("five-by-five/values", "guard.yaml")
        assert diagnostic.place is not None
        assert diagnostic.place.line == 3
    assert "6" in str(refusal)


def test_a_game_cannot_change_a_pin(tmp_path: Path) -> None:
    """Pins stay as they are, against any proposal of a game."""
    of = order(made(tmp_path, "pins: {shield: true, equipment: [Rope]}\n"))
    with _proposing(of, {"shield": False, "equipment": ["Lamp"], "name": "No One"}):
        one = make_npc(of, 1)
    assert (one.concept["shield"], one.concept["equipment"]) == (True, ["Rope"])
    assert one.name != "No One"


def test_an_npc_that_does_not_check_is_refused(tmp_path: Path) -> None:
    """What a game proposes that breaks its own rules is reported at its line of the NPC's own text."""
    of = order(made(tmp_path, "pins: {shield: true}\n"))
    with _proposing(of, {"hit_points": 99}):
        broken = refused(of)
    diagnostic = next(found for found in broken.diagnostics if found.path[:1] == ("hit_points",))
    text = next(source for source in broken.sources if source.name == "NPC 1")
    assert diagnostic.file == "NPC 1"
    assert diagnostic.place is not None
    assert "99" in text.lines[diagnostic.place.line - 1]


@contextmanager
def _proposing(of: Order, changes: dict[str, Any]) -> Iterator[None]:
    """The game proposes what it does with some keys changed."""
    game = registry.system(of.system)
    npc = game.npc
    assert npc is not None
    wrong = replace(npc, propose=lambda random, rules, spec: {**npc.propose(random, rules, spec), **changes})
    with patch.object(archetype.Archetype, "game", property(lambda _: replace(game, npc=wrong))):
        yield


@pytest.mark.parametrize(("points_from", "budget"), [("age-root", 40), ("age-double", 32)])
def test_roles_are_made_in_a_campaign_that_gives_background_points_by_age(
    tmp_path: Path, points_from: str, budget: int
) -> None:
    """The table's rule beats that of the role, which says so in a note; the role's other budgets stay."""
    (tmp_path / "camp.yaml").write_text(f"rules: {{facade: {{background_points_from: {points_from}}}}}\n")
    path = tmp_path / "guard.yaml"
    path.write_text("archetype: facade\nextends: guard\npins: {campaign: camp.yaml, age: 16}\n")
    reading = read_archetype(str(path))
    assert [(found.code, found.severity) for found in reading.diagnostics] == [("archetype/overridden", "note")]
    assert reading.archetype is not None
    npc = make_npc(order(reading.archetype), 1)
    assert npc.checked.ok
    points = npc.checked.points()
    assert (points["bp"].budget, points["ap"].budget) == (budget, 90)


RAPIER = "pins: {descriptors: {Rapier and Manners: {value: 6, exclusive: attack}}, hit_points: 6}\n"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (
            "extends: duellist\npins: {hit_points: 6}\n",
            "`descriptors.Rapier and Manners.value` is fixed by the archetype it extends: duellist, line ",
        ),
        (RAPIER, ""),
    ],
)
def test_what_a_role_fixes_is_reported_where_it_collides(tmp_path: Path, text: str, hint: str) -> None:
    """Hit points of 6 beside a rapier that has the 6: the hint names the role's file where the rapier is from it."""
    (refusal,) = find_impossible_options(made(tmp_path, text))
    assert refusal.file == "guard.yaml"
    assert hint in refusal.hint
    assert ("extends" in refusal.hint) == bool(hint)
