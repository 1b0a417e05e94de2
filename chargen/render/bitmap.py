"""Portraits as pixels: Pillow opens each once, and completely.

What it saves again is upright, no larger than paper shows, and says nothing of place, time and camera.
"""

import contextlib
import io
import warnings
from functools import lru_cache
from importlib.util import find_spec

from chargen.page.sheet import Portrait
from chargen.text import limits

DRAWING = "image/svg+xml"  # The media type of drawings of lines and areas, which have no pixels
STARTS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}
"""How the files of bitmaps begin, and what they are."""
HELP = "a picture of 900 by 1200 pixels prints well"
QUALITY = 90
LARGEST_PX = 1_200
"""The largest side of a printed picture: three times as fine as a printer prints on the largest sheet."""


class Unfit(Exception):
    """Why a picture cannot be printed, and a hint."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


def open_bitmap(content: bytes) -> Portrait:
    """Return a bitmap as sheets show it."""
    if find_spec("PIL") is None:  # in a browser's own Python; the browser has drawn it before
        media_type = next(kind for start, kind in STARTS.items() if content.startswith(start))
        return Portrait(media_type=media_type, content=content)
    from PIL import Image, ImageFile, ImageOps

    most = f"has more than {limits.PORTRAIT_PIXELS // 1_000_000} million pixels"
    made = io.BytesIO()
    # Truncated pictures are refused, even if WeasyPrint has made Pillow accept them.
    truncated, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF", "WEBP")) as file:
                if file.width * file.height > limits.PORTRAIT_PIXELS:
                    raise Unfit(most, HELP)
                # Drawings and screenshots stay as sharp as they are; photographs would be large as PNG.
                is_sharp = file.format in ("PNG", "GIF") and max(file.size) <= LARGEST_PX
                file.draft(None, (LARGEST_PX, LARGEST_PX))
                file.load()
                # The profile of another colour space would be wrong for what is saved here.
                profile = file.info.get("icc_profile") if file.mode in ("RGB", "RGBA", "P") else None
                picture = file.convert("RGBA" if file.has_transparency_data else "RGB")
        picture.thumbnail((LARGEST_PX, LARGEST_PX))
        with contextlib.suppress(Exception):  # damaged EXIF data: it is upright
            ImageOps.exif_transpose(picture, in_place=True)
        picture.info = {}  # comments are in it
        kind = "PNG" if is_sharp or picture.mode == "RGBA" else "JPEG"
        picture.save(made, kind, quality=QUALITY, icc_profile=profile)
    except Unfit:
        raise
    except Image.DecompressionBombError as exc:
        raise Unfit(most, HELP) from exc
    except Exception as exc:  # decoders raise all kinds of exceptions
        raise Unfit("is damaged and cannot be opened", "save it again in the program that it comes from") from exc
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = truncated
    return Portrait(media_type=f"image/{kind.lower()}", content=made.getvalue())


@lru_cache(maxsize=4)
def in_greys(picture: Portrait) -> Portrait:
    """Return a picture in shades of grey; a drawing as it is."""
    if picture.media_type == DRAWING or find_spec("PIL") is None:
        return picture
    from PIL import Image

    with Image.open(io.BytesIO(picture.content)) as file:
        complete = file.convert("RGBA")
    on_white = Image.alpha_composite(Image.new("RGBA", complete.size, "white"), complete)
    made = io.BytesIO()
    on_white.convert("L").save(made, "JPEG", quality=QUALITY)
    return Portrait(media_type="image/jpeg", content=made.getvalue())
