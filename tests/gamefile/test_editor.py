"""An editor completes, explains and checks a game file, and the characters of its game."""

from pathlib import Path

from chargen.core.resources import PRESETS
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
