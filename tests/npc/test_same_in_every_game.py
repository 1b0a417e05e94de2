"""An archetype means the same in every game: fixed values, stated numbers, and experience."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from chargen import registry
from chargen.fileio import Input
from chargen.npc import archetype, validation
from chargen.npc.generation import Npc, make_npc
from chargen.sources import check_file
from chargen.text.diagnostic import Diagnostic, note
from tests.npc import TRIES, archetypes
from tests.npc.archetypes import order, read
from tests.scale import some


class Example(NamedTuple):
    """Values of one game."""

    stated: str
    """A derived number that differs between NPCs."""
    pin: str
    wanted: str
    """What the pin is called in a preference."""
    bought: str
    """An entry of a ledger that raises it."""
    slip: str
    meant: str
    points: str = "xp"


EXAMPLES = {
    "facade": Example(
        "initiative", "attributes: {soul: {will: 3}}", "will", "{raise: will, to: 4}", "wil", "will", "ep"
    ),
    "five-by-five": Example(
        "hit_points", "descriptors: {Rope Work: {value: 4, exclusive: attack}}", "Rope Work",
        "{raise: Rope Work, to: 6}", "Rope Wrk", "Rope Work",
    ),
    "five-plus": Example(
        "Physical", "skills: {Rope Work: 2}", "Rope Work", "{raise: Rope Work, to: 3}", "Rope Wrk", "Rope Work",
        "milestone",
    ),
    "gamocles": Example(
        "offensive_rating", "skills: {combat: 2}", "combat", "{change: combat, to: 3, points: 3}", "combt", "combat",
        "experience",
    ),
    "roll-when-you-need": Example(
        "physical_stress", "abilities: {stealth: 2}", "stealth", "{change: stealth, to: 3, points: 1}", "stealht",
        "Stealth",
    ),
}  # fmt: skip
in_every_game = pytest.mark.parametrize("game", some(archetypes.GAMES, 3))


def reported(folder: Path, game: str, text: str) -> list[tuple[int, int, str, str]]:
    """Return line, column, message and hint of each diagnostic of an archetype; line 1 is that of ``archetype``."""
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
    with patch.object(validation, "TRIES", TRIES):
        found = check_file.check_any(Input(path.name, path)).diagnostics
    return [(one.place.line, one.place.column, one.message, one.hint) for one in found if one.place]


def people(folder: Path, game: str, text: str, number: int = 6) -> list[Npc]:
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
    found = archetype.check_archetype(path, path.name)
    assert found.archetype is not None, found.diagnostics
    return [make_npc(order(found.archetype), index) for index in range(1, number + 1)]


def ledger(npc: Npc) -> list[dict[str, Any]]:
    return list(npc.concept.get("advancement", []))


def left(npc: Npc, game: str) -> float:
    """Return the points of experience that an NPC has left."""
    found = npc.checked.points()[EXAMPLES[game].points].available
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("pins: {state: {nonsense: 3}}\n", 16, "there is no tracker `nonsense`", "there are "),
        ("pins: {stated: {nonsense: 3}}\n", 17, "there is no derived number `nonsense`", "there are "),
        (
            "pins: {waive: [{code: concept/unknown-key}]}\n", 8,
            "generated NPCs always follow the rules, so there is nothing to waive", "remove `waive`",
        ),
        ("name: Ada\n", 1, "unknown key `name`", "put it under `pins:`"),
        ("award: 5\n", 1, "unknown key `award`", "put it under `experience:`"),
    ],
)  # fmt: skip
@in_every_game
def test_what_no_npc_has_is_reported_at_its_key(
    game: str, text: str, column: int, message: str, hint: str, tmp_path: Path
) -> None:
    """With what there is, or where it belongs."""
    ((line, *found, advice),) = reported(tmp_path, game, text)
    assert (line, *found) == (2, column, message)
    assert advice.startswith(hint)


@in_every_game
def test_a_state_that_no_draw_fits_is_reported_at_its_value(game: str, tmp_path: Path) -> None:
    """With the range of the tracker."""
    view = people(tmp_path, game, "", 1)[0].checked.view
    assert view is not None
    tracker = next(tracker for tracker in view.trackers() if not tracker.yes_or_no)
    ((line, column, message, _),) = reported(tmp_path, game, f"pins:\n  state:\n    {tracker.name}: 999\n")
    assert (line, column) == (4, len(tracker.name) + 7)
    assert message.startswith(f"`{tracker.name}` goes from {tracker.low} to ")
    assert message.endswith("; found 999")


@in_every_game
def test_a_stated_number_is_true_of_the_npc_that_is_drawn(game: str, tmp_path: Path) -> None:
    """Of a number that differs between NPCs, every value that several have can be stated."""
    name = EXAMPLES[game].stated
    free = [npc.checked.stats()[name] for npc in people(tmp_path, game, "", 40)]
    common = [value for value in free if free.count(value) >= 8]
    assert common
    for value in {str(value): value for value in common}.values():
        for npc in people(tmp_path, game, f"pins: {{stated: {{{name}: {value}}}}}\n"):
            assert npc.checked.stats()[name] == value


@in_every_game
def test_a_stated_number_that_no_npc_has_is_reported(game: str, tmp_path: Path) -> None:
    """With the number of the last NPC that was drawn."""
    inner = "{level: 999}" if game == "five-plus" else "999"
    text = f"pins:\n  stated: {{{EXAMPLES[game].stated}: {inner}}}\n"
    ((line, _, message, hint),) = reported(tmp_path, game, text)
    assert line == 3
    assert "is stated as 999; the rules give " in message
    assert hint.endswith("or leave it out: it follows from the rest")


@in_every_game
def test_experience_without_a_preference_is_spent_at_random(game: str, tmp_path: Path) -> None:
    """Not on the same thing by all NPCs."""
    npcs = people(tmp_path, game, "experience: {award: 30}\n", 8)
    assert all(len(ledger(npc)) > 1 for npc in npcs)
    assert all(left(npc, game) < 30 for npc in npcs)
    assert len({str(ledger(npc)[1]) for npc in npcs}) > 1


@pytest.mark.parametrize("prefer", ["", ", prefer: [nothing that is looked at]"])
@in_every_game
def test_experience_is_kept_where_that_is_asked(game: str, prefer: str, tmp_path: Path) -> None:
    """`keep: true` leaves every point on the sheet, with any preferences."""
    for npc in people(tmp_path, game, f"experience: {{award: 12, keep: true{prefer}}}\n"):
        assert [line["award"] for line in ledger(npc)] == [12]
        assert left(npc, game) == 12


@in_every_game
def test_experience_goes_on_after_a_pinned_ledger(game: str, tmp_path: Path) -> None:
    """What the pinned entries leave over is spent with the award, on what is preferred, in any spelling."""
    example = EXAMPLES[game]
    pins = f"pins:\n  {example.pin}\n  advancement: [{{award: 6, why: The siege}}, {example.bought}]\n"
    prefer = example.wanted.upper()
    for npc in people(tmp_path, game, f"{pins}experience: {{award: 30, prefer: [{prefer}]}}\n"):
        lines = ledger(npc)
        assert [lines[0]["award"], lines[0]["why"], lines[2]["award"]] == [6, "The siege", 30]
        assert example.wanted in lines[3].values()
    for npc in people(tmp_path, game, f"{pins}experience: {{award: 30, keep: true}}\n"):
        assert len(ledger(npc)) == 3
    (npc,) = people(tmp_path, game, "pins: {advancement: {award: 3}}\nexperience: {award: 4, keep: true}\n", 1)
    assert [line["award"] for line in ledger(npc)] == [3, 4]
    assert ledger(people(tmp_path, game, "experience: {award: 0}\n", 1)[0]) == []


@in_every_game
def test_a_pinned_ledger_that_cannot_be_followed_is_reported_at_its_entry(game: str, tmp_path: Path) -> None:
    (diagnostic, *_) = reported(tmp_path, game, "pins:\n  advancement:\n    - {award: 3}\n    - {}\n")
    assert diagnostic[0] == 5


@in_every_game
def test_a_slip_in_a_preference_is_reported_with_what_was_meant(game: str, tmp_path: Path) -> None:
    example = EXAMPLES[game]
    text = f"pins: {{{example.pin}}}\nexperience:\n  award: 5\n  prefer: [{example.slip}]\n"
    message = f"there is no `{example.slip}` to spend experience on"
    assert reported(tmp_path, game, text) == [(5, 12, message, f"did you mean `{example.meant}`?")]


@pytest.mark.parametrize("game", ["facade", "gamocles", "roll-when-you-need"])
def test_where_the_lists_of_a_game_are_closed_a_preference_is_on_them(game: str, tmp_path: Path) -> None:
    ((line, column, message, hint),) = reported(tmp_path, game, "experience: {award: 6, prefer: [flying carpets]}\n")
    assert (line, column, message) == (2, 33, "there is no `flying carpets` to spend experience on")
    assert hint


@pytest.mark.parametrize("game", ["five-by-five", "five-plus"])
def test_where_a_name_is_free_a_preference_that_is_new_is_added(game: str, tmp_path: Path) -> None:
    for npc in people(tmp_path, game, "experience: {award: 6, prefer: [flying carpets]}\n"):
        assert ledger(npc)[1]["add"] == "flying carpets"


@in_every_game
def test_a_note_is_no_reason_to_reject_an_npc(game: str) -> None:
    """A game whose rules report a note on every NPC makes the same NPCs, and the check prints the note."""

    def remark(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        yield note("only a remark", "name")

    system = registry.system(game)
    remarking = replace(system, creation=(*system.creation, remark))
    found = read(game)
    plain = make_npc(order(found), 1)
    with patch("chargen.npc.archetype.registry.system", lambda name: remarking):
        noted = make_npc(order(found), 1)
    assert noted.concept == plain.concept
    assert [diagnostic.code for diagnostic in noted.checked.diagnostics] == [f"{game}/remark"]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        (
            "pins:\n  stated: {hit_points: {one_of: [999, 998]}}\n  weapons: {one_of: [knife, spoon]}\n",
            [(3, "`hit_points` is stated as 999"), (4, "there is no `spoon` in the weapons table")],
        ),
        ("pins: {stated: {hit_points: {one_of: [999, 5]}}}\n", [(2, "`hit_points` is stated as 999")]),
    ],
)
def test_the_first_option_that_fits_no_npc_is_reported(text: str, errors: list[Any], tmp_path: Path) -> None:
    """One search is enough; an option that is wrong in itself is reported beside it."""
    found = reported(tmp_path, "five-by-five", text)
    assert [(line, message.split(";")[0]) for line, _, message, _ in found] == errors
