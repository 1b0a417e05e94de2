"""One archetype file, one behaviour: what is settled about people means the same in every game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from chargen import registry
from chargen.core.diagnostic import Diagnostic, note
from chargen.fileio import Input
from chargen.npc import archetype, check_file, completion, validation
from chargen.npc.generation import Npc, NpcRejected, make_npc
from tests.npc import TRIES, archetypes
from tests.npc.archetypes import order
from tests.scale import some

GAMES = some(archetypes.GAMES, 3)
STATED = {
    "facade": "initiative",
    "five-by-five": "hit_points",
    "five-plus": "Physical",
    "gamocles": "offensive_rating",
    "roll-when-you-need": "physical_stress",
}
"""By game, a derived number that differs from one person to the next."""
THERE = {
    "facade": "attributes: {soul: {will: 3}}",
    "five-by-five": "descriptors: {Rope Work: {value: 4, exclusive: attack}}",
    "five-plus": "skills: {Rope Work: 2}",
    "gamocles": "skills: {combat: 2}",
    "roll-when-you-need": "abilities: {stealth: 2}",
}
"""By game, something that is pinned."""
WANTED = {
    "facade": "will",
    "five-by-five": "Rope Work",
    "five-plus": "Rope Work",
    "gamocles": "combat",
    "roll-when-you-need": "stealth",
}
"""By game, what that is called in a preference."""
PAID = {
    "facade": "[{award: 6, why: The siege}, {raise: will, to: 4}]",
    "five-by-five": "[{award: 6, why: The siege}, {raise: Rope Work, to: 6}]",
    "five-plus": "[{award: 6, why: The siege}, {raise: Rope Work, to: 3}]",
    "gamocles": "[{award: 6, why: The siege}, {change: combat, to: 3, points: 3}]",
    "roll-when-you-need": "[{award: 6, why: The siege}, {change: stealth, to: 3, points: 1}]",
}
"""By game, a ledger that raises it."""
SLIP = {
    "facade": ("wil", "will"),
    "five-by-five": ("Rope Wrk", "Rope Work"),
    "five-plus": ("Rope Wrk", "Rope Work"),
    "gamocles": ("combt", "combat"),
    "roll-when-you-need": ("stealht", "Stealth"),
}
"""By game, a slip of the pen, and what was meant."""
POINTS = {"facade": "ep", "five-by-five": "xp", "five-plus": "milestone", "gamocles": "experience"}


def reported(folder: Path, game: str, text: str) -> list[tuple[int, int, str, str]]:
    """What the check of an archetype says: line, column, message and hint; line 1 is that of ``archetype``."""
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
    with patch.object(validation, "TRIES", TRIES):
        found = check_file.check_any(Input(path.name, path)).diagnostics
    return [
        (
            diagnostic.place.line if diagnostic.place else 0,
            diagnostic.place.column if diagnostic.place else 0,
            diagnostic.message,
            diagnostic.hint,
        )
        for diagnostic in found
    ]


def people(folder: Path, game: str, text: str, number: int = 6) -> list[Npc]:
    """Return some NPCs of an archetype."""
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
    found = archetype.check_archetype(path, path.name)
    assert found.archetype is not None, found.diagnostics
    return [make_npc(order(found.archetype), index) for index in range(1, number + 1)]


def ledger(one: Npc) -> list[dict[str, Any]]:
    """Return the lines of an NPC's ledger."""
    return list(one.concept.get("advancement", []))


def left(one: Npc) -> float:
    """The points of experience that an NPC has left."""
    found = one.checked.points()[POINTS.get(one.checked.game.key if one.checked.game else "", "xp")].available
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_state_without_a_tracker_is_reported_at_its_key_with_the_trackers(game: str, tmp_path: Path) -> None:
    """No NPC gets boxes that the game does not have; the hint names the boxes that there are."""
    ((line, column, message, hint),) = reported(tmp_path, game, "pins:\n  state: {nonsense: 3}\n")
    assert (line, column, message) == (3, 11, "there is no tracker `nonsense`")
    assert hint.startswith("there are ")
    one = people(tmp_path, game, "")[0]
    assert one.checked.view is not None
    trackers = [tracker.name for tracker in one.checked.view.trackers()]
    assert any(tracker in hint for tracker in trackers)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_no_draw_fits_is_reported_at_its_value(game: str, tmp_path: Path) -> None:
    """How far the tracker goes, and what was pinned."""
    one = people(tmp_path, game, "")[0]
    assert one.checked.view is not None
    trackers = one.checked.view.trackers()
    tracker = next(tracker for tracker in trackers if not tracker.yes_or_no)
    ((line, column, message, _),) = reported(tmp_path, game, f"pins:\n  state:\n    {tracker.name}: 999\n")
    assert (line, column) == (4, len(tracker.name) + 7)
    assert message.startswith(f"`{tracker.name}` goes from {tracker.low} to ")
    assert message.endswith("; found 999")


@pytest.mark.parametrize("game", GAMES)
def test_a_stated_number_is_true_of_the_npc_that_is_drawn(game: str, tmp_path: Path) -> None:
    """Of a number that differs between people, every value that several have is that of an NPC when it is stated."""
    name = STATED[game]
    free = [one.checked.stats()[name] for one in people(tmp_path, game, "", 40)]
    common = [value for value in free if free.count(value) >= 8]
    assert common
    for value in {str(value): value for value in common}.values():
        for one in people(tmp_path, game, f"pins: {{stated: {{{name}: {value}}}}}\n"):
            assert one.checked.stats()[name] == value


@pytest.mark.parametrize("game", GAMES)
def test_a_stated_number_that_no_npc_has_is_reported_with_the_last_one(game: str, tmp_path: Path) -> None:
    """At the value, with the number that the last one who was drawn has."""
    name = STATED[game]
    inner = f"{name}: {{level: 999}}" if game == "five-plus" else f"{name}: 999"
    ((line, _, message, hint),) = reported(tmp_path, game, f"pins:\n  stated: {{{inner}}}\n")
    assert line == 3
    assert "is stated as 999; the rules give " in message
    assert hint.endswith("or leave it out: it follows from the rest")


@pytest.mark.parametrize("game", GAMES)
def test_a_stated_number_that_there_is_not_is_reported_with_those_that_there_are(game: str, tmp_path: Path) -> None:
    """At the key."""
    ((line, column, message, hint),) = reported(tmp_path, game, "pins:\n  stated: {nonsense: 3}\n")
    assert (line, column, message) == (3, 12, "there is no derived number `nonsense`")
    assert hint.startswith("there are ")


@pytest.mark.parametrize("game", GAMES)
def test_experience_without_a_preference_is_spent_by_lot(game: str, tmp_path: Path) -> None:
    """On more than one thing among several NPCs, and the same for the same seed."""
    some = people(tmp_path, game, "experience: {award: 30}\n", 8)
    assert all(len(ledger(one)) > 1 for one in some)
    assert all(left(one) < 30 for one in some)
    assert len({str(ledger(one)[1]) for one in some}) > 1
    again = people(tmp_path, game, "experience: {award: 30}\n", 8)
    assert [one.concept for one in again] == [one.concept for one in some]


@pytest.mark.parametrize("prefer", ["", ", prefer: [nothing that is looked at]"])
@pytest.mark.parametrize("game", GAMES)
def test_experience_is_kept_where_that_is_asked(game: str, prefer: str, tmp_path: Path) -> None:
    """`keep: true` leaves every point on the sheet, with any preferences."""
    for one in people(tmp_path, game, f"experience: {{award: 12, keep: true{prefer}}}\n"):
        assert [line["award"] for line in ledger(one)] == [12]
        assert left(one) == 12


@pytest.mark.parametrize("game", GAMES)
def test_experience_goes_on_after_a_pinned_ledger(game: str, tmp_path: Path) -> None:
    """The pinned lines are the first, and what they leave over is spent with the award, on what is preferred."""
    pins = f"pins:\n  {THERE[game]}\n  advancement: {PAID[game]}\n"
    for one in people(tmp_path, game, f"{pins}experience: {{award: 30, prefer: [{WANTED[game]}]}}\n"):
        lines = ledger(one)
        assert [lines[0]["award"], lines[0]["why"], lines[2]["award"]] == [6, "The siege", 30]
        assert WANTED[game] in lines[3].values()
    for one in people(tmp_path, game, f"{pins}experience: {{award: 30, keep: true}}\n"):
        assert len(ledger(one)) == 3
    assert ledger(people(tmp_path, game, "experience: {award: 0}\n", 1)[0]) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_pinned_line_may_stand_without_its_list_beside_experience(game: str, tmp_path: Path) -> None:
    """One award is a ledger."""
    for one in people(tmp_path, game, "pins: {advancement: {award: 3}}\nexperience: {award: 4, keep: true}\n", 2):
        assert [line["award"] for line in ledger(one)] == [3, 4]


@pytest.mark.parametrize("game", GAMES)
def test_a_pinned_ledger_that_cannot_be_followed_is_reported_at_its_line(game: str, tmp_path: Path) -> None:
    """In the words of the rule, at the line of the archetype."""
    (diagnostic, *_) = reported(tmp_path, game, "pins:\n  advancement:\n    - {award: 3}\n    - {}\n")
    assert diagnostic[0] == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_preference_that_is_there_is_bought(game: str, tmp_path: Path) -> None:
    """What is pinned can be preferred, in any spelling of its name."""
    text = f"pins: {{{THERE[game]}}}\nexperience: {{award: 30, prefer: [{WANTED[game].upper()}]}}\n"
    for one in people(tmp_path, game, text):
        assert len(ledger(one)) > 1


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_in_a_preference_is_reported_with_what_was_meant(game: str, tmp_path: Path) -> None:
    """At its place in the list, in the same words."""
    slip, meant = SLIP[game]
    text = f"pins: {{{THERE[game]}}}\nexperience:\n  award: 5\n  prefer: [{slip}]\n"
    assert reported(tmp_path, game, text) == [
        (5, 12, f"there is no `{slip}` to spend experience on", f"did you mean `{meant}`?")
    ]


@pytest.mark.parametrize("game", ["facade", "gamocles", "roll-when-you-need"])
def test_what_a_game_has_no_place_for_is_not_learned(game: str, tmp_path: Path) -> None:
    """Where the lists of a game are closed, a preference is on them."""
    ((line, column, message, hint),) = reported(tmp_path, game, "experience: {award: 6, prefer: [flying carpets]}\n")
    assert (line, column, message) == (2, 33, "there is no `flying carpets` to spend experience on")
    assert hint


@pytest.mark.parametrize("game", ["five-by-five", "five-plus"])
def test_what_a_game_lets_anyone_add_is_learned(game: str, tmp_path: Path) -> None:
    """Where a descriptor or a skill may have any name, a preference that is not there is added."""
    for one in people(tmp_path, game, "experience: {award: 6, prefer: [flying carpets]}\n"):
        assert ledger(one)[1]["add"] == "flying carpets"


@pytest.mark.parametrize("game", GAMES)
def test_a_waiver_is_refused_where_it_stands(game: str, tmp_path: Path) -> None:
    """Every NPC keeps every rule."""
    assert reported(tmp_path, game, f"pins:\n  waive: [{{code: {game}/names}}]\n") == [
        (3, 3, "generated NPCs always follow the rules, so there is nothing to waive", "remove `waive`")
    ]


@pytest.mark.parametrize("game", GAMES)
def test_generating_reports_what_the_check_reports(game: str, tmp_path: Path) -> None:
    """A batch refuses with the finding that `chargen check` has for the archetype."""
    text = "pins:\n  state: {nonsense: 3}\n"
    (diagnostic,) = reported(tmp_path, game, text)
    with pytest.raises(NpcRejected) as refused:
        people(tmp_path, game, text, 1)
    assert [diagnostic.message for diagnostic in refused.value.diagnostics] == [diagnostic[2]]


@pytest.mark.parametrize("game", GAMES)
def test_a_key_of_a_concept_at_the_top_is_reported_where_it_belongs(game: str, tmp_path: Path) -> None:
    """Fixed values belong under `pins`, what NPCs gained under `experience`."""
    pin = THERE[game].split(":")[0]
    assert reported(tmp_path, game, f"{THERE[game]}\naward: 5\n") == [
        (2, 1, f"unknown key `{pin}`", "put it under `pins:`"),
        (3, 1, "unknown key `award`", "put it under `experience:`"),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_note_is_no_reason_to_refuse_anybody(game: str) -> None:
    """A game whose rules report a note on every NPC makes the same NPCs, and the check prints the note."""

    def remark(concept: Any, rules: Any) -> Iterator[Diagnostic]:
        """Report a note on every NPC.

        Source: house default
        """
        yield note("only a remark", "name")

    system = registry.system(game)
    remarking = replace(system, creation=(*system.creation, remark))
    found = archetype.read_archetype(game).archetype
    assert found is not None
    plain = make_npc(order(found), 1)
    with patch("chargen.npc.archetype.registry.system", lambda name: remarking):
        noted = make_npc(order(found), 1)
    assert noted.concept == plain.concept
    assert [diagnostic.code for diagnostic in noted.checked.diagnostics] == [f"{game}/remark"]


def test_the_check_searches_once_where_no_npc_fits(tmp_path: Path) -> None:
    """What no draw fits is reported for one option, beside what is wrong with another option in itself."""
    text = "pins:\n  stated: {hit_points: {one_of: [999, 998]}}\n  weapons: {one_of: [knife, spoon]}\n"
    assert [(line, message.split(";")[0]) for line, _, message, _ in reported(tmp_path, "five-by-five", text)] == [
        (3, "`hit_points` is stated as 999"),
        (4, "there is no `spoon` in the weapons table"),
    ]


def test_an_option_that_fits_an_npc_is_not_reported(tmp_path: Path) -> None:
    """Only the option that fits no NPC is reported."""
    ((_, column, message, _),) = reported(
        tmp_path, "five-by-five", "pins: {stated: {hit_points: {one_of: [999, 5]}}}\n"
    )
    assert (column, message.split(";")[0]) == (39, "`hit_points` is stated as 999")


@pytest.mark.parametrize("key", ["weapon", "armour", "traits"])
def test_ideas_for_a_key_differ(key: str) -> None:
    """What the studio offers are different values, however often they are drawn."""
    ideas = [str(idea) for idea in completion.ideas(registry.system("gamocles"), (key,), "docks", 5)]
    assert 1 < len(ideas) == len(set(ideas)) <= 5
