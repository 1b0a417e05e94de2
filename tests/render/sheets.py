"""A plain sheet with every kind of block, the same with any other text in place of each text, and a bare one."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from chargen.page.sheet import Box, Chance, Chart, Column, Facts, Label, Portrait, Prose, Sheet, Table, Track, WhatIf
from chargen.render.chart import MOST_WITH_NUMBERS

HOSTILE = (
    "</title></style><script>alert(1)</script><img src=http://evil.example/x onerror=alert(2)>"
    "\"'`{{ 7*7 }}{% raw %}&amp;-->"
)
RED_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
UNPRINTED = {
    *("kind", "name", "system", "key", "entry", "blank_blocks", "blank_first", "align", "place", "labels", "blank"),
    *("help", "frame", "figure", "masthead", "media_type", "content", "what_ifs", "dice", "narrow_first", "sum_of"),
}
"""Fields of blocks and cells that no reader sees. A sheet's own name is printed."""

BARE = Sheet(system="x", system_title="No Such Game", name="Ada")
"""A sheet with a name and nothing else, where what is printed is not the point."""


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


def with_each_text(text: str, value: Any) -> Any:
    """Return a sheet, or a part of one, with another text in place of each text."""
    if isinstance(value, str):
        return text if value else value
    if isinstance(value, tuple):
        return tuple(with_each_text(text, inner) for inner in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    names = [*_printed_fields(value), *(field.name for field in fields(value) if field.name in ("help", "what_ifs"))]
    return replace(value, **{name: with_each_text(text, getattr(value, name)) for name in names})


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Chart) and len(value.series) > MOST_WITH_NUMBERS:
        yield from (value.title, value.caption)  # of many numbers below it, every fifth or tenth is printed
    elif isinstance(value, tuple):
        for inner in value:
            yield from texts(inner)
    elif is_dataclass(value) and not isinstance(value, type):
        for name in _printed_fields(value):
            found = getattr(value, name)
            if name == "labelled":  # a label without a text is printed if a line is left
                found = tuple(entry for entry in found if entry[1])
            yield from texts(found)


def _printed_fields(value: Any) -> list[str]:
    unprinted = UNPRINTED - {"name"} if isinstance(value, Sheet) else UNPRINTED
    return [field.name for field in fields(value) if field.name not in unprinted]
