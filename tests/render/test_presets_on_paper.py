"""Every ready-made character on every paper: whole words, apart and within the edges, and no page for nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import pairwise

import pytest

from chargen import ready_made
from chargen.page.sheet import Label, Prose, Sheet, Table
from chargen.render import arrangement
from chargen.render.fit import FULL_ENOUGH
from chargen.render.page import html
from chargen.render.paper import A4, parse_paper
from chargen.render.pdf import pdf
from chargen.render.theme import find_theme
from chargen.render.typography import is_word, on_page
from tests.characters import check, preset, sheet_of
from tests.render import sheets
from tests.render.looking import texts
from tests.render.pages import HYPHEN, Page, pages, touching
from tests.scale import QUICK, first, pairs

LOOKS = ("A4 large-print", "half-Letter plain", "A5 plain", "Letter plain", "A4 plain")
LARGE = ("A4 plain", "Letter plain")
"""Where a page has room for so much that one with little on it is wasted."""
ONE_OF_EACH_GAME = {preset.system: preset for preset in reversed(ready_made.presets())}.values()
PRESETS = {preset.key: preset for preset in (ONE_OF_EACH_GAME if QUICK else ready_made.presets())}
CASES = pairs(LOOKS, list(PRESETS))


@cache
def sheet(key: str) -> Sheet:
    return sheet_of(PRESETS[key].path)


@cache
def content(look: str, key: str) -> bytes:
    on, theme = look.split()
    return pdf(sheet(key), paper=parse_paper(on), theme=find_theme(theme)).content


@cache
def printed(look: str, key: str) -> tuple[Page, ...]:
    return pages(content(look, key))


def what_is_read(key: str) -> Iterator[str]:
    """Yield what things do, what is below the name of a row, and the words in tables for play."""
    for block in arrangement.proper(on_page(sheet(key))).blocks:
        if isinstance(block, Prose) and block.place != "foot":
            yield from (text for item in block.items for text in item)
        elif isinstance(block, Table) and not block.first_page:
            for name, *cells in block.rows:
                if isinstance(name, Label) and not name.big:
                    yield from (name.text, name.below)
                yield from (cell for cell in cells if isinstance(cell, str) and is_word(cell))


def cut_words(printed: tuple[Page, ...], markup: str) -> list[str]:
    """Return runs of letters on paper that are no words of the same page in a browser; a hyphen may part a word."""
    shown = unescape(re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", markup, flags=re.S))
    messages = " ".join(re.findall(r'"([^"]*)"', markup))
    texts = (shown, messages, f"{shown} {messages}".replace("-", ""), "of continued")
    complete = {word.casefold() for text in texts for word in letters(text)}
    return [word for page in printed for word in unbroken(page) if word.casefold() not in complete]


def unbroken(page: Page) -> Iterator[str]:
    """Yield the words of a page, those that a hyphen parts put together."""
    start = ""
    for line, after in pairwise([*page.lines, page.lines[0]]):
        text = start + line.signs.rstrip()
        start = text.rstrip(f"-{HYPHEN}") if text[-1:] in ("-", HYPHEN) and after.top > line.top else ""
        if not start:
            yield from letters(text)


def letters(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]{2,}", text)


@pytest.mark.parametrize("key", [key for look, key in CASES if look == "A4 large-print"])
def test_large_print_is_16_points_and_14_for_the_rest(key: str) -> None:
    """As seen in the file, with the words in drawings; hyphens at the end of a line are left out."""
    lines = [line for page in printed("A4 large-print", key) for line in page.lines]
    assert min(line.size_pt for line in lines) >= 14
    large = re.sub(r"[-\s]", "", "".join(line.text for line in lines if line.size_pt >= 16))
    for text in what_is_read(key):
        assert all(word in large for word in text.replace("-", "").split()), text


@pytest.mark.parametrize(("look", "key"), CASES)
def test_words_are_whole_and_apart_and_within_the_edges(look: str, key: str) -> None:
    """None runs over another or into the outer 5 mm, and none is cut in two but at a syllable, with a hyphen."""
    on, theme = look.split()
    found = printed(look, key)
    assert cut_words(found, html(sheet(key), paper=parse_paper(on), theme=find_theme(theme))) == []
    for page in found:
        assert list(touching(page.lines)) == []
        assert page.beyond() == []


@pytest.mark.parametrize(("look", "key"), [case for case in CASES if case[0] in LARGE])
def test_every_word_is_printed(look: str, key: str) -> None:
    """But what is on the reference page; on small papers, some words of headings are left out."""
    shown = "".join(line.text for page in printed(look, key) for line in page.lines).replace("-", "").casefold()
    proper = arrangement.proper(on_page(sheet(key)))
    wanted = sheets.texts(replace(proper, blocks=tuple(block for block in proper.blocks if not block.first_page)))
    words = [word.replace("-", "").casefold() for text in wanted for word in text.split()]
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize(("look", "key"), CASES)
def test_no_page_is_printed_for_nothing(look: str, key: str) -> None:
    """None has ruled lines alone; on large papers, none ends in its upper third."""
    for page in printed(look, key):
        assert len(page.body) > 5
        assert page.filled > FULL_ENOUGH or look not in LARGE


@pytest.mark.parametrize("name", first(["salle-widow", "gate-warden", "rooftop-thief"]))
def test_half_a_page_keeps_numbers_in_one_piece(name: str) -> None:
    """Façade's best skills have their traits before the dice, in the same line: 13, and not 1 and 3."""
    view = check(preset(name)).view
    assert view is not None
    drawn = view.sheet(compact=True)
    skills = drawn.block("best-skills")
    assert isinstance(skills, Table)
    (printed,) = texts(pdf(drawn, paper=A4).content)
    assert skills.rows
    for trait, dice, *_ in skills.rows:
        assert f"{trait} {dice}" in printed
