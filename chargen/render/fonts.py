"""The typefaces of a sheet: their files, subsets for HTML, widths of texts, and which letters they cover."""

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
    """A file of a typeface, under a name that no font of the system has."""

    family: str
    weight: int
    style: str
    package: str
    file: str
    folder: str = "files"

    @property
    def path(self) -> Path:
        """Return the path of the file in the installed package."""
        return Path(str(importlib.resources.files(self.package))) / self.folder / self.file

    @property
    def variable(self) -> bool:
        """Return whether the file holds many weights: its name then lists their axes."""
        return "[" in self.file


FACES = (
    Face(SANS, 400, "normal", "font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    Face(SANS, 600, "normal", "font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    Face(SANS, 400, "italic", "font_source_sans_pro", "SourceSansPro-It.ttf"),
    Face(SERIF, 600, "normal", "font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
)
"""The faces of all sheets. Printers never slant or thicken a face, so each one in use is listed."""
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
    # Not Noto's, which draws a letter and its dots separately: its text cannot be copied out of a PDF.
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
"""Faces for letters that the usual ones lack, in the order of preference. Only a sheet that needs one loads it."""


def folders() -> tuple[Path, ...]:
    """Return the folders of the faces."""
    return tuple(sorted({face.path.parent for face in (*FACES, *OTHER_SCRIPTS)}))


@cache
def loaded(face: Face) -> "uharfbuzz.Face":
    """Return the face as it is measured and printed: of a variable one, the weight that sheets use.

    WeasyPrint would measure a variable face in the default weight of the file, and embed it with the time of day.
    """
    import uharfbuzz

    complete = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)))
    if not face.variable:
        return complete
    one = uharfbuzz.SubsetInput()
    one.keep_everything()
    one.pin_all_axes_to_default(complete)
    one.pin_axis_location(complete, "wght", face.weight)
    return uharfbuzz.subset(complete, one)


def address(face: Face) -> str:
    """Return the address of the face for a printer: its file, or the bytes of one weight of a variable face."""
    return data_uri("font/ttf", loaded(face).blob.data) if face.variable else face.path.as_uri()


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
NAMED = 8
"""The number of letters that a message lists; it counts the others."""
_HELP = (
    ("\u3400", "\u9fff", "fonts-noto-cjk"),
    ("\u2190", "\u2bff", "fonts-symbola"),
    ("\U0001f000", "\U0001faff", "fonts-symbola"),
    ("\U00020000", "\U0003ffff", "fonts-hanazono"),
)
"""Ranges of letters, each with the Debian and Ubuntu package of a typeface that has them."""
OTHER_HELP = "fonts-noto-core"


def faces_for(text: str) -> tuple[Face, ...]:
    """Return the faces of other scripts that a text needs, in the order of preference."""
    return _asked(text)[0]


def uncovered(text: str) -> frozenset[str]:
    """Return the letters that no face has: a printer looks for them in the typefaces of the system."""
    return _asked(text)[1]


@lru_cache(maxsize=1)
def _asked(text: str) -> tuple[tuple[Face, ...], frozenset[str]]:
    """Return the faces of other scripts that a text needs, and the letters that none has."""
    wanted = {letter for letter in set(text) - USUAL if letter >= LATIN_ENDS and _is_visible(letter)}
    faces = []
    for face in (FACES[0], *OTHER_SCRIPTS):
        if not wanted:
            break
        if wanted & letters(face):
            faces.append(face)
            wanted -= letters(face)
    return tuple(face for face in faces if face is not FACES[0]), frozenset(wanted)


class MissingLetters(ValueError):
    """Letters that no typeface has, where a standard forbids empty boxes; ``hint`` says what to do."""

    def __init__(self, letters: Sequence[str], standard: str) -> None:
        super().__init__(f"no typeface has {_listed(letters)}, and {standard.upper()} forbids empty boxes")
        self.hint = f"{_help(letters)}; or write it in other letters, or print without the standard"


def require_letters(problems: Sequence[str], standard: str) -> None:
    """Raise `MissingLetters` where the warnings of WeasyPrint name a letter that no typeface has."""
    if letters := _missing_in(problems):
        raise MissingLetters(letters, standard)


def summarize(problems: Sequence[str]) -> list[str]:
    """Return the warnings of WeasyPrint, those about missing letters as one line with what helps."""
    letters = _missing_in(problems)
    others = [short(problem, REMARK) for problem in problems if not _MISSING.match(problem)]
    return [*others, missing_letters(letters)] if letters else others


def _missing_in(problems: Sequence[str]) -> list[str]:
    """Return the visible letters that some warnings name, in order."""
    found = [match["letters"] for problem in problems if (match := _MISSING.match(problem)) is not None]
    return list(dict.fromkeys(filter(_is_visible, "".join(found))))


def missing_letters(letters: Sequence[str]) -> str:
    """Return a message about letters that no typeface has, with what helps."""
    return f"no typeface has {_listed(letters)}: empty boxes are printed there; {_help(letters)}"


def _listed(letters: Sequence[str]) -> str:
    shown = [_named(letter) for letter in letters[:NAMED]]
    if len(letters) > NAMED:
        shown.append(f"{len(letters) - NAMED} more")
    return listing(shown)


def _help(letters: Sequence[str]) -> str:
    packages = sorted(
        {next((package for first, last, package in _HELP if first <= letter <= last), OTHER_HELP) for letter in letters}
    )
    return f"on Debian and Ubuntu, this may help: apt install {' '.join(packages)}"


def _named(letter: str) -> str:
    name = unicodedata.name(letter, "")
    return f"{letter} (U+{ord(letter):04X}{' ' + name.lower() if name else ''})"


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter) not in _INVISIBLE and not _VARIATIONS.match(letter)


@cache
def letters(face: Face) -> frozenset[str]:
    """Return all letters that a face has; none where its package is not installed."""
    try:
        return frozenset(map(chr, loaded(face).unicodes))
    except (ModuleNotFoundError, OSError):
        return frozenset()
