"""Cut metadata out of a picture's file: place, time, camera, author, comments, thumbnails.

Nothing is encoded again. Only the parts that decide what is seen are copied, as they are; other parts are left out, and
so is all that follows the end of the picture. Colour profiles stay.
"""

import re
import struct
import zlib
from collections.abc import Iterator

ORIENTATION = 0x0112  # EXIF's number of the entry that records how the camera was turned
UPRIGHT = 1

_PNG_PARTS = frozenset(
    b"IHDR PLTE IDAT IEND tRNS bKGD hIST sPLT pHYs gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI acTL fcTL fdAT".split()
)
_WEBP_PARTS = frozenset((b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ICCP", b"ANIM", b"ANMF"))
_WEBP_HAS_EXIF, _WEBP_HAS_XMP = 0x08, 0x04

_JPEG_MARKER = re.compile(rb"\xff+([^\x00\x01\xd0-\xd8\xff])")
"""A marker that begins a part: not one without data, and no 0xFF of a scan's data."""
_JPEG_SCAN, _JPEG_END, _JPEG_EXIF = b"\xda", b"\xd9", b"\xff\xe1"
_JPEG_EXTRAS = frozenset(bytes((marker,)) for marker in (*range(0xE0, 0xF0), 0xFE))
"""The markers of what programs add: application data and comments."""
_JPEG_KEPT = {b"\xe0": b"JFIF\0", b"\xe2": b"ICC_PROFILE\0", b"\xee": b"Adobe"}
"""The application data that decide about colours, and how each begins."""
_JFIF_BYTES = 12
"""The length of JFIF's data up to its thumbnail, which can show what was cut from the picture."""

_GIF_EXTENSION, _GIF_PICTURE, _GIF_END = 0x21, 0x2C, 0x3B
_GIF_KEPT = (b"\xf9", b"\x01", b"\xff\x0bNETSCAPE2.0", b"\xff\x0bANIMEXTS1.0", b"\xff\x0bICCRGBG1012")
"""How the extensions begin that affect the picture: timing and transparency, text, repetition, colours."""


def cut_metadata(content: bytes, orientation: int) -> bytes:
    """Return a PNG, JPEG, WebP or GIF file without its metadata, but for the orientation of EXIF, 1 to 8."""
    # EXIF data with one entry: a header, one directory of one short number, and no further directory.
    one_entry = struct.pack("<2sHL HHHLHH L", b"II", 42, 8, 1, ORIENTATION, 3, 1, orientation, 0, 0)
    exif = b"" if orientation == UPRIGHT else one_entry
    if content.startswith(b"\x89PNG"):
        parts = _png(content, exif)
    elif content.startswith(b"\xff\xd8"):
        parts = _jpeg(content, exif)
    elif content.startswith(b"RIFF"):
        parts = _webp(content, exif)
    else:
        parts = _gif(content)
    return b"".join(parts)


def _png(content: bytes, exif: bytes) -> Iterator[bytes]:
    pos, kind = 8, b""
    yield content[:pos]
    while pos + 8 <= len(content) and kind != b"IEND":
        length, kind = struct.unpack_from(">L4s", content, pos)
        end = pos + 12 + length
        if kind in _PNG_PARTS:
            yield content[pos:end]
        if kind == b"IHDR" and exif:
            checksum = zlib.crc32(b"eXIf" + exif)
            yield struct.pack(">L4s", len(exif), b"eXIf") + exif + struct.pack(">L", checksum)
        pos = end


def _jpeg(content: bytes, exif: bytes) -> Iterator[bytes]:
    yield content[:2]
    if exif:
        data = b"Exif\0\0" + exif
        yield _JPEG_EXIF + struct.pack(">H", 2 + len(data)) + data
    pos = 2
    while (found := _JPEG_MARKER.search(content, pos)) is not None and found[1] != _JPEG_END:
        start = found.end()
        end = start + int.from_bytes(content[start : start + 2], "big")
        data = content[start + 2 : end]
        if found[1] == _JPEG_SCAN:  # the scan itself follows, up to the next marker
            following = _JPEG_MARKER.search(content, end)
            end = following.start() if following is not None else len(content)
            yield b"\xff" + found[1] + content[start:end]
        elif found[1] not in _JPEG_EXTRAS:
            yield b"\xff" + found[1] + content[start:end]
        elif found[1] in _JPEG_KEPT and data.startswith(_JPEG_KEPT[found[1]]):
            if data.startswith(b"JFIF"):
                data = data[:_JFIF_BYTES] + b"\0\0"
            yield b"\xff" + found[1] + struct.pack(">H", 2 + len(data)) + data
        pos = end
    yield b"\xff" + _JPEG_END


def _webp(content: bytes, exif: bytes) -> Iterator[bytes]:
    parts, pos, stop = b"", 12, 8 + int.from_bytes(content[4:8], "little")
    while pos + 8 <= min(stop, len(content)):
        kind, length = struct.unpack_from("<4sL", content, pos)
        end = pos + 8 + length + length % 2
        if kind in _WEBP_PARTS:
            parts += content[pos : min(end, stop)]
        pos = end
    if parts.startswith(b"VP8X"):
        flags = parts[8] & ~(_WEBP_HAS_EXIF | _WEBP_HAS_XMP)
        parts = parts[:8] + bytes((flags | (_WEBP_HAS_EXIF if exif else 0),)) + parts[9:]
        if exif:
            parts += struct.pack("<4sL", b"EXIF", len(exif)) + exif
    yield struct.pack("<4sL4s", b"RIFF", 4 + len(parts), b"WEBP") + parts


def _gif(content: bytes) -> Iterator[bytes]:
    pos = 13 + _gif_colours(content[10])
    yield content[:pos]
    while pos + 10 < len(content) and content[pos] != _GIF_END:
        start = pos
        if content[pos] == _GIF_EXTENSION:
            pos += 2
        elif content[pos] == _GIF_PICTURE:
            pos += 11 + _gif_colours(content[pos + 9])
        else:  # filling between two blocks
            pos += 1
            continue
        while content[pos : pos + 1] not in (b"", b"\0"):
            pos += 1 + content[pos]
        pos += 1
        if content[start] == _GIF_PICTURE or content.startswith(_GIF_KEPT, start + 1):
            yield content[start:pos]
    yield bytes((_GIF_END,))


def _gif_colours(flags: int) -> int:
    """Return the length of a table of colours in bytes."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0
