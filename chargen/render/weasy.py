"""WeasyPrint, with what all sheets of a process share. Importing this module loads it; `pdf` does so when needed."""

import ssl
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import md5
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from pydyf import Array, Dictionary, Stream, String
from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import ReplacedBox, TextBox
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from chargen.render import fonts, page
from chargen.render.attachment import DATE, DESCRIPTION, MEDIA_TYPE
from chargen.render.fit import Outcome
from chargen.render.press import Press, preferences

PICTURE_DPI = 300  # The highest resolution of portraits


class WeasyPrint:
    """A printer of HTML, with one font configuration, and one style sheet for each layout."""

    def __init__(self) -> None:
        # A context without certificates fails closed, and saves loading those of the system.
        self._fetcher = Fetcher(
            allowed_protocols={"file", "data"},
            allow_redirects=False,
            ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )
        self._fetcher.readable = frozenset(face.path.resolve() for face in (*fonts.FACES, *fonts.OTHER_SCRIPTS))
        self._fonts = FontConfiguration()
        self._styles: dict[page.Layout, tuple[Any, dict[str, Any]]] = {}
        self._read: tuple[str, Any] = "", None
        """The last text that was parsed: one that is laid out twice is parsed once."""

    def lay_out(self, text: str, layout: page.Layout) -> Any:
        """Return the pages, not yet written: a document of WeasyPrint's."""
        # The style does not depend on where the reference tables are.
        styled = replace(layout, joined=False, scripts=fonts.find_faces(text)[0])
        if styled not in self._styles:
            rules = page.style(styled, faces={face: face.path.as_uri() for face in (*fonts.FACES, *styled.scripts)})
            named: dict[str, Any] = {}
            sheet = CSS(string=rules, font_config=self._fonts, color_profiles=named, url_fetcher=self._fetcher)
            self._styles[styled] = sheet, named
        style, profiles = self._styles[styled]
        if self._read[0] != text:
            self._read = text, HTML(string=text, url_fetcher=self._fetcher)
        return self._read[1].render(
            stylesheets=[style], font_config=self._fonts, color_profiles=dict(profiles), dpi=PICTURE_DPI
        )

    def write(self, documents: Sequence[Any], press: Press, source: tuple[str, bytes] | None = None) -> bytes:
        """Return the PDF file of all the documents, under the title of the first, with a character's file attached."""
        document = documents[0]
        if len(documents) > 1:
            document = document.copy([page for some in documents for page in some.pages])
        if press.moment is not None:
            document.metadata.created = document.metadata.modified = press.moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # it does not close the file of its sRGB profile
            content: bytes = document.write_pdf(
                pdf_variant=press.standard or None, finisher=partial(_finish, press=press, source=source)
            )
        return content


def _finish(_: Any, file: Any, *, press: Press, source: tuple[str, bytes] | None) -> None:
    """Set the viewer preferences of a file, as `finishing.set_preferences` does, and attach the character's file."""
    file.catalog.setdefault("ViewerPreferences", Dictionary()).update(preferences(press.duplex))
    if source is None:
        return
    name, content = String(source[0]), source[1]
    # Not by WeasyPrint's own attachments, whose media type depends on the system's list of them.
    date = String(f"D:{press.moment or DATE:%Y%m%d%H%M%S}Z")
    checksum = md5(content, usedforsecurity=False).hexdigest()
    details = Dictionary({"CheckSum": f"<{checksum}>", "Size": len(content), "CreationDate": date, "ModDate": date})
    subtype = f"/{MEDIA_TYPE.replace('/', '#2f')}"
    stream = Stream([content], {"Type": "/EmbeddedFile", "Subtype": subtype, "Params": details}, compress=True)
    file.add_object(stream)

    # What a viewer lists, and that the page was made from it.
    specification = Dictionary(
        {
            "Type": "/Filespec",
            "F": name,
            "UF": name,
            "EF": Dictionary({"F": stream.reference, "UF": stream.reference}),
            "Desc": String(DESCRIPTION),
            "AFRelationship": "/Source",
        }
    )
    file.add_object(specification)
    names = Dictionary({"Names": Array([name, specification.reference])})
    file.catalog.setdefault("Names", Dictionary())["EmbeddedFiles"] = names
    file.catalog["AF"] = Array([specification.reference])


def outcome(document: Any) -> Outcome:
    """Return how full the pages of a document are, and where its headings are."""
    found: list[tuple[int, str, float]] = []
    filled = []
    for number, laid_out in enumerate(document.pages):
        found += ((number, label, top / float(laid_out.height)) for _, label, (_, top), _ in laid_out.bookmarks)
        # How far down each page its text and its boxes go: 0 for none, 1 at the paper's lower edge.
        inner = laid_out._page_box.children[0].descendants()
        drawn = (box for box in inner if isinstance(box, (TextBox, ReplacedBox)))
        filled.append(max((box.position_y + box.height for box in drawn), default=0.0) / float(laid_out.height))
    return Outcome(tuple(found), tuple(filled))


class Fetcher(URLFetcher):  # type: ignore[misc]
    """A reader of ``data:`` addresses and of the typefaces: no network, no other file."""

    readable: frozenset[Path] = frozenset()  # The files that a sheet may read

    def fetch(self, url: str, headers: Any = None) -> Any:
        """Return what is at an address. Raises ValueError where it may not be read."""
        parts = urlsplit(url)
        if parts.scheme == "data":
            return super().fetch(url, headers)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            raise ValueError(f"a sheet may not read {url[:80]}")
        path = Path(url2pathname(parts.path)).resolve()
        if path not in self.readable:
            raise ValueError(f"a sheet may not read {path}")
        return super().fetch(path.as_uri(), headers)
