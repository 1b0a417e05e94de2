"""Code and docs are written in plain technical English: no archaic words, short sentences."""

from pathlib import Path
from statistics import mean

import pytest

from tests import prose
from tests.prose import ROOT
from tests.scale import some

WRITTEN = (
    *(ROOT / name for name in ("chargen", "docs", "templates", "scripts", "examples", "editors")),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile")),
)
EXEMPT = {"Nobody's Fool", '"ours"', '"nobody"', '["nobody"]'}
"""Words of a game and keys of JSON output that the list would refuse."""
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LONGEST_ON_AVERAGE = 20
"""The most words of an average sentence of a page; of docstrings, likewise."""


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_is_used_that_plain_english_avoids(path: Path) -> None:
    """Each diagnostic names place, word and replacement."""
    found = [diagnostic for file in prose.files([path]) for diagnostic in prose.find(file)]
    wrong = [str(diagnostic) for diagnostic in found if not _is_a_name(diagnostic)]
    assert not wrong, "\n".join(wrong)


def _is_a_name(diagnostic: prose.Finding) -> bool:
    line = diagnostic.path.read_text(encoding="utf-8").splitlines()[diagnostic.line - 1]
    return any(name in line and diagnostic.word in name for name in EXEMPT)


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_sentences_of_a_page_are_short(page: Path) -> None:
    lengths = prose.sentences(prose.prose_of_markdown(page))
    assert mean(lengths) <= LONGEST_ON_AVERAGE


def test_sentences_of_docstrings_are_short() -> None:
    lengths = [
        length
        for path in some(sorted((ROOT / "chargen").rglob("*.py")), 60)
        for _, text in prose.docstrings(path)
        for length in prose.sentences(text)
    ]
    assert len(lengths) > 400
    assert mean(lengths) <= LONGEST_ON_AVERAGE


def test_a_word_is_found_with_its_place_and_its_replacement(tmp_path: Path) -> None:
    """In a docstring, a comment, a string and a name; not within a diagnostic code or a longer word."""
    path = tmp_path / "some.py"
    path.write_text('"""Reckon."""\nreckon_up = "told"  # whoever\nok = "batch/unlawful, retold"\n', encoding="utf-8")
    found = [(diagnostic.line, diagnostic.word) for diagnostic in prose.find(path)]
    assert found == [(1, "Reckon"), (2, "reckon_up"), (2, "told"), (2, "whoever")]
