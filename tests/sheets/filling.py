"""Fillable sheets, and filling them in as a reader of PDF files does."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdf

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.render.paper import A4
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.sheets.prepared import with_fields
from chargen.sources import check_file
from tests.characters import concept

FILLABLE = Press(fillable=True)


def checked(path: Path) -> Checked:
    found = check_file.check_any(Input(str(path), path))
    assert found.ok, found.diagnostics
    return found


def fillable(game: str) -> bytes:
    """Return the fillable sheet of a game's first preset."""
    character = checked(concept(game))
    return pdf(with_fields(checking.make_sheet(character), character), paper=A4, press=FILLABLE).content


def fields(content: bytes) -> dict[str, str | bool]:
    """Return the values of the fields, as pypdf reads them."""
    found = pypdf.PdfReader(io.BytesIO(content)).get_fields() or {}
    return {
        name: each.value == "/Yes" if each.field_type == "/Btn" else str(each.value or "")
        for name, each in found.items()
    }


def filled(content: bytes, values: Mapping[str, str | bool]) -> bytes:
    """Return the sheet with some fields filled in by pypdf."""
    reader = pypdf.PdfReader(io.BytesIO(content))
    writer = pypdf.PdfWriter()
    writer.append(reader)
    names = set(reader.get_fields() or {})
    assert set(values) <= names, set(values) - names
    wanted: dict[str, Any] = {
        name: ("/Yes" if value else "/Off") if isinstance(value, bool) else value for name, value in values.items()
    }
    for page in writer.pages:
        writer.update_page_form_field_values(page, wanted, auto_regenerate=False)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()
