"""Recognize files of other programs by their first bytes."""

import re
from collections.abc import Mapping

from chargen.startup.lazy_pattern import lazy_pattern

_PDF = "PDF"
_WORD = "Word document"
_TEXT = "save it as plain text in UTF-8, with a name that ends in .yaml"
_HINTS: Mapping[str, str] = {
    _PDF: "`chargen extract` reads the character from a sheet of chargen",
    "ZIP archive": "unpack it first",
    "picture": "a character names its picture: `portrait: me.png`",
    "web page": "copy the text of the page into a plain text file",
}
"""By the kind of a file, what to do with it; `_TEXT` for the others."""
_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", _PDF),
    (b"{\\rtf", "RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _WORD),
    (b"\x89PNG\r\n", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\x1f\x8b", "gzip archive"),
)
"""The first bytes of files, and what they are."""
_PARTS: tuple[tuple[bytes, str], ...] = (
    (b"word/", _WORD),
    (b"xl/", "Excel workbook"),
    (b"application/vnd.oasis.opendocument", "LibreOffice document"),
)
"""What is near the start of a ZIP archive, and the kind of document that it then is."""
_MARKUP = lazy_pattern(rb"\s*(?:<!--.*?-->\s*)*(?:<\?xml|<!doctype|<html|<svg)", re.IGNORECASE | re.DOTALL)
_START = 4096  # The bytes that are looked at


def recognize(content: bytes) -> tuple[str, str] | None:
    """Return what a file of another program is, and what to do with it; None for a text that may be YAML.

    >>> recognize(b"%PDF-1.7")[0], recognize(b"system: gamocles")
    ('PDF', None)
    """
    start = content[:_START].removeprefix(b"\xef\xbb\xbf")
    kind = next((kind for sign, kind in _STARTS if start.startswith(sign)), None)
    if start.startswith(b"PK\x03\x04"):
        kind = next((document for part, document in _PARTS if part in start), "ZIP archive")
    elif b"<" in start and _MARKUP.match(start):
        kind = "XML file" if b"<html" not in start.lower() and b"<!doctype html" not in start.lower() else "web page"
    return None if kind is None else (kind, _HINTS.get(kind, _TEXT))
