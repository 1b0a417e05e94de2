"""Files of other programs are recognized by their first bytes, and nothing of them is shown."""

import pytest

from chargen.text.source import load


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xda\n", "this is a PDF, not a character file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "this is a Word document, not a character file"),
        (
            b"PK\x03\x04\x14\x00 xl/workbook.xml",
            "this is an office document or an archive, not a character file",
        ),
        (b"{\\rtf1\\ansi{\\fonttbl\\f0 Helvetica;}\nKai: porter}", "this is an RTF document, not a character file"),
        (b"<!DOCTYPE html>\n<html>Kai</html>", "this is a web page, not a character file"),
        (b"\xef\xbb\xbf  <HTML>Kai</HTML>", "this is a web page, not a character file"),
        (b"<?xml version='1.0'?>\n<kai/>", "this is an XML file, not a character file"),
        (b"<svg/>", "this is an XML file, not a character file"),
        (b"\x89PNG\r\n\x1a\n", "this is a picture, not a character file"),
        (b"\xff\xd8\xff\xe0", "this is a picture, not a character file"),
        (b"GIF89a", "this is a picture, not a character file"),
        (b"\x1f\x8b\x08", "this is an archive, not a character file"),
    ],
)
def test_a_file_of_another_program_is_named(content: bytes, message: str) -> None:
    source = load("kai.yaml", content)
    (diagnostic,) = source.diagnostics
    assert (diagnostic.code, diagnostic.message, source.text) == ("yaml/foreign", message, "")
    assert diagnostic.hint


@pytest.mark.parametrize(
    "content", [b"name: a %PDF-", b"# PK\x50\nname: <html>", b"PK: 2\n", b"{rtf: 2}\n", b"GIF: 8\n"]
)
def test_a_text_that_mentions_another_kind_is_read(content: bytes) -> None:
    assert not load("kai.yaml", content).diagnostics


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("name: Jörg\n".encode("latin-1"), "byte 0xF6 is not UTF-8; in Windows-1252 it is ö"),
        ("name: “Kai”\n".encode("cp1252"), "byte 0x93 is not UTF-8; in Windows-1252 it is “"),
        (b"name: \x81\n", "byte 0x81 is not UTF-8"),
        ("name: Kai\n".encode("utf-16"), "the file is UTF-16, not UTF-8"),
        ("name: Kai\n".encode("utf-16-le"), "the file is UTF-16, not UTF-8"),
        ("name: Kai\n".encode("utf-16-be"), "the file is UTF-16, not UTF-8"),
    ],
)
def test_another_encoding_is_named(content: bytes, message: str) -> None:
    (diagnostic,) = load("kai.yaml", content).diagnostics
    assert (diagnostic.code, diagnostic.message) == ("yaml/encoding", message)
    assert diagnostic.hint == "save the file again, with the encoding UTF-8"
