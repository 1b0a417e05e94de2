"""Things that players make up, in a game file: members, requirements, effects, what follows, and the ledger's lines."""

import json
from pathlib import Path

import pytest

import chargen
from tests.cli.running import run

GAME = (Path(__file__).parents[2] / "examples/games/hot-wires.game.yaml").read_text(encoding="utf-8")
KAI = """\
system: hot-wires
name: Kai
traits: {Bold: 3, Keen: 2}
gear:
  - {name: Ladder, slots: 3}
  - {name: Charm, slots: 0, helps: {nerve: 2}}
  - {name: Saw, slots: 1, asks: {Bold: 2}, what_for: Cuts.}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("hot-wires.game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def found(text: str) -> list[tuple[int | None, str, str]]:
    """Line, severity and message of everything that is found in a character."""
    Path("kai.yaml").write_text(text, encoding="utf-8")
    return [(one.line, one.severity, one.message) for one in chargen.check("kai.yaml").diagnostics]


def test_things_count_in_what_follows_from_them() -> None:
    """Each has its derived number, and so has what everyone has; effects are added, within the limits."""
    assert found(KAI) == []
    kai = chargen.check("kai.yaml")
    assert kai.stats["grip"] == {"Ladder": 3, "Charm": 6, "Saw": 5, "bare hands": 6}
    assert kai.stats["nerve"] == 2 + 2
    assert found(KAI.replace("nerve: 2", "nerve: 99")) == []
    assert chargen.check("kai.yaml").stats["nerve"] == 9
    text = run("show", "kai.yaml").out
    assert "Ladder  Grip 3; slots 3" in text
    assert "Saw  Grip 5; slots 1; asks Bold 2; Cuts" in text


def test_a_rule_may_only_warn_and_name_each_score() -> None:
    zero = KAI.replace("{Bold: 3, Keen: 2}", "{Bold: 4, Keen: 0}").replace("points: 5", "points: 4")
    assert (3, "warning", "With Keen 0 only help rolls a die for Keen.") in found(zero)


LINES = """\
advancement:
  - {award: 6}
  - {tune: bold, to: 4, points: 3}
  - {find: {name: Kite, slots: 0, asks: {Bold: 4}}, points: 2}
  - {break: ladder}
"""


def test_the_ledger_takes_the_price_that_the_table_asked() -> None:
    """It sets a score, and things are gained and lost, for the points of each line."""
    assert found(KAI + LINES) == []
    kai = chargen.check("kai.yaml")
    assert kai.stats["traits"] == {"Bold": 4, "Keen": 2}
    assert list(kai.stats["grip"]) == ["Charm", "Saw", "Kite", "bare hands"]
    assert kai.points["experience"].available == 1
    assert run("advance", "kai.yaml", "undo").code == 0
    assert Path("kai.yaml").read_text(encoding="utf-8") == (KAI + LINES).replace("  - {break: ladder}\n", "")


def test_what_is_gained_is_there_even_where_the_rest_of_its_line_cannot_be_read() -> None:
    """Its name is taken: a second line for it is an error of its own."""
    lines = "advancement:\n  - {award: 6}\n  - {find: {name: Kite, slots: 4}}\n  - {find: {name: Kite, slots: 0}}\n"
    assert found(KAI + lines) == [
        (10, "error", "`slots` must be at most 3; found 4"),
        (11, "error", "`Kite` is there already"),
    ]


def test_what_has_no_name_is_called_by_none() -> None:
    """Its requirements are judged nevertheless."""
    without = KAI.replace("name: Saw, ", "").replace("{Bold: 2}", "{Bold: 4}")
    assert found(without) == [
        (7, "error", "`name` is missing"),
        (7, "error", "this gear asks for Bold 4 or more; Bold is 3"),
    ]


def test_npcs_have_suggested_things_whose_requirements_they_meet() -> None:
    """And keep the author's rules, warnings included; a list in JSON Schema knows the members."""
    npcs = [npc.concept for npc in chargen.npcs("hot-wires", seed="dam", number=20)]
    assert all("gear" in npc for npc in npcs)
    assert {thing["name"] for npc in npcs for thing in npc["gear"]} == {
        "Insulated gloves", "Jar of fuses", "Lineman's saw",
    }  # fmt: skip
    for npc in npcs:
        names = {thing["name"] for thing in npc["gear"]}
        assert npc["traits"]["Bold"] >= 2 or "Lineman's saw" not in names
        assert 0 not in npc["traits"].values()
    thing = next(
        part
        for part in json.loads(run("schema", "hot-wires").out)["$defs"].values()
        if "slots" in part.get("properties", ())
    )
    assert thing["properties"]["slots"]["maximum"] == 3


def changed(*pairs: tuple[str, str]) -> None:
    """Write the game with some changes."""
    text = GAME
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    Path("hot-wires.game.yaml").write_text(text, encoding="utf-8")


def test_a_far_larger_number_than_the_rules_show_is_doubted() -> None:
    """Three times the largest; the member has a description of its own."""
    changed(("has: {slots: 0 to 3,", "has: {slots: {is: 0 to 30, largest: 2, about: Room that it takes.},"))
    assert found(KAI.replace("slots: 3", "slots: 7")) == [
        (4, "error", "Your gear fills 8 slots of 5."),
        (5, "warning", "7 is far above what the book shows; 0?"),
    ]
    assert "Room that it takes." in run("schema", "hot-wires").out


def test_a_text_may_be_needed_and_a_name_there_twice() -> None:
    changed(
        ("what_for: text}", "what_for: needed text}\n    twice: true"),
        ("{slots: 1, helps: {nerve: 1}}", "{slots: 1, what_for: Work.}"),
        ("Lineman's saw: {slots: 3, asks: {Bold: 2},", "Lineman's saw: {slots: 3,"),
        ("bare hands: {slots: 0}", "bare hands: {slots: 0, what_for: All}"),
    )
    assert found(KAI.replace("Charm", "Saw")) == [
        (5, "error", "`what_for` is missing"),
        (6, "error", "`what_for` is missing"),
    ]


def test_a_rule_is_about_the_derived_number_of_each_thing() -> None:
    """At the thing; that of what everyone has is reported at the scores."""
    changed(
        (
            "  calm:",
            '  slippery: {each: grip, must: value > 3, says: "{name} slips at {value}", warning: true}\n  calm:',
        )
    )
    assert found(KAI) == [(5, "warning", "Ladder slips at 3")]
    weak = KAI.replace("{Bold: 3, Keen: 2}", "{Bold: 0, Keen: 4}").replace("points: 5", "points: 4")
    assert (3, "warning", "bare hands slips at 3") in found(weak)


def test_without_a_budget_a_note_says_what_was_spent() -> None:
    changed(("points: 5,", "points: budget,"), ("scores:", "numbers:\n  budget: {about: Of a table., to: 9}\nscores:"))
    assert found(KAI) == [(3, "note", "traits 5; no limit is set")]
    assert found(KAI + "rules: {budget: 6}\n")[0][1:] == (
        "warning",
        "the traits add up to 5; this table's budget is 6: 1 left to spend",
    )
    assert run("check", "hot-wires.game.yaml").code == 0


def test_a_line_of_the_ledger_that_sets_a_score_is_judged_like_the_score() -> None:
    """By the author's rules about each score, and by what things ask for that was met before."""
    lines = "advancement:\n  - {award: 6}\n  - {tune: bold, to: 0, points: 3}\n  - {tune: bold, to: 1, points: 1}\n"
    assert found(KAI + lines) == [
        (10, "warning", "With Bold 0 only help rolls a die for Bold."),
        (10, "warning", "`Saw` asks for Bold 2 or more, and this makes it 0"),
    ]


def test_words_of_other_games_are_known_to_hints() -> None:
    changed(("of: [Bold, Keen],", "of: [Bold, Keen], like: {Bold: [brave]},"))
    Path("kai.yaml").write_text(KAI.replace("Bold: 3", "Brave: 3"), encoding="utf-8")
    assert chargen.check("kai.yaml").diagnostics[0].hint == "did you mean `Bold`?"


def test_an_author_says_why_a_rule_is_so() -> None:
    changed(("rules:\n", "why: {gear_number: No one has more than two hands.}\nrules:\n"))
    assert "No one has more than two hands." in run("explain", "hot-wires/gear-number").out
    changed(("rules:\n", "why: {gear_nmber: No one has more than two hands.}\nrules:\n"))
    assert "there is no rule `gear_nmber`" in run("check", "hot-wires.game.yaml").out
