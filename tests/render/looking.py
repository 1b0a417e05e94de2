"""Looking into PDF files."""

import io
import re
import tempfile
from collections.abc import Iterator
from typing import Any

import pdfua
import pikepdf
import pypdfium2
from pikepdf.pdfa import validate_written

POINT_MM = 25.4 / 72


def opened(content: bytes) -> pikepdf.Pdf:
    """Return the file, to look into."""
    return pikepdf.open(io.BytesIO(content))


def assert_archival(content: bytes) -> None:
    """Hold the file against PDF/A-3b, rule by rule."""
    assert [str(diagnostic) for diagnostic in validate_written(io.BytesIO(content), "3b").findings] == []


def assert_read_aloud(content: bytes) -> None:
    """Hold the file against the rules of PDF/UA-1 that a program can judge."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(content)
        file.flush()
        report = pdfua.validate(file.name)
    assert [f"{diagnostic.rule_id}: {diagnostic.message}" for diagnostic in report.findings] == []


def box_mm(page: pikepdf.Page, name: str) -> list[float]:
    """Return a box of a page in millimetres, to a tenth."""
    return [round(float(each) * POINT_MM, 1) for each in page.obj[name]]


def labels(file: pikepdf.Pdf) -> list[str]:
    """Return the label of each page."""
    return [str(page.label) for page in file.pages]


def number(target: Any) -> int:
    """Return the place of a page in its file, counted from 0, where a link or bookmark leads to it."""
    index: Any = pikepdf.Page(target[0]).index
    return int(index)


def texts(content: bytes) -> list[str]:
    """Return the text of each page, with single blanks."""
    document = pypdfium2.PdfDocument(content)
    found = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    document.close()
    return found


def operators(file: pikepdf.Pdf) -> set[str]:
    """All operators with which pages and drawings are made."""
    found: set[str] = set()
    for page in file.pages:
        found |= _of(page)
        for form in page.obj.Resources.get("/XObject", {}).values():
            if form.get("/Subtype") == "/Form":
                found |= _of(form)
    return found


def _of(drawn: Any) -> set[str]:
    return {str(each.operator) for each in pikepdf.parse_content_stream(drawn)}


def elements(file: pikepdf.Pdf) -> Iterator[Any]:
    """Every element of the tags, in reading order."""
    waiting = [file.Root.StructTreeRoot.K]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, pikepdf.Array):
            waiting = [*each, *waiting]
        elif isinstance(each, pikepdf.Dictionary) and "/S" in each:
            yield each
            waiting = [each.get("/K", pikepdf.Array()), *waiting]


def xmp(file: pikepdf.Pdf) -> str:
    """Return the metadata, as XML."""
    return str(file.Root.Metadata.read_bytes().decode())


def words(text: str) -> set[str]:
    """Return the words of a text."""
    return set(re.findall(r"\w+", text))
