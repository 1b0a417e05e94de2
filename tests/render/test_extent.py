"""How far a sheet goes down its pages is known before it is set, so that it is set once."""

import pytest

from chargen.core.resources import folder
from chargen.render.paper import A4, LETTER, Paper
from chargen.render.pdf import overflow
from chargen.render.weasy import Look, WeasyPrint
from tests.characters import sheet_of

TOO_LONG = "five-by-five/expedition-quartermaster"
"""It takes a second page, on which its odds in full have room."""


@pytest.mark.usefixtures("laid_out_anew")
@pytest.mark.parametrize(
    ("preset", "paper", "tight"),
    [
        ("facade/rooftop-thief", LETTER, True),
        (TOO_LONG, A4, False),
        ("five-by-five/lamp-keepers-widow", A4, True),
        ("five-plus/ninth-bridge-swordmaster", A4, True),
        ("gamocles/ghost-usher", LETTER, False),
        ("roll-when-you-need/embassy-fixer", A4, True),
    ],
)
def test_a_sheet_is_laid_out_once(preset: str, paper: Paper, tight: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tight where a little room is missing; as it is where there is enough, and where far too much is missing."""
    looks: list[Look] = []
    lay_out = WeasyPrint.lay_out

    def counted(printer: WeasyPrint, text: str, look: Look) -> object:
        looks.append(look)
        return lay_out(printer, text, look)

    monkeypatch.setattr(WeasyPrint, "lay_out", counted)
    sheet = sheet_of(folder("presets") / "concepts" / f"{preset}.yaml")
    assert bool(overflow(sheet, paper=paper)) == (preset == TOO_LONG)
    assert [look.tight for look in looks] == [tight]
