"""Portraits: pictures that open and print in a bounded time, without their metadata; those that are SVG drawings.

The steps of a drawing are counted without drawing it, with all that `use`, patterns and markers repeat: no printer and
no browser takes more than a few seconds for it.
"""

import base64
import binascii
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

from chargen import fileio
from chargen.page.sheet import Portrait
from chargen.render.bitmap import DRAWING, HELP, STARTS, Unfit, open_bitmap
from chargen.render.fonts import data_uri
from chargen.text import limits
from chargen.text.diagnostic import Diagnostic, error
from chargen.text.names import short

_SIMPLER = "export it as a PNG of 900 by 1200 pixels"
_TEXTS = frozenset({"text", "tspan", "textPath", "title", "desc"})
_REFERENCE = re.compile(r"url\(\s*[\"']?#([^\"')\s]+)")
_NUMBER = re.compile(r"[-+.\d]+")


def read_portrait(written: str, folder: Path) -> tuple[Portrait | None, list[Diagnostic]]:
    """Return the picture that a concept in ``folder`` names under `portrait`, or what is wrong with it.

    It is opened when the concept is checked, so that printing cannot fail because of it.
    """
    try:
        # chargen opens no network connection for a file, which anyone may have sent.
        if "://" in written:
            raise Unfit("cannot be read", "save the picture beside this file")
        path = fileio.named_in(folder, written)
        return _opened(path, fileio.find_state(path)), []
    except fileio.Unreadable as exc:
        return None, [fileio.not_read("portrait", written, exc, "portrait", code="concept/portrait")]
    except Unfit as exc:
        message = f"the portrait `{short(written)}` {exc}"
        return None, [error(message, "portrait", code="concept/portrait", hint=exc.hint)]


@lru_cache(maxsize=4)
def _opened(path: Path, state: tuple[object, ...] | None) -> Portrait:
    """Return the picture of a file in one state; cached, because all NPCs of a batch may have the same."""
    content = fileio.read_bytes(path, limits.PORTRAIT_BYTES)
    if len(content) > limits.PORTRAIT_BYTES:
        raise Unfit(f"is larger than {limits.PORTRAIT_BYTES // 1_000_000} MB", HELP)
    return open_picture(content)


def open_picture(content: bytes) -> Portrait:
    """Return the picture in a file's bytes, without metadata. Raises `Unfit` for one that cannot be printed.

    A drawing has no comments, no notes of programs, and no metadata of pictures in it.
    """
    if content.startswith(tuple(STARTS)):
        return open_bitmap(content)
    if b"<svg" not in content[:2000]:
        raise Unfit("has an unsupported image format", "use PNG, JPEG, WebP, GIF or SVG")
    if len(content) > limits.DRAWING_BYTES:
        raise Unfit(f"is a drawing of more than {limits.DRAWING_BYTES // 1_000_000} MB", _SIMPLER)
    if b"<!ENTITY" in content:
        raise Unfit("is a drawing with entities, which can stand for billions of letters", _SIMPLER)
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as exc:
        raise Unfit(f"is not a valid SVG drawing: {exc}", "save it again as SVG") from exc
    if _count_steps(root) > limits.DRAWING_STEPS:
        raise Unfit(f"is a drawing of more than {limits.DRAWING_STEPS:,} steps", _SIMPLER)

    is_clean = not content.startswith(b"<?") and b"<!" not in content
    for element in list(root.iter()):
        # What describes the drawing is never drawn.
        for child in list(element):
            namespace, _, name = str(child.tag).rpartition("}")
            if name == "metadata" or namespace.removeprefix("{") not in _DRAWN:
                element.remove(child)
                is_clean = False
        for key, value in list(element.items()):
            namespace, _, name = key.rpartition("}")
            if namespace.removeprefix("{") not in _READ:
                del element.attrib[key]
                is_clean = False
            elif name == "href" and value.startswith("data:"):
                picture = _embedded(value)
                element.set(key, data_uri(picture.media_type, picture.content))
                is_clean = False
    if not is_clean:
        # The usual prefixes: printers know some names by these alone.
        ElementTree.register_namespace("", _SVG)
        ElementTree.register_namespace("xlink", _XLINK)
        content = ElementTree.tostring(root)
    return Portrait(media_type=DRAWING, content=content)


_SVG = "http://www.w3.org/2000/svg"
_DRAWN = ("", _SVG, "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML")
"""The namespaces of elements that are drawn. Others are the notes of a program, such as Inkscape's."""
_XLINK = "http://www.w3.org/1999/xlink"
_READ = ("", _XLINK, "http://www.w3.org/XML/1998/namespace")
"""The namespaces of attributes that a printer reads.

Others hold layer names, or paths of the author's folders.
"""


def _count_steps(root: ElementTree.Element) -> int:
    """Return the steps that it takes to draw all elements, with what they refer to; at most one more than allowed."""
    named = {element.get("id", ""): element for element in root.iter()}
    styles = "".join(element.text or "" for element in root.iter() if str(element.tag).rpartition("}")[2] == "style")
    # The elements that a style sheet may make any element refer to.
    everywhere = sorted(set(_REFERENCE.findall(styles)))
    known: dict[ElementTree.Element, int] = {}

    def count(element: ElementTree.Element, depth: int) -> int:
        if depth > limits.DRAWING_NESTING:
            raise Unfit(f"is a drawing nested more than {limits.DRAWING_NESTING} deep, or nested in itself", _SIMPLER)
        if element in known:
            return known[element]
        # The names that it draws by reference, and how often each.
        tag = str(element.tag).rpartition("}")[2]
        corners = len(_NUMBER.findall(element.get("d", "") + element.get("points", "")))
        names: list[tuple[str, int]] = []
        for key, value in element.items():
            if key.rpartition("}")[2] == "href" and value.startswith("#"):
                names.append((value[1:], 1))
            names += ((found, corners if "marker" in key + value else 1) for found in _REFERENCE.findall(value))
        if tag not in _UNPAINTED:
            names += ((found, max(corners, 1)) for found in everywhere)
        referred = ((named[name], times) for name, times in names if name in named and times)

        steps = 1 + (len("".join(element.itertext())) if tag in _TEXTS else 0)
        for drawn, times in (*((child, 1) for child in element), *referred):
            steps += times * count(drawn, depth + 1)
            if steps > limits.DRAWING_STEPS:
                steps = limits.DRAWING_STEPS + 1
                break
        known[element] = steps
        return steps

    return count(root, 0)


_UNPAINTED = frozenset({"stop", "style", "defs", "title", "desc", "linearGradient", "radialGradient", "metadata"})
"""Elements that no paint, marker or mask applies to."""


def _embedded(address: str) -> Portrait:
    """Return a picture within a drawing. Refuse one that would be refused by itself, and any drawing."""
    head, _, data = address.partition(",")
    try:
        content = base64.b64decode(data) if head.endswith(";base64") else unquote_to_bytes(data)
    except (binascii.Error, ValueError) as exc:
        raise Unfit("is a drawing with a damaged picture in it", _SIMPLER) from exc
    if not content.startswith(tuple(STARTS)):
        raise Unfit("is a drawing with an embedded file that is not PNG, JPEG, WebP or GIF", _SIMPLER)
    try:
        return open_bitmap(content)
    except Unfit as exc:
        raise Unfit(f"is a drawing with a picture in it that {exc}", _SIMPLER) from exc
