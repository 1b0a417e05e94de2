"""What an editor gets: diagnostics, fixes, completions, hovers and definitions."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.approved import as_parameters
from tests.cli.running import DOUBLED, LARRY, run
from tests.lsp.editor import Editor

PRESETS = Path(__file__).parent.parent.parent / "presets" / "concepts"
THIEF = (PRESETS / "facade" / "rooftop-thief.yaml").read_text(encoding="utf-8")
GHOST = (PRESETS / "gamocles" / "ghost-usher.yaml").read_text(encoding="utf-8").replace("portrait:", "# portrait:")
CURSOR = "\N{CARET}"
"""Where the cursor is."""
SLIPS = """\
system: five-by-five
name: Kai
descripters:
  Street Brawler: {value:6, exclusive: attack}
  Amateur Chef: "4"
  Danger Sense: {value: 2, exclusve: dodge}
  First Aid: {value: 2, exclusive: healing}
  Cannot Keep a Secret: \N{MINUS SIGN}5
hit_points: 4
"""


def after(text: str, *edits: dict[str, Any]) -> str:
    """A text of one letter a unit, with some edits of a fix made."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]

    def offset(position: dict[str, int]) -> int:
        return min(starts[min(position["line"], len(lines))] + position["character"], len(text))

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text


def completed(editor: Editor, path: Path, text: str) -> dict[str, dict[str, Any]]:
    """What is offered at the mark of a text, which need not be YAML yet."""
    before, _, behind = text.partition(CURSOR)
    uri = editor.show(path, before + behind)
    lines = before.split("\n")
    return editor.completions(uri, len(lines) - 1, len(lines[-1]))


def over(editor: Editor, path: Path, text: str, part: str) -> str:
    """What is shown over the first place of a part of a text."""
    before = text.partition(part)[0]
    return editor.hover(editor.show(path, text), before.count("\n"), len(before) - before.rfind("\n"))


def test_an_editor_shows_the_very_diagnostics_of_check(editor: Editor, folder: Path) -> None:
    """Code, severity, words, place, hint and related places are those that `chargen check --format json` prints."""
    path = folder / "doubled.yaml"
    path.write_text(DOUBLED, encoding="utf-8")
    uri = editor.show(path, DOUBLED)
    (checked,) = json.loads(run("check", str(path), "--format", "json").out)[0]["diagnostics"]
    (shown,) = editor.diagnostics(uri)
    assert (shown["code"], shown["severity"], shown["source"]) == (checked["code"], 1, "chargen")
    assert shown["range"]["start"] == {"line": checked["line"] - 1, "character": checked["column"] - 1}
    message, label, hint = shown["message"].split("\n")
    assert (message, hint) == (checked["message"], f"hint: {checked['hint']}")
    assert label == "the third 4, where the set has two"
    assert [other["location"]["range"]["start"]["line"] for other in shown["relatedInformation"]] == [6, 7]


def test_a_note_and_a_warning_are_no_errors(editor: Editor, folder: Path) -> None:
    text = LARRY + "waive: [{code: five-by-five/values, why: no}]\n"
    uri = editor.show(folder / "warned.yaml", text)
    assert [(found["code"], found["severity"]) for found in editor.diagnostics(uri)] == [("waive/unused", 2)]
    uri = editor.show(folder / "noted.yaml", GHOST)
    assert [(found["code"], found["severity"]) for found in editor.diagnostics(uri)] == [("gamocles/no-budget", 3)]


def test_a_file_that_was_never_saved_is_checked(editor: Editor) -> None:
    uri = "untitled:Untitled-1"
    editor.open(uri, DOUBLED)
    assert [found["code"] for found in editor.diagnostics(uri)] == ["five-by-five/values"]
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_files_of_others_are_left_alone(editor: Editor, folder: Path) -> None:
    """YAML that names no known game, and rules of other programs."""
    for text in ("services:\n  web: {image: nginx}\n", "rules:\n  semi: error\n", "- one\n- two\n", "a: [\n"):
        uri = editor.show(folder / "compose.yaml", text)
        assert editor.diagnostics(uri) == []
        assert editor.completions(uri, 1, 2) == {}


def test_a_house_rule_counts_before_it_is_saved(editor: Editor, folder: Path) -> None:
    """A campaign file is checked itself, and anyone who names it is checked by what the editor has of it."""
    table = folder / "table.yaml"
    table.write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    member = editor.show(folder / "member.yaml", LARRY + "campaign: table.yaml\naspects: {brawn: superior}\n")
    known = [found["code"] for found in editor.diagnostics(member)]
    assert "five-by-five/aspects" not in known
    campaign = editor.show(table, "rules: {five-by-five: {aspects: true}}\n")
    seen = len(editor.published)
    editor.change(campaign, "rules: {five-by-five: {aspects: no, bonus: 1}}\n")
    assert {found["code"] for found in editor.diagnostics(campaign)} == {"concept/wrong-type", "concept/unknown-key"}
    published = editor.published_again(member, seen)
    there = [found for found in published if found["message"].startswith("table.yaml:1:")]
    line = LARRY.count("\n")
    assert {found["range"]["start"]["line"] for found in there} == {line}
    assert {found["relatedInformation"][-1]["location"]["uri"] for found in there} == {table.as_uri()}
    seen = len(editor.published)
    editor.tell("textDocument/didClose", {"textDocument": {"uri": campaign}})
    assert [found["code"] for found in editor.published_again(member, seen)] == known


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name: [Docks\nrules:\n  five-by-five:\n    aspects: true\n", "yaml/syntax"),
        ("rules: {five-by-five: {aspects: true}\n", "yaml/syntax"),
        ("name: Docks\nthem: pulp\nrules:\n  five-by-five:\n    # aspects: true\n", "concept/unknown-key"),
    ],
)
def test_a_campaign_that_is_opened_with_an_error_is_known(editor: Editor, folder: Path, text: str, code: str) -> None:
    """By the games in its rules, also where it cannot be parsed or all of its rules are comments."""
    assert [found["code"] for found in editor.diagnostics(editor.show(folder / "docks.yaml", text))] == [code]


def test_an_archetype_is_checked_with_its_draws(editor: Editor, folder: Path) -> None:
    """The options of a draw that no one could be made of are found while typing."""
    text = "archetype: five-by-five\npins:\n  hit_points: {one_of: [2, 4, 7]}\n"
    uri = editor.show(folder / "guard.yaml", text)
    assert editor.diagnostics(uri)[0]["range"]["start"]["line"] == 2
    assert editor.diagnostics(editor.show(folder / "guard.yaml", text.replace(", 7", ""))) == []
    assert "one_of" in completed(editor, folder / "guard.yaml", text.replace("one_of: [2, 4, 7]", "one‸"))
    assert "knife" in completed(editor, folder / "guard.yaml", text + "  weapons: [kn‸]\n")


def test_every_fix_of_check_is_a_quick_fix(editor: Editor, folder: Path) -> None:
    uri = editor.show(folder / "slips.yaml", SLIPS)
    fixes = [action for line in range(9) for action in editor.actions(uri, line, "quickfix")]
    titles = ["Write `descriptors` for `descripters`", "Insert a space after the colon"]
    assert [fix["title"] for fix in fixes] == titles
    (change,) = fixes[0]["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": editor.version[uri]}
    uri = editor.show(folder / "slips.yaml", after(SLIPS, *change["edits"]))
    fixes = [action for line in range(9) for action in editor.actions(uri, line, "quickfix")]
    assert [fix["title"] for fix in fixes[1:]] == [
        'Write `4` for `"4"`', "Write `exclusive` for `exclusve`", "Write `-5` for `\N{MINUS SIGN}5`",
    ]  # fmt: skip
    assert all(fix["isPreferred"] and len(fix["diagnostics"]) == 1 for fix in fixes)


def test_all_that_leaves_no_choice_is_fixed_at_once(editor: Editor, folder: Path) -> None:
    """The one action leaves the file as `check --fix` does."""
    path = folder / "fixed.yaml"
    uri = editor.show(path, SLIPS)
    (action,) = editor.actions(uri, 0, "source.fixAll")
    path.write_text(SLIPS, encoding="utf-8")
    run("check", "--fix", str(path))
    assert after(SLIPS, *action["edit"]["documentChanges"][0]["edits"]) == path.read_text(encoding="utf-8")
    assert editor.actions(editor.show(path, path.read_text(encoding="utf-8")), 0, "source.fixAll") == []
    assert editor.actions(editor.show(path, SLIPS), 0) == []
    assert [found["kind"] for found in editor.actions(uri, 2)] == ["quickfix", "source.fixAll.chargen"]


def test_a_broken_rule_is_explained_where_it_is_broken(editor: Editor, folder: Path) -> None:
    """With what the rule asks, why, and the id of the book's sentence."""
    shown = editor.hover(editor.show(folder / "doubled.yaml", DOUBLED), 11, 12)
    assert shown.startswith("**five-by-five/values**: ")
    assert "FBF-" in shown


def test_a_descriptor_says_its_exact_chance(editor: Editor, folder: Path) -> None:
    """What is rolled, the chance in percent, and as the fraction that it is; of a waiver's code, what it asks."""
    text = LARRY + "waive: [{code: five-by-five/values}]\n"
    shown = over(editor, folder / "larry.yaml", text, "Amateur Chef")
    assert "**Amateur Chef** 4 · 2d6 multiplied: 4 or less, or any 6" in shown
    assert "success: **52.8\u202f%** (19/36)" in shown
    assert "five-by-five/values" in over(editor, folder / "larry.yaml", text, "five-by-five/values")


def test_an_attribute_and_a_skill_say_theirs(editor: Editor, folder: Path) -> None:
    """Façade's agility at every difficulty, Gamocles' grit with each skill."""
    shown = over(editor, folder / "thief.yaml", THIEF, "agility:")
    assert "**Agility**" in shown
    assert "difficulty 8: **" in shown
    assert "Speed." in shown
    assert over(editor, folder / "ghost.yaml", GHOST, "grit").count("**Grit ") == 10


def test_a_term_of_a_table_shows_its_row_and_a_key_what_it_is(editor: Editor, folder: Path) -> None:
    """A knife is a light weapon; `shield` says what it is for."""
    path, text = folder / "armed.yaml", f"{LARRY}shield: true\n"
    assert "Light Weapons; damage bonus: 2" in over(editor, path, text, "knife")
    assert over(editor, path, text, "shield") == "Whether the character carries a shield: one more dodge a round."
    assert over(editor, path, text, text[:2]) == "", "a comment"


@pytest.mark.parametrize("case", as_parameters(Path(__file__).with_name("offers.yaml")))
def test_what_could_stand_there_is_offered(editor: Editor, folder: Path, case: dict[str, Any]) -> None:
    offered = completed(editor, folder / "half-typed.yaml", case["text"])
    assert set(case["offered"]) <= offered.keys()
    assert case["offered"] or not offered
    assert not offered.keys() & case.get("not offered", ())


def test_a_table_shows_its_numbers_and_a_name_is_written_as_yaml_wants_it(editor: Editor, folder: Path) -> None:
    """The numbers stand beside a weapon; a name with a comma comes in quotes, and a key with its colon."""
    items = completed(editor, folder / "half-typed.yaml", "system: facade\nweapons: [ra‸")
    assert items["Rapier"]["detail"].startswith("damage: ")
    assert items["name"]["textEdit"]["newText"] == "name: "
    items = completed(editor, folder / "half-typed.yaml", "system: facade\narmor: [sh‸")
    assert items["Shield, Small"]["textEdit"]["newText"] == '"Shield, Small"'
    items = completed(editor, folder / "half-typed.yaml", "system: facade\nmod‸")
    assert items["modifiers"]["textEdit"]["newText"] == "modifiers:"
    assert items["name"]["textEdit"]["newText"] == "name: "


def test_the_numbers_of_the_character_are_offered(editor: Editor, folder: Path) -> None:
    """Derived ones under `stated` with what they are, and trackers under `state`."""
    path = folder / "numbered.yaml"
    editor.show(path, LARRY)
    assert completed(editor, path, LARRY + "stated: {‸")["hit_points"]["documentation"] == "14"
    assert "doubles_token" in completed(editor, path, LARRY + "state:\n  ‸")


def test_the_campaign_file_is_gone_to(editor: Editor, folder: Path) -> None:
    """Where it is named, if it is there."""
    (folder / "house.yaml").write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    text = "system: five-by-five\nname: Kai\ncampaign: house.yaml\n"
    uri = editor.show(folder / "leads.yaml", text)
    assert [editor.at("definition", uri, line, 12) for line in range(2)] == [None, None]
    assert editor.at("definition", uri, 2, 12)["uri"] == (folder / "house.yaml").as_uri()
    uri = editor.show(folder / "leads.yaml", text.replace("house", "hause"))
    assert editor.at("definition", uri, 2, 12) is None
