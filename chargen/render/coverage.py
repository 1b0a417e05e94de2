"""Which typefaces the letters of a sheet need, and what to say of letters that none has."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from chargen.core.names import listing, short
from chargen.render.fonts import FACES, OTHER_SCRIPTS, Face, loaded

if TYPE_CHECKING:
    from pikepdf import Pdf

LATIN_ENDS = "\u017f"
"""Below this, and above control characters, our own faces have every letter; so most sheets need no look into them."""
USUAL = frozenset("–—‘’“”„…−×·†′•≤≥→½\u2007\u202f€")
"""What stands on nearly every sheet, and our own faces have."""
_INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MISSING = re.compile(r'\.notdef glyph rendered [\w ]*: "(?P<letters>.+?)" \(U\+', re.DOTALL)
REMARK = 200
"""So many letters of a printer's complaint are shown: it repeats a whole picture where it cannot read one."""
NAMED = 8
"""More letters than this are counted and not listed."""
_HELP = (
    ("\u3400", "\u9fff", "fonts-noto-cjk"),
    ("\u2190", "\u2bff", "fonts-symbola"),
    ("\U0001f000", "\U0001faff", "fonts-symbola"),
    ("\U00020000", "\U0003ffff", "fonts-hanazono"),
)
"""From one letter to another: the Debian and Ubuntu package with a typeface that has them."""
OTHER_HELP = "fonts-noto-core"


def faces_for(text: str) -> tuple[Face, ...]:
    """The faces of other scripts that a text needs beside our own, in the order in which they are asked."""
    return _asked(text)[0]


def uncovered(text: str) -> frozenset[str]:
    """The letters that no face of ours has: a printer asks the machine's own typefaces for them."""
    return _asked(text)[1]


@lru_cache(maxsize=1)
def _asked(text: str) -> tuple[tuple[Face, ...], frozenset[str]]:
    """The faces of other scripts that a text needs, and the letters that none has; no more faces are loaded."""
    wanted = _visible(letter for letter in set(text) - USUAL if letter >= LATIN_ENDS)
    faces = []
    for face in (FACES[0], *OTHER_SCRIPTS):
        if not wanted:
            break
        if wanted & letters(face):
            faces.append(face)
            wanted -= letters(face)
    return tuple(face for face in faces if face is not FACES[0]), frozenset(wanted)


class MissingLetters(ValueError):
    """Letters that no typeface has, where a standard forbids the empty boxes; ``hint`` says what helps."""

    def __init__(self, letters: Sequence[str], standard: str) -> None:
        super().__init__(f"no typeface has {_listed(letters)}, and {standard.upper()} forbids empty boxes")
        self.hint = f"{_help(letters)}; else write it otherwise, or print without the standard"


def all_there(problems: Iterable[str], standard: str) -> None:
    """Raise MissingLetters where the printer complained of a letter that no typeface has."""
    found = [match["letters"] for problem in problems if (match := _MISSING.match(problem)) is not None]
    if letters := list(dict.fromkeys(_visible_in_order("".join(found)))):
        raise MissingLetters(letters, standard)


def told(problems: Iterable[str]) -> list[str]:
    """The printer's complaints, with all it says of missing letters in one line that names them and says what helps."""
    kept: list[str] = []
    missing: list[str] = []
    for problem in problems:
        found = _MISSING.match(problem)
        if found is None:
            kept.append(short(problem, REMARK))
        else:
            missing += found["letters"]
    letters = list(dict.fromkeys(_visible_in_order(missing)))
    return [*kept, remark(letters)] if letters else kept


def mend_copying(file: "Pdf") -> None:
    """Let letters that are drawn in several parts be copied whole.

    WeasyPrint gives the letter to the first part and nothing to the others; some readers then make letters up.
    An invisible joiner says nothing, and in scripts that run to the left it runs to the left too.
    """
    for page in file.pages:
        fonts: Any = page.obj.Resources.get("/Font", {})
        for font in fonts.values():
            runs_left = any(name in str(font.get("/BaseFont", "")) for name in ("Arabic", "Hebrew"))
            stream = font.get("/ToUnicode")
            text = stream.read_bytes() if stream is not None else b""
            if b" <>" in text:
                stream.write(text.replace(b" <>", b" <200f>" if runs_left else b" <2060>"))


def remark(letters: Sequence[str]) -> str:
    """Say which letters no typeface has, and what helps."""
    return f"no typeface has {_listed(letters)}: empty boxes are printed there; {_help(letters)}"


def _listed(letters: Sequence[str]) -> str:
    shown = [_named(letter) for letter in letters[:NAMED]]
    if len(letters) > NAMED:
        shown.append(f"{len(letters) - NAMED} more")
    return listing(shown)


def _help(letters: Sequence[str]) -> str:
    packages = sorted({_package(letter) for letter in letters})
    return f"on Debian and Ubuntu, this may help: apt install {' '.join(packages)}"


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "")
    return f"{letter} (U+{ord(letter):04X}{' ' + name.lower() if name else ''})"


def _package(letter: str) -> str:
    return next((package for first, last, package in _HELP if first <= letter <= last), OTHER_HELP)


def _visible(letters: Iterable[str]) -> set[str]:
    return set(_visible_in_order(letters))


def _visible_in_order(letters: Iterable[str]) -> list[str]:
    return [
        letter for letter in letters if unicodedata.category(letter) not in _INVISIBLE and not _VARIATIONS.match(letter)
    ]


@cache
def letters(face: Face) -> frozenset[str]:
    """All letters that a face has; none where its package is not installed."""
    try:
        return frozenset(map(chr, loaded(face).unicodes))
    except (ModuleNotFoundError, OSError):
        return frozenset()
