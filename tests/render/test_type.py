"""Typefaces: chargen's for our letters, and for those of other scripts ones that come with chargen as well."""

import time
from dataclasses import replace
from hashlib import sha256

import pytest
import uharfbuzz

from chargen.page.sheet import Sheet
from chargen.render import fonts
from chargen.render.page import html
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from tests.characters import concept, sheet_of
from tests.render import sheets, stress
from tests.render.looking import assert_archival, opened
from tests.scale import some

NAMES = {
    "Sans": "Ælfþrýð Włodzimierz Nguyễn Ōe Ğül Ħal Łódź Ελληνικά Кириллица",
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
    "Symbols 2": "🀄 ⚄ ☠ ✕",
    "East Asian": "龍馬 王小明 한국어",
}
"""Typefaces, and a name that needs each."""
REORDERED = ("Khmer", "Myanmar", "Bengali")
"""Scripts whose letters are drawn in another order than they are read in: printed right, and copied in that order."""
HEBREW = next(face for face in fonts.OTHER_SCRIPTS if face.family == "Sheet Hebrew")


def sheet(script: str) -> Sheet:
    return replace(sheets.BARE, name=NAMES[script])


def test_every_script_has_a_typeface_of_chargen() -> None:
    for script, name in NAMES.items():
        faces, missing = fonts.find_faces(name)
        assert [face.family for face in faces] == ([] if script == "Sans" else [f"Sheet {script}"])
        assert missing == frozenset()


@pytest.mark.parametrize("script", some(list(NAMES), 14))
def test_names_are_printed_in_embedded_subsets_of_a_typeface_of_chargen(script: str) -> None:
    """No box is empty, no typeface of the machine is used, and none is embedded whole."""
    printed = pdf(sheet(script), paper=A4)
    assert printed.problems == ()
    with opened(printed.content) as file:
        found = {str(font.BaseFont) for page in file.pages for font in page.obj.Resources.Font.values()}
    assert all(base[7:].startswith("+Sheet-") for base in found)
    assert any(f"Sheet-{script.replace(' ', '-')}" in base for base in found)
    assert len(printed.content) < 400_000
    if script not in REORDERED:
        assert stress.plain(NAMES[script]) in stress.printed(printed.content)


@pytest.mark.parametrize("script", some(list(NAMES), 4))
def test_letters_are_as_wide_as_the_archive_says(script: str) -> None:
    """Each script as PDF/A-3b: typefaces, widths, letters and colours are what the standard asks for."""
    assert_archival(pdf(sheet(script), paper=A4, press=Press(standard="pdf/a-3b")).content)


@pytest.mark.usefixtures("laid_out_anew")
@pytest.mark.parametrize("script", some(list(NAMES), 4))
def test_the_clock_is_not_in_the_file(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typeface that is embedded a year later has the same bytes."""
    made = []
    for now in (1_600_000_000.0, 1_630_000_000.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        made.append(pdf(sheet(script), paper=A4).content)
    assert made[0] == made[1]


def test_a_browser_is_given_that_weight_alone() -> None:
    """The letters in use, in one weight: what a screen shows is what paper shows."""
    found = uharfbuzz.Face(uharfbuzz.Blob(fonts.subset(HEBREW, NAMES["Hebrew"])))
    assert not found.axis_infos
    assert {chr(code) for code in found.unicodes} == set(NAMES["Hebrew"]) & fonts.letters(HEBREW)


def test_a_sheet_loads_no_more_typefaces_than_it_needs() -> None:
    """A sheet in Latin letters names none of the others."""
    assert fonts.find_faces("Ada Quill – “Bookbinder”, 5 €")[0] == ()
    page = html(sheets.plain(), paper=A4)
    assert "Sheet Sans" in page
    assert not [face.family for face in fonts.OTHER_SCRIPTS if f'"{face.family}"' in page]
    assert '"Sheet East Asian"' in html(replace(sheets.plain(), name="龍王"), paper=A4)


@pytest.mark.parametrize("game", stress.GAMES)
def test_what_games_print_themselves_has_a_typeface(game: str) -> None:
    """No sheet of chargen's depends on what the machine has."""
    text = "".join(sheets.texts(sheet_of(concept(game))))
    assert len(text) > 1000
    assert fonts.find_faces(text)[1] == frozenset()


def test_letters_that_none_has_are_reported_once() -> None:
    """In one remark that names them, counts those that are too many to name, and says what may help."""
    (remark,) = pdf(replace(sheets.BARE, name="Ada 🐉🐉", concept="🐉🔥 ᚠ"), paper=A4).problems
    for words in ("🐉 (U+1F409 dragon)", "🔥 (U+1F525 fire)", "apt install", "fonts-symbola"):
        assert words in remark
    missing = "".join(map(chr, range(0x10920, 0x1093A)))
    (remark,) = pdf(replace(sheets.BARE, concept=missing), paper=A4).problems
    assert "18 more" in remark
    assert len(remark) < 700


def test_the_usual_signs_are_in_all_our_own_faces() -> None:
    """So that a sheet with no others need not look into any face."""
    assert len(fonts.USUAL) > 10
    sans = [face for face in fonts.FACES if face.family == fonts.SANS]
    assert sans
    for face in sans:
        assert fonts.letters(face) >= fonts.USUAL, fonts.USUAL - fonts.letters(face)


def test_every_typeface_is_there_as_it_was_added() -> None:
    """Each file has the digest of the list beside it, no other file is there, and each folder has its licence."""
    listed = dict(line.split()[::-1] for line in fonts.DIGESTS.read_text(encoding="utf-8").splitlines())
    files = {path.relative_to(fonts.TYPEFACES).as_posix(): path for path in fonts.TYPEFACES.rglob("*.ttf")}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == listed
    faces = (*fonts.FACES, *fonts.OTHER_SCRIPTS)
    assert {face.path for face in faces} == {*files.values(), fonts.EAST_ASIAN.path}
    assert fonts.EAST_ASIAN.path.is_file()
    for folder in {path.parent for path in files.values()}:
        assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / "OFL.txt").read_text(encoding="utf-8")


def test_a_sheet_is_printed_without_the_typeface_of_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package is missing, so are its letters, and nothing else."""
    gone = replace(fonts.EAST_ASIAN, package="no_such_package")
    monkeypatch.setattr(fonts, "OTHER_SCRIPTS", (*fonts.OTHER_SCRIPTS[:-1], gone))
    assert fonts.letters(gone) == frozenset()
    assert fonts.find_faces("龍 Ада")[0] == ()
    assert fonts.find_faces("龍 Ада")[1] == {"龍"}
    assert pdf(replace(sheets.BARE, name="Ada"), paper=A4).problems == ()
