"""How a sheet looks, apart from what stands on it: themes, and how much ink they take."""

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from chargen.core.sheet import Masthead

WHITE = "#ffffff"
BLACK = "#000000"
DARK, LIGHT_ON_DARK = "#171512", "#ece6db"
"""The paper of a dark screen, and its ink."""
DARK_HEAT = (0.08, 0.15, 0.22, 0.29)
HEAT = (0.11, 0.2, 0.3, 0.4)
"""How much of the accent is in the steps of a heat map, white being the first of five."""
TINT = 0.3
"""How much of the accent is in its tint."""
ON_DARK = (0.76, 0.65)
"""How light an accent is on a dark screen, and how strong its colour is at most."""


def mixed(color: str, share: float, paper: str = WHITE) -> str:
    """A colour thinned with that of the paper.

    >>> mixed("#000000", 0.5), mixed("#7c2318", 0)
    ('#808080', '#ffffff')
    """
    pairs = ((int(color[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{int(one * share + other * (1 - share) + 0.5):02x}" for one, other in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours and sizes. One accent and its tints: a page must also live on a black-and-white laser."""

    name: str
    about: str = ""
    """What it is good for, in a few words."""
    text_pt: float = 10
    """The size that all others are a multiple of; the smallest is three quarters of it."""
    ink: str = "#16130f"
    quiet: str = "#5a554d"
    """Small words, and what is drawn lighter."""
    hairline: str = "#a39c90"
    paper: str = WHITE
    """What parts the cells of a heat map."""
    accent: str = "#7c2318"
    keeps_accent: bool = False
    """Whether it is the same in all games, and not that of the game."""
    tint: str = mixed("#7c2318", TINT)
    heat: tuple[str, ...] = tuple(mixed("#7c2318", share) for share in HEAT)
    """The tints of a heat map, from light to dark; text stands on them."""
    dark_accent: str = "#e89a86"
    """What the accent becomes on a dark screen."""
    serif_titles: bool = False
    bars: Literal["solid", "thin", "striped"] = "solid"
    """How bars are drawn. Striped: the lighter end is told by its stripes, and not by a tint."""
    black: bool = False
    """Whether it has no colour but black and the paper's."""

    @property
    def dark_heat(self) -> tuple[str, ...]:
        """The tints of a heat map on a dark screen."""
        shares = DARK_HEAT if self.heat[-1] != WHITE else (0.0,) * len(HEAT)
        return tuple(mixed(self.dark_accent, share, DARK) for share in shares)

    @property
    def dark_tint(self) -> str:
        """The tint on a dark screen."""
        return DARK if self.tint == WHITE else mixed(self.dark_accent, 0.4, DARK)

    @property
    def scale(self) -> float:
        """How much larger it is than the usual size."""
        return self.text_pt / PLAIN.text_pt


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
    heat=tuple(mixed("#84300b", share) for share in HEAT),
    serif_titles=True,
)
LARGE_PRINT = Theme(
    name="large-print",
    about="everything a third larger, in one column, for tired eyes and dim rooms",
    text_pt=13.5,
    ink="#0d0b09",
    quiet="#46413a",
    hairline="#8a8276",
    heat=tuple(mixed("#7c2318", share) for share in HEAT),
)
THEMES = (PLAIN, PULP, LARGE_PRINT)
NAMES = tuple(theme.name for theme in THEMES)

INKS: Mapping[str, str] = MappingProxyType(
    {
        "full": "tints, and bars that are filled",
        "light": "saves ink: no filled panels, thin bars",
        "mono": "black and white only: stripes and bars in place of tints",
    }
)
"""How much ink a sheet takes, and what that means. Nothing is told by colour alone in any of them."""


def is_known(name: str) -> bool:
    """Whether a theme has that name, in any spelling.

    >>> is_known("Large Print"), is_known("baroque")
    (True, False)
    """
    return _key(name) in NAMES


def _key(name: str) -> str:
    return "-".join(name.casefold().replace("_", " ").replace("-", " ").split())


def theme(name: str | Theme, ink: str = "full") -> Theme:
    """The theme of that name, in capitals or not, with so much ink; a theme is given back as it is.

    `ValueError` names those there are.
    """
    if isinstance(name, Theme):
        return name
    for candidate in THEMES:
        if candidate.name == _key(name):
            return inked(candidate, ink)
    raise ValueError(f"no theme is called {name!r}; there are {', '.join(NAMES)}")


def of_game(look: Theme, masthead: Masthead | None) -> Theme:
    """The theme in the colour of a game, with the tints that follow from it; as it is where it has its own.

    >>> of_game(PLAIN, Masthead("#1d3f66", "M0 0h24z")).tint
    '#bbc5d1'
    """
    if masthead is None or look.keeps_accent or look.black:
        return look
    accent = masthead.accent
    return replace(
        look,
        accent=accent,
        dark_accent=on_dark(accent),
        tint=look.tint if look.tint == WHITE else mixed(accent, TINT),
        heat=tuple(was if was == WHITE else mixed(accent, share) for was, share in zip(look.heat, HEAT, strict=True)),
    )


def on_dark(color: str) -> str:
    """A dark colour as light as letters on a dark screen must be.

    >>> on_dark("#7c2318")
    '#eaa39a'
    """
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, strong = colorsys.rgb_to_hls(red, green, blue)
    lightness, strongest = ON_DARK
    parts = colorsys.hls_to_rgb(hue, lightness, min(strong, strongest))
    return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in parts)


def inked(full: Theme, ink: str) -> Theme:
    """The theme with so much ink: one of `INKS`."""
    if ink == "full":
        return full
    if ink == "light":
        return replace(full, bars="thin", tint=WHITE, heat=(WHITE,) * len(HEAT))
    if ink == "mono":
        white = (WHITE,) * len(HEAT)
        dark = replace(full, ink=BLACK, quiet=BLACK, hairline=BLACK, accent=BLACK)
        return replace(dark, bars="striped", black=True, tint=WHITE, heat=white, dark_accent=LIGHT_ON_DARK)
    raise ValueError(f"no ink is called {ink!r}; there are {', '.join(INKS)}")
