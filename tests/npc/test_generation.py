"""NPCs: the same ones from the same seed, pins unchanged, and a reason where none can be made."""

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from chargen import checking, fileio, registry
from chargen.core.source import load
from chargen.npc import archetype
from chargen.npc.generation import NpcRejected, Order, find_impossible_options, make_npc
from tests.npc.archetypes import GAMES, made, order, people, refused
from tests.scale import fourth

GUARD = """\
names: harbour
pins:
  concept: {one_of: {Gate guard: 3, Night watch: 1}}
  hit_points: {range: [4, 4]}
  equipment: [Rope, {some_of: [Whistle, Lantern, Dice], count: 2}]
"""


def stranger(game: str, number: int, seed: str = "docks") -> dict[str, Any]:
    """Return an NPC of a game without pins."""
    found = archetype.read_archetype(game).archetype
    assert found is not None
    return dict(make_npc(order(found, seed), number).concept)


@pytest.mark.parametrize("game", GAMES)
def test_number_seven_is_number_seven(game: str) -> None:
    """Alone, after others, before others, and among ten thousand, it is the same person."""
    found = archetype.read_archetype(game).archetype
    assert found is not None
    alone = make_npc(order(found), 7).concept
    numbers = [*range(1, 12), 9_999, 10_000, 500]
    Random(3).shuffle(numbers)
    among = {number: make_npc(order(found), number).concept for number in numbers}
    assert among[7] == alone
    assert json.dumps(among[7]) == json.dumps(alone), "the keys stand in another order"
    assert len({json.dumps(concept) for concept in among.values()}) == len(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_has_people_of_its_own(game: str) -> None:
    """Another seed gives others."""
    assert stranger(game, 1, "docks") != stranger(game, 1, "gate")


def test_the_seed_says_all_that_a_person_depends_on(tmp_path: Path) -> None:
    """Game, role, seed and number."""
    assert people(made(tmp_path, GUARD), 2)[1].seed == "five-by-five/guard/docks/2"
    assert make_npc(order(made(tmp_path, GUARD), "ünter/1"), 3).seed == "five-by-five/guard/ünter/1/3"


def test_draws_match_their_weights_in_people(tmp_path: Path) -> None:
    """Of 1,200 guards by one seed, three in four are gate guards, and each thing is carried by two in three."""
    number = fourth(1200)
    found = people(made(tmp_path, GUARD), number)
    concepts = Counter(npc.concept["concept"] for npc in found)
    assert set(concepts) == {"Gate guard", "Night watch"}
    assert 0.7 < concepts["Gate guard"] / number < 0.8
    things = Counter(thing for npc in found for thing in npc.concept["equipment"])
    assert set(things) == {"Rope", "Whistle", "Lantern", "Dice"}
    assert all(0.62 < things[thing] / number < 0.72 for thing in ("Whistle", "Lantern", "Dice"))


def test_pins_stand_as_they_are(tmp_path: Path) -> None:
    """Everything that is pinned is in the concept, unchanged; the rest is drawn."""
    text = (
        "pins: {name: Ada Net, shield: true, descriptors: {Watch Drill: {value: 6, exclusive: attack}, Snoring: -5}}\n"
    )
    for npc in people(made(tmp_path, text), 20):
        assert npc.name == npc.concept["name"] == "Ada Net"
        assert npc.concept["shield"] is True
        assert npc.concept["descriptors"]["Watch Drill"] == {"value": 6, "exclusive": "attack"}
        assert npc.concept["descriptors"]["Snoring"] == -5
        assert len(npc.concept["descriptors"]) == 5


@pytest.mark.parametrize(
    ("hit_points", "value", "lawful"),
    [
        ("{one_of: [4, 6]}", "{range: [4, 6]}", {(4, 4), (4, 6), (6, 4)}),
        ("6", "{range: [2, 4]}", {(6, 2), (6, 4)}),
        ("{one_of: [6, 4]}", "{one_of: [6, 4, 2]}", {(4, 6), (4, 4), (4, 2), (6, 4), (6, 2)}),
    ],
)
def test_drawn_pins_that_can_be_met_are_met(
    tmp_path: Path, hit_points: str, value: str, lawful: set[tuple[int, int]]
) -> None:
    """No NPC is lost to a 5, which is no rank, or to a second 6; all values that fit each other are drawn."""
    text = f"pins: {{hit_points: {hit_points}, descriptors: {{Truncheon: {{exclusive: attack, value: {value}}}}}}}\n"
    archetype = made(tmp_path, text)
    assert not [*find_impossible_options(archetype)]
    found = [npc.concept for npc in people(archetype, 20)]
    assert {(npc["hit_points"], npc["descriptors"]["Truncheon"]["value"]) for npc in found} == lawful


def test_experience_is_drawn_and_spent(tmp_path: Path) -> None:
    """An award of its range heads the ledger, and is spent where it pays for something."""
    found = people(made(tmp_path, "experience: {award: {range: [6, 8]}, prefer: [attack]}\n"), 30)
    assert {npc.concept["advancement"][0]["award"] for npc in found} == {6, 7, 8}
    assert any(len(npc.concept["advancement"]) > 1 for npc in found)


@pytest.mark.parametrize("game", GAMES)
def test_a_person_is_a_concept_file(game: str) -> None:
    """Written as YAML and read again, it is the same data, and checks without a word; its numbers are the same."""
    found = archetype.read_archetype(game).archetype
    assert found is not None
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
    """A campaign beside the archetype, and rules that it pins, are those that people are made and checked by."""
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
    """The rule's reason at the pin's place in the archetype; every number is refused for the same."""
    of = order(made(tmp_path, "pins:\n  descriptors: {Cook: 6, Boxer: 6}\n"))
    fault = refused(of)
    (diagnostic,) = fault.diagnostics
    assert diagnostic.code == "five-by-five/values"
    assert diagnostic.file == "guard.yaml"
    assert diagnostic.place is not None
    assert diagnostic.place.line == 3
    assert "6" in str(fault)
    (other,) = refused(of, 2).diagnostics
    assert (other.code, other.place) == (diagnostic.code, diagnostic.place)


def test_a_refusal_can_be_sent_from_one_process_to_another(tmp_path: Path) -> None:
    """Pickled and read back, it says the same."""
    fault = refused(order(made(tmp_path, "pins: {descriptors: {Cook: 6, Boxer: 6}}\n")))
    again = pickle.loads(pickle.dumps(fault))
    assert isinstance(again, NpcRejected)
    assert (again.diagnostics, again.sources) == (fault.diagnostics, fault.sources)


def test_a_game_cannot_change_a_pin(tmp_path: Path) -> None:
    """Pins stay as they are, against any proposal of a game."""
    of = order(made(tmp_path, "pins: {shield: true, equipment: [Rope]}\n"))
    with _proposing(of, {"shield": False, "equipment": ["Lamp"], "name": "No One"}):
        one = make_npc(of, 1)
    assert (one.concept["shield"], one.concept["equipment"]) == (True, ["Rope"])
    assert one.name != "No One"


def test_a_person_that_does_not_check_is_refused(tmp_path: Path) -> None:
    """What a game proposes that breaks its own rules is reported at its line of the NPC's own text."""
    of = order(made(tmp_path, "pins: {shield: true}\n"))
    with _proposing(of, {"hit_points": 99}):
        broken = refused(of)
    assert broken.diagnostics
    diagnostic = next(
        diagnostic
        for diagnostic in broken.diagnostics
        if diagnostic.path[:1] == ("hit_points",) or "99" in diagnostic.message
    )
    assert diagnostic.file == "NPC 1"
    text = next(source for source in broken.sources if source.name == "NPC 1")
    assert diagnostic.place is not None
    assert text.lines[diagnostic.place.line - 1]


@contextmanager
def _proposing(of: Order, changes: dict[str, Any]) -> Iterator[None]:
    """The game proposes what it does with some keys changed."""
    game = registry.system(of.system)
    npc = game.npc
    assert npc is not None
    wrong = replace(npc, propose=lambda random, rules, spec: {**npc.propose(random, rules, spec), **changes})
    with patch.object(archetype.Archetype, "game", property(lambda _: replace(game, npc=wrong))):
        yield


@pytest.mark.parametrize("points_from", ["age-root", "age-double"])
def test_roles_are_made_in_a_campaign_that_gives_background_points_by_age(tmp_path: Path, points_from: str) -> None:
    """A role has budgets of its own, and says so, with any other rules of the table."""
    (tmp_path / "camp.yaml").write_text(f"rules: {{facade: {{background_points_from: {points_from}}}}}\n")
    path = tmp_path / "guard.yaml"
    path.write_text("archetype: facade\nextends: guard\npins: {campaign: camp.yaml}\n")
    found = archetype.read_archetype(str(path)).archetype
    assert found is not None
    made = make_npc(Order(system="facade", seed="docks", archetype=found), 1)
    assert made.checked.ok
    assert made.checked.points()["bp"].budget == 14


def test_what_a_role_fixes_is_reported_where_it_collides(tmp_path: Path) -> None:
    """An archetype with hit points of 6 over a duellist, whose rapier has the 6: the hint says whose that is."""
    path = tmp_path / "boss.yaml"
    path.write_text("archetype: five-by-five\nextends: duellist\npins: {hit_points: 6}\n", encoding="utf-8")
    boss = archetype.check_archetype(path, "boss.yaml").archetype
    assert boss is not None
    (refusal,) = find_impossible_options(boss)
    assert (refusal.file, refusal.place and refusal.place.line) == ("boss.yaml", 3)
    assert (
        "`descriptors.Rapier and Manners.value` is fixed by the archetype it extends: duellist, line " in refusal.hint
    )


def test_what_an_archetype_fixes_itself_is_not_called_of_another(tmp_path: Path) -> None:
    """The duellist's rapier in the archetype itself: the same collision, and no hint at a file that it extends."""
    path = tmp_path / "boss.yaml"
    descriptors = "{Rapier and Manners: {value: 6, exclusive: attack}}"
    text = f"archetype: five-by-five\npins:\n  descriptors: {descriptors}\n  hit_points: 6\n"
    path.write_text(text, encoding="utf-8")
    boss = archetype.check_archetype(path, "boss.yaml").archetype
    assert boss is not None
    (refusal,) = find_impossible_options(boss)
    assert refusal.file == "boss.yaml"
    assert "extends" not in refusal.hint
