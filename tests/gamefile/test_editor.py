"""An editor completes, explains and checks a game file, and the characters of its game."""

from pathlib import Path

from chargen.game.resources import PRESETS
from tests.lsp.editor import Editor


def test_an_editor_knows_game_files_and_their_characters(tmp_path: Path) -> None:
    """Errors at their column, keys of the format, and the names that the game has for a character."""
    text = (PRESETS / "games/starter.game.yaml").read_text(encoding="utf-8")
    (tmp_path / "bells.game.yaml").write_text(text, encoding="utf-8")
    broken = text.replace("highest_die >= 5", "higest_die >= 5")
    with Editor(tmp_path) as editor:
        uri = (tmp_path / "broken.game.yaml").as_uri()
        editor.open(uri, broken)
        (found,) = editor.diagnostics(uri)
        line = next(number for number, row in enumerate(broken.splitlines()) if "higest_die" in row)
        assert (found["code"], found["range"]["start"]["line"]) == ("game/formula", line)
        offered = editor.completions(uri, len(broken.splitlines()), 0)
        assert {"picks", "tables"} & set(offered)
        kai = (tmp_path / "kai.yaml").as_uri()
        editor.open(
            kai, "system: bells\nname: Kai\nstats: {Might: 3, Wits: 2, Grace: 2}\ncalling: \nknacks: [Loud Voice]\n"
        )
        assert {one["code"] for one in editor.diagnostics(kai)} == {"concept/missing-key", "bells/knacks-number"}
        assert {"Ranger", "Smith", "Singer"} <= set(editor.completions(kai, 3, 9))
        assert "Loud Voice" in editor.completions(kai, 4, 9)


GAME = """\
format: 1
title: Bells
numbers: {top: {is: 5}, budget: {about: A table's.}}
choices: {job: {of: {Cook: {adds: {Stir: 1}}, Mate: {}}}}
scores:
  stats: {of: [Might, Quick Wits], to: 5, roll: task}
  skills: {base: {Stir: 1, Row: 0}, to: top}
picks: {moves: {by: job, number: 1, lists: {Cook: [Taste, Boil], Mate: [Haul]}}}
lines: {fear: {about: What one fears.}}
tables: {arms: {columns: [Use, Harm], rows: {Oar: [Might, 1d6], Pan: [Might, 1d3]}}}
derived: {load: Might + 1, speed: load * 2}
dice: {task: {dice: 2, sides: 6, outcomes: {hit: total + value >= 10, miss: otherwise}, fails: miss}}
rolls: {Push: Might}
trackers: {hurt: {boxes: load}}
ledger: {unit: XP, buys: {train: {raises: stats, to: 6, price: value}}}
fight: {weapons: arms, roll: Use, damage: Harm, takes: hurt, harm: {hit: 1}}
"""
MARK = "¦"
ROLLS = {"value", "total", "highest_die", "lowest_die", "count", "top"}
OFFERED: tuple[tuple[str, str, set[str], set[str]], ...] = (
    # Keys inside of every named part.
    ("scores:\n  stats: {", "scores:\n  stats: {¦, ", {"points", "from", "set", "except", "signed"}, {"of", "title"}),
    ("dice: {task: {dice: 2", "dice: {task: {¦, dice: 2", {"also", "reading", "adds"}, {"dice"}),
    ("numbers: {top: {is: 5", "numbers: {top: {is: 5, ¦", {"about", "from", "to"}, {"is"}),
    ("choices: {job: {", "choices: {job: {¦, ", {"about", "page"}, set()),
    ("adds: {Stir: 1}", "¦, adds: {Stir: 1}", {"about"}, {"adds"}),
    ("hurt: {boxes: load", "hurt: {boxes: load, ¦", {"title", "about"}, {"boxes"}),
    ("rolls: {Push: Might}", "rolls: {Push: {value: Might, ¦}}", {"dice", "kind", "about"}, {"value"}),
    ("rolls: {Push: Might}", "rolls: {Push: {value: Might, kind: ¦}}", {"attack", "resist"}, set()),
    ("raises: stats,", "raises: stats, ¦,", {"learns", "by", "page"}, {"to"}),
    ("{of: [Might", "{except: {¦}, of: [Might", {"value", "most", "needs"}, set()),
    # Names of other parts.
    ("roll: task", "roll: ¦", {"task"}, {"stats"}),
    ("raises: stats", "raises: ¦", {"stats", "skills"}, {"moves"}),
    ("raises: stats", "learns: ¦", {"moves"}, {"stats"}),
    ("by: job", "by: ¦", {"job"}, set()),
    ("fails: miss", "fails: [¦]", {"hit", "miss"}, set()),
    ("weapons: arms", "weapons: ¦", {"arms"}, set()),
    ("weapons: arms, roll: Use, damage: Harm", "with: [¦]", {"Push", "stats", "Might", "Quick Wits"}, {"skills"}),
    ("roll: Use", "roll: ¦", {"Use", "Harm"}, {"task"}),
    ("takes: hurt", "takes: ¦", {"hurt"}, set()),
    ("harm: {hit: 1}", "harm: {¦}", {"hit", "miss"}, set()),
    ("adds: {Stir: 1}", "adds: {¦}", {"Stir", "Row"}, {"Might"}),
    ("to: 5, roll", "to: 5, except: {value: 0, needs: ¦}, roll", {"fear"}, set()),
    # Values of formulas, of which the last word is replaced.
    ("hit: total + value >= 10", "hit: total + ¦", ROLLS | {"otherwise"}, {"Might", "budget"}),
    ("dice: 2,", "dice: v¦,", {"value", "top"}, {"total"}),
    ("speed: load * 2", "speed: load * ¦", {"load", "Might", "Quick_Wits", "Stir", "top"}, {"speed", "budget"}),
    ("load: Might + 1", "load: ¦", {"Might", "top"}, {"load", "speed"}),
    ("boxes: load", "boxes: ¦", {"load", "speed", "Might"}, {"total"}),
    ("price: value", "price: ¦", {"value", "top"}, {"Might"}),
    ("rolls: {Push: Might}", "rolls: {Push: ¦}", {"Might", "speed"}, {"total"}),
    ("to: 5,", "to: ¦,", {"top"}, {"Might", "budget"}),
)
"""In place of a text of the game another one with the cursor in it: what is offered there, and what is not."""


def test_an_editor_completes_and_explains_every_part_of_a_game(tmp_path: Path) -> None:
    """Keys, names of other parts, and what formulas may name; a key says what it is."""
    path = tmp_path / "bells.game.yaml"
    path.write_text(GAME, encoding="utf-8")
    with Editor(tmp_path) as editor:
        editor.show(path, GAME)
        for old, new, some, none in OFFERED:
            assert GAME.count(old) == 1 or old in ("to: 5,", "roll: task"), old
            text = GAME.replace(old, new, 1)
            line = next(number for number, row in enumerate(text.splitlines()) if MARK in row)
            column = text.splitlines()[line].index(MARK)
            uri = editor.show(path, text.replace(MARK, ""))
            offered = editor.completions(uri, line, column)
            assert some <= offered.keys(), (new, some - offered.keys())
            assert not none & offered.keys(), (new, none & offered.keys())
        uri = editor.show(path, GAME.replace("speed: load * 2", "speed: load + Qui"))
        edit = editor.completions(uri, 10, len("derived: {load: Might + 1, speed: load + Qui"))["Quick_Wits"][
            "textEdit"
        ]
        assert (edit["newText"], edit["range"]["start"]["character"]) == (
            "Quick_Wits",
            len("derived: {load: Might + 1, speed: load + "),
        )
        uri = editor.show(path, GAME)
        assert "highest number of a new character" in editor.hover(uri, 5, GAME.splitlines()[5].index("to:"))
        assert "What it costs" in editor.hover(uri, 14, GAME.splitlines()[14].index("price"))
        kai = tmp_path / "kai.yaml"
        for job, moves in (("Cook", {"Taste", "Boil"}), ("Mate", {"Haul"})):
            text = f"system: bells\nname: Kai\njob: {job}\nstats: {{Might: 1, Quick Wits: 2}}\nmoves: []\n"
            uri = editor.show(kai, text)
            assert editor.completions(uri, 4, len("moves: [")).keys() == moves
