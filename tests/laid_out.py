"""Layouts that tests share: a fifth of a run would go into setting pages that were set a moment ago."""

import copy
import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from chargen.render.weasy import Look, WeasyPrint

MOST = 32
"""How many are kept: those that have the same pages are near each other."""
_kept: OrderedDict[tuple[str, Look], Any] = OrderedDict()
_anew = False


def remember(patch: pytest.MonkeyPatch) -> None:
    """Have the printer keep its last layouts, but for those that it had something to say about."""
    lay_out = WeasyPrint.lay_out

    def remembered(printer: WeasyPrint, text: str, look: Look) -> Any:
        if _anew:
            return lay_out(printer, text, look)
        if (text, look) not in _kept:
            remarks = _Remarks()
            logging.getLogger("weasyprint").addHandler(remarks)
            try:
                document = lay_out(printer, text, look)
            finally:
                logging.getLogger("weasyprint").removeHandler(remarks)
            if remarks.heard:
                return document
            _kept[text, look] = document
            if len(_kept) > MOST:
                _kept.popitem(last=False)
        _kept.move_to_end((text, look))
        document = _kept[text, look].copy()
        document.metadata = copy.copy(document.metadata)  # a date is written into it,
        document.color_profiles = dict(document.color_profiles)  # and the profiles of a standard
        return document

    patch.setattr(WeasyPrint, "lay_out", remembered)


@contextmanager
def forgotten() -> Iterator[None]:
    """Lay out everything again, as long as this lasts."""
    global _anew
    _anew = True
    try:
        yield
    finally:
        _anew = False


class _Remarks(logging.Handler):
    """Hears whether anything is said."""

    heard = False

    def emit(self, record: logging.LogRecord) -> None:
        self.heard = True
