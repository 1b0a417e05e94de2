"""An editor completes, explains and checks a game file, and the characters of its game."""

from pathlib import Path

from chargen.game.resources import PRESETS
from tests.approved import read_cases
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


HERE = Path(__file__).parent
GAME = (HERE / "bells.game.yaml").read_text(encoding="utf-8")
MARK = "\N{CARET}"


def test_an_editor_completes_and_explains_every_part_of_a_game(tmp_path: Path) -> None:
    """Keys, names of other parts, and what formulas may name; a key says what it is."""
    path = tmp_path / "bells.game.yaml"
    path.write_text(GAME, encoding="utf-8")
    with Editor(tmp_path) as editor:
        editor.show(path, GAME)
        for case in (case for cases in read_cases(HERE / "offers.yaml").values() for case in cases):
            assert case["text"] in GAME
            text = GAME.replace(case["text"], case["typed"], 1)
            line = next(number for number, row in enumerate(text.splitlines()) if MARK in row)
            column = text.splitlines()[line].index(MARK)
            uri = editor.show(path, text.replace(MARK, ""))
            offered = editor.completions(uri, line, column)
            assert set(case["offered"]) <= offered.keys(), case
            assert not offered.keys() & case.get("not offered", ()), case
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
