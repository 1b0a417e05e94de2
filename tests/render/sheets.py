"""Sheets to print: a plain one and a veteran's, one where everything is too long, and one out to do harm."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from chargen import checking
from chargen.core.resources import folder
from chargen.core.sheet import Box, Chance, Chart, Column, Facts, Label, Portrait, Prose, Sheet, Table, Track, WhatIf
from chargen.fileio import Input
from chargen.render.chart import MOST_WITH_NUMBERS
from tests.scale import QUICK, tenth

COMPOUND = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HOSTILE = (
    "</title></style><script>alert(1)</script><img src=http://evil.example/x onerror=alert(2)>"
    "\"'`{{ 7*7 }}{% raw %}&amp;-->"
)
RED_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
UNPRINTED = {
    "kind",
    "name",
    "system",
    "key",
    "entry",
    "blank_blocks",
    "blank_first",
    "align",
    "place",
    "labels",
    "blank",
    "help",
    "frame",
    "figure",
    "masthead",
    "media_type",
    "content",
    "what_ifs",
    "dice",
}
"""Fields of blocks and cells that no reader sees. (A sheet's own name is printed.)"""

BARE = Sheet(system="x", system_title="No Such Game", name="Ada")
"""A sheet with a name and nothing else, where what is printed is not the point."""

GAMES = tuple(sorted(path.name for path in (folder("presets") / "concepts").iterdir()))


def preset(name: str, game: str = "five-by-five") -> Sheet:
    """Return the sheet of a concept that comes with chargen."""
    return _sheet(folder("presets") / "concepts" / game / f"{name}.yaml")


def of_game(key: str) -> Sheet:
    """Return the sheet of the first concept of a game that comes with chargen."""
    return _sheet(min((folder("presets") / "concepts" / key).glob("*.yaml")))


def _sheet(path: Path) -> Sheet:
    checked = checking.check_input(Input(str(path), path))
    assert checked.ok, checked.diagnostics
    return checking.make_sheet(checked)


def plain() -> Sheet:
    """Every kind of block and cell once, of no game."""
    return Sheet(
        system="no-such-game",
        system_title="No Such Game",
        name="Ada Quill",
        player="Kim",
        concept="Bookbinder",
        highlights=(("Luck", "3", "a day"), ("Wounds", "−2", "")),
        portrait=Portrait(media_type="image/png", content=RED_DOT),
        blocks=(
            Facts(name="facts", title="Facts", facts=(("Height", "tall"), ("Eyes", "two"))),
            Table(
                name="skills",
                title="Skills",
                columns=(
                    Column(heading=""),
                    Column(heading="Rank", align="center", big=True),
                    Column(heading="Chance", width=30, help="to succeed"),
                    Column(heading="Hard", align="right"),
                ),
                rows=(
                    (
                        Label("Glue", "sticky"),
                        "4",
                        Chance(Fraction(19, 36), out_of=36, bar=True, up_to=Fraction(7, 9)),
                        Chance(Fraction(1, 3)),
                    ),
                    ("Thread", "2", Chance(Fraction(1, 7), bar=True), None),
                    (None, None, None, None),
                ),
                lighter=frozenset({1}),
                caption="Hard is by moonlight.",
            ),
            Track(
                name="wounds",
                title="Wounds",
                place="main",
                boxes=tuple(
                    Box(
                        label=str(number),
                        zone="hale" if number < 6 else "hurt",
                        frame="plain" if number < 6 else "dashed",
                        filled=number == 1,
                        below="!" if number == 9 else "",
                    )
                    for number in range(1, 10)
                ),
                caption="From left to right.",
                legend=(("!", "faints"),),
            ),
            Track(
                name="ticks", title="Today", place="side", boxes=(Box(label="Rested", filled=True), Box(label="Fed"))
            ),
            Prose(name="notes", title="Notes", text="First.\n\nSecond,\nin two lines.", lines=2, fill=True),
            Prose(name="gear", title="Gear", items=(("Bone folder", "smooth"), ("Awl", "")), lines=1),
            Prose(name="how", title="How", place="foot", items=(("A task", "roll low"),)),
            Table(
                name="grid",
                title="In full",
                columns=(
                    Column(heading="What", width=20),
                    *(Column(heading=str(number), align="right") for number in range(5)),
                ),
                rows=(("Odds", *(Chance(Fraction(number, 400)) if number else None for number in range(5))),),
                reference=True,
            ),
            Chart(
                name="numbers",
                title="Drops of glue",
                series=(("≤−1", Fraction(1, 6)), ("0", Fraction(1, 2)), ("1", Fraction(0)), ("2+", Fraction(1, 3))),
                mean=Fraction(1, 2),
                caption="Wiped off: less than none.",
                reference=True,
            ),
            Chart(
                name="words",
                title="What becomes of it",
                series=(("Torn", Fraction(1, 3)), ("Bound", Fraction(2, 3))),
                reference=True,
            ),
            Table(
                name="heat",
                title="Where it sticks",
                columns=(Column(heading="Paper"), *(Column(heading=heading) for heading in ("cold", "warm", "hot"))),
                rows=(("Rag", *(Label(f"{n}", f"{n * 40}", heat=Fraction(n, 5) * 2) for n in range(3))),),
            ),
        ),
        foot=("No Such Game, first printing", "House rules: none"),
        what_ifs=(
            WhatIf(
                name="moon",
                title="What if the moon wanes?",
                label="Quarters of moon:",
                steps=("new", "half", "full"),
                start=1,
                columns=("Chance", "Twice"),
                rows=(
                    (
                        "Glue",
                        (tuple(Fraction(n, 36) for n in (6, 18, 36)), tuple(Fraction(n, 1296) for n in (1, 9, 1296))),
                    ),
                ),
                out_of=36,
            ),
        ),
    )


def endless() -> Sheet:
    """Thirty descriptors, names of five hundred letters, sixty things carried, long notes, twenty waivers.

    A quick run has a third of the descriptors, and a tenth of the things and of the notes.
    """
    descriptors: dict[str, Any] = {}
    for number in range(10 if QUICK else 30):
        name = (f"Descriptor number {number}", f"{COMPOUND} {number}", f"{'A' * 70}{number}")[number % 3]
        name = {7: ("A descriptor that goes on and on, " * 20)[:500].strip(), 8: "X" * 500}.get(number, name)
        descriptors[name] = {"value": (6, 4, 4, 2, 2, -5, 9, 12, 16, 0)[number % 10]}
    for name, action in zip(list(descriptors)[:4], ("attack", "dodge", "healing", "steal initiative"), strict=True):
        descriptors[name]["exclusive"] = action
    concept = {
        "system": "five-by-five",
        "name": ("Ælfþrýð Włodzimierz " + COMPOUND + " ") * 4 + "the last",
        "player": "P" * 200,
        "concept": ("Concept of many words " * 30)[:490].strip(),
        "descriptors": descriptors,
        "hit_points": 16,
        "weapons": [{"name": f"{COMPOUND} {COMPOUND}", "damage_bonus": 5}]
        + [{"name": f"Weapon {number}", "damage_bonus": number} for number in range(5)],
        "armor": {"name": f"Armour of {COMPOUND}", "armor_value": 6},
        "equipment": [
            {"name": f"Item {number} {COMPOUND}", "effect": "e" * 150 if number % 7 == 0 else "some effect"}
            for number in range(tenth(60))
        ],
        "notes": "\n\n".join(
            f"Paragraph {number}. " + f"Lorem ipsum dolor {COMPOUND}, " * 9 for number in range(tenth(14))
        ),
    }
    from chargen.core.parsing import parse
    from chargen.core.source import load
    from chargen.games.five_by_five import GAME

    parsed = parse(GAME.concept, load("endless.yaml", json.dumps(concept).encode()).data)
    assert parsed.value is not None, parsed.diagnostics
    rules = parsed.value.rules
    sheet = GAME.view(GAME.advance(parsed.value, rules), rules).sheet()
    waived = tuple(f"Waived: five-by-five/rule-{number}, for reasons that take a line to tell" for number in range(20))
    return replace(sheet, foot=(*sheet.foot, *waived))


def hostile() -> Sheet:
    """Return the plain sheet with a text out to do harm in place of each text."""
    return with_each_text(HOSTILE)


def with_each_text(text: str) -> Sheet:
    """Return the plain sheet with another text in place of each text."""
    sheet = _with_each_text(plain(), text)
    assert isinstance(sheet, Sheet)
    return sheet


def _with_each_text(value: Any, text: str) -> Any:
    if isinstance(value, str):
        return text if value else value
    if isinstance(value, tuple):
        return tuple(_with_each_text(inner, text) for inner in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {
        field.name: _with_each_text(getattr(value, field.name), text)
        for field in fields(value)
        if field.name not in UNPRINTED
        or (isinstance(value, Sheet) and field.name == "name")
        or field.name in ("help", "what_ifs")
    }
    return replace(value, **new)


def texts(value: Any) -> Iterator[str]:
    """Every text of a sheet that a reader sees."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Chart) and len(value.series) > MOST_WITH_NUMBERS:
        yield from (value.title, value.caption)  # of many numbers below it, every fifth or tenth is printed
    elif isinstance(value, tuple):
        for inner in value:
            yield from texts(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name == "labelled":  # a label without a text is printed if a line is left
                yield from texts(tuple(entry for entry in getattr(value, field.name) if entry[1]))
            elif field.name not in UNPRINTED or (isinstance(value, Sheet) and field.name == "name"):
                yield from texts(getattr(value, field.name))
