"""Code and docs are written in plain technical English: no archaic words, short sentences."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

from tests.scale import some

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = (
    *(ROOT / name for name in ("chargen", "docs", "templates", "scripts", "examples", "editors")),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile")),
)
REPLACEMENTS = {
    "reckon(s|ed|ing|ings)?": "compute, evaluate, calculation",
    "mend(s|ed|ing)?": "fix",
    "anew": "again, or regenerate, re-render",
    "whoever|whosoever": "the user, anyone who",
    "whatever": "any, everything that",
    "told|tells|heard": "report, print, show",
    "seldom": "rarely",
    "nobody|somebody|anybody|everybody": "no one, the character, the NPC, the user",
    "lawful|unlawful": "legal (a character), valid (a file)",
    "ours": "house default; chargen's own",
    "misfits?": "schema error",
    "at all|as ever": "(delete)",
    "all the same": "still, nevertheless; or delete",
    "so many": "the number of, that many",
    "had better": "should",
    "by lot|lots": "at random, random draw, shuffle",
    "stands|stood": "is, appears, is listed",
    "laborious": "too long",
    "leaf": "reference page",
    "in vain": "without success",
    "henceforth|thereof|thereby|whereof|hitherto|wherein|nought|naught|wont|verily|lest": "(plain words)",
}
"""Regular expressions of words that are not used, and what to write instead."""
AVOIDED = re.compile(rf"\b(?<![/-])(?:{'|'.join(REPLACEMENTS)})\b(?!-)", re.IGNORECASE)
EXEMPT = re.compile(r"Nobody's Fool|[\"'](?:ours|nobody)[\"']|\b(?:ours|nobody)(?= [=,:]|[=,.():\[]|$)")
"""Words of a game, keys of JSON output, and names in code that the list would refuse."""
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LONGEST_ON_AVERAGE = 20
"""The most words of an average sentence of a page; of docstrings, likewise."""


def files(path: Path) -> list[Path]:
    """Return the files below a path that hold prose of the project; a built script has the words of others."""
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    kinds = {".py", ".md", ".html", ".typ", ".js", ".css", ""}
    found = [file for file in found if file.suffix in kinds and file.is_file()]
    return [file for file in found if not file.read_bytes().startswith(b"// built by")]


def read(path: Path) -> str:
    """Return the text of a file; that of a page without its code, whose lines stay as empty ones."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        return text
    for code in (r"^```.*?^```$", r"^    .*?$", r"`[^`\n]*?`"):
        text = re.sub(code, lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    return text


def find(path: Path) -> Iterator[str]:
    """Yield each word that is not used, with its place and its replacement, as a compiler prints them."""
    for number, line in enumerate(read(path).splitlines(), 1):
        for match in AVOIDED.finditer(EXEMPT.sub("", line)):
            instead = next(new for words, new in REPLACEMENTS.items() if re.fullmatch(words, match[0], re.IGNORECASE))
            yield f"{path}:{number}: `{match[0]}`: write {instead}"


def sentences(text: str) -> list[int]:
    """Return the number of words of each sentence; lists and headings end one, and numbers count as words."""
    text = re.sub(r"^(#+ .*|\|.*|\s*[-*] |\s*\d+\. )", r"\n\n", text, flags=re.MULTILINE)
    found = re.split(r"(?<=[.!?:;])\s+|\n\s*\n", re.sub(r"\]\([^)]*\)|[*_`]", "", text))
    return [len(words) for words in (sentence.split() for sentence in found) if len(words) > 1]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_word_is_used_that_plain_english_avoids(path: Path) -> None:
    assert [found for file in files(path) for found in find(file)] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_sentences_of_a_page_are_short(page: Path) -> None:
    assert mean(sentences(read(page))) <= LONGEST_ON_AVERAGE


def test_sentences_of_docstrings_are_short() -> None:
    lengths = []
    for path in some(sorted((ROOT / "chargen").rglob("*.py")), 60):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                lengths += sentences(ast.get_docstring(node) or "")
    assert len(lengths) > 400
    assert mean(lengths) <= LONGEST_ON_AVERAGE
