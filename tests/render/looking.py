"""Looking into PDF files, and into pages for a browser."""

import io
import tempfile
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import pdfua
import pikepdf
import pypdfium2
from pikepdf.pdfa import validate_written
from tinyhtml5.parser import HTMLParser

POINT_MM = 25.4 / 72


def parse_html(text: str) -> Element:
    """Return a page as a tree; it must be well-formed."""
    parser = HTMLParser(namespace_html_elements=False)
    page: Element = parser.parse(text)
    assert parser.errors == []
    return page


def shown_text(page: Element) -> str:
    """Return the text of a page, without its styles and scripts."""
    hidden = {element.text for tag in ("style", "script") for element in page.iter(tag)}
    return "".join(text for text in page.itertext() if text not in hidden)


def opened(content: bytes) -> pikepdf.Pdf:
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


def streams(file: pikepdf.Pdf, kind: str) -> list[Any]:
    """Return the drawings or the bitmaps of a file: ``Form`` or ``Image``."""
    return [x for x in file.objects if isinstance(x, pikepdf.Stream) and x.get("/Subtype") == f"/{kind}"]


def steps(file: pikepdf.Pdf) -> Iterator[tuple[str, list[Any]]]:
    """Yield the operators with which pages and drawings are made, each with its operands."""
    for drawn in (*file.pages, *streams(file, "Form")):
        for step in pikepdf.parse_content_stream(drawn):
            yield str(step.operator), [*step.operands]


def colours(file: pikepdf.Pdf) -> set[tuple[float, ...]]:
    setting = {"rg", "RG", "g", "G", "k", "K", "sc", "SC", "scn", "SCN"}
    return {tuple(float(part) for part in parts) for operator, parts in steps(file) if operator in setting}


def assert_tags_hold(file: pikepdf.Pdf) -> None:
    """Every page has a key of its own, and each marked piece of it belongs to an element of the tags."""
    numbers = list(numbered(file.Root.StructTreeRoot.ParentTree))
    owners = dict(numbers)
    assert len(owners) == len(numbers)
    known = {element.objgen for element in elements(file)}
    keys = [int(page.obj.StructParents) for page in file.pages]
    assert len(set(keys)) == len(keys)
    for page, key in zip(file.pages, keys, strict=True):
        marks = [
            int(step.operands[1].MCID)
            for step in pikepdf.parse_content_stream(page)
            if str(step.operator) == "BDC" and "/MCID" in step.operands[1]
        ]
        assert marks
        assert len(set(marks)) == len(marks)
        assert [mark for mark, owner in enumerate(owners[key]) if owner is not None] == sorted(marks)
        for mark in marks:
            assert owners[key][mark].objgen in known
            assert owners[key][mark].get("/Pg", page.obj).objgen == page.obj.objgen


def numbered(tree: Any) -> Iterator[tuple[int, Any]]:
    numbers = list(tree.get("/Nums", ()))
    yield from zip(map(int, numbers[::2]), numbers[1::2], strict=True)
    for kid in tree.get("/Kids", ()):
        yield from numbered(kid)


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
    return str(file.Root.Metadata.read_bytes().decode())
