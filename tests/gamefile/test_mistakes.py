"""What is wrong with a game is reported where it is written, with what to do; what is right is fine under any name."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import chargen
from tests.cli.running import run

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
    for name in ("bell", "river"):
        assert messages(written(CONTENTS[contents]), name) == []


@pytest.mark.parametrize("section", ["choices", "scores", "picks", "lines", "tables"])
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


EXEMPT = "except: {value: 0, needs: fear}, points: 7"
LISTS = (
    "picks: {moves: {by: job, number: 2, lists: {Cook: [Stir, Taste], Mate: [Row]}}}\n"
    "choices: {job: {of: [Cook, Mate]}}\n"
)
ERRORS = {
    "too many points": (
        {"scores": STATS.replace("points: 7", "points: 13")},
        (3, "3 scores of at most 4 come to 12; found 13", "lower `points`, or raise `to`"),
    ),
    "too few points": (
        {"scores": STATS.replace("points: 7", "points: 2")},
        (3, "3 scores of at least 1 come to 3; found 2", "raise `points`, or lower `from`"),
    ),
    "points of a set": (
        {"scores": "scores: {stats: {of: [A, B], set: [2, 0], points: 3, roll: task}}\n"},
        (3, "the numbers of `set` come to 2, and `points` is 3", "leave `points` out"),
    ),
    "points above a base": (
        {"scores": "scores: {skills: {base: {A: 1, B: 2}, to: 3, points: 4, roll: task}}\n"},
        (3, "2 scores of at most 3 take at most 3 points; found 4", "lower `points`, or raise `to`"),
    ),
    "a base with a set": (
        {"scores": "scores: {skills: {base: {A: 1, B: 2}, set: [1, 2], roll: task}}\n"},
        (
            3,
            "`set` has a number for each name, and with `base` a character lists only what it raises",
            "write the names under `of`",
        ),
    ),
    "a base above all": (
        {"scores": "scores: {skills: {base: {A: 1, B: 2}, from: 5, to: 3, roll: task}}\n"},
        (3, "`skills` may go from 5 to 3: no number is between them", ""),
    ),
    "too many picks": (
        {"picks": "picks: {knacks: {of: [Song, Sight], number: 3}}\n"},
        (5, "3 knacks are to be picked, and the list has 2 names", "lower `number`, or add names to the list"),
    ),
    "too many picks of a list": (
        {"picks": LISTS},
        (5, "2 moves are to be picked, and the list for Mate has 1 name", "lower `number`, or add names to the list"),
    ),
    "fewer than no picks": (
        {"picks": "picks: {knacks: {of: [Song, Sight], number: -1}}\n"},
        (5, "there are 0 knacks or more; found −1", "write 0"),
    ),
    "a line that is not there": (
        {"scores": STATS.replace("points: 7", EXEMPT), "lines": "lines: {fearful: What one fears.}\n"},
        (3, "there is no line `fear`", "did you mean `fearful`?"),
    ),
    "a line of no lines": (
        {"scores": STATS.replace("points: 7", EXEMPT)},
        (3, "there is no line `fear`", "add it to `lines`, or leave `needs` out"),
    ),
    "an exemption from nothing": (
        {"scores": STATS.replace("from: 1", "except: {value: 0}").replace(" points: 7,", "")},
        (3, "`except` needs `from`", "add `from:`, the lowest number of the other scores, or take `except` out"),
    ),
    "an exemption that is none": (
        {"scores": STATS.replace("points: 7", "except: {value: 1}")},
        (3, "`except` lets a score be lower than `from`, which is 1; found 1", "write 0"),
    ),
    "a colour by its name": (
        {"colour": "colour: blue\n"},
        (5, "`colour`: `blue` is no colour", 'write six digits behind a #, in quotes: "#1d3f66"'),
    ),
    "a colour that is a comment": (
        {"colour": "colour: #1d3f66  # ink\n"},
        (5, "what follows # is a comment to YAML: nothing is here", 'put it in quotes: "#1d3f66"'),
    ),
    "a number of later numbers": (
        {"derived": "derived: {speed: load + 1, load: Might}\n"},
        (5, "`load` is computed further down", "move `load` above `speed`"),
    ),
    "a number of itself": (
        {"derived": "derived: {speed: speed + 1}\n"},
        (5, "`speed` is computed from itself", "name other values"),
    ),
    "other dice by a value": (
        {"dice": DICE.replace("dice: 2", "dice: value").replace("fails:", "also: {Hurt: value - 9}, fails:")},
        (
            4,
            "`value - 9` may come to −8 to −3, and no such value can be rolled",
            "with it, `value` dice of `6` sides are too few or too many",
        ),
    ),
    "an option that adds to no base": (
        {"choices": "choices: {job: {of: {Cook: {adds: {Might: 1}}, Mate: {}}}}\n"},
        (
            5,
            "`Might` has no base that could be added to",
            "`adds` is for scores with a number of their own under `base`",
        ),
    ),
    "a key that is a draw": (
        {"picks": "picks: {one_of: {of: [Song, Sight]}}\n"},
        (5, "`one_of` is a word of NPC archetypes, for a random draw", "give one of them another name"),
    ),
}


SIGNS = {
    "Might => 3": "write `>=`",
    "Might =< 3": "write `<=`",
    "Might <> 3": "write `!=`",
    "Might = 3": "`==` compares",
    "Might × 2": "write `*`",
    "Might ÷ 2": "write `/`",
    "Might − 2": "write `-`",
    "Might – 2": "write `-`",
    "Might ≥ 2": "write `>=`",
    "Might & Wits": "write `and`",
    "[Might + 1] * 2": "write `(`",
    "!Might": "write `not`",
    "Might ** 2": "write `Might * Might`",
    "0x10": "write `16`",
    "1_000": "write `1000`",
    "5 if Might > 2 else 3": "`value / 3`",
    "5 if Might > 2": "`value / 3`",
    "min(Might, 3)": "it has numbers, names",
}
"""What people write who know other notations, with what the hint says."""


@pytest.mark.parametrize("formula", SIGNS)
def test_a_formula_in_another_notation_says_what_to_write(formula: str) -> None:
    """At its own line."""
    [(line, _, _, hint)] = messages(written({"derived": f'derived:\n  load:\n    is: "{formula}"\n'}))
    assert line == 7
    assert SIGNS[formula] in hint


@pytest.mark.parametrize("text", ["", "# A game\n", "- Might\n- Wits\n", "Might\n"])
def test_a_file_that_is_no_game_says_how_one_begins(text: str) -> None:
    """Not how a character does."""
    [(line, _, message, hint)] = messages(text)
    assert (line, "the file: {" in hint) == (1, False)
    assert "`chargen new --game TITLE`" in hint
    assert "`the file`" not in message


def test_a_list_of_one_name_is_in_the_singular() -> None:
    """In the rule, and where it is broken."""
    assert messages(written({"picks": "picks: {abilities: {of: [Song, Sight], number: 1}}\n"})) == []
    assert "There is one of the abilities." in run("explain", "mini").out
    text = "system: mini\nname: Kai\nstats: {Might: 3, Wits: 2, Grace: 2}\nabilities: [Song, Sight]\n"
    found = [one.message for one in chargen.check(text).diagnostics]
    assert found == ["there is to be one of the abilities; found 2"]


def test_a_starter_lists_the_moves_of_its_own_class() -> None:
    """And each description once."""
    messages(written(CONTENTS["numbers of a class"]))
    text = run("new", "mini", "Kai", "-o", "-").out
    [job] = [line[-1] for line in text.splitlines() if line.startswith("class:")]
    moves = {"A": "a, b, c", "B": "d, e, f", "C": "g, h"}
    assert f"# {job}: {moves[job]}.\n" in text
    assert not any(names in text for option, names in moves.items() if option != job)
    assert text.count("One of") == 1


@pytest.mark.parametrize("mistake", ERRORS)
def test_a_mistake_is_reported_at_its_own_line(mistake: str) -> None:
    """Once, with what to do; no character has to be made up to find it."""
    parts, (line, message, hint) = ERRORS[mistake]
    assert messages(written(parts)) == [(line, "error", message, hint)]


def test_an_outcome_that_never_happens_is_a_warning() -> None:
    """By its own condition, or because those above leave nothing over; a number of the rules may decide."""
    outcomes = (
        "{cost: highest_die >= 4, done: highest_die >= 5, great: total > 100, rare: total > limit, no: otherwise}"
    )
    roll = f"dice: {{task: {{dice: 2, sides: 6, outcomes: {outcomes}, fails: no}}}}\n"
    found = messages(written({"numbers": "numbers: {limit: {is: 99, from: 2}}\n", "dice": roll}))
    hint = "the outcomes above it may leave nothing over, or its condition is never true"
    assert found == [
        (4, "warning", f"`{name}` never happens: its chance is 0 with each value from 1 to 6", hint)
        for name in ("done", "great")
    ]


def test_roles_and_words_are_reported_in_their_own_files() -> None:
    """Where a role lacks the game that it is for, and words have a key that there is not."""
    Path("npcs/mini").mkdir(parents=True)
    Path("words").mkdir()
    Path("npcs/mini/guard.yaml").write_text("title: A guard\npins: {concept: Guard}\n", encoding="utf-8")
    Path("words/mini.yaml").write_text("concept: [Guard]\nequpment: [Rope]\n", encoding="utf-8")
    Path("mini.game.yaml").write_text(written({}), encoding="utf-8")
    ended = run("check", "mini.game.yaml")
    assert ended.code == 1
    assert "words/mini.yaml:2:1: error" in ended.out
    assert "npcs/mini/guard.yaml:1:1: error" in ended.out
    assert "mini.game.yaml:1" not in ended.out


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
