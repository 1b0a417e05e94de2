"""Portraits: pictures that open and print in a bounded time, no larger than paper shows, without their metadata.

Pillow opens bitmaps once. The steps of a drawing are counted without drawing it, with all that `use`, patterns and
markers repeat: no printer and no browser takes more than a few seconds for it. Metadata is cut out when a picture is
opened, so that none reaches a sheet or a card.
"""

import base64
import binascii
import contextlib
import io
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

from chargen.core import limits
from chargen.core.sheet import Portrait
from chargen.render.fonts import data_uri
from chargen.render.metadata import ORIENTATION, UPRIGHT, cut_metadata

if TYPE_CHECKING:
    from PIL import Image

DRAWING = "image/svg+xml"
QUALITY = 90
LARGEST_PX = 1_200
"""The largest side of a printed picture: three times as fine as a printer prints on the largest sheet."""
_DOTS = {"PNG": "image/png", "JPEG": "image/jpeg", "MPO": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_TRIED = ("PNG", "JPEG", "GIF", "WEBP")
_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")


class Unfit(Exception):
    """Why a picture cannot be printed, and a hint."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


def opened(content: bytes) -> Portrait:
    """Return the picture in a file's bytes, without metadata. Raises `Unfit` for one that cannot be printed."""
    if content.startswith(_STARTS):
        return _open_bitmap(content)
    if b"<svg" in content[:2000]:
        return Portrait(media_type=DRAWING, content=_cut_drawing_metadata(_parse_drawing(content), content))
    raise Unfit("has an unsupported image format", "use PNG, JPEG, WebP, GIF or SVG")


def is_drawing(picture: Portrait) -> bool:
    """Return whether it is a drawing of lines and areas, and no bitmap."""
    return picture.media_type == DRAWING


@lru_cache(maxsize=4)
def printable(picture: Portrait, *, grey: bool, screen: bool = False) -> Portrait:
    """Return the picture, smaller if it is large, and in shades of grey if asked.

    ``screen``: a CMYK picture gets the colours of a screen. A drawing, a small picture in colour, and a picture that
    `opened` refuses are returned as they are.
    """
    if is_drawing(picture):
        return picture
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(picture.content)) as file:
            if max(file.size) <= LARGEST_PX and not grey and not (screen and file.mode == "CMYK"):
                return picture
            file.draft(None, (LARGEST_PX, LARGEST_PX))
            complete = file.convert("RGBA" if file.mode in ("P", "LA", "PA", "RGBA") else "RGB")
    except Exception:  # decoders raise all kinds of exceptions; the printer reports what is wrong
        return picture
    complete.thumbnail((LARGEST_PX, LARGEST_PX))
    ImageOps.exif_transpose(complete, in_place=True)
    made = io.BytesIO()
    if complete.mode == "RGBA" and not grey:
        complete.save(made, "PNG")
        return Portrait(media_type="image/png", content=made.getvalue())
    if complete.mode == "RGBA":
        paper = Image.new("RGBA", complete.size, "white")
        complete = Image.alpha_composite(paper, complete)
    complete.convert("L" if grey else "RGB").save(made, "JPEG", quality=QUALITY)
    return Portrait(media_type="image/jpeg", content=made.getvalue())


HELP = "a picture of 900 by 1200 pixels prints well"


@contextlib.contextmanager
def _to_the_end() -> Iterator[None]:
    """Refuse truncated pictures, even if WeasyPrint has made Pillow accept them."""
    from PIL import ImageFile

    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _open_bitmap(content: bytes) -> Portrait:
    """Return a bitmap that opens completely, without its metadata."""
    from PIL import Image

    most = f"has more than {limits.PORTRAIT_PIXELS // 1_000_000} million pixels"
    try:
        with warnings.catch_warnings(), _to_the_end():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=_TRIED) as file:
                if file.width * file.height > limits.PORTRAIT_PIXELS:
                    raise Unfit(most, HELP)
                file.load()
                media_type = _DOTS[file.format or ""]
                orientation = _orientation(file)
    except Unfit:
        raise
    except Image.DecompressionBombError as exc:
        raise Unfit(most, HELP) from exc
    except Exception as exc:  # decoders raise all kinds of exceptions
        raise Unfit("is damaged and cannot be opened", "save it again in the program that it comes from") from exc
    return Portrait(media_type=media_type, content=cut_metadata(content, orientation))


def _orientation(file: "Image.Image") -> int:
    """Return how the camera was turned, 1 to 8; 1 (upright) where the EXIF data is damaged."""
    try:
        orientation = file.getexif().get(ORIENTATION, UPRIGHT)
    except Exception:  # decoders raise all kinds of exceptions
        return UPRIGHT
    return orientation if orientation in range(1, 9) else UPRIGHT


_SIMPLER = "export it as a PNG of 900 by 1200 pixels"
_TEXTS = frozenset({"text", "tspan", "textPath", "title", "desc"})
_REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)")
_NUMBER = re.compile(r"[-+.\d]+")


def _parse_drawing(content: bytes) -> ElementTree.Element:
    """Return the elements of a drawing. Refuse one that takes too many steps."""
    if len(content) > limits.DRAWING_BYTES:
        raise Unfit(f"is a drawing of more than {limits.DRAWING_BYTES // 1_000_000} MB", _SIMPLER)
    if b"<!ENTITY" in content:
        raise Unfit("is a drawing with entities, which can stand for billions of letters", _SIMPLER)
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as exc:
        raise Unfit(f"is not a valid SVG drawing: {exc}", "save it again as SVG") from exc
    if _Steps(root).of(root, 0) > limits.DRAWING_STEPS:
        raise Unfit(f"is a drawing of more than {limits.DRAWING_STEPS:,} steps", _SIMPLER)
    return root


_DRAWN = ("", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML")
"""The namespaces of elements that are drawn. Others are the notes of a program, such as Inkscape's."""
_XLINK = "http://www.w3.org/1999/xlink"
_READ = {"": "", _XLINK: "xlink:", "http://www.w3.org/XML/1998/namespace": "xml:"}
"""The namespaces of attributes that a printer reads, with their prefixes.

Others hold layer names, or paths of the author's folders.
"""


def _cut_drawing_metadata(root: ElementTree.Element, content: bytes) -> bytes:
    """Return a drawing without comments, notes of programs, and the metadata of pictures in it."""
    is_clean = not content.startswith(b"<?") and b"<!" not in content
    for element in list(root.iter()):
        for child in [child for child in element if _is_note(child)]:
            element.remove(child)
            is_clean = False
        for key, value in list(element.items()):
            if _namespace(key) not in _READ:
                del element.attrib[key]
                is_clean = False
            elif _local(key) == "href" and value.startswith("data:"):
                picture = _embedded(value)
                element.set(key, data_uri(picture.media_type, picture.content))
                is_clean = False
    if is_clean:
        return content
    _write_prefixes(root, inherited="")
    root.set("xmlns:xlink", _XLINK)
    return ElementTree.tostring(root)


def _write_prefixes(element: ElementTree.Element, inherited: str) -> None:
    """Write namespaces as prefixes and `xmlns`: the library numbers them, by what other code has registered."""
    namespace = _namespace(str(element.tag))
    for child in element:
        _write_prefixes(child, namespace)
    attributes = {_READ[_namespace(key)] + _local(key): value for key, value in element.items()}
    if namespace != inherited:
        attributes = {"xmlns": namespace, **attributes}
    element.attrib.clear()
    element.attrib.update(attributes)
    element.tag = _tag(element)


def _is_note(element: ElementTree.Element) -> bool:
    """Return whether it is never drawn: it describes the drawing."""
    return _tag(element) == "metadata" or _namespace(str(element.tag)) not in _DRAWN


class _Steps:
    """A counter of the steps that it takes to draw each element, with all that it refers to."""

    def __init__(self, root: ElementTree.Element) -> None:
        self._named = {element.get("id", ""): element for element in root.iter()}
        styles = "".join(element.text or "" for element in root.iter() if _tag(element) == "style")
        self._everywhere = sorted(set(_REFERENCE.findall(styles)))
        """The elements that a style sheet may make any element refer to."""
        self._known: dict[ElementTree.Element, int] = {}

    def of(self, element: ElementTree.Element, depth: int) -> int:
        """Return the steps of an element; at most one more than are allowed."""
        if depth > limits.DRAWING_NESTING:
            raise Unfit(f"is a drawing nested more than {limits.DRAWING_NESTING} deep, or nested in itself", _SIMPLER)
        if element not in self._known:
            steps = 1 + (len("".join(element.itertext())) if _tag(element) in _TEXTS else 0)
            for drawn, times in (*((child, 1) for child in element), *self._referred(element)):
                steps += times * self.of(drawn, depth + 1)
                if steps > limits.DRAWING_STEPS:
                    steps = limits.DRAWING_STEPS + 1
                    break
            self._known[element] = steps
        return self._known[element]

    def _referred(self, element: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, int]]:
        """Yield the elements that an element draws by reference, and how often each."""
        corners = len(_NUMBER.findall(element.get("d", "") + element.get("points", "")))
        for key, value in element.items():
            if _local(key) == "href" and value.startswith("#"):
                yield from self._by_name(value[1:], 1)
            for found in _REFERENCE.findall(value):
                yield from self._by_name(found, corners if "marker" in key + value else 1)
        if _tag(element) not in _UNPAINTED:
            for found in self._everywhere:
                yield from self._by_name(found, max(corners, 1))

    def _by_name(self, name: str, times: int) -> Iterator[tuple[ElementTree.Element, int]]:
        if name in self._named and times:
            yield self._named[name], times


_UNPAINTED = frozenset({"stop", "style", "defs", "title", "desc", "linearGradient", "radialGradient", "metadata"})
"""Elements that no paint, marker or mask applies to."""


def _tag(element: ElementTree.Element) -> str:
    return _local(str(element.tag))


def _local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition("}")[2]


def _namespace(name: str) -> str:
    return name.rpartition("}")[0].removeprefix("{")


def _embedded(address: str) -> Portrait:
    """Return a picture within a drawing. Refuse one that would be refused by itself, and any drawing."""
    head, _, data = address.partition(",")
    try:
        content = base64.b64decode(data) if head.endswith(";base64") else unquote_to_bytes(data)
    except (binascii.Error, ValueError) as exc:
        raise Unfit("is a drawing with a damaged picture in it", _SIMPLER) from exc
    if not content.startswith(_STARTS):
        raise Unfit("is a drawing with an embedded file that is not PNG, JPEG, WebP or GIF", _SIMPLER)
    try:
        return _open_bitmap(content)
    except Unfit as exc:
        raise Unfit(f"is a drawing with a picture in it that {exc}", _SIMPLER) from exc
