"""What no one can type into a transcript: texts that are none, and signs that command a terminal."""

import pytest

from tests.cli.running import run

NO_TEXT = "a\udcffb"
"""Bytes of a shell that are not UTF-8."""


@pytest.mark.usefixtures("larry")
@pytest.mark.parametrize(
    ("line", "wrong", "words"),
    [
        ("advance larry.yaml award 1 --why", NO_TEXT, "it is not valid text; use letters and digits"),
        ("advance larry.yaml award 1 --date", NO_TEXT, "it is not valid text"),
        ("advance larry.yaml raise", NO_TEXT, "it is not valid text"),
        ("batch five-by-five --seed", NO_TEXT, "it is not valid text"),
        ("encounter larry.yaml five-by-five/guard --seed", NO_TEXT, "it is not valid text"),
        *(("new five-by-five", name, "NAME") for name in ("a\x1bb", "a\nb", NO_TEXT)),
    ],
)
def test_what_is_no_text_is_wrong_usage(line: str, wrong: str, words: str) -> None:
    ended = run(*line.split(), wrong)
    assert (ended.code, ended.out) == (2, "")
    assert words in " ".join(ended.err.split())
