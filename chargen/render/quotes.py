"""True quotation marks and apostrophes, as a page shows them; never in data."""

import re

_DOUBLE = re.compile(r'(?<![^\s(\[{–—/“])"(?=[^\s"])([^"]*?)(?<=\S)"(?![\w"])')
"""A pair of typewriter's marks around some words."""
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'|'(?=\d0s\b)")
"""After a letter, or for the years that are left out."""
_SINGLE = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_][^'’]*’(?!\w))")
"""Where a single quotation begins that ends later."""
_ELIDED = re.compile(r"(?<![^\s(\[{–—/“])'(?=[^\W\d_])")
"""Before a word whose beginning is left out, such as 'em."""


def typographic(text: str) -> str:
    """Return a text with true quotation marks and apostrophes; feet, inches and what stands alone stay.

    >>> typographic('Ned "Two-Tone" Hale, the dogs\\' friend, isn\\'t 6\\' 2" tall')
    'Ned “Two-Tone” Hale, the dogs’ friend, isn’t 6\\' 2" tall'
    >>> typographic("'No,' she said to 'em")
    '‘No,’ she said to ’em'
    """
    if '"' in text:
        text = _DOUBLE.sub(r"“\1”", text)
    if "'" not in text:
        return text
    text = re.sub(r"(?<=[,.!?…])'(?!\w)", "’", _APOSTROPHE.sub("’", text))
    return _ELIDED.sub("’", _SINGLE.sub("‘", text))
