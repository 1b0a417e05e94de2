"""Text can be read: the contrast of every colour that letters have, by the formula of WCAG 2."""

import re

import pytest

from chargen.render import page
from chargen.render.paper import A4
from chargen.render.theme import THEMES, Theme
from tests.render import sheets

ENOUGH = 7.0
"""AAA for text of any size."""


def luminance(color: str) -> float:
    """Return the relative luminance of a colour in hexadecimal."""
    digits = color.lstrip("#")
    complete = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(complete[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """From 1, which is none, to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def text_colors(style: str) -> set[str]:
    """Return what the style sheet gives letters as colours."""
    return set(re.findall(r"(?<![-\w])color: (#\w+|var\(--\w+\))", style))


def test_the_formula_is_right() -> None:
    """Black on white is 21, and grey of the middle 4.5 or so."""
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=lambda each: each.name)
def test_text_on_paper(theme: Theme) -> None:
    """Every colour of text is out from white paper."""
    found = text_colors(page.style(A4, theme, faces={}))
    assert len(found) >= 2
    for color in found:
        assert contrast(color, "#ffffff") >= ENOUGH, color


@pytest.mark.parametrize("theme", THEMES, ids=lambda each: each.name)
def test_text_on_a_screen(theme: Theme) -> None:
    """In light and in dark: each colour against the background of its mode."""
    style = page.style(A4, theme, faces={}, sheet=sheets.plain())
    used = set(re.findall(r"var\(--(\w+)\)", " ".join(text_colors(style))))
    assert used
    palettes = [dict(re.findall(r"--([\w-]+): (#\w+)", each)) for each in re.findall(r":root \{([^}]*)\}", style)]
    light, dark = (each for each in palettes if "paper" in each)
    assert light["paper"] != dark["paper"]
    for palette in (light, dark):
        for name in used - {"paper"}:
            assert contrast(palette[name], palette["paper"]) >= ENOUGH, (name, palette["paper"])


@pytest.mark.parametrize("theme", THEMES, ids=lambda each: each.name)
def test_numbers_on_a_heat_map(theme: Theme) -> None:
    """The darkest tint still leaves its number enough."""
    assert theme.heat
    for color in theme.heat:
        assert contrast(theme.ink, color) >= ENOUGH, color
