"""A deck of cards, or a roster, as the data of its template.

The templates decide what fits, what gets smaller and what is cut; this module holds what does not depend on paper.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from chargen.game.isolation import is_concerned, isolate
from chargen.page.card import MOST_NUMBERS, WORN, Card
from chargen.page.roll import in_percent, percent
from chargen.page.sheet import Masthead
from chargen.render import bitmap
from chargen.render.attachment import DATE
from chargen.render.card_size import LYING, CardSize, find_scale
from chargen.render.paper import MM_PER_PT, Paper
from chargen.render.press import Press
from chargen.render.theme import Theme, apply_game_colour
from chargen.render.typography import to_typographic

MARK_HEIGHT = 24  # The height of the box that a game's mark is drawn in
MOST_ROLLS = 40  # The number of rolls of a card that are laid out: no size has room for more (house default)
LONGEST_TEXT = 1_500
"""The number of letters of a text that are printed: no size has room for more (house default)."""
CACHED = 2_000  # The number of texts that are cached: what is on one card is on most (house default)
ROSTER_TEXT_PT = 8.8
ROSTER_BOX_MM = 4.5  # The side of a box to tick, at any size of text
FEWEST_ROWS = 10  # The number of NPCs that a page of A4 or Letter holds at least, in text of the usual size
LOWEST_PAGE_MM = 265
"""The height of a page that is held to `FEWEST_ROWS`: that of Letter, with some room for other papers."""
LOWEST_ROW_MM = 24.5  # The least height of an NPC, in text of the usual size
ROSTER_HEAD_AND_FOOT = 3.3  # The height of a roster page's title and last line, in parts of the text's size
_UNPRINTABLE = ("Cc", "Cs")
_OTHER_FILE = re.compile(r"""\b(?:[\w.-]+:)?href\s*=\s*(?:"(?!#|data:)[^"]*"|'(?!#|data:)[^']*')""")
"""A reference of a drawing to a file: it is left out."""
_BLANKS = re.compile(r"[^\S\u00a0]+")  # Any white space but no-break spaces, such as those of ``TN 20``
_LONG_WORD = re.compile("[!-\u058f]{20,}")
_PIECE = re.compile("(?:.[\u0300-\u036f]*){8,11}?(?=.)(?<!f)")  # not behind an f, which hangs over


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards, and how they are laid out on paper."""

    cards: Sequence[Card]
    size: CardSize | None  # The size of the cards; None for a roster
    paper: Paper  # The paper that they are printed on, not yet turned so that most of them fit
    theme: Theme
    title: str = ""  # The title of the file
    single: bool = False  # Whether each card has a page of its own, of the card's size
    marks: bool = True  # Whether there are marks for cutting; cards on pages of their own have none
    backs: bool = False
    before: int = 0  # The number of NPCs on earlier pages of a roster
    total: int = 0  # The number of NPCs in all of a roster; 0 where all of them are here

    @property
    def cells(self) -> int:
        """Return how many cards, or NPCs of a roster, a printed page holds."""
        if self.size is not None:
            _, across, down = self.size.places(self.paper)
            return 1 if self.single else across * down
        scale, paper = self.scale, page_of(self)
        room = paper.height_mm - 2 * paper.margin_mm - ROSTER_HEAD_AND_FOOT * ROSTER_TEXT_PT * scale * MM_PER_PT
        natural = int(room / (LOWEST_ROW_MM * scale))
        return max(natural, FEWEST_ROWS if paper.height_mm >= LOWEST_PAGE_MM and scale == 1 else 1)

    @property
    def scale(self) -> float:
        """Return how much larger than usual its text is."""
        return find_scale(self.size.text_pt if self.size is not None else ROSTER_TEXT_PT, self.theme.text_pt)


def page_of(deck: Deck) -> Paper:
    """Return the page that a deck is printed on, without bleed."""
    size = deck.size
    if size is None:  # in large print the paper lies, so that names and rolls fit beside each other
        return deck.paper if deck.scale == 1 or deck.paper.landscape else deck.paper.turned()
    return Paper(size.name, size.width_mm, size.height_mm) if deck.single else size.places(deck.paper)[0]


def template_data(deck: Deck, press: Press) -> tuple[dict[str, Any], str]:
    """Return the data of the template, but for the names of typefaces, and its letters, which these must have."""
    portraits = tuple(dict.fromkeys(card.portrait for card in deck.cards if card.portrait is not None))
    games = tuple(dict.fromkeys((card.system_title, card.masthead) for card in deck.cards))
    theme, page = deck.theme, page_of(deck)
    bleed = press.bleed_mm if deck.single else 0
    moment = press.moment or (DATE if press.standard else None)

    # The cards, and all letters of the deck. Few decks have texts that have to be kept apart from what is beside them.
    cards = [_card(card, deck) for card in deck.cards]
    shown = json.dumps([deck.title, [title for title, _ in games], cards], ensure_ascii=False)
    letters = "".join(sorted(set(shown)))
    if is_concerned(letters):
        texts = (tuple(map(one_line, card.texts)) for card in deck.cards)
        cards = [_isolated(card, own) for card, own in zip(cards, texts, strict=True)]

    # Pictures as their bytes, and drawings as their text.
    pictures: list[str | list[int]] = []
    for portrait in portraits:
        picture = bitmap.in_greys(portrait) if theme.black else portrait
        if picture.media_type == bitmap.DRAWING:
            pictures.append(_OTHER_FILE.sub("", picture.content.decode(errors="replace")))
        else:
            pictures.append(list(picture.content))

    # What cards and rosters share, then what each has.
    fields: dict[str, Any] = {
        "title": one_line(deck.title),
        "language": "en",
        "date": None if moment is None else [*moment.timetuple()[:6]],
        "tagged": press.tagged,
        "theme": asdict(theme),
        "games": [_game(title, masthead, theme, on_field=deck.size is not None) for title, masthead in games],
        "pictures": pictures,
        "backs": deck.backs,
        "scale": deck.scale,
        "bleed": bleed,
        "sheet": {
            "width": page.width_mm + 2 * bleed,
            "height": page.height_mm + 2 * bleed,
            "marks": deck.marks and not deck.single,
        },
        "cards": [
            drawn
            | {
                "game": games.index((card.system_title, card.masthead)),
                "portrait": None if card.portrait is None else portraits.index(card.portrait),
            }
            for card, drawn in zip(deck.cards, cards, strict=True)
        ],
    }
    if deck.size is None:
        fields["sheet"] |= {"down": deck.cells, "margin": deck.paper.margin_mm}
        return fields | {
            "text": ROSTER_TEXT_PT,
            "box": ROSTER_BOX_MM,
            "before": deck.before,
            "total": deck.total or len(deck.cards),
        }, letters
    size = deck.size
    _, across, down = size.places(deck.paper)
    fields["sheet"] |= {"across": 1, "down": 1} if deck.single else {"across": across, "down": down}
    return fields | {
        "text": size.text_pt,
        # A size that lies has two columns.
        "size": asdict(size) | {"lying": size.width_mm > LYING * size.height_mm, "cut": size.cut or deck.single},
    }, letters


def _game(title: str, masthead: Masthead | None, theme: Theme, *, on_field: bool) -> dict[str, Any]:
    """Return the title, the colour and the mark of a game; ``on_field``: the mark is on an area of that colour."""
    accent = apply_game_colour(theme, masthead).accent
    game: dict[str, Any] = {"title": one_line(title), "accent": accent, "mark": None, "shape": 1}
    if masthead is None:
        return game
    box = f'viewBox="0 0 {masthead.width} {MARK_HEIGHT}" xmlns="http://www.w3.org/2000/svg"'
    ink = theme.paper if on_field and theme.bars == "solid" else accent
    drawing = f'<svg {box}><path fill="{ink}" d="{masthead.mark}"/></svg>'
    return game | {"mark": drawing, "shape": masthead.width / MARK_HEIGHT}


def _card(card: Card, deck: Deck) -> dict[str, Any]:
    # The rolls that can succeed, and those that a card needs; all of them where none can.
    rolls = tuple(roll for roll in card.rolls if roll.chance or roll.always) or card.rolls
    ladder = card.ladder
    title = "" if card.foot.startswith(card.system_title) else card.system_title
    back = {
        "person": [[breakable(label), breakable(text)] for label, text in card.person],
        "back": [[breakable(heading), breakable(text)] for heading, text in card.back],
        "ladder": ladder
        and {
            "title": one_line(ladder.title),
            "steps": [[one_line(step), float(chance), percent(chance)] for step, chance in ladder.steps],
        },
        "back-foot": one_line(card.foot),
    }
    notes = [note for note in card.notes if not deck.backs or note not in card.person[1:]]  # the back has the others
    return {
        "name": breakable(card.name),
        "concept": breakable(card.concept),
        "numbers": [
            {"label": one_line(number.label), "value": one_line(number.value), "below": one_line(number.below)}
            for number in card.numbers[:MOST_NUMBERS]
        ],
        "rolls-title": one_line(card.rolls_title),
        "always": sum(roll.always for roll in rolls),
        "rolls": [
            {
                "label": breakable(roll.label),
                "what": one_line(roll.what),
                "note": breakable(roll.note),
                "attack": roll.is_attack,
                "chance": float(roll.chance),
                "percent": in_percent(roll.chance),
            }
            for roll in rolls[:MOST_ROLLS]
        ],
        "tracks": [
            {
                "title": one_line(track.title),
                "boxes": track.boxes,
                "filled": track.filled,
                "zones": [{"name": one_line(name), "length": length} for name, length in track.zones if length > 0],
            }
            for track in card.tracks
        ],
        "notes": [{"heading": breakable(heading), "text": breakable(text)} for heading, text in notes],
        # The notes that come before everything else that has no room: what is worn, and the first other one.
        "vital": min(len(notes), 2 if notes and notes[0][0] == WORN else 1),
        "foot": one_line(" · ".join(filter(None, (title, card.foot)))),
        **(back if deck.backs else {}),
    }


def _isolated(value: Any, own: tuple[str, ...]) -> Any:
    """Return data with isolates in its texts."""
    if isinstance(value, str):
        return isolate(value, own)
    if isinstance(value, dict):
        return {key: _isolated(part, own) for key, part in value.items()}
    return [_isolated(part, own) for part in value] if isinstance(value, list) else value


@lru_cache(maxsize=CACHED)
def one_line(text: str) -> str:
    """Return a text on one line, with typographic quotation marks, and without unprintable characters.

    >>> one_line("Mara \\n the\\x07 Red's \\"Pet\\"")
    'Mara the Red’s “Pet”'
    """
    text = to_typographic(_BLANKS.sub(" ", text[:LONGEST_TEXT]).strip())
    if text.isprintable():
        return text
    return "".join(letter for letter in text if unicodedata.category(letter) not in _UNPRINTABLE)


@lru_cache(maxsize=CACHED)
def breakable(text: str) -> str:
    """Return a text for several lines, as `one_line` does, with places where a very long word may be broken.

    Scripts that join or break letters in their own way, such as Arabic and Thai, are left alone.

    >>> breakable("a b" + 30 * "c").split("\u200b")
    ['a bccccccc', 'cccccccc', 'cccccccc', 'ccccccc']
    """
    return _LONG_WORD.sub(lambda word: _PIECE.sub("\\g<0>\u200b", word[0]), one_line(text))
