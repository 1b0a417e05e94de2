"""Cards: fronts and backs on one page each, with all that has room, and nothing that has none."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from typing import Any

import pytest

from chargen.core.card import Card, CardTrack, Number
from chargen.render import card_form, cards
from chargen.render.card_back import TEXTS
from chargen.render.card_measures import measures
from chargen.render.card_plan import percentage, plan
from chargen.render.figures import THIN_SPACE
from chargen.render.fonts import FACES
from chargen.render.lines import ELLIPSIS, EMPTY
from chargen.render.paper import A4, LETTER, Paper
from chargen.render.theme import BLACK, INKS, NAMES, PLAIN, WHITE, Theme, theme
from tests.render.card_printing import Shown, laid_out, shown
from tests.render.sample_cards import BARE, ENDLESS, FACADE, FIVE_BY_FIVE, GAMES, HARMFUL, ODD, ROLL_WHEN_YOU_NEED
from tests.scale import pairs

LOOKS = [theme(name, ink) for name, ink in (("plain", "full"), ("pulp", "light"), ("large-print", "mono"))]
FORMS = [card_form.form(name, paper) for name in card_form.NAMES for paper in (A4, LETTER)]
FORMS = list(dict.fromkeys(FORMS))
SLACK_MM = 0.25
"""So far the edge of a letter may be from where its measure says."""


def called(value: object) -> str | None:
    """Return what a form or a look is called in the name of a case."""
    if isinstance(value, card_form.CardForm):
        return f"{value.name} {value.width_mm:.0f}x{value.height_mm:.0f}"
    return value.name if isinstance(value, Theme) else None


CARDS = GAMES | ODD
CASES = [(card, form, LOOKS[number % len(LOOKS)]) for number, (card, form) in enumerate(pairs(tuple(CARDS), FORMS))]
"""Every card on every form, in one look after another."""


def inked(each: Shown) -> tuple[float, float]:
    """The upper and lower end of small letters: their box reaches far above and below them."""
    middle, half = (each.top + each.bottom) / 2, (each.bottom - each.top) * 0.22
    return middle - half, middle + half


def assert_in_place(found: list[Shown], width: float, height: float, margin: float) -> None:
    """Everything is within its own room and within the margins, and no text stands on another or on a drawing."""
    assert found
    for each in found:
        assert each.left >= margin - SLACK_MM, each
        assert each.right <= width - margin + SLACK_MM, each
        assert each.top >= margin - 1, each
        assert each.bottom <= height - margin + 1, each
        assert each.left >= each.block_left - SLACK_MM, each
        assert each.right <= each.block_right + SLACK_MM, each
    for one, other in combinations([each for each in found if not each.kind.startswith("svg ruled")], 2):
        beside = min(one.right, other.right) - max(one.left, other.left) <= SLACK_MM
        (top, bottom), (other_top, other_bottom) = inked(one), inked(other)
        assert beside or min(bottom, other_bottom) - max(top, other_top) <= SLACK_MM, (one, other)


def pages(document: Any) -> int:
    """How many pages it has."""
    return len(document.pages)


def by_kind(found: list[Shown], kind: str) -> list[str]:
    """The texts of a class, in their order."""
    return [each.text for each in found if each.kind == kind]


@pytest.mark.parametrize(("game", "form", "look"), CASES, ids=called)
def test_a_front_is_one_page_with_all_in_its_place(game: str, form: card_form.CardForm, look: Theme) -> None:
    """Its name, and each roll with what to roll and its chance; nothing overflows."""
    card = CARDS[game]
    document = laid_out(cards.face(card, form, look), form, look)
    assert pages(document) == 1
    found = list(shown(document))
    assert_in_place(found, form.width_mm, form.height_mm, form.margin_mm)
    if game in ODD:
        return
    assert card.name in [each.text for each in found]
    chances = by_kind(found, "chance")
    assert 1 <= len(chances) <= len(card.rolls)
    assert chances == [percentage(roll) for roll in card.rolls[: len(chances)]]
    for roll, text in zip(card.rolls, by_kind(found, "what"), strict=False):
        assert text.startswith(roll.what)
    assert len(by_kind(found, "what")) == len(by_kind(found, "label")) == len(chances)
    assert sum(each.kind == "svg bar" for each in found) == len(chances)
    assert sum(each.kind == "svg boxes" for each in found) >= 1


@pytest.mark.parametrize(("game", "form", "look"), CASES, ids=called)
def test_a_back_is_one_page_with_how_to_roll(game: str, form: card_form.CardForm, look: Theme) -> None:
    """All of it for every game; what is endless is cut, and says so."""
    card = CARDS[game]
    document = laid_out(cards.back(card, form, look), form, look)
    assert pages(document) == 1
    found = list(shown(document))
    assert_in_place(found, form.width_mm, form.height_mm, form.margin_mm)
    text = " ".join(each.text for each in found)
    if card is ENDLESS:
        assert by_kind(found, TEXTS[-1][0])[-1].endswith(ELLIPSIS)
    elif card is not HARMFUL:
        for heading, said in card.back:
            assert heading in text
            assert said in text


@pytest.mark.parametrize(("form", "look"), pairs(FORMS, LOOKS), ids=called)
def test_what_is_left_out_is_counted(form: card_form.CardForm, look: Theme) -> None:
    """Rolls beside their title, boxes and notes at the foot: with those that are shown, they make all there are."""
    counted = 0
    for card in (*GAMES.values(), ENDLESS):
        made = plan(card, form, look)
        more = re.fullmatch(r"\+(\d+) more on the sheet", made.more)
        assert more or made.more == EMPTY
        assert len(made.rolls) + (int(more[1]) if more else 0) == len(card.rolls)
        tracks, notes = (re.search(rf"(\d+) {word}s? ?", made.left_out) for word in ("track", "note"))
        assert sum(map(len, made.tracks)) + (int(tracks[1]) if tracks else 0) == len(card.tracks)
        headings = sum(heading != EMPTY for heading, _ in made.notes)
        assert headings + (int(notes[1]) if notes else 0) == len(card.notes)
        counted += bool(more) + bool(tracks) + bool(notes)
    assert counted


def test_a_larger_form_shows_more() -> None:
    """More rolls, more boxes and more notes, never fewer."""
    order = [card_form.form(name) for name in ("cards", "a6", "half")]
    for card in GAMES.values():
        made = [plan(card, form, PLAIN) for form in order]
        assert [len(each.rolls) for each in made] == sorted(len(each.rolls) for each in made)
    assert len(plan(FACADE, order[-1], PLAIN).rolls) == len(FACADE.rolls)


def test_cards_with_other_words_have_the_same_shape() -> None:
    """Nothing but texts and what is within drawings differs, so that one layout serves them all."""

    def shape(card: Card, form: card_form.CardForm) -> list[str]:
        document = re.sub(r"<svg([^>]*)>.*?</svg>", r"<svg\1>", cards.face(card, form, PLAIN))
        return re.findall(r"<[^>]*>", document)

    card = ROLL_WHEN_YOU_NEED
    other = replace(
        card,
        name="Bo",
        concept="Clerk",
        rolls=tuple(replace(roll, label=f"{roll.label} again", chance=roll.chance / 2) for roll in card.rolls),
        numbers=tuple(replace(number, value="2", below="") for number in card.numbers),
        tracks=tuple(replace(track, boxes=track.boxes - 1, filled=1) for track in card.tracks),
        notes=(("Gear", "A lamp and a rope"),),
    )
    for form in FORMS:
        assert shape(card, form) == shape(other, form)


def test_a_place_without_a_word_keeps_its_line() -> None:
    """By a sign that nobody sees."""
    document = cards.face(replace(FIVE_BY_FIVE, rolls_title=""), card_form.form("cards"), PLAIN)
    assert f'<p class="rolls-title">{EMPTY}</p>' in document


def test_long_names_become_smaller_and_then_take_two_lines() -> None:
    """And are whole as long as they can be."""
    form = card_form.form("cards")
    names = ("Ada Quill", "Maximiliana of the Lower Quay", "Maximiliana Gildenstern the Second of the Lower Wards")
    classes = []
    for name in names:
        document = cards.face(replace(FIVE_BY_FIVE, name=name), form, PLAIN)
        (found,) = re.findall(r'<h1 class="([^"]+)">(.*?)</h1>', document)
        classes.append(found[0])
        assert re.sub(r"<[^>]*>", "", found[1]) == name
    assert classes == ["name", "long-name", "longest-name"]


def test_a_long_number_is_smaller_and_its_neighbours_are_not() -> None:
    """The one that is looked at most stays large."""
    numbers = (Number(label="HP", value="12"), Number(label="Damage", value="1d6 + 12 and fire"))
    document = cards.face(replace(FIVE_BY_FIVE, numbers=numbers), card_form.form("cards"), PLAIN)
    assert '<p class="value">12</p>' in document
    assert '<p class="long-value">1d6 + 12 and fire</p>' in document


def test_a_long_concept_becomes_smaller_before_it_is_cut() -> None:
    """In a line of the same height, so that what stands below it stays where it is."""
    form = card_form.form("cards")
    said = (
        "Gate guard",
        "Guard at the chain tower, who is saving up for an inn",
        "Guard at the chain tower who is saving up for an inn of her own",
    )
    made = [plan(replace(FIVE_BY_FIVE, concept=each), form, PLAIN) for each in said]
    assert [each.concept for each in made] == list(said)
    assert [each.concept_class for each in made] == ["concept", "long-concept", "longest-concept"]
    endless = plan(ENDLESS, form, PLAIN)
    assert endless.concept_class == "longest-concept"
    assert endless.concept.endswith(ELLIPSIS)


def test_zones_are_named_where_nobody_takes_the_names_for_those_of_the_next_track() -> None:
    """Where they are few, in a whole row only; where they are many, with white space behind them."""
    few, many = (("unhurt", 4), ("out", 1)), (("unhurt", 1), ("−1", 2), ("out", 1))
    form = card_form.form("a6")
    tracks = tuple(
        CardTrack(title=title, boxes=sum(length for _, length in zones), zones=zones)
        for title, zones in (("Grief", few), ("Dread", many), ("Wounds", (("unhurt", 14), ("out", 1))))
    )
    rows = plan(replace(FIVE_BY_FIVE, tracks=tracks), form, PLAIN).tracks
    found = {each.title: (each.units, each.legend) for row in rows for each in row}
    assert found["Grief"] == (1, EMPTY)
    assert found["Dread"] == (2, "unhurt · −1 2 · out")
    assert found["Wounds"] == (3, "unhurt 14 · out")


def test_a_game_is_named_once_at_the_foot() -> None:
    """Where the card says it itself, it is not said again."""
    form = card_form.form("half")
    assert plan(replace(FIVE_BY_FIVE, foot="Five by Five 2.5"), form, PLAIN).foot == "Five by Five 2.5"
    assert plan(replace(FIVE_BY_FIVE, foot="2.5"), form, PLAIN).foot == "Five by Five · 2.5"


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", card_form.NAMES)
def test_no_text_becomes_an_element(name: str) -> None:
    """Names out to do harm are printed as they are."""
    form = card_form.form(name)
    for document in (cards.face(HARMFUL, form, PLAIN), cards.back(HARMFUL, form, PLAIN)):
        elements = _Elements()
        elements.feed(document)
        assert "svg" in elements.found or "back" in document
        assert not elements.found & {"script", "img", "style", "b", "i"}
        assert "<script" in elements.text
        assert "49" not in elements.text


def test_chances_are_as_on_sheets() -> None:
    """In percent with one decimal, and a thin space before the sign; never all or nothing where it is not quite."""
    card = replace(FIVE_BY_FIVE, rolls=FIVE_BY_FIVE.rolls[:1])
    assert f">52.8{THIN_SPACE}%<" in cards.face(card, card_form.form("half"), PLAIN)


@pytest.mark.parametrize("name", NAMES)
def test_mono_is_black_and_white(name: str) -> None:
    """No other colour is in the style sheet or in a drawing; in full ink there are some."""
    form = card_form.form("cards")
    found = {}
    for ink in INKS:
        look = theme(name, ink)
        text = cards.style(form, look, faces={}) + cards.style(A4, look, faces={}) + cards.face(FACADE, form, look)
        found[ink] = set(re.findall(r"#[0-9a-f]{6}", text))
    assert found["mono"] == {BLACK} <= {BLACK, WHITE}
    assert len(found["full"]) > 2


def test_the_style_is_of_a_form_or_of_a_paper() -> None:
    """A form's page stands for the form; faces of other scripts are named behind ours."""
    form = card_form.form("cards")
    faces = {face: face.path.as_uri() for face in FACES}
    assert cards.style(form, PLAIN, faces=faces) == cards.style(form.paper, PLAIN, faces=faces)
    assert "size: 63mm 88mm" in cards.style(form, PLAIN, faces=faces)
    assert ".person" in cards.style(Paper("A4", 210, 297), PLAIN, faces=faces)
    assert cards.style(form, PLAIN, faces=faces).count("@font-face") == len(FACES)


def test_a_back_is_the_same_for_all_of_a_game() -> None:
    """It has nobody's name on it."""
    form = card_form.form("cards")
    assert cards.back(FIVE_BY_FIVE, form, PLAIN) == cards.back(replace(FIVE_BY_FIVE, name="X"), form, PLAIN)
    assert FIVE_BY_FIVE.name not in cards.back(FIVE_BY_FIVE, form, PLAIN)


def test_the_text_of_a_back_is_as_large_as_can_be() -> None:
    """Little of it is larger than much of it."""
    form = card_form.form("cards")
    sizes = []
    for words in (5, 60, 120, 170):
        document = cards.back(replace(BARE, back=(("A roll", "word " * words),)), form, PLAIN)
        (used,) = set(re.findall(r'<p class="(back-\d+)"', document))
        sizes.append([name for name, _ in TEXTS].index(used))
    assert sizes == sorted(sizes)
    assert sizes[0] == 0
    assert sizes[-1] > 0


def test_the_columns_of_a_card_fill_its_width() -> None:
    """Whether it has one or two."""
    for form in FORMS:
        room = measures(form, PLAIN)
        assert room.label_room < room.main <= room.width
        if form.lying:
            assert room.main + room.gutter + room.side == pytest.approx(room.width)
            assert room.who + room.gutter + room.numbers_width == pytest.approx(room.width)
