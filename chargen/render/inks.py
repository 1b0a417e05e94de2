"""A theme mixed from the four inks of a press, and the press's own profile."""

import io
from dataclasses import fields, replace
from typing import Any

from chargen.render.theme import Theme

GREY_AT_MOST = 0.16
"""Colours with less colour than this are printed in black ink alone, which needs no register."""
BLACK_AT_MOST = 0.12
"""Greys darker than this are full black."""


def four_inks(theme: Theme) -> Theme:
    """The theme with each colour as cyan, magenta, yellow and black.

    It is plain arithmetic without a profile. Greys are black ink only; what darkness the others share is black too.
    """
    changes: dict[str, Any] = {}
    for each in fields(theme):
        value = getattr(theme, each.name)
        if isinstance(value, str) and value.startswith("#"):
            changes[each.name] = device_cmyk(value)
        elif isinstance(value, tuple):
            changes[each.name] = tuple(map(device_cmyk, value))
    return replace(theme, **changes)


def device_cmyk(color: str) -> str:
    """A colour of CSS as amounts of ink.

    >>> device_cmyk("#16130f"), device_cmyk("#ff0000")
    ('device-cmyk(0 0 0 1)', 'device-cmyk(0 1 1 0)')
    """
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    light = max(red, green, blue)
    if light - min(red, green, blue) < GREY_AT_MOST:
        grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return f"device-cmyk(0 0 0 {1 if grey < BLACK_AT_MOST else 1 - grey:.3g})"
    return "device-cmyk({:.3g} {:.3g} {:.3g} {:.3g})".format(
        *((light - part) / light for part in (red, green, blue)), 1 - light
    )


def profile_fault(content: bytes) -> str:
    """Why these bytes are no profile of a press; empty if they are one.

    >>> profile_fault(b"a letter to the print shop")
    'it is no ICC profile'
    """
    if content[36:40] != b"acsp":
        return "it is no ICC profile"
    if content[16:20] != b"CMYK":
        return f"it is a profile for {content[16:20].decode('ascii', 'replace').strip()}, and a press prints CMYK"
    from PIL import ImageCms

    try:
        ImageCms.ImageCmsProfile(io.BytesIO(content))
    except (OSError, ImageCms.PyCMSError):
        return "it is a damaged ICC profile"
    return ""
