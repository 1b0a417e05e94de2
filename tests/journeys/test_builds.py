"""From an empty form, from a starter and from a surprise to a printed character, whose numbers are those of `show`."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.cli.running import shell
from tests.journeys.conftest import GAMES
from tests.journeys.window import Window
from tests.render.pages import pages
from tests.scale import pairs


def five_by_five(window: Window) -> None:
    window.press("Give it 6")
    window.add("Descriptors", "Knife Fighting", "Light Feet", "Sewing Up", "Old Songs", "Small Talk")
    skill = (
        window.part("Descriptors")
        .get_by_role("listitem")
        .filter(has=window.page.get_by_label("Name of Knife Fighting"))
    )
    assert window.change(lambda: skill.get_by_role("combobox").select_option("attack")) == ""
    window.press("Knife Fighting: up")
    window.take("Weapons", "knife")
    window.add("Equipment", "Ball of twine")


def facade(window: Window) -> None:
    window.change(window.part("Attributes").get_by_role("button", name="Surprise me", exact=True).click)
    window.add("Skills", "Martial")
    window.press("Martial: more", 4)
    for broad, narrow in (("Martial", "Blades"), ("Blades", "Rapier")):
        window.open(window.part("Skills"))
        inner = window.entry("Skills", broad).get_by_role("textbox", name=f"New in {broad}")
        assert window.write(inner, narrow, "Enter") == ""
        window.press(f"{narrow}: more", 3)
    window.take("Weapons", "rapier")
    window.take("Armor", "leather jacket")
    window.add("Equipment", "Ball of twine")


def gamocles(window: Window) -> None:
    for trait in ("grit", "instinct", "movement", "reason", "will"):
        window.write(window.field(trait, "Traits"), "2")
    window.press("combat: more", 2)
    window.press("defence: more")
    window.add("Weapon", "Boat hook")
    window.write(window.field("Rating", "Weapon"), "2")
    window.add("Armour", "Oilskin")
    window.write(window.field("Rating", "Armour"), "1")
    window.add("Equipment", "Ball of twine")


def five_plus(window: Window) -> None:
    window.add("Skills", "Boat hook", "Rowing")
    bar = window.region.get_by_role("group", name="Range of Boat hook")
    window.change(bar.get_by_role("button", name="up to 9").click)
    window.add("Resistances", "Physical", "Nerve", "Fatigue")
    for part, name in (("Traits", "Scar"), ("Abilities", "Haul")):
        window.add(part, name)
        window.write(window.field("Effect", part), "Makes people listen")
    window.add("Equipment", "Boat hook")


def roll_when_you_need(window: Window) -> None:
    for ability, rating in (("Melee", "4"), ("Charm", "3"), ("Resilience", "3"), ("Poise", "2")):
        button = window.region.get_by_role("button", name=f"{ability}: higher")
        window.change(lambda: button.press(rating))  # noqa: B023
    window.add("Qualities", "Broad shoulders")
    window.write(window.field("Benefit", "Qualities"), "Is let through")
    window.write(window.field("Drawback", "Qualities"), "Is remembered")
    window.add("Talents", "Boat hook")
    window.write(window.field("Effect", "Talents"), "Pulls the other one over board")
    window.add("Equipment", "Boat hook")


def fog_ward(window: Window) -> None:
    window.write(window.field("Profession"), "Constable")
    for attribute, value in (("Build", "70"), ("Nerve", "40"), ("Wits", "60"), ("Poise", "50")):
        window.write(window.field(attribute, "Attributes"), value)
    for skill in ("Brawling", "Command", "Streetwise"):
        window.write(window.field(skill, "Skills"), "75")
    window.write(window.field("Dread"), "Gulls that talk")
    window.take("Weapons", "Truncheon")
    window.add("Equipment", "Ball of twine")


def salt_and_signal(window: Window) -> None:
    window.write(window.field("Playbook"), "Diver")
    for stat, value in (("Bold", "2"), ("Steady", "1"), ("Sharp", "1"), ("Warm", "0"), ("Strange", "−1")):
        window.write(window.field(stat, "Stats"), value)
    window.take("Moves", "Long Breath")
    window.take("Moves", "Wreck Sense")
    window.add("Equipment", "Boat hook")


BY_HAND: dict[str, tuple[Callable[[Window], None], str]] = {
    "Five by Five": (five_by_five, "knife"),
    "Façade": (facade, "rapier"),
    "Gamocles": (gamocles, "Boat hook"),
    "5+ system": (five_plus, "Boat hook"),
    "Roll When You Need": (roll_when_you_need, "Boat hook"),
    "Fog Ward": (fog_ward, "Truncheon"),
    "Salt and Signal": (salt_and_signal, "Boat hook"),
}
"""What makes a character out of an empty form, and the weapon that it has then."""


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_form_becomes_a_printed_character(window: Window, folder: Path, game: str) -> None:
    """It is complete, legal and armed; each step is done in the form alone."""
    build, weapon = BY_HAND[game]
    window.begin(game, "empty", f"Kai of {game}")
    first = window.saved()
    build(window)
    assert_printed(window, folder, f"Kai of {game}", weapon)
    assert first.splitlines()[0] in window.saved().splitlines()


@pytest.mark.parametrize(("how", "game"), pairs(["starter", "surprise"], GAMES))
def test_a_new_character_is_printed(window: Window, folder: Path, game: str, how: str) -> None:
    """As it is made, without a change."""
    window.begin(game, how, f"Lea of {game}")

    assert_printed(window, folder, f"Lea of {game}")


def assert_printed(window: Window, folder: Path, *words: str) -> None:
    """Print the character, which is without errors, and find its words and its chances in the PDF file."""
    expect(window.region.get_by_role("button", name=re.compile("errors? ↓"))).to_have_count(0)
    text = packed(" ".join(page.text for page in pages(window.printed())))
    ended = shell("show", window.file, "--format", "json", folder=folder)
    shown = json.loads(ended.stdout)
    assert (ended.returncode, shown["ok"]) == (0, True), shown["diagnostics"]
    assert [word for word in words if packed(word) not in text] == []
    wrong = [(roll["label"], roll["value"]) for roll in shown["rolls"] if not is_printed(roll, text)]
    assert wrong == []


def packed(text: str) -> str:
    """Return a text without blanks, as names may be broken, and in small letters."""
    return re.sub(r"\s", "", text).lower()


def is_printed(roll: dict[str, Any], text: str) -> bool:
    """Whether its name is there, and after it, or after its number in a row for many names, its dice or a chance."""
    name = packed(roll["label"] if packed(roll["label"]) in text else roll["label"].split()[-1])
    number, dice = str(roll["value"]), packed(roll["roll"])
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
