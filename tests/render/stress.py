"""Characters of each game with far too much of everything, in many scripts."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any

import yaml

from chargen import registry
from chargen.page.sheet import Sheet
from chargen.schema.parsing import parse
from chargen.text.source import load
from tests.render.looking import texts
from tests.scale import tenth

GAMES = ("roll-when-you-need", "gamocles", "five-plus", "five-by-five", "facade")
"""From the sheets that are printed in the shortest time on; a quick run prints the first three."""
COMPOUND = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
LONG_NAME = ("Æthelþrýð Włodzimierz Nguyễn " + COMPOUND + " ") * 5
WORDS = (
    "龍王の娘",
    "한국어",
    "محمد العربي",
    "שלום",
    "नमस्ते",
    "বাংলা",
    "தமிழ்",
    "สวัสดี",
    "Ελληνικά",
    "Кириллица",
    "Łódź",
    "🐉",
    "🔥",
    "✕☐",
    COMPOUND,
)


def name(number: int) -> str:
    """Return a name that no other one is, with a word of some script in it.

    Its number is spelt in letters: readers of PDF files disagree about figures beside letters that run to the left.
    """
    spelt = "".join("qwertyuiop"[int(figure)] for figure in str(number))
    return f"Zahl{spelt} {WORDS[number % len(WORDS)]}"


COMMON: dict[str, Any] = {
    "name": LONG_NAME[:500].strip(),
    "player": "Ж" * 60,
    "concept": ("Vielerlei in vielen Zungen " * 12).strip(),
    "notes": "\n\n".join(f"Absatz{number}. {' '.join(WORDS)}." for number in range(tenth(12))),
    "equipment": [{"name": name(100 + number), "effect": name(200 + number)} for number in range(tenth(40))],
}
OWN: dict[str, dict[str, Any]] = {
    "five-by-five": {
        "descriptors": {
            name(number): {"value": (6, 4, 4, 2, 2, -5, 9)[number % 7]}
            | ({"exclusive": ("attack", "dodge", "healing", "steal initiative")[number]} if number < 4 else {})
            for number in range(30)
        },
        "hit_points": 4,
    },
    "facade": {
        "skills": {
            name(broad): {
                "level": 2,
                "attribute": "agility",
                name(20 + broad): {"level": 1, **{name(30 + 5 * broad + number): 1 for number in range(5)}},
            }
            for broad in range(10)
        },
    },
    "five-plus": {
        "skills": {name(number): {"level": number % 6} for number in range(tenth(60))},
        "traits": [{"name": name(60 + number), "effect": name(80 + number)} for number in range(len(WORDS))],
    },
    "gamocles": {
        "variations": [{"name": name(number), "points": 1, "effect": name(300 + number)} for number in range(30)],
        "weapon": [{"name": name(50 + number), "rating": 2} for number in range(8)],
    },
    "roll-when-you-need": {
        "qualities": [
            {"name": name(number), "benefit": name(300 + number), "drawback": name(400 + number)}
            for number in range(30)
        ],
        "talents": [{"name": name(40 + number), "effect": name(500 + number)} for number in range(30)],
    },
}
"""What each game's own keys can hold too much of."""


def concept(game: str) -> dict[str, Any]:
    """Return the game's starter concept with everything overfull."""
    start = yaml.safe_load(registry.system(game).new_concept("Starter"))
    return {**start, **COMMON, **OWN[game]}


def sheet(game: str) -> Sheet:
    """Return the sheet of such a character, also of one that breaks the rules."""
    system = registry.system(game)
    parsed = parse(system.concept, load("stress.yaml", json.dumps(concept(game), ensure_ascii=False).encode()).data)
    assert parsed.value is not None, parsed.diagnostics
    assert not parsed.diagnostics, parsed.diagnostics
    rules = getattr(parsed.value, "rules", None) or system.rules()
    return system.view(system.advance(parsed.value, rules), rules).sheet()


def words(game: str) -> set[str]:
    given = {key: value for key, value in concept(game).items() if key in COMMON or key in OWN[game]}
    return {plain(word) for text in _texts(given) for word in text.split() if _is_own(word)}


def _is_own(word: str) -> bool:
    """Whether a word is the player's, and no key or choice of the game's."""
    return any(not letter.isascii() for letter in word) or word.startswith(
        ("Zahl", "Absatz", "Donau", "Viel", "Zungen")
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def printed(content: bytes) -> str:
    """All text of a PDF without blanks, so that words which a line breaks are whole again."""
    return plain("".join("".join(texts(content)).split()))


def plain(text: str) -> str:
    """Letters in the one form in which they compare: without ligatures, presentation forms, case and hyphenation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", "".join(folded.replace("\u00ad", "").replace("\ufffe", "").split()))
