"""WeasyPrint, with all that the sheets of a process share. Importing this loads it; see `pdf` for the lazy door."""

import copy
import io
import ssl
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from pydyf import Dictionary
from tinyhtml5 import inputstream
from weasyprint import CSS, HTML, Attachment
from weasyprint.formatting_structure.boxes import ReplacedBox, TextBox
from weasyprint.html import UA_STYLESHEET
from weasyprint.text.ffi import ffi
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from chargen.render import fonts, page
from chargen.render.archive import DATE_OF_SOURCES, Original
from chargen.render.fit import Setting
from chargen.render.paper import Paper
from chargen.render.press import Press, preferences
from chargen.render.theme import Theme
from chargen.render.weasy_import import Patterns, share_array_types

share_array_types(ffi)
inputstream.characters_until_regex = Patterns()

PICTURE_DPI = 300
"""Portraits are printed no finer than this."""
PARTS_OF_NOTES = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})
NOTES_BY_HAND = ("footnote", "note(")
"""What stands on a page that styles notes by itself, as a game's own template may."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a style sheet is made for."""

    paper: Paper
    theme: Theme
    bleed_mm: float = 0
    profile: bytes = b""
    counted: bool = True
    scripts: tuple[fonts.Face, ...] = ()
    """Typefaces for letters that our own lack."""
    tight: bool = False
    """Whether white space is given up, so that a little more fits on a page."""


class WeasyPrint:
    """Prints HTML, with one font configuration and one style sheet for each look."""

    def __init__(self) -> None:
        self._fetcher = Fetcher(*fonts.folders())
        self._fonts = FontConfiguration()
        self._styles: dict[Look, tuple[Any, dict[str, Any]]] = {}
        self._read: tuple[str, Any] = "", None
        """The last page that was read: one that is laid out twice is read once."""

    def lay_out(self, text: str, look: Look) -> Any:
        """The pages, not yet written: a document of WeasyPrint's."""
        style, profiles = self._style(look)
        if self._read[0] != text:
            whole = HTML if any(word in text for word in NOTES_BY_HAND) else _WithoutNotes
            self._read = text, whole(string=text, url_fetcher=self._fetcher)
        return self._read[1].render(
            stylesheets=[style], font_config=self._fonts, color_profiles=dict(profiles), dpi=PICTURE_DPI
        )

    def write(self, documents: Sequence[Any], press: Press, sources: Sequence[Original] = ()) -> bytes:
        """The PDF file of all the documents; the first one says what it is called."""
        document = documents[0]
        if len(documents) > 1:
            document = document.copy([page for some in documents for page in some.pages])
        if press.moment is not None:
            document.metadata.created = document.metadata.modified = press.moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        attachments = [self._attachment(source, press) for source in sources]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # it leaves the file of its sRGB profile open
            content: bytes = document.write_pdf(
                pdf_variant=press.standard or None, attachments=attachments, finisher=_asking(press.duplex)
            )
        return content

    def _attachment(self, source: Original, press: Press) -> Any:
        date = press.moment or DATE_OF_SOURCES
        return Attachment(
            file_obj=io.BytesIO(source.content),
            url_fetcher=self._fetcher,
            name=source.name,
            description=source.description,
            relationship="Source",
            created=date,
            modified=date,
        )

    def _style(self, look: Look) -> tuple[Any, dict[str, Any]]:
        if look not in self._styles:
            faces = {face: fonts.address(face) for face in (*fonts.FACES, *look.scripts)}
            profile = fonts.data_uri("application/vnd.iccprofile", look.profile) if look.profile else ""
            text = page.style(
                look.paper,
                look.theme,
                faces=faces,
                bleed_mm=look.bleed_mm,
                profile=profile,
                counted=look.counted,
                tight=look.tight,
            )
            profiles: dict[str, Any] = {}
            style = CSS(string=text, font_config=self._fonts, color_profiles=profiles, url_fetcher=self._fetcher)
            self._styles[look] = style, profiles
        return self._styles[look]


class _WithoutNotes(HTML):  # type: ignore[misc]
    """A page of whose elements only those are styled as notes that our own style sheet names.

    WeasyPrint reckons the style of five parts of a note for every element, which takes a tenth of a layout.
    """

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
        return [_lean()]


@cache
def _lean() -> Any:
    """WeasyPrint's own style sheet without what holds for all elements; as it is where its insides have changed."""
    sheet = copy.copy(UA_STYLESHEET)
    try:
        sheet.matcher = copy.copy(sheet.matcher)
        selectors = sheet.matcher.other_selectors
        sheet.matcher.other_selectors = [selector for selector in selectors if selector[3] not in PARTS_OF_NOTES]
    except (AttributeError, LookupError, TypeError):
        return UA_STYLESHEET
    return sheet


def _asking(edge: str) -> Callable[[Any, Any], None]:
    """The same as `boxes.tell_readers`, before the file is written."""

    def finish(_: Any, file: Any) -> None:
        file.catalog.setdefault("ViewerPreferences", Dictionary()).update(preferences(edge))

    return finish


def headings(document: Any) -> Iterator[tuple[int, str]]:
    """The headings of a document, each with its page, counted from 0."""
    return ((number, label) for number, label, _ in bookmarks(document))


def setting(document: Any) -> Setting:
    """How a document came out."""
    heights = [float(page.height) for page in document.pages]
    headings = tuple((number, label, top / heights[number]) for number, label, top in bookmarks(document))
    return Setting(headings, tuple(map(_filled, document.pages)))


def _filled(page: Any) -> float:
    """How far down a page its text and its boxes go: 0 for none, 1 at the paper's lower edge."""
    drawn = (box for box in page._page_box.children[0].descendants() if isinstance(box, (TextBox, ReplacedBox)))
    return max((box.position_y + box.height for box in drawn), default=0.0) / float(page.height)


def bookmarks(document: Any) -> Iterator[tuple[int, str, float]]:
    """Each heading's page, counted from 0, its words, and how far from the top it stands, in CSS pixels."""
    found = list(document.make_bookmark_tree())
    while found:
        label, (number, _, top), below, _ = found.pop(0)
        yield number, label, top
        found = [*below, *found]


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Reads ``data:`` addresses and files in the given folders, and nothing else: no network, no other file."""

    def __init__(self, *folders: Path) -> None:
        # A context without certificates fails closed, and saves loading those of the system.
        super().__init__(
            allowed_protocols={"file", "data"},
            allow_redirects=False,
            ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )
        self._folders = tuple(folder.resolve() for folder in folders)

    def fetch(self, url: str, headers: Any = None) -> Any:
        """What lies at an address; `ValueError` where it may not be read."""
        parts = urlsplit(url)
        if parts.scheme == "data":
            return super().fetch(url, headers)
        if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
            raise ValueError(f"a sheet may not read {url[:80]}")
        path = Path(url2pathname(parts.path)).resolve()
        if not any(path.is_relative_to(folder) for folder in self._folders):
            raise ValueError(f"a sheet may not read {path}")
        return super().fetch(path.as_uri(), headers)
