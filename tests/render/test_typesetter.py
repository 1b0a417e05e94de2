"""Typst as a printer: text stays text, no file but chargen's is read, and what is asked for by standards is there."""

import contextlib
import io
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from chargen.page.card import Card, CardRoll, CardTrack, Number
from chargen.page.sheet import Portrait
from chargen.render import card_size, typesetter
from chargen.render.binding import join
from chargen.render.card_size import CardSize
from chargen.render.deck import Deck, page_of
from chargen.render.paper import A4, Paper
from chargen.render.pdf import pdf_of_several
from chargen.render.pictures import open_picture
from chargen.render.press import Press
from chargen.render.printer import Unprintable
from chargen.render.theme import PLAIN
from chargen.render.typesetter import typeset
from tests.render.looking import (
    assert_archival,
    assert_read_aloud,
    assert_tags_hold,
    box_mm,
    elements,
    labels,
    number,
    numbered,
    opened,
    streams,
    texts,
    xmp,
)
from tests.render.pages import pages
from tests.render.sample_cards import FACADE, FIVE_BY_FIVE, GAMES
from tests.render.sheets import BARE
from tests.render.test_type import NAMES
from tests.scale import pairs

HALF, CARDS = card_size.find_size("half"), card_size.find_size("cards")
STANDARDS = ("pdf/ua-1", "pdf/a-3a", "pdf/a-3b")
STRAIGHT = str.maketrans("‘’“”", "''\"\"")
HOSTILE = (
    *(
        '#eval("1")',
        "#1+1",
        "$x^2$",
        "*b* _i_",
        "@x",
        "<a>",
        "\\",
        "\\u{41}",
        "// gone",
        "/* gone */",
        "`raw`",
        "#{",
        "]",
    ),
    *("\"a\" 'b'", "[#b]", "= H", "- item", "+ item", "/ a: b", "~", "a -- b", "a --- b", "a...b", "-?", "(a, b)"),
    *("https://a.b", "{{ 7*7 }}", "%{x}", "&amp;", "<b>x</b>", "fi ffl", "\u00adsoft"),
)
"""Texts that mean something to Typst, or to another language; all of them are short enough for the smallest place."""
CLEANED = ("\x00a\x07b", "a\x1b[31mb", "\ud800a", "a\udfff", "a\r\nb", "\u2028a\u2029b", "\x85a")
SOFT_HYPHEN = "\u00ad"
"""A reader takes what follows one for the end of a word, as here it is not."""
UNSEEN = "\u200b\u00ad\ufffe\x02\u200e\u200f\u2028\u2029"


def everywhere(text: str) -> Card:
    """Return a card with a text in every place that there is for one."""
    return Card(
        system="x",
        system_title=text,
        name=text,
        concept=text,
        numbers=(Number(label=text, value=text, below=text),),
        rolls=(CardRoll(label=text, what=text, chance=Fraction(1, 3), note=""),),
        tracks=(CardTrack(title=text, boxes=3, zones=((text, 2), (text, 1))),),
        notes=((text, text),),
        back=((text, text),),
        foot=text,
    )


def deck(*cards: Card, form: CardSize | None = HALF, single: bool = True, **more: Any) -> Deck:
    """Return a deck of cards, each on a page of half a sheet, unless another form is given."""
    usual: dict[str, Any] = {"paper": A4, "theme": PLAIN, "title": "Deck"}
    return Deck(cards=cards, size=form, single=single, **usual | more)


def printed(*cards: Card, form: CardSize | None = HALF, backs: bool = False) -> list[str]:
    """Return the texts of the pages of such a deck, without blanks."""
    return [bare(text) for text in texts(typeset(deck(*cards, form=form, backs=backs), Press()).content)]


def bare(text: str) -> str:
    """Return a text without what no reader sees, with a typewriter's quotation marks."""
    return "".join(letter for letter in text.translate(STRAIGHT) if not letter.isspace() and letter not in UNSEEN)


def joined(parts: list[bytes], press: Press, **more: Any) -> bytes:
    usual: dict[str, Any] = {"title": "Deck", "bookmarks": (), "page": Paper("", HALF.width_mm, HALF.height_mm)}
    return join(parts, press=press, **usual | more)


# ---------------------------------------------------------------- text stays text


def test_markup_prints_as_it_stands() -> None:
    """In every field of a card, 15 on its front and back, and of a roster."""
    fronts_and_backs = printed(*map(everywhere, HOSTILE), backs=True)
    for text, front, back in zip(HOSTILE, fronts_and_backs[::2], fronts_and_backs[1::2], strict=True):
        assert front.count(bare(text)) + back.count(bare(text)) >= 15, text
    (page, *rest) = printed(*map(everywhere, HOSTILE[:10]), form=None)
    assert not rest
    for text in HOSTILE[:10]:
        assert page.count(bare(text)) >= 6, text


@example("#")
@given(st.text(st.characters(codec="latin-1", exclude_characters=SOFT_HYPHEN), max_size=9))
def test_any_text_prints_as_it_stands(text: str) -> None:
    """A hundred of them a deck, made of what was drawn and of what Typst would read."""
    drawn = [f"{mark}{text}" for mark in ("", "#", "$", "*", "@", "<", "\\", "//", '"', "]")]
    wanted = [bare("".join(letter for letter in each if letter.isprintable() or letter.isspace())) for each in drawn]
    for front, seen in zip(wanted, printed(*map(everywhere, drawn), backs=True)[::2], strict=True):
        assert front in seen


def test_what_no_typeface_draws_is_left_out() -> None:
    """Control characters, line ends and half letters: the others print, and the file is made."""
    for text, front in zip(CLEANED, printed(*map(everywhere, CLEANED)), strict=True):
        seen = bare("".join(letter for letter in text if letter.isprintable()))
        assert front.count(seen) >= 12
    content = typeset(deck(FIVE_BY_FIVE, title="a\x00b\ud800"), Press()).content
    with opened(content) as file:
        assert str(file.docinfo["/Title"]) == "ab"


ENDLESS = ("x" * 10_000, "word " * 2_000, "شهرزاد " * 1_500, "#[*" * 3_000, "🐉" * 5_000)


@pytest.mark.parametrize(("text", "form"), pairs(ENDLESS, (HALF, CARDS, None)), ids=lambda value: str(value)[:5])
def test_endless_texts_take_no_time(text: str, form: CardSize | None) -> None:
    """Ten thousand letters in every field, one word or many, in no more than a few times that of a usual card."""
    assert typeset(deck(everywhere(text), form=form, single=False), Press()).pages == 1


# ---------------------------------------------------------------- no file but chargen's


READS = {
    "a neighbour": '#read("../secret.txt")',
    "the root of the machine": '#read("/../../../etc/hostname")',
    "a file of the machine": '#read("{folder}/secret.txt")',
    "a link": '#read("link.txt")',
    "a package of the user": '#import "@local/planted:0.1.0": *',
    "a package of the network": '#import "@preview/example:0.1.0": *',
}


@pytest.mark.parametrize("what", READS)
def test_the_compiler_sees_one_folder(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a template could read another file, a package, or the network; and data are no template."""
    (tmp_path / "secret.txt").write_text("planted")
    for home in (tmp_path / "data", tmp_path / ".local/share", tmp_path / "cache", tmp_path / ".cache"):
        for space, name in (("local", "planted"), ("preview", "example")):
            package = home / "typst/packages" / space / name / "0.1.0"
            package.mkdir(parents=True)
            (package / "typst.toml").write_text(
                f'[package]\nname = "{name}"\nversion = "0.1.0"\nentrypoint = "lib.typ"\n'
            )
            (package / "lib.typ").write_text("planted")
    for variable, value in (("HOME", ""), ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache")):
        monkeypatch.setenv(variable, str(tmp_path / value))
    cards = tmp_path / "templates/cards"
    cards.mkdir(parents=True)
    (cards / "deck.typ").write_text(READS[what].format(folder=tmp_path))
    (cards / "link.txt").symlink_to(tmp_path / "nowhere.txt")
    monkeypatch.setattr(typesetter, "TEMPLATES", tmp_path / "templates" / "cards")
    typesetter._compiler.cache_clear()
    try:
        with pytest.raises(Exception, match=r"not found|failed|denied|escape|outside"):
            typeset(deck(FIVE_BY_FIVE), Press())
    finally:
        typesetter._compiler.cache_clear()


def test_a_drawing_reads_no_file(tmp_path: Path) -> None:
    """A portrait that names another picture shows nothing of it."""
    planted = tmp_path / "planted.png"
    Image.new("RGB", (40, 40), "#ff0000").save(planted)
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="9" height="9"/>'
        '<image href="{{}}" width="40" height="40"/></svg>'
    )
    for place in (str(planted), planted.as_uri(), "look.typ", "http://evil.example/x.png"):
        portrait = Portrait(media_type="image/svg+xml", content=drawing.format(place).encode())
        content = typeset(deck(replace(FIVE_BY_FIVE, portrait=portrait)), Press()).content
        with opened(content) as file:
            assert streams(file, "Image") == []


def test_a_drawing_that_typst_cannot_read_costs_no_one_the_card() -> None:
    """It is left out, and that is reported."""
    for drawing in (b'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', b'<svg viewBox="0 0 9 9"/>'):
        made = typeset(deck(FACADE, replace(FIVE_BY_FIVE, portrait=open_picture(drawing))), Press())
        assert made.pages == 2
        (remark,) = made.problems
        assert "portraits that are drawings are left out" in remark


def test_a_portrait_for_a_press_is_printed_in_the_colours_of_a_screen() -> None:
    """An archive of cards has no place for four inks."""
    written = io.BytesIO()
    Image.new("CMYK", (60, 80)).save(written, "JPEG")
    pictured = replace(FIVE_BY_FIVE, portrait=open_picture(written.getvalue()))
    press = Press(standard="pdf/a-3b")
    assert_archival(joined([typeset(deck(pictured), press).content], press))


# ---------------------------------------------------------------- letters of all scripts


@pytest.mark.parametrize("script", NAMES)
def test_a_name_of_any_script_has_its_letters(script: str) -> None:
    """They can be copied, and nothing is remarked upon; some readers repeat a sign of what is drawn in two parts."""
    made = typeset(deck(Card(system="x", name=NAMES[script])), Press())
    assert made.problems == ()
    (text,) = texts(made.content)
    wanted, found = Counter(bare(NAMES[script])), Counter(bare(text))
    assert found.keys() == wanted.keys()
    assert wanted <= found
    if script not in ("Khmer", "Bengali"):
        assert found == wanted


def test_a_letter_that_no_typeface_has_is_reported() -> None:
    """Once for all cards, which are printed still; where a standard forbids empty boxes, none is."""
    cards = [replace(FIVE_BY_FIVE, name=name) for name in ("Ada Quill", "Ada \U00013080", "Bo \U00013080")]
    made = typeset(deck(*cards), Press())
    assert made.pages == 3
    (remark,) = made.problems
    assert "U+13080" in remark
    for standard in STANDARDS:
        with pytest.raises(Unprintable, match=r"U\+13080.*forbids"):
            typeset(deck(*cards), Press(standard=standard))


# ---------------------------------------------------------------- standards


@pytest.mark.parametrize("standard", ["pdf/a-3a", "pdf/a-3b"])
@pytest.mark.parametrize("form", [CARDS, None], ids=["cards", "roster"])
def test_a_deck_can_be_archived(standard: str, form: CardSize | None) -> None:
    """Whole and in parts that are joined, it passes the judge of level B, rule by rule, and says what it is."""
    press = Press(standard=standard)
    part = typeset(deck(*GAMES.values(), form=form, single=False), press).content
    for parts in ([part], [part, part]):
        content = joined(parts, press, bookmarks=[("Ilsabet Crane", 0)], page=A4)
        level = b">%s</pdfaid:conformance>" % standard[-1].upper().encode()
        assert level in content
        assert_archival(content.replace(level, b">B</pdfaid:conformance>"))


@pytest.mark.parametrize("standard", ["pdf/ua-1", "pdf/a-3a"])
@pytest.mark.parametrize("form", [HALF, None], ids=["half", "roster"])
def test_a_deck_can_be_read_aloud(standard: str, form: CardSize | None) -> None:
    """A heading for each person, in their order, what is theirs behind it; language, title, and tags for all pages."""
    press = Press(standard=standard)
    made = typeset(deck(FIVE_BY_FIVE, FACADE, form=form), press)
    content = joined([made.content], press, bookmarks=[("Ilsabet Crane", 0)])
    with opened(content) as file:
        assert str(file.docinfo["/Title"]) == "Deck"
        assert "Deck</rdf:li>" in xmp(file)
        names = [str(element.S) for element in elements(file)]
        assert names.count("/H1") == 2
        assert_tags_hold(file)
    if standard == "pdf/ua-1":
        assert_read_aloud(content)
    read_aloud = bare("".join(texts(content)))
    assert read_aloud.index(bare(FIVE_BY_FIVE.name)) < read_aloud.index(bare(FACADE.name))
    assert read_aloud.index("SpearDrill") < read_aloud.index(bare(FACADE.name)) < read_aloud.index("Boathook")


def test_parts_of_a_tagged_deck_are_joined_with_their_tags() -> None:
    """As one document: every page's marks lead to elements, each below the one root, in the order of the pages."""
    press = Press(standard="pdf/ua-1")
    parts = [typeset(deck(card, FACADE), press).content for card in GAMES.values()]
    content = joined(parts, press)
    with opened(content) as file:
        assert len(file.pages) == 2 * len(parts)
        assert_tags_hold(file)
        root = file.Root.StructTreeRoot
        (document,) = root.K
        assert document.S == "/Document"
        assert all(child.P.objgen == document.objgen for child in document.K)
        headings = [element for element in elements(file) if element.S == "/H1"]
        order = [page.obj.objgen for page in file.pages]
        assert [order.index(heading.Pg.objgen) for heading in headings] == list(range(len(order)))
        assert int(root.ParentTreeNextKey) > max(key for key, _ in numbered(root.ParentTree))


def test_a_portrait_has_words() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    pictured = replace(FIVE_BY_FIVE, portrait=Portrait(media_type="image/svg+xml", content=drawing))
    with opened(typeset(deck(pictured), Press(standard="pdf/ua-1")).content) as file:
        (figure,) = (element for element in elements(file) if element.S == "/Figure")
        assert str(figure.Alt) == f"Portrait of {FIVE_BY_FIVE.name}"


@pytest.mark.parametrize("standard", ["", *STANDARDS])
def test_a_bleed_is_outside_of_the_trimmed_card(standard: str) -> None:
    """Coordinates begin at the trimmed card; the field of colour reaches over its edge; marks are outside of both."""
    press = Press(bleed_mm=3, marks=("crop",), standard=standard)
    some = deck(FIVE_BY_FIVE, FACADE, form=CARDS)
    content = joined([typeset(some, press).content], press, page=page_of(some))
    with opened(content) as file:
        for page in file.pages:
            assert box_mm(page, "/TrimBox") == pytest.approx([0, 0, 63.5, 88.9])
            assert box_mm(page, "/BleedBox") == pytest.approx([-3, -3, 66.5, 91.9])
            assert box_mm(page, "/MediaBox")[0] < -3
        if press.tagged:
            assert_tags_hold(file)
    assert FIVE_BY_FIVE.name in texts(content)[0]


def test_a_card_on_a_page_of_its_own_has_no_marks_in_its_bleed() -> None:
    """Whether cut marks are wanted or not: the knife's place is reported by the page."""
    some = deck(FIVE_BY_FIVE, form=CARDS)
    with_marks, without = (typeset(replace(some, marks=marks), Press(bleed_mm=3)).content for marks in (True, False))
    assert some.single
    assert with_marks == without


@pytest.mark.parametrize("kind", ["sheets", "cards"])
def test_a_bleed_moves_nothing(kind: str) -> None:
    """Everything is where it is without one."""
    places = []
    for press in (Press(), Press(bleed_mm=3)):
        if kind == "sheets":
            part, page = pdf_of_several([replace(BARE, name="Ada Quill")], paper=A4, press=press), A4
        else:
            part = typeset(deck(replace(FIVE_BY_FIVE, name="Ada Quill"), form=CARDS), press)
            page = Paper("", CARDS.width_mm, CARDS.height_mm)
        (content,) = pages(joined([part.content], press, page=page))
        line = content.line("Ada Quill")
        places.append((line.left, line.bottom - content.height))
    assert places[0] == pytest.approx(places[1], abs=0.05)


# ---------------------------------------------------------------- the file


def test_every_person_has_a_bookmark_and_every_page_a_label() -> None:
    """A back is called after its front."""
    parts = [typeset(deck(*GAMES.values(), form=CARDS, single=False, backs=True), Press()).content] * 2
    content = joined(parts, Press(), bookmarks=[("Ada", 0), ("Bo", 2)], sides=2, title="Guards: docks")
    with opened(content) as file:
        assert labels(file) == ["1", "back of 1", "2", "back of 2"]
        assert str(file.docinfo["/Title"]) == "Guards: docks"
        with file.open_outline() as outline:
            assert [(item.title, number(item.destination)) for item in outline.root] == [("Ada", 0), ("Bo", 2)]


def test_many_bookmarks_are_in_groups() -> None:
    """A hundred in each, closed, and named after the first of them."""
    part = typeset(deck(FIVE_BY_FIVE), Press()).content
    content = joined([part], Press(), bookmarks=[(f"Guard {place}", 0) for place in range(1, 251)])
    with opened(content) as file, file.open_outline() as outline:
        assert [(group.title, len(group.children), group.is_closed) for group in outline.root] == [
            ("1 to 100: Guard 1", 100, True),
            ("101 to 200: Guard 101", 100, True),
            ("201 to 250: Guard 201", 50, True),
        ]
        assert outline.root[2].children[-1].title == "Guard 250"


def test_a_typeface_is_embedded_in_part() -> None:
    """Each once for all cards of a part, and no more of it than is shown."""
    with opened(typeset(deck(*[*GAMES.values()] * 6, form=CARDS, single=False), Press()).content) as file:
        programs = {}
        for item in file.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                program: Any = item.get("/FontFile2", item.get("/FontFile3"))
                programs[str(item.FontName)] = len(program.read_raw_bytes())
    assert 2 <= len(programs) <= 5
    assert sum(programs.values()) < 80_000


def test_cards_lie_side_by_side_and_backs_behind_their_fronts() -> None:
    """When the paper is turned over like a leaf of a book: at the same height, and as far from the other edge."""
    cards = [replace(FIVE_BY_FIVE, name=f"Nr {place}", system_title=f"Back {place}") for place in range(1, 11)]
    made = typeset(deck(*cards, form=CARDS, single=False, backs=True), Press())
    assert (made.pages, made.starts) == (4, (0,) * 9 + (2,))
    front, back, *_ = pages(made.content)
    left, top = (front.width - 3 * CARDS.width_mm) / 2, (front.height - 3 * CARDS.height_mm) / 2
    for index in range(9):
        row, column = divmod(index, 3)
        for page, text, across in ((front, f"Nr {index + 1}", column), (back, f"Back {index + 1}", 2 - column)):
            line = page.line(text)
            assert line.left - left - CARDS.width_mm * across == pytest.approx(CARDS.margin_mm, abs=0.6)
            assert 0 < line.top - top - CARDS.height_mm * row < 12


SAME = """
from hashlib import sha256
from tests.render.test_typesetter import CARDS, GAMES, Press, deck, joined, typeset
for standard in ("pdf/ua-1", "pdf/a-3b"):
    press = Press(standard=standard)
    parts = [typeset(deck(*GAMES.values(), form=CARDS, backs=True), press).content for _ in range(2)]
    written = joined(parts, press, bookmarks=[("Ada", 0)], sides=2)
    print(sha256(parts[0]).hexdigest(), parts[0] == parts[1], sha256(written).hexdigest())
"""


def test_the_same_deck_is_the_same_bytes() -> None:
    """Twice in a process, in another process, in another time zone, and with sets in another order."""
    environment = os.environ | {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    there = subprocess.run([sys.executable, "-c", SAME], env=environment, capture_output=True, text=True, check=True)
    with contextlib.redirect_stdout(io.StringIO()) as here:
        exec(SAME, {})
    assert here.getvalue() == there.stdout
    assert there.stdout.count(" True ") == 2
