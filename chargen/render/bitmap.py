"""Portraits as pixels. Pillow opens them once, and completely; then their metadata is cut out."""

import contextlib
import importlib.util
import io
import warnings
from collections.abc import Iterator

from chargen.page.sheet import Portrait
from chargen.render.metadata import ORIENTATION, UPRIGHT, cut_metadata
from chargen.text import limits

STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")  # How the files of bitmaps begin
HELP = "a picture of 900 by 1200 pixels prints well"
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_MEDIA_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg", "MPO": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp"}
_BY_START = dict(zip(STARTS, ("image/png", "image/jpeg", "image/gif", "image/webp"), strict=True))


def has_pillow() -> bool:
    """Return whether Pillow is there: in a browser's own Python it is not."""
    return importlib.util.find_spec("PIL") is not None


class Unfit(Exception):
    """Why a picture cannot be printed, and a hint."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


@contextlib.contextmanager
def _to_the_end() -> Iterator[None]:
    """Refuse truncated pictures, even if WeasyPrint has made Pillow accept them."""
    from PIL import ImageFile

    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def open_bitmap(content: bytes) -> Portrait:
    """Return a bitmap that opens completely, without its metadata; without Pillow, the browser opens it."""
    if not has_pillow():
        media_type = next(kind for start, kind in _BY_START.items() if content.startswith(start))
        return Portrait(media_type=media_type, content=cut_metadata(content, UPRIGHT))
    from PIL import Image

    most = f"has more than {limits.PORTRAIT_PIXELS // 1_000_000} million pixels"
    try:
        with warnings.catch_warnings(), _to_the_end():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=_FORMATS) as file:
                if file.width * file.height > limits.PORTRAIT_PIXELS:
                    raise Unfit(most, HELP)
                file.load()
                media_type = _MEDIA_TYPES[file.format or ""]
                # How the camera was turned, 1 to 8; upright where the EXIF data is damaged.
                orientation = UPRIGHT
                with contextlib.suppress(Exception):  # decoders raise all kinds of exceptions
                    turned = file.getexif().get(ORIENTATION, UPRIGHT)
                    orientation = turned if turned in range(1, 9) else UPRIGHT
    except Unfit:
        raise
    except Image.DecompressionBombError as exc:
        raise Unfit(most, HELP) from exc
    except Exception as exc:  # decoders raise all kinds of exceptions
        raise Unfit("is damaged and cannot be opened", "save it again in the program that it comes from") from exc
    return Portrait(media_type=media_type, content=cut_metadata(content, orientation))
