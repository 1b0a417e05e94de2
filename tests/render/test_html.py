"""Sheets as HTML."""

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
import uharfbuzz

from chargen.game.resources import folder
from chargen.page.sheet import Sheet
from chargen.render import fonts
from chargen.render.page import Layout, html, markup
from chargen.render.paper import A4
from chargen.render.theme import PLAIN
from chargen.render.typography import on_page
from tests.characters import preset, sheet_of
from tests.render import sheets
from tests.render.looking import parse_html, shown_text

BUILD = Path(__file__).resolve().parents[2] / "studio" / "build.mjs"
LINKS = {"src", "href", "xlink:href", "action", "data", "poster", "srcset", "background", "cite", "style-src"}


@pytest.fixture(scope="module", params=["plain", "ash-road-captain"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    """The plain sheet, and that of a character with much experience."""
    return sheets.plain() if request.param == "plain" else sheet_of(preset(request.param))


@pytest.fixture(scope="module")
def page(sheet: Sheet) -> Element:
    return parse_html(html(sheet, paper=A4))


def test_a_page_needs_nothing_but_itself(page: Element) -> None:
    """No script but its own, no other file, no network: every address holds what it is for."""
    assert not {"link", "iframe", "object", "embed", "base", "form"} & {element.tag for element in page.iter()}
    first, *others = [element.attrib for element in page.iter("script")]
    assert first == {"type": "module"}
    assert others in ([], [{"type": "application/json", "id": "rolls"}]), "data, which no browser runs"
    style = page.findtext(".//style") or ""
    attributes = [attribute for element in page.iter() for attribute in element.items()]
    addresses = [value for name, value in attributes if name in LINKS]
    addresses += re.findall(r"url\(\s*[\"']?([^\"')]*)", style)
    assert len(addresses) >= len(fonts.FACES)
    assert all(address.startswith("data:") for address in addresses)
    assert "@import" not in style
    assert not [name for name, _ in attributes if name.startswith("on")]


def test_the_one_script_is_named_by_its_hash(page: Element) -> None:
    """The page's policy lets no other run, and nothing be fetched."""
    (policy,) = [meta.get("content", "") for meta in page.iter("meta") if "Policy" in meta.get("http-equiv", "")]
    script = page.findtext(".//script") or ""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert script == (folder("templates") / "sheet.min.js").read_text(encoding="utf-8").rstrip()


def test_the_script_is_built_from_its_parts() -> None:
    """After a change in templates/sheet, `cd studio && node build.mjs` builds it again."""
    names = re.findall(r'"(\w+)"', BUILD.read_text(encoding="utf-8").partition("await read([")[2].partition("]")[0])
    assert len(names) > 1
    parts = [(folder("templates") / "sheet" / f"{name}.js").read_text(encoding="utf-8") for name in names]
    built = (folder("templates") / "sheet.min.js").read_text(encoding="utf-8")
    assert hashlib.sha256("\n".join(parts).encode()).hexdigest() in built.partition("\n")[0]


def test_every_word_is_on_the_page(sheet: Sheet, page: Element) -> None:
    shown = "".join(shown_text(page).split())
    wanted = [word for text in sheets.texts(on_page(sheet)) for word in text.split()]
    assert wanted
    assert not [word for word in wanted if word not in shown and word.upper() not in shown]


def test_pictures_are_described_or_hidden(page: Element) -> None:
    """A bar is beside its number and needs no words; a track has some. The page fits on a phone."""
    for svg in page.iter("svg"):
        assert svg.get("aria-hidden") == "true" or (svg.get("role") == "img" and svg.get("aria-label"))
    assert any(meta.get("name") == "viewport" for meta in page.iter("meta"))


def test_the_fonts_within_hold_every_letter_that_the_page_shows(page: Element) -> None:
    """As far as the typeface has it; in capitals too, because titles are."""
    embedded = re.findall(r"@font-face [^}]*url\(\"data:font/ttf;base64,([^\"]*)\"\)", page.findtext(".//style") or "")
    assert len(embedded) == len(fonts.FACES)
    text = shown_text(page)
    letters = {ord(letter) for letter in text + text.upper() if letter.isprintable()}
    for face, content in zip(fonts.FACES, embedded, strict=True):
        data = base64.b64decode(content)
        assert letters & {*fonts.loaded(face).face.unicodes} <= {*uharfbuzz.Face(data).unicodes}
        assert len(data) < face.path.stat().st_size / 3


def screen(sheet: Sheet) -> str:
    return html(sheet, paper=A4)


def printed(sheet: Sheet) -> str:
    return markup(sheet, Layout(A4, PLAIN))


@pytest.mark.parametrize("draw", [screen, printed])
def test_hostile_text_is_text(draw: Callable[[Sheet], str]) -> None:
    """What a player writes makes no element, no attribute, no rule of style, and is not run as a template."""
    harmless, harmed = (
        parse_html(draw(sheets.with_each_text(text, sheets.plain())))
        for text in ("x" * len(sheets.HOSTILE), sheets.HOSTILE)
    )
    for element, expected in zip(harmed.iter(), harmless.iter(), strict=True):
        assert (element.tag, element.keys()) == (expected.tag, expected.keys())
    text = shown_text(harmed)
    assert text.count("{{ 7*7 }}") > 10
    assert sheets.HOSTILE in text
    assert "alert" not in re.sub(r"\"[^\"]*\"", "", harmed.findtext(".//style") or "")
