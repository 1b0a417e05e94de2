"""A deck: cards on paper, or a roster, as the data that its template is set from.

What has room, what steps down and what is cut is the template's to say; here stands what does not depend on paper.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chargen.core.card import MOST_NUMBERS, Card, CardRoll, Ladder
from chargen.core.roll import in_percent, percent
from chargen.core.sheet import Masthead, Portrait
from chargen.render import pictures, roster
from chargen.render.archive import DATE_OF_SOURCES
from chargen.render.card_form import CardForm
from chargen.render.paper import Paper
from chargen.render.press import Press
from chargen.render.quotes import typographic
from chargen.render.theme import Theme, of_game

MARK_HEIGHT = 24
"""How high the box is that the mark of a game is drawn in."""
LONGEST_TEXT = 1_500
"""No more letters of a text than this are set: no form has room for them (ours)."""
REMEMBERED = 2_000
"""So many texts are not looked at again: what stands on one card stands on most (ours)."""
_UNPRINTABLE = ("Cc", "Cs")
_OTHER_FILE = re.compile(r"""\b(?:[\w.-]+:)?href\s*=\s*(?:"(?!#|data:)[^"]*"|'(?!#|data:)[^']*')""")
"""Where a drawing names a file: it is drawn without that."""
_LONG_WORD = re.compile("[!-\u058f]{25,}")
_PIECE = re.compile("(?:.[\u0300-\u036f]*){8}(?=.)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards, and how they lie on paper."""

    cards: Sequence[Card]
    form: CardForm | None
    """The form of the cards; None for a roster."""
    paper: Paper
    """The paper that they are printed on, not yet turned as most of them fit."""
    theme: Theme
    title: str
    """What the file is called."""
    single: bool = False
    """Whether each card has a page of its own, as large as the card."""
    marks: bool = True
    """Whether there are marks where cards are to be cut; those on pages of their own have none."""
    backs: bool = False
    before: int = 0
    """So many people stand on earlier pages of a roster."""
    whole: int = 0
    """So many there are in all of a roster; 0 where all of them are here."""

    @property
    def cells(self) -> int:
        """How many cards, or people of a roster, stand on a printed page."""
        if self.form is None:
            return roster.people_on_a_page(self.paper, self.theme)
        return 1 if self.single else self.form.places(self.paper).cards

    @property
    def template(self) -> str:
        """The file in ``templates/cards`` that it is set from."""
        return "roster.typ" if self.form is None else "deck.typ"

    def starts(self) -> Iterator[int]:
        """Yield the page that each card stands on, counted from 0."""
        cells, sides = self.cells, 2 if self.backs else 1
        yield from (index // cells * sides for index in range(len(self.cards)))


def page_of(deck: Deck) -> Paper:
    """Return the page that a deck is printed on, without bleed."""
    if deck.form is None:
        return deck.paper
    return deck.form.paper if deck.single else deck.form.places(deck.paper).paper


def data(deck: Deck, press: Press, families: Sequence[str]) -> str:
    """Return all that the template needs, as JSON.

    ``families``: the typefaces, as their files call them: sans, serif, and those for the letters that these lack.
    """
    portraits = tuple(dict.fromkeys(card.portrait for card in deck.cards if card.portrait is not None))
    games = tuple(dict.fromkeys((card.system_title, card.masthead) for card in deck.cards))
    theme, page = deck.theme, page_of(deck)
    bleed = press.bleed_mm if deck.single else 0
    moment = press.moment or (DATE_OF_SOURCES if press.standard else None)
    sans, serif, *scripts = families
    fields: dict[str, Any] = {
        "title": words(deck.title),
        "language": "en",
        "date": None if moment is None else [*moment.timetuple()[:6]],
        "tagged": press.tagged,
        "theme": {
            "ink": theme.ink,
            "quiet": theme.quiet,
            "hairline": theme.hairline,
            "paper": theme.paper,
            "bars": theme.bars,
            "black": theme.black,
            "serif-titles": theme.serif_titles,
            "sans": sans,
            "serif": serif,
        },
        "scripts": scripts,
        "games": [_game(title, masthead, theme, on_field=deck.form is not None) for title, masthead in games],
        "pictures": [_picture(portrait, theme) for portrait in portraits],
        "backs": deck.backs,
        "bleed": bleed,
        "sheet": {
            "width": page.width_mm + 2 * bleed,
            "height": page.height_mm + 2 * bleed,
            "marks": deck.marks and not deck.single,
        },
        "cards": [
            _card(card, deck)
            | {
                "game": games.index((card.system_title, card.masthead)),
                "portrait": None if card.portrait is None else portraits.index(card.portrait),
            }
            for card in deck.cards
        ],
    }
    fields |= _roster(deck) if deck.form is None else _cards(deck, deck.form)
    fields["sheet"] |= fields.pop("lying")
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _cards(deck: Deck, form: CardForm) -> dict[str, Any]:
    """What only cards have, and how they lie on the paper."""
    places = form.places(deck.paper)
    return {
        "scale": deck.theme.scale,
        "text": form.text_pt,
        "form": {
            "width": form.width_mm,
            "height": form.height_mm,
            "margin": form.margin_mm,
            "lying": form.lying,
            "cut": form.cut or deck.single,
            "box": form.box_mm,
            "bar": form.bar_mm,
            "line": form.line_mm,
            "notes": form.note_lines,
            "rows": form.box_rows,
            "rolls": form.rolls,
            "portrait": form.portrait_mm,
        },
        "lying": {"across": 1, "down": 1} if deck.single else {"across": places.across, "down": places.down},
    }


def _roster(deck: Deck) -> dict[str, Any]:
    """What only rosters have."""
    return {
        "scale": roster.scale(deck.theme),
        "text": roster.TEXT_PT,
        "box": roster.BOX_MM,
        "before": deck.before,
        "whole": deck.whole or len(deck.cards),
        "lying": {"down": deck.cells, "margin": deck.paper.margin_mm},
    }


def _game(title: str, masthead: Masthead | None, theme: Theme, *, on_field: bool) -> dict[str, Any]:
    """What tells the cards of a game from others: its title, its colour, and its mark, for a field of the colour."""
    accent = of_game(theme, masthead).accent
    game: dict[str, Any] = {"title": words(title), "accent": accent, "mark": None, "shape": 1}
    if masthead is None:
        return game
    box = f'viewBox="0 0 {masthead.width} {MARK_HEIGHT}" xmlns="http://www.w3.org/2000/svg"'
    ink = theme.paper if on_field and theme.bars == "solid" else accent
    drawing = f'<svg {box}><path fill="{ink}" d="{masthead.mark}"/></svg>'
    return game | {"mark": drawing, "shape": masthead.width / MARK_HEIGHT}


def _card(card: Card, deck: Deck) -> dict[str, Any]:
    rolls = worth_printing(card)
    most = len(rolls) if deck.form is None else deck.form.rolls
    title = "" if card.foot.startswith(card.system_title) else card.system_title
    return {
        "name": words(card.name),
        "concept": breakable(card.concept),
        "numbers": [
            {"label": words(number.label), "value": words(number.value), "below": words(number.below)}
            for number in card.numbers[:MOST_NUMBERS]
        ],
        "rolls-title": words(card.rolls_title),
        "rolls": [_roll(roll, deck) for roll in rolls[:most]],
        "further-rolls": max(0, len(rolls) - most),
        "tracks": [
            {
                "title": words(track.title),
                "boxes": track.boxes,
                "filled": track.filled,
                "zones": [{"name": words(name), "length": length} for name, length in track.zones if length > 0],
            }
            for track in card.tracks
        ],
        "notes": [{"heading": breakable(heading), "text": breakable(text)} for heading, text in card.notes],
        "foot": words(" · ".join(filter(None, (title, card.foot)))),
        **(_back(card) if deck.backs else {}),
    }


def _back(card: Card) -> dict[str, Any]:
    return {
        "back": [[breakable(heading), breakable(text)] for heading, text in card.back],
        "ladder": None if card.ladder is None else _ladder(card.ladder),
        "back-foot": words(card.foot),
    }


def _ladder(ladder: Ladder) -> dict[str, Any]:
    return {
        "title": words(ladder.title),
        "steps": [[words(step), float(chance), percent(chance)] for step, chance in ladder.steps],
    }


def worth_printing(card: Card) -> tuple[CardRoll, ...]:
    """Return the rolls that may succeed; all of them where none may."""
    return tuple(roll for roll in card.rolls if roll.chance) or card.rolls


def _roll(roll: CardRoll, deck: Deck) -> dict[str, Any]:
    note = roll.note if deck.form is not None else ""
    return {
        "label": words(roll.label),
        "what": words(f"{roll.what} · {note}" if note else roll.what),
        "chance": float(roll.chance),
        "percent": in_percent(roll.chance),
    }


@lru_cache(maxsize=REMEMBERED)
def words(text: str) -> str:
    """Return a text on one line, with true quotation marks, and without what no typeface draws.

    >>> words("Mara \\n the\\x07 Red's \\"Pet\\"")
    'Mara the Red’s “Pet”'
    """
    text = typographic(" ".join(text[:LONGEST_TEXT].split()))
    if text.isprintable():
        return text
    return "".join(letter for letter in text if unicodedata.category(letter) not in _UNPRINTABLE)


@lru_cache(maxsize=REMEMBERED)
def breakable(text: str) -> str:
    """Return `words` of a text that has several lines: a very long one may go on in the next, wherever it ends.

    Letters that are joined or broken otherwise, as those of Arabic and Thai are, stay as they are.

    >>> breakable("a b" + 30 * "c").split("\u200b")
    ['a bccccccc', 'cccccccc', 'cccccccc', 'ccccccc']
    """
    return _LONG_WORD.sub(lambda word: _PIECE.sub("\\g<0>\u200b", word[0]), words(text))


def letters(deck: Deck) -> str:
    """Return all letters that are set, in any order: what the typefaces must have."""
    texts = {deck.title}
    for card in deck.cards:
        texts.update((card.name, card.concept, card.system_title, card.rolls_title, card.foot))
        for number in card.numbers:
            texts.update((number.label, number.value, number.below))
        for roll in card.rolls:
            texts.update((roll.label, roll.what, roll.note))
        for track in card.tracks:
            texts.update((track.title, *(name for name, _ in track.zones)))
        for entry in (*card.notes, *card.back):
            texts.update(entry)
        if card.ladder is not None:
            texts.update((card.ladder.title, *(step for step, _ in card.ladder.steps)))
    return "".join(sorted(set("".join(texts))))


def _picture(portrait: Portrait, theme: Theme) -> str | list[int]:
    """A picture as its bytes; a drawing as the text that it is."""
    shown = pictures.printable(portrait, grey=theme.black, screen=True)
    if pictures.is_drawing(shown):
        return _OTHER_FILE.sub("", shown.content.decode(errors="replace"))
    return list(shown.content)
