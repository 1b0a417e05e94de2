"""Cards as they are printed: all that has room in its place, and what has none is counted."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from PIL import Image

from chargen import registry
from chargen.npc.roles import list_roles
from chargen.page.card import Card, CardTrack, Ladder
from chargen.page.roll import percent
from chargen.page.sheet import Masthead, Portrait
from chargen.render import card_size
from chargen.render.card_size import CardSize
from chargen.render.deck import Deck
from chargen.render.paper import A4, LETTER, Paper
from chargen.render.press import Press
from chargen.render.theme import NAMES, PLAIN, Theme, find_theme
from chargen.render.typesetter import typeset
from chargen.render.typography import to_typographic
from chargen.sources.source_parser import SourceParser
from tests.render.looking import colours, opened, steps, streams
from tests.render.pages import Line, Page, Shape, pages, touch
from tests.render.printed_cards import assert_in_place, cards
from tests.render.sample_cards import BARE, ENDLESS, FACADE, FIVE_BY_FIVE, GAMES, HARMFUL, ODD
from tests.scale import QUICK, pairs, some

LOOKS = [find_theme(name, ink) for name, ink in (("plain", "full"), ("pulp", "light"), ("large-print", "mono"))]
EVERY_FORM = list(dict.fromkeys(card_size.find_size(name, on) for name in card_size.NAMES for on in (A4, LETTER)))
FORMS = some(EVERY_FORM, 4)
LARGER_AND_LARGER = [card_size.find_size(name) for name in ("cards", "a6", "half")]
SMALLEST_PT = 7
CUT = "…"


def called(value: object) -> str:
    """Return what a form, a look or a paper is called in the name of a case."""
    size = f" {value.width_mm:.0f}" if isinstance(value, CardSize | Paper) else ""
    return f"{getattr(value, 'name', value)}{size}"


CARDS = GAMES | ODD


def holds(form: CardSize, look: Theme) -> bool:
    """Return whether a form is printed in that look: in large print a small one is replaced by a larger one."""
    return form.name in card_size.list_large_enough(form.name, A4, look.text_pt)


CASES = [
    (game, form, look if holds(form, look) else PLAIN)
    for number, (game, form) in enumerate(pairs(tuple(CARDS), FORMS))
    for look in (LOOKS[(FORMS.index(form) if QUICK else number) % len(LOOKS)],)
]
"""Every card on every form, in one look after another.

All cards of a form and a look are printed at once, so a quick run has one look for each form.
"""


def front_and_back(game: str, form: CardSize, look: Theme) -> tuple[Page, Page]:
    """Both sides of a card; those of all cards are printed at once."""
    number = 2 * list(CARDS).index(game)
    front, back = cards(tuple(CARDS.values()), form, look, backs=True)[number : number + 2]
    return front, back


def front(card: Card, form: CardSize, look: Theme = PLAIN) -> Page:
    (page,) = cards((card,), form, look)
    return page


def chances(page: Page) -> list[str]:
    return [text for text in page.texts if re.fullmatch(r"[<>]?[\d.]+ %", text)]


def left_out(page: Page, what: str) -> int:
    return sum(map(int, re.findall(rf"[+,] (\d+) {what}s?\b", page.text)))


def shown_tracks(page: Page, card: Card) -> int:
    """How many tracks of a card have a title with boxes, or with a box to write into, below or beside it."""
    titles = {title for track in card.tracks for title in (track.title, f"{track.title} {track.boxes}")}
    return sum(line.text in titles and any(is_box_of(line, shape) for shape in page.shapes) for line in page.lines)


def is_box_of(title: Line, shape: Shape) -> bool:
    """Whether boxes begin below a title or beside it; rules and bars are lower than any box."""
    is_low = shape.bottom - shape.top < 3
    is_near = shape.left - title.left > -1 and shape.left - title.right < 3 and shape.top - title.bottom < 2
    return is_near and shape.bottom > title.bottom and not is_low


@pytest.mark.parametrize(("game", "form", "look"), CASES, ids=called)
def test_a_front_is_one_page_with_all_in_its_place(game: str, form: CardSize, look: Theme) -> None:
    """Its name, and each roll that has room with what to roll and its chance; nothing overlaps or reaches beyond."""
    page, _ = front_and_back(game, form, look)
    assert (page.width, page.height) == pytest.approx((form.width_mm, form.height_mm), abs=0.01)
    assert_in_place(page, form.margin_mm)
    card = CARDS[game]
    if game in ODD:
        return
    assert page.texts[0] == card.name
    assert ("Rolled against it" in page.texts) == bool(card.rolls_title)
    shown = chances(page)
    assert shown == [f"{percent(roll.chance)} %" for roll in card.rolls[: len(shown)]]
    assert shown
    for roll in card.rolls[: len(shown)]:
        assert roll.what in page.text
        # A long name is on two lines.
        assert any(text.startswith(roll.label) for text in page.texts_from_each_line) or CUT in page.text


@pytest.mark.parametrize(("game", "form", "look"), CASES, ids=called)
def test_a_back_is_one_page_with_how_to_roll(game: str, form: CardSize, look: Theme) -> None:
    """All of it for every game, and no name; what is endless is cut, and says so."""
    _, page = front_and_back(game, form, look)
    card = CARDS[game]
    if card is BARE:
        assert page.texts == [card.system_title]
        return
    assert_in_place(page, form.margin_mm)
    if card is ENDLESS:
        assert CUT in page.text
    elif card is not HARMFUL:
        assert card.name not in page.text
        for heading, words in card.back:
            assert heading in page.text
            assert to_typographic(words) in page.text


@pytest.mark.parametrize(("form", "look"), [case for case in pairs(FORMS, LOOKS) if holds(*case)], ids=called)
def test_what_is_left_out_is_counted(form: CardSize, look: Theme) -> None:
    """Further rolls are named, as far as two lines hold, and notes as far as one does; the others are counted."""
    counted = 0
    for game, card in GAMES.items():
        page, _ = front_and_back(game, form, look)
        rest = card.rolls[len(chances(page)) :]
        named = " ".join(page.text.partition("Also ")[2].split())
        assert bool(rest) == (bool(named) or left_out(page, "roll") > 0)
        if named and CUT not in named:
            assert all(roll.label in named for roll in rest), game
        assert shown_tracks(page, card) + left_out(page, "track") == len(card.tracks)
        further = [name for text in page.texts if text.startswith("+ ") for name in text[2:].split(", ")]
        headings = sum((page.texts + further).count(heading) for heading in {heading for heading, _ in card.notes})
        headings -= sum(number.label in dict(card.notes) for number in card.numbers)
        assert headings + left_out(page, "note") == len(card.notes)
        counted += len(rest) + left_out(page, "track") + left_out(page, "note")
    assert counted or form.name == "half"


@pytest.mark.parametrize("form", FORMS, ids=called)
def test_no_text_is_smaller_than_seven_points_and_none_in_large_print_than_fourteen(form: CardSize) -> None:
    for look, least in ((PLAIN, SMALLEST_PT), (LOOKS[-1], 14)):
        fronts = [front_and_back(game, form, look)[0] for game in GAMES]
        assert min(line.size_pt for page in fronts for line in page.lines) >= least
    backs = [front_and_back(game, form, PLAIN)[1] for game in CARDS]
    assert min(line.size_pt for page in backs for line in page.lines) >= SMALLEST_PT


def test_so_many_boxes_are_crossed_as_are_filled() -> None:
    """By a stroke in each, so that a pencil's mark is no other."""
    track = CardTrack(title="Strain", boxes=24)
    form = LARGER_AND_LARGER[1]
    empty, filled = (_one(replace(FACADE, tracks=(replace(track, filled=number),)), form=form) for number in (0, 7))
    assert _strokes(filled) - _strokes(empty) == 7
    assert pages(filled)[0].boxes(form.box_mm) == 24


def _one(card: Card, look: Theme = PLAIN, form: CardSize = LARGER_AND_LARGER[0]) -> bytes:
    """Return a file with the front of a card alone."""
    return typeset(Deck(cards=[card], size=form, paper=A4, theme=look, title="Deck", single=True), Press()).content


def _strokes(content: bytes) -> int:
    with opened(content) as file:
        return sum(operator == "m" for operator, _ in steps(file))


@pytest.mark.parametrize("card", [BARE, replace(FIVE_BY_FIVE, tracks=(), notes=()), replace(FACADE, numbers=())])
def test_a_card_with_little_on_it_has_lines_to_write_on(card: Card) -> None:
    """Nothing is in for what is not there, on all but the smallest form."""
    for form in FORMS:
        if form.name == "mini":
            continue
        page = front(card, form)
        assert_in_place(page, form.margin_mm)
        assert left_out(page, "track") == left_out(page, "note") == 0
        assert sum(shape.right - shape.left > 20 and shape.bottom - shape.top < 0.5 for shape in page.shapes) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_mono_is_black_and_white(name: str) -> None:
    """No other colour is drawn with, on either side; in full ink there are some."""
    found = {ink: _colours(find_theme(name, ink)) for ink in ("full", "mono")}
    assert found["mono"] <= {(0, 0, 0), (1, 1, 1)}
    assert len(found["full"]) > 2


def _colours(look: Theme, card: Card = FACADE) -> set[tuple[float, ...]]:
    deck = Deck(cards=[card], size=LARGER_AND_LARGER[0], paper=A4, theme=look, title="Deck", backs=True)
    with opened(typeset(deck, Press()).content) as file:
        return {colour * 3 if len(colour) == 1 else colour for colour in colours(file)}


MARK = Masthead("#1d3f66", "M2 2h20v20h-20z")
OTHER = Masthead("#a3201a", "M12 2l10 20h-20z")


@pytest.mark.parametrize("ink", ["light", "mono"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_filled_behind_words_where_ink_is_saved(name: str, ink: str) -> None:
    """On the front and on the back; the game's mark and its colour are there still."""
    ladder = Ladder(title="Dice", steps=(("1", Fraction(1, 3)),))
    signed = replace(FIVE_BY_FIVE, masthead=MARK, tracks=(), ladder=ladder)
    for page in cards((signed,), LARGER_AND_LARGER[0], find_theme(name, ink), backs=True):
        fields = [shape for shape in page.shapes if any(touch(line, shape) for line in page.lines)]
        assert fields == []


def test_cards_of_two_games_are_distinguished_in_colour_and_without() -> None:
    """By the colour of the game, which pulp replaces by its own and mono by black, and by its mark."""
    for look, number in (("plain", 2), ("pulp", 1), ("large-print", 2)):
        one, other = (_colours(find_theme(look), replace(FACADE, masthead=masthead)) for masthead in (MARK, OTHER))
        assert len({frozenset(one), frozenset(other)}) == number
    marks = [
        _strokes(_one(replace(FACADE, masthead=masthead), find_theme("plain", "mono"))) for masthead in (None, MARK)
    ]
    assert marks[1] > marks[0]


@pytest.mark.parametrize("form", FORMS, ids=called)
@pytest.mark.parametrize("look", LOOKS[:2], ids=called)
def test_a_portrait_is_in_the_corner_and_on_no_word(form: CardSize, look: Theme) -> None:
    """Whole, however it is shaped; a drawing too."""
    picture = io.BytesIO()
    Image.new("RGB", (60, 90), "#305070").save(picture, "PNG")
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18"/></svg>'
    people = tuple(
        replace(FIVE_BY_FIVE, portrait=Portrait(media_type=kind, content=content))
        for kind, content in (("image/png", picture.getvalue()), ("image/svg+xml", drawing))
    )
    photographed, drawn = cards(people, form, look)
    (shown,) = (shape for shape in photographed.shapes if shape.is_picture)
    assert shown.bottom - shown.top == pytest.approx(form.portrait_mm, abs=0.1)
    assert (shown.right - shown.left) / (shown.bottom - shown.top) == pytest.approx(60 / 90, abs=0.02)
    assert shown.right <= form.width_mm - form.margin_mm + 0.1
    for page in (photographed, drawn):
        assert [line for line in page.lines if touch(line, shown)] == []
        assert page.texts[0] == FIVE_BY_FIVE.name
    assert len(drawn.shapes) == len(photographed.shapes)


def test_a_portrait_of_several_is_in_the_file_once() -> None:
    picture = io.BytesIO()
    Image.effect_noise((80, 80), 90).save(picture, "PNG")
    person = replace(FIVE_BY_FIVE, portrait=Portrait(media_type="image/png", content=picture.getvalue()))
    deck = Deck(cards=[person] * 9, size=LARGER_AND_LARGER[0], paper=A4, theme=PLAIN, title="Deck")
    with opened(typeset(deck, Press()).content) as file:
        assert len(streams(file, "Image")) == 1


@cache
def cast(game: str) -> tuple[Card, ...]:
    """Two guards, and NPCs of other roles of a game."""
    sources = (f"{game}/guard*2", *(f"{game}/{role}" for role in some([*list_roles(game)], 8)))
    views = [checked.view for checked in SourceParser(1, "cast").characters(sources)]
    return tuple(view.card() for view in views if view is not None)


@pytest.mark.parametrize("game", some(registry.list_games(), 4))
def test_a_playing_card_names_all_that_its_character_can_do(game: str) -> None:
    """Attack, defence and what is the role's own in full; the rest by name. Of guards, only gear is cut.

    Notes whose headings do not fit beside the rolls of others are counted.
    """
    for number, (card, page) in enumerate(zip(cast(game), cards(cast(game), LARGER_AND_LARGER[0]), strict=True)):
        rolls = [roll for roll in card.rolls if roll.chance or roll.always] or card.rolls
        wanted = [roll.label for roll in rolls]
        wanted += [words for roll in rolls if roll.always for words in (roll.what, roll.note)]
        wanted += [roll.note for roll in rolls if roll.is_attack]
        wanted += [words for heading, words in card.notes if number < 2 and heading not in ("Gear", "Carries")]
        assert [words for words in wanted if bare(words) not in bare(page.text)] == [], card.name
        unnamed = [heading for heading, _ in card.notes if bare(heading) not in bare(page.text)]
        assert left_out(page, "note") == len(unnamed) <= (0 if number < 2 else 2)
        assert left_out(page, "roll") == left_out(page, "track") == 0


def bare(text: str) -> str:
    """Return a text as it is printed, without blanks and hyphens, which a reader drops at the end of a line."""
    return "".join(to_typographic(text).replace("-", "").replace("\u200b", "").split())
