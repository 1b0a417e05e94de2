"""From an empty form, from a starter and from a surprise to a printed character, whose numbers are those of `show`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import expect

from tests.cli.running import shell
from tests.journeys.conftest import GAMES
from tests.journeys.window import Window
from tests.render.pages import pages
from tests.scale import QUICK

BY_HAND = yaml.load((Path(__file__).parent / "builds.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
BUILT = GAMES[::3] if QUICK else GAMES
SURPRISED = GAMES[1::3] if QUICK else GAMES
"""In a quick run, some games are built by hand, and some others are surprises."""


@pytest.mark.parametrize("game", BUILT)
def test_an_empty_form_becomes_a_printed_character(window: Window, folder: Path, game: str) -> None:
    """It is complete, legal and armed; each step is done in the form alone."""
    window.show("Fight")  # the sheet beside the form, which other journeys look at, would be drawn at each step
    window.begin(game, "empty", f"Kai of {game}")
    first = window.saved()
    for verb, *words in BY_HAND[game]["steps"]:
        getattr(window, verb)(*map(str, words))
    assert_printed(window, folder, f"Kai of {game}", BY_HAND[game]["weapon"])
    assert first.splitlines()[0] in window.saved().splitlines()


@pytest.mark.parametrize("game", SURPRISED)
def test_a_surprise_is_printed(window: Window, folder: Path, game: str) -> None:
    """As it is drawn, without a change."""
    window.begin(game, "surprise", f"Lea of {game}")
    assert_printed(window, folder, f"Lea of {game}")


def assert_printed(window: Window, folder: Path, *words: str) -> bytes:
    """Print the character, which has no errors, as a PDF file with its words and its chances; return that."""
    expect(window.region.get_by_role("button", name=re.compile("errors? ↓"))).to_have_count(0)
    printed = window.printed()
    text = packed(" ".join(page.text for page in pages(printed)))
    ended = shell("show", window.file, "--format", "json", folder=folder)
    shown = json.loads(ended.stdout)
    assert (ended.returncode, shown["ok"]) == (0, True), shown["diagnostics"]
    assert [word for word in words if packed(word) not in text] == []
    wrong = [(roll["label"], roll["value"]) for roll in shown["rolls"] if not is_printed(roll, text)]
    assert wrong == []
    return printed


def packed(text: str) -> str:
    """Return a text without blanks, as names may be broken, and in small letters."""
    return re.sub(r"\s", "", text).lower()


def is_printed(roll: dict[str, Any], text: str) -> bool:
    """Whether its name is there, and after it, or after its number in a row for many names, its dice or a chance."""
    name = packed(roll["label"] if packed(roll["label"]) in text else roll["label"].split()[-1])
    # Where no dice are kept, the number is alone.
    number, dice = str(roll["value"]), packed(roll["roll"]).removeprefix("0k0")
    chances = [packed(f"{100 * chance:.{digits}f} %") for chance in successes(roll["odds"]) for digits in (0, 1)]
    after = [text[place.end() : place.end() + 60] for place in re.finditer(re.escape(name), text)]
    rows = [number + chance for chance in chances] + [number + dice + chance for chance in chances]
    return any(what in words for words in after for what in (*chances, number + dice)) or (
        bool(after) and any(row in text for row in rows)
    )


def successes(odds: dict[str, Any]) -> Iterator[float]:
    """Yield each chance of success in the odds of a roll, at any difficulty."""
    if "success" in odds:
        yield odds["success"]["probability"]
    for inner in odds.values():
        if isinstance(inner, dict):
            yield from successes(inner)
