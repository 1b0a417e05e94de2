"""Typefaces: chargen's for our letters, and for those of other scripts ones that come with chargen as well."""

import io
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pikepdf
import pytest

from chargen.core.sheet import Sheet
from chargen.render import fonts
from chargen.render.page import html
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf
from tests.characters import concept, sheet_of
from tests.render import sheets, stress

A4 = parse_paper("A4")
NAMES = {
    "Ælfþrýð Włodzimierz Nguyễn Ōe Ğül Ħal Łódź": (),
    "Ελληνικά Кириллица": (),
    "龍王の娘 王小明 田中": ("Sheet East Asian",),
    "한국어 김민준": ("Sheet East Asian",),
    "محمد پژمان گلی": ("Sheet Arabic",),
    "שלום עֲלֵיכֶם": ("Sheet Hebrew",),
    "नमस्ते": ("Sheet Devanagari",),
    "বাংলা": ("Sheet Bengali",),
    "தமிழ்": ("Sheet Tamil",),
    "తెలుగు": ("Sheet Telugu",),
    "สวัสดี": ("Sheet Thai",),
    "ລາວ": ("Sheet Lao",),
    "ខ្មែរ": ("Sheet Khmer",),
    "မြန်မာ": ("Sheet Myanmar",),
    "✕ ☒ ⚀ ⚅ ☠": ("Sheet Symbols 2",),
}
"""Text to the typefaces that it needs beside our own."""
REORDERED = ("ខ្មែរ", "မြန်မာ")
"""Scripts whose letters are drawn in another order than they are read in: printed right, and copied in that order."""


@pytest.mark.parametrize("name", NAMES)
def test_letters_of_names_have_a_typeface(name: str) -> None:
    """One that comes with chargen, independent of the system."""
    assert tuple(face.family for face in fonts.faces_for(name)) == NAMES[name]
    assert fonts.uncovered(name) == frozenset()


@pytest.mark.parametrize("name", NAMES)
def test_names_are_printed_in_embedded_subsets_of_them(name: str) -> None:
    """No box is empty, no typeface of the machine is used, and none is embedded whole."""
    printed = pdf(Sheet(system="x", system_title="No Such Game", name=name), paper=A4)
    assert printed.problems == ()
    with pikepdf.open(io.BytesIO(printed.content)) as file:
        found: dict[str, Any] = {}
        for page in file.pages:
            for font in page.obj.Resources.Font.values():
                found[str(font.BaseFont)] = font
        for base, font in found.items():
            assert base[7] == "+"
            assert base[8:].startswith("Sheet-"), base
            described = font.DescendantFonts[0].FontDescriptor
            assert {"/FontFile2", "/FontFile3"} & set(described.keys())
    for family in NAMES[name]:
        assert any(family.replace(" ", "-") in base for base in found)
    assert len(printed.content) < 400_000
    if name not in REORDERED:
        assert stress.plain(name) in stress.printed(printed.content)


def test_a_sheet_loads_no_more_typefaces_than_it_needs() -> None:
    """A sheet in Latin letters names none of the others."""
    assert fonts.faces_for("Ada Quill – “Bookbinder”, 5 €") == ()
    page = html(sheets.plain(), paper=A4)
    assert "Sheet Sans" in page
    assert not [face.family for face in fonts.OTHER_SCRIPTS if f'"{face.family}"' in page]
    assert '"Sheet East Asian"' in html(replace(sheets.plain(), name="龍王"), paper=A4)


@pytest.mark.parametrize("game", stress.GAMES)
def test_what_games_print_themselves_has_a_typeface(game: str) -> None:
    """No sheet of chargen's depends on what the machine has."""
    text = "".join(sheets.texts(sheet_of(concept(game))))
    assert len(text) > 1000
    assert fonts.uncovered(text) == frozenset()


def test_letters_that_none_has_are_reported_once() -> None:
    """In one remark that names them and says what may help."""
    printed = pdf(replace(sheets.BARE, name="Ada 🐉🐉", concept="🐉🔥 ᚠ"), paper=A4)
    (remark,) = printed.problems
    assert "🐉 (U+1F409 dragon)" in remark
    assert "🔥 (U+1F525 fire)" in remark
    assert "apt install" in remark
    assert "fonts-symbola" in remark


def test_many_missing_letters_are_counted() -> None:
    """The remark stays short."""
    missing = "".join(map(chr, range(0x10920, 0x1093A)))
    printed = pdf(replace(sheets.BARE, concept=missing), paper=A4)
    (remark,) = printed.problems
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
    assert fonts.faces_for("龍 Ада") == ()
    assert fonts.uncovered("龍 Ада") == {"龍"}
    assert pdf(replace(sheets.BARE, name="Ada"), paper=A4).problems == ()
