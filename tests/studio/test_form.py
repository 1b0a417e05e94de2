"""The form of a character: fields by the schema, small edits of the text, what a choice would do, drawn values."""

from pathlib import Path
from typing import Any

import pytest

from chargen import registry
from chargen.game.contract import AnyGame
from chargen.studio.folder import Refused
from chargen.studio.studio import Studio
from chargen.text.diagnostic import has_errors
from chargen.text.source import load
from chargen.text.writing import document

GAMES = list(registry.games())
FILE = "kai.yaml"


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return Studio(tmp_path)


def ask(studio: Studio, method: str, text: str, **more: Any) -> dict[str, Any]:
    return studio.answer(f"studio/{method}", {"file": FILE, "text": text, **more})


def every(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    inner = [[*field.get("fields", ()), *field.get("entries", ())] for field in fields]
    return [*fields, *(one for more in inner for one in every(more))]


def field_at(studio: Studio, text: str, *path: str | int) -> dict[str, Any]:
    return next(field for field in every(ask(studio, "form", text)["fields"]) if field["path"] == list(path))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_layout_is_about_fields_of_the_form(studio: Studio, game: AnyGame) -> None:
    form = ask(studio, "form", game.new_concept("Kai"))
    keys = {field["path"][0] for field in form["fields"]}
    assert form["layouts"]
    assert {layout["key"] for layout in form["layouts"]} <= keys


def test_a_choice_says_now_and_then(studio: Studio) -> None:
    """The chance at each value, and what would be wrong."""
    text = registry.system("five-by-five").new_concept("Kai")
    path = ["descriptors", "Lock Picking", "value"]
    effects = ask(studio, "effects", text, path=path, values=[6, 4])["effects"]
    assert [effect["then"] for effect in effects] == ["64\u202f%", "53\u202f%"]
    assert effects[0]["problem"] == ""
    assert "the six values must be" in effects[1]["problem"]


def test_a_detail_deep_in_a_short_entry_has_effects(studio: Studio) -> None:
    """What a variation needs, though the file has only its name."""
    text = "system: gamocles\nname: Kai\nvariations: [Never Turned Around]\n"
    path = ["variations", 0, "requires", "will"]
    assert len(ask(studio, "effects", text, path=path, values=[3])["effects"]) == 1


@pytest.mark.parametrize(
    ("game", "path", "value", "roll"),
    [
        ("five-by-five", ["descriptors", "Lock Picking", "exclusive"], "steal initiative", "initiative"),
        ("facade", ["attributes", "action", "agility"], 4, "roll"),
    ],
)
def test_an_effect_is_on_the_roll_that_changes(
    studio: Studio, game: str, path: list[str], value: object, roll: str
) -> None:
    """What a skill is used for changes another roll than its own; of Agility, no one rolls it alone."""
    text = registry.system(game).new_concept("Kai")
    effect = ask(studio, "effects", text, path=path, values=[value])["effects"][0]
    assert roll in effect["roll"].lower()
    assert effect["now"] != effect["then"]


def test_ideas_are_different_and_stay_with_their_seed(studio: Studio) -> None:
    """The same seed draws the same ones."""
    text = registry.system("five-by-five").new_concept("Kai")
    ideas = ask(studio, "ideas", text, path=["descriptors"], seed="a")["ideas"]
    assert len({next(iter(idea)) for idea in ideas}) == 8
    assert ideas == ask(studio, "ideas", text, path=["descriptors"], seed="a")["ideas"]


def test_the_checklist_of_a_character_without_skills_is_unmet(studio: Studio) -> None:
    """Who has no skill, or one that never succeeds, cannot attack, defend, notice or talk yet."""
    data = load("", registry.system("facade").new_concept("Kai").encode()).data
    drawn = document({key: data[key] for key in ("system", "name", "attributes")})
    idle = document({key: data[key] for key in ("system", "name", "attributes")} | {"skills": {"Athletics": 0}})
    for text in (drawn, idle):
        needs = ask(studio, "form", text)["needs"]
        assert [need["question"] for need in needs] == ["attack", "defend", "notice", "run", "talk"]
        assert not any(need["by"] for need in needs)


def test_the_best_rolls_are_those_of_the_moment(studio: Studio) -> None:
    """What is noted of damage and wounds counts, as it does on the sheet."""
    text = registry.system("five-plus").new_concept("Kai")
    for state, chance in (("", "56 %"), ("state: {Physical: 3}\n", "11 %"), ("state: {Physical wounds: 1}\n", "42 %")):
        actions = ask(studio, "form", text + state)["actions"]
        assert {action["chance"].replace("\u202f", " ") for action in actions if action["name"] == "Physical"} == {
            chance
        }


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("five-by-five", ["name"]),
        ("five-by-five", ["want"]),
        ("five-by-five", ["descriptors", "Lock Picking"]),
        ("five-by-five", ["descriptors"]),
        ("five-plus", ["skills"]),
        ("gamocles", ["traits"]),
        ("roll-when-you-need", ["abilities"]),
        ("facade", ["age"]),
        ("facade", ["attributes", "body"]),
        ("facade", ["modifiers", 1]),
        ("facade", ["skills", "Medicine"]),
        ("roll-when-you-need", ["qualities", 0]),
    ],
)
def test_a_field_is_drawn_again_alone(studio: Studio, game: str, path: list[str | int]) -> None:
    """A text, a number, a section, or an entry with its name; the character stays legal."""
    text = registry.system(game).new_concept("Kai")
    drawn = ask(studio, "surprise", text, path=path, seed="5")["text"]
    before, after = load("", text.encode()).data, load("", drawn.encode()).data
    assert [key for key in after if after[key] != before.get(key)] == path[:1]
    assert not has_errors(studio.check(FILE, drawn).diagnostics)


@pytest.mark.parametrize("skills", ["", "skills: {running: 1}\n"], ids=["no section", "another entry"])
def test_what_is_not_there_is_not_renamed_when_nothing_is_drawn_for_it(studio: Studio, skills: str) -> None:
    text = f"system: gamocles\nname: Kai\n{skills}"
    for seed in "123":
        try:
            drawn = ask(studio, "surprise", text, path=["skills", "language"], seed=seed)["text"]
        except Refused as refused:
            assert "renamed" not in str(refused)  # noqa: PT017
        else:
            assert "language" in load("", drawn.encode()).data["skills"]


def test_the_form_says_what_follows_from_a_part(studio: Studio) -> None:
    """A price by the method of the file, boxes for damage and of stress, what Wealth buys."""
    text = registry.system("facade").new_concept("Kai")
    assert field_at(studio, text, "skills", "Martial")["fact"] == "12 SP"
    assert field_at(studio, text, "modifiers", 5)["fact"] == "−2 AP"
    assert ask(studio, "form", text)["remarks"] == [
        "40 EP pay for attributes beyond 100 AP and 10 EP pay for backgrounds beyond 50 BP."
    ]
    text = registry.system("five-plus").new_concept("Kai")
    assert field_at(studio, text, "resistances", "Physical")["fact"] == "4 boxes for damage"
    text = registry.system("roll-when-you-need").new_concept("Kai")
    assert field_at(studio, text, "abilities", "poise")["fact"] == "social stress 3"
    assert field_at(studio, text, "abilities", "reputation")["fact"] == (
        "by cost: freely up to 0, a few up to 1, with a roll up to 2"
    )


def test_an_error_is_beside_its_field_or_above_all(studio: Studio) -> None:
    """None is lost, and a hint names fields, not YAML."""
    text = "system: five-by-five\nname: Kai\nweapons: [Boat hook]\nrules: {nonsense: 1}\n"
    form = ask(studio, "form", text)
    shown = [*form["findings"], *(finding for field in every(form["fields"]) for finding in field["findings"])]
    wanted = [found for found in studio.check(FILE, text).diagnostics if found.severity != "note"]
    assert {(finding["code"], finding["line"]) for finding in shown} >= {(one.code, one.line) for one in wanted}
    assert "add its number: name Boat hook, damage bonus 2" in [finding["hint"] for finding in shown]


def test_an_error_of_two_sections_is_at_both(studio: Studio) -> None:
    """It counts once, at the section that takes more of the common points."""
    body = "attributes: {body: {strength: 6, stamina: 6, health: 6}, action: {finesse: 6, grace: 6, agility: 6}}"
    kin = "{name: Kin, class: resources, kind: standard, cost: major, level: 10}"
    rules = "{attribute_points: 20, background_points: 5, extra_points: 1}"
    text = f"system: facade\nname: Ada\nrules: {rules}\n{body}\nbackgrounds: [{kin}]\n"
    found = [finding for key in ("attributes", "backgrounds") for finding in field_at(studio, text, key)["findings"]]
    shown = [(finding["severity"], finding["message"]) for finding in found if finding["code"] == "facade/budget"]
    over = "120 EP too few: 121 needed, 1 there (attributes 106, backgrounds 15)"
    assert shown == [("error", over), ("note", f"{over}: 20 BP of 5, 15 over: 15 EP (resources 20)")]


def test_the_help_of_a_field_is_what_explain_says(studio: Studio) -> None:
    """The rules of errors come first; of a section, all rules about a part of it."""
    text = registry.system("facade").new_concept("Kai")
    rules = ask(studio, "help", text, path=["armor"], codes=["concept/unknown-key"])["rules"]
    assert [rule["code"] for rule in rules] == ["concept/unknown-key", "facade/armor", "facade/full-plate"]
    assert rules[1]["source"].startswith("Façade 0.1, part 3")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_an_empty_form_shows_what_is_missing_and_fills_itself(studio: Studio, game: AnyGame) -> None:
    """Each error is beside the section that lacks something."""
    text = studio.answer("studio/create", {"game": game.key, "name": "Kai", "empty": True})["text"]
    form = ask(studio, "form", text)
    assert form["findings"] == []
    found = [finding for field in form["fields"] for finding in field["findings"]]
    assert {field["label"] for field in form["fields"] if field["findings"]} - {"name"}
    # Nothing is wrong yet, in the form and beside the sheet: it is to be done.
    sheet = ask(studio, "sheet", text)["findings"]
    assert not [finding for finding in [*found, *sheet] if finding["severity"] == "error"]
    assert sum(finding["severity"] == "todo" for finding in found) == len(
        [one for one in studio.check(FILE, text).diagnostics if one.severity == "error"]
    )
    filled = ask(studio, "surprise", text, path=[], seed="4")["text"]
    assert not has_errors(studio.check(FILE, filled).diagnostics)


def test_what_is_begun_is_still_to_be_done(studio: Studio) -> None:
    """Two descriptors of five are no mistake yet; six of five are, and so is a text that cannot be read."""
    for count, severity in ((2, "todo"), (6, "error")):
        ranked = ", ".join(f"Word {number}: 2" for number in range(count))
        text = f"system: five-by-five\nname: Kai\ndescriptors: {{{ranked}}}\n"
        found = ask(studio, "sheet", text)["findings"]
        assert next(one["severity"] for one in found if "beside hit points" in one["message"]) == severity
    found = ask(studio, "sheet", "system: five-by-five\nname: 'Kai\n")["findings"]
    assert [(one["code"], one["severity"]) for one in found] == [("yaml/syntax", "error")]


def test_a_list_takes_words_of_ones_own_where_they_are_no_error(studio: Studio, tmp_path: Path) -> None:
    """A game's moves are those of the playbook; a weapon of one's own has a bonus of its own."""
    examples = Path(__file__).parents[2] / "examples/games"
    (tmp_path / "salt-and-signal.game.yaml").write_bytes((examples / "salt-and-signal.game.yaml").read_bytes())
    text = "system: salt-and-signal\nname: Kai\nplaybook: Wirehand\n"
    moves = field_at(studio, text, "moves")
    assert moves["closed"]
    names = [option["value"] for option in moves["options"]]
    assert "Live Wire" in names
    for name in names:
        chosen = f"{text}moves: [{name}]\n"
        assert not any(name in one.message for one in studio.check(FILE, chosen).diagnostics)
    assert not field_at(studio, registry.system("five-by-five").new_concept("Kai"), "weapons")["closed"]
    assert not field_at(studio, registry.system("five-plus").new_concept("Kai"), "traits")["closed"]


def test_the_form_says_that_no_limit_is_set(studio: Studio) -> None:
    """With the number that is usual, beside the section, also where nothing is chosen yet."""
    text = studio.answer("studio/create", {"game": "roll-when-you-need", "name": "Kai", "empty": True})["text"]
    for each in (text, registry.system("gamocles").new_concept("Kai")):
        found = [one for field in ask(studio, "form", each)["fields"] for one in field["findings"]]
        [note] = [one for one in found if "no limit is set" in one["message"]]
        assert (note["severity"], "points" in note["hint"]) == ("note", True)
