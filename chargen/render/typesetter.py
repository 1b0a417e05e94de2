"""Cards and rosters as PDF, printed by Typst. Importing this does not load it; the first deck does.

The compiler reads one folder, that of chargen's templates. They ask for no packages, which Typst would download. Texts
are data and are never read as markup.
"""

import json
import re
import sys
import threading
import unicodedata
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from chargen.game.isolation import END, ISOLATE
from chargen.game.resources import folder
from chargen.render import fonts
from chargen.render.bitmap import DRAWING
from chargen.render.deck import Deck, template_data
from chargen.render.press import ACCESSIBLE, ARCHIVE, TAGGED_ARCHIVE, Press
from chargen.render.printer import Printed, PrinterUnavailable
from chargen.text.names import listing, short

STANDARDS: dict[str, Any] = {ARCHIVE: "a-3b", TAGGED_ARCHIVE: "a-3a", ACCESSIBLE: "ua-1"}
"""Typst's names of the standards that it supports."""
CURE = f"{sys.executable} -m pip install --force-reinstall typst"
"""The command to run where Typst cannot be loaded."""
FORGETTING = 8
"""The number of empty documents that clear Typst's cache of a deck. It drops what ten documents have not used; with
fewer, it keeps what decks share."""
LARGE = 100
"""The number of cards from which the cache is cleared completely; less before smaller decks (house default)."""
SHORTEST_CUT = 24  # The columns of a name that the smallest card holds in two lines
NAMED = 60  # The letters of a cut name that a message has
COMMENT = "//"
"""The beginning of the data: Typst first parses all input as a template, and a comment takes no time."""
TEMPLATES = folder("templates") / "cards"
_UNSEEN = re.compile(f"[\u200b{ISOLATE}{END}]")
_ONE_AT_A_TIME = threading.Lock()


def typeset(deck: Deck, press: Press) -> Printed:
    """Return a deck as PDF: the same bytes for the same deck, in any process.

    Raises `PrinterUnavailable`, and `Unprintable` where a standard is wanted and no typeface has a letter.
    """
    inputs, scripts, uncovered = _read(deck, press)
    missing = _missing(uncovered)
    problems = [fonts.missing_letters(missing, press.standard)] if missing else []
    # Names that are longer than two lines of their card, or than what their row of a roster holds. Few names are long
    # enough to be looked at.
    long = [
        card
        for card in deck.cards
        if sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in card.name) > SHORTEST_CUT
    ]
    names = find_labelled(replace(deck, cards=long), "<cut-name>") if long else []
    if cut := [short(_UNSEEN.sub("", name), NAMED) for name in dict.fromkeys(names)]:
        problems.append(f"{listing(cut)}: too long for this size, and cut in the middle")
    with _ONE_AT_A_TIME:
        # Typst keeps a large deck, 50 MB, for ten documents, and there is no other way to clear that (typst-py, issue
        # 104): so it compiles empty documents.
        if _compiler.cache_info().currsize:
            nothing = _typst().Fonts(include_system_fonts=False, include_embedded_fonts=False)
            empty = _typst().Compiler(b"", font_paths=nothing, ignore_system_fonts=True)
            for _ in range(FORGETTING * min(len(deck.cards), LARGE) // LARGE):
                empty.compile(b"")
        standards = [STANDARDS[press.standard]] if press.standard else []
        compiled = partial(_compiler(scripts, bool(uncovered)).compile, pdf_standards=standards, pdf_tags=press.tagged)
        try:
            content = compiled(input=inputs)
        except _typst().TypstError as exc:
            # The deck without portraits that Typst may be unable to read; bitmaps are checked with the concept.
            portraits = {card.portrait for card in deck.cards if card.portrait is not None}
            drawings = {portrait for portrait in portraits if portrait.media_type == DRAWING}
            if not drawings:
                raise
            cards = [replace(card, portrait=None) if card.portrait in drawings else card for card in deck.cards]
            content = compiled(input=_read(replace(deck, cards=cards), press)[0])
            problems.append(f"portraits that are drawings are left out ({exc}); save them as PNG")
    sides = 2 if deck.backs else 1
    pages = -(-len(deck.cards) // deck.cells) * sides
    starts = (index // deck.cells * sides for index in range(len(deck.cards)))
    return Printed(content=content, pages=pages, problems=tuple(problems), starts=tuple(starts))


def find_labelled(deck: Deck, label: str) -> list[str]:
    """Return the names of the cards that a template has labelled.

    They are ``<short>`` where there is no room for something that a card has to show, and ``<cut-name>``.
    """
    inputs, scripts, _ = _read(deck, Press())
    compiler = _typst().Compiler(inputs, root=str(TEMPLATES), font_paths=_typefaces(scripts), ignore_system_fonts=True)
    names: list[str] = json.loads(compiler.query(label, field="value"))
    return names


def _read(deck: Deck, press: Press) -> tuple[dict[str, Any], tuple[fonts.Face, ...], frozenset[str]]:
    """Return the input for Typst, the typefaces for letters that the usual ones lack, and the letters of none."""
    data, letters = template_data(deck, press)
    scripts, uncovered = fonts.find_faces(letters)
    names = {Path(font.path): font.family for font in _typefaces(scripts).fonts() if font.path}
    data["theme"]["sans"], data["theme"]["serif"] = (names[face.path] for face in (fonts.FACES[0], fonts.FACES[-1]))
    data["scripts"] = [names[face.path] for face in scripts]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    template = TEMPLATES / ("roster.typ" if deck.size is None else "deck.typ")
    inputs = {"main.typ": template, "deck.txt": (COMMENT + text).encode()}
    return inputs, scripts, uncovered


@lru_cache(maxsize=8)
def _compiler(scripts: tuple[fonts.Face, ...], system: bool) -> Any:
    """Return a compiler of the templates; ``system``: with the system's typefaces, for other letters."""
    nowhere = str(TEMPLATES / "no-packages")
    return _typst().Compiler(
        root=str(TEMPLATES),
        font_paths=_typefaces(scripts, system),
        ignore_system_fonts=not system,
        package_path=nowhere,
        package_cache_path=nowhere,
    )


@lru_cache(maxsize=8)
def _typefaces(scripts: tuple[fonts.Face, ...], system: bool = False) -> Any:
    """Return chargen's typefaces and those of the scripts; ``system``: with the system's, which takes a while."""
    folders = sorted({str(face.path.parent) for face in (*fonts.FACES, *scripts)})
    return _typst().Fonts(include_system_fonts=system, include_embedded_fonts=False, font_paths=folders)


@cache
def _typst() -> Any:
    try:
        import typst
    except (ImportError, OSError) as exc:
        unavailable = PrinterUnavailable(f"Typst cannot be loaded: {exc}")
        unavailable.cure = CURE
        raise unavailable from exc
    return typst


@lru_cache(maxsize=64)
def _missing(wanted: frozenset[str]) -> tuple[str, ...]:
    """Return those of the letters that no typeface of the system has either."""
    if not wanted:
        return ()
    import uharfbuzz

    left = set(wanted)
    for font in _typst().Fonts(include_system_fonts=True, include_embedded_fonts=False).fonts():
        if not left:
            break
        if font.path:
            face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(font.path), font.index)
            left -= {letter for letter in left if ord(letter) in face.unicodes}
    return tuple(sorted(left))
