"""Layouts that tests share: a fifth of a run would go into setting pages that were set a moment ago."""

import copy
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chargen.render import pdf

MOST = 32
"""How many are kept: those that have the same pages are near each other."""
AS_IT_IS = pdf.printing
"""The door to the printer, without a memory."""
_kept: OrderedDict[tuple[str, Any], Any] = OrderedDict()


class _Remembering:
    """A printer that keeps its last layouts, but for those that it had something to say about."""

    def __init__(self, printer: Any, problems: list[str]) -> None:
        self._printer, self._problems = printer, problems
        self.write = printer.write

    def lay_out(self, text: str, look: Any) -> Any:
        if (text, look) not in _kept:
            before = len(self._problems)
            document = self._printer.lay_out(text, look)
            if len(self._problems) > before:
                return document
            _kept[text, look] = document
            if len(_kept) > MOST:
                _kept.popitem(last=False)
        _kept.move_to_end((text, look))
        document = _kept[text, look].copy()
        document.metadata = copy.copy(document.metadata)  # a date is written into it,
        document.color_profiles = dict(document.color_profiles)  # and the profiles of a standard
        return document


@contextmanager
def remembering() -> Iterator[tuple[Any, list[str]]]:
    """As `printing`, of a printer that remembers."""
    with AS_IT_IS() as (printer, problems):
        yield _Remembering(printer, problems), problems
