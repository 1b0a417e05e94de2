"""What no one can type into a transcript: texts that are none, and signs that command a terminal."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import SHORT, run

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


@pytest.mark.usefixtures("larry")
@pytest.mark.parametrize(
    "line",
    [
        "check --format json",
        "encounter five-plus/guard --format json --simulate --runs 100",
        "render --to pdf --merge -o all.pdf",
        "batch five-plus/guard --seed a --jobs 1 --to pdf,jsonl -o deck",
    ],
)
def test_a_file_whose_name_is_no_text_is_read_like_any_other(line: str) -> None:
    """Other systems and old archives name files in Latin-1. JSON has an escape for such a byte, which Python reads."""
    file = Path("L\udcffo.yaml")
    try:
        file.write_text(SHORT, encoding="utf-8")
    except OSError:
        pytest.skip("this system has no such names")
    ended = run(*line.split(), file)
    assert (ended.code, ended.err.count("should not happen")) == (0, 0)
    if line.startswith("check"):
        assert [each["file"] for each in json.loads(ended.out)] == [str(file)]


@pytest.mark.usefixtures("larry")
@pytest.mark.parametrize(
    "line",
    ["check", "show", "roll", "advance", "render", "party", "export --to text", "encounter larry.yaml", "extract"],
)
def test_a_file_that_may_not_be_read_is_an_error_of_that_file(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever runs the tests as root may read every file: both ways of asking are answered with no.
    Path("secret.yaml").write_text("system: facade\nname: Ada\n")
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "secret" not in str(path) and may(path, mode))
    really = Path.open

    def refuse(path: Path, *args: Any) -> Any:
        if path.name == "secret.yaml":
            raise PermissionError
        return really(path, *args)

    monkeypatch.setattr(Path, "open", refuse)
    ended = run(*line.split(), "secret.yaml")
    assert ended.code == 1
    assert "no permission to read the file" in ended.out + ended.err
