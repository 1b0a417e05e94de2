"""An archetype means the same in every game: keys that no NPC has, and experience."""

from pathlib import Path
from typing import Any

import pytest

from chargen.fileio import Input
from chargen.npc import archetype
from chargen.npc.generation import Npc, make_npc
from chargen.sources import check_file
from tests.npc import archetypes
from tests.npc.archetypes import order
from tests.scale import some

EXAMPLES = {  # a pin, what it is called in a preference, a slip in that, what was meant, and the points of the ledger
    "facade": ("attributes: {soul: {will: 3}}", "will", "wil", "will", "ep"),
    "five-by-five": (
        "descriptors: {Rope Work: {value: 4, exclusive: attack}}", "Rope Work", "Rope Wrk", "Rope Work", "xp",
    ),
    "five-plus": ("skills: {Rope Work: 2}", "Rope Work", "Rope Wrk", "Rope Work", "milestone"),
    "gamocles": ("skills: {combat: 2}", "combat", "combt", "combat", "experience"),
    "roll-when-you-need": ("abilities: {stealth: 2}", "stealth", "stealht", "Stealth", "xp"),
}  # fmt: skip
in_every_game = pytest.mark.parametrize("game", some(archetypes.GAMES, 3))


def reported(folder: Path, game: str, text: str) -> list[tuple[int, int, str, str]]:
    """Return line, column, message and hint of each diagnostic of an archetype; line 1 is that of ``archetype``."""
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
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


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
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
    """With where it belongs."""
    ((line, *found, advice),) = reported(tmp_path, game, text)
    assert (line, *found) == (2, column, message)
    assert advice.startswith(hint)


@in_every_game
def test_experience_is_spent_on_what_is_preferred_or_at_random_or_kept(game: str, tmp_path: Path) -> None:
    """A preference goes first, in any spelling; without one, not all buy the same; `keep: true` leaves every point."""
    pin, wanted, _, _, unit = EXAMPLES[game]
    text = f"pins: {{{pin}}}\nexperience: {{award: 30, prefer: [{wanted.upper()}]}}\n"
    assert all(wanted in ledger(npc)[1].values() for npc in people(tmp_path, game, text))
    free = people(tmp_path, game, "experience: {award: 30}\n", 8)
    assert all(npc.checked.points()[unit].spent for npc in free)
    assert len({str(ledger(npc)[1]) for npc in free}) > 1
    for npc in people(tmp_path, game, "experience: {award: 12, keep: true, prefer: [nothing that is looked at]}\n"):
        assert [line["award"] for line in ledger(npc)] == [12]
        assert npc.checked.points()[unit].available == 12


@in_every_game
def test_a_slip_in_a_preference_is_reported_with_what_was_meant(game: str, tmp_path: Path) -> None:
    pin, _, slip, meant, _ = EXAMPLES[game]
    text = f"pins: {{{pin}}}\nexperience:\n  award: 5\n  prefer: [{slip}]\n"
    message = f"there is no `{slip}` to spend experience on"
    assert reported(tmp_path, game, text) == [(5, 12, message, f"did you mean `{meant}`?")]


@pytest.mark.parametrize("game", archetypes.GAMES)
def test_a_preference_that_is_new_is_added_where_names_are_free(game: str, tmp_path: Path) -> None:
    """Where the lists of a game are closed, it is an error with what there is."""
    text = "experience: {award: 6, prefer: [flying carpets]}\n"
    if game in ("five-by-five", "five-plus"):
        assert all(ledger(npc)[1]["add"] == "flying carpets" for npc in people(tmp_path, game, text))
    else:
        ((line, column, message, hint),) = reported(tmp_path, game, text)
        assert (line, column, message) == (2, 33, "there is no `flying carpets` to spend experience on")
        assert hint
