"""Hostile PDFs: embedded files that would fill a disk or command a terminal."""

import io
import zlib
from pathlib import Path

import pikepdf
import pytest

from chargen.sheets import printing
from chargen.text import limits
from tests.characters import concept
from tests.cli.running import LARRY, run
from tests.hostile.bounded import bounded
from tests.hostile.conftest import copied
from tests.sheets import filling


def _holding(*files: tuple[str, bytes, str]) -> bytes:
    made = io.BytesIO()
    with pikepdf.new() as file:
        file.add_blank_page()
        for name, content, description in files:
            value = pikepdf.AttachedFileSpec(file, content, filename=name, description=description)  # type: ignore[call-arg]
            file.attachments[name] = value
        file.save(made)
    return made.getvalue()


CONCEPT = "The character's concept"
CAMPAIGN = "The campaign's house rules"
PORTRAIT = "The character's portrait"
DRAWING = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"


@pytest.mark.parametrize("name", ["14", "15"])
def test_names_in_a_pdf_command_no_one(name: str, folder: Path) -> None:
    ended = run("extract", copied(name, folder).name, "-o", "x/")
    assert ended.code == 0, ended.err
    (written,) = (folder / "x").iterdir()
    assert written.name.isprintable()
    assert "\x1b" not in ended.out
    assert "\0" not in ended.out


def test_a_campaign_is_not_written_over_the_concept(folder: Path) -> None:
    ended = run("extract", copied("16", folder).name, "-o", "x/")
    assert ended.code == 0, ended.err
    assert sorted(path.name for path in (folder / "x").iterdir()) == ["campaign-own.yaml", "own.yaml"]
    assert b"system:" in (folder / "x" / "own.yaml").read_bytes()


def test_what_fills_a_disk_is_not_unpacked(folder: Path) -> None:
    """A concept of 200 MB of zeros, packed to 200 KB, is refused and takes no memory to speak of."""
    packed = zlib.compress(b"\0" * 200_000_000, 9)
    with pikepdf.open(io.BytesIO(_holding(("kai.yaml", b"x", CONCEPT)))) as file:
        stream = file.Root.Names.EmbeddedFiles.Names[1].EF.F
        stream.write(packed, filter=pikepdf.Name.FlateDecode)
        file.save(folder / "bomb.pdf")
    assert (folder / "bomb.pdf").stat().st_size < 1_000_000
    ended = bounded("extract", "bomb.pdf", "-o", "x/", folder=folder, seconds=20, megabytes=1_000)
    assert ended.code == 1
    assert f"larger than {limits.CONCEPT_BYTES // 1024} KiB" in ended.err
    assert not (folder / "x").exists()


@pytest.mark.parametrize("packed", ["plain", "flate", "hex"])
def test_what_is_embedded_is_read_however_it_is_packed_by_us(packed: str, folder: Path) -> None:
    """Plain and deflated files are read; anything else is refused in words."""
    with pikepdf.open(io.BytesIO(_holding(("kai.yaml", LARRY.encode(), CONCEPT)))) as file:
        stream = file.Root.Names.EmbeddedFiles.Names[1].EF.F
        if packed == "flate":
            stream.write(zlib.compress(LARRY.encode()), filter=pikepdf.Name.FlateDecode)
        elif packed == "hex":
            stream.write(LARRY.encode().hex().encode() + b">", filter=pikepdf.Name.ASCIIHexDecode)
        file.save(folder / "kai.pdf", compress_streams=False)
    ended = run("extract", "kai.pdf")
    assert (ended.code, ended.out) == ((1, "") if packed == "hex" else (0, LARRY))


@pytest.mark.parametrize("named", ["me.svg", "pictures/me.svg", "../../me.svg", "/etc/me.svg", "C:\\me.svg", "../.me"])
@pytest.mark.parametrize("called", ["me.svg", "../../me.svg", "con.exe"])
def test_a_portrait_comes_along_and_stays_in_the_folder(named: str, called: str, folder: Path) -> None:
    """The file checks where it was extracted to, wherever its portrait and its campaign were."""
    text = f"{LARRY}portrait: {named}  # me\ncampaign: ../../rules.yaml\n".encode()
    rules = b"rules: {five-by-five: {}}\n"
    files = ("larry.yaml", text, CONCEPT), ("rules.yaml", rules, CAMPAIGN), (called, DRAWING, PORTRAIT)
    (folder / "archive.pdf").write_bytes(_holding(*files))
    before = set(folder.parent.rglob("*"))
    ended = run("extract", "archive.pdf", "-o", "x/")
    assert ended.code == 0, ended.err
    assert all((folder / "x") in (path, *path.parents) for path in set(folder.parent.rglob("*")) - before)
    assert run("check", "x/larry.yaml").code == 0
    assert b"# me" in (folder / "x" / "larry.yaml").read_bytes()


@pytest.mark.parametrize("content", [b"#!/bin/sh\n", b"<html><script>1</script></html>", b"GIF8", DRAWING[:40]])
def test_what_is_no_picture_is_not_written(content: bytes, folder: Path) -> None:
    (folder / "archive.pdf").write_bytes(_holding(("a.yaml", LARRY.encode(), CONCEPT), ("a.svg", content, PORTRAIT)))
    ended = run("extract", "archive.pdf", "-o", "x/")
    assert ended.code == 1
    assert "embedded portrait" in ended.err
    assert not (folder / "x").exists()


def test_an_archive_takes_its_portrait_along() -> None:
    """As it is drawn: a photograph has lost where it was taken."""
    path = concept("five-by-five").parent / "lamp-keepers-widow.yaml"
    checked = filling.checked(path)
    sources = printing.prepare(checked).sources
    assert [(each.name, each.role) for each in sources[1:]] == [("lamp-keepers-widow.svg", "portrait")]
    assert checked.portrait is not None
    assert sources[1].content == checked.portrait.content
