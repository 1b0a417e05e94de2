"""The Python face: what `import chargen` promises, and nothing else."""

import csv
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import chargen
from tests.cli.running import run

LARRY = Path(__file__).parent / "games/five_by_five/good/five-by-five-larry.yaml"
PAGE = Path(__file__).parent.parent / "docs/python.md"
SCRIPTS = Path(__file__).parent.parent / "examples/scripts"


def test_every_public_name_is_there_and_documented() -> None:
    """Each name of `__all__` can be had, and says what it is; so do the public methods of its classes."""
    for name in chargen.__all__:
        value = getattr(chargen, name)
        if name == "__version__":
            continue
        assert inspect.getdoc(value), name
        members = vars(value).items() if inspect.isclass(value) and value.__module__ == "chargen.api" else ()
        undocumented = [member for member, thing in members if member[0] != "_" and not inspect.getdoc(thing)]
        assert not undocumented


def test_nothing_else_is_promised() -> None:
    """`dir(chargen)` is `__all__`, and any other name is an AttributeError."""
    assert dir(chargen) == sorted(chargen.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'pipeline'"):
        _ = chargen.pipeline


def test_importing_chargen_is_light() -> None:
    """`import chargen` loads no YAML, no pydantic, no game and no printer; nor does listing its names."""
    program = "import sys, json, chargen; dir(chargen); print(json.dumps(sorted(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules = set(json.loads(ended.stdout))
    assert {name for name in modules if name.startswith("chargen")} == {
        "chargen",
        "chargen.game",
        "chargen.game.version",
    }
    assert not modules & {"yaml", "pydantic", "jinja2", "weasyprint"}


def test_a_character_says_what_the_command_says() -> None:
    """Numbers, points and odds are those of `chargen show --format json`."""
    larry = chargen.check(LARRY)
    shown = json.loads(run("show", str(LARRY), "--format", "json").out)
    assert larry.ok
    assert (larry.name, larry.system) == (shown["name"], shown["system"])
    assert larry.stats["hit_points"] == shown["stats"]["hit_points"]
    assert larry.points["xp"].available == shown["points"]["xp"]["available"]
    assert [*larry.rolls] == [roll["id"] for roll in shown["rolls"]]
    assert larry.rolls["attack"].odds["success"] == Fraction(
        next(roll for roll in shown["rolls"] if roll["id"] == "attack")["odds"]["success"]["fraction"]
    )
    assert larry.text == LARRY.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "concept",
    [
        LARRY.read_text(encoding="utf-8") + "colour: red\n",
        "no such file.yaml",
        Path(),
        "system: nothing\nname: X\n",
        "{\n",
        {},
        {"system": "gamocles", "name": "X", "traits": object()},
        {"system": "gamocles", "name": "X", 3: {4: float("nan")}},
    ],
)
def test_a_bad_concept_never_raises(concept: str | Path | Mapping[str, Any]) -> None:
    """Whatever is wrong is a diagnostic with a code, and there are no numbers."""
    checked = chargen.check(concept)
    assert not checked.ok
    assert checked.diagnostics
    assert all(diagnostic.code and diagnostic.message for diagnostic in checked.diagnostics)
    assert (checked.stats, checked.points, checked.rolls) == ({}, {}, {})
    assert "error" in repr(checked)
    assert "<pre>" in checked._repr_html_()
    with pytest.raises(chargen.ChargenError) as caught:
        checked.html()
    assert caught.value.diagnostics == checked.diagnostics


def test_diagnostics_about_a_text_and_about_data_have_places() -> None:
    """A text is its own file; data are written as one."""
    text = chargen.check("system: five-by-five\nname: Kai\ncolour: red\n")
    data = chargen.check({"system": "five-by-five", "name": "Kai", "colour": "red"})
    for checked in (text, data):
        (diagnostic,) = [each for each in checked.diagnostics if each.code == "concept/unknown-key"]
        assert diagnostic.place is not None
        assert diagnostic.place.line == 3


def test_a_text_finds_its_house_rules_in_the_folder_that_is_named(tmp_path: Path) -> None:
    """`folder` is where paths in a text start from."""
    (tmp_path / "table.yaml").write_text("rules: {five-by-five: {aspects: true}}\n", encoding="utf-8")
    text = "campaign: table.yaml\n" + LARRY.read_text(encoding="utf-8")
    assert "campaign" in {diagnostic.path[0] for diagnostic in chargen.check(text).diagnostics if diagnostic.path}
    assert "aspects" in chargen.check(text, folder=tmp_path).rolls["attack"].odds


def test_a_sheet_is_written_whole_in_each_format(tmp_path: Path) -> None:
    """`render` goes by the ending; `pdf` and `html` give the same without a file."""
    larry = chargen.check(LARRY)
    assert larry.render(tmp_path / "larry.pdf", paper="Letter") == (tmp_path / "larry.pdf",)
    assert (tmp_path / "larry.pdf").read_bytes() == larry.pdf(paper="Letter")
    larry.render(str(tmp_path / "larry.html"), theme="pulp")
    assert (tmp_path / "larry.html").read_text(encoding="utf-8") == larry.html(theme="pulp")
    assert "iframe" in larry._repr_html_()


def test_what_cannot_be_rendered_is_reported_and_nothing_is_written(tmp_path: Path) -> None:
    """Wrong endings, papers and themes, and the concept itself as the target."""
    mine = tmp_path / "larry.html"
    mine.write_bytes(LARRY.read_bytes())
    larry = chargen.check(LARRY)
    for path, options in (("larry.docx", {}), ("larry.pdf", {"paper": "napkin"}), ("larry.pdf", {"theme": "baroque"})):
        with pytest.raises(chargen.ChargenError):
            larry.render(tmp_path / path, **options)
    with pytest.raises(chargen.ChargenError, match="is an input file"):
        chargen.check(mine).render(mine)
    assert [path.name for path in tmp_path.iterdir()] == ["larry.html"]


@pytest.mark.parametrize(
    ("system", "asked", "name"),
    [
        ("five-by-five", {"value": 6}, "success"),
        ("facade", {"trait": 10, "difficulty": 8}, "success"),
        ("gamocles", {"pool": "5k2", "tn": 15}, "success"),
        ("five-plus", {"level": 4, "tier": 1}, "success"),
        ("roll-when-you-need", {"ability": 3, "difficulty": 5}, "success"),
    ],
)
def test_odds_are_those_of_the_command(system: str, asked: dict[str, Any], name: str) -> None:
    """The same names, and exact fractions."""
    options = [word for key, value in asked.items() for word in (f"--{key}", str(value))]
    shown = json.loads(run("odds", system, *options, "--format", "json").out)["odds"][name]["fraction"]
    assert chargen.odds(system, **asked)[name] == Fraction(shown)


@pytest.mark.parametrize(("system", "asked"), [("chess", {}), ("five-by-five", {"value": "six"}), ("gamocles", {})])
def test_senseless_questions_raise_with_the_reason(system: str, asked: dict[str, Any]) -> None:
    """A game that is not there, an option that is none, or too few of them."""
    with pytest.raises(chargen.ChargenError, match=r"\w"):
        chargen.odds(system, **asked)


def test_npcs_are_those_of_a_batch(tmp_path: Path) -> None:
    """The same seed makes the same people as `chargen batch`, and each is in order."""
    guards = chargen.npcs("five-by-five", role="guard", seed="docks", number=3)
    ended = run(
        "batch", "five-by-five", "-n", "3", "--role", "guard", "--seed", "docks", "--to", "jsonl", "-o", str(tmp_path)
    )
    assert ended.code == 0
    path = tmp_path / "people.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [guard.name for guard in guards] == [line["concept"]["name"] for line in lines]
    assert all(guard.ok for guard in guards)
    assert chargen.check(guards[0].text).stats == guards[0].stats


def test_npcs_that_cannot_be_are_refused(tmp_path: Path) -> None:
    """An unknown role, an archetype in error, and a number below 1."""
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("archetype: five-by-five\npins: {hit_points: 99}\n", encoding="utf-8")
    for spec, options in (("five-by-five", {"role": "emperor"}), (wrong, {}), ("five-by-five", {"number": 0})):
        with pytest.raises(chargen.ChargenError):
            chargen.npcs(spec, **options)


def test_the_page_shows_what_python_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first block of the manual runs, and its comments say what comes of it."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "five-by-five", "Kai").code == 0
    names: dict[str, Any] = {"chargen": chargen}
    first = _blocks()[0]
    exec(first.replace("number=40", "number=2"), names)
    answers = re.findall(r"^(\S.*?) +# (True|\d+|Fraction.*)$", first, re.MULTILINE)
    assert [repr(eval(code, names)) for code, _ in answers] == [said for _, said in answers]
    assert len(answers) == 4
    assert (tmp_path / "kai.pdf").read_bytes().startswith(b"%PDF")


def test_the_scripts_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are those of `examples/scripts`, whose types mypy and pyright check."""
    scripts = {path.read_text(encoding="utf-8"): path.stem for path in SCRIPTS.glob("*.py")}
    monkeypatch.chdir(tmp_path)
    for block in _blocks()[1:]:
        assert scripts.pop(block)
        exec(block.replace("number=500", "number=3"), {})
    assert not scripts
    assert "did you mean `attack`?" in capsys.readouterr().out


def _blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_rolls_are_found_by_label_and_the_nearest_is_named() -> None:
    """Ids are slugs; a label in any spelling finds its roll."""
    rolls = chargen.check(LARRY).rolls
    some = next(roll for roll in rolls.values() if " " in roll.label)
    assert rolls[some.label.upper()] is rolls[some.id]
    with pytest.raises(KeyError, match="did you mean `attack`"):
        rolls["atack"]


def test_odds_have_typed_access() -> None:
    """A chance, an average or odds, each by its own method; anything else is refused by name."""
    odds = chargen.check(LARRY).rolls["attack"].odds
    assert odds.chance("success") == odds["success"]
    table = "shifts"
    inner = odds.within(table)
    assert odds.chance(table, "+1", "success") == inner.chance("+1", "success") == Fraction(13, 18)
    with pytest.raises(KeyError, match="did you mean `success`"):
        odds.chance("sucess")
    for wrong in (lambda: odds.chance(table), lambda: odds.mean("success"), lambda: odds.within("success")):
        with pytest.raises(TypeError, match=r"is (a chance|odds), not"):
            wrong()


def test_a_character_gives_its_data() -> None:
    """The concept as the file has it, and everything as the command prints it."""
    larry = chargen.check(LARRY)
    assert larry.data() == json.loads(run("show", str(LARRY), "--format", "json").out)
    assert larry.concept["name"] == larry.name
    assert chargen.check(larry.concept).stats == larry.stats
    assert chargen.check("{").concept == {}


def test_a_row_of_the_table_is_that_of_the_spreadsheet(tmp_path: Path) -> None:
    """The same columns but the number and the seed, with numbers as numbers."""
    rows = chargen.table(chargen.npcs("facade", role="guard", seed="docks", number=2))
    run("batch", "facade", "-n", "2", "--role", "guard", "--seed", "docks", "--to", "csv", "-o", str(tmp_path))
    with (tmp_path / "people.csv").open(encoding="utf-8-sig", newline="") as file:
        written = [*csv.DictReader(file)]
    assert [*rows[0]] == [column for column in written[0] if column not in ("number", "seed")]
    assert [row["name"] for row in rows] == [row["name"] for row in written]
    assert [str(row["action_1_chance"]) for row in rows] == [row["action_1_chance"] for row in written]
    assert all(
        isinstance(row["stats.pools"] if "stats.pools" in row else row["action_1_chance"], float) for row in rows
    )


def test_cards_are_those_of_the_command(tmp_path: Path) -> None:
    """The same bytes as `chargen render --as cards`."""
    run("render", str(LARRY), "--as", "cards", "-o", str(tmp_path))
    assert chargen.cards([chargen.check(LARRY)]) == (tmp_path / "cards.pdf").read_bytes()
    run("render", str(LARRY), "--as", "cards", "--theme", "large-print", "-o", str(tmp_path))
    assert chargen.cards([chargen.check(LARRY)], theme="large-print") == (tmp_path / "half.pdf").read_bytes()
    (tmp_path / "table.yaml").write_text("name: Our table\ntheme: pulp\n", encoding="utf-8")
    (tmp_path / "pulp.yaml").write_text(f"campaign: table.yaml\n{LARRY.read_text(encoding='utf-8')}", encoding="utf-8")
    run("render", str(tmp_path / "pulp.yaml"), "--as", "cards", "-o", str(tmp_path / "pulp.pdf"))
    assert chargen.cards([chargen.check(tmp_path / "pulp.yaml")]) == (tmp_path / "pulp.pdf").read_bytes()
    for some, form in (([], "cards"), ([chargen.check("{")], "cards"), ([chargen.check(LARRY)], "sheets")):
        with pytest.raises(chargen.ChargenError):
            chargen.cards(some, form=form)


def test_a_line_of_experience_is_added_to_a_text() -> None:
    """The text stays as it is; what breaks a rule raises with the first error, and what is not legal before, too."""
    text = LARRY.read_text(encoding="utf-8")
    with_award = chargen.advance(text, {"award": 12, "why": "the docks"})
    assert [line for line in with_award.splitlines() if line not in text.splitlines()][-1].endswith(
        "{award: 12, why: the docks}"
    )
    assert chargen.check(with_award).points["xp"].available == 12
    with pytest.raises(chargen.ChargenError, match="there is no descriptor `Nothing`"):
        chargen.advance(with_award, {"raise": "Nothing"})
    with pytest.raises(chargen.ChargenError, match=r"has errors: no line can be added\n  line 1: .*missing"):
        chargen.advance("system: gamocles\nname: Rook\n", {"award": 5})


def test_an_error_names_the_first_diagnostic() -> None:
    """A script's log says what is wrong, and `diagnostics` holds all of it."""
    with pytest.raises(chargen.ChargenError, match="line 3: ") as caught:
        chargen.check("system: gamocles\nname: Rook\ntraits: {grit: x}\n").html()
    assert caught.value.diagnostics[0].line == 3
    assert chargen.check("no such file.yaml").diagnostics[0].line is None


def test_an_encounter_is_that_of_the_command(tmp_path: Path) -> None:
    """The same data; what cannot fight is refused."""
    larry = chargen.check(LARRY)
    options = ["--focus", "random", "--runs", "100", "--seed", "x", "--format", "json"]
    shown = json.loads(run("encounter", str(LARRY), str(LARRY), *options).out)
    fought = json.loads(json.dumps(chargen.encounter([larry], [larry], focus="random", runs=100, seed="x")))
    assert fought["outcome"] == shown["outcome"]
    assert fought["attacks"] == shown["attacks"]
    [other] = chargen.npcs("gamocles", role="guard", seed="wall")
    for others, focus in (([], "first"), ([other], "first"), ([chargen.check("{")], "first"), ([larry], "last")):
        with pytest.raises(chargen.ChargenError):
            chargen.encounter([larry], others, focus=focus)
