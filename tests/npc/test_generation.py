"""NPCs: the same ones from the same seed, pins unchanged, and a reason where none can be made."""

import pickle
from pathlib import Path

import pytest

from chargen import fileio
from chargen.npc.archetype import read_archetype
from chargen.npc.generation import make_npc
from chargen.sources import check_file
from chargen.text.source import load
from tests.npc.archetypes import GAMES, made, order, people, read, refused


@pytest.mark.parametrize("game", GAMES)
def test_an_npc_is_a_concept_file(game: str) -> None:
    """Written as YAML and read again, it is the same data with the same numbers, and has no diagnostics."""
    found = read(game)
    for number in range(1, 16):
        one = make_npc(order(found), number)
        source = load("one.yaml", one.yaml().encode())
        assert source.diagnostics == ()
        assert source.data == one.concept
        checked = check_file.check_any(fileio.Input("one.yaml", source=source))
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
    checked = check_file.check_any(fileio.Input("one.yaml", below))
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
