"""Things that players make up, in a game file: members, requirements, effects, what follows, and the ledger's lines."""

import json
from pathlib import Path

import pytest

import chargen
from tests.cli.running import run
from tests.gamefile.mistake import report_of_mistake

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


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("slots: 3}", "}", 5, "`slots` is missing"),
        ("slots: 3}", "slots: 4}", 5, "`slots` must be at most 3; found 4"),
        ("nerve: 2", "nerv: 2", 6, "there is no derived number `nerv`"),
        ("asks: {Bold: 2}", "asks: {Bald: 2}", 7, "there is no score `Bald`"),
        ("asks: {Bold: 2}", "asks: {Bold: 4}", 7, "`Saw` asks for Bold 4 or more; Bold is 3"),
        ("name: Saw", "name: LADDER", 7, "`LADDER` and `Ladder` are the same name"),
        ("name: Saw", "name: Bare hands", 7, "`Bare hands` comes by itself"),
        ("slots: 1,", "slots: 3,", 4, "Your gear fills 6 slots of 5."),
        ("Cuts.}", "Cuts.}\n  - {name: Rope, slots: 0}", 4, "there are to be at most 3 gear; found 4"),
    ],
)
def test_a_mistake_in_a_thing_is_reported_where_it_is(old: str, new: str, line: int, message: str) -> None:
    """In the game's own words, also for the author's rules."""
    assert found(KAI.replace(old, new)) == [(line, "error", message)]


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


@pytest.mark.parametrize(
    ("line", "severity", "message"),
    [
        ("{tune: bald, to: 4}", "error", "there is no score `bald`"),
        ("{tune: Bold, to: 3}", "warning", "Bold is 3 already at this line of the ledger"),
        ("{tune: Bold, to: -1}", "error", "Bold is at least 0; found −1"),
        ("{tune: Bold}", "error", "`tune` needs `to`"),
        ("{tune: Bold, to: 4, points: 7}", "error", "this costs 7 sparks and 6 are left: 1 short"),
        ("{find: {name: Saw, slots: 0}}", "error", "`Saw` is there already"),
        ("{find: {name: Kite, slots: 0, asks: {Bold: 5}}}", "error", "`Kite` asks for Bold 5 or more; Bold is 3"),
        ("{find: {name: Kite, slots: 0, helps: {nerv: 1}}}", "error", "there is no derived number `nerv`"),
        ("{find: {name: Kite}}", "error", "`slots` of `find` is missing"),
        ("{break: Lader}", "error", "there is no thing `Lader` at this line of the ledger"),
    ],
)
def test_a_mistake_in_a_line_of_the_ledger_is_at_its_line(line: str, severity: str, message: str) -> None:
    assert found(f"{KAI}advancement:\n  - {{award: 6}}\n  - {line}\n") == [(10, severity, message)]


def test_what_is_gained_is_there_even_where_the_rest_of_its_line_cannot_be_read() -> None:
    """Its name is taken: a second line for it is an error of its own."""
    lines = "advancement:\n  - {award: 6}\n  - {find: {name: Kite, slots: 4}}\n  - {find: {name: Kite, slots: 0}}\n"
    assert found(KAI + lines) == [
        (10, "error", "`slots` must be at most 3; found 4"),
        (11, "error", "`Kite` is there already"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("  grip: {is:", "  gear: {is:", "24:3", "`gear` names two lists"),
        ("    own: true\n", "", "10:3", "`gear` needs `own: true`"),
        ("slots: 0 to 3", "slots: heavy", "13:18", "`heavy` describes no member"),
        ("helps: adds", "helps: needs", "13:", "only one member is `needs`"),
        ("gloves: {slots: 1", "gloves: {slots: 7", "15:", "`slots` of `Insulated gloves` does not fit `0 to 3`"),
        ("gloves: {slots: 1", "gloves: {slotz: 1, slots: 1", "15:", "there is no member `slotz`"),
        ("fuses: {slots: 1, ", "fuses: {", "16:", "`Jar of fuses` has no `slots`"),
        ("    most: 3", "    most: 3\n    points: 4", "20:", "`points` needs a member that is a `price`"),
        ("each: gear, about", "each: gera, about", "24:", "there is no list of things `gera`"),
        ("is: Bold + 3 - slots,", "is: Bold + 3 - slot,", "24:", "there is no value `slot`"),
        ("each: traits, must", "each: trait, must", "27:", "there is no group of scores or things `trait`"),
        ("{2 + Bold}.", "{2 + Blod}.", "26:100", "there is no value `Blod`"),
        ("at: gear}", "at: gera}", "26:", "there is no key of a character `gera`"),
        ("must: value > 0", "must: value", "27:", "this is to be a condition"),
        ("find: {learns: gear}", "find: {learns: gear, price: 3}", "40:", "a line of `find` states its price itself"),
        ("break: {loses: gear}", "break: {loses: gera}", "40:", "there is no list of things `gera`"),
        ("sets: traits", "sets: [traits, skills]", "40:", "there is no group of scores `skills`"),
        ("sets: traits", "sets: traits, loses: gear", "40:", "needs one of `raises`, `learns`, `loses` and `sets`"),
    ],
)
def test_a_mistake_of_the_author_is_reported_where_it_is(old: str, new: str, place: str, message: str) -> None:
    report_of_mistake(Path("hot-wires.game.yaml"), GAME, old, new, place, message)


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
