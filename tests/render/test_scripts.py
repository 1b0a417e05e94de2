"""Letters of other scripts: the same bytes at any time, and nothing that a standard forbids."""

import time

import pytest

from chargen.core.sheet import Sheet
from chargen.render.fonts import OTHER_SCRIPTS, faces_for, letters, subset
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from tests.render.looking import assert_archival
from tests.scale import some

NAMES = {
    "Hebrew": "מרים בת־ציון",
    "Arabic": "شهرزاد",
    "Devanagari": "श्रीमती अनुराधा",
    "Bengali": "সৌমিত্র চট্টোপাধ্যায়",
    "Tamil": "திருவள்ளுவர்",
    "Telugu": "శ్రీనివాస",
    "Thai": "สวัสดี",
    "Lao": "ສະບາຍດີ",
    "Khmer": "សុខា",
    "Myanmar": "မောင်မောင်",
    "Letters": "Ꞌ ꟼ",
    "Symbols 2": "🀄 ⚄",
    "East Asian": "龍馬",
}

HEBREW = next(face for face in OTHER_SCRIPTS if face.family == "Sheet Hebrew")


def sheet(script: str) -> Sheet:
    """Return a sheet whose name is in that script."""
    return Sheet(system="x", system_title="No Such Game", name=NAMES[script])


@pytest.mark.usefixtures("laid_out_anew")
@pytest.mark.parametrize("script", some(list(NAMES), 4))
def test_the_clock_is_not_in_the_file(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typeface that is embedded a year later has the same bytes."""
    made = []
    for now in (1_600_000_000.0, 1_630_000_000.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        made.append(pdf(sheet(script), paper=A4).content)
    assert made[0] == made[1]


@pytest.mark.parametrize("script", NAMES)
def test_each_name_is_of_its_script(script: str) -> None:
    """So that these tests look our typefaces."""
    assert f"Sheet {script}" in {face.family for face in faces_for(NAMES[script])}


@pytest.mark.parametrize("script", some(list(NAMES), 4))
def test_letters_are_as_wide_as_the_archive_says(script: str) -> None:
    """Each script as PDF/A-3b: widths, letters and colours are what the standard asks for."""
    assert_archival(pdf(sheet(script), paper=A4, press=Press(standard="pdf/a-3b")).content)


def test_a_browser_is_given_that_weight_alone() -> None:
    """The letters in use, in one weight: what a screen shows is what paper shows."""
    import uharfbuzz

    found = uharfbuzz.Face(uharfbuzz.Blob(subset(HEBREW, NAMES["Hebrew"])))
    assert not found.axis_infos
    assert {chr(code) for code in found.unicodes} == set(NAMES["Hebrew"]) & letters(HEBREW)
