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
