"""The typefaces of a sheet: their files, subsets for HTML, widths of texts, and which letters they cover."""

import base64
import importlib.resources
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from chargen.game.isolation import END, ISOLATE
from chargen.render.printer import Unprintable
from chargen.text.names import listing, short

if TYPE_CHECKING:
    import uharfbuzz

SANS = "Sheet Sans"
SERIF = "Sheet Serif"
TYPEFACES = Path(__file__).resolve().with_name("typefaces")
DIGESTS = TYPEFACES / "DIGESTS"  # The SHA-256 of each file of `TYPEFACES`


@dataclass(frozen=True, slots=True)
class Face:
    """A file of a typeface, under a name that no font of the system has."""

    family: str
    weight: int
    style: str
    file: str
    package: str = ""  # The installed package that has the file; empty for a file of `TYPEFACES`

    @property
    def path(self) -> Path:
        """Return the path of the file. It is not there where its package is not installed."""
        if self.package and find_spec(self.package) is not None:
            return Path(str(importlib.resources.files(self.package))) / self.file
        return TYPEFACES / self.file


FACES = (
    Face(SANS, 400, "normal", "usual/SourceSansPro-Regular.ttf"),
    Face(SANS, 600, "normal", "usual/SourceSansPro-Semibold.ttf"),
    Face(SANS, 400, "italic", "usual/SourceSansPro-It.ttf"),
    Face(SERIF, 600, "normal", "usual/SourceSerifPro-Semibold.ttf"),
)
"""The faces of all sheets. Printers never slant or thicken a face, so each one in use is listed."""
REGULAR, BOLD = FACES[:2]
EAST_ASIAN = Face("Sheet East Asian", 400, "normal", "NotoSansCJKjp-Regular.otf", package="noto_cjk_sans_jp_regular")
"""The face with the most letters. It has four times the bytes of all others, which is why a package brings it."""
_SCRIPTS = {
    "Hebrew": "NotoSansHebrew",
    # Not Noto's, which draws a letter and its dots separately: its text cannot be copied out of a PDF.
    "Arabic": "Amiri",
    "Devanagari": "NotoSansDevanagari",
    "Bengali": "NotoSansBengali",
    "Tamil": "NotoSansTamil",
    "Telugu": "NotoSansTelugu",
    "Thai": "NotoSansThai",
    "Lao": "NotoSansLao",
    "Khmer": "NotoSansKhmer",
    "Myanmar": "NotoSansMyanmar",
    "Letters": "NotoSans",
    "Symbols 2": "NotoSansSymbols2",
}
OTHER_SCRIPTS = (
    *(Face(f"Sheet {name}", 400, "normal", f"scripts/{file}-Regular.ttf") for name, file in _SCRIPTS.items()),
    EAST_ASIAN,
)
"""Faces for letters that the usual ones lack, in the order of preference. Only a sheet that needs one loads it."""

USUAL_ADVANCE = 0.5  # The width of a letter that cannot be measured, in parts of its size


@cache
def loaded(face: Face) -> "uharfbuzz.Font":
    """Return the face as it is measured and printed."""
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path))))


def subset(face: Face, characters: Iterable[str] = (), glyphs: Iterable[int] = ()) -> bytes:
    """Return the face with only the given characters and glyphs: the same bytes for the same ones.

    ``glyphs``: numbers of glyphs, which stay the same.
    """
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.update({ord(character) for character in characters})
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    if numbers := set(glyphs):
        wanted.glyph_set.update(numbers)
        wanted.flags |= uharfbuzz.SubsetFlags.RETAIN_GIDS
    return bytes(uharfbuzz.subset(loaded(face).face, wanted).blob.data)


@cache
def _advance(letter: str, face: Face) -> float:
    if letter in (ISOLATE, END):
        return 0
    if find_spec("uharfbuzz") is None:  # in a browser's own Python
        return USUAL_ADVANCE
    font = loaded(face)
    glyph = font.get_nominal_glyph(ord(letter))
    return USUAL_ADVANCE if glyph is None else font.get_glyph_h_advance(glyph) / font.face.upem


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
    """Return bytes as an address that holds them."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"


LATIN_ENDS = "\u017f"
"""The end of the letters that the usual faces have completely; most sheets need no look into any face."""
USUAL = frozenset("–—‘’“”„…−×·†′•≤≥→½\u2007\u202f€")
"""Other letters of nearly every sheet, which the usual faces have."""
_INVISIBLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_VARIATIONS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MISSING = re.compile(r'\.notdef glyph rendered [\w ]*: "(?P<letters>.+?)" \(U\+', re.DOTALL)
REMARK = 200
"""The number of letters of a WeasyPrint warning that are shown: it repeats an entire picture that it cannot read."""
NAMED = 8  # The number of letters that a message lists; it counts the others
_HELP = (
    ("\u3400", "\u9fff", "fonts-noto-cjk"),
    ("\u2190", "\u2bff", "fonts-symbola"),
    ("\U0001f000", "\U0001faff", "fonts-symbola"),
    ("\U00020000", "\U0003ffff", "fonts-hanazono"),
)
"""Ranges of letters, each with the Debian and Ubuntu package of a typeface that has them."""
OTHER_HELP = "fonts-noto-core"


@lru_cache(maxsize=1)
def find_faces(text: str) -> tuple[tuple[Face, ...], frozenset[str]]:
    """Return the faces of other scripts that a text needs, in the order of preference, and the letters that none has.

    A printer looks for those letters in the typefaces of the system.
    """
    wanted = {letter for letter in set(text) - USUAL if letter >= LATIN_ENDS and _is_visible(letter)}
    faces = []
    for face in (FACES[0], *OTHER_SCRIPTS):
        if wanted and wanted & letters(face):
            faces.append(face)
            wanted -= letters(face)
    return tuple(face for face in faces if face is not FACES[0]), frozenset(wanted)


def missing_letters(letters: Sequence[str], standard: str = "") -> str:
    """Return a message about letters that no typeface has, with what helps.

    Raises `Unprintable` where a ``standard`` forbids these.
    """
    names = [(letter, unicodedata.name(letter, "").lower()) for letter in letters[:NAMED]]
    shown = [f"{letter} (U+{ord(letter):04X}{' ' + name if name else ''})" for letter, name in names]
    if len(letters) > NAMED:
        shown.append(f"{len(letters) - NAMED} more")
    packages = sorted(
        {next((package for first, last, package in _HELP if first <= letter <= last), OTHER_HELP) for letter in letters}
    )
    cure = f"on Debian and Ubuntu, this may help: apt install {' '.join(packages)}"
    if standard:
        refused = Unprintable(f"no typeface has {listing(shown)}, and {standard.upper()} forbids empty boxes")
        refused.code = "render/letters"
        refused.hint = f"{cure}; or write it in other letters, or print without the standard"
        raise refused
    return f"no typeface has {listing(shown)}: empty boxes are printed there; {cure}"


def summarize(problems: Sequence[str], standard: str = "") -> list[str]:
    """Return the warnings of WeasyPrint, those about missing letters as one line with what helps.

    Raises `Unprintable` where a ``standard`` forbids these.
    """
    found = [match["letters"] for problem in problems if (match := _MISSING.match(problem)) is not None]
    letters = list(dict.fromkeys(filter(_is_visible, "".join(found))))
    others = [short(problem, REMARK) for problem in problems if not _MISSING.match(problem)]
    return [*others, missing_letters(letters, standard)] if letters else others


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter) not in _INVISIBLE and not _VARIATIONS.match(letter)


@cache
def letters(face: Face) -> frozenset[str]:
    """Return all letters that a face has; none where its file is missing."""
    return frozenset(map(chr, loaded(face).face.unicodes)) if face.path.is_file() else frozenset()
