"""Find words and sentences in code and docs that plain technical English avoids.

    python -m tests.prose chargen/render docs     lists each word with its place and its replacement

Read in Python files: docstrings, comments, texts in quotation marks, and names. Read in Markdown: everything but code.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

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
    "at all": "(delete)",
    "as ever": "(delete)",
    "all the same": "still, nevertheless; or delete",
    "so many": "the number of, that many",
    "had better": "should",
    "by lot|lots|dealt": "at random, random draw, shuffle",
    "stands|stood": "is, appears, is listed",
    "dearest": "slowest, most expensive",
    "laborious": "too long",
    "leaf": "reference page",
    "in vain": "without success",
    "henceforth|thereof|thereby|whereof|hitherto|wherein": "(plain words)",
    "nought|naught": "0, nothing",
    "wont|verily|lest": "(plain words)",
}
"""Regular expressions of words that are not used, and what to write instead."""

PATTERNS = [
    (re.compile(rf"(?<![/\w-])(?:{words})\b(?!-)", re.IGNORECASE), instead) for words, instead in REPLACEMENTS.items()
]
ANYWHERE = re.compile(rf"(?<![a-z])(?i:{'|'.join(REPLACEMENTS)})(?![a-z])")
"""Matches in each file that has an unused word, and in few others: those are not split into tokens."""
FINE_IN_NAMES = {"dealt", "dearest", "nobody", "ours", "seldom"}
PART_OF_A_NAME = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Finding(NamedTuple):
    """A word that is not used."""

    path: Path
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        """Return the place, the word and the replacement, as a compiler prints them."""
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path}:{self.line}: `{self.word}`: write {self.instead}"


def find_in_text(path: Path, line: int, text: str) -> Iterator[Finding]:
    """Yield the unused words of a text that starts on a line."""
    if not ANYWHERE.search(text):
        return
    for number, row in enumerate(text.splitlines(), line):
        for pattern, instead in PATTERNS:
            for match in pattern.finditer(row):
                yield Finding(path, number, match[0], instead)


def find_in_python(path: Path) -> Iterator[Finding]:
    """Yield the unused words of a Python file: of strings, comments and names."""
    source = path.read_text(encoding="utf-8")
    if not ANYWHERE.search(source):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", -1)}:
            yield from find_in_text(path, token.start[0], token.string)
        elif token.type == tokenize.NAME:
            for part in PART_OF_A_NAME.findall(token.string):
                for pattern, instead in PATTERNS:
                    if pattern.fullmatch(part) and part.lower() not in FINE_IN_NAMES:
                        yield Finding(path, token.start[0], token.string, instead)


def prose_of_markdown(path: Path) -> str:
    """Return a page with its code and tables' rules blanked out, so that line numbers stay."""
    text = path.read_text(encoding="utf-8")
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])  # noqa: E731
    text = re.sub(r"^```.*?^```$", blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^    .*$", blank, text, flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", blank, text)


def find(path: Path) -> Iterator[Finding]:
    if path.suffix == ".py":
        yield from find_in_python(path)
    else:
        text = prose_of_markdown(path) if path.suffix == ".md" else path.read_text(encoding="utf-8")
        yield from find_in_text(path, 1, text)


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files below paths that hold prose of the project."""
    for path in paths:
        if path.is_file():
            yield path
        else:
            found = (file for file in path.rglob("*") if file.suffix in {".py", ".md", ".html", ".typ", ".js", ".css"})
            # A built script has the words of others.
            yield from sorted(file for file in found if not file.read_bytes().startswith(b"// built by"))


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a Python file with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


def sentences(text: str) -> list[int]:
    """Return the number of words of each sentence; lists and headings end one, and numbers count as words."""
    text = re.sub(r"^(#+ .*|\|.*|\s*[-*] |\s*\d+\. )", r"\n\n", text, flags=re.MULTILINE)
    found = re.split(r"(?<=[.!?:;])\s+|\n\s*\n", re.sub(r"\]\([^)]*\)|[*_`]", "", text))
    return [len(words) for words in (sentence.split() for sentence in found) if len(words) > 1]


def main() -> int:
    """Print the findings of the given paths, and return 1 if there are some."""
    found = [row for path in files([Path(word).resolve() for word in sys.argv[1:]]) for row in find(path)]
    print(*found, sep="\n")
    print(f"{len(found)} words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
