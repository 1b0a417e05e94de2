"""Rosters: ten people and more to a page."""

from dataclasses import replace
from itertools import pairwise

import pytest

from chargen.core.card import CardTrack, Number
from chargen.render import roster
from chargen.render.card_plan import percentage
from chargen.render.lines import EMPTY
from chargen.render.paper import A4, A5, LETTER, Paper
from chargen.render.theme import NAMES, PLAIN, theme
from tests.render.card_printing import laid_out, shown
from tests.render.sample_cards import BARE, ENDLESS, FACADE, FIVE_BY_FIVE, GAMES, HARMFUL
from tests.render.test_cards import assert_in_place, by_kind, pages
from tests.scale import pairs

PAPERS = [A4, LETTER, A4.turned(), A5]
PENCIL_MM = 4.5
CONCEPT_CLASSES = {name for name, _, _ in roster.CONCEPTS}
PEOPLE = [replace(card, name=f"{card.name} {number}") for number in range(4) for card in GAMES.values()]


def called(value: object) -> str:
    """Return what a case calls a paper, or anything else."""
    return f"{value.name} {value.width_mm:.0f}" if isinstance(value, Paper) else str(value)


@pytest.mark.parametrize(("paper", "look"), pairs(PAPERS, NAMES), ids=called)
def test_a_roster_is_one_page_after_another(paper: Paper, look: str) -> None:
    """Everybody stands on one of them, in order, with concept, numbers, boxes and first rolls; nothing overflows."""
    documents = list(roster.roster(PEOPLE, paper, theme(look)))
    on_page = roster.people_on_a_page(paper, theme(look))
    assert len(documents) == -(-len(PEOPLE) // on_page)
    for number, text in enumerate(documents):
        document = laid_out(text, paper, theme(look))
        assert pages(document) == 1
        found = list(shown(document))
        assert_in_place(found, paper.width_mm, paper.height_mm, paper.margin_mm)
        people = PEOPLE[number * on_page :][:on_page]
        assert " ".join(by_kind(found, "name-line")).split() == " ".join(card.name for card in people).split()
        concepts = [each.text for each in found if each.kind in CONCEPT_CLASSES]
        assert [text.split()[0] for text in concepts if text[0].isupper()] == [
            card.concept.split()[0] for card in people
        ]
        assert sum(each.kind == "svg boxes" for each in found) >= len(people)


@pytest.mark.parametrize("look", NAMES)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda each: each.name)
def test_at_least_ten_stand_on_a_page(paper: Paper, look: str) -> None:
    """In large print too; with boxes that a pencil fits into, and a line to write on below them."""
    assert roster.people_on_a_page(paper, theme(look)) >= 10
    room = roster.roster_measures(paper, theme(look))
    assert room.box >= PENCIL_MM
    assert room.inner - room.track_title - room.most_box_rows * room.box_row >= roster.WRITE_MM - 0.1
    assert room.roll_lines >= 4


@pytest.mark.parametrize(("paper", "look"), pairs([A4, LETTER], NAMES), ids=called)
def test_what_to_roll_is_never_cut(paper: Paper, look: str) -> None:
    """Nor is its chance; rolls without room are counted in the last line."""
    for card in GAMES.values():
        (text,) = roster.roster([card], paper, theme(look))
        found = list(shown(laid_out(text, paper, theme(look))))
        whats, chances = by_kind(found, "person-what"), by_kind(found, "person-chance")
        assert len(chances) >= 3
        assert whats == [roll.what for roll in card.rolls[: len(chances)]]
        assert chances == [percentage(roll) for roll in card.rolls[: len(chances)]]
        left = len(card.rolls) - len(chances)
        assert by_kind(found, "person-more") == ([f"+{left} more on the sheet"] if left else [])


def test_a_page_says_who_is_on_it() -> None:
    """Of how many; also where it is but a part of a longer roster."""
    on_page = roster.people_on_a_page(A4, PLAIN)
    first, second, *_ = roster.roster(PEOPLE, A4, PLAIN)
    assert f">1–{on_page} of {len(PEOPLE)}<" in first
    assert f">{on_page + 1}–{2 * on_page} of {len(PEOPLE)}<" in second
    (alone,) = roster.roster([FACADE], A4, PLAIN, before=40, whole=41)
    assert ">41 of 41<" in alone
    assert list(roster.roster([], A4, PLAIN)) == []


def test_a_concept_has_two_lines() -> None:
    """Where text is of the usual size; whoever needs one leaves the other empty, and nothing below moves."""
    said = ("Gate guard", "Guard at the chain tower who is saving up for an inn of her own")
    people = [replace(FIVE_BY_FIVE, concept=each) for each in said]
    (text,) = roster.roster(people, A4, PLAIN)
    found = list(shown(laid_out(text, A4, PLAIN)))
    assert " ".join(by_kind(found, "person-concept")) == " ".join(said)
    heights = [each.top for each in found if each.kind == "person-value"]
    names = [each.top for each in found if each.kind == "name-line"]
    assert len(heights) == 2 * len(FIVE_BY_FIVE.numbers)
    first, second = heights[: len(heights) // 2], heights[len(heights) // 2 :]
    assert [each - names[0] for each in first] == pytest.approx([each - names[1] for each in second], abs=0.01)


def test_a_number_keeps_away_from_the_next() -> None:
    """One that would touch it is smaller."""
    numbers = (Number(label="HP", value="12"), Number(label="Damage", value="1d6+4"), *FIVE_BY_FIVE.numbers[:2])
    (text,) = roster.roster([replace(FIVE_BY_FIVE, numbers=numbers)], A4, PLAIN)
    assert '<p class="person-value">12</p>' in text
    assert '<p class="person-long-value">1d6+4</p>' in text


def test_people_stand_below_each_other_at_equal_distances() -> None:
    """So that one layout serves all pages."""
    (text,) = roster.roster([FIVE_BY_FIVE] * 10, A4, PLAIN)
    found = [each.top for each in shown(laid_out(text, A4, PLAIN)) if each.kind == "name-line"]
    assert len(found) == 10
    steps = [lower - upper for upper, lower in pairwise(found)]
    assert max(steps) - min(steps) < 0.01


def test_a_track_that_has_no_room_is_shown_by_its_first_zone_or_as_a_number() -> None:
    """Rather than in boxes too small for a pencil."""
    long = replace(FIVE_BY_FIVE.tracks[0], boxes=200, zones=(("standing", 20), ("dying", 180)))
    (text,) = roster.roster([replace(FIVE_BY_FIVE, tracks=(long,))], A4, PLAIN)
    assert '<p class="track-title">HP 20</p>' in text
    (text,) = roster.roster([replace(FIVE_BY_FIVE, tracks=(replace(long, zones=()),))], A4, PLAIN)
    assert '<p class="track-title">HP of 200</p>' in text


@pytest.mark.parametrize(("paper", "standing"), pairs([A4, LETTER, A5], [12, 14, 16, 20]), ids=called)
def test_no_track_is_left_out(paper: Paper, standing: int) -> None:
    """The line to write on makes way for boxes, and boxes for a number, before a track does."""
    tracks = (CardTrack(title="HP", boxes=standing, zones=()), CardTrack(title="Dying", boxes=9))
    for look in NAMES:
        (text,) = roster.roster([replace(FIVE_BY_FIVE, tracks=tracks)], paper, theme(look))
        document = laid_out(text, paper, theme(look))
        assert [each.split()[0] for each in by_kind(list(shown(document)), "track-title")] == ["HP", "Dying"]
        assert_in_place(list(shown(document)), paper.width_mm, paper.height_mm, paper.margin_mm)
    if paper == A4:
        (text,) = roster.roster([replace(FIVE_BY_FIVE, tracks=tracks)], paper, PLAIN)
        assert "of" not in text.split('class="track-title">HP')[1].split("<")[0]


def test_the_last_tracks_are_numbers_first() -> None:
    """So that what comes first on a card keeps its boxes for the longest."""
    lengths = (("Deadly", 4), ("Crushing", 7), ("Bruising", 11), ("Strain", 11), ("Fatigue", 11))
    tracks = tuple(CardTrack(title=title, boxes=boxes) for title, boxes in lengths)
    (text,) = roster.roster([replace(FIVE_BY_FIVE, tracks=tracks)], A4, PLAIN)
    titles = by_kind(list(shown(laid_out(text, A4, PLAIN))), "track-title")
    assert titles == ["Deadly 4", "Crushing 7", "Bruising of 11", "Strain of 11", "Fatigue of 11"]


def test_tracks_without_room_are_counted() -> None:
    """In the last line of the rolls, which then has no roll; so nobody takes those shown for all."""
    tracks = tuple(CardTrack(title=f"Track {number}", boxes=12) for number in range(12))
    for rolls in (FIVE_BY_FIVE.rolls, FIVE_BY_FIVE.rolls[:2]):
        (text,) = roster.roster([replace(FIVE_BY_FIVE, rolls=rolls, tracks=tracks)], A4, PLAIN)
        found = list(shown(laid_out(text, A4, PLAIN)))
        left = len(tracks) - len(by_kind(found, "track-title"))
        assert left > 0
        (more,) = by_kind(found, "person-more")
        assert more.endswith(f"+{left} tracks")


def test_odd_people_do_no_harm() -> None:
    """Those with nothing, with too much, and with markup for a name."""
    for card in (BARE, ENDLESS, HARMFUL):
        (text,) = roster.roster([card], A4, PLAIN)
        assert "<script" not in text
        document = laid_out(text, A4, PLAIN)
        assert pages(document) == 1
        assert_in_place(list(shown(document)), A4.width_mm, A4.height_mm, A4.margin_mm)
    (text,) = roster.roster([BARE], A4, PLAIN)
    assert EMPTY in text
