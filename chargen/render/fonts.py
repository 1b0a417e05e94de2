"""The typefaces of a sheet: whole files for a printer, and subsets that travel within an HTML file."""

import base64
import importlib.resources
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

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


def data_uri(media_type: str, content: bytes) -> str:
    """Bytes as an address that holds them."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode('ascii')}"
