"""A document taken apart: its elements, its texts and its drawings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

TEXT = "data-text"
"""The attribute of the element around a text, whose value is the text's number."""
DRAWING = "data-drawing"
"""The attribute of a drawing, whose value is the drawing's number."""
_TOKEN = re.compile(r"(<svg\b[^>]*>.*?</svg>|<[^>]*>)", re.DOTALL)
_INLINE = (
    "<b>",
    "<b ",
    "</b>",
    "<span",
    "</span>",
    "<i>",
    "<i ",
    "</i>",
    "<em",
    "</em>",
    "<strong",
    "</strong>",
    "<svg",
)
_UNPRINTED = re.compile(r' (?:alt|title|id|scope|aria-[a-z]+|data-(?!head\b|foot\b)[a-z-]+)="[^"]*"')
"""Attributes that change nothing on paper."""
_SHADE = re.compile(r' class="([^"]*?)( heat-\d+ fill-\d+)([^"]*)"')
"""How dark a cell of a heat map is, and how long its bar: what changes nothing but its background."""
_MARGINS = re.compile(r' (data-head|data-foot)="([^"]*)"')
_BLANKS = re.compile(r"[ \t\r\n]+")
REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Taken:
    """A document taken apart."""

    structure: str
    """All its elements, with what they say about looks; no text and no drawing."""
    texts: tuple[str, ...]
    """Its texts in their order, and last what stands in the margins of its pages; blanks are not yet collapsed."""
    drawings: tuple[str, ...]
    """Its drawings in their order: SVG, and elements that are nothing but a background."""


@dataclass(frozen=True, slots=True)
class _Element:
    """An element as it stands in a structure, and the drawing it is."""

    kept: str
    drawing: str = ""
    marked: str = ""
    """The same for a printer, up to where the drawing's number goes, and from there."""
    rest: str = ""


_elements: dict[str, _Element] = {}
"""Elements that were seen before: a document repeats its few, and documents repeat each other's."""


def _element(token: str) -> _Element:
    found = _elements.get(token)
    if found is None:
        if len(_elements) > REMEMBERED:
            _elements.clear()
        found = _elements[token] = _read(token)
    return found


def _read(token: str) -> _Element:
    if token.startswith("<svg"):
        kept = _UNPRINTED.sub("", token[: token.index(">")])
        return _Element(kept, token, "<svg", token[4:])
    shade = _SHADE.search(token)
    if shade is None:
        return _Element(_UNPRINTED.sub("", token) if "=" in token else token)
    before, found, after = shade.groups()
    plain = token[: shade.start()] + f' class="{before}{after}"' + token[shade.end() :]
    name, _, rest = plain.partition(" ")
    return _Element(_UNPRINTED.sub("", plain), f'<div class="{before}{found}{after}"></div>', name, f" {rest}")


def apart(document: str) -> Taken:
    """A document taken apart."""
    structure: list[str] = []
    texts: list[str] = []
    drawings: list[str] = []
    for token, is_text in _with_texts(document):
        if is_text:
            texts.append(unescape(token) if "&" in token else token)
            structure.append("\0")
        elif token.startswith("<"):
            element = _element(token)
            structure.append(element.kept)
            if element.drawing:
                drawings.append(element.drawing)
        else:
            structure.append(token)
    margins = [unescape(value) for _, value in _MARGINS.findall(structure[1])]
    if margins:
        structure[1] = _MARGINS.sub("", structure[1])
    return Taken("".join(structure), (*texts, *margins), tuple(drawings))


def marked(document: str) -> str:
    """The same document with its texts and drawings numbered, for a printer that is asked where they went."""
    texts = drawings = 0
    made = [document[: document.index("<body")]]
    for token, is_text in _with_texts(document):
        if is_text:
            made.append(f'<span {TEXT}="{texts}">{token}</span>')
            texts += 1
        elif token.startswith("<") and (element := _element(token)).drawing:
            made.append(f'{element.marked} {DRAWING}="{drawings}"{element.rest}')
            drawings += 1
        else:
            made.append(token)
    return "".join(made)


def tokens(document: str) -> list[str]:
    """What a document is written in, from the body on: texts at even places, elements and drawings at odd ones."""
    return _TOKEN.split(document[document.index("<body") :])


def _with_texts(document: str) -> Iterator[tuple[str, bool]]:
    """The elements, drawings and texts from the body on, each with whether it is a text to set.

    Blanks are such a text between words only.
    """
    found = tokens(document)
    last = len(found) - 1
    for index, token in enumerate(found):
        if index % 2 or not token:
            yield token, False
        elif token.strip():
            yield token, True
        else:
            between = 0 < index < last
            yield token, between and found[index - 1].startswith(_INLINE) and found[index + 1].startswith(_INLINE)


def collapsed(text: str) -> str:
    """A text with its blanks as a page shows them: one each."""
    return _BLANKS.sub(" ", text)
