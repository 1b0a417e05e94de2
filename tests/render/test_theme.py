"""Themes and inks."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from PIL import Image

from chargen.page.sheet import Masthead, Portrait
from chargen.render import page, typography
from chargen.render.bitmap import in_greys
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.printer import Printed
from chargen.render.theme import (
    INKS,
    LIGHT_ON_DARK,
    NAMES,
    PLAIN,
    THEMES,
    WHITE,
    Theme,
    apply_game_colour,
    find_theme,
)
from tests.render import sheets
from tests.render.looking import colours, opened, steps, streams, texts
from tests.scale import pairs

ENOUGH = 7
LOOKS = [find_theme(name, ink) for name in NAMES for ink in INKS]
IDS = [f"{name} {ink}" for name in NAMES for ink in INKS]


def luminance(color: str) -> float:
    """How bright a colour is, as WCAG 2 computes."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart: 1 for the same, 21 for black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("look", LOOKS, ids=IDS)
def test_text_can_be_read(look: Theme) -> None:
    """At least seven to one: all words on paper, and those on a heat map; on a screen, a browser judges it."""
    printed = set(re.findall(r"(?<![-\w])color: (#\w{6})", page.style(page.Layout(A4, look), faces={})))
    assert {look.ink, look.quiet} <= printed
    for color in (look.ink, look.quiet, look.accent, *printed):
        assert contrast(color, WHITE) >= ENOUGH, color
    assert len(look.heat) == len(look.dark_heat) == 4
    for tint, dark_tint in zip(look.heat, look.dark_heat, strict=True):
        assert contrast(look.ink, tint) >= ENOUGH, tint
        assert contrast(LIGHT_ON_DARK, dark_tint) >= ENOUGH, dark_tint


@pytest.mark.parametrize("look", THEMES, ids=NAMES)
def test_a_heat_map_can_be_distinguished_in_grey(look: Theme) -> None:
    """Each step is darker than the one before by as much as a laser shows."""
    steps = [luminance(tint) for tint in (WHITE, *look.heat)]
    assert all(light - dark > 0.07 for light, dark in pairwise(steps))


def test_a_heat_map_tells_more_than_its_tint() -> None:
    """A bar below each cell's words is as long as its chance, in twentieths."""
    shown = html(sheets.plain(), paper=A4)
    cells = re.findall(r'class="[^"]* heat heat-(\d) fill-(\d+)"', shown)
    assert cells == [("0", "0"), ("2", "8"), ("4", "16")]
    style = page.style(page.Layout(A4, PLAIN), faces={})
    for _, fill in cells[1:]:
        assert f".fill-{fill} {{" in style
    assert "background-size: 40% .9mm" in style
    assert [typography.heat_fill(Fraction(n, 1000)) for n in (0, 1, 999, 1000)] == [0, 1, 19, 20]


def test_a_theme_is_found_in_any_spelling() -> None:
    """Or answered with those there are; a theme is given back as it is."""
    assert find_theme("Large Print").name == find_theme("LARGE_PRINT").name == "large-print"
    with pytest.raises(ValueError, match=r"baroque.*plain, pulp"):
        find_theme("baroque")
    with pytest.raises(ValueError, match=r"gold.*full, light"):
        find_theme("plain", "gold")


@pytest.mark.parametrize(("name", "ink"), pairs(NAMES, tuple(INKS)))
def test_a_sheet_is_printed_in_each_theme_and_ink(name: str, ink: str) -> None:
    """With every word of it, but those outcomes of a chart that large print has no room for, and no complaint."""
    printed = _printed(find_theme(name, ink))
    assert printed.problems == ()
    shown = "".join("".join(texts(printed.content)).split()).casefold()
    wanted = [word.casefold() for text in sheets.texts(sheets.plain()) for word in text.split()]
    assert len(wanted) > 60
    assert [word for word in wanted if word not in shown] in ([], ["≤−1"] if name == "large-print" else [])


def _colours(content: bytes) -> set[tuple[float, ...]]:
    """Return the colours of a file, which has no shading."""
    with opened(content) as file:
        assert "sh" not in {operator for operator, _ in steps(file)}
        return colours(file)


@pytest.mark.parametrize("name", NAMES)
def test_mono_is_black_and_white(name: str) -> None:
    """No operator of the file sets a colour but black and white; the same sheet in full ink has others."""
    mono = _colours(_printed(find_theme(name, "mono")).content)
    assert mono
    assert mono <= {(0, 0, 0), (1, 1, 1), (0,), (1,)}
    assert any(len(set(colour)) > 1 for colour in _colours(_printed(PLAIN).content))


def test_light_has_no_filled_panels() -> None:
    """No tint is left in the file: bars are thin, and nothing is drawn behind words."""
    tints = {find_theme("plain").tint, *find_theme("plain").heat}
    wanted = {tuple(round(int(tint[at : at + 2], 16) / 255, 2) for at in (1, 3, 5)) for tint in tints}
    for ink, there in (("full", True), ("light", False)):
        found = _colours(_printed(find_theme("plain", ink)).content)
        assert bool(wanted & {tuple(round(part, 2) for part in colour) for colour in found}) is there


@cache
def _printed(look: Theme) -> Printed:
    return pdf(sheets.plain(), paper=A4, theme=look)


def test_a_portrait_in_mono_is_grey() -> None:
    """A photograph is turned into greys; a drawing stays as it is, and the sheet says so."""
    with opened(_printed(find_theme("plain", "mono")).content) as file:
        assert [str(picture.ColorSpace) for picture in streams(file, "Image")] == ["/DeviceGray"]
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="red" d="M0 0h9v9z"/></svg>'
    sheet = replace(sheets.plain(), portrait=Portrait(media_type="image/svg+xml", content=drawing))
    (problem,) = pdf(sheet, paper=A4, theme=find_theme("plain", "mono")).problems
    assert "keeps its own colours" in problem


def test_a_see_through_portrait_is_on_paper() -> None:
    """What is not there is white, and not black."""
    made = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(made, "PNG")
    shown = in_greys(Portrait(media_type="image/png", content=made.getvalue()))
    with Image.open(io.BytesIO(shown.content)) as opened:
        assert opened.mode == "L"
        assert opened.getextrema() == (255, 255)


def test_a_game_has_its_own_colour() -> None:
    """Accent, tints and heat follow from it; pulp keeps its own, and black and white stays so."""
    masthead = Masthead("#1d3f66", "M0 0h24v24h-24z")
    blue = apply_game_colour(PLAIN, masthead)
    assert blue.accent == "#1d3f66"
    assert not {blue.tint, *blue.heat, blue.dark_accent} & {PLAIN.tint, *PLAIN.heat, PLAIN.dark_accent}
    assert apply_game_colour(find_theme("plain", "light"), masthead).tint == WHITE
    for kept in (find_theme("pulp"), find_theme("plain", "mono")):
        assert apply_game_colour(kept, masthead) == kept
    assert apply_game_colour(PLAIN, None) == PLAIN
