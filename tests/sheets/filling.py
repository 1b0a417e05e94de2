"""Filling in forms as a reader of PDF files does."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdf

from chargen import checking
from chargen.checking.concept import Checked
from chargen.fileio import Input
from chargen.render import forms
from chargen.render.paper import parse_paper
from chargen.render.pdf import pdf
from chargen.render.press import Press
from chargen.sheets import form_state
from tests.characters import concept

FORM = Press(fillable=True)


def checked(path: Path) -> Checked:
    found = checking.check_input(Input(str(path), path))
    assert found.ok, found.diagnostics
    return found


def form(path: Path, on: str = "A4") -> bytes:
    character = checked(path)
    made = form_state.form(character, checking.make_sheet(character))
    return pdf(made.sheet, paper=parse_paper(on), press=FORM, form=made.plan).content


def form_of(game: str) -> bytes:
    return form(concept(game))


def filled(content: bytes, values: Mapping[str, str | bool]) -> bytes:
    """Return the form with some fields filled in by pypdf."""
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


def read(content: bytes) -> form_state.Reading:
    found = forms.filled(content)
    return form_state.reading(found.plan, found.values)
