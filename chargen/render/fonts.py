"""The typefaces of a sheet: whole files for a printer, and subsets that travel within an HTML file."""

import base64
import importlib.resources
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from chargen.core.names import listing, short

if TYPE_CHECKING:
    import uharfbuzz

SANS = "Sheet Sans"
SERIF = "Sheet Serif"


@dataclass(frozen=True, slots=True)
class Face:
    """A file of a typeface, under a family name of our own: a system's font of the same name is never taken for it."""

    family: str
    weight: int
    style: str
    package: str
    file: str
    folder: str = "files"

    @property
    def path(self) -> Path:
        """Where the file lies in the installed package."""
        return Path(str(importlib.resources.files(self.package))) / self.folder / self.file

    @property
    def variable(self) -> bool:
        """Whether the file holds many weights: its name then tells their axes."""
        return "[" in self.file


FACES = (
    Face(SANS, 400, "normal", "font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Face(SANS, 600, "normal", "font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    Face(SANS, 400, "italic", "font_source_sans_pro", "SourceSansPro-It.ttf"),
    Face(SERIF, 600, "normal", "font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
)
"""Faces are never slanted or thickened by a printer, so each one in use is listed."""
REGULAR, BOLD = FACES[:2]


def _noto(script: str, package: str, file: str = "") -> Face:
    name = f"notosans{script.lower().replace(' ', '')}"
    return Face(
        f"Sheet {script or 'Letters'}",
        400,
        "normal",
        package,
        file or f"NotoSans{script}[wdth,wght].ttf",
        f"fonts/ofl/{name}",
    )


OTHER_SCRIPTS = (
    _noto("Hebrew", "justmytype_intl_rtl"),
    # Not Noto's, which draws a letter and its dots apart: none but this can be copied out of a PDF.
    Face("Sheet Arabic", 400, "normal", "fontpkg_amiri", "Amiri-Regular.ttf"),
    _noto("Devanagari", "justmytype_intl_south_asia"),
    _noto("Bengali", "justmytype_intl_south_asia"),
    _noto("Tamil", "justmytype_intl_south_asia"),
    _noto("Telugu", "justmytype_intl_south_asia"),
    _noto("Thai", "justmytype_intl_sea"),
    _noto("Lao", "justmytype_intl_sea"),
    _noto("Khmer", "justmytype_intl_sea"),
    _noto("Myanmar", "justmytype_intl_sea"),
    _noto("", "justmytype_western_core"),
    _noto("Symbols 2", "justmytype_western_core", "NotoSansSymbols2-Regular.ttf"),
    Face("Sheet East Asian", 400, "normal", "noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf", "."),
)
"""Faces for the letters that ours lack, in the order in which they are asked. Only a sheet that needs one loads it."""


def folders() -> tuple[Path, ...]:
    """The folders that the faces lie in."""
    return tuple(sorted({face.path.parent for face in (*FACES, *OTHER_SCRIPTS)}))


@cache
def loaded(face: Face) -> "uharfbuzz.Face":
    """The face as it is measured and printed: of a variable one, the one weight that sheets are set in.

    Left to the printer, it is measured in the weight that the file has by default, and embedded with the time of day.
    """
    import uharfbuzz

    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)))
    if not face.variable:
        return whole
    one = uharfbuzz.SubsetInput()
    one.keep_everything()
    one.pin_all_axes_to_default(whole)
    one.pin_axis_location(whole, "wght", face.weight)
    return uharfbuzz.subset(whole, one)


def address(face: Face) -> str:
    """Where the printer finds the face: its file, or the bytes themselves where it is but one weight of a file."""
    return data_uri("font/ttf", loaded(face).blob.data) if face.variable else face.path.as_uri()


def subset(face: Face, characters: Iterable[str] = (), glyphs: Iterable[int] = ()) -> bytes:
    """The face with no more than the given characters, the same bytes for the same characters.

    ``glyphs``: by their numbers, which they keep.
    """
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update({ord(character) for character in characters})
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    if numbers := set(glyphs):
        wanted.glyph_set.update(numbers)
        wanted.flags |= uharfbuzz.SubsetFlags.RETAIN_GIDS
    return bytes(uharfbuzz.subset(loaded(face), wanted).blob.data)


@cache
def _advance(letter: str, face: Face) -> float:
    glyph = _font(face).get_nominal_glyph(ord(letter))
    return 0.5 if glyph is None else _font(face).get_glyph_h_advance(glyph) / loaded(face).upem


@cache
def _font(face: Face) -> "uharfbuzz.Font":
    import uharfbuzz

    return uharfbuzz.Font(loaded(face))


def text_width(text: str, face: Face = REGULAR) -> float:
    """Return the width of a text on one line, in parts of its size, without kerning.

    >>> text_width("12")
    0.994
    """
    return round(sum(_advance(letter, face) for letter in text), 3)


def count_lines(texts: Iterable[tuple[str, float]], room: float, face: Face = REGULAR) -> int:
    """Return how many lines texts take that follow each other, each with its size; ``room``: the width of a line."""
    lines, x = 1, 0.0
    for text, size in texts:
        for word in text.split():
            width = text_width(word, face) * size
            if x and x + width > room:
                lines, x = lines + 1, 0.0
            lines += int(width / room)  # a word that is longer than a line is broken
            x += width % room + text_width(" ", face) * size
    return lines


def data_uri(media_type: str, content: bytes) -> str:
    """Bytes as an address that holds them."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"


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
