"""The look of a sheet: themes, how much ink they take, and the same colours as inks of a press."""

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from chargen.page.sheet import Masthead
from chargen.text.names import fold

WHITE = "#ffffff"
BLACK = "#000000"
DARK, LIGHT_ON_DARK = "#171512", "#ece6db"
"""The paper of a dark screen, and its ink."""
DARK_HEAT = (0.08, 0.15, 0.22, 0.29)
HEAT = (0.11, 0.2, 0.3, 0.4)
"""The share of the accent in the steps of a heat map; the first of the five steps is white."""
TINT = 0.3  # The share of the accent in its tint
ON_DARK = (0.76, 0.65)  # The lightness of an accent on a dark screen, and its largest saturation

GREY_AT_MOST = 0.16
"""Colours whose channels differ less are printed in black ink alone, which needs no register."""
BLACK_AT_MOST = 0.12  # Greys darker than this are full black
CMYK = "device-cmyk({:.3g} {:.3g} {:.3g} {:.3g})"  # A colour of CSS as amounts of ink
INKED = ("ink", "paper", "accent", "dark_accent")  # The colours that are mixed from the four inks


def mix(color: str, share: float, paper: str = WHITE) -> str:
    """Return a colour mixed with that of the paper.

    >>> mix("#000000", 0.5), mix("#7c2318", 0)
    ('#808080', '#ffffff')
    """
    pairs = ((int(color[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{int(one * share + other * (1 - share) + 0.5):02x}" for one, other in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours and sizes. One accent and its tints: a page must also live on a black-and-white laser."""

    name: str
    about: str = ""
    """What it is for, in a few words."""
    text_pt: float = 10
    """The size of what is read; all others are a multiple of it."""
    least: float = 0.75
    """The smallest size, in parts of that."""
    least_read: float = 0
    """The smallest size of sentences: what things do, and what words in tables say."""
    ink: str = "#16130f"
    quiet: str = "#5a554d"
    """The colour of small text and light lines."""
    hairline: str = "#a39c90"
    paper: str = WHITE
    """The colour between the cells of a heat map."""
    accent: str = "#7c2318"
    keeps_accent: bool = False
    """Whether the accent is the same in all games, and not that of the game."""
    tint: str = mix("#7c2318", TINT)
    heat: tuple[str, ...] = tuple(mix("#7c2318", share) for share in HEAT)
    """The tints of a heat map, from light to dark; text is printed over them."""
    dark_accent: str = "#e89a86"
    """The accent on a dark screen."""
    serif_titles: bool = False
    bars: Literal["solid", "thin", "striped"] = "solid"
    """How bars are drawn. Striped: the lighter end has stripes and no tint."""
    black: bool = False
    """Whether its only colours are black and that of the paper."""

    @property
    def dark_heat(self) -> tuple[str, ...]:
        """Return the tints of a heat map on a dark screen."""
        shares = DARK_HEAT if self.heat[-1] != WHITE else (0.0,) * len(HEAT)
        return tuple(mix(self.dark_accent, share, DARK) for share in shares)

    @property
    def dark_tint(self) -> str:
        """Return the tint on a dark screen."""
        return DARK if self.tint == WHITE else mix(self.dark_accent, 0.4, DARK)

    @property
    def scale(self) -> float:
        """Return how much larger its text is than usual."""
        return self.text_pt / PLAIN.text_pt

    def at_least(self, size: float) -> float:
        """Return a size in parts of the text's, or the smallest one where that is larger.

        >>> LARGE_PRINT.at_least(0.75), PLAIN.at_least(0.75), PLAIN.at_least(1.1)
        (0.875, 0.75, 1.1)
        """
        return max(size, self.least)

    def to_read(self, size: float) -> float:
        """Return the size of sentences, in parts of the text's.

        >>> LARGE_PRINT.to_read(0.8), PLAIN.to_read(0.8)
        (1, 0.8)
        """
        return max(self.at_least(size), self.least_read)


PLAIN = Theme(name="plain", about="black on white, one accent: reads well on any printer")
PULP = Theme(
    name="pulp",
    about="warm browns and titles with serifs, for lurid covers and cheap paper",
    ink="#1f130a",
    quiet="#5e4a38",
    hairline="#b59c80",
    accent="#84300b",
    keeps_accent=True,
    tint="#e8c6a6",
    heat=tuple(mix("#84300b", share) for share in HEAT),
    serif_titles=True,
)
LARGE_PRINT = Theme(
    name="large-print",
    about="16 points for what is read and 14 or more for the rest, in one column, for tired eyes and dim rooms",
    text_pt=16,
    least=0.875,
    least_read=1,
    ink="#0d0b09",
    quiet="#46413a",
    hairline="#8a8276",
)
THEMES = (PLAIN, PULP, LARGE_PRINT)
NAMES = tuple(theme.name for theme in THEMES)

INKS: Mapping[str, str] = {
    "full": "tints, and bars that are filled",
    "light": "saves ink: no filled panels, thin bars",
    "mono": "black and white only: stripes and bars in place of tints",
}
"""How much ink a sheet takes, and what that means. In none of them is anything shown by colour alone."""


def find_theme(name: str, ink: str = "full") -> Theme:
    """Return the theme of that name, in any spelling, with one of `INKS`.

    Raises ValueError for an unknown name or ink.
    """
    found = next((candidate for candidate in THEMES if fold(candidate.name) == fold(name)), None)
    if found is None:
        raise ValueError(f"no theme is called {name!r}; there are {', '.join(NAMES)}")
    if ink not in INKS:
        raise ValueError(f"no ink is called {ink!r}; there are {', '.join(INKS)}")
    # Less ink: no tints, and for black and white also stripes in place of the lighter ends of bars.
    if ink != "full":
        found = replace(found, bars="thin", tint=WHITE, heat=(WHITE,) * len(HEAT))
    if ink == "mono":
        found = replace(found, bars="striped", black=True, dark_accent=LIGHT_ON_DARK)
        found = replace(found, ink=BLACK, quiet=BLACK, hairline=BLACK, accent=BLACK)
    return found


def apply_game_colour(look: Theme, masthead: Masthead | None) -> Theme:
    """Return the theme in the colour of a game, with tints of it; a theme with a colour of its own stays as it is.

    >>> apply_game_colour(PLAIN, Masthead("#1d3f66", "M0 0h24z")).tint
    '#bbc5d1'
    """
    if masthead is None or look.keeps_accent or look.black:
        return look
    accent = masthead.accent
    # On a dark screen, letters need a lighter one.
    hue, _, saturation = colorsys.rgb_to_hls(*_rgb(accent))
    parts = colorsys.hls_to_rgb(hue, ON_DARK[0], min(saturation, ON_DARK[1]))
    return replace(
        look,
        accent=accent,
        dark_accent="#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in parts),
        tint=look.tint if look.tint == WHITE else mix(accent, TINT),
        heat=tuple(was if was == WHITE else mix(accent, share) for was, share in zip(look.heat, HEAT, strict=True)),
    )


def four_inks(theme: Theme) -> Theme:
    """Return the theme with each colour as cyan, magenta, yellow and black, by arithmetic without a profile.

    Greys are black ink only, and so is the darkness of other colours. Tints are a part of each of the accent's inks.
    """
    dark = 1 - _lightness(theme.accent)
    inks = [float(ink) for ink in device_cmyk(theme.accent).removeprefix("device-cmyk(").removesuffix(")").split()]
    # The part of the accent's inks that is as dark as the colour.
    shares = [(1 - _lightness(color)) / dark for color in (theme.tint, *theme.heat)]
    tint, *heat = (CMYK.format(*(share * ink for ink in inks)) for share in shares)
    changes: dict[str, Any] = {name: device_cmyk(getattr(theme, name)) for name in INKED}
    black = device_cmyk(BLACK)  # a halftone screen would break up small text and thin lines
    return replace(theme, **changes, quiet=black, hairline=black, tint=tint, heat=tuple(heat))


def _lightness(color: str) -> float:
    red, green, blue = _rgb(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue  # the weights of sRGB (ITU-R BT.709)


def _rgb(color: str) -> tuple[float, float, float]:
    """Return the red, green and blue of a colour of CSS, each from 0 to 1."""
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def device_cmyk(color: str) -> str:
    """Return a colour of CSS as amounts of ink.

    >>> device_cmyk("#16130f"), device_cmyk("#ff0000")
    ('device-cmyk(0 0 0 1)', 'device-cmyk(0 1 1 0)')
    """
    red, green, blue = _rgb(color)
    light = max(red, green, blue)
    if light - min(red, green, blue) < GREY_AT_MOST:
        grey = _lightness(color)
        return f"device-cmyk(0 0 0 {1 if grey < BLACK_AT_MOST else 1 - grey:.3g})"
    return CMYK.format(*((light - part) / light for part in (red, green, blue)), 1 - light)
