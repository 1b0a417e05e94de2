"""A file's name is printed on one line, and nothing in a file or its name commands the terminal."""

from pathlib import Path

import pytest

from tests.cli.running import LARRY, run

NAME = "a\nb\x1b[2J.yaml"
SHOWN = "a\\nb\\x1b[2J.yaml"


@pytest.mark.parametrize(
    "words",
    [
        ("check", NAME),
        ("check", "missing" + NAME),
        ("advance", NAME, "award", "2"),
        ("advance", NAME, "raise", "Nobody"),
        ("advance", NAME, "undo"),
        ("show", "missing" + NAME),
        ("render", NAME, "--to", "html", "-o", "x" + NAME),
        ("extract", NAME),
        ("new", "gamocles", "Kai", "-o", "x" + NAME),
    ],
    ids=lambda words: " ".join(words[:1]) + str(len(words)),
)
def test_a_file_name_is_printed_on_one_line(words: tuple[str, ...]) -> None:
    Path(NAME).write_text(LARRY, encoding="utf-8")
    ended = run(*words)
    shown = ended.out + ended.err
    assert SHOWN in shown
    assert NAME not in shown
    assert "\x1b[2J" not in shown


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u202e"])
@pytest.mark.parametrize("words", [("check",), ("show",), ("advance",)], ids=lambda words: words[0])
def test_a_separator_in_a_name_does_not_reach_the_terminal(tmp_path: Path, sign: str, words: tuple[str, ...]) -> None:
    """U+2028 ends a line in some programs, and U+202E turns the text around."""
    file = tmp_path / "kai.yaml"
    file.write_text(LARRY.replace("name: Larry Vance", f'name: "Larry\\u{ord(sign):04x}Vance"'), encoding="utf-8")
    ended = run(*words, str(file))
    assert "Larry" in ended.out
    assert sign not in ended.out + ended.err
