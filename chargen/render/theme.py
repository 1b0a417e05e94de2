"""How a sheet looks, apart from what stands on it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours and sizes. One accent and its tint: a page must also live on a black-and-white laser."""

    name: str
    text_pt: float = 10
    """The size that all others are a multiple of; the smallest is three quarters of it."""
    ink: str = "#16130f"
    quiet: str = "#5a554d"
    """Small words, and what is drawn lighter."""
    hairline: str = "#a39c90"
    accent: str = "#7c2318"
    tint: str = "#dcbfb6"


PLAIN = Theme(name="plain")
THEMES = (PLAIN,)


def theme(name: str) -> Theme:
    """The theme of that name, in capitals or not; `ValueError` names those there are."""
    for each in THEMES:
        if each.name == name.strip().casefold():
            return each
    raise ValueError(f"no theme is called {name!r}; there are {', '.join(each.name for each in THEMES)}")
