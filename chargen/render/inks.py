"""A theme mixed from the four inks of a press, and the press's own profile."""

import io
from dataclasses import fields, replace
from typing import Any

from chargen.render.theme import BLACK, Theme

GREY_AT_MOST = 0.16
"""Colours with less colour than this are printed in black ink alone, which needs no register."""
BLACK_AT_MOST = 0.12
"""Greys darker than this are full black."""
FINE = ("quiet", "hairline")
"""What is too fine for a screen of dots."""


def four_inks(theme: Theme) -> Theme:
    """The theme with each colour as cyan, magenta, yellow and black.

    It is plain arithmetic without a profile. Greys are black ink only; what darkness the others share is black too.
    Tints are so much of each of the accent's inks. Hairlines and small text are full black: a screen breaks them up.
    """
    changes: dict[str, Any] = {}
    for field in fields(theme):
        value = getattr(theme, field.name)
        if field.name in FINE:
            changes[field.name] = device_cmyk(BLACK)
        elif field.name == "tint":
            changes[field.name] = _tint(value, theme.accent)
        elif field.name == "heat":
            changes[field.name] = tuple(_tint(color, theme.accent) for color in value)
        elif isinstance(value, str) and value.startswith("#"):
            changes[field.name] = device_cmyk(value)
    return replace(theme, **changes)


def _tint(color: str, accent: str) -> str:
    """As much of the accent's inks as makes a colour as dark as that.

    >>> _tint("#ffffff", "#7c2318"), _tint("#7c2318", "#7c2318")
    ('device-cmyk(0 0 0 0)', 'device-cmyk(0 0.718 0.806 0.514)')
    """
    share = (1 - _lightness(color)) / (1 - _lightness(accent))
    inks = [float(ink) for ink in device_cmyk(accent).removeprefix("device-cmyk(").removesuffix(")").split()]
    return "device-cmyk({:.3g} {:.3g} {:.3g} {:.3g})".format(*(share * ink for ink in inks))


def _lightness(color: str) -> float:
    red, green, blue = _parts(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def device_cmyk(color: str) -> str:
    """A colour of CSS as amounts of ink.

    >>> device_cmyk("#16130f"), device_cmyk("#ff0000")
    ('device-cmyk(0 0 0 1)', 'device-cmyk(0 1 1 0)')
    """
    red, green, blue = _parts(color)
    light = max(red, green, blue)
    if light - min(red, green, blue) < GREY_AT_MOST:
        grey = _lightness(color)
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
