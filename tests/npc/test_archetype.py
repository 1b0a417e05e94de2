"""Archetypes: read with all they build on, and each error reported at its place before any NPC is made."""

from pathlib import Path

import pytest

from chargen.fileio import Input
from chargen.npc import archetype
from chargen.sources import check_file, ordering
from tests.npc.archetypes import made, people, reading
from tests.scale import some
from tests.test_documentation import fenced


@pytest.mark.parametrize(
    ("spec", "role", "code", "hint"),
    [
        ("five-by-fve", "", "concept/unknown-system", "did you mean `five-by-five`?"),
        ("five-by-five", "gard", "archetype/unknown-role", "did you mean `guard`?"),
        ("nowhere.yaml", "", "file/not-found", ""),
    ],
)
def test_what_is_not_there_is_reported(spec: str, role: str, code: str, hint: str) -> None:
    """A game, a role and a file that do not exist; where something near is there, it is named."""
    found = archetype.read_archetype(spec, role)
    assert found.archetype is None
    assert [(diagnostic.code, diagnostic.hint) for diagnostic in found.diagnostics] == [(code, hint)]


def test_an_archetype_is_called_as_its_file_where_it_says_no_title(tmp_path: Path) -> None:
    """Words of the file's name, the first with a capital."""
    assert made(tmp_path, "", "dock-guard.yaml").title == "Dock guard"
    assert made(tmp_path, "title: The Watch\n").title == "The Watch"


def test_an_archetype_builds_on_another(tmp_path: Path) -> None:
    """Mappings merge deeply, its own values win, an empty one takes away; lists and draws are taken whole."""
    made(
        tmp_path,
        """\
title: Anyone
about: Someone
names: harbour
words: {attack: [Spear Drill]}
pins:
  armor: light armor
  shield: true
  hit_points: {one_of: {4: 3, 2: 1}}
  equipment: [Rope, Dice]
  descriptors: {Watch Drill: {value: 4}, Whistle: 2}
experience: {award: 4, prefer: [attack]}
""",
        "base.yaml",
    )
    found = made(
        tmp_path,
        """\
extends: base.yaml
pins:
  Armour:
  hit_points: {one_of: [2]}
  equipment: [Knife]
  descriptors: {watch drill: {exclusive: attack}}
experience: {award: {range: [1, 2]}}
""",
    )
    assert (found.role, found.title) == ("guard", "Anyone")
    assert found.fixed == {
        "pins": {
            "shield": True,
            "hit_points": {"one_of": [2]},
            "equipment": ["Knife"],
            "descriptors": {"Watch Drill": {"value": 4, "exclusive": "attack"}, "Whistle": 2},
        },
        "experience": {"award": {"range": [1, 2]}, "prefer": ["attack"]},
    }
    assert [entry.male[0] for entry in found.names.lists] == ["Abel"]


def test_a_error_of_what_it_builds_on_is_in_that_file(tmp_path: Path) -> None:
    """The diagnostic names the other file, which the caller has for printing; what is replaced does no harm."""
    (tmp_path / "base.yaml").write_text(
        "archetype: five-by-five\npins: {shield: 7, armor: {nam: x}}\n", encoding="utf-8"
    )
    found = reading(tmp_path, "extends: base\npins: {shield: true}\n")
    (diagnostic,) = found.diagnostics
    assert diagnostic.code == "concept/unknown-key"
    assert diagnostic.file == str(tmp_path / "base.yaml")
    assert diagnostic.place is not None
    assert (diagnostic.place.line, diagnostic.place.column) == (2, 27)
    assert [source.name for source in found.sources] == ["guard.yaml", str(tmp_path / "base.yaml")]
    assert found.sources[1].text


@pytest.mark.parametrize(
    ("base", "place"),
    [
        ("archetype: five-by-five\nextends: guard.yaml\n", (2, 10)),
        ("archetype: facade\n", (1, 12)),
        ("password: hunter2\n", (1, 1)),
    ],
    ids=["a circle", "two games", "no archetype"],
)
def test_what_an_archetype_cannot_extend_is_reported(tmp_path: Path, base: str, place: tuple[int, int]) -> None:
    """In the extended file. A file that is no archetype may be a private one: its lines are not shown."""
    (tmp_path / "base.yaml").write_text(base, encoding="utf-8")
    found = reading(tmp_path, "extends: base\n")
    (diagnostic,) = found.diagnostics
    assert diagnostic.place is not None
    assert (diagnostic.place.line, diagnostic.place.column) == place
    assert diagnostic.file == str(tmp_path / "base.yaml")
    assert found.sources[0].text
    assert all(source.text for source in found.sources) == base.startswith("archetype")


OWN_ERRORS = {
    "experience": (
        "archetype: gamocles\nextends: guard\npins: {skills: {stealth: 3}, trait: {grit: 2}}\n"
        "experience: {award: 5, prefer: [comabt]}\n",
        [("gamocles/skill-names", 3, 17), ("concept/unknown-key", 3, 30), ("batch/unlawful", 4, 33)],
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
        [("roll-when-you-need/ability-points", 3, 16)],
    ),
    "abilities": (
        "archetype: roll-when-you-need\nextends: burglar\n"
        "pins: {rules: {ability_points: 3}, abilities: {stealth: 4, guns: 3}}\n",
        [("roll-when-you-need/ability-points", 3, 36)],
    ),
}
"""By what is wrong, an archetype, and where that is reported."""


@pytest.mark.parametrize("wrong", some(list(OWN_ERRORS), 3))
def test_check_and_batch_report_all_errors_in_the_users_own_lines(tmp_path: Path, wrong: str) -> None:
    """An error of the schema hides none of a rule or of experience, and none is reported in the file of a role."""
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
