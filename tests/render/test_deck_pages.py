"""Pages set from shapes, beside the same pages laid out in full."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from chargen.render import card_form, pdf
from chargen.render.deck import drawings, shaping
from chargen.render.deck.leaf import Leaf
from chargen.render.deck.setting import WAYS, Setter, part
from chargen.render.paper import A4, A5, LETTER, Paper
from chargen.render.press import Press
from chargen.render.theme import PLAIN, Theme, theme
from tests.render import decks
from tests.render.sample_cards import BARE, ENDLESS, FIVE_BY_FIVE, GAMES, HARMFUL
from tests.render.sheets import COMPOUND, HOSTILE
from tests.scale import first, pairs, tenth

PRESS = Press()
CASES = pairs(tuple(decks.ROLES), decks.FORMS)
EACH = tenth(6)
EACH_OF_SHEETS = {"facade": 1, "gamocles": 1}
"""So many people of each role have full sheets, which take long to lay out in full; of other games two."""


def both(leaves: Iterable[Leaf], look: Theme = PLAIN, press: Press = PRESS) -> tuple[bytes, bytes]:
    """The leaves set from shapes, every one of them, and laid out in full."""
    wanted = list(leaves)
    shaped, whole = (part(wanted, theme=look, press=press, way=way) for way in WAYS)
    assert [leaf.by_shape for leaf in shaped.leaves] == [True] * len(wanted)
    assert [leaf.by_shape for leaf in whole.leaves] == [False] * len(wanted)
    assert [leaf.overflow for leaf in shaped.leaves] == [leaf.overflow for leaf in whole.leaves]
    return decks.bound([shaped])[0], decks.bound([whole])[0]


@pytest.mark.parametrize(("game", "form"), CASES)
def test_a_page_set_from_a_shape_is_the_page_laid_out_in_full(game: str, form: str) -> None:
    """For people of two roles of every game, in every form: all its letters in their places, and all its ink."""
    each = EACH_OF_SHEETS.get(game, tenth(2)) if form == "sheets" else EACH
    leaves = decks.leaves(game, form, each)
    assert leaves
    decks.assert_same(*both(leaves, decks.look(game)))


@pytest.mark.parametrize("form", first(["cards", "half", "roster"]))
def test_odd_words_are_set_as_they_are_laid_out(form: str) -> None:
    """No concept, nothing but a name, words that never end, and words that look like markup."""
    odd = (
        replace(FIVE_BY_FIVE, concept=""),
        replace(FIVE_BY_FIVE, name=COMPOUND, concept=f"{COMPOUND} {COMPOUND}"),
        replace(FIVE_BY_FIVE, name="Bo <b>bold</b> & \"Sons\" 'n' &amp; O’Hara", concept="<i>x</i> & y < z"),
        BARE,
        ENDLESS,
        HARMFUL,
    )
    shaped, whole = both(decks.carded(odd, form, PLAIN))
    decks.assert_same(shaped, whole)
    shown = decks.texts(shaped)
    assert any("Bo <b>bold</b> & \"Sons\" 'n' &amp; O’Hara" in text for text in shown)
    assert sum(HOSTILE[:12] in text for text in shown) >= 1


@pytest.mark.parametrize(
    "paper", first([LETTER, A5, A5.turned()]), ids=lambda each: f"{each.width_mm:.0f}x{each.height_mm:.0f}"
)
def test_a_roster_is_set_person_by_person_on_any_paper(paper: Paper) -> None:
    """However high its pages are, and with people of several games on one."""
    people = [replace(card, name=f"{card.name} {number}") for number in range(3) for card in GAMES.values()]
    leaves = list(decks.carded(people, "roster", PLAIN, paper))
    assert len(leaves) > 1
    decks.assert_same(*both(leaves))


@pytest.mark.parametrize(
    ("paper", "look", "press"),
    first(
        [
            pytest.param(A5, theme("large-print"), Press(), id="narrow"),
            pytest.param(A4.turned(), PLAIN, Press(), id="landscape"),
            pytest.param(LETTER, PLAIN, Press(cmyk=True), id="four inks"),
        ]
    ),
)
def test_sheets_are_set_on_other_papers_and_in_other_looks(paper: Paper, look: Theme, press: Press) -> None:
    """With as many pages, and the same said of what does not fit."""
    some = decks.people("roll-when-you-need", "guard", 1)
    decks.assert_same(*both(decks.printed(some, "sheets", look, paper), look, press))


def counting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that are laid out from now on."""
    seen: list[str] = []
    real = pdf.laid_out

    def laid_out(printer: Any, document: str, *rest: Any) -> Any:
        seen.append(document)
        return real(printer, document, *rest)

    monkeypatch.setattr(pdf, "laid_out", laid_out)
    return seen


@pytest.mark.parametrize("form", ["cards", "roster"])
def test_what_has_a_known_shape_is_not_laid_out(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """Of thirty people the first twenty show nearly every shape that the last ten have; set again, all are known."""
    setter = decks.fresh()
    seen = counting(monkeypatch)
    cards = [decks.card(npc) for npc in decks.people("five-by-five", "guard", 30)]
    setter.part(list(decks.carded(cards[:20], form, PLAIN)), "shapes")
    first = len(seen)
    assert first > 0
    setter.part(list(decks.carded(cards[20:], form, PLAIN)), "shapes")
    assert len(seen) - first <= 2
    second = len(seen)
    setter.part(list(decks.carded(cards, form, PLAIN)), "shapes")
    assert len(seen) == second


def test_sheets_are_set_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second person with as many of everything has all blocks known, though the words are others."""
    setter = decks.fresh()
    one, other = decks.people("roll-when-you-need", "guard", 2)
    seen = counting(monkeypatch)
    setter.part(list(decks.printed([one], "sheets", PLAIN)), "shapes")
    first = len(seen)
    assert first > 1
    (set_,) = setter.part(list(decks.printed([other], "sheets", PLAIN)), "shapes").leaves
    assert set_.by_shape
    assert len(seen) - first < first / 2


def test_drawings_that_were_forgotten_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch may have more of them than are remembered; blocks that were set with them are then set anew."""
    monkeypatch.setattr(drawings, "REMEMBERED", 1)
    setter, some = decks.fresh(), decks.leaves("five-by-five", "sheets", 2)
    first, again = (setter.part(some, "shapes") for _ in range(2))
    assert first.arts.keys() == again.arts.keys()
    assert any(key.startswith("d-") for key in first.arts)
    assert decks.bound([first])[0] == decks.bound([again])[0]


def test_who_has_letters_that_our_typefaces_lack_is_laid_out_alone() -> None:
    """And stands in the deck between the others, at the same place. Ours have Greek and Cyrillic, and no Thai."""
    names = ("Ada Quill", "มานี", "Мария Ивановна", "ปิติ", "Νίκος")
    leaves = list(decks.carded([replace(FIVE_BY_FIVE, name=name) for name in names], "cards", PLAIN))
    made = part(leaves, theme=PLAIN, press=PRESS)
    whole = part(leaves, theme=PLAIN, press=PRESS, way="full")
    assert [(leaf.title, leaf.by_shape) for leaf in made.leaves] == list(
        zip(names, (True, False, True, False, True), strict=True)
    )
    file, told = decks.bound([made])
    assert (told.pages, told.leaves, told.by_shape) == (5, 5, 3)
    decks.assert_same(file, decks.bound([whole])[0])
    for text, name in zip(decks.texts(file), names, strict=True):
        assert decks.bare(name) in decks.bare(text)


def test_a_letter_that_no_typeface_has_is_told_of() -> None:
    """Once for the whole part; the others are set all the same."""
    names = ("Ada Quill", "Ada \U00013080", "Bo \U00013080")
    made = part(
        list(decks.carded([replace(FIVE_BY_FIVE, name=name) for name in names], "cards", PLAIN)),
        theme=PLAIN,
        press=PRESS,
    )
    assert [leaf.by_shape for leaf in made.leaves] == [True, False, False]
    assert sum("\U00013080" in problem for problem in made.problems) == 1


def test_every_form_of_card_is_here() -> None:
    """A form that is added is compared too."""
    assert set(decks.FORMS) == {"sheets", "roster", *card_form.NAMES}
    assert decks.leaves("five-by-five", "half", 1)[0].paper == card_form.form("half", A4).paper


def test_another_weasyprint_prints_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its insides have other names, every page is laid out in full, and that is told once."""
    leaves = decks.leaves("five-by-five", "cards", 2)
    usual = part(leaves, theme=PLAIN, press=PRESS, way="full")

    def renamed(document: Any, *_: Any) -> None:
        document.pages[0]._renamed_box  # noqa: B018

    monkeypatch.setattr(shaping, "places", renamed)
    made = Setter(PLAIN, PRESS).part(leaves, "shapes")
    assert [leaf.by_shape for leaf in made.leaves] == [False] * len(leaves)
    (remark,) = made.problems
    assert "laid out in full" in remark
    assert "_renamed_box" in remark
    assert decks.texts(decks.bound([made])[0]) == decks.texts(decks.bound([usual])[0])
