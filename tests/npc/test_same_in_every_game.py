"""An archetype means the same in every game: keys that no NPC has, and experience."""

from pathlib import Path
from typing import Any

import pytest

from chargen.npc import archetype
from chargen.npc.generation import Npc, make_npc
from tests.npc import archetypes
from tests.npc.archetypes import order
from tests.scale import some

EXAMPLES = {  # a pin, what it is called in a preference, and the points of the ledger
    "facade": ("attributes: {soul: {will: 3}}", "will", "ep"),
    "five-by-five": (
        "descriptors: {Rope Work: {value: 4, exclusive: attack}}", "Rope Work", "xp",
    ),
    "five-plus": ("skills: {Rope Work: 2}", "Rope Work", "milestone"),
    "gamocles": ("skills: {combat: 2}", "combat", "experience"),
    "roll-when-you-need": ("abilities: {stealth: 2}", "stealth", "xp"),
}  # fmt: skip
in_every_game = pytest.mark.parametrize("game", some(archetypes.GAMES, 3))


def people(folder: Path, game: str, text: str, number: int = 6) -> list[Npc]:
    path = folder / "guard.yaml"
    path.write_text(f"archetype: {game}\n{text}", encoding="utf-8")
    found = archetype.check_archetype(path, path.name)
    assert found.archetype is not None, found.diagnostics
    return [make_npc(order(found.archetype), index) for index in range(1, number + 1)]


def ledger(npc: Npc) -> list[dict[str, Any]]:
    return list(npc.concept.get("advancement", []))


@in_every_game
def test_experience_is_spent_on_what_is_preferred_or_at_random_or_kept(game: str, tmp_path: Path) -> None:
    """A preference goes first, in any spelling; without one, not all buy the same; `keep: true` leaves every point."""
    pin, wanted, unit = EXAMPLES[game]
    text = f"pins: {{{pin}}}\nexperience: {{award: 30, prefer: [{wanted.upper()}]}}\n"
    assert all(wanted in ledger(npc)[1].values() for npc in people(tmp_path, game, text))
    free = people(tmp_path, game, "experience: {award: 30}\n", 8)
    assert all(npc.checked.points()[unit].spent for npc in free)
    assert len({str(ledger(npc)[1]) for npc in free}) > 1
    for npc in people(tmp_path, game, "experience: {award: 12, keep: true, prefer: [nothing that is looked at]}\n"):
        assert [line["award"] for line in ledger(npc)] == [12]
        assert npc.checked.points()[unit].available == 12


@pytest.mark.parametrize("game", ["five-by-five", "five-plus"])
def test_a_preference_that_is_new_is_added_where_names_are_free(game: str, tmp_path: Path) -> None:
    text = "experience: {award: 6, prefer: [flying carpets]}\n"
    assert all(ledger(npc)[1]["add"] == "flying carpets" for npc in people(tmp_path, game, text))
