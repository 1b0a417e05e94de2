"""What is wrong with a game is reported where it is written, with what to do; what is right is fine under any name."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import chargen
from tests.cli.running import run
from tests.scale import first, some

HEAD = "format: 1\ntitle: Mini\n"
DICE = "dice: {task: {dice: 2, sides: 6, outcomes: {hit: total + value >= 10, miss: otherwise}, fails: miss}}\n"
STATS = "scores: {stats: {of: [Might, Wits, Grace], from: 1, to: 4, points: 7, roll: task}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(parts: Mapping[str, str]) -> str:
    """A game of the parts above, some of them replaced, and others added."""
    return HEAD + "".join({"scores": STATS, "dice": DICE, **parts}.values())


def messages(text: str, name: str = "mini") -> list[tuple[int, str, str, str]]:
    """Line, severity, message and hint of everything that `chargen check` finds in a game file."""
    path = Path(f"{name}.game.yaml")
    path.write_text(text, encoding="utf-8")
    ended = run("check", path, "--format", "json")
    [file] = json.loads(ended.out)
    assert ended.code == any(one["severity"] == "error" for one in file["diagnostics"])
    return [(one["line"], one["severity"], one["message"], one["hint"]) for one in file["diagnostics"]]


CONTENTS = {
    "base and ledger": {
        "scores": "scores: {skills: {base: {A: 1, B: 1, C: 1, D: 1, E: 1, F: 1}, to: 5, roll: task}}\n",
        "ledger": "ledger: {buys: {train: {raises: skills, to: 5, price: 1}}}\n",
    },
    "numbers of a class": {
        "scores": "scores: {stats: {of: [Str, Dex], set: [2, 0], roll: task}, o: {base: {HP: 0}, to: 9, points: 0}}\n",
        "choices": "choices: {class: {of: {A: {adds: {HP: 10}}, B: {adds: {HP: 6}}, C: {adds: {HP: 4}}}}}\n",
        "picks": "picks: {moves: {by: class, number: 2, lists: {A: [a, b, c], B: [d, e, f], C: [g, h]}}}\n",
    },
    "a lower score that needs a line": {
        "scores": STATS.replace("points: 7,", "except: {value: 0, most: 2, needs: fear},"),
        "lines": "lines: {fear: {about: What one fears.}}\n",
    },
    "skills that begin high": {
        "scores": "scores: {skills: {base: {A: 5, B: 0, C: 10}, from: 20, to: 80, points: 120, roll: task}}\n",
        "dice": DICE.replace("2, sides: 6", "1, sides: 100"),
    },
    "points that a table limits": {
        "numbers": "numbers: {top: {about: The highest.}}\n",
        "scores": "scores: {stats: {of: [A, B], to: top, points: 15, roll: task}}\n",
    },
    "keys with other meanings": {
        "choices": "choices: {archetype: {of: [Soldier, Sailor]}, role: {of: [Cook, Mate]}}\n",
        "picks": "picks: {pack: {of: [Rope, Lamp], number: 1}}\n",
        "lines": "lines: {extends: {needed: true}}\n",
    },
}
"""Games that are right, each with a part whose legal characters are few."""


@pytest.mark.parametrize("contents", CONTENTS)
def test_a_game_that_is_right_is_fine_under_any_name(contents: str) -> None:
    """The name is the seed of its starter and its NPCs."""
    for name in first(("bell", "river")):
        assert messages(written(CONTENTS[contents]), name) == []


@pytest.mark.parametrize("section", some(["choices", "scores", "picks", "lines", "tables"], 4))
def test_a_character_may_have_a_key_of_another_kind_of_file(section: str) -> None:
    """A file with `system` is a character: `check`, `render`, `batch` and Python agree."""
    key = {
        "choices": "choices: {archetype: {of: [Soldier, Sailor]}}\n",
        "scores": STATS.replace("stats", "archetype"),
        "picks": "picks: {archetype: {of: [Soldier, Sailor], number: 1}}\n",
        "lines": "lines: {archetype: {needed: true}}\n",
        "tables": "tables: {archetype: {columns: [Use], rows: {Rope: [climb]}}}\n",
    }
    assert messages(written({section: key[section]})) == []
    assert run("new", "mini", "Kai").code == 0
    path = Path("kai.yaml")
    assert run("check", path, "--strict").out == "kai.yaml: fine: Kai (Mini)\n"
    assert chargen.check(path).ok
    assert chargen.check(path.read_text(encoding="utf-8")).ok
    assert run("show", path).code == 0
    path.write_text(
        "archetype: x\n" + path.read_text(encoding="utf-8").replace("archetype:", "stray:"), encoding="utf-8"
    )
    assert any("stray" in one.message for one in chargen.check(path).diagnostics)


def test_a_column_called_role_is_the_key_of_a_game_that_has_one() -> None:
    """What `batch --to csv` writes is read back."""
    messages(written(CONTENTS["keys with other meanings"]))
    assert run("batch", "mini", "-n", "3", "--seed", "s", "--to", "csv", "-o", "a").code == 0
    assert run("batch", "mini", "--people", "a/people.csv", "--seed", "s", "--to", "csv", "-o", "b").code == 0
    rows = [[line.split(",")[2:] for line in Path(at, "people.csv").read_text().splitlines()] for at in ("a", "b")]
    assert rows[0] == rows[1]
    assert run("new", "mini", "--spreadsheet").code == 0
    assert run("batch", "npcs.csv", "--seed", "s", "-o", "c").code == 0


def test_a_starter_lists_the_moves_of_its_own_class() -> None:
    """And each description once."""
    messages(written(CONTENTS["numbers of a class"]))
    text = run("new", "mini", "Kai", "-o", "-").out
    [job] = [line[-1] for line in text.splitlines() if line.startswith("class:")]
    moves = {"A": "a, b, c", "B": "d, e, f", "C": "g, h"}
    assert f"# {job}: {moves[job]}.\n" in text
    assert not any(names in text for option, names in moves.items() if option != job)
    assert text.count("One of") == 1


def test_fixed_picks_decide_the_option_that_has_them() -> None:
    """With twelve options; where no option has all of them, the error says which one has each."""
    jobs = {f"Job {place}": [f"Trick {place} {letter}" for letter in "abc"] for place in "ABCDEFGHIJKL"}
    lists = ", ".join(f"{job}: [{', '.join(tricks)}]" for job, tricks in jobs.items())
    messages(
        written({
            "choices": f"choices: {{job: {{of: [{', '.join(jobs)}]}}}}\n",
            "picks": f"picks: {{tricks: {{by: job, number: 2, lists: {{{lists}}}}}}}\n",
        })
    )  # fmt: skip
    role = Path("role.yaml")
    role.write_text("archetype: mini\npins: {tricks: [trick c b, Trick C a]}\n", encoding="utf-8")
    assert {npc.concept["job"] for npc in chargen.npcs(role, seed="t", number=30)} == {"Job C"}
    role.write_text("archetype: mini\npins: {tricks: [Trick C b, Trick D a]}\n", encoding="utf-8")
    with pytest.raises(chargen.ChargenError) as refused:
        chargen.npcs(role, seed="t")
    assert "is a trick of Job" in str(refused.value)


def test_fixed_scores_decide_the_option_that_can_pay_for_them() -> None:
    """What a choice adds cannot be below; what is spent above it cannot be more than the points."""
    messages(
        written({
            "scores": "scores: {own: {base: {HP: 0, Load: 0}, to: 12, points: 3, roll: task}}\n",
            "choices": "choices: {class: {of: {A: {adds: {HP: 10}}, B: {adds: {HP: 6}}, C: {adds: {HP: 4}}}}}\n",
        })
    )  # fmt: skip
    role = Path("role.yaml")
    for hit_points, classes in ((12, {"A"}), (7, {"B", "C"}), (5, {"C"})):
        role.write_text(f"archetype: mini\npins: {{own: {{HP: {hit_points}}}}}\n", encoding="utf-8")
        assert {npc.concept["class"] for npc in chargen.npcs(role, seed="t", number=20)} == classes


def test_a_score_that_needs_a_line_gets_one() -> None:
    """Every NPC with such a score has it."""
    messages(written(CONTENTS["a lower score that needs a line"]))
    role = Path("role.yaml")
    role.write_text("archetype: mini\npins: {stats: {Might: 0}}\n", encoding="utf-8")
    assert all(npc.concept["fear"] for npc in chargen.npcs(role, seed="t", number=20))


def test_python_checks_a_game_file_as_the_command_does(folder: Path) -> None:
    """`ok` means that there is no error, also for house rules and roles; only a character has a sheet."""
    Path("mini.game.yaml").write_text(written({}), encoding="utf-8")
    game = chargen.check("mini.game.yaml")
    assert (game.ok, game.diagnostics, game.name, game.system) == (True, (), "Mini", "")
    Path("role.yaml").write_text("archetype: mini\n", encoding="utf-8")
    assert chargen.check(folder / "role.yaml").ok
    with pytest.raises(chargen.ChargenError, match="holds no character"):
        game.html()
    Path("mini.game.yaml").write_text(written({"dice": DICE.replace("value", "valeu")}), encoding="utf-8")
    assert not chargen.check("mini.game.yaml").ok
