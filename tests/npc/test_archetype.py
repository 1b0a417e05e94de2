"""Archetypes: read with all they build on, and each error reported at its place before any NPC is made."""

from pathlib import Path

import pytest

from chargen.fileio import Input
from chargen.npc import archetype, validation
from chargen.sources import check_file, ordering
from chargen.text import limits
from tests.npc import TRIES
from tests.npc.archetypes import made, people
from tests.scale import some
from tests.test_documentation import fenced


def test_an_archetype_is_called_as_its_file_where_it_says_no_title(tmp_path: Path) -> None:
    """Words of the file's name, the first with a capital."""
    assert made(tmp_path, "", "dock-guard.yaml").title == "Dock guard"
    assert made(tmp_path, "title: The Watch\n").title == "The Watch"


OWN_ERRORS = {
    "experience": (
        "archetype: gamocles\nextends: guard\npins: {skills: {stealth: 3}, trait: {grit: 2}}\n"
        "experience: {award: 5, prefer: [comabt]}\n",
        [("gamocles/skills", 3, 17), ("concept/unknown-key", 3, 30), ("batch/unlawful", 4, 33)],
    ),
    "weapons": (
        "archetype: facade\nextends: guard\npins:\n  attributes: {body: {strenght: 3}}\n  weapons: [Spaer]\n",
        [("concept/unknown-key", 4, 23), ("facade/weapons", 5, 13)],
    ),
    "rules": (  # with an unreadable rule, nothing is known of what the rules judge
        "archetype: gamocles\npins: {skills: {stealth: 3}, rules: {skill_points: many}}\n",
        [("concept/wrong-type", 2, 52)],
    ),
    "budget": (  # the budget is lowered here, and the abilities are in the file of the role
        "archetype: roll-when-you-need\nextends: burglar\npins: {rules: {ability_points: 3}}\n",
        [("roll-when-you-need/abilities-points", 3, 16)],
    ),
    "abilities": (
        "archetype: roll-when-you-need\nextends: burglar\n"
        "pins: {rules: {ability_points: 3}, abilities: {stealth: 4, guns: 3}}\n",
        [("roll-when-you-need/abilities-points", 3, 36)],
    ),
}
"""By what is wrong, an archetype, and where that is reported."""


@pytest.mark.parametrize("wrong", some(list(OWN_ERRORS), 3))
def test_check_and_batch_report_all_errors_in_the_users_own_lines(
    tmp_path: Path, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the schema hides none of a rule or of experience, and none is reported in the file of a role."""
    monkeypatch.setattr(validation, "TRIES", TRIES)
    monkeypatch.setattr(limits, "OPTIONS_REFUSED", 2)
    text, where = OWN_ERRORS[wrong]
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    checked = check_file.check_any(Input(path.name, path)).diagnostics
    of_order = ordering.read_order(str(path), "", None, "docks")
    if of_order.order is None:
        assert [found.saying for found in of_order.diagnostics] == [found.saying for found in checked]
    assert {found.file for found in checked} == {"own.yaml"}
    assert [(found.code, found.place.line, found.place.column) for found in checked if found.place] == where


def test_the_archetypes_in_the_documents_are_fine(tmp_path: Path) -> None:
    """Each whole archetype that a page shows is in order, and people can be made of it."""
    pages = sorted((Path(__file__).resolve().parents[2] / "docs").rglob("*.md"))
    blocks = [text for page in pages for text in fenced(page, "yaml") if text.startswith("archetype:")]
    assert blocks
    for number, text in enumerate(blocks):
        path = tmp_path / f"shown-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        found = archetype.check_archetype(path, path.name)
        assert found.diagnostics == ()
        assert found.archetype is not None
        assert len(people(found.archetype, 20)) == 20
