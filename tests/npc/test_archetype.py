"""Archetypes: read with all they build on, and each error reported at its place before any NPC is made."""

import pickle
from pathlib import Path

import pytest

from chargen.fileio import Input
from chargen.npc import archetype, check_file, ordering
from chargen.npc.archetype_file import ArchetypeFile
from tests.npc.archetypes import findings, made, people, reading
from tests.scale import some
from tests.test_documentation import fenced


def test_a_game_alone_settles_nothing() -> None:
    """Nothing is pinned, and names come from the everyday lists."""
    found = archetype.read_archetype("Five by Five").archetype
    assert found is not None
    assert (found.system, found.role, found.title, found.pins) == ("five-by-five", "", "Five by Five", {})
    assert len(found.names.lists) == 5


def test_a_role_is_found_by_any_spelling_of_its_name() -> None:
    """Case, blanks and hyphens do not matter; the role is called as its file is."""
    found = archetype.read_archetype("five-by-five", "Watch Captain").archetype
    assert found is not None
    assert found.role == "watch-captain"


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


def test_keys_may_be_spelled_as_in_a_concept(tmp_path: Path) -> None:
    """Pins have the names of the concept's fields, in any spelling, and what is empty is not pinned."""
    found = made(tmp_path, "Pins: {Hit-Points: 4, armour: light armor, off hand: }\n")
    assert found.pins == {"hit_points": 4, "armor": "light armor"}


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
    assert (found.role, found.title, found.about) == ("guard", "Anyone", "Someone")
    assert found.fixed.data == {
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


def test_the_lines_of_a_file_that_is_no_archetype_are_not_shown(tmp_path: Path) -> None:
    """A path may lead to any file of the machine, such as a private one."""
    (tmp_path / "base.yaml").write_text("password: hunter2\n", encoding="utf-8")
    found = reading(tmp_path, "extends: base\n")
    assert found.diagnostics
    assert [bool(source.text) for source in found.sources] == [True, False]


def test_archetypes_may_not_build_on_one_another_in_a_circle(tmp_path: Path) -> None:
    """The circle is reported where it closes, and reading it ends."""
    (tmp_path / "second.yaml").write_text("archetype: five-by-five\nextends: first\n", encoding="utf-8")
    found = reading(tmp_path, "extends: second\n", "first.yaml")
    assert findings(found) == [("archetype/extends", 2, 10)]
    assert found.diagnostics[0].file == str(tmp_path / "second.yaml")


def test_archetypes_of_two_games_do_not_mix(tmp_path: Path) -> None:
    """The other game is reported where it is named."""
    (tmp_path / "base.yaml").write_text("archetype: facade\n", encoding="utf-8")
    assert findings(reading(tmp_path, "extends: base\n")) == [("archetype/extends", 1, 12)]


def test_a_role_may_be_built_upon_by_one_of_its_own_name(tmp_path: Path) -> None:
    """A file guard.yaml that extends guard means the role that comes with chargen."""
    found = made(tmp_path, "extends: guard\npins: {shield: true}\n")
    role = archetype.read_archetype("five-by-five", "guard").archetype
    assert role is not None
    assert found.pins == {**role.pins, "shield": True}


def test_an_archetype_can_be_sent_away(tmp_path: Path) -> None:
    """Pickled and read back, it makes the same people; the class of its words, which a game may make, stays at home."""
    found = made(tmp_path, "pins: {hit_points: {one_of: [4, 2]}}\nwords: {attack: [Spear Drill]}\n")
    pickled = pickle.dumps(found)
    assert type(found.words).__module__.encode() not in pickled
    again = pickle.loads(pickled)
    assert again.content() == found.content()
    assert [npc.concept for npc in people(again, 5)] == [npc.concept for npc in people(found, 5)]


def test_check_knows_an_archetype(tmp_path: Path) -> None:
    """A file with the key archetype is checked as one, in order or not."""
    path = tmp_path / "guard.yaml"
    path.write_text("archetype: five-by-five\npins: {hit_points: 4}\n", encoding="utf-8")
    checked = check_file.check_any(Input("guard.yaml", path))
    assert checked.ok
    assert checked.holds == check_file.ARCHETYPE
    assert checked.name == "Guard"
    path.write_text("archetype: five-by-five\npins: {hit_point: 4}\n", encoding="utf-8")
    checked = check_file.check_any(Input("guard.yaml", path))
    assert [diagnostic.code for diagnostic in checked.diagnostics] == ["concept/unknown-key"]


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


def test_every_key_of_an_archetype_is_explained() -> None:
    """The schema that editors read says what each key means."""
    schema = ArchetypeFile.model_json_schema()
    assert set(schema["properties"]) == {
        "archetype", "title", "about", "extends", "names", "pins", "words", "pack", "details", "experience",
    }  # fmt: skip
    assert all(entry["description"] for entry in schema["properties"].values())


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
