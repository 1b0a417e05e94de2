"""Pictures without colour."""

import io

from chargen.core.sheet import Portrait

QUALITY = 90


def is_drawing(picture: Portrait) -> bool:
    """Whether it is made of lines and areas, and not of dots."""
    return picture.media_type == "image/svg+xml"


def grey(picture: Portrait) -> Portrait:
    """The picture in shades of grey; as it is where it is a drawing, or none that can be read."""
    if is_drawing(picture):
        return picture
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture.content)) as opened:
            whole = opened.convert("RGBA")
    except (OSError, ValueError, Image.DecompressionBombError):
        return picture
    paper = Image.new("RGBA", whole.size, "white")
    made = io.BytesIO()
    Image.alpha_composite(paper, whole).convert("L").save(made, "JPEG", quality=QUALITY)
    return Portrait(media_type="image/jpeg", content=made.getvalue())
