"""Sheets as HTML."""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
import uharfbuzz

from chargen.core.resources import folder
from chargen.core.sheet import Sheet
from chargen.render import fonts
from chargen.render.page import Layout, html, markup
from chargen.render.paper import parse_paper
from chargen.render.theme import PLAIN
from chargen.render.typography import on_page
from tests.render import sheets

A4 = parse_paper("A4")
BUILD = Path(__file__).resolve().parents[2] / "studio" / "build.mjs"
VOID = {"meta", "link", "img", "br", "col", "path", "input"}


class Page(HTMLParser):
    """The elements and the text of a page, and whether it is well-formed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.style = self.script = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"{tag} was not open"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            self.style += data
        elif "script" in self.open:
            # The first script is the one that runs; the other is the data of the rolls.
            self.script = self.script or data
        else:
            self.text.append(data)

    def named(self, *tags: str) -> list[tuple[str, dict[str, str]]]:
        """Return the elements of those names; there must be some."""
        found = [element for element in self.elements if element[0] in tags]
        assert found, f"no {tags} to look at"
        return found


def made() -> dict[str, Sheet]:
    """Return the sheets that every fact is tried on."""
    return {
        "plain": sheets.plain(),
        "veteran": sheets.preset("ash-road-captain"),
        "endless": sheets.endless(),
        "hostile": sheets.hostile(),
    }


@pytest.fixture(scope="module", params=["plain", "veteran", "endless", "hostile"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    """Each sheet in turn."""
    return made()[request.param]


@pytest.fixture(scope="module")
def text(sheet: Sheet) -> str:
    """Its file."""
    return html(sheet, paper=A4)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    """Its elements."""
    return Page(text)


def test_a_page_needs_nothing_but_itself(page: Page, text: str) -> None:
    """No script but its own, no other file, no network: every address holds what it is for."""
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"link", "iframe", "object", "embed", "base", "form"}
    scripts = [attributes for tag, attributes in page.elements if tag == "script"]
    assert scripts[0] == {"type": "module"}
    assert scripts[1:] in ([], [{"type": "application/json", "id": "rolls"}]), "data, which no browser runs"
    addresses = [value for _, attributes in page.elements for name, value in attributes.items() if name in LINKS]
    addresses += re.findall(r"url\(\s*[\"']?([^\"')]*)", page.style)
    assert len(addresses) >= len(fonts.FACES)
    assert all(address.startswith("data:") for address in addresses)
    assert "@import" not in page.style
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]


LINKS = {"src", "href", "xlink:href", "action", "data", "poster", "srcset", "background", "cite", "style-src"}


def test_the_one_script_is_named_by_its_hash(page: Page) -> None:
    """The page's policy lets no other run, and nothing be fetched."""
    (policy,) = [a["content"] for _, a in page.named("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(page.script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert page.script == (folder("templates") / "sheet.min.js").read_text(encoding="utf-8").rstrip()


def test_the_script_is_built_from_its_parts() -> None:
    """After a change in templates/sheet, `cd studio && node build.mjs` builds it again."""
    names = re.findall(r'"(\w+)"', BUILD.read_text(encoding="utf-8").partition("await read([")[2].partition("]")[0])
    assert len(names) > 1
    parts = [(folder("templates") / "sheet" / f"{name}.js").read_text(encoding="utf-8") for name in names]
    built = (folder("templates") / "sheet.min.js").read_text(encoding="utf-8")
    assert hashlib.sha256("\n".join(parts).encode()).hexdigest() in built.partition("\n")[0]


def test_every_word_is_on_the_page(sheet: Sheet, page: Page) -> None:
    """Nothing of the sheet is left out."""
    shown = "".join("".join(page.text).split())
    wanted = [word for text in sheets.texts(on_page(sheet)) for word in text.split()]
    assert wanted
    assert not [word for word in wanted if word not in shown and word.upper() not in shown]


def test_a_page_says_its_language_and_its_title(sheet: Sheet, page: Page) -> None:
    """For those who hear it, and for the tab of the browser."""
    assert dict(page.named("html"))["html"]["lang"] == "en"
    assert sheet.name in "".join(page.text)
    assert any(attributes.get("name") == "viewport" for _, attributes in page.named("meta"))


def test_headings_come_in_order(page: Page) -> None:
    """One of the first level, at the start; then no level is skipped."""
    levels = [int(tag[1]) for tag, _ in page.named("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_headings_of_tables_say_what_they_head(page: Page) -> None:
    """Each is the heading of a row, a column, or a group of columns."""
    assert {attributes["scope"] for _, attributes in page.named("th")} <= {"row", "col", "colgroup"}


def test_pictures_are_reported_or_hidden(page: Page) -> None:
    """A bar is beside its number and is not reported; a track is."""
    for _, attributes in page.named("svg"):
        assert attributes.get("aria-hidden") == "true" or (
            attributes.get("role") == "img" and attributes.get("aria-label")
        )
    assert all(attributes.get("alt") for tag, attributes in page.elements if tag == "img")


def test_the_fonts_within_hold_every_letter_that_the_page_shows(text: str, page: Page) -> None:
    """As far as the typeface has it; in capitals too, because titles are."""
    embedded = re.findall(r"@font-face [^}]*url\(\"data:font/ttf;base64,([^\"]*)\"\)", page.style)
    assert len(embedded) == len(fonts.FACES)
    letters = {ord(letter) for letter in "".join(page.text) + "".join(page.text).upper() if letter.isprintable()}
    for face, content in zip(fonts.FACES, embedded, strict=True):
        data = base64.b64decode(content)
        complete = set(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path))).unicodes)
        value = set(uharfbuzz.Face(data).unicodes)
        assert letters & complete <= value
        assert len(data) < face.path.stat().st_size / 3


def screen(sheet: Sheet) -> str:
    """Return a sheet as a browser gets it."""
    return html(sheet, paper=A4)


def printed(sheet: Sheet) -> str:
    """Return a sheet as a printer gets it."""
    return markup(sheet, Layout(A4, PLAIN))


@pytest.mark.parametrize("draw", [screen, printed])
def test_hostile_text_is_text(draw: Callable[[Sheet], str]) -> None:
    """What a player writes makes no element, no attribute, no rule of style, and is not run as a template."""
    tame = sheets.with_each_text("x" * len(sheets.HOSTILE))
    harmless = Page(draw(tame))
    harmed = Page(draw(sheets.hostile()))
    for (tag, attributes), (expected_tag, expected) in zip(harmed.elements, harmless.elements, strict=True):
        assert (tag, attributes.keys()) == (expected_tag, expected.keys())
    assert "".join(harmed.text).count("{{ 7*7 }}") > 10
    assert sheets.HOSTILE in "".join(harmed.text)
    assert "alert" not in re.sub(r"\"[^\"]*\"", "", harmed.style)


def test_what_is_printed_carries_no_style() -> None:
    """The printer has one style sheet for all; and what belongs to a screen is not in it."""
    text = printed(sheets.plain())
    assert not {"style", "script", "input", "button", "output"} & {tag for tag, _ in Page(text).elements}
    assert not [word for word in ("data-", "why", "Content-Security", "What if") if word in WITHOUT_HEAD.sub("", text)]


WITHOUT_HEAD = re.compile(r"data-(head|foot)=")


def test_a_chance_is_reported_in_figures() -> None:
    """In percent with a narrow space; the exact count where the dice have one, else a decimal."""
    shown = "".join(Page(html(sheets.plain(), paper=A4)).text)
    for figure in ("53\u202f%", "19 in 36", "14.3\u202f%", "33\u202f%", "<1"):
        assert figure in shown


def test_a_game_may_draw_a_block_in_its_own_way(tmp_path: Path) -> None:
    """By a template in the game's folder, of the block's name; chargen's own templates stand behind it."""
    (tmp_path / "no-such-game").mkdir()
    (tmp_path / "no-such-game" / "facts.html").write_text("<p>skinned {{ block.title }}</p>")
    shown = printed(replace(sheets.plain(), templates=tmp_path))
    assert "<p>skinned Facts</p>" in shown
    assert "Skills" in shown
