"""Portraits: pictures that open and print in a bounded time, no larger than paper shows, without their metadata."""

import io
from functools import lru_cache

from chargen.page.sheet import Portrait
from chargen.render.bitmap import HELP, STARTS, Unfit, has_pillow, open_bitmap
from chargen.render.svg import clean_drawing

__all__ = ["DRAWING", "HELP", "LARGEST_PX", "QUALITY", "Unfit", "is_drawing", "opened", "printable"]

DRAWING = "image/svg+xml"
QUALITY = 90
LARGEST_PX = 1_200
"""The largest side of a printed picture: three times as fine as a printer prints on the largest sheet."""


def opened(content: bytes) -> Portrait:
    """Return the picture in a file's bytes, without metadata. Raises `Unfit` for one that cannot be printed."""
    if content.startswith(STARTS):
        return open_bitmap(content)
    if b"<svg" in content[:2000]:
        return Portrait(media_type=DRAWING, content=clean_drawing(content))
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
    if is_drawing(picture) or not has_pillow():
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
